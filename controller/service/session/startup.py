"""How the controller comes up: journal and registers opened, checked, and the open hand played again.

What is wrong with the journal does not stop the program: it latches a fault, and the table comes up locked.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import structlog

from controller.journal import FaultLatch, Journal, JournalFault
from controller.registers import DeviceKey, FileDeviceKey, Registers, load_registers
from controller.rulebooks import Rulebook, load
from controller.service.session.digests import program_digest
from controller.service.session.table_session import BETWEEN_HANDS, Desk
from controller.service.session.table_setup import is_tournament, setup_of
from controller.table import AnotherVersion, Setup
from firmware_bridge.messages.tablefile import TableFile

log = structlog.get_logger("controller")

OpenJournal = Callable[[], Journal]


BOOT: Final = Path("/proc/sys/kernel/random/boot_id")  # of Linux: random, and new at each start


def boot_id() -> str:
    """Names this run of the machine; "" where it has no name."""
    return BOOT.read_text(encoding="ascii").strip() if BOOT.exists() else ""


@dataclass(slots=True)
class Premises:
    """What the controller works with, and how to open the journal again after a fault."""

    config: TableFile
    rulebook: Rulebook
    registers: Registers
    latch: FaultLatch
    open_journal: OpenJournal
    program: str
    device: DeviceKey
    boot: Callable[[], str] = boot_id  # another one each time the machine is started
    wall: Callable[[], int] = time.time_ns  # what people call the time: ns since 1970, UTC


def premises(config: TableFile) -> Premises:
    """Load all but the journal. Raises RulebookError, RegisterError, DeviceKeyError, OSError, ValueError."""
    state = config.paths.state
    device = FileDeviceKey.at(state / "device.key")
    registers = load_registers(state, device)
    rulebook = load(config.game.rulebook, config.game.structure, variant=config.game.variant)
    setup_of(config, faces=len(registers.decks) > 0, tournament=is_tournament(config, rulebook))
    latch, program = FaultLatch(state), program_digest()
    return Premises(config, rulebook, registers, latch, lambda: Journal(state, device), program, device)


def open_table(of: Premises) -> tuple[Journal, Desk]:
    """The journal, verified, and the table as it was. A fault is latched. Raises JournalError where there is none."""
    journal = of.open_journal()
    try:
        journal.verify(hands=10)
        desk, differing = recover(journal, of)
    except JournalFault as fault:
        log.error("the journal is not what it must be", fault=fault.key, detail=fault.detail)  # noqa: TRY400 - no trace
        of.latch.latch(fault.key, fault.detail)
        return journal, Desk.fresh(of.config, of.rulebook, of.registers, of.program)
    except Exception as error:  # noqa: BLE001 - whatever the past does to this program, the table must come up locked
        log.error("the open hand cannot be played again", detail=where(error))  # noqa: TRY400 - values may be secret
        of.latch.latch("replay_failed", where(error))
        return journal, _without_replay(journal, of)
    if differing:
        detail = f"{differing} outcomes differ from those recorded"
        log.error("the open hand cannot be restored exactly", detail=detail)
        of.latch.latch("replay_differs", detail)
    return journal, desk


def recover(journal: Journal, of: Premises) -> tuple[Desk, int]:
    """The table of the last checkpoint with the open hand played again, and how many outcomes differed.

    Raises JournalFault. A new journal gets its first checkpoint.
    """
    saved = journal.last_checkpoint()
    if saved is None:
        desk = Desk.fresh(of.config, of.rulebook, of.registers, of.program)
        journal.close_hand(desk.checkpoint())
        journal.commit()
        return desk, 0
    try:
        desk = Desk.restored(saved, of.config, of.rulebook, of.registers, of.program)
    except AnotherVersion as error:
        raise JournalFault("checkpoint_version", str(error)) from None
    differing = sum(not desk.replay(opened) for opened in journal.open_hand())
    if _take_new_setup(desk, of):
        journal.close_hand(desk.checkpoint())  # what follows is played again at this table
        journal.commit()
    return desk, differing


def _without_replay(journal: Journal, of: Premises) -> Desk:
    """The table as the open hand began; a fresh one where even that cannot be read."""
    try:
        saved = journal.last_checkpoint()
        if saved is not None:
            return Desk.restored(saved, of.config, of.rulebook, of.registers, of.program)
    except Exception as error:  # noqa: BLE001 - as above: locked, and up
        log.error("the last checkpoint cannot be read", detail=where(error))  # noqa: TRY400 - values may be secret
    return Desk.fresh(of.config, of.rulebook, of.registers, of.program)


def where(error: BaseException) -> str:
    """An error's kind and the line it came from. Not its words: they may name a card."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" in {Path(frames[-1].filename).name}, line {frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{place}"


def _take_new_setup(desk: Desk, of: Premises) -> bool:
    """Another table file counts once no hand is open: who sits there stays with what he has. True if it does."""
    wanted = setup_of(of.config, faces=len(of.registers.decks) > 0, tournament=is_tournament(of.config, of.rulebook))
    now = desk.view
    if now.phase not in BETWEEN_HANDS or _same(desk.table.setup, wanted):
        return False
    desk.take_setup(wanted)
    log.info("the table file has changed and counts from now on", hand=now.hand)
    return True


def _same(one: Setup, other: Setup) -> bool:
    """Whether two setups are of one table; stacks and button go their own way once play begins."""

    def kept(setup: Setup) -> list[object]:
        others = [getattr(setup, n) for n in setup.__slots__ if n not in ("seats", "button")]
        return [*others, [seat.seat for seat in setup.seats]]

    return kept(one) == kept(other)
