"""The course of a hand: shuffle, posts, deal, rounds, gathering, showdown, award, claims."""

from controller.poker.betting import NOBODY, seats_of
from controller.poker.book import Book, bind
from controller.poker.hand import STREETS, Hand, Phase, Stage
from controller.poker.judge import judge
from controller.poker.matters import Said, SilentChips
from controller.poker.outcomes import Ask, CloseRound, Effect, HandBegan, HandClosed, Prompt, Ruling, RulingId, Take
from controller.poker.places import BET, BOARD, HAND, MUCK, POT, SEAT, STACK, Place, Seat, place_text
from controller.poker.showdown import settle, show_order
from controller.rulebooks import Rulebook
from controller.table.apply import apply, write_manual
from controller.table.seats import first_positions, next_positions
from controller.table.setup import ALL_SEATS
from controller.table.state import KEPT_RULINGS, Table

# --- rulings --------------------------------------------------------------------------------------------------------


def rule(
    table: Table, matter: str, seat: Seat | None, effects: tuple[Effect, ...], replaces: RulingId | None = None
) -> None:
    """Record a ruling under the book's articles for its matter, and carry it out."""
    book = table.book
    publish(table, Ruling(table.next_id(), matter, book.cites(matter) if book else (), seat, effects, replaces))


def publish(table: Table, ruling: Ruling) -> None:
    """A ruling takes effect and is kept."""
    apply(table, ruling.effects)
    rulings = table.rulings
    rulings.append(ruling)
    if len(rulings) > KEPT_RULINGS:
        del rulings[0]
    table.outcomes.append(ruling)


def decide(table: Table, hand: Hand, book: Book, matter: SilentChips | Said) -> Ruling | None:
    """Judge what the seat on turn did; None if a person is asked instead."""
    answer = judge(matter, book, table.next_id())
    if isinstance(answer, Ask):
        table.ask(
            answer, "act", matter.facing.seat, matter.total if isinstance(matter, SilentChips) else matter.amount or 0
        )
        return None
    hand.ruling = answer.id
    publish(table, answer)
    if table.asks:
        table.withdraw("fold", "one_motion_or_two")
    return answer


def after_act(table: Table, hand: Hand) -> None:
    """The turn has passed on, or the round is over."""
    if hand.betting.turn == NOBODY:
        close_round(table, hand)


# --- the beginning --------------------------------------------------------------------------------------------------


def begin_hand(table: Table, rulebook: Rulebook) -> None:
    """The shuffle: the claims of the hand before end, and the next begins."""
    if table.phase not in (Phase.WAITING, Phase.CLAIMS, Phase.CANCELLED):
        table.alarm("shuffle.refused")
        return
    close_hand(table)
    _between_hands(table, rulebook)
    seats = seats_of(table.held & ~table.sitting_out)
    seats = [s for s in seats if table.stack[s]]
    if len(seats) < 2:
        table.alarm("players.missing", None, len(seats))
        return
    book = table.book = bind(rulebook)
    policy = str(book.figure("button", "moves", "dead"))
    last = table.last
    positions = next_positions(last, seats, policy) if last else first_positions(table.button, seats)
    table.last = positions
    table.hand_number += 1
    hand = Hand(table.hand_number, positions.button, positions[1:3], seats, table.stack, _unseen(table))
    table.hand = hand
    stacks = tuple(table.stack[s] for s in hand.seats)
    small = positions.small_blind or None
    table.outcomes.append(HandBegan(hand.number, positions.button, small, positions.big_blind, hand.seats, stacks))
    _post(table, hand)
    table.prompt(Prompt("dealer", None, "post"))


def _between_hands(table: Table, rulebook: Rulebook) -> None:
    del rulebook
    if table.stakes_next is not None:
        table.stakes, table.stakes_next = table.stakes_next, None
    for part, sensed in table.sensing_next:
        set_sensing(table, part, sensed)
    table.sensing_next.clear()
    table.felt.new_hand()
    for kept in (table.alarms, table.asks, table.pending, table.prompts, table.rulings):
        kept.clear()


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
    """Antes and blinds count at once; the chips are due on the bet lines."""
    stakes, betting = table.stakes, hand.betting
    for seat in hand.seats:
        if stakes.ante:
            _ruled_post(table, seat, "ante.post", betting.ante(seat, stakes.ante), hand)
    for seat, amount in ((hand.small_blind, stakes.small_blind), (hand.big_blind, stakes.big_blind)):
        if seat and amount:
            betting.post(seat, amount)
            rule(table, "blind.post", seat, (Take(seat, "post", betting.bet[seat]),))
    if stakes.big_blind_ante:
        seat = hand.big_blind
        _ruled_post(table, seat, "ante.big_blind", betting.dead(seat, stakes.big_blind_ante), hand)


