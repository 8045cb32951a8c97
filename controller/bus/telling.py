"""What people tell, as the core understands it. Pure. A command that cannot be is refused with the reason."""

from __future__ import annotations

from collections.abc import Callable

from controller.poker import events as core
from controller.poker.cards import cards
from firmware_bridge.messages.public import Text
from firmware_bridge.messages.tablefile import TableFile
from firmware_bridge.messages.told import Answer, Command, DealerCommand, DealerEntry, Declared, FloorDecision

_WORDS: dict[str, core.Word] = {
    "fold": "fold",
    "check": "check",
    "call": "call",
    "bet": "bet",
    "raise": "raise",
    "all_in": "allin",
}


class Refused(Exception):
    """The command cannot be: `text` says why, `str()` its key."""

    def __init__(self, key: str, **params: str | int) -> None:
        self.text = Text(key=f"refused.{key}", params=dict(params))
        super().__init__(self.text.key)


# The dealer's entries that need nothing, and those that name a seat: ours → the core's word.
_PLAIN: dict[DealerEntry, core.Command] = {
    "shuffle": "shuffle",
    "deal_done": "dealt",
    "burned": "burned",
    "gathered": "gathered",
    "awarded": "awarded",
}
_OF_A_SEAT: dict[DealerEntry, core.Command] = {
    "folded": "fold",
    "mucks": "muck",
    "button": "button",
    "sit_in": "sit_in",
    "sit_out": "sit_out",
}
_CORRECTIONS = ("stack", "issue", "withdraw")
BOARD_CARDS = (3, 1)  # the flop; the turn and the river


class Telling:
    """Turns commands into core events for one table."""

    def __init__(self, table: TableFile) -> None:
        self._table = table
        self._special: dict[str, Callable[[DealerCommand, core.Interval, str, core.Role], core.Event]] = {
            "board": self._board,
            "shows": self._shows,
            "wins": self._wins,
            "stack": self._stack,
        }

    def events(self, command: Command, stamp: int) -> tuple[core.Event, ...]:
        """The core events of a command said at `stamp` (ns). Raises Refused."""
        told, at = command.told, (stamp, stamp)
        if isinstance(told, Declared):
            return (self._declared(told, at, command),)
        if isinstance(told, DealerCommand):
            return self._entry(told, at, command)
        if isinstance(told, Answer):
            return (core.FloorDecision(told.ask, told.option, "", command.author, command.role, at),)
        return (self._decision(told, at, command),)

    def _declared(self, told: Declared, at: core.Interval, command: Command) -> core.Event:
        if told.word == "time":
            return core.SeatKey(self._seat(told.seat), "time", None, at)
        if told.amount is not None and told.amount <= 0:
            raise Refused("amount", value=told.amount)
        return core.Declared(
            self._seat(told.seat), _WORDS[told.word], told.amount, command.author, command.role, told.when, at
        )

    def _entry(self, told: DealerCommand, at: core.Interval, command: Command) -> tuple[core.Event, ...]:
        by, role = command.author, command.role
        if told.word in _PLAIN:
            return (core.DealerCommand(_PLAIN[told.word], None, by, role, at),)
        if told.word in _OF_A_SEAT:
            return (core.DealerCommand(_OF_A_SEAT[told.word], self._seat(told.seat), by, role, at),)
        if told.word in self._special:
            return (self._special[told.word](told, at, by, role),)
        word: core.Command = "manual_on" if told.word == "manual" else "manual_off"
        return tuple(core.DealerCommand(word, part, by, role, at) for part in self._parts(told.value))

    def _board(self, told: DealerCommand, at: core.Interval, by: str, role: core.Role) -> core.Event:
        return core.DealerCommand("board", _cards(told.value, BOARD_CARDS), by, role, at)

    def _shows(self, told: DealerCommand, at: core.Interval, by: str, role: core.Role) -> core.Event:
        seat = self._seat(told.seat)
        if told.value is None:
            return core.DealerCommand("show", seat, by, role, at)
        return core.DealerCommand("cards", f"{seat}:{_cards(told.value, (2,))}", by, role, at)

    def _wins(self, told: DealerCommand, at: core.Interval, by: str, role: core.Role) -> core.Event:
        """`seat` alone; or in value the winners of each pot, outermost first: "7;3,7"."""
        if told.value is None:
            return core.DealerCommand("winners", str(self._seat(told.seat)), by, role, at)
        for word in told.value.replace(";", ",").split(","):
            self._seat(int(word) if word.isdecimal() else None)
        return core.DealerCommand("winners", told.value, by, role, at)

    def _stack(self, told: DealerCommand, at: core.Interval, by: str, role: core.Role) -> core.Event:
        if told.value is None or not told.value.isdecimal():
            raise Refused("amount", value=told.value or "-")
        return core.Correction("stack", self._seat(told.seat), int(told.value), "counted", by, role, at)

    def _decision(self, told: FloorDecision, at: core.Interval, command: Command) -> core.Event:
        by, role = command.author, command.role
        if told.decision not in _CORRECTIONS:
            raise Refused("decision", decision=told.decision, allowed=", ".join(("clear_fault", *_CORRECTIONS)))
        if told.amount is None or told.amount < 0:
            raise Refused("amount", value="-" if told.amount is None else told.amount)
        what = next(c for c in ("stack", "issue", "withdraw") if c == told.decision)
        return core.Correction(what, self._seat(told.seat), told.amount, told.reason, by, role, at)

    def _seat(self, seat: int | None) -> int:
        allowed = self._table.table.seats
        if seat not in allowed or seat is None:
            raise Refused("seat", seat=seat or 0, allowed=", ".join(map(str, allowed)))
        return seat

    def _parts(self, value: str | None) -> tuple[str, ...]:
        """What the core calls a part: its own names, or those of a part of the table file, by what it looks at."""
        known = {"board", "pot", "shoe", "button"}
        known |= {f"{kind}:{seat}" for kind in ("chips", "cards") for seat in self._table.table.seats}
        if value in known and value is not None:
            return (value,)
        part = next((part for part in self._table.part if part.name == value), None)
        looked_at = [_core_part(spot) for spot in part.antennas.values()] if part else []
        found = tuple(dict.fromkeys(name for name in looked_at if name in known))
        if not found:
            names = sorted(part.name for part in self._table.part if part.antennas)
            raise Refused("part", part=value or "-", allowed=", ".join([*sorted(known), *names]))
        return found


def _core_part(spot: str) -> str:
    kind, _, number = spot.partition(":")
    return {"stack": f"chips:{number}", "bet": f"chips:{number}", "seat": f"cards:{number}"}.get(kind, kind)


def _cards(text: str | None, lengths: tuple[int, ...]) -> str:
    """Cards written together. Raises Refused; what was written is not repeated."""
    try:
        count = len(set(cards(text or "")))
    except ValueError:
        raise Refused("cards", lengths=" / ".join(map(str, lengths))) from None
    if count not in lengths or len((text or "").replace(" ", "")) != 2 * count:
        raise Refused("cards", lengths=" / ".join(map(str, lengths)))
    return (text or "").replace(" ", "")
