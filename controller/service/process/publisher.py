"""Publish what everybody is shown: the pages of the displays, the orders to the bridge, and the public state."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from controller.pages import Page, catalogue, paused_page, seat_page, shown_at
from controller.pages.countdown import left_of, running, standing
from controller.service.publication.public_state import Around, public_state
from controller.service.senses.read_priorities import places_due
from controller.service.session.notices import Notices
from controller.service.session.startup import Premises
from controller.service.session.table_session import BETWEEN_HANDS, Desk
from controller.service.transport.bridge_orders import Orders
from controller.service.transport.links import Links
from controller.service.transport.sources import BRIDGE
from controller.table import View
from firmware_bridge.messages.guided import GuidedAct
from firmware_bridge.messages.loop import Loop, Timer
from firmware_bridge.messages.places import as_people_say
from firmware_bridge.messages.public import PublicAlarm, PublicState, alarm_of

PAGES_WITHIN: Final = 20_000_000_000  # ns: three starts of a console on a slow machine


class InMemory(NamedTuple):
    """The state shown: the table in memory, the life of the controller, since when it is locked (ns), if it is."""

    desk: Desk
    life: int
    locked_since: int | None


class Shown(NamedTuple):
    """The result of one turn of the loop: the view, and the page of each seat that has a display."""

    view: View
    pages: Mapping[int, Page]


class Publisher:
    """Sends pages and orders to the bridge, and the public state to the consoles, whenever something has changed."""

    def __init__(
        self, of: Premises, links: Links, loop: Loop, notices: Notices, life: int, *, expected: bool
    ) -> None:
        """`expected`: whether a console is. If it stays away that is a notice."""
        self._of, self._links, self._loop, self._notices = of, links, loop, notices
        self._orders = Orders(life)
        self._displays = sorted(p.seat for p in of.config.part if not p.reads and p.seat is not None)
        self._due = True
        self._second: Timer | None = None  # the next change of the pages that time alone causes
        self._revision = 0
        self.state: PublicState | None = None
        self._heard = loop.now()
        self._gone = False
        if expected:
            self._look_for_pages(loop.now())

    def change(self, changed: bool = True) -> None:
        """Something has changed, or nothing has. The turn ends with what is shown then."""
        self._due = self._due or changed

    def forget_orders(self) -> None:
        """The bridge is new. Everything is sent again."""
        self._orders.forget()
        self._due = True

    def lead_test(self, act: GuidedAct) -> None:
        """Pass on to the bridge what a person says at the page of a guided test."""
        self._links.send(BRIDGE, self._orders.lead(act))

    def hear(self, now: int) -> None:
        """The console sent something."""
        self._heard = now

    def order_if_due(self, in_memory: InMemory) -> Shown | None:
        """Send the bridge what has changed. Return what everybody is to see, None if nothing has changed."""
        due, self._due = self._due, False
        return self._order(in_memory) if due else None

    def publish(self, in_memory: InMemory, shown: Shown, now: int) -> None:
        """Send the consoles the public state."""
        self._revision += 1
        around = self._around(in_memory.desk, dict(sorted(shown.pages.items())), now)
        self.state = public_state(shown.view, around, in_memory.life, self._revision, now)
        self._links.publish(self.state)

    def current(self, in_memory: InMemory, now: int) -> PublicState:
        """Return the state that was published last, for a console that asks."""
        if self.state is None:
            self.publish(in_memory, self._order(in_memory), now)
        assert self.state is not None  # noqa: S101 - `publish` has just made it
        return self.state

    def _order(self, in_memory: InMemory) -> Shown:
        """Send the bridge what has changed, the seat to act first."""
        desk = in_memory.desk
        view = desk.view
        if in_memory.locked_since is not None:
            view = standing(view, in_memory.locked_since)
        pages: dict[int, Page] = {}
        places = places_due(view, self._of.config.places)
        if desk.sensing.check is not None:
            places = ("shoe", *places)
        for order in self._orders.due(self._pages(desk, view, pages), places, view.phase not in BETWEEN_HANDS):
            self._links.send(BRIDGE, order)
        self._count_down(desk, view)
        return Shown(view, pages)

    def _pages(self, desk: Desk, view: View, made: dict[int, Page]) -> Iterator[tuple[int, Page]]:
        """Yield the page of every seat that has a display, the seat to act first. Each is noted in `made`."""
        for seat in sorted(self._displays, key=lambda seat: seat != view.turn):
            made[seat] = self._page(desk, view, seat)
            yield seat, made[seat]

    def _page(self, desk: Desk, view: View, seat: int) -> Page:
        table = self._of.config.table
        words = catalogue(table.seat_language.get(seat, table.language))
        if self._of.latch.locked:
            return paused_page(seat, words, words.say("paused.locked"))
        return seat_page(view, seat, words, shown_at(view, seat, words, desk.dial.at(view), self._loop.now()))

    def _count_down(self, desk: Desk, view: View) -> None:
        """Wake up when a shown second or minute changes while a clock runs, or one of the senses does."""
        if self._second is not None:
            self._second.cancel()
            self._second = None
        now = self._loop.now()
        changes = [due - (left_of(due - now, unit) - 1) * unit for due, unit in running(view) if due > now]
        if (due := desk.sensing.changes_next(now)) is not None:
            changes.append(due)
        if changes and not self._of.latch.locked:
            self._second = self._loop.call_at(min(changes), self._second_over)

    def _second_over(self, _now: int) -> None:
        self._second = None
        self._due = True

    def _around(self, desk: Desk, pages: Mapping[int, Page], now: int) -> Around:
        config, sensing = self._of.config, desk.sensing
        return Around(
            config.table.name,
            self._of.rulebook.title,
            pages,
            tuple(sensing.parts.values()),
            (*self._gaps(desk), *desk.not_read(now), *sensing.alarms),
            self._of.latch.faults,
            desk.manual,
            sensing.asked(now),
            self._notices.texts,
            tuple(desk.closed_hands),
        )

    def _gaps(self, desk: Desk) -> tuple[PublicAlarm, ...]:
        gaps = desk.sensing.gaps.values()
        lost = (alarm_of("part_lost", part=gap.part, places=as_people_say(gap.places)) for gap in gaps)
        return (*lost, *((alarm_of("no_pages"),) if self._gone else ()))

    def _look_for_pages(self, now: int) -> None:
        """Show a notice if the console, which asks for the state twice a second, has stopped asking."""
        gone = now - self._heard >= PAGES_WITHIN
        self._due = self._due or gone != self._gone
        self._gone = gone
        self._loop.call_at(now + PAGES_WITHIN // 4, self._look_for_pages)
