"""Tags, registers and a table file for the controller's tests."""

from __future__ import annotations

from pathlib import Path

from controller.poker.cards import DECK_SIZE, card
from controller.registers import Chip, ChipRegister, ChipState, DeckRegister, Registers
from firmware_bridge.messages.base import Interval, TagId
from firmware_bridge.messages.tablefile import TableFile, parse_table_file

DENOMINATIONS = (25, 100, 500, 1000)


def tag_of(name: str) -> TagId:
    """The tag of a card of the deck."""
    return TagId(f"iso14443a:04A1B2C3D4{card(name):04X}")


def chip_tag(denomination: int, number: int = 0) -> TagId:
    """The tag of a chip of the table. There are a hundred of each denomination."""
    return TagId(f"iso15693:E00401503A{DENOMINATIONS.index(denomination):02X}{number:04X}")


FOREIGN_CARD = TagId("iso14443a:04FFFFFFFFFFFF")
FOREIGN_CHIP = TagId("iso15693:E004FFFFFFFFFFFF")
RETIRED_CHIP = TagId("iso15693:E00401503AEE0001")


def registers(decks: bool = True) -> Registers:
    """One deck, a hundred chips of each denomination, and one chip that is out of play."""
    tags = {TagId(f"iso14443a:04A1B2C3D4{number:04X}"): number for number in range(DECK_SIZE)}
    chips = {chip_tag(value, number): Chip(value) for value in DENOMINATIONS for number in range(100)}
    chips[RETIRED_CHIP] = Chip(100, state=ChipState.RETIRED)
    return Registers(DeckRegister().registered("main", tags) if decks else DeckRegister(), ChipRegister(chips))


def at(moment: int) -> Interval:
    """An interval around a moment in milliseconds."""
    return Interval(absent=(moment - 1) * 1_000_000, present=moment * 1_000_000)


def table_text(root: Path, seats: int = 3, parts: str = "", stack: int = 10_000, rulebook: str = "lfp") -> str:
    """The text of a table file; nothing senses unless `parts` says so."""
    numbers = ", ".join(map(str, range(1, seats + 1)))
    return (
        f'[table]\nname = "Test"\nseats = [{numbers}]\nseat_language = {{ 2 = "fr" }}\n'
        f'[game]\nrulebook = "{rulebook}"\nsmall_blind = 50\nbig_blind = 100\nsmallest_chip = 25\n'
        f"starting_stack = {stack}\n"
        f'[paths]\nstate = "{root}/state"\nrun = "{root}/run"\n{parts}'
    )


def part(name: str, kind: str, **antennas: str) -> str:
    """A part with antennas given as a1="seat:1"."""
    given = ", ".join(f'{number[1:]} = "{spot}"' for number, spot in antennas.items())
    return f'[[part]]\nname = "{name}"\nkind = "{kind}"\nport = "/dev/{name}"\nantennas = {{ {given} }}\n'


def sensing_parts(seats: int = 3) -> str:
    """A shoe, card spots, board and chips of up to eight seats, a display at each, no button and no posts."""
    seated = [f"seat:{n}" for n in range(1, seats + 1)]
    board = [*(f"board:{n}" for n in range(1, 6)), "muck"]
    chips = [f"{kind}:{n}" for kind in ("stack", "bet") for n in range(1, seats + 1)]
    text = part("shoe", "pn532", a0="shoe")
    text += part("cards-a", "pepper_c1", **{f"a{i}": spot for i, spot in enumerate(seated, start=1)})
    text += part("cards-b", "pepper_c1", **{f"a{i}": spot for i, spot in enumerate(board, start=1)})
    text += part("chips", "feig_obid", **{f"a{i}": s for i, s in enumerate([*chips, "pot", "tray", "drop"])})
    for seat in range(1, seats + 1):
        text += f'[[part]]\nname = "display-{seat}"\nkind = "nextion"\nport = "/dev/d{seat}"\nseat = {seat}\n'
    return text + '[gpio]\nlines = { "shoe:beam1" = 2, "shoe:beam2" = 3 }\n'


def table_file(root: Path, seats: int = 3, parts: str = "") -> TableFile:
    """That table file, parsed."""
    return parse_table_file(table_text(root, seats, parts))
