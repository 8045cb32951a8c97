"""A tournament as anyone may see it: level, clocks, players left, the chip race and its next step."""

from controller.poker.betting import among, seats_of
from controller.poker.cards import name
from controller.poker.places import STACK, Seat
from controller.table.state.chip_race_state import Race, RaceStage
from controller.table.state.table import Table
from controller.table.tournament import chip_race
from controller.table.tournament.rebuys import closing_hand
from controller.table.view.model import Step
from firmware_bridge.messages.contest import Contest, ShownRace


def contest_view(table: Table) -> Contest:
    """The public facts of the tournament, for pages and scenarios."""
    event, total = table.tournament, total_of(table)
    return Contest(
        level=event.clock.level + 1,
        next_level=_next_level(table),
        announced=table.stakes_next is not None,
        level_ends=event.clock.level_ends or None,
        level_left=event.clock.level_left or None,
        on_break=event.clock.on_break,
        break_ends=event.clock.pause_ends or None,
        hand_for_hand=event.hand_for_hand,
        waiting=event.hand_for_hand and not event.released,
        left=event.left,
        standings=tuple(sorted((s.place, s.seat) for s in event.standings)),
        total=total,
        average=total // max(1, _players_here(table)),
        buying=event.sales.buying.value,
        closing=closing_hand(table),
        deciding=tuple(event.sales.deciding),
        debts=dict(event.sales.debts),
        foreign=dict(table.transit.all_uncounted()),
        withdrawn=event.withdrawn,
        race=_race(event.race) if event.race is not None else None,
    )


def _players_here(table: Table) -> int:
    """The players of this table who are not out. A seat that is kept and has no chips yet counts for nothing."""
    playing = table.hand.seats if table.hand is not None else ()
    held = seats_of(table.seating.held & ~table.tournament.out)
    return sum(1 for seat in held if table.stack[seat] or seat in playing)


def total_of(table: Table) -> int:
    """Every chip in play: stacks, bets and pots, chips too small to play, and those that players took away."""
    hand = table.hand
    middle = hand.betting.pot + sum(hand.betting.bet) if hand is not None else 0
    return middle + sum(table.stack) + sum(table.stacks.small) + sum(table.transit.gone)


def _next_level(table: Table) -> str | None:
    if table.stakes_next is not None:
        return table.stakes_next.text
    levels, number = table.setup.schedule.levels, table.tournament.clock.level + 1
    return levels[number].stakes.text if number < len(levels) else None


def _race(on: Race) -> ShownRace:
    return ShownRace(
        low=on.low,
        high=on.high,
        stage=on.stage.value,
        odd=dict(sorted(on.odd.items())),
        whole=dict(sorted(on.whole.items())),
        number=on.number,
        extra=on.extra,
        order=on.drawing,
        cards={seat: tuple(map(name, on.cards(seat))) for seat in on.order if on.cards(seat)},
        owed={seat: on.owed(seat) for seat in on.drawing if on.owed(seat) > 0},
        protected=on.protected,
        served=on.served,
    )


def contest_step(table: Table) -> Step | None:
    """The dealer's next step of a race or a break. None if only a hand is to come."""
    event = table.tournament
    if event.race is not None and not (table.asks and event.race.stage is RaceStage.CONFLICT):
        return _race_step(table, event.race)
    if event.clock.on_break:
        return Step("break")
    return Step("wait_for_floor") if event.hand_for_hand and not event.released else None


def _race_step(table: Table, on: Race) -> Step:
    if on.stage is RaceStage.COUNT:
        return Step("race_count", (("seats", tuple(s for s in on.seats if s not in on.counts)), ("chip", on.low)))
    if on.stage is RaceStage.EXCHANGE:
        seat = next((s for s in on.whole if not chip_race.exchanged(table, on, s)), next(iter(on.whole)))
        chips = on.whole[seat]
        return Step("race_exchange", (("seat", seat), ("out", chips * on.high // on.low), ("in", chips)))
    if on.stage is RaceStage.CARDS:
        seat = next(s for s in on.drawing if on.owed(s) > 0)
        return Step("race_card", (("seat", seat), ("cards", on.owed(seat))))
    if on.stage is RaceStage.PAY:
        seat = next((s for s in on.order if _to_pay(table, on, s)), on.order[0])
        return Step("race_pay", (("seat", seat), ("out", on.odd[seat]), ("in", on.served.count(seat))))
    return Step("race_draw")


def _to_pay(table: Table, on: Race, seat: Seat) -> bool:
    if not table.senses.chips[seat]:
        return not among(on.told, seat)
    chips = table.felt.chips[STACK + seat] or ()
    return on.low in chips or table.felt.total[STACK + seat] != table.stack[seat]
