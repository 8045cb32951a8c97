"""Readings as the bridge tells them, and what the senses made of them."""

from __future__ import annotations

from controller.poker import events as core
from controller.service.senses.draw_records import Exits
from controller.service.senses.sensing import Sensing
from firmware_bridge.messages import sensed
from firmware_bridge.messages.base import TagId
from firmware_bridge.messages.public import Param

from .things import at, registers, tag_of


def with_shoe(decks: bool = True) -> Sensing:
    return Sensing(registers(decks), Exits(shoe=True))


def without_shoe() -> Sensing:
    return Sensing(registers(), Exits(shoe=False))


def drawn(*names: str) -> sensed.CardDrawn:
    return sensed.CardDrawn(tags=tuple(map(tag_of, names)), orientation="down", at=at(1))


def placed(name: str, spot: str) -> sensed.CardPlaced:
    return sensed.CardPlaced(tag=tag_of(name), spot=spot, at=at(2))


def moved(area: str, added: list[TagId], removed: list[TagId], lies: list[TagId]) -> sensed.ChipsMoved:
    return sensed.ChipsMoved(area=area, added=tuple(added), removed=tuple(removed), lies=tuple(lies), at=at(3))


def alarms(sensing: Sensing) -> list[tuple[str, Param]]:
    return [(alarm.text.key, alarm.text.params["place"]) for alarm in sensing.foreign.alarms]


def landed(events: tuple[core.Event, ...]) -> list[tuple[int, int | None]]:
    return [(e.exit, e.face) for e in events if isinstance(e, core.CardPlaced)]
