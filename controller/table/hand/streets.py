"""The course of a hand: shuffle, posts, deal, rounds, gathering, showdown, award, claims."""

from math import gcd

from controller.poker.betting import NOBODY, clockwise, seats_of
from controller.poker.book import Book, bind
from controller.poker.hand import BEFORE_ACTS, STREETS, Hand, Phase, Stage
from controller.poker.outcomes import Arm, CloseRound, HandBegan, Kill, Prompt, Take
from controller.poker.places import BET, BOARD, MUCK, POT, SEAT, STACK, Place, Seat
from controller.poker.remedy import holds_street
from controller.rulebooks import Rulebook
from controller.table.betting.out_of_turn import forget_early, open_dark, reached
from controller.table.chips.between_hands import TRANSFER, inspect
from controller.table.chips.chips_in_hand import note_lifted, short_of_chips
from controller.table.hand.cut import deck_stands, offer_cut
from controller.table.hand.showdown import all_shown, award, begin_showdown, close_hand, prompt_what_was_shown
from controller.table.seating.absences import (
    ask_on_turn,
    asked_before_deal,
    dies_on_turn,
    dies_when_dealt,
    late_by,
    out_is_away,
    posts_late,
)
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
from controller.table.seating.lineup import lineup
from controller.table.state.rulings import refuse, rule
from controller.table.state.setup import ALL_SEATS
from controller.table.state.table import Table
from controller.table.tournament import levels

# --- acts -----------------------------------------------------------------------------------------------------------


def after_act(table: Table, hand: Hand) -> None:
    """The turn has passed on, perhaps to one who acted early; or the round is over."""
    while (hand.early or hand.dark) and reached(table, hand):
        pass
    while table.seating.away and dies_on_turn(table, hand):
        pass
    if table.seating.vacated:
        ask_on_turn(table, hand)
    if hand.ticking and hand.clock != hand.betting.turn:
        hand.ticking = False
        table.outcomes.append(Arm("clock", None))
    if hand.betting.turn == NOBODY:
        close_round(table, hand)


def after_kill(table: Table, hand: Hand) -> None:
    """A hand died by a ruling, whoever's turn it is."""
    if hand.stage is Stage.ACTS:
        after_act(table, hand)
    elif hand.phase is Phase.SHOWDOWN:
        all_shown(table, hand)
    elif hand.phase in STREETS and not hand.betting.contested:
        award(table, hand)


# --- the beginning --------------------------------------------------------------------------------------------------


def begin_hand(table: Table, rulebook: Rulebook, at: int) -> None:
    """The shuffle at that time (ns): the claims of the hand before end, and the next begins."""
    if table.phase not in (Phase.WAITING, Phase.CLAIMS, Phase.CANCELLED):
        table.alarm("shuffle.refused")
        return
    if any(ask.key == TRANSFER for ask in table.asks.values()):
        table.alarm("shuffle.transfer_open")
        return
    if "claim" in table.asks:
        table.alarm("shuffle.claim_open")
        return
    if not deck_stands(table):
        return
    hand_before = table.hand
    cancelled = hand_before.seats if hand_before is not None and hand_before.phase is Phase.CANCELLED else ()
    close_hand(table)
    _between_hands(table, rulebook, at)
    book = table.book = bind(rulebook)
    out_is_away(table)
    levels.take(table, again=bool(cancelled))
    if asked_before_deal(table) or inspect(table) or not may_begin(table, again=bool(cancelled)):
        return
    note_lifted(table, at)
    _smallest_that_plays(table, book)
    made = lineup(table, book, cancelled)
    if made is None:
        if book.has("players"):
            rule(table, "players", None, ())
        able = [s for s in seats_of(table.held & ~table.sitting_out) if table.stack[s]]
        table.alarm("players.missing", None, len(able))
        tell_debts(table)
        return
    positions = made.positions
    if table.last is not None and not cancelled:
        free_seats(table, table.last, positions)
        made = lineup(table, book) or made
        positions = made.positions
    note_button(table, table.last, positions)
    before = None if cancelled else table.last
    table.last = positions
    table.tournament.begun = False
    table.hand_number += 1
    hand = Hand(
        table.hand_number, positions.button, positions[1:3], made.seats, table.stack, _unseen(table),
        tournament=table.setup.tournament, increment=_increment(table, book),
        burns=book.figure("burn", "before_each_street", True) is True,
    )  # fmt: skip
    hand.betting.chip = table.smallest
    table.hand = hand
    stacks = tuple(table.stack[s] for s in hand.seats)
    small = positions.small_blind or None
    table.outcomes.append(HandBegan(hand.number, positions.button, small, positions.big_blind, hand.seats, stacks))
    _post(table, hand)
    post_debts(table, hand, made, again=bool(cancelled))
    say_places(table, before, made)
    settle_in(table, made, again=bool(cancelled))
    free_for_list(table)
    tell_debts(table)
    table.serving = _suspended(table, hand, again=bool(cancelled))
    table.prompt(Prompt("dealer", None, "post"))
    for ask in table.asks.values():
        table.prompt(Prompt("floor", ask.seat, "still_asked", (("ask", ask.key),)))
    offer_cut(table, hand)


