"""The beginning of a hand: the shuffle, posts, options, and the checks when the first card moves."""

from math import gcd

from controller.poker.betting import NOBODY, clockwise, seats_of
from controller.poker.book import Book, bind
from controller.poker.hand import Hand, Terms
from controller.poker.outcomes import HandBegan, Prompt, Take, Void
from controller.poker.places import ON_BOARD, SEAT, STACK, Place, Seat
from controller.rulebooks import Rulebook
from controller.table.chips.between_hands import inspect
from controller.table.chips.chips_in_hand import all_count_again, note_lifted, short_of_chips
from controller.table.hand.showdown import close_hand
from controller.table.seating.absences import asked_before_deal, late_by, out_is_away, posts_late
from controller.table.seating.departures import free_for_list, free_seats
from controller.table.seating.entry_blinds import (
    joins,
    may_begin,
    note_button,
    post_debts,
    say_places,
    settle_in,
    tell_debts,
)
from controller.table.seating.lineup import Lineup, lineup
from controller.table.state.facts import DealBegins
from controller.table.state.fault import notice
from controller.table.state.rulings import refuse, rule
from controller.table.state.setup import ALL_SEATS
from controller.table.state.table import Table
from controller.table.tournament import levels


def begin_hand(table: Table, rulebook: Rulebook, at: int) -> None:
    """Begin a hand with the shuffle at that time (ns). The claims of the hand before end."""
    cancelled = table.to_deal_again
    close_hand(table)
    _between_hands(table, rulebook, at)
    book = bind(rulebook)
    table.play_by(book)
    out_is_away(table)
    levels.take(table, again=bool(cancelled))
    if asked_before_deal(table) or inspect(table) or not may_begin(table, again=bool(cancelled)):
        return
    all_count_again(table)
    note_lifted(table, at)
    _smallest_that_plays(table, book)
    made = _who_plays(table, book, cancelled)
    if made is None:
        return
    note_button(table, table.last, made.positions)
    before = None if cancelled else table.last
    hand = _new_hand(table, book, made, again=bool(cancelled))
    _post(table, hand)
    post_debts(table, hand, made, again=bool(cancelled))
    say_places(table, before, made)
    settle_in(table, made, again=bool(cancelled))
    free_for_list(table)
    tell_debts(table)
    table.suspensions.begin_hand(hand.seats, hand.big_blind, again=bool(cancelled))
    table.prompt(Prompt("dealer", None, "post"))
    for ask in table.asks.values():
        table.prompt(Prompt("floor", ask.seat, "still_asked", (("ask", ask.key),)))
    _offer_cut(table, hand)


def _who_plays(table: Table, book: Book, cancelled: tuple[Seat, ...]) -> Lineup | None:
    """Return who is dealt in, with the positions. None if too few can play, and the dealer gets a prompt.

    Once the positions are known, seats of players who were away for too long become free. Then they are found again.
    """
    made = lineup(table, book, cancelled)
    if made is None:
        if book.has("players"):
            rule(table, "players", None, (Void(None),), decided="too_few_players")
        able = [s for s in seats_of(table.seating.held & ~table.seating.sitting_out) if table.stack[s]]
        table.alarm("players.missing", count=len(able))
        tell_debts(table)
        return None
    if table.last is not None and not cancelled:
        free_seats(table, table.last, made.positions)
        return lineup(table, book) or made
    return made


def _new_hand(table: Table, book: Book, made: Lineup, *, again: bool) -> Hand:
    """The table has its next hand, and it is reported. `again`: one that was void is dealt again."""
    positions = made.positions
    number = table.next_hand(positions)
    table.tournament.hand_begins(again=again)
    terms = Terms(
        unseen=_unseen(table), tournament=table.setup.tournament, increment=_increment(table, book),
        chip=table.stacks.smallest, burns=book.entries.burn.before_each_street, variant=table.setup.variant,
    )  # fmt: skip
    hand = Hand(number, positions.button, positions[1:3], made.seats, table.stack, terms)
    table.begin_hand(hand)
    stacks = tuple(hand.starting[s] for s in hand.seats)
    small = positions.small_blind or None
    table.report(HandBegan(hand.number, positions.button, small, positions.big_blind, hand.seats, stacks))
    return hand


def _smallest_that_plays(table: Table, book: Book) -> None:
    """Set the smallest chip in play. If the rulebook ties it to the stakes, it is the smallest that posts need.

    Smaller chips on the stacks stay out of play for the hand. A stack that was never read chip by chip plays whole.
    """
    stakes = table.stakes
    tied = book.entries.chip_small.smallest == "blinds"
    needed = gcd(stakes.small_blind, stakes.big_blind, stakes.ante, stakes.big_blind_ante) if tied else 0
    playing = table.chips_in_play()
    table.stacks.lower_least(playing)
    table.tournament.play_again(playing)
    smallest = max(table.stacks.least_chip, needed)
    table.stacks.play_with(smallest, seats_of(table.seating.held), table.felt.chips[STACK:])


