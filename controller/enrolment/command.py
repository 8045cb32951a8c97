"""`sabot enrol`: a deck is registered by its passing the table's own shoe, chips by their lying at an antenna."""

import subprocess
import sys
import time
from pathlib import Path
from typing import Annotated, Final

import typer
import zmq

from controller.enrolment.deck import Drawn, Enrolment
from controller.enrolment.rack_command import chips
from controller.enrolment.shoe import SHOE, Shoe, sensing
from controller.enrolment.stand_in import alone_with_bridge, still_running
from controller.people.terminal import two_people
from controller.poker.cards import name as name_of
from controller.registers.device_key import DeviceKeyError, FileDeviceKey
from controller.registers.lines import deck_name
from controller.registers.store import RegisterError, load_registers, save_decks
from controller.service.transport.links import Links
from firmware_bridge.messages.tablefile import load_table_file
from firmware_bridge.process.directories import AlreadyRunning
from firmware_bridge.process.refusals import refusing

LOOK_EVERY_MS: Final = 250  # how often it checks whether the bridge is still there. A draw is taken at once

AGAIN: Final = {
    Drawn.UNREAD: "not read: put it back and draw it again",
    Drawn.TWO: "two tags at once: put the cards back and draw one",
    Drawn.KNOWN: "this tag was there before: draw the next card",
}

enrol = typer.Typer(help="Register a deck or chips at the table's own antennas, while the table does not run.",
                    no_args_is_help=True)  # fmt: skip
enrol.command()(chips)


@enrol.command()
def deck(
    config: Annotated[Path, typer.Option(help="The table's description, table.toml.")],
    by: Annotated[str, typer.Option(help="Who registers it.")],
    witness: Annotated[str, typer.Option(help="Who looks on: another person.")],
    name: Annotated[str, typer.Option(help="The deck's name. A deck of the same name is replaced.")] = "main",
    jokers: Annotated[int, typer.Option(help="How many jokers come after the 52 cards.")] = 0,
) -> None:
    """Register a deck at the table's own shoe, while the table does not run.

    Lay the deck in order: ace to king of spades, hearts, diamonds, clubs, then the jokers. Draw card after card, face
    down, as the command names it. Tags go from the reader into the sealed register. No text, file or pipe ever has
    them. Nothing is registered before the last card, and Ctrl-C registers nothing.
    """
    with refusing(
        RegisterError, DeviceKeyError, AlreadyRunning, OSError, ValueError, zmq.ZMQError, says="sabot enrol"
    ):
        table = load_table_file(config)
        if SHOE not in table.places:
            raise ValueError(f"{config}: no antenna reads {SHOE!r}. Give the lines to `sabot register deck`.")
        name, enrolment = deck_name(name), Enrolment(jokers)
        with alone_with_bridge(table, config) as (links, bridge):
            state = table.paths.state
            key = FileDeviceKey.at(state / "device.key")
            people = two_people(state, key, by, witness)
            _draw_all(enrolment, Shoe(links, _say, sensing(table)), links, bridge)
            decks = load_registers(state, key).decks.registered(name, enrolment.cards, people)
            save_decks(state, key, decks)
    print(f"deck {name!r} is registered. Decks of this table: {', '.join(decks.names)}")


def _draw_all(enrolment: Enrolment, shoe: Shoe, links: Links, bridge: subprocess.Popen[bytes]) -> None:
    """Until the last card. Raises ChildProcessError where the bridge ends before.

    No card is asked for while a draw would not be sensed: the next one would be taken for it.
    """
    asked = False
    _say("wait until the shoe is read")
    while enrolment.left:
        still_running(bridge)
        links.events.poll(LOOK_EVERY_MS)
        draws = list(shoe.draws(time.monotonic_ns()))
        if shoe.ready and not asked:
            _ask(enrolment)
        elif asked and not shoe.ready:
            _say("wait, and put back what you have drawn since the last line")
        asked = shoe.ready
        for tags in draws:
            drawn = enrolment.drawn(tags)
            if drawn is Drawn.READ:
                _ask(enrolment)
            else:
                _say(AGAIN[drawn])


def _ask(enrolment: Enrolment) -> None:
    if enrolment.due is not None:
        _say(f"draw {name_of(enrolment.due)}, {enrolment.left} to come")


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
