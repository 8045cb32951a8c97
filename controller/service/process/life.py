"""The first entries of a life of the controller: at its start, and after a fault was cleared."""

from collections.abc import Mapping
from typing import Final

from controller.journal import Entry
from controller.journal.faults import Fault
from controller.service.process.machine import Machine
from controller.service.process.play import Play
from controller.service.process.records import Records
from controller.service.process.time_of_day import TimeOfDay
from controller.service.process.welcomes import Welcomes
from controller.service.session.belongings import found
from controller.service.session.startup import Premises
from controller.service.session.table_session import OWN

FAULT_CLEARED: Final = "fault_cleared"  # the kind of record


class Life:
    """Journals that the controller has started or goes on, with what it found."""

    def __init__(
        self, of: Premises, records: Records, play: Play, machine: Machine, time_of_day: TimeOfDay, welcomes: Welcomes
    ) -> None:
        self._of, self._records, self._play, self._machine = of, records, play, machine
        self._time_of_day, self._welcomes = time_of_day, welcomes

    def begin(self, *, after_fault: bool = False) -> None:
        """Write the first entries. A locked table has none."""
        if self._of.latch.locked:
            return
        of = self._of
        before, reading = self._time_of_day.last_reading(), self._time_of_day.reading()
        about = {
            **found(of.config.paths.state, of.device, of.registers),
            "program": of.program,
            "registers": of.registers.digest(),
            "boot": reading.boot,
            "utc": reading.utc,  # the stamps count from the machine's start, and this records when that was
        }
        self._records.add(Entry(OWN, self._records.life, 0, reading.stamp, "started", about))
        self._play.machine_started()
        if after_fault:
            self._play.go_on()
        self._machine.note_start()
        self._time_of_day.note_since(before, reading)
        self._records.commit()
        self._time_of_day.compare_later(reading)

    def begin_again(self, faults: tuple[Fault, ...], by: Mapping[str, str], *, lost: bool) -> None:
        """Write the first entries after a fault, and when each fault came, which it was, and who cleared it.

        While it lasted nothing could be journalled. If entries are lost, every source begins a new epoch, as its
        numbers no longer match those of the journal.
        """
        self._records.begin_life()
        self.begin(after_fault=True)
        if lost:
            self._welcomes.renew_epochs()
        else:
            self._welcomes.note_epochs()
        for fault in faults:
            about = {"fault": fault.key, "since": fault.since, "utc": self._of.wall(), **by}
            self._records.add_own(FAULT_CLEARED, about)
        self._records.commit()