def _increment(table: Table, book: Book) -> int:
    """The unit of bets, in minor units: all bets are multiples of it. 1 if the rulebook has no rule.

    If no stack was read chip by chip, each plays as a whole. The smallest chip is then that of the game.
    """
    of = book.entries.bet_increment.of
    if of == "small_blind":
        return table.stakes.small_blind or 1
    if of == "smallest_chip":
        read = any(table.felt.chips[STACK + seat] is not None for seat in seats_of(table.seating.held))
        return table.stacks.smallest if read else table.stacks.least_chip
    return max(table.stacks.least_chip, table.setup.bet_unit) if of else 1


def _between_hands(table: Table, rulebook: Rulebook, at: int) -> None:
    del rulebook
    again = table.senses.next_hand()
    table.felt.count_as_read([area for part in again for area in part.areas], at)
    table.felt.new_hand(at)
    table.forget_hand()


def _unseen(table: Table) -> list[Place]:
    """The places without an antenna. They are ticked when their card leaves the shoe."""
    senses = table.senses
    unseen = [SEAT + s for s in ALL_SEATS if not senses.cards[s]]
    return unseen if senses.board else [*unseen, *ON_BOARD]


def _post(table: Table, hand: Hand) -> None:
    """Count antes, then blinds, at once. Their chips are due on the bet lines."""
    stakes, betting = table.stakes, hand.betting
    for seat in hand.seats if stakes.ante else ():
        _ruled_post(table, seat, "ante.post", betting.ante(seat, stakes.ante), hand)
    if stakes.big_blind_ante:
        seat = hand.big_blind
        _ruled_post(table, seat, "ante.big_blind", betting.dead(seat, stakes.big_blind_ante), hand)
    for seat, amount in ((hand.small_blind, stakes.small_blind), (hand.big_blind, stakes.big_blind)):
        if seat and amount:
            betting.post(seat, amount)
            posted, late = Take(seat, "post", betting.bet[seat]), late_by(table, seat)
            rule(table, "blind.post", seat, (posted,), also=late, under=_of_two(hand, seat))


def _of_two(hand: Hand, seat: Seat) -> str:
    """The rule key by which the button posts the small blind if two players are left, otherwise ""."""
    return "heads_up" if len(hand.seats) == 2 and seat == hand.small_blind else ""


def _ruled_post(table: Table, seat: Seat, matter: str, paid: int, hand: Hand) -> None:
    if paid:
        hand.lines.post_dead(seat, paid)
        rule(table, matter, seat, (Take(seat, "post", paid),))


def _chips_for_option(table: Table, hand: Hand, seat: Seat) -> bool:
    """Whether chips on a bet line beyond its posts can be an option, and not a post that needs change.

    Either nothing else lies there, or they are exactly an option beside an ante.
    """
    over, book = -table.bet_due(seat), table.book
    if over <= 0 or hand.betting.bet[seat]:
        return False
    return not hand.lines.lying[seat] or over == _option_amount(table, book)


def _option_amount(table: Table, book: Book) -> int:
    return table.stakes.big_blind * book.entries.option.times_big_blind


def offer_option(table: Table, hand: Hand, seat: Seat) -> None:
    """An option is put in before the deal, or entered. It counts if the rulebook allows it, else the chips return."""
    book = table.book
    if seat not in hand.seats:
        return
    amount, wanted = max(0, -table.bet_due(seat)), _option_amount(table, book)
    allowed = book.entries.option.allowed and not hand.straddle and len(hand.seats) > 2
    placed = seat == clockwise(hand.seats, hand.big_blind)[0] or book.entries.option.seat == "any"
    free = not hand.betting.bet[seat]
    if not (allowed and placed and free and amount in (wanted, 0)) or table.stack[seat] < wanted:
        refuse(table, "option" if hand.small_blind else "blind.missing", seat)
        return
    hand.post_option(seat, wanted)
    rule(table, "option", seat, (Take(seat, "post", wanted),))


def posts_moved(table: Table, hand: Hand, seat: Seat = NOBODY) -> None:
    """Chips came to a bet line before the cards. Check for an option, and whether all posts are made."""
    if seat and not joins(table, hand, seat) and _chips_for_option(table, hand, seat):
        offer_option(table, hand, seat)
    unpaid = [seat for seat in hand.seats if table.bet_due(seat)]
    hand.review_posts(complete=all(posts_late(table, seat) for seat in unpaid))


def first_card(table: Table, hand: Hand) -> None:
    """The first card moves. Raise an alarm once for each thing that is not as it should be, and begin the deal."""
    for seat in hand.seats:
        due = table.bet_due(seat)
        if due and not posts_late(table, seat):
            table.alarm("post.missing" if due > 0 else "post.too_much", seat, abs(due))
            rule(table, "blind.when", seat, ())
    if table.senses.button and table.felt.button not in (None, hand.button):
        table.alarm("button.wrong", table.felt.button, None, f"seat:{hand.button}")
    notice(table, hand, DealBegins())
    if any(table.transit.held_at_shuffle):
        short_of_chips(table)
    hand.begin_deal()


def _offer_cut(table: Table, hand: Hand) -> None:
    """Ask for the cut. Without a house dealer, the neighbour on the dealer's right cuts before the deal."""
    book = table.book
    if not table.setup.self_dealt or not book.entries.deck_shuffle.neighbour_cuts:
        return
    pile = book.entries.deck_shuffle.smallest_pile
    table.prompt(Prompt("seat", hand.offer_cut(), "cut", (("count", pile),)))
