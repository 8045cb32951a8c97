"""`sabot commission`: from an empty configuration to a table file, led in a terminal."""

import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from firmware_bridge.guided.checks import SEARCH
from firmware_bridge.guided.kept import write_kept
from firmware_bridge.guided.socket import reach
from firmware_bridge.guided.started import NoTest, started
from firmware_bridge.guided.steps import Step
from firmware_bridge.messages.clock import RealClock
from firmware_bridge.messages.guided_facts import fact_texts
from firmware_bridge.messages.languages import Language
from firmware_bridge.messages.loop import Loop
from firmware_bridge.messages.signals import end_signals
from firmware_bridge.messages.tablefile import GpioSection, TableFile, parse_table_file
from firmware_bridge.parts.lifecycle import IDENTIFY_WITHIN
from firmware_bridge.parts.pins import NAME as PINS
from firmware_bridge.probe_command import ports_here, run
from firmware_bridge.process.refusals import refusing
from firmware_bridge.process.users import own_directory
from firmware_bridge.proposal import notes_on
from firmware_bridge.tabletext import as_box, with_parts

from .box import box_of, left_out, lines_of
from .files import Progress, Work, box_file, opened, target_of
from .found import POWER, Commissioned, End, Named, as_named, ends_of
from .lines import free_lines
from .naming import Naming
from .questions import DEFAULTS, HEADER, ask, head_of, numbers
from .survey import readings, remarks
from .walk import NamingWalk

MOST_LINES = 53


def commission(
    config: Annotated[Path, typer.Option(help="The table file that is to be, table.toml.")],
    place: Annotated[
        list[str] | None, typer.Option(help="Ask for this alone, again: seat:3, door, display:3.")
    ] = None,
    part: Annotated[list[str] | None, typer.Option(help="Ask for the places of this part again, alone.")] = None,
    new: Annotated[bool, typer.Option("--new", help="Begin with the ports again, and forget all names.")] = False,
    port: Annotated[
        list[Path] | None, typer.Option(help="Ports to look at. Without any, all of this machine.")
    ] = None,
    lines: Annotated[str, typer.Option(help="GPIO lines to look at, such as 2-13,20. Without it, it is asked.")] = "",
    box: Annotated[
        Path | None, typer.Option(help="Commission the simulated parts that `sabot box` plugged in.")
    ] = None,
    survey: Annotated[
        bool,
        typer.Option(
            "--survey", help="Show how each antenna reads, and which thresholds fit. Asks for nothing else."
        ),
    ] = False,
    language: Annotated[Language, typer.Option(help="Of questions and orders.")] = "en",
) -> None:
    """Make a table of its parts, without editing a file: which antenna, display and line is where, in a terminal.

    It asks for name and stakes, looks at the ports, and then says what to lay, touch or draw. What answers gets the
    name of the place. The table must not run. Leave with q at any step: the same command goes on from there. The
    table file is written at the end, and the old one is kept under its date.

    The exit code is 0 if the table file is written, 1 if it was left before, 2 if it cannot go on.
    """
    at = Terminal(config, language)
    with refusing(NoTest, OSError, ValueError, says="sabot commission", status=2):
        work = _begun(at, new, port or [], lines, box)
        if survey:
            _show(work)
            raise typer.Exit(_write(at, work, 0, 0))
        _refuse_running(at, work.box)
        naming = Naming(work.box, work.found, work.keep)
        steps = naming.steps(place or (), part or ())
        if not steps:
            at.say("all_named")
            raise typer.Exit(_write(at, work, 0, 0) if work.differs else 0)
        at.say("at_hand")
        began = time.monotonic()
        tried = _walked(at, work, naming, steps)
        if tried is None:
            at.say("left", box=work.source)
            raise typer.Exit(1)
        raise typer.Exit(_write(at, work, tried, round(time.monotonic() - began)))


@dataclass(frozen=True, slots=True)
class Terminal:
    """Where a technician is led: by which file, in which language."""

    config: Path
    language: Language

    def text(self, name: str, **facts: object) -> str:
        return fact_texts(self.language)[f"commission.{name}"].format(**facts)

    def say(self, name: str, **facts: object) -> None:
        typer.echo(self.text(name, **facts))

    def ask(self, name: str, default: str) -> str:
        answer: str = typer.prompt(self.text(name), default=default)
        return answer


# --- the box --------------------------------------------------------------------------------------------------------


def _begun(at: Terminal, new: bool, ports: Sequence[Path], lines: str, box: Path | None) -> Work:
    """Take up what was kept, or look what is there. Raises NoTest, OSError, ValueError."""
    work = opened(at.config)
    if work is None or new:
        return _looked(at, _head(at, box) if work is None else work.text, ports, lines, box)
    if work.so_far is None:
        if work.file.exists():
            work.keep(as_named(work.box), written=True)
        else:  # a walk was left before anything was found
            work.keep(Commissioned())
    elif not work.so_far.written:
        at.say("goes_on", named=len(work.found.named))
    return work


