"""The movements of a remedy as the dealer reads them: which card, from where, to where. Pure, and public cards only.

A movement is a text under `remedy.<verb>_<where from>` of at most twelve words. A second text may say what becomes of
the card. Its parameter `which` names the cards.
"""

from collections.abc import Iterator
from typing import Literal

from controller.poker.places import BOARD_SPOTS, End, seat_called
from controller.table import MoveView, RemedyView, View
from firmware_bridge.messages.public import Param, Text, Which

OTHERS = ("expose",)  # movements about the cards that a draw has left
GATED = ("flop", "turn", "river")
UP = ("show", "turn", "lay", "expose")
DOWN = ("deal", "burn", "muck", "mix", "draw")
ONE = Which(called="unseen", count=1)
NEXT = Which(called="next")
SEEN = ("seat", "floor")  # from there a card goes face up on the deck, from elsewhere it is shuffled in


def movement(remedy: RemedyView, n: int) -> Text:
    """Return what to do in the n-th movement of a remedy."""
    move = remedy.moves[n]
    left = len(move.exits) - _drawn_before(remedy, n)
    params: dict[str, Param] = {"which": _which(move, left), "count": left}
    if move.origin == "aside" and not move.cards and _lying_aside(remedy) == list(move.exits[:1]):
        params["which"] = ONE  # the only one there
    for place in (move.origin, move.goal):
        if (seat := seat_called(place)) is not None:
            params["seat"] = seat
    if move.verb == "back":
        params["place"] = "stub" if move.goal == "shoe" else move.goal  # to the dealer one place: the deck
    return Text(key=f"remedy.{move.verb}_{_from(move)}", params=params)


def face_after(move: MoveView) -> Literal["", "up", "down"]:
    """How the cards lie once a movement is made. Empty if the prompt does not show it."""
    kind = _kind(move.origin)
    if move.verb == "stub":
        return "up" if kind in SEEN else "down"
    if move.verb == "shuffle":
        return "down" if kind != "stub" else ""
    if move.verb == "aside":
        return "up" if move.exits else "down"
    if move.verb == "back":
        unseen = kind in ("floor", "table") or (kind == "muck" and not move.cards)
        return "up" if _kind(move.goal) == "board" else "down" if unseen else ""
    return "up" if move.verb in UP else "down" if move.verb in DOWN else ""


def purpose(remedy: RemedyView, n: int) -> Text | None:
    """Return what becomes of the card of the n-th movement, or how to make it. None if the movement needs no note."""
    move = remedy.moves[n]
    if move.verb == "mix" or (move.origin == "burn" and _from(move) == "drawn"):
        return _mixed(remedy, n)
    if move.verb == "draw" or _from(move) == "drawn":
        return Text(key="remedy_note.blind")
    if move.verb == "turn":
        return Text(key="remedy_note.not_the_player")
    if move.origin == "aside" and move.exits and move.state != "done":
        return _in_the_pile(remedy, n)
    if move.verb == "aside" and move.origin == "shoe" and move.by != "drawn" and move.exits:
        return Text(key="remedy_note.next_takes_its_place")
    later = _fate(remedy, n)
    if later is None or later.gate not in GATED or move.verb == later.verb:
        return None
    return Text(key=f"remedy_note.{later.verb}_{later.gate}")


def _mixed(remedy: RemedyView, n: int) -> Text:
    """Return what follows the mixing of the board. For burn cards, return which one stays apart."""
    move = remedy.moves[n]
    if move.origin != "burn":
        return Text(key="remedy_note.then_drawn")
    burned = sum(m.verb == "draw" and m.goal == "burn" for m in remedy.moves[:n])
    if not burned:
        return Text(key="remedy_note.blind")
    return Text(key="remedy_note.apart", params={"which": Which(called="burn", nth=len(move.exits) + 1)})


def _in_the_pile(remedy: RemedyView, n: int) -> Text | None:
    """For cards set aside one after another: the first lies below the others. None if only one lies there."""
    lying = _lying_aside(remedy)
    return Text(key="remedy_note.lowest") if len(lying) > 1 and remedy.moves[n].exits == (lying[0],) else None


def _lying_aside(remedy: RemedyView) -> list[int]:
    """The cards set aside that later movements must fetch, in the order in which they were set aside."""
    fetched = (move.exits for move in remedy.moves if move.origin == "aside" and move.state != "done")
    return sorted(exit_ for exits in fetched for exit_ in exits)


def wrong_cards(remedy: RemedyView) -> Iterator[Text]:
    """Yield what was taken up in place of the card that is due, and where it goes back to."""
    for cards, place in remedy.wrong:
        yield Text(key="remedy_note.wrong", params={"which": Which(names=cards) if cards else ONE, "place": place})


def next_movement(remedies: tuple[RemedyView, ...]) -> tuple[RemedyView, int] | None:
    """The remedy with the movement that is due now, and the index of that movement."""
    due = ((r, n) for r in remedies for n, move in enumerate(r.moves) if move.state == "next")
    return next(due, None)


def held_by(view: View) -> RemedyView | None:
    """Return the remedy that has a movement due while no seat may act. None while play goes on."""
    found = next_movement(view.remedies) if view.turn is None else None
    return None if found is None else found[0]


def _kind(end: End) -> str:
    """What kind of place a movement begins or ends at: "seat" for that of any seat, "board" for any spot of it."""
    if seat_called(end) is not None:
        return "seat"
    return "board" if end in BOARD_SPOTS else end


def _from(move: MoveView) -> str:
    """The place a movement begins at, as the keys of the catalogue name it."""
    if move.verb == "lay" and len(move.exits) > 1:
        return "drawn"
    if move.verb == "shuffle" and not move.exits:
        return "deck"
    return "next" if move.verb == "aside" and not move.exits else _kind(move.origin)


def _which(move: MoveView, left: int) -> Which:
    if not move.exits:
        return NEXT if move.origin == "shoe" else ONE
    if len(move.cards) == len(move.exits):
        return Which(names=move.cards)
    return _one(move) if len(move.exits) == len(move.labels) == 1 else Which(called="unseen", count=left)


def _one(move: MoveView) -> Which:
    """One card whose face is not public, by its place and order. The place is named only if the text does not show
    it."""
    label = move.labels[0]
    nth = Which(called="nth", nth=label.nth)
    if label.called == "burn" == move.goal:
        return ONE  # it is one since it was burnt
    if label.called == "hole":
        return nth if seat_called(move.origin) == label.seat else ONE  # elsewhere there is but one
    if label.called == "last" and _kind(move.origin) == "seat":
        return Which(called="newest")  # of those at that seat, however many others were drawn
    if label.called == move.origin == "aside":
        return nth
    return Which(called=label.called, seat=label.seat, nth=label.nth)


def _drawn_before(remedy: RemedyView, n: int) -> int:
    """The cards that earlier movements drew from among those of this movement."""
    move = remedy.moves[n]
    return sum(m.verb == "draw" and m.exits == move.exits for m in remedy.moves[:n]) if move.verb in OTHERS else 0


def _fate(remedy: RemedyView, n: int) -> MoveView | None:
    """The later movement that the card of this one is for."""
    move, later = remedy.moves[n], remedy.moves[n + 1 :]
    if move.exits:
        return next((m for m in later if set(m.exits) & set(move.exits)), None)
    if move.goal != "aside":
        return None
    before = sum(m.goal == "aside" and not m.exits for m in remedy.moves[:n])
    fetched = [m for m in remedy.moves if m.origin == "aside" and m.verb != "shuffle"]
    return fetched[before] if before < len(fetched) else None
