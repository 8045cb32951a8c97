"""A chip race, played at the table, and chips that appear or vanish."""

from collections import Counter

from controller.poker.cards import DECK_SIZE, name
from firmware_bridge.messages.contest import ShownRace
from hardware_sim.scenario.language.act_nodes import Draws, RaceChips, RaceDeals, Strays
from hardware_sim.scenario.language.notation import chips_text

from .chip_makeup import make_up
from .core_commands import enter
from .level import PACE, Depth, Impossible
from .players import seat_of


def race_of(depth: Depth) -> ShownRace:
    """Return the race that is on. Raises Impossible if none is."""
    contest = depth.contest
    if contest is None or contest.race is None:
        raise Impossible("no chip race is on")
    return contest.race


def draws(depth: Depth, act: Draws) -> None:
    """Mix the deck for the race, with these cards first."""
    others = [card for card in map(name, range(DECK_SIZE)) if card not in act.cards]
    depth.load([*act.cards, *others])
    enter(depth, "dealer", "race_draw")
    depth.wait(PACE)


def deals(depth: Depth, act: RaceDeals) -> None:
    """Deal the next cards of the draw to the seats where they are due, or all to another seat."""
    count = act.count
    while count is None or count > 0:
        owed = tuple(race_of(depth).owed) if depth.contest and depth.contest.race else ()
        if not owed or race_of(depth).stage != "cards":
            break
        depth.lay(depth.draw(), f"seat:{act.seat or owed[0]}")
        count = None if count is None else count - 1
    depth.wait(PACE)


def pays(depth: Depth, act: RaceChips) -> None:
    """Take small chips and give higher ones, as the dealer's next steps say."""
    view = depth.view
    seats = act.seats or tuple(seat.seat for seat in view.seats)
    for seat in seats:
        if depth.contest is None or depth.contest.race is None:
            break
        _even_out(depth, race_of(depth), seat)
    depth.wait(PACE)


def _even_out(depth: Depth, on: ShownRace, seat: int) -> None:
    place, chips = f"stack:{seat}", depth.chips(f"stack:{seat}")
    if on.stage == "exchange":
        groups = on.whole.get(seat, 0)
        given, taken = (on.high,) * groups, (on.low,) * (groups * on.high // on.low)
    elif seat in on.odd:
        taken = (on.low,) * chips.count(on.low)
        given = make_up(seat_of(depth, seat).stack - sum(chips) + sum(taken), on.high)
    else:
        return
    if given or taken:
        left = Counter(chips) - Counter(taken) + Counter(given)
        depth.exchange(place, tuple(left.elements()))


def strays(depth: Depth, act: Strays) -> None:
    """Add chips to a stack or remove them, without an origin or a goal. Raises Impossible if the stack lacks such
    chips."""
    before = depth.chips(f"stack:{act.seat}")
    missing = Counter(act.chips) - Counter(before)
    if missing and not act.come:
        raise Impossible(f"no {chips_text(tuple(missing.elements()))} lies at seat {act.seat}")
    after = Counter(before) + Counter(act.chips) if act.come else Counter(before) - Counter(act.chips)
    depth.exchange(f"stack:{act.seat}", tuple(after.elements()))
    depth.wait(PACE)
