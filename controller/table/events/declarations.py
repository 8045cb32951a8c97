"""What people enter beside commands: players' words, answers to asks, corrections."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from controller.poker.events import Correction, Declared, FloorDecision, Word
from controller.poker.hand import OVER, Hand, Phase, Stage
from controller.poker.matters import Facing, Said, SilentChips
from controller.poker.outcomes import Count, Issue, Kill, Ruling, Take, Void, Withdraw
from controller.poker.places import SEATS, STACK, Seat, place_text
from controller.table.betting.actions import act_with, provisional, read_again, say
from controller.table.betting.conduct import (
    answer_dead,
    answer_forward,
    answer_middle,
    answer_outsider,
    penalise,
    refuse_step,
)
from controller.table.betting.out_of_turn import (
    answer_order,
    answer_out_of_turn,
    answer_overtaken,
    answer_skipped,
    more_early,
    say_conditional,
    say_dark,
)
from controller.table.betting.string_bets import incomplete, raise_was_said
from controller.table.chips.between_hands import answer_change, answer_transfer
from controller.table.chips.foreign_chips import answer_wrong_seats
from controller.table.deal import undo
from controller.table.deal.burns import answer_burnt_early, let_stand, not_burned, one_more, skipped
from controller.table.deal.dealer_reports import answer_flashed
from controller.table.deal.floor_decisions import answer_left_open
from controller.table.deal.misdeals import left_short, put_away
from controller.table.deal.misplaced_cards import count_on
from controller.table.deal.missing_cards import answer_missing
from controller.table.deal.rabbit_hunting import RABBIT, answer_rabbit
from controller.table.hand.act_corrections import confirmed, find_ruling, misread, overrule
from controller.table.hand.award_review import UNDETERMINED, answer_undetermined
from controller.table.hand.claims import answer_claim
from controller.table.hand.hand_rights import answer_live, answer_see, muck
from controller.table.hand.showdown import award
from controller.table.hand.streets import BURNT_EARLY, DISPUTED
from controller.table.remedies import engine
from controller.table.remedies.disputes import answer_dispute, close_dispute, disputed_act, reopen_dispute
from controller.table.seating.absences import VACATED, VACATED_AT_DEAL
from controller.table.seating.arrivals import (
    answer_reserved,
    answer_small_blind,
    answer_vacated,
    answer_vacated_at_deal,
)
from controller.table.seating.first_button import answer_first_button
from controller.table.state.command_args import outranks
from controller.table.state.penalty_ladder import may_choose
from controller.table.state.rulings import refuse, rule
from controller.table.state.table import Table
from controller.table.tournament.chip_race import answer_conflict
from controller.table.tournament.elimination import answer_equal

OWN_WORDS: Final = ("pass", "pay", "stack")
OWN_MEANINGS: Final[tuple[Word, ...]] = ("fold", "call", "allin")
NO_FACING: Final = Facing(0, 0, 0, None, 0, 0, 0, 0, True)  # read_again says what the seat faced


def declared(table: Table, e: Declared) -> None:
    """A player's word as the dealer enters it. One that came before his chips has the last act read again."""
    e = _in_customary_words(table, e)
    hand = table.hand
    acts = hand.betting.acts if hand is not None else []
    if e.dark or e.condition is not None:
        _ahead(table, e)
    elif e.word == "other":
        unofficial(table, e.seat)
    elif e.when == "before" and hand is not None and acts and acts[-1].seat == e.seat and provisional(hand):
        _said_before(table, hand, e)
    elif e.when == "before" and hand is not None and acts and provisional(hand) and _late(table, hand, e):
        return
    elif e.when == "after" and acts and acts[-1].seat == e.seat:
        rule(table, "string.first_motion", e.seat, (Void(e.seat),))
    else:
        say(table, e.seat, e.word, e.amount, e.at[1])


def _in_customary_words(table: Table, e: Declared) -> Declared:
    """A word of the house as the act that its book says it means; under another book it is no official word."""
    if e.word not in OWN_WORDS:
        return e
    act = table.book.entries.act_words.meaning(e.word)
    return replace(e, word=act or "other")


def _late(table: Table, hand: Hand, e: Declared) -> bool:
    """A word that came before the chips and is entered after others have acted: the act was misread."""
    return e.seat != hand.betting.turn and misread(table, hand, e.seat, e.word, e.amount, e.role)


