"""`sabot deck`: which decks the table knows, and which of their cards are to be replaced."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from controller.registers.decks import DeckRegister, Registered, face_name
from controller.registers.device_key import DeviceKeyError, FileDeviceKey
from controller.registers.readings import ENOUGH, Readings, Tally
from controller.registers.store import RegisterError, load_readings, load_registers
from firmware_bridge.messages.base import TagId
from firmware_bridge.messages.tablefile import load_table_file
from firmware_bridge.process.refusals import refusing

app = typer.Typer(help="The decks of the table, and how well their cards are read.", no_args_is_help=True)

Config = Annotated[Path, typer.Option(help="The table's description, table.toml.")]


@app.callback()
def _group() -> None:
    """Keeps `report` a command of its own."""


@app.command()
def report(
    config: Config,
    faces: Annotated[bool, typer.Option("--faces", help="Name the cards to be replaced: with the deck out.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """How often each card was read as it left the shoe, up to the last hand that is over.

    A card whose tag is dying is missed more and more often. It stands first. Cards go by the random identity of their
    registration. With --faces those to be replaced are named, too. Tags are never shown. The exit code is 2 if a card
    is to be replaced.
    """
    with refusing(RegisterError, DeviceKeyError, OSError, ValueError):
        state = load_table_file(config).paths.state
        key = FileDeviceKey.at(state / "device.key")
        decks, readings = load_registers(state, key).decks, load_readings(state, key)
    rows = {deck: _rows(decks.deck(deck), readings, faces) for deck in decks.names}
    if as_json:
        print(json.dumps(rows))
    else:
        for line in _lines(decks, rows):
            print(line)
    raise typer.Exit(2 if any(row["replace"] for cards in rows.values() for row in cards) else 0)


def _rows(deck: Registered, readings: Readings, faces: bool) -> list[dict[str, Any]]:
    tallies = [(tag, readings.of(tag)) for tag in deck.cards]
    tallies.sort(key=lambda pair: (not pair[1].weak, -pair[1].share, deck.identities[pair[0]]))
    return [_row(deck, tag, tally, faces) for tag, tally in tallies]


def _row(deck: Registered, tag: TagId, tally: Tally, faces: bool) -> dict[str, Any]:
    row: dict[str, Any] = {
        "card": deck.identities[tag],
        "draws": tally.draws,
        "missed": tally.missed,
        "replace": tally.weak,
    }
    if faces and tally.weak:
        row["face"] = face_name(deck.cards[tag])
    return row


def _lines(decks: DeckRegister, rows: dict[str, list[dict[str, Any]]]) -> Iterator[str]:
    if not rows:
        yield "no deck is registered"
    for deck, cards in rows.items():
        people = " and ".join(decks.deck(deck).people) or "nobody named"
        draws, missed = sum(row["draws"] for row in cards), sum(row["missed"] for row in cards)
        yield f"deck {deck}: {len(cards)} cards, registered by {people}. {draws} draws, {missed} not read"
        for row in cards:
            if row["missed"]:
                yield _line(row)


def _line(row: dict[str, Any]) -> str:
    share = f"{100 * row['missed'] / row['draws']:.0f} %"
    verdict = "REPLACE" if row["replace"] else "" if row["draws"] >= ENOUGH else f"(fewer than {ENOUGH} draws)"
    return (
        f"  card {row['card']} {row.get('face', '')}: {row['missed']} of {row['draws']} not read, {share} {verdict}"
    )
