"""What the page orders, as JSON with `do`, and how each order is carried out.

BadOrder(ValueError)   not an order, or one that was not understood. For the person to read
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from firmware_bridge.messages.display import KEYS

from .contract import SeatControl

MOST_CHIPS = 1000
"""Chips in one push. More than a player can hold, less than a typing error."""


class BadOrder(ValueError):
    """Not an order of the page."""


class _Order(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)


class Take(_Order):
    do: Literal["take"]
    seat: Annotated[int, Field(ge=1, le=10)]

    def give(self, control: SeatControl) -> None:
        control.take(self.seat)


class Leave(_Order):
    do: Literal["leave"]

    def give(self, control: SeatControl) -> None:
        control.leave()


class Push(_Order):
    do: Literal["push"]
    chips: dict[Annotated[int, Field(ge=1)], Annotated[int, Field(ge=1, le=MOST_CHIPS)]] = Field(min_length=1)

    def give(self, control: SeatControl) -> None:
        control.push(self.chips)


class TakeBack(_Order):
    do: Literal["take_back"]

    def give(self, control: SeatControl) -> None:
        control.take_back()


class Press(_Order):
    do: Literal["press"]
    key: str

    def give(self, control: SeatControl) -> None:
        if self.key not in KEYS:
            raise BadOrder(f"no such key; the display has {', '.join(KEYS)}")
        control.press(self.key)


class ThrowCards(_Order):
    do: Literal["throw_cards"]

    def give(self, control: SeatControl) -> None:
        control.throw_cards()


class Fault(_Order):
    do: Literal["fault"]
    command: Annotated[str, Field(min_length=1, max_length=200)]

    def give(self, control: SeatControl) -> str:
        try:
            return control.fault(self.command)
        except ValueError as error:
            raise BadOrder(str(error)) from None


class Speed(_Order):
    do: Literal["speed"]
    seconds: Annotated[float, Field(ge=0.05, le=30)]

    def give(self, control: SeatControl) -> None:
        control.set_speed(self.seconds)


class Pause(_Order):
    do: Literal["pause"]
    on: bool

    def give(self, control: SeatControl) -> None:
        control.pause(self.on)


class Peek(_Order):
    """Lift the corners of the hole cards, or let go: it concerns this browser only, and no sensor."""

    do: Literal["peek"]
    on: bool

    def give(self, control: SeatControl) -> None:
        """Nothing at the table changes."""


Order = Take | Leave | Push | TakeBack | Press | ThrowCards | Fault | Speed | Pause | Peek
_ORDER: TypeAdapter[Order] = TypeAdapter(Annotated[Order, Field(discriminator="do")])


def parse_order(text: str) -> Order:
    """An order from the page's JSON. Raises BadOrder naming what is wrong."""
    try:
        return _ORDER.validate_json(text)
    except ValidationError as error:
        lines = (f"{'.'.join(map(str, e['loc'])) or 'order'}: {e['msg']}" for e in error.errors(include_input=False))
        raise BadOrder("; ".join(lines)) from None