def _ruled_post(table: Table, seat: Seat, matter: str, paid: int, hand: Hand) -> None:
    if paid:
        hand.lines[seat] += paid
        rule(table, matter, seat, (Take(seat, "post", paid),))


def posts_moved(table: Table, hand: Hand) -> None:
    """Something came to a bet line before the cards: are all posts made?"""
    posted = not any(table.bet_due(seat) for seat in hand.seats)
    hand.phase = Phase.DEALING if posted else Phase.POSTING


def first_card(table: Table, hand: Hand) -> None:
    """The first card moves: whatever is not as it should be is said once."""
    for seat in hand.seats:
        due = table.bet_due(seat)
        if due:
            table.alarm("post.missing", seat, due)
    if table.senses.button and table.felt.button not in (None, hand.button):
        table.alarm("button.wrong", table.felt.button, None, f"seat:{hand.button}")
    hand.phase = Phase.DEALING


# --- streets --------------------------------------------------------------------------------------------------------


def cards_out(table: Table, hand: Hand) -> None:
    """Every card of the deal or of a street is proven."""
    table.withdraw("one_motion_or_two", "burned")
    if hand.phase is Phase.DEALING:
        hand.phase = Phase.PREFLOP
        stakes = table.stakes
        unit = (stakes.small_bet or stakes.big_blind) if _limit(table) else 0
        hand.betting.open(hand.big_blind + 1, stakes.big_blind, unit, stakes.big_blind)
        hand.stage = Stage.ACTS
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


def _limit(table: Table) -> bool:
    return table.book is not None and table.book.betting.limit


def _open_street(table: Table, hand: Hand) -> None:
    stakes = table.stakes
    unit = 0
    if _limit(table):
        small = stakes.small_bet or stakes.big_blind
        unit = small if hand.street < 2 else stakes.big_bet or 2 * small
    hand.betting.open(hand.button + 1, stakes.big_blind, unit)
    hand.stage = Stage.ACTS
    after_act(table, hand)


def close_round(table: Table, hand: Hand) -> None:
    """Nobody is left to act: what nobody called goes back, the rest to the pot, and the next gate opens."""
    betting = hand.betting
    hand.closed_lines = tuple(hand.lines)
    bets = tuple(betting.bet)
    returned = betting.close()
    _lay_out(table, hand, bets, dict(returned))
    hand.stage = Stage.GATHER
    hand.announced = NOBODY
    rule(table, "bet.uncalled" if returned else "round.closed", None, (CloseRound(hand.phase.value, returned),))
    if not betting.contested:
        award(table, hand)
    elif hand.street == 3:
        begin_showdown(table, hand)
    else:
        hand.plan.open_gate(hand.street + 1)
        table.prompt(Prompt("dealer", None, "gather"))
        if betting.runs_out:
            expose(table, hand)


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


def gathered(hand: Hand) -> None:
    """The bets are in the pot: the round cannot be read anew."""
    hand.lines = [0] * len(hand.lines)
    if hand.stage is Stage.GATHER and hand.phase in STREETS:
        hand.stage = Stage.CARDS
    hand.motion = None


def chips_lie_right(table: Table, hand: Hand) -> bool:
    """Every sensed bet line is empty and the pot, where it is sensed, holds what it should."""
    total, sensed = table.felt.total, table.senses.chips
    if any(total[BET + seat] for seat in hand.seats if sensed[seat]):
        return False
    return not table.senses.pot or total[POT] == hand.betting.pot


def next_card_comes(table: Table, hand: Hand) -> None:
    """A card moves while bets are to be gathered: if they lie still, say so once; the round is over for good."""
    if not chips_lie_right(table, hand):
        table.alarm("gather.missing", None, hand.betting.pot - table.felt.total[POT], "pot")
    gathered(hand)


# --- showdown and award ---------------------------------------------------------------------------------------------


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
