"""Draws a page of a seat display, from the component contract and the values it holds, as the display would.

    render("seat", {"stack": "12 400", "turn.bco": 2016})  -> PIL image, 480 x 272
    png_bytes(image)                                       -> bytes of a PNG

Like the display it cuts what does not fit and never shrinks it. A display project uses the editor's fonts of the
same heights. The letters here are DejaVu Sans Condensed (`hardware_sim.lettering`), which is shipped.
"""

import io
from collections.abc import Mapping

from PIL import Image

from firmware_bridge.messages.display import (
    CONTRACT,
    HEIGHT,
    NIGHT,
    WIDTH,
    Align,
    Component,
    Font,
    Kind,
    Rectangle,
    Value,
)
from hardware_sim.lettering import CAPITAL, mask

Colour = tuple[int, int, int]

MARGIN = 4  # pixels kept free left and right, as the editor's fonts have it in their cells


def rgb(colour: int) -> Colour:
    """Return three bytes of a display colour (RGB 5-6-5). Full white is 255."""
    red, green, blue = colour >> 11, colour >> 5 & 63, colour & 31
    return red * 255 // 31, green * 255 // 63, blue * 255 // 31


def render(page: str, values: Mapping[str, Value]) -> Image.Image:
    """Return the page as an image.

    `values`: component name, or `name.attribute` (txt, val, pco, bco), to text or number. What is missing has its
    design-time value. Raises NoSuchComponent for a page that the contract does not have.
    """
    image = Image.new("RGB", (WIDTH, HEIGHT), rgb(NIGHT))
    for component in CONTRACT.page(page):
        if component.kind in (Kind.TEXT, Kind.NUMBER) and component.place is not None:
            image.paste(_drawn(component, component.place, values), (component.place.x, component.place.y))
    return image


def png_bytes(image: Image.Image) -> bytes:
    """Return the image as a PNG file."""
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def _drawn(component: Component, place: Rectangle, values: Mapping[str, Value]) -> Image.Image:
    """One component alone, so that what does not fit is cut at its edge."""
    ground = rgb(_number(values, f"{component.name}.bco", component.ground))
    colour = rgb(_number(values, f"{component.name}.pco", component.colour))
    image = Image.new("RGB", (place.width, place.height), ground)
    text = text_of(component, values)
    if text and component.font is not None:
        _write(image, component.font, component.align, text.split("\n"), colour)
    return image


def _write(image: Image.Image, font: Font, align: Align, lines: list[str], colour: Colour) -> None:
    """Write lines one under another, with the block in the middle of the image's height."""
    top = (image.height - len(lines) * font.height) / 2
    for index, line in enumerate(lines):
        letters = mask(line, size_of(font))
        free = image.width - letters.width
        left = {Align.LEFT: MARGIN, Align.CENTRE: free // 2, Align.RIGHT: free - MARGIN}[align]
        middle = top + (index + 0.5) * font.height
        image.paste(colour, (left, round(middle - letters.height / 2)), letters)


def size_of(font: Font) -> float:
    """The size at which these capitals are as high as those of an editor font of that height: 0.6 of its height."""
    return font.height * 0.6 / CAPITAL


def text_of(component: Component, values: Mapping[str, Value]) -> str:
    held = values.get(f"{component.name}.{component.attribute}", values.get(component.name, component.initial))
    return str(held).replace("\r\n", "\n").replace("\r", "\n")


def _number(values: Mapping[str, Value], where: str, otherwise: int) -> int:
    value = values.get(where, otherwise)
    return value if isinstance(value, int) else otherwise