def _suspended(table: Table, hand: Hand, *, again: bool) -> tuple[Seat, ...]:
    """Who serves a suspension in this hand. Its first round begins with the seat's big blind, and one of n rounds is
    over when that comes for the n + 1st time; the round that is being played counts as left. `again`: the hand was
    cancelled, and the big blind is where it was.
    """
    kind, left = table.suspended.get(hand.big_blind, ("", 0)) if not again else ("", 0)
    if kind == "rounds_ahead":
        table.suspended[hand.big_blind] = ("rounds", left)
    elif kind == "rounds" and left == 1:
        del table.suspended[hand.big_blind]
    elif kind == "rounds":
        table.suspended[hand.big_blind] = ("rounds", left - 1)
    return tuple(seat for seat in hand.seats if seat in table.suspended)


def _smallest_that_plays(table: Table, book: Book) -> None:
    """Where the book ties it to the stakes: the smallest chip that blinds and antes need. Smaller ones on the stacks
    stay out of play for the hand; a stack that was never read chip by chip plays as a whole."""
    stakes = table.stakes
    tied = book.figure("chip.small", "smallest", "table") == "blinds"
    needed = gcd(stakes.small_blind, stakes.big_blind, stakes.ante, stakes.big_blind_ante) if tied else 0
    table.smallest = max(table.least_chip, needed)
    if table.smallest == table.least_chip and not any(table.small):
        return
    for seat in seats_of(table.held):
        chips = table.felt.chips[STACK + seat]
        small = table.small[seat] if chips is None else sum(c for c in chips if c < table.smallest)
        table.stack[seat] += table.small[seat] - small
        table.small[seat] = small


def _increment(table: Table, book: Book) -> int:
    """What bets are multiples of: 1 where the book says nothing. The smallest chip that plays is that of the game
    where no stack was read chip by chip, for then each plays as a whole."""
    of = str(book.figure("bet.increment", "of", ""))
    if of == "small_blind":
        return table.stakes.small_blind or 1
    if of == "smallest_chip":
        read = any(table.felt.chips[STACK + seat] is not None for seat in seats_of(table.held))
        return table.smallest if read else table.least_chip
    return max(table.least_chip, table.setup.bet_unit) if of else 1


def _between_hands(table: Table, rulebook: Rulebook, at: int) -> None:
    del rulebook
    for part, sensed in table.sensing_next:
        set_sensing(table, part, sensed)
    table.sensing_next.clear()
    table.felt.new_hand(at)
    now = table.outcomes  # what this shuffle has said already stays
    table.alarms = [alarm for alarm in table.alarms if alarm in now]
    table.prompts = [prompt for prompt in table.prompts if prompt in now]
    table.rulings = [ruling for ruling in table.rulings if ruling in now]
    for name in [name for name, ask in table.asks.items() if ask.scope != "after"]:
        del table.asks[name]
        del table.pending[name]


def set_sensing(table: Table, part: str, sensed: bool) -> None:
    """A part senses, or is told instead."""
    senses = table.senses
    name, _, number = part.partition(":")
    if name == "chips":
        senses.chips[int(number)] = sensed
    elif name == "cards":
        senses.cards[int(number)] = sensed
    elif name == "pot":
        senses.pot = sensed
    elif name == "board":
        senses.board = sensed
    elif name == "shoe":
        senses.shoe = sensed
    elif name == "button":
        senses.button = sensed
    senses.recount()


def _unseen(table: Table) -> list[Place]:
    """Places ticked when their card leaves the shoe, no antenna being there."""
    senses = table.senses
    unseen = [SEAT + s for s in ALL_SEATS if not senses.cards[s]]
    return unseen if senses.board else unseen + list(range(BOARD + 1, MUCK))


def _post(table: Table, hand: Hand) -> None:
    """Antes and blinds count at once, antes first; the chips are due on the bet lines."""
    stakes, betting = table.stakes, hand.betting
    for seat in hand.seats:
        if stakes.ante:
            _ruled_post(table, seat, "ante.post", betting.ante(seat, stakes.ante), hand)
    if stakes.big_blind_ante:
        seat = hand.big_blind
        _ruled_post(table, seat, "ante.big_blind", betting.dead(seat, stakes.big_blind_ante), hand)
    for seat, amount in ((hand.small_blind, stakes.small_blind), (hand.big_blind, stakes.big_blind)):
        if seat and amount:
            betting.post(seat, amount)
            rule(table, "blind.post", seat, (Take(seat, "post", betting.bet[seat]),), also=late_by(table, seat))


