"""The start of the controller: journal and registers are opened and checked, and the open hand is played again.

A fault of the journal does not stop the program. It is latched, and the table comes up locked.
"""

import contextlib
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import structlog

from controller.journal import VERIFIED_HANDS, Checkpoint, FaultLatch, Journal, JournalError, JournalFault
from controller.journal.space import free
from controller.registers import DeviceKey, Registers
from controller.release.installed import Verified, program_digest, verify
from controller.rulebooks import Rulebook, load
from controller.service.session.belongings import changed, device_key_at, put_damaged_aside, registers_at
from controller.service.session.table_session import BETWEEN_HANDS, Desk
from controller.service.session.table_setup import is_tournament, setup_of
from controller.service.transport.unread import resident
from controller.table import VERSION, AnotherVersion, Setup
from firmware_bridge.messages.tablefile import TableFile
from firmware_bridge.process.failed_at import where

log = structlog.get_logger("controller")

BOOT: Final = Path("/proc/sys/kernel/random/boot_id")  # of Linux: random, and different after each start


def boot_id() -> str:
    """Return the name of this run of the machine, "" if it has no name."""
    return BOOT.read_text(encoding="ascii").strip() if BOOT.exists() else ""


@dataclass(slots=True)
class Premises:
    """The means of the controller, and how to open the journal again after a fault."""

    config: TableFile
    rulebook: Rulebook
    registers: Registers
    latch: FaultLatch
    program: str
    device: DeviceKey
    keyless: JournalFault | None = None  # why there is no device key
    damaged: tuple[JournalFault, ...] = ()  # registers that cannot be read
    boot: Callable[[], str] = boot_id  # different after each start of the machine
    wall: Callable[[], int] = time.time_ns  # the time of day: ns since 1970, UTC
    verify: Callable[[bytes | None], Verified] = verify  # compares the installed program with its release
    room: Callable[[Path], int] = free  # bytes that may still be written in a directory
    memory: Callable[[], int] = resident  # bytes of memory that this process has

    def open_journal(self) -> Journal:
        """The journal of the table. Raises JournalError, JournalFault."""
        if self.keyless is not None:
            raise self.keyless
        return Journal(self.config.paths.state, self.device)

    def lost_journal(self, fault: JournalFault) -> Journal:
        """Return a stand-in for a journal that cannot be opened."""
        return Journal.lost(self.config.paths.state, self.device, fault)

    def begin_journal_again(self) -> Journal:
        """Begin another journal in place of one that cannot be used. Raises JournalError, OSError."""
        if self.keyless is not None:  # the files may be whole
            raise JournalError(f"{self.keyless.detail}. Put the file back and start the controller again")
        return Journal.begin_again(self.config.paths.state, self.device)

    def give_up_damaged(self) -> None:
        """Put the registers aside that cannot be read, as a person goes on without them. Raises OSError."""
        if self.damaged and self.keyless is None:
            self.registers, self.damaged = put_damaged_aside(self.config.paths.state, self.device)


def premises(config: TableFile) -> Premises:
    """Load all but the journal. Raises RulebookError, OSError, ValueError."""
    state = config.paths.state
    device, keyless = device_key_at(state)
    registers, damaged = registers_at(state, device)
    rulebook = load(config.game.rulebook, config.game.structure, variant=config.game.variant)
    setup_of(config, faces=len(registers.decks) > 0, tournament=is_tournament(config, rulebook))
    latch, program = FaultLatch(state, config.paths.run), program_digest()
    return Premises(config, rulebook, registers, latch, program, device, keyless, damaged if keyless is None else ())


def open_table(of: Premises) -> tuple[Journal, Desk]:
    """Return the journal, verified, and the table as it was. A fault is latched. Raises JournalError if there is no
    journal."""
    try:
        journal = of.open_journal()
    except JournalFault as fault:
        journal = of.lost_journal(fault)
        return journal, _locked(journal, of, fault)
    try:
        journal.reading.verify(hands=VERIFIED_HANDS)
        desk, differing = recover(journal, of)
    except JournalFault as fault:
        desk = _locked(journal, of, fault)
        _latch_changed(journal, of)
        return journal, desk
    except Exception as error:  # noqa: BLE001 - whatever the past does to this program, the table must come up locked
        return journal, _locked(journal, of, JournalFault("replay_failed", where(error)))
    if differing:
        detail = f"{differing} of its entries came out otherwise than recorded"
        log.error("the open hand cannot be restored exactly", detail=detail)
        of.latch.latch("replay_differs", detail)
    return journal, desk


def _locked(journal: Journal, of: Premises, fault: JournalFault) -> Desk:
    """Latch the fault and return the best table that can still be believed. The fault's detail says which one that
    is."""
    desk, kept = salvaged(journal, of)
    log.error("the table is locked", fault=fault.key, detail=fault.detail, kept=kept)
    of.latch.latch(fault.key, f"{fault.detail}. Clearing the fault goes on with {kept}")
    return desk


