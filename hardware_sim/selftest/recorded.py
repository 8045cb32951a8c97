"""A dump as a simulated part: what it has recorded happens again at a table of the simulator.

`RecordedPart` sits on the cable of a simulated part of the same kind. The driver asks what it likes. It gets the
answers of the dump, or silence or noise as there were about then. What the dump does not know, the simulated part
answers. `RecordedLines` lets the GPIO lines do what they did.
"""

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Final

from firmware_bridge.dumps import DumpEdge, DumpError, LinesDump, read
from firmware_bridge.raw.masking import masked_request
from hardware_sim.parts.part import SECOND, Agenda, SerialPart
from hardware_sim.physics.lines import Lines
from hardware_sim.physics.world import World
from hardware_sim.wires import Cable

from .story import ABOUT_THEN, SILENCE, Exchange, Heard, Story

US: Final = 1_000


def play(
    file: Path, patient: str, cable: Cable | None, world: World, miss: Callable[[int, int], None], now: int
) -> None:
    """Let the part on a cable, or the GPIO lines, do what a dump has. Raises ValueError if it is of another kind of
    part, or no dump. The message quotes nothing of the file, as a page may show it."""
    try:
        dump = read(file)
    except DumpError as error:
        raise ValueError(str(error).splitlines()[0]) from None
    if isinstance(dump, LinesDump):
        if patient != dump.part:
            raise ValueError(f"{file}: a dump of the GPIO lines. Allowed is it for {dump.part} alone")
        RecordedLines(dump, world.lines, world.agenda, miss, now)
        return
    if cable is None or not isinstance(cable.part, SerialPart) or cable.part.kind != dump.part_kind:
        raise ValueError(f"{file}: a dump of {dump.part}, a {dump.part_kind}. Allowed is it for a part of that kind")
    if not dump.sent and not dump.happened:
        raise ValueError(f"{file}: this dump has no bytes, as an older version of Sabot wrote it")
    RecordedPart(Story(dump), cable, world.agenda, now)


class RecordedPart:
    """Plays a story on a cable from now on, until the cable's filters are taken away."""

    def __init__(self, story: Story, cable: Cable, agenda: Agenda, now: int) -> None:
        self._story = story
        self._cable = cable
        self._agenda = agenda
        self._began = now
        self._passes = True  # what the simulated part says now
        self._taken: dict[tuple[int, bytes], int] = {}  # by rate and request, the last exchange that was used
        self._ear = _Ear(self.asked)
        cable.to_part.append(self._ear)
        cable.to_host.append(_Gate(lambda: self._passes))
        if story.plugs and story.plugs[0][1]:
            cable.wire.unplug()
        for at, plugged in story.plugs:
            self._at(at, partial(self._plug, plugged))
        for burst in story.alone:
            self._at(burst.stamp, partial(self._cable.say, burst.data))

    def _at(self, since: int, act: Callable[[int], None]) -> None:
        self._agenda.at(self._began + since, partial(self._do, act))

    def _do(self, act: Callable[[int], None], now: int) -> None:
        """Do what is due, unless the fault was healed."""
        if self._ear in self._cable.to_part:
            act(now)
            self._cable.pump(now)

    def _plug(self, plugged: bool, _now: int) -> None:
        if plugged:
            self._cable.wire.plug()
        else:
            self._cable.wire.unplug()

    def asked(self, request: bytes, now: int) -> None:
        """Take a request of the host, and let come what the story has for it."""
        found = self._answer(request, now)
        self._passes = found is None
        for burst in found.answer if found is not None else ():
            self._cable.say(burst.data, now + burst.stamp)

    def _answer(self, request: bytes, now: int) -> Exchange | None:
        """Return the exchange whose answer is given. None: the simulated part answers."""
        story, baud = self._story, self._cable.wire.host_baud
        peer = story.peer(request)
        then = story.moment(now - self._began, peer)
        at_rate = [one for one in story.exchanges if one.asked.baud == baud or not baud]
        if not at_rate:
            return SILENCE if story.exchanges else None
        own = [one for one in at_rate if one.peer == peer]
        if not own:
            return SILENCE if story.gave_up else None
        same = _same(own, request)
        if same:  # a part of another kind may have been asked for at that rate, too
            own = [one for one in own if one.asked.kind == same[0].asked.kind]
        nearest = min(own, key=lambda one: abs(one.at - then))
        following = self._next(same, (baud, request), then)
        if nearest.heard is not Heard.FRAMES:
            return following if following is not None and following.heard is nearest.heard else nearest
        if following is not None and following.heard is Heard.FRAMES:
            return following
        good = [one for one in same if one.heard is Heard.FRAMES]
        return min(good, key=lambda one: abs(one.at - then)) if good else None

    def _next(self, same: list[Exchange], key: tuple[int, bytes], then: int) -> Exchange | None:
        """The next exchange of a request after the one that was used last, if it was about then. Else the nearest."""
        if not same:
            return None
        last = self._taken.get(key, -1)
        found = next((one for one in same if one.at > last and abs(one.at - then) <= ABOUT_THEN), None)
        found = found or min(same, key=lambda one: abs(one.at - then))
        self._taken[key] = found.at
        return found


