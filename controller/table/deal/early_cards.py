"""Cards of the board that come before their street."""

from typing import Final

from controller.poker.betting import NOBODY
from controller.poker.false_boards import TooEarly
from controller.poker.hand import ACTS, Hand, Stage
from controller.poker.outcomes import Splice
from controller.poker.places import ON_BOARD
from controller.poker.remedy import Move, Remedy
from controller.poker.slots import BURN
from controller.table.deal.dealer_and_deck import erred
from controller.table.deal.early_courses import cards_stand, fed
from controller.table.deal.laid_board import STREETS, burn_due_after, more_on_board, on_board
from controller.table.remedies.engine import open_remedy, proceed, prompt_next, update_hold
from controller.table.state.facts import TooManyOnBoard
from controller.table.state.fault import fault_of
from controller.table.state.question import BURNT_EARLY
from controller.table.state.questions_of_deal import BurntEarly, DealFault
from controller.table.state.rulings import ask_whether_void, rule
from controller.table.state.table import Table

# movements by which an early card leaves the board, and comes back to the deck
_WAY_OF_THE_FIRST: Final = ("stub", "aside", "shuffle")


def is_early(_table: Table, hand: Hand, _fact: TooManyOnBoard) -> bool:
    """Whether the card comes before its street: others that did are put right, or a player is still to act."""
    open_ = hand.stage in (ACTS, Stage.HELD) and hand.street < len(STREETS) - 1
    return open_ or premature_open(hand) is not None


def early(table: Table, hand: Hand, fact: TooManyOnBoard) -> None:
    """A card of the board came before its street, the first one or another."""
    remedy = premature_open(hand)
    if remedy is None or _of_street_before(hand, remedy):
        premature(table, hand, fact.card)
    else:
        _another(table, hand, remedy, fact.card)


def premature_open(hand: Hand) -> Remedy | None:
    """The last open remedy for cards that came too early, or None."""
    return next((r for r in reversed(hand.remedies.open) if fault_of(r.matter).early), None)


def _of_street_before(hand: Hand, remedy: Remedy) -> bool:
    """Whether the cards of that remedy came before a street that has its cards by now."""
    return remedy.matter in map(_too_early, range(hand.street + 1))


def _too_early(street: int) -> str:
    """The rule key for cards that came before a street, by its number."""
    return f"premature.{STREETS[street]}"


def skipped(hand: Hand) -> str:
    """The rule key for a seat that was passed over when cards of the next street are out."""
    return f"premature.skipped_{STREETS[hand.street + 1]}"


def premature(table: Table, hand: Hand, card: int, *, unburnt: bool = False) -> None:
    """A card of the next street lies open although a player is still to act.

    `unburnt`: a person says that none was burnt before it. If nothing counts the cards, the dealer is asked.
    """
    matter = _too_early(hand.street + 1)
    if _stands_already(hand):
        rule(table, matter, None, (Splice("feed", card),), under=f"{matter}_two", decided="stands")
        update_hold(table, hand)
    elif table.book.bound(matter)[0] is None:
        rule(table, matter, None, (), decided="asked")
        ask_whether_void(table, matter)
    elif _lacks_burn(hand, _lying_open(table, hand)) and not unburnt and not table.senses.shoe:
        _ask_whether_burnt(table, hand)
    else:
        _judge(table, hand, matter, card)


def _lying_open(table: Table, hand: Hand) -> list[int]:
    """The cards on the board that were not due, in the order in which they left the shoe."""
    return [card for card in hand.plan.loose if table.felt.spot_of.get(card, 0) in ON_BOARD]


def _burnt_before(hand: Hand, out: list[int]) -> int:
    """The card that was burnt before those that lie open, 0 if none was, or none was due."""
    first = next(iter(hand.plan.loose), 0)
    return first if burn_due_after(hand, hand.street) and first not in out else 0


def _lacks_burn(hand: Hand, out: list[int]) -> bool:
    """Whether a burn was due before the cards that lie open, and no other card left the shoe before them."""
    return burn_due_after(hand, hand.street) and not _burnt_before(hand, out)


def _ask_whether_burnt(table: Table, hand: Hand) -> None:
    """Nothing counts the burns. Ask the dealer, once."""
    if BURNT_EARLY not in table.asks:
        erred(table, hand)
        table.ask(BurntEarly())
        update_hold(table, hand)


def _judge(table: Table, hand: Hand, matter: str, card: int) -> None:
    """Take the course of the rulebook, unless the card is a burn, or lets seats be passed over."""
    out, behind = _lying_open(table, hand), bool(hand.waiting.early)
    burnt = _burnt_before(hand, out)
    if behind and table.book.cites(skipped(hand)):
        cards_stand(table, hand, skipped(hand), out, burnt)
        return
    if table.senses.shoe:  # else it was counted when the dealer was asked about the burn
        erred(table, hand)
    if _lacks_burn(hand, out):
        _only_the_burn(table, hand, matter, card)
    else:
        _take_course(table, hand, matter, out, burnt, behind=behind)


