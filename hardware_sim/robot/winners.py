"""The winners, as a dealer reads them from the cards that lie face up."""

from collections.abc import Iterable

from controller.poker.cards import Card, card
from controller.poker.evaluator import hand_value
from controller.rulebooks.variants import variant_of
from hardware_sim.physics.things import Card as PlayingCard
from hardware_sim.physics.world import World
from hardware_sim.shown import ShownSituation


def winners(says: ShownSituation, world: World) -> str:
    """Return the winning seats of each pot, outermost first. In `7;3,7`, seat 7 has the side pot and shares the
    main."""
    board = _faces(world, (f"board:{number}" for number in range(1, 6)))
    live, used = [seat.seat for seat in says.seats if seat.in_hand], variant_of(says.variant).hole_used
    strength = {seat: hand_value(_faces(world, (f"seat:{seat}",)), board, used) for seat in live}
    pots = [[seat for seat in pot.seats if seat in strength] for pot in says.pots] or [live]
    return ";".join(",".join(map(str, _best(pot, strength))) for pot in reversed(pots))


def _best(seats: list[int], strength: dict[int, int]) -> list[int]:
    most = max(strength[seat] for seat in seats)
    return [seat for seat in seats if strength[seat] == most]


def _faces(world: World, places: Iterable[str]) -> list[Card]:
    return [card(thing.face) for place in places for thing in world.at(place) if isinstance(thing, PlayingCard)]
