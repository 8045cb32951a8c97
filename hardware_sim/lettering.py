"""Lines of text as masks, in DejaVu Sans Condensed, which is shipped in `hardware_sim/fonts` with its licence.

French displays need accented letters, and no font may have to be installed.
"""

from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

FONT: Final = Path(__file__).with_name("fonts") / "DejaVuSansCondensed.ttf"

CAPITAL: Final = 0.729
"""Height of a capital as a fraction of the font's size, from the font's OS/2 table."""

_FINER = 4  # masks are drawn this many times larger and scaled down, so that their edges are smooth
_ABOVE, _BELOW = 1.05, 0.35  # of the baseline, as fractions of the size: room for an accent and for a cedilla


@cache
def _font(size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONT, size)


def width(text: str, size: float) -> float:
    """The length of a line in pixels."""
    return _font(size).getlength(text)


@lru_cache(maxsize=1024)
def mask(text: str, size: float) -> Image.Image:
    """One line of text as an image of mode L, white on black. Its height depends on the size only."""
    fine = size * _FINER
    font = _font(fine)
    large = Image.new("L", (int(font.getlength(text)) + 2 * _FINER, int(fine * (_ABOVE + _BELOW))))
    ImageDraw.Draw(large).text((_FINER, fine * _ABOVE), text, 255, font, "ls")
    return large.resize((-(-large.width // _FINER), -(-large.height // _FINER)), Image.Resampling.BOX)
