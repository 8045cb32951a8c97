"""People's entries, as the core understands them. Pure. A command that cannot be carried out is refused with the
reason."""

from typing import Final, get_args

from controller.poker import events as core
from controller.poker.entries import ENTRIES, said_in
from controller.poker.said import PartNamed, SeatAndCount
from controller.service.entries.entry_validation import Refused, check, check_seat, parts_called
from firmware_bridge.messages.tablefile import TableFile
from firmware_bridge.messages.told import (
    CORRECTIONS,
    OVERRULINGS,
    Answer,
    Command,
    DealerCommand,
    Declared,
    FloorDecision,
)

__all__ = ["Refused", "Telling"]

_WITH_AMOUNT: Final = ("bet", "raise")  # acts that the floor names with a total


class Telling:
    """Turns commands into core events for one table."""

    def __init__(self, table: TableFile) -> None:
        self._table = table

    def events(self, command: Command, stamp: int) -> tuple[core.Event, ...]:
        """Return the core events of a command given at `stamp` (ns). Raises Refused."""
        told, at = command.told, (stamp, stamp)
        if isinstance(told, Declared):
            return (self._declared(told, at, command),)
        if isinstance(told, DealerCommand):
            return self._entry(told, at, command)
        if isinstance(told, Answer):
            return (core.FloorDecision(told.ask, told.option, told.reason, command.author, command.role, at),)
        return (self._decision(told, at, command),)

    def _declared(self, told: Declared, at: core.Interval, command: Command) -> core.Event:
        seat = check_seat(told.seat, self._table)
        if told.word == "time":
            return core.SeatKey(seat, "time", None, at)
        if told.amount is not None and told.amount <= 0:
            raise Refused("amount", value=told.amount)
        if told.word in ("amount", "plus") and told.amount is None:
            raise Refused("amount", value="-")
        word: core.Word = next(w for w in get_args(core.Word) if w == told.word)
        condition = None
        if told.condition is not None:
            condition = (check_seat(told.condition.seat, self._table), told.condition.act)
        return core.Declared(
            seat, word, told.amount, command.author, command.role, told.when, at, told.dark, condition
        )

    def _entry(self, told: DealerCommand, at: core.Interval, command: Command) -> tuple[core.Event, ...]:
        check(told, self._table)
        by, role = command.author, command.role
        if ENTRIES[told.word].says is PartNamed:
            parts = parts_called(told.value or "", self._table)
            return tuple(core.DealerCommand(told.word, PartNamed(part), by, role, at) for part in parts)
        said = said_in(told.word, told)
        if isinstance(said, SeatAndCount) and told.word == "stack":
            return (core.Correction("stack", said.seat, said.amount, "counted", by, role, at),)
        return (core.DealerCommand(told.word, said, by, role, at),)

    def _decision(self, told: FloorDecision, at: core.Interval, command: Command) -> core.Event:
        """A correction of chips, or another decision in place of a ruling's."""
        by, role = command.author, command.role
        if told.decision in CORRECTIONS:
            if told.amount is None or told.amount < 0:
                raise Refused("amount", value="-" if told.amount is None else told.amount)
            what = next(c for c in ("stack", "issue", "withdraw") if c == told.decision)
            return core.Correction(what, check_seat(told.seat, self._table), told.amount, told.reason, by, role, at)
        if told.decision not in OVERRULINGS or told.replaces is None:
            raise Refused("replaces", decision=told.decision)
        if told.amount is not None and (told.decision not in _WITH_AMOUNT or told.amount <= 0):
            raise Refused("amount", value=told.amount)
        return core.FloorDecision(told.replaces, told.decision, told.reason, by, role, at, told.amount)
