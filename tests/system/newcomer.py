"""A newcomer who follows docs/commissioning.md: two terminals, and the commands as they stand there."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from hardware_sim.box.hands import orders
from tests.until import until

READ = 65536
REACTS_S = 0.4  # a person's time to begin
SAYS_WITHIN_S = 60.0  # after which they press Enter: the probe of the ports takes as long
MOST_SILENCES = 5
QUESTION = re.compile(r"\[[^\]]*\]: $")  # what typer asks with a default
SECRET = re.compile(r"(?:PIN|passphrase|once more)[^\n]*: $", re.IGNORECASE)


class Gone(Exception):
    """The command has ended, or said nothing for too long. The text is what it said last."""


@dataclass
class Terminal:
    """A command in a terminal of its own. `said`: all that stood there."""

    words: Sequence[str]
    said: str = ""
    _read: int = 0  # how much of it was looked at

    def __post_init__(self) -> None:
        self._master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "controller", *self.words],
            stdin=slave, stdout=slave, stderr=slave, start_new_session=True, preexec_fn=_owns_terminal,
        )  # fmt: skip
        os.close(slave)

    def types(self, text: str) -> None:
        os.write(self._master, f"{text}\n".encode())

    def more(self, within: float) -> bool:
        """Read what it says. Return whether there was anything."""
        if not select.select([self._master], [], [], within)[0]:
            return False
        try:
            data = os.read(self._master, READ)
        except OSError:  # the last process at the terminal has gone
            return False
        self.said += data.decode("utf-8", "replace").replace("\r\n", "\n")
        return bool(data)

    def line(self, within: float = 240.0) -> str:
        """The next whole line, or a question that waits. Raises Gone."""
        deadline = time.monotonic() + within
        while True:
            rest = self.said[self._read :]
            whole, newline, _ = rest.partition("\n")
            if newline:
                self._read += len(whole) + 1
                return whole
            if QUESTION.search(rest) or SECRET.search(rest):
                self._read += len(rest)
                return rest
            if not self.more(0.1) and (self.process.poll() is not None or time.monotonic() > deadline):
                raise Gone(self.said[-2000:])

    def until(self, text: str, within: float = 240.0) -> str:
        """Read on to a line that has this text. Raises Gone."""
        while text not in (line := self.line(within)):
            pass
        return line

    def kill(self) -> None:
        """Kill -9 the command, and wait until what it has started has ended by itself."""
        children = _children(self.process.pid)
        self.process.kill()
        self.process.wait()
        for pid in children:
            until(lambda pid=pid: not Path(f"/proc/{pid}").exists())  # type: ignore[misc]

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.kill()
        os.close(self._master)


def _owns_terminal() -> None:
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def _children(pid: int) -> list[int]:
    return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@dataclass
class Newcomer:
    """Follows the way at a box in `folder`. `steps` counts what they did, by what it was."""

    folder: Path
    seats: int
    port: int
    options: Sequence[str] = ()
    steps: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.config = self.folder / "table.toml"
        self.box = Terminal(["box", str(self.folder), "--seats", str(self.seats), *self.options])
        self.box.until("where ")

    def does(self, text: str) -> str:
        """Paste it into the terminal of the box. Return what comes of it."""
        self.box.types(text)
        self.box.until(text)  # its echo
        return self.box.line()

    def sabot(self, *words: str) -> Terminal:
        """A command on the table file."""
        self.steps["commands"] += 1
        return Terminal([*words, "--config", str(self.config)])

    def commissions(self, *more: str, killed_after: int | None = None) -> Terminal:
        """Answer the questions, and do what each order says, until the command ends or was killed."""
        answers = {"Its seats": f"1-{self.seats}", "Port of the pages": str(self.port)}
        terminal = self.sabot("commission", "--box", str(self.folder), *more)
        carried_out = silent = 0
        while True:
            try:
                line = terminal.line(SAYS_WITHIN_S)
            except Gone:
                if terminal.process.poll() is not None or silent == MOST_SILENCES:
                    break
                silent += 1
                terminal.types("")  # they have done it, and nothing was noticed
                continue
            silent = 0
            if QUESTION.search(line):
                terminal.types(next((text for start, text in answers.items() if line.startswith(start)), ""))
                self.steps["questions"] += 1
            elif line in orders():
                self._obeys(line, terminal)
                carried_out += 1
                if carried_out == killed_after:
                    terminal.kill()
                    return terminal
            elif "FAIL" in line:
                self.steps["tried again"] += 1
                self.does("away")  # a card that lay there when the walk was killed counts once it was lifted
                time.sleep(5 * REACTS_S)
                terminal.types("r")
        terminal.process.wait(30)
        return terminal

    def _obeys(self, line: str, terminal: Terminal) -> None:
        if "chair" in line:
            terminal.types("n")
        elif not line.startswith(("Touch nothing", "Leave it")):
            self.steps["orders"] += 1
            time.sleep(REACTS_S)
            while "marks no key" in self.does(line):  # it does a moment after the order
                time.sleep(0.2)

    def makes_accounts(self, people: Mapping[str, str]) -> None:
        """Give each of them an account of a floor manager, with this passphrase."""
        for name, secret in people.items():
            terminal = self.sabot("people", "add", name, "floor")
            while terminal.process.poll() is None:
                with suppress(Gone):
                    if SECRET.search(terminal.line()):
                        terminal.types(secret)
            assert terminal.process.returncode == 0, terminal.said

    def registers_deck(self, people: Mapping[str, str]) -> None:
        """Draw each card as it is named."""
        by, witness = people
        self.does("deck")
        terminal = self.sabot("enrol", "deck", "--by", by, "--witness", witness)
        while "is registered" not in (line := terminal.line()):
            if SECRET.search(line):
                terminal.types(people[by] if by in line else people[witness])
            elif line.startswith("not read"):
                self.does("back")
                time.sleep(0.5)
                self.does("draw")
            elif line.startswith("draw "):
                time.sleep(0.5)
                self.does("draw")
                self.steps["cards drawn"] += 1
        terminal.close()

    def registers_chips(self, value: int, number: int) -> None:
        """Lay a rack, and confirm it once all of it is read."""
        terminal = self.sabot("enrol", "chips", "--denomination", str(value), "--rack", str(number))
        terminal.until("Lay a rack")
        self.does(f"rack {value} {number}")
        terminal.until(f"Enter registers {number}")
        terminal.types("")
        terminal.until(f"Registered: {number}")
        self.steps["racks"] += 1
        self.does("away")
        terminal.types("q")
        terminal.until("chips were registered")
        terminal.close()

    def deals(self, hands: int, name: str, secret: str) -> list[str]:
        """Start the table, lay the stacks, and let the robot deal. Return what it says of each hand."""
        table = self.sabot("run")
        try:
            until_it_answers(self.port)
            self.does("stacks " + " ".join(map(str, range(1, self.seats + 1))))
            assert self.does(f"deal {hands} {name} {secret} 127.0.0.1:{self.port}") == "dealing"
            said = [self.box.until("is awarded", 600) for _ in range(hands)]
            self.box.until("the hands are dealt")
            return said
        finally:
            table.close()

    def close(self) -> None:
        self.box.close()


def until_it_answers(port: int, within: float = 240.0) -> None:
    """Wait until something listens at a port. Raises OSError."""
    deadline = time.monotonic() + within
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)
        else:
            return