def _ruled_post(table: Table, seat: Seat, matter: str, paid: int, hand: Hand) -> None:
    if paid:
        hand.lines[seat] += paid
        rule(table, matter, seat, (Take(seat, "post", paid),))


def _chips_for_option(table: Table, hand: Hand, seat: Seat) -> bool:
    """Whether what lies on a line beyond its posts can be meant as an option, and not as a post that wants change: it
    is all that lies there, or just the amount of an option beside an ante.
    """
    over, book = -table.bet_due(seat), table.book
    if book is None or over <= 0 or hand.betting.bet[seat]:
        return False
    return not hand.lines[seat] or over == _option_amount(table, book)


def _option_amount(table: Table, book: Book) -> int:
    return table.stakes.big_blind * int(str(book.figure("option", "times_big_blind", 2)))


def offer_option(table: Table, hand: Hand, seat: Seat) -> None:
    """An option is put in before the deal, or entered: it counts where the book allows it, else the chips go back."""
    book = table.book
    if book is None or seat not in hand.seats:
        return
    amount, wanted = max(0, -table.bet_due(seat)), _option_amount(table, book)
    allowed = book.figure("option", "allowed", False) is True and not hand.straddle and len(hand.seats) > 2
    placed = seat == clockwise(hand.seats, hand.big_blind)[0] or book.figure("option", "seat") == "any"
    free = not hand.betting.bet[seat]
    if not (allowed and placed and free and amount in (wanted, 0)) or table.stack[seat] < wanted:
        refuse(table, "option" if hand.small_blind else "blind.missing", seat)
        return
    hand.straddle = seat
    hand.option = hand.betting.post(seat, wanted)
    rule(table, "option", seat, (Take(seat, "post", wanted),))


def posts_moved(table: Table, hand: Hand, seat: Seat = NOBODY) -> None:
    """Something came to a bet line before the cards: an option? Are all posts made?"""
    if seat and not joins(table, hand, seat) and _chips_for_option(table, hand, seat):
        offer_option(table, hand, seat)
    posted = not any(table.bet_due(seat) and not posts_late(table, seat) for seat in hand.seats)
    hand.phase = Phase.DEALING if posted else Phase.POSTING


def first_card(table: Table, hand: Hand) -> None:
    """The first card moves: whatever is not as it should be is said once."""
    for seat in hand.seats:
        due = table.bet_due(seat)
        if due and not posts_late(table, seat):
            table.alarm("post.missing" if due > 0 else "post.too_much", seat, abs(due))
            rule(table, "blind.when", seat, ())
    if table.senses.button and table.felt.button not in (None, hand.button):
        table.alarm("button.wrong", table.felt.button, None, f"seat:{hand.button}")
    if hand.cuts:
        rule(table, "deck.shuffle", hand.cuts, (), decided="uncut")
        table.alarm("cut.missing", hand.cuts)
    if any(table.seating.lifted):
        short_of_chips(table)
    hand.phase = Phase.DEALING


_DEALT_IN = (*BEFORE_ACTS, *STREETS)

# --- streets --------------------------------------------------------------------------------------------------------


def cards_out(table: Table, hand: Hand) -> None:
    """Every card of the deal or of a street is proven; once the pots were awarded, cards open no street. What a
    remedy still wants before the betting comes first."""
    if hand.phase not in _DEALT_IN or (hand.watchful and held(table, hand)):
        return
    table.withdraw("one_motion_or_two", "burned", "card_missing")
    if hand.phase is Phase.DEALING:
        hand.phase = Phase.PREFLOP
        stakes = table.stakes
        unit = (stakes.small_bet or stakes.big_blind) if _limit(table) else 0
        call = max(stakes.big_blind, hand.option)
        size = table.book.betting.grow(0, call) if table.book else 0
        hand.betting.open(_first_to_speak(table, hand) + 1, stakes.big_blind, unit, call, size)
        hand.stage = Stage.ACTS
        for seat in table.serving:
            rule(table, "penalties", seat, (Kill(seat),))
        if table.seating.away | table.seating.late | table.seating.vacated:
            dies_when_dealt(table, hand)
        after_act(table, hand)
        return
    hand.street += 1
    hand.phase = STREETS[hand.street]
    hand.motion = None
    if not hand.betting.runs_out:
        _open_street(table, hand)
    elif hand.street == 3:
        begin_showdown(table, hand)
    else:
        hand.stage = Stage.CARDS
        hand.plan.open_gate(hand.street + 1)


def held(table: Table, hand: Hand) -> bool:
    """Whether nobody may act: a movement is to be made first, or a person is asked what the book leaves open."""
    return asked_of_the_floor(table) or holds_street(hand.remedies, hand.plan)


