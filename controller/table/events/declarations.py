"""What people enter beside commands: players' words and corrections of chips."""

from dataclasses import replace
from typing import Final

from controller.poker.events import Correction, Declared
from controller.poker.hand import BETWEEN_HANDS, Hand, Stage
from controller.poker.matters import NO_FACING, Said, SilentChips
from controller.poker.outcomes import Issue, Void, Withdraw
from controller.poker.places import SEATS, STACK, Seat, place_text
from controller.table.betting.actions import provisional, read_again, say
from controller.table.betting.out_of_turn import say_conditional, say_dark
from controller.table.hand.act_corrections import misread
from controller.table.state.rulings import refuse, rule
from controller.table.state.table import Table

OWN_WORDS: Final = ("pass", "pay", "stack")


def declared(table: Table, e: Declared) -> None:
    """A player's word as the dealer enters it. One that came before the player's chips has the last act read
    again."""
    e = _in_customary_words(table, e)
    if e.dark or e.condition is not None:
        _ahead(table, e)
    elif e.word == "other":
        unofficial(table, e.seat)
    elif table.hand is None or not _about_chips_that_moved(table, table.hand, e):
        say(table, e.seat, e.word, e.amount, e.at[1])


def _about_chips_that_moved(table: Table, hand: Hand, e: Declared) -> bool:
    """Take an announcement that came before or after chips of this round. Return False if it is an act of its own."""
    acts = hand.betting.acts
    last = bool(acts) and acts[-1].seat == e.seat
    if e.when == "after" and last:
        rule(table, "string.first_motion", e.seat, (Void(e.seat),))
        return True
    if e.when != "before" or not acts or not provisional(hand):
        return False
    if not last:
        return _late(table, hand, e)
    _said_before(table, hand, e)
    return True


def _in_customary_words(table: Table, e: Declared) -> Declared:
    """Return an expression of the house as the act that its rulebook gives it. Under another book it is no official
    word."""
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
    if hand is None or not hand.betting.is_live(e.seat):
        taken = False
    elif e.condition is not None:
        said = (e.word, e.amount, *e.condition)
        taken = hand.stage is Stage.ACTS and say_conditional(table, hand, e.seat, *said)
    else:
        taken = _done_here(hand, e.seat) and say_dark(table, hand, e.seat, e.word, e.amount)
    if not taken:
        table.alarm("out_of_turn", e.seat)


def _done_here(hand: Hand, seat: Seat) -> bool:
    """Whether an announcement can be meant for a later street: the round is over, or over for that seat as it
    stands."""
    return hand.stage in (Stage.GATHER, Stage.CARDS) or (
        hand.stage is Stage.ACTS and not hand.betting.is_to_act(seat)
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


def correction(table: Table, e: Correction) -> None:
    """Chips come into play or leave it, or a stack is set. This is between hands, or for a seat that is not in the
    hand."""
    hand = table.hand
    if e.amount < 0 or e.seat not in SEATS:
        table.alarm("correction.refused", e.seat, e.amount)
    elif hand is not None and e.seat in hand.seats and hand.phase not in BETWEEN_HANDS:
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
    """In mid-hand only the stack of a seat in manual may be set, and neither to 0 nor from 0."""
    if e.what != "stack" or table.senses.chips[e.seat] or not e.amount or not table.stack[e.seat]:
        table.alarm("correction.in_hand", e.seat, e.amount)
        return
    _set_stack(table, e.seat, e.amount)


def _set_stack(table: Table, seat: Seat, amount: int) -> None:
    """The stack counts as `amount`. If chips are sensed and differ from it, an alarm says so."""
    change = amount - table.stack[seat]
    table.seating.hold(seat)
    rule(table, "chips.stack", seat, (Issue(seat, change) if change >= 0 else Withdraw(seat, -change),))
    lies = table.felt.total[STACK + seat] - table.stacks.small[seat] - table.transit.uncounted(seat)
    if table.senses.chips[seat] and lies == amount:
        table.felt.found(max(0, change))
    elif table.senses.chips[seat]:
        table.alarm("stack.differs", seat, lies - amount, place_text(STACK + seat))
