"""A technician who reads the orders of a guided test and does with their hands what stands there."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from firmware_bridge.commissioning.files import Work
from firmware_bridge.commissioning.found import Commissioned
from firmware_bridge.commissioning.naming import Naming
from firmware_bridge.commissioning.survey import named_table
from firmware_bridge.commissioning.walk import NamingWalk
from firmware_bridge.guided import sheet as sheets
from firmware_bridge.guided.lead import Lead
from firmware_bridge.guided.sheet import Sheet
from firmware_bridge.guided.socket import reach
from firmware_bridge.guided.steps import steps_of
from firmware_bridge.guided.walk import Plan, Walk
from firmware_bridge.messages.guided import Signer
from firmware_bridge.messages.tablefile import TableFile
from hardware_sim.depths.rig import HOLD

from .rig import MS, S, Table

WHO = Signer(technician="R. Roe", licence="T-114", reason="antenna replaced", asset="7001")

SPOTS = (
    (r"at the shoe's mouth", "shoe.mouth"),
    (r"on seat (\d+)'s card spot", "seat:{}"),
    (r"on board spot (\d)", "board:{}"),
    (r"on the muck", "muck"),
    (r"on seat (\d+)'s bet line", "bet:{}"),
    (r"on seat (\d+)'s stack", "stack:{}"),
    (r"(?:on|in) the (pot|tray|drop)", "{}"),
)

REACTS = 400 * MS  # a person's time to begin
GIVES_UP = 4 * S  # they have carried it out, and nothing was said


class Hands:
    """Carries out the orders of a walk. `said` has all lines of the terminal."""

    walk: Lead

    def __init__(self, table: Table) -> None:
        self.said: list[str] = []
        self.never_lets_go_of = self.leaves_at = self.says_none_at = ""
        self._table, self._world = table, table.world
        self._turn = self._posted = 0
        self._card = self._world.add_card("As").id
        self._chip = self._world.add_chip(100).id
        self._world.move([self._card, self._chip], "off", table.now)

    def types(self, word: str) -> None:
        self.walk.typed(f"{word}\n".encode(), self._table.now)

    def _read(self, line: str) -> None:
        """Read a line. An order is carried out a moment later. Whatever is not answered ends with Enter."""
        self.said.append(line)
        self._turn += 1
        if line == self.leaves_at:
            self._table.loop.call_at(self._table.now, lambda _: self.types("q"))
            return
        if line == self.says_none_at:
            self._table.loop.call_at(self._table.now, lambda _: self.types("n"))
            return
        act = self._act(line)
        if act is not None:
            self._table.loop.call_at(self._table.now + REACTS, act)
        if not line.startswith("    "):
            self._table.loop.call_at(self._table.now + GIVES_UP, partial(self._enter, self._turn))

    def _enter(self, turn: int, _now: int) -> None:
        if turn >= self._turn - 1:
            self.types("")

    def _act(self, line: str) -> Callable[[int], None] | None:
        world = self._world
        if line.startswith("Lay one"):
            thing = self._card if "card" in line.split(" ")[2] else self._chip
            return partial(world.move, [thing], _spot(line))
        if line in ("Take the card away.", "Take the chip away."):
            return self._away
        if found := re.fullmatch(r"Lay the dealer button on seat (\d+)'s spot\.", line):
            return partial(world.place_button, int(found[1]))
        if line == "Take the dealer button away.":
            return world.lift_button
        if found := re.fullmatch(r"Lay a chip on seat (\d+)'s post spot\.", line):
            return partial(self._post, int(found[1]))
        return self._at_the_shoe(line) or self._at_a_display(line)

    def _at_the_shoe(self, line: str) -> Callable[[int], None] | None:
        world = self._world
        acts: dict[str, Callable[[int], None]] = {
            "Draw one card face down from the shoe.": self._draw,
            "Draw one card face up from the shoe.": self._draw_face_up,
            "Open the shoe's lid.": partial(world.set_lid, False),
            "Close the shoe's lid.": partial(world.set_lid, True),
            "Open the service door.": partial(world.set_door, False),
            "Close the service door.": partial(world.set_door, True),
        }
        return acts.get(line)

    def _at_a_display(self, line: str) -> Callable[[int], None] | None:
        if found := re.fullmatch(r"Is TEST MODE readable on seat (\d+)'s display\? y or n", line):
            title = self._table.rig.displays[int(found[1])].text("title")
            return lambda _now: self.types("y" if title == "TEST MODE" else "n")
        if found := re.fullmatch(r"Touch the marked key on seat (\d+)'s display once\.", line):
            return partial(self._touch, int(found[1]))
        return None

    def _draw(self, now: int) -> None:
        self._world.draw(now)

    def _draw_face_up(self, now: int) -> None:
        self._world.turn(self._world.at("stub")[0].id, True)
        self._world.draw(now)

    def _post(self, seat: int, now: int) -> None:
        self._world.set_post(seat, True, now)
        self._posted = seat

    def _away(self, now: int) -> None:
        posted, self._posted = self._posted, 0
        if posted:
            self._world.set_post(posted, False, now)
        self._world.move([self._card, self._chip], "off", now)

    def _touch(self, seat: int, now: int) -> None:
        """Touch the key that the display marks."""
        panel = self._table.rig.displays[seat]
        marked = [name for name, value in panel.values().items() if value == "Press here"]
        assert len(marked) == 1, marked
        key = marked[0].partition("_text")[0]
        panel.touch(key, True, now)
        self._table.loop.call_at(now + HOLD, partial(self._let_go, seat, key))

    def _let_go(self, seat: int, key: str, now: int) -> None:
        if key != self.never_lets_go_of:
            self._table.rig.displays[seat].touch(key, False, now)


class Technician(Hands):
    """Carries out one guided test."""

    walk: Walk

    def __init__(
        self, table: Table, parts: tuple[str, ...], things: tuple[str, ...] = (), *, only_left: bool = False
    ) -> None:
        super().__init__(table)
        every = steps_of(table.file)
        steps = [one for one in every if one.part in parts and (not things or one.thing in things)]
        left = sheets.kept(table.file.paths.bridge)
        sheet = left or sheets.begun(table.file, every, WHO)
        if only_left:
            steps = sheet.left(steps)
        peer, loop = reach(table.file.paths.run), table.loop
        plan = Plan(table.file, sheet, steps, left, False, "en")
        self.walk = Walk(plan, peer, loop, loop.stop, self._read)

    @property
    def sheet(self) -> Sheet:
        return self.walk.sheet

    def works(self, seconds: float = 600) -> dict[str, str]:
        """The result of each thing, once the test is over."""
        self._table.run(seconds)
        return {one.thing: one.result for one in self.sheet.tried}

    def seen(self, thing: str) -> str:
        return next(one.seen.said() for one in self.sheet.tried if one.thing == thing)


class Newcomer(Hands):
    """Names the ends of a table, those of these names or all. `work`: goes on with what was left there."""

    walk: NamingWalk

    def __init__(self, table: Table, names: tuple[str, ...] = (), work: Work | None = None) -> None:
        super().__init__(table)
        keep = work.keep if work is not None else lambda _found: None
        self.naming = Naming(table.file, Commissioned() if work is None else work.found, keep)
        peer, loop = reach(table.file.paths.run), table.loop
        self.walk = NamingWalk(self.naming, self.naming.steps(names), peer, loop, loop.stop, self._read)

    def names(self, seconds: float = 600) -> TableFile:
        """The table file as it comes out."""
        self._table.run(seconds)
        return named_table(self._table.file, self.naming.found)


def _spot(line: str) -> str:
    for pattern, spot in SPOTS:
        if found := re.search(pattern, line):
            return spot.format(*found.groups())
    raise AssertionError(line)
