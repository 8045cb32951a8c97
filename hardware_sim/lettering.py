"""Lines of text as masks, in Pillow's own font, with the accents that this font has not.

The bundled font holds no accented letter. French displays need them, and no system font may be asked for, so the
bare letter is written and its accent drawn over it in strokes. All measures are fractions of the font's size.
"""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache

from PIL import Image, ImageDraw, ImageFont

Point = tuple[float, float]

_FINER = 4  # masks are drawn this many times larger, so that strokes come out smooth
_ABOVE, _BELOW = 1.05, 0.35  # of the baseline: room for an accent on a capital, and for a cedilla
_GAP = 0.06  # between a letter and its accent
_STROKE = 0.075
_DOT = 0.055

# Accents as strokes (x to the right of the letter's middle, y above its top), and dots.
_STROKES: dict[str, tuple[Point, ...]] = {
    "\u0300": ((-0.12, 0.15), (0.07, 0.0)),
    "\u0301": ((-0.07, 0.0), (0.12, 0.15)),
    "\u0302": ((-0.14, 0.0), (0.0, 0.14), (0.14, 0.0)),
    "\u0303": ((-0.16, 0.02), (-0.06, 0.1), (0.06, 0.03), (0.16, 0.11)),
    "\u030a": ((-0.07, 0.0), (-0.07, 0.13), (0.07, 0.13), (0.07, 0.0), (-0.07, 0.0)),
}
_DIAERESIS, _CEDILLA = "\u0308", "\u0327"
_DIAERESIS_DOTS = ((-0.13, 0.06), (0.13, 0.06))
_CEDILLA_STROKE = ((0.02, 0.0), (0.07, -0.1), (-0.06, -0.2))

# ISO 8859-1 letters that are no letter with an accent.
_PLAIN = str.maketrans({"Æ": "AE", "æ": "ae", "ß": "ss", "Ø": "O", "ø": "o", "×": "x", "\u00a0": " "})


@cache
def _font(size: float) -> ImageFont.FreeTypeFont:
    loaded = ImageFont.load_default(size)
    if not isinstance(loaded, ImageFont.FreeTypeFont):
        raise TypeError("Pillow was built without FreeType: it has no scalable font to draw a display with")
    return loaded


def width(text: str, size: float) -> float:
    """The length of a line in pixels."""
    bare, _ = _taken_apart(text)
    return _font(size).getlength(bare)


@lru_cache(maxsize=1024)
def mask(text: str, size: float) -> Image.Image:
    """One line of text as an image of mode L, white on black; its height depends on the size only."""
    bare, marks = _taken_apart(text)
    fine = size * _FINER
    font = _font(fine)
    baseline = fine * _ABOVE
    large = Image.new("L", (int(font.getlength(bare)) + 2 * _FINER, int(fine * (_ABOVE + _BELOW))))
    draw = ImageDraw.Draw(large)
    draw.text((_FINER, baseline), bare, 255, font, "ls")
    for index, mark in marks:
        left, top, right, _ = font.getbbox(bare[index], anchor="ls")
        start = _FINER + font.getlength(bare[:index])
        if bare[index] in "ij":
            top = _without_dot(draw, font, (start + left, start + right), baseline)
        _mark(draw, mark, (start + (left + right) / 2, baseline), baseline + top, fine)
    return large.resize((-(-large.width // _FINER), -(-large.height // _FINER)), Image.Resampling.BOX)


def _taken_apart(text: str) -> tuple[str, list[tuple[int, str]]]:
    """The bare letters, and the accents with the index of the letter they belong to."""
    bare = ""
    marks: list[tuple[int, str]] = []
    for character in text.translate(_PLAIN):
        parts = unicodedata.normalize("NFD", character)
        marks += [(len(bare), accent) for accent in parts[1:]]
        bare += parts[:1]
    return bare, marks


def _without_dot(
    draw: ImageDraw.ImageDraw, font: ImageFont.FreeTypeFont, across: tuple[float, float], baseline: float
) -> float:
    """Wipe the dot of an i, and say where its stem ends: the accent takes the dot's place."""
    stem = font.getbbox("x", anchor="ls")[1]
    draw.rectangle((across[0] - 1, 0, across[1] + 1, baseline + stem - 1), 0)
    return stem


def _mark(draw: ImageDraw.ImageDraw, mark: str, foot: Point, top: float, size: float) -> None:
    """Draw one accent over (or a cedilla under) the letter whose middle stands at `foot` and whose top is `top`."""
    middle, baseline = foot
    roof = top - _GAP * size
    if mark == _CEDILLA:
        _stroke(draw, _CEDILLA_STROKE, (middle, baseline), size)
    elif mark == _DIAERESIS:
        for x, y in _DIAERESIS_DOTS:
            draw.circle((middle + x * size, roof - y * size), _DOT * size, 255)
    elif mark in _STROKES:
        _stroke(draw, _STROKES[mark], (middle, roof), size)


def _stroke(draw: ImageDraw.ImageDraw, points: tuple[Point, ...], origin: Point, size: float) -> None:
    path = [(origin[0] + x * size, origin[1] - y * size) for x, y in points]
    draw.line(path, 255, round(_STROKE * size), "curve")
