"""Judge chips and words of the seat on turn as acts, and judge an act again."""

from controller.poker.betting import among
from controller.poker.book import Book
from controller.poker.events import ChipsMoved, Interval
from controller.poker.hand import ACTS, CARDS, GATHER, STREETS, Hand, Phase
from controller.poker.matters import Said, SilentChips
from controller.poker.outcomes import Ask, Count, Kill, Prompt, Refold, Take, Void
from controller.poker.places import BET, POT, Seat, place_text
from controller.table.betting.lifted_bets import lifted
from controller.table.betting.out_of_turn import chips_early, not_on_turn, note_simultaneous, say_early
from controller.table.betting.string_bets import rejudge_last_act, second_motion, still_moving
from controller.table.state.rulings import decide, refuse, rule
from controller.table.state.table import Table

# --- chips ----------------------------------------------------------------------------------------------------------


def bet_line(table: Table, hand: Hand, seat: Seat, e: ChipsMoved) -> None:
    """A motion at a bet line while the betting is open."""
    moved = sum(e.added) - sum(e.removed)
    due = table.bet_due(seat)
    before = due + moved
    if (before > 0 and moved > 0) or (before < 0 and moved < 0):
        hand.lines.lay_down(seat, max(0, moved))
        too_few(table, hand, seat, before, due)
        return  # payment of the amount due, change to come included
    if moved < 0:
        _less(table, hand, seat, -moved, e)
    elif moved > 0 and seat == hand.betting.turn:
        silent_chips(table, hand, seat, e)
    elif moved > 0:
        _late_chips(table, hand, seat, e, moved)


def too_few(table: Table, hand: Hand, seat: Seat, before: int, left: int) -> None:
    """The first chips after an announced call are too few: `left` of the amount due `before`. The call stands. An
    announced total may be paid in any number of motions."""
    if left <= 0:
        return
    acts = hand.betting.acts
    n = max((n for n, act in enumerate(acts) if act.seat == seat), default=-1)
    if n < 0 or acts[n].act != "call" or not isinstance(hand.records.deeds[n].source, Said):
        return
    front = next((act.total for act in reversed(acts[:n]) if act.seat == seat), hand.betting.start.bet[seat])
    if before == acts[n].total - front and table.book.has("chips.short"):
        rule(table, "chips.short", seat, ())


def _less(table: Table, hand: Hand, seat: Seat, amount: int, e: ChipsMoved) -> None:
    """An ante brought in before the bets leaves the line as an ante. Anything else is lifted."""
    if hand.lines.lying[seat] == amount:
        hand.lines.bring_in_ante(seat)
    else:
        lifted(table, hand, seat, amount, e)


def silent_chips(table: Table, hand: Hand, seat: Seat, e: ChipsMoved) -> None:
    """The seat on turn moves chips to its line without announcing an amount."""
    book = table.book
    if table.seating.is_standing(seat):
        _stood(table, seat)
        return
    if among(table.seating.assisted, seat):
        return  # the dealer moves their chips: the player's words say what they are
    facing = hand.facing(seat, book.betting)
    smallest = table.stacks.smallest
    small = sum(chip for chip in e.added if chip < smallest) if smallest > 1 else 0
    total = table.felt.total[BET + seat] - hand.lines.lying[seat] - small
    if small:
        gone = any(chip in table.tournament.withdrawn for chip in e.added)
        rule(table, "race.late" if gone else "chip.small", seat, (Void(seat),))
    if total <= facing.before:
        return
    too_much = total - facing.all_in
    if too_much > 0:
        table.alarm("chips.more_than_stack", seat, too_much, place_text(BET + seat))
        total = facing.all_in
    chips = tuple(chip for chip in e.added if chip >= smallest) if small else e.added
    _act_with(table, hand, SilentChips(facing, chips, total, hand.commitments.announced == seat), e.at)


def _act_with(table: Table, hand: Hand, matter: SilentChips, at: Interval) -> None:
    seat, book = matter.facing.seat, table.book
    motion = hand.records.motion
    if motion is not None and motion.seat == seat and still_moving(table, hand, book, matter, at):
        return
    act_with(table, hand, matter, at[1])


def act_with(table: Table, hand: Hand, matter: SilentChips, at: int) -> None:
    """Judge chips of the seat on turn, whatever came before them."""
    seat, book = matter.facing.seat, table.book
    if hand.waiting.early:
        note_simultaneous(table, hand, seat, at)
    if decide(table, hand, book, matter) is None:
        return
    if hand.commitments.announced == seat and matter.total == matter.facing.call:
        hand.commitments.announce_first_part(seat)
    hand.records.note_motion(seat, at, matter.chips, matter.facing.before)


