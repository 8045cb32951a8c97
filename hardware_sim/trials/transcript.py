"""What was sensed, entered and published in a hand, line by line, to find out why a hand went wrong.

It names the cards. It is the simulator's own knowledge, and is written only on request.
"""

from pathlib import Path
from typing import Final

from firmware_bridge.messages.public import PublicMove, PublicState, Text
from firmware_bridge.messages.sensed import CardDrawn, CardGone, CardPlaced, CardReturned, Sensed
from firmware_bridge.messages.told import Told
from hardware_sim.physics.world import World
from hardware_sim.robot.senses import tag_of

SECOND: Final = 1_000_000_000


class Transcript:
    """The transcript of one hand. `begin` forgets the one before. Chips appear only as the table counts them."""

    def __init__(self, world: World) -> None:
        self._faces = {tag_of(card): card.face for card in world.cards}
        self._lines: list[str] = []
        self._told = 0
        self._last: tuple[str, ...] = ()

    def begin(self) -> None:
        """Another hand."""
        self._lines.clear()

    def sensed(self, message: Sensed, now: int) -> None:
        """Note a report of the senses, as it leaves them."""
        match message:
            case CardDrawn():
                read = "+".join(self._faces[tag] for tag in message.tags) or "unread"
                self._add(now, f"shoe: {read} {message.orientation}")
            case CardPlaced():
                self._add(now, f"{self._faces[message.tag]} lies at {message.spot}")
            case CardGone():
                self._add(now, f"{self._faces[message.tag]} is gone from {message.spot}")
            case CardReturned():
                self._add(now, "shoe: pushed back")

    def told(self, role: str, told: Told, now: int) -> None:
        """Note an entry of the people at the table."""
        fields = told.model_dump(exclude_none=True, exclude_defaults=True)
        self._add(now, f"{role}: {' '.join(f'{key}={value}' for key, value in fields.items())}")

    def refused(self, reasons: list[str], now: int) -> None:
        """Note the reasons of all refusals so far, oldest first."""
        for reason in reasons[self._told :]:
            self._add(now, f"refused: {reason}")
        self._told = len(reasons)

    def said(self, state: PublicState, now: int) -> None:
        """Note what the table says now, as far as it is new."""
        said = tuple(_words(state))
        for line in said:
            if line not in self._last:
                self._add(now, f"    {line}")
        self._last = said

    def _add(self, now: int, line: str) -> None:
        self._lines.append(f"{now / SECOND:10.3f} {line}")

    def write(self, path: Path, title: str) -> None:
        """Write it to a file, under a title."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join([title, *self._lines]) + "\n", encoding="utf-8")


def _words(state: PublicState) -> list[str]:
    lines = [f"[{state.phase}] {_text(state.next_step.text) if state.next_step else 'nothing is due'}"]
    lines += [f"? {_text(ask.text)}: {'/'.join(ask.options)} ({ask.role})" for ask in state.asks]
    lines += [f"! {_text(alarm.text)}" for alarm in state.alarms]
    lines += [f"= {ruling.matter} {', '.join(cite.article for cite in ruling.cites)}" for ruling in state.rulings]
    for remedy in state.remedies:
        lines += [f"> {_move(move)}" for move in remedy.moves if move.state != "waiting"]
        lines += [f"> {_text(text)}" for text in remedy.wrong]
    return lines


def _text(text: Text) -> str:
    return " ".join([text.key, *(f"{name}={value}" for name, value in text.params.items())])


def _move(move: PublicMove) -> str:
    cards = " ".join(map(str, move.exits)) or "the next"
    return f"{move.state}: {move.verb} {cards} from {move.origin} to {move.goal}, {move.by}"
