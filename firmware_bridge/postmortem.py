"""The diagnosis of a failure from a dump of the black box: part, place, cause, evidence and cure, likeliest first.
Pure.

The certainty of a verdict is in percent. The figures are judgements, not measured: they order causes that explain the
same evidence. The rest to 100 is for unknown causes.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from drivers.reader import Cause
from firmware_bridge.blackbox import ANSWERS, Said
from firmware_bridge.dumps import Dump, DumpLine, DumpVerdict, LinesDump
from firmware_bridge.parts.lifecycle import Signal, State

DAMAGED: Final = 0.2
"""From this share of damaged answers on a line is disturbed: a sound line has less than one in a thousand."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One cause that explains a dump. `sure` in percent. `evidence` is at most three lines."""

    part: str
    place: str
    cause: str
    cure: str
    sure: int
    evidence: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Evidence:
    """A dump, with the facts that the rules need from it."""

    dump: Dump

    @property
    def device(self) -> str:
        """The part and its kind, as a technician looks for it."""
        return f"{self.dump.part} ({self.dump.part_kind} at {self.dump.port})"

    @property
    def answers(self) -> list[DumpLine]:
        """The lines that only a part that answers can have caused."""
        return [line for line in self.dump.lines if line.said in ANSWERS]

    @property
    def failures(self) -> list[DumpLine]:
        """Requests that failed."""
        return [line for line in self.dump.lines if line.said is Said.FAILED]

    def damaged(self) -> int:
        """Answers that arrived damaged."""
        counted = self.dump.counters.bad_checksums
        return max(counted, sum(line.cause is Cause.GARBLED for line in self.failures))

    def disturbed(self) -> bool:
        """Whether more of the answers are damaged than a sound line brings."""
        whole = max(self.dump.counters.frames_in, len(self.answers))
        return self.damaged() > DAMAGED * (whole + self.damaged())

    def mute_places(self) -> list[str]:
        """The places that were asked without an answer and have sent nothing since."""
        silent: dict[int, bool] = {}
        for line in self.dump.lines:
            if line.antenna is not None and (line.said in ANSWERS or line.said is Said.FAILED):
                silent[line.antenna] = line.cause is Cause.NO_ANSWER
        return [self.dump.places.get(str(number), str(number)) for number, mute in sorted(silent.items()) if mute]

    def last_answer(self) -> str:
        """When the part was last heard."""
        if not self.answers:
            return "no answer stands in the black box"
        return f"the last answer came {self.answers[-1].ago / 1000:.1f} s before: {self.answers[-1].text}"

    def counted(self) -> str:
        """The driver's counters in one line."""
        c = self.dump.counters
        return (
            f"{c.frames_out} requests, {c.frames_in} answers, {self.damaged()} damaged, {c.timeouts} unanswered, "
            f"{c.bytes_received} bytes received"
        )

    def how(self) -> str:
        """The bridge's message when it happened."""
        if self.dump.signal is None:
            return f"it was {self.dump.after.value}, and the diagnosis told of it"
        return f"{self.dump.before.value} to {self.dump.after.value}, {self.dump.signal.value}: {self.dump.cause}"


Found = tuple[str, str, int]
"""Cause, cure, and how sure."""


def verdicts(dump: Dump | LinesDump) -> tuple[Verdict, ...]:
    """All causes that explain the dump, the surest first. There is always one."""
    if isinstance(dump, LinesDump):
        return (_told(dump.part, dump.told),)
    if dump.told is not None:
        return (_told(dump.part, dump.told),)
    evidence = Evidence(dump)
    rule = _unknown if dump.signal is None else BY_SIGNAL.get(dump.signal, _unknown)
    found = sorted(rule(evidence), key=lambda one: -one[2])
    seen = (evidence.how(), evidence.last_answer(), evidence.counted())
    mute = evidence.mute_places() if dump.after is State.DEGRADED else []
    place = ", ".join(mute or dump.places.values()) or (f"seat {dump.seat}" if dump.seat else "")
    return tuple(Verdict(dump.part, place, cause, cure, sure, seen) for cause, cure, sure in found)


