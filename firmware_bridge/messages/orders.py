"""The controller's orders to the bridge: pages, where to look, whether a hand is played. Idempotent, newest wins.

A guided test is led by orders, too. Each of these is sent once.
"""

from typing import Annotated

from pydantic import Field

from .base import Count, Kinded, Seat
from .guided import GuidedAct


class ShowPage(Kinded):
    """The whole page of a seat's display, as component name → text or number. A higher (epoch, revision) wins."""

    seat: Seat
    epoch: Count
    revision: Count
    page: str
    values: dict[str, str | int]


class Attention(Kinded):
    """What is due next: places to be read first, most urgent first. Others are read as time allows."""

    epoch: Count
    revision: Count
    places: tuple[str, ...]


class HandLatch(Kinded):
    """Whether a hand is in progress: while it is, no test mode and no update may touch a part."""

    epoch: Count
    revision: Count
    in_progress: bool


class LeadTest(Kinded):
    """What a person says at the page of a guided test."""

    epoch: Count
    revision: Count
    act: Annotated[GuidedAct, Field(discriminator="do")]


Order = Annotated[ShowPage | Attention | HandLatch | LeadTest, Field(discriminator="kind")]
