"""Players who are out: when, in which place, and that they leave. The last one left has won."""

from collections.abc import Callable, Mapping
from itertools import groupby
from typing import Final

from controller.poker.betting import among, seats_of
from controller.poker.hand import BETWEEN_HANDS, Hand
from controller.poker.outcomes import Admit, Mark, Prompt, Rank
from controller.poker.places import Seat
from controller.poker.said import HandForHand, PlayersLeft
from controller.table.chips.foreign_chips import left_behind
from controller.table.state.chip_sales import Buying
from controller.table.state.command_args import Refused
from controller.table.state.effects import apply
from controller.table.state.question import Answer
from controller.table.state.questions_of_seats import EqualStacks
from controller.table.state.rulings import rule
from controller.table.state.table import Table


def hand_over(table: Table, hand: Hand) -> None:
    """The pots are pushed. A player without chips is out, or decides whether to buy again."""
    book, event = table.book, table.tournament
    if not table.setup.tournament or not book.has("elimination"):
        return
    playing = [seat for seat in hand.seats if table.seating.is_held(seat) and not event.is_out(seat)]
    broke = {seat: hand.starting[seat] for seat in playing if not _has_chips(table, seat)}
    held = {seat: stack for seat, stack in broke.items() if _may_buy_again(table, seat, hand.number)}
    _hold(table, held)
    eliminate(table, {seat: stack for seat, stack in broke.items() if seat not in held}, hand.number)
    last_one_wins(table, hand.number)


def _may_buy_again(table: Table, seat: Seat, hand: int) -> bool:
    """Whether the event still sells the seat a stack: a rebuy, or the add-on after the second hand of its end."""
    event, schedule = table.tournament, table.setup.schedule
    if event.sales.buying is Buying.NOTHING:
        return False
    if event.sales.buying is Buying.ENDING and hand >= event.sales.last_of_period + 2:
        return bool(schedule.addon_stack) and not among(event.sales.addons, seat)
    return not schedule.rebuy_limit or event.sales.rebuys.get(seat, 0) < schedule.rebuy_limit


def _has_chips(table: Table, seat: Seat) -> bool:
    return table.owned(seat) + table.transit.gone[seat] > 0


def take_back(table: Table, hand: int, by: str) -> None:
    """The award is opened again, or the hand is void: no player is out in it yet. `by`: role, as in a ruling.

    A seat that its player had to leave is theirs again. Chips of another player there are taken away.
    """
    table.withdraw("elimination_equal")
    for seat in table.tournament.sales.decided():
        table.fulfilled("rebuy_decision", seat)
    for standing in [s for s in table.tournament.standings if s.hand == hand]:
        seat = standing.seat
        held = table.seating.is_held(seat)
        back = () if held else (Admit(seat), Mark(seat, "dealt"))
        rule(table, "elimination", seat, (Rank(seat, 0, standing.stack, hand), *back), by=by)
        table.fulfilled("eliminated", seat)
        left_behind(table, seat)


def _hold(table: Table, broke: Mapping[Seat, int]) -> None:
    for seat, stack in broke.items():
        table.tournament.sales.decides(seat, stack)
        rule(table, "elimination.held", seat, ())
        table.prompt(Prompt("dealer", seat, "rebuy_decision", (("seat", seat),)))


def eliminate(table: Table, broke: Mapping[Seat, int], hand: int) -> None:
    """These seats are out together. `broke` says with what each began the hand. The bigger stack has the better
    place. The book decides the places of equal ones."""
    order = sorted(broke, key=lambda seat: (-broke[seat], seat))
    place = table.tournament.left - len(order) + 1
    for stack, tied in groupby(order, key=lambda seat: broke[seat]):
        seats = tuple(tied)
        for seat in seats:
            rule(table, "elimination", seat, (Rank(seat, place, stack, hand),))
            table.prompt(Prompt("dealer", seat, "eliminated", (("seat", seat), ("place", place))))
        if len(seats) > 1 and table.book.entries.elimination.equal == "ask":
            table.ask(EqualStacks(seats))
        place += len(seats)


def answer_equal(table: Table, _q: EqualStacks, answer: Answer) -> None:
    """The floor lets equal stacks tie, or names the one that has the better place: the others come after it."""
    last = table.tournament.standings[-1:]
    if answer.choice == "tie" or not last:
        return
    tied = [s for s in table.tournament.standings if (s.place, s.hand) == (last[0].place, last[0].hand)]
    for standing in tied:
        if standing.seat != int(answer.choice):
            again = Rank(standing.seat, 0, standing.stack, standing.hand)
            after = Rank(standing.seat, standing.place + 1, standing.stack, standing.hand)
            rule(table, "elimination", standing.seat, (again, after), by="floor")


def undecided_are_out(table: Table) -> None:
    """The next hand begins. Players who did not buy are out."""
    deciding = table.tournament.sales.decided()
    broke = {seat: stack for seat, stack in deciding.items() if not _has_chips(table, seat)}
    eliminate(table, broke, table.hand_number)
    last_one_wins(table, table.hand_number)


def last_one_wins(table: Table, hand: int) -> None:
    """The only player with chips left has won."""
    left = [seat for seat in seats_of(table.seating.held) if _has_chips(table, seat)]
    if table.tournament.left == 1 == len(left) and table.tournament.standings and not table.tournament.sales.deciding:
        rule(table, "elimination.winner", left[0], (Rank(left[0], 1, table.stack[left[0]], hand),))


def is_over(table: Table) -> bool:
    """Whether a player has won."""
    return any(standing.place == 1 for standing in table.tournament.standings)


def disqualified(table: Table, seat: Seat, stack: int) -> None:
    """The chips of an excluded player are out of the game, and taken away. The player has the last place of those
    left."""
    book = table.book
    if not table.setup.tournament or not book.has("elimination"):
        return
    also = "" if book.has("exclusion.chips") else "penalties"
    rule(table, "exclusion.chips", seat, (Rank(seat, table.tournament.left, stack, -1),), also=also)
    if stack + table.stacks.small[seat]:
        amount = stack + table.stacks.small[seat]
        table.prompt(Prompt("dealer", seat, "remove_chips", (("seat", seat), ("amount", amount))))
    if table.phase in BETWEEN_HANDS:
        last_one_wins(table, table.hand_number)


def still_there(table: Table) -> None:
    """A hand begins. A player who is out and still sits there is asked once to leave."""
    event = table.tournament
    for standing in event.standings:
        seat = standing.seat
        if event.is_out(seat) and table.felt.is_occupied(seat):
            excluded = standing.hand < 0
            named = excluded and table.book.has("exclusion")
            rule(table, "exclusion" if named else "elimination.leaves", seat, ())
            table.prompt(Prompt("floor" if excluded else "dealer", seat, "leave", (("seat", seat),)))
        if event.is_out(seat):
            apply(table, (Mark(seat, "out", on=False),))


def _players_left(table: Table, said: PlayersLeft) -> None:
    """The floor says how many players are left at all tables."""
    if said.number < 1:
        raise Refused("value")
    table.tournament.players_left(said.number)


def _hand_for_hand(table: Table, said: HandForHand) -> None:
    """Each hand waits for the floor, or not, or the floor lets the next one begin."""
    event, way = table.tournament, said.way
    if way == "next" and not event.hand_for_hand:
        raise Refused("value")
    event.play_hand_for_hand(on=way != "off", released=way != "on" or table.hand is not None)


COMMANDS: Final[dict[str, tuple[Callable[..., None], str | None]]] = {
    "players_left": (_players_left, "said"),
    "hand_for_hand": (_hand_for_hand, "said"),
}
