"""Keys, the button, chairs and posts as sensors report them, and what lies where after a gap."""

from collections.abc import Iterable, Set

from controller.poker.events import (
    ButtonPlaced,
    CardGone,
    CardPlaced,
    PostPlaced,
    SeatKey,
    SeatOccupied,
    SensingGap,
    Snapshot,
)
from controller.poker.hand import AWARD, GATHER, SHOWDOWN_OVER
from controller.poker.outcomes import Alarm
from controller.poker.places import Place, place_text
from controller.table.betting.actions import say
from controller.table.events.cards_sensed import card_gone, card_placed
from controller.table.events.chips_sensed import is_entered, seat_of
from controller.table.events.timers import ask_for_time
from controller.table.hand.bet_collection import came_after_all
from controller.table.hand.showdown import paid
from controller.table.hand.streets import chips_lie_right
from controller.table.seating.absences import chair_empty, chair_taken, has_left_to_talk
from controller.table.seating.arrivals import sit
from controller.table.state.table import Table
from controller.table.tournament import chip_race


def seat_key(table: Table, e: SeatKey) -> None:
    """A player's key is an announcement, if they are on turn."""
    if e.key == "time":
        ask_for_time(table, e.seat)
    elif e.key in ("sit_out", "sit_in"):
        sit(table, e.seat, e.key == "sit_out")
    else:
        say(table, e.seat, e.key, e.amount, e.at[1])


def button_placed(table: Table, e: ButtonPlaced) -> None:
    """The button's place is sensed. Between hands it means nothing yet."""
    table.felt.see_button(e.seat)
    hand = table.hand
    if hand is not None and e.seat is not None and e.seat != hand.button and hand.phase not in SHOWDOWN_OVER:
        table.alarm("button.wrong", e.seat, None, place_text(hand.button))


def post_placed(table: Table, e: PostPlaced) -> None:
    """A seat has posted. The amount is on the bet line."""
    table.felt.see_post(e.seat, present=e.present)


def seat_occupied(table: Table, e: SeatOccupied) -> None:
    """The chair is taken or left. If the book lets no player act standing, an empty chair counts as standing, until
    the dealer says otherwise."""
    table.felt.see_chair(e.seat, taken=e.present)
    if e.present:
        table.seating.sit_down(e.seat)
    elif table.hand is not None and table.book.has("act.standing"):
        table.seating.stand(e.seat)
    if e.present:
        chair_taken(table, e.seat)
    else:
        has_left_to_talk(table, e.seat)
        chair_empty(table, e.seat, e.at[1])


def sensing_gap(table: Table, e: SensingGap) -> None:
    """A source saw nothing for a while. Its next report is a snapshot. The alarm is of this moment alone."""
    table.report(Alarm("sensing.gap", place=e.source, millis=(e.until - e.since) // 1_000_000))


def _moved_unseen(table: Table) -> None:
    """An awaited change may have been made during a gap: an exchange, a payment, a gathering."""
    hand = table.hand
    if hand is not None:
        came_after_all(table, hand)
    if table.tournament.race is not None:
        chip_race.chips_moved(table)
    elif hand is not None and hand.phase is AWARD:
        paid(table, hand)
    elif hand is not None and hand.stage is GATHER and chips_lie_right(table, hand):
        hand.gather()


def _gone_unseen(table: Table, spot: Place, there: Set[int], e: Snapshot) -> None:
    """Cards that were read at a spot were taken away during a gap. A card that cannot be read lies there because the
    dealer entered it, and no reader can miss it."""
    for card in [card for card in table.felt.read_at(spot) if card not in there]:
        card_gone(table, CardGone(card, spot, e.at))


def _found(table: Table, lying: Iterable[tuple[Place, tuple[int, ...]]], at: int) -> None:
    """These chips lie in these areas at that time (ns)."""
    felt, all_sensed = table.felt, table.senses.all_chips
    for area, chips in lying:
        if not all_sensed and is_entered(table, area):
            felt.note(area, chips)
        elif grown := felt.replace(area, chips, at):
            table.alarm("snapshot.differs", seat_of(area), grown, place_text(area))


def snapshot(table: Table, e: Snapshot) -> None:
    """Take over what lies where now. Chips replace the assumed ones, and an alarm names a difference. Cards are
    identified there, and those that lay there before are gone."""
    if e.chips:
        _found(table, e.chips, e.at[1])
        _moved_unseen(table)
    for spot, cards in e.cards or ():
        if table.hand is not None:
            _gone_unseen(table, spot, {card for card, _ in cards}, e)
        for card, face in cards:
            if table.felt.spot_of.get(card) != spot:
                card_placed(table, CardPlaced(card, spot, face, e.at))
    if e.button is not None:
        table.felt.see_button(e.button)
    if e.posts is not None:
        table.felt.see_posts(e.posts)