def _ahead(table: Table, e: Declared) -> None:
    """A word for a street whose cards are not out, or one that holds on a condition."""
    hand = table.hand
    if hand is None or not hand.betting.live >> e.seat & 1:
        taken = False
    elif e.condition is not None:
        said = (e.word, e.amount, *e.condition)
        taken = hand.stage is Stage.ACTS and say_conditional(table, hand, e.seat, *said)
    else:
        taken = _done_here(hand, e.seat) and say_dark(table, hand, e.seat, e.word, e.amount)
    if not taken:
        table.alarm("out_of_turn", e.seat)


def _done_here(hand: Hand, seat: Seat) -> bool:
    """Whether a word for a later street can be meant so: the round is over, or over for that seat as it stands."""
    return hand.stage in (Stage.GATHER, Stage.CARDS) or (
        hand.stage is Stage.ACTS and not hand.betting.todo >> seat & 1
    )


def unofficial(table: Table, seat: Seat) -> None:
    """Words outside the customary ones are no act, unless the floor reads them as one."""
    refuse(table, "act.unofficial", seat)


def _said_before(table: Table, hand: Hand, e: Declared) -> None:
    motion = hand.records.motion
    if e.word in ("raise", "bet") and e.amount is None and motion is not None and motion.seat == e.seat:
        total = motion.front + sum(motion.chips)
        read_again(table, hand, SilentChips(NO_FACING, motion.chips, total, announced=True), e.seat)
    else:
        read_again(table, hand, Said(NO_FACING, e.word, e.amount), e.seat)


def floor_decision(table: Table, e: FloorDecision) -> None:
    """An answer to an open ask."""
    ask = table.asks.get(e.ask)
    ruling = find_ruling(table, e.ask) if ask is None else None
    if ruling is not None and _overruled(table, ruling, e):
        return
    if ask is None or e.choice not in ask.options or not outranks(e.role, ask.role):
        table.alarm("decision.refused")
        return
    pending = table.pending[e.ask]
    if pending[0] == "penalty" and not may_choose(table, int(pending[1]), e.choice, str(pending[2]), e.role):
        refuse_step(table, int(pending[1]), e.choice, str(pending[2]))
        return
    table.close(e.ask)
    hand = table.hand
    if pending[0] == "penalty":
        penalise(table, int(pending[1]), e.choice, 0, str(pending[2]), e.role)
    elif pending[0] == "confirm":
        if e.choice == "confirm":
            confirmed(table, str(pending[1]), str(pending[2]), e.role)
    elif pending[0] in _BETWEEN:
        _BETWEEN[str(pending[0])](table, e.choice, *(int(n) for n in pending[1:]))
    elif hand is not None:
        _in_the_hand(table, hand, e.choice, pending, e.role if ask.role == "floor" else "")


def _overruled(table: Table, ruling: Ruling, e: FloorDecision) -> bool:
    """Whether it came to another ruling. That also settles an open dispute."""
    ruling = disputed_act(table, ruling)
    question = close_dispute(table, e.role)
    if undo.overrule(table, ruling, e.choice, e.role) or overrule(table, ruling, e.choice, e.role):
        return True
    reopen_dispute(table, question)
    return False


def _in_the_hand(table: Table, hand: Hand, choice: str, pending: tuple[int | str, ...], role: str) -> None:
    """An answer about the hand that is played. `role`: of who decides in a book's stead, "" if nobody does."""
    kind, *facts = pending
    if kind == "left_open":
        answer_left_open(table, hand, choice, role, str(facts[0]), [int(n) for n in facts[1:]])
    elif kind == DISPUTED:
        answer_dispute(table, hand, choice, [int(n) for n in facts], role)
    elif kind == "deal":
        _answer_deal(table, hand, choice, str(facts[1]), [int(facts[0]), *map(int, facts[2:])], role)
    else:
        _ANSWERS[str(kind)](table, hand, choice, [int(n) for n in facts])


def _answer_fold(table: Table, hand: Hand, choice: str, facts: list[int]) -> None:
    seat = facts[0]
    if choice == "fold" and hand.betting.turn == seat and hand.stage is Stage.ACTS:
        rule(table, "fold.muck", seat, (Take(seat, "fold", hand.left_by_fold(seat)),))


def _answer_burn(table: Table, hand: Hand, choice: str, _facts: list[int]) -> None:
    """The dealer burned without saying so; or he did not, and the board is put right."""
    if choice == "not_burned":
        not_burned(table, hand, hand.street + 1)
    else:
        hand.plan.burned()
        one_more(table, hand)