def asked_of_the_floor(table: Table) -> bool:
    """Whether a question is open of a fault on which the book has no word: nothing is moved until it is answered."""
    return any(pending[0] == "left_open" for pending in table.pending.values())


def _first_to_speak(table: Table, hand: Hand) -> Seat:
    """The seat left of which the first round opens: the highest blind, unless an option's poster speaks first."""
    if hand.straddle and table.book is not None and table.book.figure("option", "speaks", "last") == "first":
        return hand.big_blind
    return hand.straddle or hand.big_blind


def _limit(table: Table) -> bool:
    return table.book is not None and table.book.betting.limit


def _open_street(table: Table, hand: Hand) -> None:
    stakes = table.stakes
    hand.bet_street = hand.street
    unit = 0
    if _limit(table):
        small = stakes.small_bet or stakes.big_blind
        unit = small if hand.street < 2 else stakes.big_bet or 2 * small
    hand.betting.open(hand.button + 1, stakes.big_blind, unit)
    hand.stage = Stage.ACTS
    hand.deeds = []
    hand.opened = table.sequence
    if hand.dark:
        open_dark(hand)
    after_act(table, hand)


def close_round(table: Table, hand: Hand) -> None:
    """Nobody is left to act: what nobody called goes back, the rest to the pot, and the next gate opens."""
    betting = hand.betting
    hand.closed_lines = tuple(hand.lines)
    bets = tuple(betting.bet)
    if hand.street == 3 and hand.deeds:
        hand.softly = _closed_softly(hand)
    returned = betting.close()
    hand.returned = sum(amount for _, amount in returned)
    if hand.early or hand.dark:
        forget_early(hand)
    if hand.restrained:
        hand.restrained.clear()
    _lay_out(table, hand, bets, dict(returned))
    hand.stage = Stage.GATHER
    hand.announced = NOBODY
    matter, closes = "bet.uncalled" if returned else "round.closed", CloseRound(hand.phase.value, returned)
    rule(table, matter, None, (closes,), decided="uncalled" if returned else "round_over")
    if not betting.contested:
        award(table, hand)
    elif hand.street == 3:
        begin_showdown(table, hand)
    else:
        hand.plan.open_gate(hand.street + 1)
        table.prompt(Prompt("dealer", None, "gather"))
        if not hand.plan.missing and chips_lie_right(
            table, hand
        ):  # its cards lie there, and nothing is to be gathered
            gathered(table, hand)
        elif (
            betting.runs_out and table.book is not None and table.book.figure("show.allin", "when") == "betting_over"
        ):
            expose(table, hand)
        if not hand.plan.missing and chips_lie_right(table, hand):
            gathered(table, hand)
    prompt_what_was_shown(table, hand)


def _closed_softly(hand: Hand) -> Seat:
    """The seat that ended the last round by a check or call although it could have raised; nobody otherwise."""
    last, source = hand.betting.acts[-1], hand.deeds[-1].source
    soft = last.act in ("check", "call") and source is not None and source.facing.lowest is not None
    return last.seat if soft else NOBODY


def _lay_out(table: Table, hand: Hand, bets: tuple[int, ...], returned: dict[Seat, int]) -> None:
    """What has to lie on each line until it is gathered; the dealer takes in at once what nothing senses."""
    for seat in hand.seats:
        if table.senses.chips[seat]:
            hand.lines[seat] += bets[seat] - returned.get(seat, 0)
        else:
            hand.lines[seat] = 0


def expose(table: Table, hand: Hand) -> None:
    """No more betting is possible: the live hands are to be turned up."""
    hand.exposed = hand.betting.live
    rule(table, "show.allin", None, ())
    table.prompt(Prompt("dealer", None, "expose", (("seats", tuple(seats_of(hand.exposed & ~hand.shown))),)))


def gathered(table: Table, hand: Hand) -> None:
    """The bets are in the pot: the round cannot be read anew. Where cards that came too early stand, the next street
    begins at once."""
    hand.lines = [0] * len(hand.lines)
    hand.motion = None
    if hand.stage is Stage.GATHER and hand.phase is Phase.SHOWDOWN:
        hand.stage = Stage.DONE
    if hand.stage is Stage.GATHER and hand.phase in STREETS:
        hand.stage = Stage.CARDS
        if not hand.plan.missing:
            cards_out(table, hand)


def chips_lie_right(table: Table, hand: Hand) -> bool:
    """Every sensed bet line is empty and the pot, where it is sensed, holds what it should."""
    total, sensed = table.felt.total, table.senses.chips
    if any(total[BET + seat] for seat in hand.seats if sensed[seat]):
        return False
    return not table.senses.pot or total[POT] == hand.betting.pot
