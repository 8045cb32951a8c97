"""The dealer's next step, and the chips that are due at each place. It reads, and changes nothing."""

from itertools import compress

from controller.poker.betting import NOBODY, seats_of
from controller.poker.hand import BEFORE_ACTS, STREETS, Hand, Phase, Stage
from controller.poker.places import BET, BOARD, DROP, HAND, ON_BOARD, POT, STACK, Seat
from controller.poker.showdown import show_order
from controller.poker.slots import BURN, Slot
from controller.table.hand.showdown import hands_left, losing_hands, to_show
from controller.table.remedies.engine import next_to_make
from controller.table.seating.absences import posts_late
from controller.table.seating.first_button import awaits_card
from controller.table.state.setup import ALL_SEATS
from controller.table.state.table import Table
from controller.table.view.model import Step
from controller.table.view.tournament import contest_step


def dues(table: Table) -> list[tuple[int, int]]:
    """(area, amount) of every sensed area that does not hold what it should: > 0 to come, < 0 to leave."""
    hand = table.hand
    if hand is None:
        return []
    total, sensed = table.felt.total, table.senses.chips
    found = [(BET + seat, table.bet_due(seat)) for seat in (*hand.seats, *_empty_lines(table, hand))]
    if hand.phase in (Phase.AWARD, Phase.CANCELLED):
        counts = {s: table.owned(s) + table.transit.uncounted(s) for s in hand.seats if sensed[s]}
        found += [(STACK + s, counts[s] - total[STACK + s]) for s in counts]
    if hand.pots.rake and hand.phase is Phase.AWARD:
        found.append((DROP, table.stacks.dropped - total[DROP]))
    if table.senses.pot and hand.stage is not Stage.ACTS:
        found.append((POT, hand.betting.pot - hand.lines.total - total[POT]))
    return [(area, amount) for area, amount in found if amount]


def _empty_lines(table: Table, hand: Hand) -> list[Seat]:
    """The free seats, not in the hand, with chips on their lines."""
    free = [s for s in ALL_SEATS if not table.seating.is_held(s) and s not in hand.seats]
    return [s for s in free if table.felt.total[BET + s]]


def next_step(table: Table) -> Step | None:
    """The dealer's next step, one at a time."""
    if (drawn_for := awaits_card(table)) is not None:
        return Step("draw_card", (("seat", drawn_for),))
    if table.hand is None:
        return contest_step(table) or Step("shuffle")
    return _step_in_hand(table, table.hand)


def _step_in_hand(table: Table, hand: Hand) -> Step | None:
    if hand.phase is Phase.CLAIMS and (step := _pots_pushed(table, hand)) is not None:
        return step
    if table.asks:
        return Step("answer", (("ask", next(iter(table.asks))),))
    step = _set_right(table, hand)
    if step is not None:
        return step
    if hand.phase in BEFORE_ACTS:
        return _before_acts(table, hand)
    if hand.phase is Phase.SHOWDOWN:
        return _showdown(table, hand)
    if hand.phase is Phase.AWARD:
        return _award(table, hand)
    if hand.phase is Phase.CLAIMS:
        return Step("shuffle")
    return _acting(table, hand) if hand.stage is Stage.ACTS else _gather(table, hand) or _deal(table, hand)


def _pots_pushed(table: Table, hand: Hand) -> Step | None:
    """The steps before the next shuffle."""
    left = () if table.asks else hands_left(table, hand)
    return Step("take_in_winner", (("seats", left),)) if left else contest_step(table)


def _set_right(table: Table, hand: Hand) -> Step | None:
    """The steps before the course of the hand: a remedy's movement, the end of a void hand, the cut."""
    found = next_to_make(hand) if hand.remedies.open else None
    if found is not None and (hand.stage is not Stage.GATHER or _gather(table, hand) is None):
        move = found[1]
        way = (("cards", move.exits), ("from", move.origin), ("to", move.goal))
        return Step(f"remedy_{move.verb}", way, move.verb)
    if hand.phase is Phase.CANCELLED:
        return _acting(table, hand) or _out_of_the_pot(table, hand) or Step("shuffle")
    return Step("cut", (("seat", hand.cuts),)) if hand.cuts and not hand.plan.drawn else None


def _out_of_the_pot(table: Table, hand: Hand) -> Step | None:
    """A void hand: gathered chips go back, seat by seat, as far as stacks and pot are read."""
    total, lies = table.felt.total, table.felt.total[POT] if table.senses.pot else 0
    for seat in hand.seats if lies else ():
        counts = table.owned(seat) + table.transit.uncounted(seat)
        short = counts - total[STACK + seat] - total[HAND + seat]
        if short > 0 and table.senses.chips[seat]:
            return Step("give_back", (("seat", seat), ("amount", min(short, lies))))
    return None


def _before_acts(table: Table, hand: Hand) -> Step | None:
    if hand.phase is not Phase.DEALING:
        if table.senses.button and table.felt.button not in (None, hand.button):
            return Step("place_button", (("seat", hand.button),))
        for seat in sorted(hand.seats, key=lambda s: s != hand.small_blind):
            due = table.bet_due(seat)
            if due > 0 and not posts_late(table, seat):
                return Step(_post_key(table, hand, seat), (("seat", seat), ("amount", due)))
        if (back := _too_much(table, hand)) is not None:  # a large chip for a small blind
            return back
    return _deal(table, hand)


