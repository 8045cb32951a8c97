"""`sabot enrol`: a deck is registered by its passing the table's own shoe."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Annotated, Final

import typer
import zmq

from controller.enrolment.deck import Drawn, Enrolment
from controller.enrolment.shoe import SHOE, Shoe
from controller.people.terminal import two_people
from controller.poker.cards import name as name_of
from controller.registers.device_key import DeviceKeyError, FileDeviceKey
from controller.registers.lines import deck_name
from controller.registers.store import RegisterError, load_registers, save_decks
from controller.service.transport.links import Links
from controller.service.transport.sources import speakers
from firmware_bridge.messages.tablefile import TableFile, load_table_file
from firmware_bridge.messages.tablefile_complaints import TableFileError
from firmware_bridge.process.directories import AlreadyRunning, Held
from firmware_bridge.process.latch import hand_is_marked
from firmware_bridge.process.own_bridge import end_bridge, start_bridge
from firmware_bridge.process.users import PRIVATE_SOCKET, SHARED_SOCKET, Users, own_directory, prepare

LOOK_EVERY_MS: Final = 250  # how often it checks whether the bridge is still there. A draw is taken at once

AGAIN: Final = {
    Drawn.UNREAD: "not read: put it back and draw it again",
    Drawn.TWO: "two tags at once: put the cards back and draw one",
    Drawn.KNOWN: "this tag was there before: draw the next card",
}

HAND_IN_PROGRESS = (
    "A hand is in progress, and its cards must stay where they are. Start the table and end the hand. "
    "If it has ended, the start says so to the bridge."
)

_EXPECTED = (
    RegisterError, DeviceKeyError, TableFileError, AlreadyRunning, OSError, ValueError, zmq.ZMQError,
)  # fmt: skip


def enrol(
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
    try:
        table = load_table_file(config)
        if SHOE not in table.places:
            raise ValueError(f"{config}: no antenna reads {SHOE!r}. Give the lines to `sabot register deck`.")
        name, enrolment = deck_name(name), Enrolment(jokers)
        with _shoe_of(table, config) as (shoe, links, bridge):
            state = table.paths.state
            key = FileDeviceKey.at(state / "device.key")
            people = two_people(state, key, by, witness)
            _draw_all(enrolment, shoe, links, bridge)
            decks = load_registers(state, key).decks.registered(name, enrolment.cards, people)
            save_decks(state, key, decks)
    except _EXPECTED as error:
        print(f"sabot enrol: {error}", file=sys.stderr)
        raise typer.Exit(1) from None
    print(f"deck {name!r} is registered. Decks of this table: {', '.join(decks.names)}")


@contextmanager
def _shoe_of(table: TableFile, config: Path) -> Iterator[tuple[Shoe, Links, subprocess.Popen[bytes]]]:
    """The bridge is started, and this process stands in the controller's place. Raises AlreadyRunning."""
    users = prepare(table)
    mode = SHARED_SOCKET if users else PRIVATE_SOCKET
    with (
        _as_controller(users),
        closing(Held(own_directory(table, "controller"), "controller")),
        closing(Links(table.paths.run, speakers(users), mode)) as links,
        _bridge_of(table.paths.bridge, config, users) as bridge,
    ):
        yield Shoe(links, _say), links, bridge


@contextmanager
def _bridge_of(bridge_state: Path, config: Path, users: Users | None) -> Iterator[subprocess.Popen[bytes]]:
    with _as_root(users):
        if hand_is_marked(bridge_state):
            raise ValueError(HAND_IN_PROGRESS)
        bridge = start_bridge(config, users)
    try:
        yield bridge
    finally:
        with _as_root(users):
            end_bridge(bridge)


@contextmanager
def _as_controller(users: Users | None) -> Iterator[None]:
    """With the rights of the controller, so that its files stay its own."""
    if users is None:
        yield
        return
    group = os.getegid()
    os.setegid(users.group)
    os.seteuid(users.ids["controller"])
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(group)


@contextmanager
def _as_root(users: Users | None) -> Iterator[None]:
    """To start or end a process of another user."""
    if users is None:
        yield
        return
    os.seteuid(0)
    try:
        yield
    finally:
        os.seteuid(users.ids["controller"])


def _draw_all(enrolment: Enrolment, shoe: Shoe, links: Links, bridge: subprocess.Popen[bytes]) -> None:
    """Until the last card. Raises ChildProcessError where the bridge ends before."""
    _ask(enrolment)
    while enrolment.left:
        if bridge.poll() is not None:
            raise ChildProcessError("the bridge has ended: see what `sabot bridge` says when it is started alone")
        links.events.poll(LOOK_EVERY_MS)
        for tags in shoe.draws(time.monotonic_ns()):
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