def recover(journal: Journal, of: Premises) -> tuple[Desk, int]:
    """Return the table of the last checkpoint with the open hand played again, and how many entries gave other
    outcomes.

    Raises JournalFault. A new journal gets its first checkpoint.
    """
    _refuse_changed(journal, of)
    if not journal.reading.period:
        desk = Desk.fresh(of.config, of.rulebook, of.registers, of.program)
        journal.close_hand(desk.checkpoint())
        journal.commit()
        return desk, 0
    within = journal.reading.resume()
    desk, differing = _replayed(journal, of, within)
    if not differing and _version(within[0] if within else journal.reading.last_checkpoint()) != VERSION:
        journal.save_within(desk.checkpoint())  # what follows is of this version
        journal.commit()
    if _take_new_setup(desk, of):
        journal.close_hand(desk.checkpoint())  # what follows is played again at this table
        journal.commit()
    return desk, differing


def _replayed(journal: Journal, of: Premises, within: tuple[Checkpoint, int] | None = None) -> tuple[Desk, int]:
    """Play the open hand again, from where it was saved last."""
    saved, after = within or (journal.reading.last_checkpoint(), 0)
    if saved is None:
        raise JournalFault("journal_chain", f"the checkpoint of period {journal.reading.period} is missing")
    try:
        desk = Desk.restored(saved, of.config, of.rulebook, of.registers, of.program)
    except AnotherVersion as error:
        raise JournalFault("checkpoint_version", str(error)) from None
    same, version = _same_registers(journal, of), _version(saved)
    try:
        return desk, sum(not desk.replay(opened, same, version) for opened in journal.reading.open_hand(after))
    except JournalError:
        raise
    except Exception as error:
        if saved.program == of.program:
            raise
        raise JournalFault("checkpoint_version", _no_way(version, error)) from None


def _version(saved: Checkpoint | None) -> int:
    return VERSION if saved is None else int(saved.body["table"]["version"])


def _no_way(version: int, error: Exception) -> str:
    """Return why the open hand of another program cannot be played again, and the way out."""
    why = str(error) if isinstance(error, AnotherVersion) else where(error)
    way = f"start the program of version {version} again, end the hand, then update"
    return f"the open hand was recorded by another program, and this one cannot play it again ({why}): {way}"


def _same_registers(journal: Journal, of: Premises) -> bool:
    """Whether every start within the open hand, and the one before, had the registers of now."""
    now = of.registers.digest()
    return all(json.loads(start.body)["registers"] == now for start in journal.reading.starts())


def _refuse_changed(journal: Journal, of: Premises) -> None:
    """Compare the files beside the journal with the last start. Raises JournalFault for the first that changed."""
    for fault in (*of.damaged, *changed(journal, of.config.paths.state, of.device, of.registers)):
        raise fault


def _latch_changed(journal: Journal, of: Premises) -> None:
    """Latch every such change at once at a table that is locked already, as far as it can be read."""
    with contextlib.suppress(JournalFault):
        for fault in (*of.damaged, *changed(journal, of.config.paths.state, of.device, of.registers)):
            of.latch.latch(fault.key, fault.detail)


def salvaged(journal: Journal, of: Premises) -> tuple[Desk, str]:
    """Return the table as far as the journal can still be believed, and what that is, in words for the technician."""
    for attempt in (_open_hand, _its_beginning, _last_good):
        try:
            found = attempt(journal, of)
        except Exception as error:  # noqa: BLE001 - what is damaged may fail in any way, and the next one is tried
            log.warning("not to be had", what=attempt.__name__, why=where(error))
            continue
        if found is not None:
            return found
    return Desk.fresh(of.config, of.rulebook, of.registers, of.program), "an empty table"


def _open_hand(journal: Journal, of: Premises) -> tuple[Desk, str] | None:
    """Return what is there of the open hand, if its chain is whole."""
    journal.reading.verify_open_hand()
    desk, differing = _replayed(journal, of)
    return None if differing else (desk, f"hand {desk.table.hand_number} as it was at record {journal.reading.last}")


def _its_beginning(journal: Journal, of: Premises) -> tuple[Desk, str] | None:
    saved = journal.reading.last_checkpoint()
    if saved is None:
        return None
    desk = Desk.restored(saved, of.config, of.rulebook, of.registers, of.program)
    return desk, f"the stacks after hand {desk.table.hand_number}"


def _last_good(journal: Journal, of: Premises) -> tuple[Desk, str] | None:
    """Return an older checkpoint, or the one beside the database. Its secret part cannot be opened any more."""
    saved = journal.reading.last_good()
    if saved is None:
        return None
    desk = Desk.without_secret(saved, of.config, of.rulebook, of.registers, of.program)
    return desk, f"the stacks after hand {desk.table.hand_number}"


def _take_new_setup(desk: Desk, of: Premises) -> bool:
    """Let a changed table file count once no hand is open. Players keep their seats and chips. True if it counts
    now."""
    wanted = setup_of(of.config, faces=len(of.registers.decks) > 0, tournament=is_tournament(of.config, of.rulebook))
    now = desk.view
    if now.phase not in BETWEEN_HANDS or _same(desk.table.setup, wanted):
        return False
    desk.take_setup(wanted)
    log.info("the table file has changed and counts from now on", hand=now.hand)
    return True


def _same(one: Setup, other: Setup) -> bool:
    """Whether two setups are of one table. Stacks and button do not count, as play changes them."""

    def kept(setup: Setup) -> list[object]:
        others = [getattr(setup, n) for n in setup.__slots__ if n not in ("seats", "button")]
        return [*others, [seat.seat for seat in setup.seats]]

    return kept(one) == kept(other)
