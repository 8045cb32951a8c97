"""The end of a hand: showdown, award, claims, and the closing."""

from controller.poker.betting import seats_of
from controller.poker.hand import Hand, Phase, Stage
from controller.poker.outcomes import HandClosed, Prompt
from controller.poker.places import BET, HAND, POT, STACK, Seat, place_text
from controller.poker.showdown import settle, show_order
from controller.table.apply import write_manual
from controller.table.rulings import rule
from controller.table.state import Table


def begin_showdown(table: Table, hand: Hand) -> None:
    """Betting is over with more than one hand live."""
    hand.phase = Phase.SHOWDOWN
    if hand.stage is not Stage.GATHER:
        hand.stage = Stage.DONE
    if not hand.exposed and hand.betting.runs_out:
        hand.exposed = hand.betting.live
    rule(table, "show.order", None, ())
    prompt_show(table, hand)
    all_shown(table, hand)


def prompt_show(table: Table, hand: Hand) -> None:
    """Ask the dealer for the next hand to be shown or given up."""
    waiting = [s for s in show_order(hand) if not hand.shown >> s & 1]
    if waiting:
        table.prompt(
            Prompt("dealer", waiting[0], "show" if hand.exposed else "show_or_muck", (("seat", waiting[0]),))
        )


def all_shown(table: Table, hand: Hand) -> None:
    """Award as soon as every live hand is shown, or one is left."""
    if hand.phase is Phase.SHOWDOWN and (not hand.betting.contested or not hand.betting.live & ~hand.shown):
        award(table, hand)


def award(table: Table, hand: Hand) -> None:
    """Divide the pots. Where the hands cannot be read the dealer names the winners."""
    book = table.book
    divided = settle(hand, book, table.setup.smallest_chip) if book else None
    if divided is None:
        table.prompt(Prompt("dealer", None, "name_winners"))
        return
    contested = hand.betting.contested
    hand.shares = divided.shares
    hand.lines = [0] * len(hand.lines)
    hand.phase = Phase.AWARD
    for part in divided.awards:
        matter = "award.contested" if contested else "award.uncontested"
        rule(table, "odd_chip" if _uneven(part.shares) else matter, None, (part,))
    table.prompts.clear()
    winners = tuple((f"seat:{s}", hand.won[s]) for s in seats_of(sum(1 << n for n in hand.seats)) if hand.won[s])
    table.prompt(Prompt("dealer", None, "award", winners))
    paid(table, hand)


def _uneven(shares: tuple[tuple[Seat, int], ...]) -> bool:
    return len({amount for _, amount in shares}) > 1


def paid(table: Table, hand: Hand) -> None:
    """Claims begin once every winner's chips lie on his stack and nothing is left in the middle."""
    total, senses = table.felt.total, table.senses
    if senses.pot and total[POT]:
        return
    for seat in hand.seats:
        if senses.chips[seat] and (total[BET + seat] or (hand.won[seat] and total[STACK + seat] < table.stack[seat])):
            return
    if not senses.pot and not any(senses.chips[s] for s in seats_of(hand.betting.live)):
        return  # nothing senses the push: the dealer says so
    end_award(table, hand)


def end_award(table: Table, hand: Hand) -> None:
    """The pots are pushed."""
    hand.phase = Phase.CLAIMS
    hand.stage = Stage.DONE
    if not table.senses.all_chips:
        write_manual(table)
    compare_stacks(table, hand)
    table.prompts.clear()
    table.prompt(Prompt("dealer", None, "shuffle"))
    if table.book is not None and table.book.figure("claims", "end", "shuffle") == "push":
        close_hand(table)


def compare_stacks(table: Table, hand: Hand) -> None:
    """The award is over: a stack that is not what it should be is named."""
    total = table.felt.total
    for seat in hand.seats:
        lies = total[STACK + seat] + total[HAND + seat]
        if table.senses.chips[seat] and lies != table.stack[seat]:
            table.alarm("stack.differs", seat, lies - table.stack[seat], place_text(STACK + seat))


def close_hand(table: Table) -> None:
    """Claims are over: what the hand came to, once."""
    hand = table.hand
    if hand is None:
        return
    awards = tuple((s, won) for s, won in enumerate(hand.won) if won)
    stacks = tuple((s, table.stack[s]) for s in seats_of(table.held))
    table.outcomes.append(HandClosed(hand.number, awards, stacks))
    table.hand = None
