"""Nextion / TJC serial displays: codec, page model and device, all without I/O.

    bytes ──► codec.Decoder ──► display.NextionDisplay ──► reports
    bytes ◄── codec.encode  ◄──        page.Page       ◄── show(page, values, revision)

UART, 8N1, 9600 baud out of the box. Source: Nextion instruction set, nextion.tech/instruction-set.
"""

from drivers.nextion.display import NextionDisplay, Rebooted, Shown, Touched
from drivers.nextion.display import Report as DisplayReport
from drivers.nextion.page import (
    DisplayContract,
    DisplayError,
    NoSuchComponent,
    NoSuchPage,
    PlacedComponent,
    ValueRefused,
)

__all__ = [
    "DisplayContract",
    "DisplayError",
    "DisplayReport",
    "NextionDisplay",
    "NoSuchComponent",
    "NoSuchPage",
    "PlacedComponent",
    "Rebooted",
    "Shown",
    "Touched",
    "ValueRefused",
]
