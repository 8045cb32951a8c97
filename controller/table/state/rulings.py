"""Rulings: made under the book's articles, carried out, kept."""

from typing import Final

from controller.poker.betting import NOBODY
from controller.poker.book import Book
from controller.poker.hand import Hand
from controller.poker.judge import judge
from controller.poker.matters import Said, SilentChips
from controller.poker.offences import FREE_FOLD
from controller.poker.outcomes import Ask, Count, Effect, Kill, Prompt, Refold, Ruling, RulingId, Take, Void
from controller.poker.places import SEAT, Seat
from controller.table.state.effects import apply
from controller.table.state.questions_of_betting import DoubtfulAct
from controller.table.state.questions_of_deal import DealFault
from controller.table.state.table import Table

FOLDED: Final = ("act.fold", "fold.muck", "oot.unchanged", "act.dark", "announce.conditional")

AUTHORITY: Final = "decision"  # the book's rule on who decides, which stands behind what a person rules otherwise


def rule(
    table: Table,
    matter: str,
    seat: Seat | None,
    effects: tuple[Effect, ...],
    replaces: RulingId | None = None,
    by: str = "",
    also: str | tuple[str, ...] = "",
    under: str = "",
    *,
    decided: str = "",
) -> RulingId:
    """Record a ruling under the book's articles for its matter, and carry it out. `by` is the role of a person,
    `also` other matters whose articles it rests on, `under` the case of the matter that decided, where the book has
    articles of its own for it, `decided` what came of it, by its name in the pages' words, where no effect says it.
    """
    book = table.book
    cites = book.cites(under) or book.cites(matter)
    for other in (also,) if isinstance(also, str) else also:
        if other:
            cites += tuple(cite for cite in book.cites(other) if cite not in cites)
    ruling = Ruling(table.next_id(), matter, cites, seat, effects, replaces, by, decided)
    publish(table, ruling)
    return ruling.id


def last_word(table: Table, ruling: Ruling) -> Ruling:
    """The last ruling on the same thing: each names the one that it replaces."""
    for later in table.rulings:
        if later.replaces == ruling.id:
            ruling = later
    return ruling


def left_open(table: Table, matter: str) -> bool:
    """Whether the book leaves a matter to a person: it has no word on it and borrows none, or its article asks."""
    return not table.book.decides(matter)


def ask_whether_void(table: Table, matter: str, seat: Seat | None = None, cards: int | None = None) -> None:
    """The floor says whether the hand is void for a fault of its deal. Of another fault it is asked beside that.
    `cards`: how many the seat has, where that is the fault."""
    table.ask(DealFault(matter, seat, cards))


def refuse(table: Table, matter: str, seat: Seat | None) -> None:
    """What was done or asked counts for nothing, by the book's article; where it has none, an alarm says so."""
    if table.book.cites(matter):
        rule(table, matter, seat, (Void(seat),))
    else:
        table.alarm("refused.no_rule", seat)


def publish(table: Table, ruling: Ruling) -> None:
    """A ruling takes effect and is kept."""
    free = _folds_for_nothing(table, ruling)
    apply(table, ruling.effects)
    for effect in ruling.effects:
        if table.asks and (isinstance(effect, Kill) or (isinstance(effect, Take) and effect.act != "hold")):
            _overtaken(table, effect.seat)
        if isinstance(effect, Kill) or (isinstance(effect, Take) and effect.act == "fold"):
            _prompt_muck(table, effect.seat)
    hand = table.hand
    if hand is not None and len(hand.records.deeds) < len(hand.betting.acts):
        hand.records.record(ruling.id, len(hand.betting.acts))
    if hand is not None:
        _log(table, hand, ruling)
    table.keep_ruling(ruling)
    if free:
        _free_fold(table, free)


def _log(table: Table, hand: Hand, ruling: Ruling) -> None:
    """Keep when an act of the street was ruled on, and from what, for a dispute about it."""
    for effect in ruling.effects:
        if isinstance(effect, Take | Refold):
            hand.records.log_ruling(*table.heard, effect.seat, effect.act, effect.total)
        elif isinstance(effect, Void | Kill) and effect.seat is not None:
            hand.records.log_ruling(*table.heard, effect.seat, "void" if isinstance(effect, Void) else "fold", 0)


def _folds_for_nothing(table: Table, ruling: Ruling) -> Seat:
    """The seat that gives up its hand by this ruling of its own will though a check is free; nobody otherwise. Whose
    hand laid open is read as a fold is punished for that."""
    hand, book = table.hand, table.book
    if hand is None or ruling.matter not in FOLDED or not book.has(FREE_FOLD):
        return NOBODY
    seat = next((e.seat for e in ruling.effects if isinstance(e, Take) and e.act == "fold"), NOBODY)
    free = hand.betting.call <= hand.betting.bet[seat] and (seat, "disclosure.middle") not in hand.offences.due
    return seat if free else NOBODY


def _free_fold(table: Table, seat: Seat) -> None:
    """A fold where a check was free: the floor hears of it after the hand."""
    rule(table, FREE_FOLD, seat, (Count(seat, FREE_FOLD),))
    if table.hand is not None:
        table.hand.offences.note(seat, FREE_FOLD)


def _prompt_muck(table: Table, seat: Seat) -> None:
    """A hand is dead and its cards still lie before the player: the dealer takes them."""
    if cards_lie_before(table, seat):
        table.prompt(Prompt("dealer", seat, "muck", (("seat", seat),)))


def cards_lie_before(table: Table, seat: Seat) -> bool:
    """Whether a card is read at a seat."""
    felt = table.felt
    return any(spot == SEAT + seat and exit_ not in felt.lifted for exit_, spot in felt.spot_of.items())


def _ask_once(table: Table, ask: Ask, seat: Seat, amount: int) -> None:
    """Ask what an act is. If the same is open on this seat already, that question is now on the new amount."""
    open_one = next((a for a in table.asks.values() if (a.key, a.seat) == (ask.key, seat)), None)
    if open_one is None or open_one.params != ask.params:
        table.ask(DoubtfulAct(ask, seat, amount))
    else:
        table.ask_about(open_one.id, DoubtfulAct(open_one, seat, amount))


def _overtaken(table: Table, seat: Seat) -> None:
    """The seat has acted, or its hand is dead: nobody need say any more what its chips or words were."""
    for name, question in list(table.questions.items()):
        if isinstance(question, DoubtfulAct) and question.seat == seat:
            table.close(name)


def decide(table: Table, hand: Hand, book: Book, matter: SilentChips | Said, key: str = "") -> Ruling | None:
    """Judge what the seat on turn did; None if a person is asked instead. `key` is the matter that brings it up, if
    it is not the act's own.
    """
    answer = judge(matter, book, table.next_id())
    if isinstance(answer, Ask):
        amount = matter.total if isinstance(matter, SilentChips) else dict(answer.params).get("amount", matter.amount)
        _ask_once(table, answer, matter.facing.seat, amount if isinstance(amount, int) else 0)
        return None
    if key:
        answer = Ruling(answer.id, key, book.cites(key) + answer.cites, answer.seat, answer.effects)
    acts = len(hand.betting.acts)
    hand.records.read_from(matter)
    publish(table, answer)
    if len(hand.betting.acts) == acts:
        hand.records.no_act_came()
    elif table.asks:
        table.withdraw("fold", "one_motion_or_two")
    return answer