def wrong_line(table: Table, seat: Seat, turn: Seat, amount: int) -> None:
    """Chips from the hand of the seat on turn lie on another's line: no act until they lie on its own."""
    if not table.book.has("chips.line"):
        table.alarm("chips.wrong_line", turn, amount, place_text(BET + seat))
        return
    rule(table, "chips.line", turn, (Void(turn),))
    table.prompt(Prompt("dealer", turn, "own_line", (("seat", turn), ("amount", amount), ("at", seat))))


def empty_line(table: Table, owner: Seat, seat: Seat, amount: int) -> None:
    """Chips of `owner` lie on the line of a free seat: no bet, and the dealer gives them back."""
    if not table.book.has("chips.empty_seat"):
        table.alarm("chips.wrong_line", owner, amount, place_text(BET + seat))
        return
    rule(table, "chips.empty_seat", owner, (Void(owner),))
    table.prompt(Prompt("dealer", owner, "empty_line", (("seat", owner), ("amount", amount), ("at", seat))))


def splashed(table: Table, hand: Hand, e: ChipsMoved, held: int) -> None:
    """Chips thrown into the pot by the seat on turn are its bet, not yet gathered. The dealer brings them back.

    `held` is what the player had in their hand before. Antes that are brought in are not part of it.
    """
    seat, book = hand.betting.turn, table.book
    over = table.felt.total[POT] - (hand.betting.pot - hand.lines.total)
    if not seat or not 0 < sum(e.added) <= min(held, over):
        return
    if not book.has("chips.splashed"):
        table.alarm("chips.wrong_line", seat, sum(e.added), place_text(POT))
        return
    facing = hand.facing(seat, book.betting)
    total = facing.before + min(sum(e.added), facing.stack)
    rule(table, "chips.splashed", seat, (Count(seat, "splash"),))
    if table.counters[(seat, "splash")] > 2:
        table.alarm("repeated.splash", seat, count=table.counters[(seat, "splash")])
    _act_with(table, hand, SilentChips(facing, e.added, total, hand.commitments.announced == seat), e.at)


def _stood(table: Table, seat: Seat) -> None:
    """Acts and words of a standing player count for nothing."""
    rule(table, "act.standing", seat, (Void(seat), Count(seat, "standing")))


def _late_chips(table: Table, hand: Hand, seat: Seat, e: ChipsMoved, moved: int) -> None:
    """Chips by a seat that is not on turn: a second motion of the last act, or out of turn."""
    acts = hand.betting.acts
    if not hand.betting.is_live(seat) and _is_final(table):
        refuse(table, "fold.final", seat)
        return
    if acts and acts[-1].seat == seat and acts[-1].act != "fold":
        second_motion(table, hand, seat, e)
        return
    chips_early(table, hand, seat, e, moved)


def _is_final(table: Table) -> bool:
    """Whether the book says that chips of a dead hand are no act."""
    return table.book.has("fold.final")


def after_close(table: Table, hand: Hand, seat: Seat, e: ChipsMoved) -> None:
    """A motion at a bet line between the last act and the gathering: payment, gathering, or a second motion."""
    moved = sum(e.added) - sum(e.removed)
    before = table.bet_due(seat) + moved
    if moved < 0:
        hand.lines.take_in(seat, -moved, max(0, -before))
    elif moved > 0 and before <= 0 and not hand.betting.is_live(seat) and _is_final(table):
        refuse(table, "fold.final", seat)
    elif moved > 0 and before > 0:
        too_few(table, hand, seat, before, before - moved)
    elif moved > 0:
        acts = hand.betting.acts
        if hand.records.motion is not None and acts and acts[-1].seat == seat:
            second_motion(table, hand, seat, e)
        elif before <= 0:
            not_on_turn(table, seat, moved)


# --- words ----------------------------------------------------------------------------------------------------------