def _too_much(table: Table, hand: Hand) -> Step | None:
    """Chips that are no bet lie on a line."""
    over = ((seat, -table.bet_due(seat)) for seat in hand.seats)
    return next((Step("give_back", (("seat", s), ("amount", amount))) for s, amount in over if amount > 0), None)


def _post_key(table: Table, hand: Hand, seat: Seat) -> str:
    if seat == hand.straddle:
        return "post_option"
    if table.seating.paid[seat]:
        return "post_entry"
    if seat == hand.small_blind:
        return "post_small_blind"
    return "post_big_blind" if seat == hand.big_blind else "post_ante"


def _acting(table: Table, hand: Hand) -> Step | None:
    for seat in hand.seats:
        due = table.bet_due(seat)
        if due and not posts_late(table, seat):
            return Step("collect" if due > 0 else "give_back", (("seat", seat), ("amount", abs(due))))
    if (late := _of_the_last_round(hand)) is not None:
        return late
    return Step("act", (("seat", hand.betting.turn),)) if hand.betting.turn != NOBODY else None


def _of_the_last_round(hand: Hand) -> Step | None:
    """Bets of a closed round still lie in front, although the next street is out."""
    lying = (
        sum(line for line in hand.lines.lying if line > 0) if hand.street and hand.stage is not Stage.GATHER else 0
    )
    return Step("gather", (("amount", lying),)) if lying else None


def _gather(table: Table, hand: Hand) -> Step | None:
    if (back := _too_much(table, hand)) is not None:
        return back
    if hand.stage is Stage.GATHER:
        lying = sum(table.felt.total[BET + s] for s in ALL_SEATS)
        elsewhere = table.senses.pot and lying + table.felt.total[POT] >= hand.betting.pot  # splashed, it is there
        short = [(seat, table.bet_due(seat)) for seat in hand.seats if table.bet_due(seat) > 0 and not elsewhere]
        if short:
            return Step("collect", (("seat", short[0][0]), ("amount", short[0][1])))
        if lying:
            return Step(
                "gather", (("amount", hand.betting.pot - table.felt.total[POT] if table.senses.pot else lying),)
            )
    hidden = hand.rights.exposed & hand.betting.live & ~hand.rights.shown
    return Step("expose", (("seats", tuple(seats_of(hidden))),)) if hidden else None


def _deal(table: Table, hand: Hand) -> Step | None:
    """The next card of the plan. Once all have left the shoe, the first one that is not yet identified at its
    place."""
    slot = hand.plan.next_due() or hand.plan.first_missing()
    if slot is None:
        return None
    place = slot.place
    if place == BURN:
        return Step("burn")
    if place <= BOARD and not table.senses.shoe and not table.senses.cards[place]:
        return Step("deal_all")
    if place in ON_BOARD:
        street, nth, of = hand.variant.board_card(place - BOARD)
        return Step(STREETS[street].value, (("card", nth), ("of", of)))
    return Step("deal", (("seat", place), ("round", _nth(hand, slot))))


def _nth(hand: Hand, slot: Slot) -> int:
    """How many cards lie at a seat once that slot's does, without a card that a remedy has taken from there."""
    seat = f"seat:{slot.place}"
    moves = [move for remedy in hand.remedies.all for move in compress(remedy.moves, remedy.done)]
    away = {card for move in moves if move.origin == seat != move.goal for card in move.exits}
    of_seat = hand.plan.slots.of_seat(slot.place)
    return sum(other.card not in away for other in of_seat[: of_seat.index(slot) + 1])


def _showdown(table: Table, hand: Hand) -> Step | None:
    gather = _gather(table, hand) if hand.stage is Stage.GATHER else _of_the_last_round(hand)
    if gather is not None and gather.key != "expose":
        return gather
    waiting = [s for s in show_order(hand, table.book) if not hand.rights.has_shown(s)]
    hidden = tuple(seats_of(hand.betting.live & ~hand.rights.shown))
    if hidden and not waiting:
        return Step("expose", (("seats", hidden),))
    if waiting:
        return Step(to_show(table, hand, waiting[0]), (("seat", waiting[0]),))
    return Step("name_winners")


def _of_the_absent(table: Table, hand: Hand) -> Step | None:
    """Chips that an absent player owes the pots still lie on their stack, if no player bet after their turn."""
    total = table.felt.total
    for seat in seats_of(table.seating.away):
        if seat in hand.seats and table.senses.chips[seat]:
            counts = table.owned(seat) + table.transit.uncounted(seat)
            if (over := total[STACK + seat] - counts) > 0:
                return Step("collect", (("seat", seat), ("amount", over)))
    return None


def _award(table: Table, hand: Hand) -> Step | None:
    late = _of_the_absent(table, hand)
    if late is not None:
        return late
    if hand.pots.rake and table.felt.total[DROP] < table.stacks.dropped and table.senses.pot:
        return Step("drop", (("amount", table.stacks.dropped - table.felt.total[DROP]),))
    losing = losing_hands(table, hand)
    if losing:
        return Step("take_in", (("seats", losing),))
    for seat, won in enumerate(hand.pots.won):
        if won:
            return Step("award", (("seat", seat), ("amount", won)))
    return _acting(table, hand)  # nothing was won: only the uncalled bet goes back