def _answer_motion(table: Table, hand: Hand, choice: str, facts: list[int]) -> None:
    """Chips that followed an act, the turn having passed on."""
    seat, front, *chips = facts
    acts = hand.betting.acts
    if not acts or acts[-1].seat != seat or not provisional(hand):
        return
    if choice == "one":
        matter = SilentChips(NO_FACING, tuple(chips), front + sum(chips), raise_was_said(hand.records.deeds))
        read_again(table, hand, matter, seat)
    else:
        rule(table, "string.first_motion", seat, ())


def _answer_motion_on(table: Table, hand: Hand, choice: str, facts: list[int]) -> None:
    """Chips of the seat on turn that followed an act which kept the turn, or chips that were none."""
    seat, at, total, last, *chips = facts
    book = table.book
    if hand.betting.turn != seat or hand.stage is not Stage.ACTS:
        return
    if choice == "one" and incomplete(hand, seat):
        hand.commitments.release(seat)
        said = raise_was_said(hand.records.deeds)
        read_again(table, hand, SilentChips(NO_FACING, tuple(chips), total, said), seat)
        return
    of = chips if choice == "one" else chips[len(chips) - last :]
    facing = hand.facing(seat, book.betting)
    act_with(
        table, hand, SilentChips(facing, tuple(of), min(total, facing.all_in), hand.commitments.announced == seat), at
    )


def _answer_motion_early(table: Table, hand: Hand, choice: str, facts: list[int]) -> None:
    """Chips that followed others out of turn."""
    seat, value, *chips = facts
    if choice == "one":
        more_early(table, hand, seat, tuple(chips), value)
    else:
        rule(table, "string.first_motion", seat, (Void(seat), Count(seat, "string")))


def _answer_act(table: Table, hand: Hand, choice: str, facts: list[int]) -> None:
    seat, total = facts
    if choice == "void" or hand.betting.turn != seat:
        return
    if choice == "raise":  # the floor has said so: too little for one is the smallest there is
        say(table, seat, choice, max(total, hand.facing(seat, table.book.betting).lowest or 0))
    else:
        say(table, seat, choice, None)


def _answer_live(table: Table, hand: Hand, choice: str, facts: list[int]) -> None:
    answer_live(table, hand, choice, facts[0])


def _answer_mixed(table: Table, hand: Hand, choice: str, facts: list[int]) -> None:
    seat = facts[0]
    if not hand.rights.renounced >> seat & 1 or hand.phase is not Phase.SHOWDOWN:
        return
    if choice == "mixed":
        muck(table, seat)
    else:
        hand.rights.take_back(seat)


def _answer_see(table: Table, hand: Hand, choice: str, facts: list[int]) -> None:
    if hand.phase is Phase.SHOWDOWN:
        answer_see(table, hand, choice, *facts)


def _answer_dead(table: Table, _hand: Hand, choice: str, facts: list[int]) -> None:
    answer_dead(table, choice, *facts)


def _answer_middle(table: Table, hand: Hand, choice: str, facts: list[int]) -> None:
    answer_middle(table, hand, choice, *facts)


def _answer_claim(table: Table, hand: Hand, choice: str, facts: list[int]) -> None:
    answer_claim(table, hand, choice, *facts)


def _answer_forward(table: Table, hand: Hand, choice: str, facts: list[int]) -> None:
    answer_forward(table, hand, choice, *facts)


def _answer_skipped(table: Table, hand: Hand, choice: str, facts: list[int]) -> None:
    if hand.stage is Stage.ACTS:
        answer_skipped(table, hand, choice, facts[0])


def _answer_order(_table: Table, hand: Hand, choice: str, facts: list[int]) -> None:
    answer_order(hand, choice, facts[0])


def _answer_out_of_turn(table: Table, hand: Hand, choice: str, facts: list[int]) -> None:
    if hand.stage is Stage.ACTS:
        answer_out_of_turn(table, hand, choice, facts[0])


def _answer_overtaken(table: Table, hand: Hand, choice: str, facts: list[int]) -> None:
    if hand.stage is Stage.ACTS:
        answer_overtaken(table, hand, choice, facts[0])


def _answer_odd_chip(table: Table, hand: Hand, choice: str, _facts: list[int]) -> None:
    if hand.phase is Phase.SHOWDOWN:
        award(table, hand, odd=choice)


def _answer_undetermined(table: Table, hand: Hand, choice: str, _facts: list[int]) -> None:
    answer_undetermined(table, hand, choice, "floor")


