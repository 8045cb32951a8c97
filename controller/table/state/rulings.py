"""Make rulings under the rulebook's articles, carry them out and keep them."""

from typing import Final

from controller.poker.betting import NOBODY
from controller.poker.book import Book
from controller.poker.hand import Hand
from controller.poker.judge import judge
from controller.poker.matters import Said, SilentChips
from controller.poker.offences import FREE_FOLD
from controller.poker.outcomes import Ask, Count, Effect, Kill, Prompt, Ruling, RulingId, Take, Void
from controller.poker.places import SEAT, Seat
from controller.table.state.effects import apply
from controller.table.state.questions_of_betting import DoubtfulAct
from controller.table.state.questions_of_deal import DealFault
from controller.table.state.table import Table

FOLDED: Final = frozenset({"act.fold", "fold.muck", "oot.unchanged", "act.dark", "announce.conditional"})

AUTHORITY: Final = "decision"  # the rulebook's rule on who decides: a person who overrules rests on it


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
    """Record a ruling under the rulebook's articles for its rule key `matter`, and carry it out. Return its id.

    - `replaces`: the id of the ruling that it overrules.
    - `by`: the role of the person who decided.
    - `also`: other rule keys whose articles it rests on.
    - `under`: the sub-case whose articles take precedence.
    - `decided`: the text key for the outcome, if the effects do not show it.
    """
    book = table.book
    cites = (under and book.cites(under)) or book.cites(matter)
    if also:
        for other in (also,) if isinstance(also, str) else also:
            if other:
                cites += tuple(cite for cite in book.cites(other) if cite not in cites)
    ruling = Ruling(table.next_id(), matter, cites, seat, effects, replaces, by, decided)
    publish(table, ruling)
    return ruling.id


def last_word(table: Table, ruling: Ruling) -> Ruling:
    """Return the last ruling that replaces this one, directly or through others, or the ruling itself."""
    for later in table.rulings:
        if later.replaces == ruling.id:
            ruling = later
    return ruling


def left_open(table: Table, matter: str) -> bool:
    """Whether the rulebook leaves a rule key to a person: it has and borrows no rule, or its article asks."""
    return not table.book.decides(matter)


def ask_whether_void(table: Table, matter: str, seat: Seat | None = None, cards: int | None = None) -> None:
    """Ask the floor whether the hand is void for a fault of its deal. Each fault has its own question.

    `cards`: how many the seat has, if that is the fault.
    """
    table.ask(DealFault(matter, seat, cards))


def refuse(table: Table, matter: str, seat: Seat | None) -> None:
    """Rule that what was done or asked does not count, or raise an alarm if the rulebook has no article."""
    if table.book.cites(matter):
        rule(table, matter, seat, (Void(seat),))
    else:
        table.alarm("refused.no_rule", seat)


def publish(table: Table, ruling: Ruling) -> None:
    """Let a ruling take effect, and keep it."""
    hand, effects = table.hand, ruling.effects
    if hand is None:
        apply(table, effects)
        table.keep_ruling(ruling)
        return
    free = _folds_for_nothing(table, hand, ruling) if ruling.matter in FOLDED else NOBODY
    apply(table, effects)
    records, acts = hand.records, len(hand.betting.acts)
    if len(records.deeds) < acts:
        records.record(ruling.id, acts)
    for effect in effects:
        if isinstance(effect, Take | Kill):
            _acted(table, effect)
    table.keep_ruling(ruling)
    if free:
        _free_fold(table, hand, free)


def _acted(table: Table, e: Take | Kill) -> None:
    """An act overtakes the questions about the one before it, and the cards of a fold go to the muck."""
    act = e.act if isinstance(e, Take) else "fold"
    if table.asks and act != "hold":
        _overtaken(table, e.seat)
    if act == "fold":
        prompt_muck(table, e.seat)


def _folds_for_nothing(table: Table, hand: Hand, ruling: Ruling) -> Seat:
    """The seat that folds by its own will in this ruling on a fold although a check is free, otherwise `NOBODY`.

    If a hand laid open is read as a fold, the player is punished for that instead.
    """
    if not table.book.has(FREE_FOLD):
        return NOBODY
    seat = next((e.seat for e in ruling.effects if isinstance(e, Take) and e.act == "fold"), NOBODY)
    free = hand.betting.call <= hand.betting.bet[seat] and (seat, "disclosure.middle") not in hand.offences.due
    return seat if free else NOBODY


def _free_fold(table: Table, hand: Hand, seat: Seat) -> None:
    """A player folded although a check was free. The floor gets a prompt after the hand."""
    rule(table, FREE_FOLD, seat, (Count(seat, FREE_FOLD),))
    hand.offences.note(seat, FREE_FOLD)


def prompt_muck(table: Table, seat: Seat) -> None:
    """If the cards of a dead hand still lie before the player, prompt the dealer to take them."""
    if cards_lie_before(table, seat):
        table.prompt(Prompt("dealer", seat, "muck", (("seat", seat),)))


def cards_lie_before(table: Table, seat: Seat) -> bool:
    """Whether a card is read at a seat."""
    place, lifted = SEAT + seat, table.felt.lifted
    return any(spot == place and card not in lifted for card, spot in table.felt.spot_of.items())


def _ask_once(table: Table, ask: Ask, seat: Seat, amount: int) -> None:
    """Ask which act it is. If the same question is open for this seat, change it to the new amount."""
    open_one = next((a for a in table.asks.values() if (a.key, a.seat) == (ask.key, seat)), None)
    if open_one is None or open_one.params != ask.params:
        table.ask(DoubtfulAct(ask, seat, amount))
    else:
        table.ask_about(open_one.id, DoubtfulAct(open_one, seat, amount))


def _overtaken(table: Table, seat: Seat) -> None:
    """Close the questions about the seat's chips or words, because it has acted or its hand is dead."""
    for name, question in list(table.questions.items()):
        if isinstance(question, DoubtfulAct) and question.seat == seat:
            table.close(name)


def decide(table: Table, hand: Hand, book: Book, matter: SilentChips | Said, key: str = "") -> Ruling | None:
    """Judge what the seat on turn did. Return None if a person is asked instead.

    `key`: the rule key that leads to this judgement, if it is not the act's own.
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
