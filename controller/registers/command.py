"""`sabot register`: tells the table which tag is which card and which tag is which chip."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from controller.people.terminal import two_people
from controller.registers.device_key import DeviceKeyError, FileDeviceKey
from controller.registers.lines import card_lines, chip_lines, deck_name
from controller.registers.map_input import map_lines
from controller.registers.sealed_map import seal_map
from controller.registers.store import RegisterError, load_registers, save_chips, save_decks
from firmware_bridge.messages.tablefile import load_table_file
from firmware_bridge.process.refusals import refusing

app = typer.Typer(
    help="Tell the table which tag is which card, and which tag is which chip.\n\n"
    "Lines come on standard input: sealed for this table (`key`, `seal`), from a pipe, typed unseen at a terminal, "
    "or from a file that nobody else can read. The registers lie in the table's state directory, sealed and signed. "
    "They are read when the controller starts, and a hand in progress keeps those it began with.",
    no_args_is_help=True,
)

Config = Annotated[Path, typer.Option(help="The table's description, table.toml.")]
_EXPECTED = (RegisterError, DeviceKeyError, OSError, ValueError)


@app.command()
def deck(
    config: Config,
    by: Annotated[str, typer.Option(help="Who registers it.")],
    witness: Annotated[str, typer.Option(help="Who looks on: another person.")],
    name: Annotated[str, typer.Option(help="The deck's name. A deck of the same name is replaced.")] = "main",
) -> None:
    """Register a deck of 52 cards, and its jokers if it has any. Two people do it, each with their PIN or passphrase
    once the table has accounts.

    Standard input has one card a line, the tag first: `iso14443a:04A1B2C3D4E5F6 As`, or `joker`. Empty lines and what
    follows a `#` are passed over. Nothing is registered unless all 52 lines are right. All faults are reported at
    once, by line number, and no tag is repeated on the screen.
    """
    with refusing(*_EXPECTED):
        name = deck_name(name)
        state, key = _state(config)
        people = two_people(state, key, by, witness)
        given, left_to_do = map_lines(sys.stdin, key)
        decks = load_registers(state, key).decks.registered(name, card_lines(given), people)
        save_decks(state, key, decks)
    print(f"deck {name!r} is registered. Decks of this table: {', '.join(decks.names)}")
    if left_to_do:
        print(left_to_do)


@app.command()
def chips(config: Config) -> None:
    """Register chips, or change what is registered for them.

    Standard input has one chip a line: the tag, the denomination in minor units, the series (left out: main) and the
    state (left out: in_play), as in `iso15693:E00401503A1B2C3D 500 main`. A chip that is withdrawn is registered once
    more, with the state retired: `iso15693:E00401503A1B2C3D 500 main retired`. Nothing is registered unless every
    line is right.
    """
    with refusing(*_EXPECTED):
        state, key = _state(config)
        given, left_to_do = map_lines(sys.stdin, key)
        added = chip_lines(given)
        register = load_registers(state, key).chips.registered(added)
        save_chips(state, key, register)
    print(f"{len(added)} chips are registered. The table knows {len(register)}")
    if left_to_do:
        print(left_to_do)


@app.command("key")
def show_key(config: Config) -> None:
    """Print the key for which the maker of a deck seals its map. It is no secret: it seals, and opens nothing."""
    with refusing(*_EXPECTED):
        _, key = _state(config)
    print(key.public.hex())


@app.command("seal")
def seal_for_table(
    table: Annotated[str, typer.Argument(help="The key of the table, as `sabot register key` prints it there.")],
) -> None:
    """Seal the lines of a deck or of chips for one table. Run it where the map is made.

    Standard input has the lines, standard output gets the sealed text. Only `sabot register` of that table opens it.
    """
    with refusing(*_EXPECTED):
        print("\n".join(seal_map(table, sys.stdin.read().splitlines())))


def _state(config: Path) -> tuple[Path, FileDeviceKey]:
    state = load_table_file(config).paths.state
    return state, FileDeviceKey.at(state / "device.key")
