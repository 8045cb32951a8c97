"""The places to read now, because the next thing is due there. Pure."""

from collections.abc import Callable, Iterable

from controller.poker.outcomes import Fact
from controller.table import Step, View

Params = dict[str, Fact]

SHOE = "shoe"
CARDS = ("burn", "flop", "turn", "river")
"""Steps before which the bets are gathered."""
WAGERS = ("bet", "call", "raise")
"""Effects of a ruling on chips that came to a line."""


def places_due(view: View, watched: frozenset[str]) -> tuple[str, ...]:
    """Return the places to read first, most urgent first, among those that an antenna looks at."""
    now = _of_landing(view.landing) or _of_step(view.next_step)
    wanted = [*now, *[area for area, _ in view.dues], *_of_turn(view), *_of_last_bet(view), *_of_pot(view)]
    return tuple(place for place in dict.fromkeys(wanted) if place in watched)


def _of_landing(places: tuple[str, ...]) -> Iterable[str]:
    """The place where the next card lands is read only once that card has left the shoe.

    A dealer pitches two cards a second, and each is proven only after two reads where it lands.
    """
    return (SHOE, *places) if places else ()


def _of_step(step: Step | None) -> Iterable[str]:
    if step is None:
        return ()
    places = _STEPS.get(step.key)
    return () if places is None else places(dict(step.params))


def _of_turn(view: View) -> Iterable[str]:
    return () if view.turn is None else (f"bet:{view.turn}", f"stack:{view.turn}")


def _of_last_bet(view: View) -> Iterable[str]:
    """The line of the last bet or call, while chips lie there. A second motion must be seen before others act."""
    last = next((r.seat for r in reversed(view.rulings) if any(e.what in WAGERS for e in r.effects)), None)
    return [area for area, _ in view.chips_at if area == f"bet:{last}"]


def _of_pot(view: View) -> Iterable[str]:
    """A quick dealer burns as soon as the bets are swept in, while the pot they brought must still be read."""
    cards = view.next_step is not None and view.next_step.key in CARDS
    return ("pot",) if cards and dict(view.chips_at).get("pot", 0) < view.pot_total else ()


def _chips(params: Params) -> Iterable[str]:
    seat = params.get("seat")
    return (f"bet:{seat}", f"stack:{seat}")


def _deal(params: Params) -> Iterable[str]:
    return (SHOE, f"seat:{params.get('seat')}")


def _change(params: Params) -> Iterable[str]:
    return (f"stack:{params.get('seat')}", "tray")


def _board(first: int, last: int) -> Callable[[Params], Iterable[str]]:
    spots = tuple(f"board:{number}" for number in range(first, last + 1))
    return lambda _: (SHOE, *spots)


def _award(params: Params) -> Iterable[str]:
    return ("pot", *_chips(params))


def _hands(params: Params) -> Iterable[str]:
    """The places of the hands to be taken in, and the place they go to."""
    seats = params.get("seats")
    return ("muck", *(f"seat:{seat}" for seat in seats)) if isinstance(seats, tuple) else ()


_STEPS: dict[str, Callable[[Params], Iterable[str]]] = {
    "post_small_blind": _chips,
    "post_big_blind": _chips,
    "post_option": _chips,
    "post_entry": _chips,
    "post_ante": _chips,
    "post_big_blind_ante": _chips,
    "act": _chips,
    "collect": _chips,
    "give_back": _chips,
    "deal": _deal,
    "burn": lambda _: (SHOE,),
    "flop": _board(1, 3),
    "turn": _board(4, 4),
    "river": _board(5, 5),
    "gather": lambda _: ("pot",),
    "show": lambda p: (f"seat:{p.get('seat')}", "muck"),
    "show_or_muck": lambda p: (f"seat:{p.get('seat')}", "muck"),
    "take_in": _hands,
    "take_in_winner": _hands,
    "drop": lambda _: ("drop", "pot"),
    "award": _award,
    "draw_card": _deal,
    "race_card": _deal,
    "race_exchange": _change,
    "race_pay": _change,
}