def _told(part: str, told: DumpVerdict) -> Verdict:
    """What the diagnosis had told when the dump was written."""
    return Verdict(part, told.place, told.cause, told.cures[0] if told.cures else "", told.sure, told.evidence)


def _cable(e: Evidence) -> Iterator[Found]:
    yield (
        "the USB plug came out, or its hub lost power",
        f"Plug {e.device} in again. If other parts went at the same moment, check the hub's supply.",
        85,
    )
    yield "the adapter itself is failing", f"Put a spare adapter on {e.dump.part}.", 10


def _open(e: Evidence) -> Iterator[Found]:
    yield (
        "the port cannot be opened: another program has it, or this user may not",
        f"End what uses {e.dump.port}, or check its owner and group: {e.dump.cause}",
        90,
    )


def _wrong_part(e: Evidence) -> Iterator[Found]:
    yield (
        f"another device answers where {e.dump.part} should be",
        f"Find {e.dump.part} and plug it in at {e.dump.port}, or adopt the new part in table.toml: {e.dump.cause}",
        90,
    )


def _driver(e: Evidence) -> Iterator[Found]:
    interference = 60 if e.disturbed() else 35
    yield "the cable or a field near it damages answers", f"Check plug and shield of {e.device}.", interference
    yield (
        "Sabot does not understand an answer of this part",
        "Send this file to the makers of Sabot.",
        85 - interference,
    )


def _silent(e: Evidence) -> Iterator[Found]:
    counters = e.dump.counters
    supply = f"Check the supply lamp of {e.dump.part}, then its supply."
    cable = f"Press the plugs between adapter and {e.dump.part}, then try another cable."
    if not e.answers and not counters.frames_in:
        yield from _never_answered(e, supply, cable)
    elif e.disturbed():
        yield "a bad contact: answers came damaged before they stopped", cable, 65
        yield "a field or motor near the cable disturbs it", "Lay the cable away from power lines and readers.", 25
    else:
        yield f"{e.dump.part} has lost its supply", supply, 55
        yield "the cable between adapter and part is interrupted", cable, 35
        yield f"{e.dump.part} hangs", f"Take the supply from {e.dump.part} for ten seconds.", 8


def _never_answered(e: Evidence, supply: str, cable: str) -> Iterator[Found]:
    dump = e.dump
    settings = f"{dump.baud} baud in table.toml: compare with the part's own setting."
    if dump.counters.bytes_received or dump.counters.junk_bytes:
        yield "the baud rate or parity is another: bytes come, and none make an answer", settings, 75
        yield "another device is plugged in there", f"Compare the part at {dump.port} with table.toml.", 20
        return
    yield f"{dump.part} has no supply", supply, 45
    yield "the cable between adapter and part is interrupted, or its wires are crossed", cable, 40
    yield "the baud rate is another", settings, 12


def _partly(e: Evidence) -> Iterator[Found]:
    mute = e.mute_places()
    who = ", ".join(mute) or "some readers"
    some = len(mute) == 1
    yield (
        f"no supply or no bus cable at {who}",
        f"Check the supply lamp and the bus plug at {who}.",
        70 if some else 55,
    )
    yield (
        f"a wrong bus address at {who}",
        f"Give the reader at {who} the address that table.toml has.",
        20 if some else 10,
    )
    if not some:
        yield (
            "the bus cable is interrupted behind the last reader that answers",
            f"Follow the bus from {e.dump.part} on.",
            30,
        )


def _unknown(e: Evidence) -> Iterator[Found]:
    failed = Counter(line.cause.value for line in e.failures if line.cause is not None)
    most = failed.most_common(1)
    yield (most[0][0] if most else e.dump.cause or "nothing that explains it"), f"Look at {e.device} itself.", 30


BY_SIGNAL: Final[dict[Signal, Callable[[Evidence], Iterator[Found]]]] = {
    Signal.CABLE_LOST: _cable,
    Signal.PORT_GONE: _cable,
    Signal.OPEN_FAILED: _open,
    Signal.PORT_BUSY: _open,
    Signal.PORT_FORBIDDEN: _open,
    Signal.REFUSED: _wrong_part,
    Signal.DRIVER_FAILED: _driver,
    Signal.SILENT: _silent,
    Signal.PARTLY_MUTE: _partly,
}
