"""The controller's orders to the bridge: pages, where to look, whether a hand is played. Idempotent, newest wins.

A guided test is led by orders, too. Each of these is sent once.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from .base import Count, Message, Seat
from .guided import GuidedAct


class ShowPage(Message):
    """The whole page of a seat's display, as component name → text or number. A higher (epoch, revision) wins."""

    kind: Literal["show_page"] = "show_page"
    seat: Seat
    epoch: Count
    revision: Count
    page: str
    values: dict[str, str | int]


class Attention(Message):
    """What is due next: places to be read first, most urgent first. Others are read as time allows."""

    kind: Literal["attention"] = "attention"
    epoch: Count
    revision: Count
    places: tuple[str, ...]


class HandLatch(Message):
    """Whether a hand is in progress: while it is, no test mode and no update may touch a part."""

    kind: Literal["hand_latch"] = "hand_latch"
    epoch: Count
    revision: Count
    in_progress: bool


class LeadTest(Message):
    """What a person says at the page of a guided test."""

    kind: Literal["lead_test"] = "lead_test"
    epoch: Count
    revision: Count
    act: Annotated[GuidedAct, Field(discriminator="do")]


Order = Annotated[ShowPage | Attention | HandLatch | LeadTest, Field(discriminator="kind")]