def say(table: Table, seat: Seat, word: str, amount: int | None, at: int = 0) -> None:
    """An announcement: an act if the seat is on turn. Otherwise it waits, or changes nothing."""
    hand = table.hand
    if hand is not None and hand.stage is ACTS and seat == hand.betting.turn:
        if table.seating.is_standing(seat):
            _stood(table, seat)
        else:
            _say_in_turn(table, hand, seat, word, amount, at)
        return
    if word == "fold" and hand is not None and (_is_out(hand, seat) or _folds_between_rounds(table, hand, seat)):
        return
    if hand is None or hand.stage is not ACTS or not hand.betting.is_live(seat):
        _not_on_turn(table, seat)
    elif word == "fold" and not hand.betting.stack[seat]:
        rule(table, "act.fold", seat, (Kill(seat),))
    elif not say_early(table, hand, seat, word, amount, at):
        _not_on_turn(table, seat)


def _is_out(hand: Hand, seat: Seat) -> bool:
    """Whether a seat that was dealt in is out of the hand. Its fold is then known already: its cards at the muck may
    have shown so before the announcement."""
    return seat in hand.seats and not hand.betting.is_live(seat)


def _folds_between_rounds(table: Table, hand: Hand, seat: Seat) -> bool:
    """A fold by an all-in player after the round is final if the book has a rule on folds. The book also decides
    whether it is once the hands are to be turned up. True if it came to a ruling."""
    book = table.book
    waits = hand.phase in STREETS and hand.stage in (GATHER, CARDS)
    if not book.has("fold.final") or not waits or not hand.betting.contested:
        return False
    if not hand.betting.is_live(seat) or hand.betting.stack[seat]:
        return False
    if hand.rights.is_exposed(seat) and book.entries.fold_final.turned_up == "must_show":
        refuse(table, "show.all_in", seat)
        table.alarm("muck.must_show", seat)
        return True
    rule(table, "act.fold", seat, (Kill(seat),))
    return True


def _not_on_turn(table: Table, seat: Seat) -> None:
    table.alarm("out_of_turn", seat)
    table.count(seat, "out_of_turn")


def _say_in_turn(table: Table, hand: Hand, seat: Seat, word: str, amount: int | None, at: int) -> None:
    book = table.book
    said = Said(hand.facing(seat, book.betting), word, amount)
    if hand.commitments.announced == seat:
        if _first_part(said):
            hand.commitments.announce_first_part(seat)  # "raise, the 1,500 …"
            return
        said = _after_raise(hand, book, said)
    if word == "pot":
        said = said._replace(amount=hand.betting.pot_limit(hand.betting.bet[seat]))
    if hand.waiting.early:
        note_simultaneous(table, hand, seat, at)
    acts = len(hand.betting.acts)
    decided = decide(table, hand, book, said)
    if decided is not None and len(hand.betting.acts) > acts:
        hand.records.end_motion()


def _first_part(m: Said) -> bool:
    """Whether an amount after the bare "raise" is the call, to which a second part is added."""
    return m.word not in ("raise", "all_in", "plus") and m.amount == m.facing.call > m.facing.before


def _after_raise(hand: Hand, book: Book, m: Said) -> Said:
    """Words after the bare "raise", which stands. Too small an amount is made up. A second part is added to the
    call."""
    amount = m.amount or 0
    if m.word == "plus" and hand.commitments.split_raise_by == m.facing.seat:
        return m._replace(word="raise", amount=hand.betting.call + amount, how="announce.raise")
    if m.word in ("raise", "all_in"):
        return m
    if m.word == "plus":
        spoken = book.has("announce.supplement")
        return m._replace(word="raise", how="announce.supplement") if spoken else m
    return m._replace(word="raise", amount=amount)


# --- an act read again ----------------------------------------------------------------------------------------------


def provisional(hand: Hand) -> bool:
    """Whether the bets of the round are not gathered, so that its last act may still be judged again."""
    open_still = hand.stage is GATHER and not hand.rights.shown and hand.phase is not Phase.AWARD
    return open_still or hand.stage is ACTS


def read_again(table: Table, hand: Hand, matter: SilentChips | Said, seat: Seat) -> None:
    """Judge the last act of a seat again, as if no act had followed it. Physical state and amounts due follow."""
    book = table.book
    if not hand.records.deeds:
        return
    replaced = hand.records.deeds[-1].ruling
    answer, matter = rejudge_last_act(hand, book, matter, seat, table.next_id())
    take = None if isinstance(answer, Ask) else next((e for e in answer.effects if isinstance(e, Take)), None)
    if isinstance(answer, Ask) or take is None:
        return
    if hand.stage is GATHER:
        hand.reopen_round()
    made = rule(table, answer.matter, seat, (Refold(seat, take.act, take.total),), replaced)
    hand.records.replace_last(made, matter)
