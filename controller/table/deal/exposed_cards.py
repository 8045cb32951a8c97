"""Cards of the deal that were turned up, fell, were refused as flashed, or were mixed with a dead one."""

from typing import Final

from controller.poker.book import Book
from controller.poker.hand import Hand
from controller.poker.misdeals import Cause, Role, Turned
from controller.poker.outcomes import Kill, Ruling, Splice
from controller.poker.places import SEAT, Seat, seat_end
from controller.poker.remedy import Move
from controller.poker.slots import BURN
from controller.table.deal.dealer_and_deck import erred
from controller.table.deal.misdeals import role_of
from controller.table.remedies.engine import cancel, drop_remedy, open_remedy
from controller.table.state.fault import fault_of
from controller.table.state.rulings import ask_whether_void, rule
from controller.table.state.table import Table

FELL: Final = "deal.off_table"
BY_PLAYER: Final = "deal.exposed_by_player"


def turned_up(table: Table, hand: Hand, card: int, cause: Cause, matter: str, also: str = "") -> None:
    """Judge a card of the deal that was turned up, fell, or was refused as flashed. `matter`: which of these."""
    book, plan = table.book, hand.plan
    seat = plan.owner(card)
    if seat is None:
        return
    if cause == "dealer":
        erred(table, hand)
    nth = plan.slots.position(plan.by_card[card])
    facts = _facts(book, hand, nth, seat, cause)
    verdict, of_player = _judged(book, facts, matter)
    if of_player:
        also = BY_PLAYER
    if not verdict:
        rule(table, matter, seat, (), decided="asked")
        ask_whether_void(table, matter, seat)
    elif verdict == "kept":
        _kept(table, hand, seat, card, matter, also or ("deal.exposed_more" if hand.errors.exposures else ""))
    elif verdict == "dead":
        _alone_out(table, hand, matter, seat, "deal.exposed_first" if nth < len(hand.seats) else "deal.exposed_more")
    elif verdict in _SPOILS:
        decided = _SPOILS[verdict]
        named = also or (decided if decided in fault_of(matter).cases else matter)
        cancel(table, hand, named, seat, also=decided)
    else:
        near = nth < len(hand.seats) or role_of(hand, seat)  # why it is no misdeal is that article's, too
        _replaced(table, hand, seat, card, matter, also or ("deal.exposed_first" if near else ""))


def keeps_later(table: Table, hand: Hand, seat: Seat) -> bool:
    """Whether the rulebook lets a player keep a card that they turn up, or make fall, after the betting has begun."""
    policy, entry = table.book.bound(BY_PLAYER)
    if policy is None or not hand.betting.is_live(seat):
        return False
    return bool(policy(Turned(0, "", hand.errors.exposures, "player", True), entry) == "kept")


def shown_later(table: Table, hand: Hand, seat: Seat, card: int, matter: str) -> None:
    """A player turned up a card of their hand, or made it fall, after the betting had begun. They keep it."""
    _kept(table, hand, seat, card, matter, BY_PLAYER)


def _kept(table: Table, hand: Hand, seat: Seat, card: int, matter: str, also: str) -> None:
    """The card counts. If it fell, it comes back to its seat."""
    back = fault_of(matter).kept(card, seat_end(seat))
    open_remedy(table, hand, matter, seat, (), back, also=also, decided="kept")


_SPOILS: Final = {"first": "deal.exposed_first", "again": "deal.exposed_more"}
"""The verdicts that void the hand, with the rule key whose article says so."""


def _first_of(hand: Hand, nth: int, seat: Seat) -> Role:
    return role_of(hand, seat) if nth < len(hand.seats) else ""


def _judged(book: Book, facts: Turned, matter: str) -> tuple[str, bool]:
    """The verdict of the policy for `matter`, and whether the rule for cards that players turn up gave it.

    If the policy replaces the card as an exposed one, the policy for exposed cards gives the verdict. The verdict is
    empty if no policy decides.
    """
    policy, entry = book.bound(matter)
    if policy is None:
        return "", False
    verdict = str(policy(facts, entry))
    if verdict == "by_player":
        return _judged(book, facts, BY_PLAYER)[0], True
    if verdict != "replaced":
        return verdict, False
    exposed, entry = book.bound("deal.exposed")
    return (str(exposed(facts, entry)) if exposed else ""), False


def _facts(book: Book, hand: Hand, nth: int, seat: Seat, cause: Cause) -> Turned:
    facts = Turned(nth + 1, _first_of(hand, nth, seat), hand.errors.exposures, cause, False)
    exposed, entry = book.bound("deal.exposed")
    return facts._replace(spoils=exposed is not None and exposed(facts, entry) in _SPOILS)


def _replaced(table: Table, hand: Hand, seat: Seat, card: int, matter: str, also: str) -> None:
    """The card is dead. Its owner gets the card after the last of the deal, and the dead card is the flop's burn.

    Its face becomes public with the first movement. Until then a mistaken report can be taken back unseen.
    """
    hand.errors.expose()
    mine = hand.plan.slots.new_mark()
    burn = mine + 1
    effects = (Splice("before", 0, SEAT + seat, 0, mine), Splice("feed", card, BURN, 1, burn))
    moves = (
        *(fault_of(matter).shown(card, seat_end(seat)) or fault_of(also).shown(card, seat_end(seat))),
        Move("deal", (), "shoe", seat_end(seat), "drawn", 0, mine),
        Move("stub", (card,), seat_end(seat), "stub", "gone", 0),
        Move("burn", (card,), "stub", "burn", "told", 1, burn),
    )
    open_remedy(table, hand, matter, seat, effects, moves, also=also, exposes=(card,), decided="replaced")


def not_exposed(hand: Hand, ruling: Ruling) -> None:
    """Take back a ruling. If it replaced the card, that card no longer counts as exposed."""
    if any(isinstance(effect, Splice) and effect.verb == "feed" and effect.mark for effect in ruling.effects):
        hand.errors.not_exposed()


def _alone_out(table: Table, hand: Hand, matter: str, seat: Seat, also: str) -> None:
    """Kill only the hand of the player who turned up the card. Their own will does not void the deal."""
    move = Move("muck", tuple(hand.plan.dealt_to(seat)), seat_end(seat), "muck", "proven", 0)
    open_remedy(table, hand, matter, seat, (Kill(seat),), (move,), also=also, decided="alone_out")


def mixed(table: Table, hand: Hand, seat: Seat, by: str = "") -> None:
    """A player mixed a dead card with their hand. It is dead and gets no other card. `by`: role, as in a ruling."""
    for remedy in [r for r in hand.remedies.open if r.seat == seat and fault_of(r.matter).hole_cards]:
        drop_remedy(hand, remedy)
    moves = (Move("muck", tuple(hand.plan.dealt_to(seat)), seat_end(seat), "muck", "proven", 0),)
    open_remedy(table, hand, "deal.mixed", seat, (Kill(seat),), moves, by=by, decided="dead")