def _head(at: Terminal, box: Path | None) -> str:
    """Ask for name, stakes and directories, until `check-config` accepts them."""
    here = {} if box is None else {name: str(box.absolute() / name) for name in ("state", "run")}
    answers = {**DEFAULTS, "language": at.language, **here}
    while True:
        answers = ask(answers, at.ask)
        try:
            text = head_of(answers)
            parse_table_file(text, str(at.config))
            wrong = _refused(at.config, text)
        except ValueError as error:
            wrong = str(error)
        if not wrong:
            return text
        at.say("again", error=wrong)


def _looked(at: Terminal, text: str, ports: Sequence[Path], lines: str, simulated: Path | None) -> Work:
    """Look what is at the ports and lines, and write the box."""
    file, source = target_of(at.config), box_file(at.config)
    head = parse_table_file(text, str(file))
    _refuse_running(at, head)
    gpio, power = _gpio(at, head, lines, simulated)
    wanted = [str(one) for one in ports] or ports_here(simulated)
    at.say("probing", ports=len(wanted))
    found = [one.found for one in (run(wanted) if wanted else []) if one.found is not None]
    box = box_of(head, found, gpio)
    if not ends_of(box):
        raise NoTest(at.text("nothing"))
    at.say("found", parts=len(box.part), ends=len(ends_of(box)))
    if more := left_out(found, box):
        at.say("left_out", ends=more)
    named = (Named(name=POWER, end=End(part=PINS, number=power)),) if power is not None else ()
    work = Work(file, text, box, source, Progress(notes=notes_on(found)))
    source.unlink(missing_ok=True)  # killed from here to the last line, the command begins with the ports again
    work.keep(Commissioned(named=named))
    write_kept(source, as_box(with_parts(text, box, notes_on(found))))
    return work


def _gpio(at: Terminal, head: TableFile, lines: str, simulated: Path | None) -> tuple[GpioSection | None, int | None]:
    """The lines that may be wired, and the one of the supply."""
    known = head.gpio or GpioSection()
    if simulated is not None:
        known = GpioSection(backend="socket", socket=str(simulated.absolute() / "gpio.sock"))
    wanted = numbers("--lines", lines, 0, MOST_LINES) if lines else _asked_lines(at, "lines", HEADER)
    power = _asked_lines(at, POWER, str(known.lines.get(POWER, "")))[:1] if wanted else []
    free, wrong = free_lines(known, sorted({*wanted, *power}))
    for one in wrong:
        typer.echo(one, err=True)
    return (lines_of(free, known) if free else None), (power[0] if power and power[0] in free else None)


def _asked_lines(at: Terminal, name: str, default: str) -> list[int]:
    """Ask for line numbers, until the answer is a list of them."""
    while True:
        try:
            return numbers(name, at.ask(name, default), 0, MOST_LINES)
        except ValueError as error:
            at.say("again", error=error)


def _refuse_running(at: Terminal, table: TableFile) -> None:
    try:
        reach(own_directory(table, "bridge")).close()
    except OSError:
        return
    raise NoTest(at.text("runs", table=table.table.name))


# --- the walk, and what comes of it ---------------------------------------------------------------------------------


def _walked(at: Terminal, work: Work, naming: Naming, steps: list[Step]) -> int | None:
    """Lead through the steps. Return how many there were, None if it was left. Raises NoTest."""
    with started(work.source, work.box) as peer:
        loop = Loop(RealClock())
        survey = SEARCH + IDENTIFY_WITHIN
        walk = NamingWalk(naming, steps, peer, loop, loop.stop, typer.echo, survey, at.language)
        with end_signals(loop, lambda _now: walk.end()):
            walk.watch_keyboard(sys.stdin.fileno())
            loop.run()
    if walk.why is not None:
        raise NoTest(f"{walk.why.said(at.language)}.")
    return walk.begun.tried if walk.begun is not None and walk.begun.whole else None


def _write(at: Terminal, work: Work, steps: int, seconds: int) -> int:
    """Write the table file, if `check-config` accepts it. Return the exit code."""
    for remark in remarks(work.found, work.box):
        typer.echo(remark.said(at.language) + ".")
    sensing = work.proposes and typer.confirm(at.text("thresholds"))
    if wrong := _refused(work.file, work.named_text(sensing=sensing)):
        at.say("refused")
        typer.echo(wrong, err=True)
        return 2
    backup = work.write(datetime.now(UTC), sensing=sensing)
    if backup is not None:
        at.say("backup", file=backup)
    named = len(work.found.named)
    at.say("written", file=work.file, named=named, steps=steps, minutes=seconds // 60, seconds=seconds % 60)
    at.say("next", file=work.file)
    return 0


def _show(work: Work) -> None:
    """Print the survey."""
    for row in readings(work.found):
        typer.echo(f"{row.name:12} {row.end:14} {row.reads:>7}  {row.others}".rstrip())


def _refused(file: Path, text: str) -> str:
    """What `sabot check-config` would refuse in a file of this text. Empty if it accepts it."""
    candidate = file.with_name(f"{file.stem}.candidate.toml")
    write_kept(candidate, text)
    words = [sys.executable, "-m", "controller", "check-config", "--config", str(candidate)]
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603 - ours
    finally:
        candidate.unlink()
    return done.stderr.strip() if done.returncode else ""
