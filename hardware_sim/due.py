"""The movement that the table asks for, as places and buttons of the simulator's page.

It says no more than the dealer's page does: the step, or the movement of a remedy, with where it begins and ends.
"""

from collections.abc import Callable
from typing import Final

from firmware_bridge.messages.public import PublicAlarm, PublicMove, PublicState, PublicStep, Which
from hardware_sim.page import DueState
from hardware_sim.physics.things import BOARD, OFF, SEATS, SHOE
from hardware_sim.physics.world import World
from hardware_sim.robot.dealer import FIRST_OF

PILES: Final = {"burn": OFF, "aside": OFF, "floor": OFF, "table": OFF, "stub": SHOE}
"""What the dealer's page tells apart, and the simulated table has in one place."""

OVER: Final = ("waiting", "claims", "cancelled")
"""Phases in which a card of another deck may lie about."""


def due(state: PublicState, world: World, *, on_deck: bool = False) -> DueState | None:
    """Return the movement that is due. None: it is not the dealer's turn. `on_deck`: a card lies on the deck."""
    step = state.next_step
    if state.asks:
        return DueState(button="answer")
    if step is None:
        return None
    moves = [move for remedy in state.remedies for move in remedy.moves if move.state == "next"]
    if step.verb and moves:
        return _of_remedy(moves[0], world, on_deck=on_deck)
    if alarm := misplaced(state):
        return DueState((alarm.place or "",), f"seat:{alarm.seat}" if alarm.seat else OFF)
    return _STEPS[step.key](step, world) if step.key in _STEPS else None


def misplaced(state: PublicState) -> PublicAlarm | None:
    """Return the alarm for a card that leaves its place before anything else is dealt. It is no fault yet.

    It goes to its own place, or is of no deck and goes away.
    """
    for alarm in state.alarms:
        if alarm.key == "card.misplaced" and (alarm.seat or _is_burn(alarm)):
            return alarm
        if alarm.key == "unknown_card" and state.phase not in OVER and not state.remedies:
            return alarm
    return None


def _is_burn(alarm: PublicAlarm) -> bool:
    which = alarm.text.params.get("which")
    return isinstance(which, Which) and which.called == "burn"


def _of_remedy(move: PublicMove, world: World, *, on_deck: bool) -> DueState:
    if move.verb == "shuffle" and on_deck:
        return DueState(button="shuffle")
    if move.verb == "collect":
        return DueState(button="collect" if _cards_at(("muck", *BOARD, *SEATS), world) else "done")
    origins = _cards_at(BOARD, world) if move.origin == "board" else (PILES.get(move.origin, move.origin),)
    goal = _free_spot(world) if move.goal == "board" else PILES.get(move.goal, move.goal)
    if goal in origins:  # they stay there: turned over, or mixed
        goal = ""
    return DueState(origins, goal, button="done" if move.by == "told" else "")


def _cards_at(places: tuple[str, ...], world: World) -> tuple[str, ...]:
    return tuple(place for place in places if world.at(place))


def _free_spot(world: World) -> str:
    return next((spot for spot in BOARD if not world.at(spot)), BOARD[-1])


def _board(step: PublicStep, _world: World) -> DueState:
    return DueState((SHOE,), f"board:{FIRST_OF[step.key] + step.number('card')}")


def _give_back(step: PublicStep, world: World) -> DueState:
    line = f"bet:{step.seat}"
    return DueState((line if world.value(line) else "pot",), f"seat:{step.seat}", amount=step.number("amount"))


def _gather(_step: PublicStep, world: World) -> DueState:
    return DueState(_bets(world), "pot", button="sweep")


def _bets(world: World) -> tuple[str, ...]:
    return tuple(line for seat in range(1, 11) if world.value(line := f"bet:{seat}"))


def _out_of_the_pot(step: PublicStep, world: World) -> DueState:
    """Bets that were not gathered yet go into the pot first."""
    if _bets(world):
        return _gather(step, world)
    return DueState(("pot",), f"seat:{step.seat}" if step.seat else "drop", amount=step.number("amount"))


def _take_in(step: PublicStep, _world: World) -> DueState:
    return DueState(tuple(f"seat:{seat}" for seat in step.seats or (step.seat,)), "muck")


_STEPS: Final[dict[str, Callable[[PublicStep, World], DueState]]] = {
    "place_button": lambda step, world: DueState((f"seat:{world.button}",), f"seat:{step.seat}"),
    "deal": lambda step, _world: DueState((SHOE,), f"seat:{step.seat}"),
    "burn": lambda _step, _world: DueState((SHOE,), OFF),
    "flop": _board,
    "turn": _board,
    "river": _board,
    "give_back": _give_back,
    "gather": _gather,
    "drop": _out_of_the_pot,
    "award": _out_of_the_pot,
    "take_in": _take_in,
    "take_in_winner": _take_in,
}