def _answer_deal(table: Table, hand: Hand, choice: str, matter: str, facts: list[int], role: str) -> None:
    """Whether a hand with a fault of its deal is void; where it stands, what was asked about stays as it is. `facts`:
    the seat, 0 for none, and the number of its cards, where that is the fault."""
    seat = facts[0]
    if hand.phase in OVER:
        return
    if choice == "misdeal":
        engine.cancel(table, hand, "deal.misdeal", seat or None, by=role)
    elif choice == "deal_on":
        count_on(table, hand)
    elif matter.startswith("premature."):
        let_stand(table, hand)
    elif matter in ("deal.count", "deal.missed"):
        put_away(table, hand)
        if seat in hand.seats and facts[1] < hand.variant.hole_cards:
            left_short(table, hand, seat, matter, role)


def _answer_dead_or_check(table: Table, hand: Hand, choice: str, _facts: list[int]) -> None:
    seat = hand.betting.turn
    if hand.stage is not Stage.ACTS or not seat:
        return
    if choice == "dead":
        rule(table, skipped(hand), seat, (Kill(seat),))
    else:
        say(table, seat, "check", None)


_BETWEEN: Final[dict[str, Callable[..., None]]] = {
    "seat_small_blind": answer_small_blind,
    "reserved": answer_reserved,
    VACATED: answer_vacated,
    VACATED_AT_DEAL: answer_vacated_at_deal,
    "transfer": answer_transfer,
    "first_button": answer_first_button,
    "seat_change": answer_change,
    "race": answer_conflict,
    "equal": answer_equal,
    "outsider": answer_outsider,
    "wrong_seats": answer_wrong_seats,
    RABBIT: answer_rabbit,
}
_ANSWERS: Final[dict[str, Callable[[Table, Hand, str, list[int]], None]]] = {
    "fold": _answer_fold,
    "burn": _answer_burn,
    BURNT_EARLY: answer_burnt_early,
    "motion": _answer_motion,
    "motion_on": _answer_motion_on,
    "motion_early": _answer_motion_early,
    "act": _answer_act,
    "skipped": _answer_skipped,
    "live": _answer_live,
    "mixed": _answer_mixed,
    "see": _answer_see,
    "dead": _answer_dead,
    "middle": _answer_middle,
    "claim": _answer_claim,
    "forward": _answer_forward,
    "order": _answer_order,
    "out_of_turn": _answer_out_of_turn,
    "flashed": answer_flashed,
    "missing": answer_missing,
    "dead_or_check": _answer_dead_or_check,
    "overtaken": _answer_overtaken,
    "odd_chip": _answer_odd_chip,
    UNDETERMINED: _answer_undetermined,
}


def correction(table: Table, e: Correction) -> None:
    """Chips come into play or leave it, or a stack is set; between hands, or for a seat that is not in the hand."""
    hand = table.hand
    if e.amount < 0 or e.seat not in SEATS:
        table.alarm("correction.refused", e.seat, e.amount)
    elif hand is not None and e.seat in hand.seats and hand.phase is not Phase.CLAIMS:
        _in_hand(table, e)
    elif e.what == "stack":
        _set_stack(table, e.seat, e.amount)
    elif e.what == "withdraw" and e.amount > table.stack[e.seat]:
        table.alarm("correction.refused", e.seat, e.amount)
    else:
        table.seating.hold(e.seat)
        effect = Issue(e.seat, e.amount) if e.what == "issue" else Withdraw(e.seat, e.amount)
        rule(table, f"chips.{e.what}", e.seat, (effect,))


def _in_hand(table: Table, e: Correction) -> None:
    """In mid-hand only the stack of a seat in manual may be set, and neither to nor from nothing."""
    if e.what != "stack" or table.senses.chips[e.seat] or not e.amount or not table.stack[e.seat]:
        table.alarm("correction.in_hand", e.seat, e.amount)
        return
    _set_stack(table, e.seat, e.amount)


def _set_stack(table: Table, seat: Seat, amount: int) -> None:
    """The stack counts as `amount`; where chips are sensed they have to agree, which an alarm says if they do not."""
    change = amount - table.stack[seat]
    table.seating.hold(seat)
    rule(table, "chips.stack", seat, (Issue(seat, change) if change >= 0 else Withdraw(seat, -change),))
    lies = table.felt.total[STACK + seat] - table.stacks.small[seat] - table.transit.uncounted(seat)
    if table.senses.chips[seat] and lies == amount:
        table.felt.found(max(0, change))
    elif table.senses.chips[seat]:
        table.alarm("stack.differs", seat, lies - amount, place_text(STACK + seat))