def _same(exchanges: list[Exchange], request: bytes) -> list[Exchange]:
    """Those of the same request, which a dump has masked as one of that kind of part."""
    wanted = {kind: masked_request(kind, request) for kind in {one.asked.kind for one in exchanges}}
    return [one for one in exchanges if one.request == wanted[one.asked.kind]]


class _Ear:
    """Hears what the host writes, and lets it pass to the simulated part."""

    def __init__(self, asked: Callable[[bytes, int], None]) -> None:
        self._asked = asked

    def carry(self, data: bytes, now: int) -> Iterable[tuple[int, bytes]]:
        """See ``wires.Filter``."""
        self._asked(data, now)
        return [(now, data)]


class _Gate:
    """Lets pass what the simulated part says, or not."""

    def __init__(self, opens: Callable[[], bool]) -> None:
        self._opens = opens

    def carry(self, data: bytes, now: int) -> Iterable[tuple[int, bytes]]:
        """See ``wires.Filter``."""
        return [(now, data)] if self._opens() else ()


LONGEST: Final = 120 * SECOND
"""Edges that are older than this before the dump only say at which level a line was. No verdict looks back so far."""

SETTLING: Final = 2 * SECOND
"""The lines are watched and known by then."""


class RecordedLines:
    """Lets GPIO lines do from now on what they did, to the microsecond. `miss`: so many edges of a line are lost."""

    def __init__(
        self, dump: LinesDump, lines: Lines, agenda: Agenda, miss: Callable[[int, int], None], now: int
    ) -> None:
        self._lines = lines
        self._miss = miss
        late = {name: [edge for edge in edges if edge.ago * US <= LONGEST] for name, edges in dump.edges.items()}
        span = max((edge.ago for edges in late.values() for edge in edges), default=0) * US
        self.end = now + SETTLING + span
        for name in lines.names:
            if name in dump.numbers:
                self._play(name, late.get(name, []), name in dump.acting, agenda, now)

    def _play(self, name: str, edges: list[DumpEdge], acting: bool, agenda: Agenda, now: int) -> None:
        """Put a line to the level it had, and let its edges come at their times."""
        first = (not edges[0].level) ^ bool(edges[0].lost % 2) if edges else not acting
        self._lines.stick(name, first, now)
        for edge in edges:
            agenda.at(self.end - edge.ago * US, partial(self._change, name, edge))

    def _change(self, name: str, edge: DumpEdge, now: int) -> None:
        if edge.lost:
            self._miss(self._lines.number(name), edge.lost)
        self._lines.stick(name, bool(edge.level), now)