def _take_course(table: Table, hand: Hand, matter: str, out: list[int], burnt: int, *, behind: bool) -> None:
    """Take the course of the rulebook. `behind`: a player behind the one on turn has acted."""
    fault_of(matter).courses[_course(table, hand, matter, len(out), behind=behind)](table, hand, matter, out, burnt)


def _course(table: Table, hand: Hand, matter: str, out: int, *, behind: bool) -> str:
    """The course of the rulebook with that many cards out."""
    policy, entry = table.book.bound(matter)
    betting = hand.betting
    free = betting.turn != NOBODY and betting.bet[betting.turn] >= betting.call
    return str(policy(TooEarly(out, free, behind), entry)) if policy else "folds_or_checks"


def answer_burnt_early(table: Table, hand: Hand, choice: str) -> None:
    """The dealer says whether a card was burnt before those that came too early. No sensor counted it."""
    plan = hand.plan
    out = [e for e in plan.loose if e in on_board(table)]
    if not out:
        return
    if choice == "burned":
        plan.not_due_first(plan.unnumbered())
    premature(table, hand, out[0], unburnt=choice != "burned")
    for card in out[1:]:
        if card in plan.loose:
            more_on_board(table, hand, card)
    update_hold(table, hand)


def let_stand(table: Table, hand: Hand, _question: DealFault, _by: str) -> None:
    """The floor lets cards stand that lie on the board too early. They belong to the next street.

    The card that left the shoe before them is its burn. If there was none, the street has no burn.
    """
    out, street = _lying_open(table, hand), hand.street + 1
    if not out or street >= len(STREETS):
        return
    unburnt = (Splice("drop", 0, BURN, street),) if _lacks_burn(hand, out) else ()
    taken = (*fed(_burnt_before(hand, out)), *(Splice("feed", e) for e in out))
    rule(table, f"premature.{STREETS[street]}", None, (*unburnt, *taken), by="floor", decided="goes_on")
    proceed(table, hand)


def _stands_already(hand: Hand) -> bool:
    """Whether early cards of the next street were let stand. Then the cards that follow them stand too."""
    return any(slot.card and slot.place != BURN for slot in hand.plan.slots.of_street(hand.street + 1))


def _only_the_burn(table: Table, hand: Hand, matter: str, card: int) -> None:
    """The card on the board is the one that was to be burnt. It becomes the burn."""
    move = Move("burn", (card,), "board", "burn", "gone")
    hand.errors.show_all((card,), matter)
    effects = (Splice("feed", card),)
    open_remedy(table, hand, matter, None, effects, (move,), also="burn.missing", decided="is_the_burn")


def _another(table: Table, hand: Hand, remedy: Remedy, card: int) -> None:
    """Another early card of a street joins the remedy of the first, or opens another course."""
    book, street, matter = table.book, hand.street + 1, remedy.matter
    after_burn = remedy.moves[0].verb == "burn"  # the first one was the burn
    if after_burn and _course(table, hand, matter, 1, behind=False) != "reshuffled":
        _take_course(table, hand, matter, [card], 0, behind=False)
        return
    if street == 1 and book.entries.premature_flop.two_out_folds:
        _two_out(table, hand, remedy, card)
        return
    if remedy.moves[0].verb == "muck":
        _thrown_away(table, hand, matter, card)
        return
    way = [n for n, m in enumerate(remedy.moves) if m.verb in _WAY_OF_THE_FIRST and m.exits]
    for n in way:
        remedy.one_more(n, card)
    if not way:
        move = Move("stub", (card,), "board", "stub", "gone")
        shuffle = Move("shuffle", (card,), "stub", "stub", "told", street)
        remedy.extend(move, shuffle)
    hand.plan.again(card)
    update_hold(table, hand)
    prompt_next(table, hand)


def _thrown_away(table: Table, hand: Hand, matter: str, card: int) -> None:
    """The first one went to the muck, and so does this one. The cards that are to come keep their order."""
    move = Move("muck", (card,), "board", "muck", "gone")
    open_remedy(table, hand, matter, None, (Splice("again", card),), (move,), decided="third_card")


def _two_out(table: Table, hand: Hand, remedy: Remedy, card: int) -> None:
    """A second card of the flop came too early. The first one stays after all."""
    first = remedy.moves[0].exits[0]
    hand.remedies.drop(remedy)
    hand.plan.not_due_first(first)
    update_hold(table, hand)
    _take_course(table, hand, remedy.matter, [first, card], 0, behind=False)
