"""The component contract of a seat display: what the display project must contain, as data.

The display (Nextion, 480 x 272) holds three pages. Host, simulator and display project agree on them only here.
`contract.txt` on the display names the version. So a display with another project is refused by name instead of
showing half a page. Pure data: standard library only, no I/O.

    CONTRACT.component("seat", "to_call")      -> Component, or NoSuchComponent
    CONTRACT.at(0, 31)                          -> Component, the hot-spot that a touch event names
    CONTRACT.pages["seat"]                      -> 0

Rules of the contract:

- Text travels as ISO 8859-1, one byte a character, and every font holds that set. It has French accents, but not the
  ligature oe, the typographic apostrophe or the euro sign.
- The display project has no fixed words except on `paused`, which must show without a host. Captions and key labels
  are values, so one project serves every language.
- All components have local scope. A page that is entered shows its design-time values until it is filled.
- A key is a text (`fold_text`) under a hot-spot (`fold`) of the same rectangle. An empty label is a key not offered.
  A label may have two lines, as in "Call" over the amount.
- The raise key has its amount in a text of its own (`raise_to`). It follows each press of minus and plus, and a short
  instruction is there sooner.
- `alive.val` counts down once a second on the display, by the timer `watch`. At zero the display shows `paused` by
  itself. The host writes HEARTBEAT_VALUE into it every second.

Attribute names, colours (RGB 5-6-5) and instructions: Nextion instruction set, nextion.tech/instruction-set.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from .sensed import Key

VERSION = "sabot-seat-2"
ENCODING = "iso-8859-1"
WIDTH = 480
HEIGHT = 272

HEARTBEAT_VALUE = 5
"""Seconds without a heartbeat, due each second, after which the display shows `paused`. Four may be lost, none is
missed unseen."""

Value = str | int


class NoSuchComponent(LookupError):
    """The contract has no such page, or no such component on it."""


class Kind(Enum):
    """What a component is in the display editor."""

    TEXT = "text"
    NUMBER = "number"
    HOTSPOT = "hotspot"  # invisible, sends its press and release as touch events
    VARIABLE = "variable"  # no place on the screen
    TIMER = "timer"  # runs on the display, never touched by the host


class Align(Enum):
    """The editor's `xcen`."""

    LEFT = 0
    CENTRE = 1
    RIGHT = 2


def rgb565(red: int, green: int, blue: int) -> int:
    """A display colour from three bytes: five bits of red, six of green, five of blue."""
    return (red >> 3) << 11 | (green >> 2) << 5 | blue >> 3


NIGHT = rgb565(12, 20, 28)
BAR = rgb565(24, 40, 52)
FACE = rgb565(44, 64, 80)
WHITE = rgb565(255, 255, 255)
PALE = rgb565(168, 188, 200)
GOLD = rgb565(255, 212, 92)
MINT = rgb565(140, 236, 164)
ROSE = rgb565(255, 152, 140)
AMBER = rgb565(255, 184, 92)
SKY = rgb565(140, 208, 255)
GREEN = rgb565(20, 132, 64)
RED = rgb565(168, 40, 36)

TURN_WAITING = BAR
"""Ground of the turn banner (`turn.bco`) while another seat is to act."""
TURN_YOURS = GREEN
"""Ground of the turn banner while this seat is to act."""
TURN_HELD = RED
"""Ground of the turn banner while play is held for the dealer or the floor."""


@dataclass(frozen=True, slots=True)
class Font:
    """A font resource of the display project: `id` is its number there, `height` in pixels."""

    id: int
    height: int


SMALL = Font(0, 16)
MIDDLE = Font(1, 24)
FIGURES = Font(2, 28)
LARGE = Font(3, 32)
TITLE = Font(4, 56)
FONTS = (SMALL, MIDDLE, FIGURES, LARGE, TITLE)


@dataclass(frozen=True, slots=True)
class Rectangle:
    """Pixels from the top left corner of the screen."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Component:
    """One component of one page.

    - `id`: the number that touch events carry
    - `maximum`: `txt_maxl` in characters, 0 without a text
    - `initial`: what it holds when its page is entered
    - `urgency`: the order of instructions, 0 first
    - `colour`, `ground`: its `pco` and `bco`
    - `tinted`: whether the host may set them
    """

    page: str
    id: int
    name: str
    kind: Kind
    place: Rectangle | None = None
    font: Font | None = None
    colour: int = WHITE
    ground: int = NIGHT
    align: Align = Align.LEFT
    maximum: int = 0
    initial: Value = ""
    urgency: int = 9
    tinted: bool = False

    @property
    def attribute(self) -> str | None:
        """What a value without an attribute means: `txt`, `val`, or nothing for a hot-spot or a timer."""
        if self.kind in (Kind.HOTSPOT, Kind.TIMER):
            return None
        return "txt" if isinstance(self.initial, str) else "val"

    @property
    def settable(self) -> dict[str, Value]:
        """The attributes the host may set, each with its design-time value."""
        values: dict[str, Value] = {}
        if self.attribute is not None:
            values[self.attribute] = self.initial
        if self.tinted:
            values |= {"pco": self.colour, "bco": self.ground}
        return values


@dataclass(frozen=True, slots=True)
class Contract:
    """Everything that display project, host and simulator must agree on."""

    version: str
    pages: Mapping[str, int]
    components: tuple[Component, ...]
    fonts: tuple[Font, ...]
    version_at: str = "contract.txt"
    heartbeat_at: str = "alive.val"
    heartbeat_value: int = HEARTBEAT_VALUE
    paused_page: str = "paused"

    def page(self, name: str) -> tuple[Component, ...]:
        """The components of a page in the order of their ids."""
        if name not in self.pages:
            raise NoSuchComponent(f"page {name!r} is not in {self.version}. Its pages are {', '.join(self.pages)}")
        return tuple(c for c in self.components if c.page == name)

    def component(self, page: str, name: str) -> Component:
        """The component of that name on that page."""
        found = next((c for c in self.page(page) if c.name == name), None)
        if found is None:
            names = ", ".join(c.name for c in self.page(page))
            raise NoSuchComponent(f"page {page!r} has no component {name!r}. It has {names}")
        return found

    def at(self, page_id: int, component_id: int) -> Component:
        """The component that a touch event names."""
        found = next((c for c in self.components if (self.pages[c.page], c.id) == (page_id, component_id)), None)
        if found is None:
            raise NoSuchComponent(f"{self.version} has no component {component_id} on page {page_id}")
        return found


KEYS: tuple[Key, ...] = ("fold", "check", "call", "raise", "minus", "plus", "all_in", "time")
"""The seat's keys, as hot-spots of the page `seat`. The label of each is the text `<key>_text`."""


def label(key: str) -> str:
    """The name of the text that labels a key."""
    if key not in KEYS:
        raise NoSuchComponent(f"{key!r} is not a key. The keys are {', '.join(KEYS)}")
    return f"{key}_text"


def _common(page: str) -> Iterator[Component]:
    """What every page holds under the same numbers, so that the host need not know which page is shown."""
    yield Component(page, 1, "contract", Kind.VARIABLE, maximum=24, initial=VERSION)
    yield Component(page, 2, "alive", Kind.VARIABLE, initial=HEARTBEAT_VALUE)
    yield Component(page, 3, "watch", Kind.TIMER)


def _text(
    page: str,
    number: int,
    name: str,
    place: tuple[int, int, int, int],
    font: Font,
    maximum: int,
    *,
    colour: int = WHITE,
    ground: int = NIGHT,
    align: Align = Align.LEFT,
    initial: str = "",
    urgency: int = 9,
    tinted: bool = False,
) -> Component:
    where = Rectangle(*place)
    return Component(
        page, number, name, Kind.TEXT, where, font, colour, ground, align, maximum, initial, urgency, tinted
    )


# Digits of FIGURES are 16 pixels wide at most: nine characters such as "1 250 000" fit 130 pixels.
_FIGURES_LONG = 9


def _seat_texts() -> Iterator[Component]:
    page = "seat"
    yield _text(page, 4, "seat", (0, 0, 52, 36), LARGE, 2, ground=GREEN, align=Align.CENTRE, urgency=8)
    yield _text(page, 5, "player", (52, 0, 208, 36), MIDDLE, 16, ground=BAR, urgency=7)
    yield _text(page, 6, "stack_name", (260, 0, 80, 36), SMALL, 10, colour=PALE, ground=BAR, align=Align.RIGHT)
    yield _text(
        page, 7, "stack", (340, 0, 140, 36), FIGURES, 9, colour=GOLD, ground=BAR, align=Align.RIGHT, urgency=3
    )
    yield _text(page, 8, "level", (0, 36, 480, 20), SMALL, 56, colour=PALE, align=Align.CENTRE, urgency=8)
    yield _text(page, 9, "turn", (0, 58, 480, 34), MIDDLE, 34, ground=BAR, align=Align.CENTRE, urgency=0, tinted=True)
    yield from _figure(10, "to_call", 0, 130, SKY, 1)
    yield from _figure(12, "min_raise", 130, 130, AMBER, 2)
    yield from _figure(14, "bet", 260, 110, WHITE, 4)
    yield from _figure(16, "pot", 370, 110, GOLD, 4)
    yield _text(page, 18, "prompt", (0, 146, 480, 20), SMALL, 56, colour=AMBER, align=Align.CENTRE, urgency=5)
    yield _text(page, 19, "result", (0, 166, 480, 20), SMALL, 56, colour=MINT, align=Align.CENTRE, urgency=5)


def _figure(number: int, name: str, x: int, width: int, colour: int, urgency: int) -> Iterator[Component]:
    """A caption and the sum under it."""
    font = FIGURES if width >= 130 else MIDDLE
    caption = (x, 94, width, 18)
    value = (x, 112, width, 32)
    yield _text("seat", number, f"{name}_name", caption, SMALL, 14, colour=PALE, align=Align.CENTRE)
    yield _text(
        "seat", number + 1, name, value, font, _FIGURES_LONG, colour=colour, align=Align.CENTRE, urgency=urgency
    )


_KEY_COLOURS = {"fold": ROSE, "check": MINT, "call": SKY, "raise": AMBER, "all_in": AMBER}
_SIGNS = ("minus", "plus")


def _key_place(index: int) -> tuple[int, int, int, int]:
    """Two rows of four: 118 x 40 pixels are 18 x 6 mm on a 3.5 inch display, the least for a finger."""
    row, column = divmod(index, 4)
    return (column * 120 + 1, 188 + row * 42, 118, 40)


def _keys() -> Iterator[Component]:
    """Labels come first, as a hot-spot must be made after the label that it covers."""
    for index, key in enumerate(KEYS):
        x, y, width, height = _key_place(index)
        place = (x, y, width, height // 2 if key == "raise" else height)
        yield _key_text(
            20 + index, label(key), place, LARGE if key in _SIGNS else SMALL, _KEY_COLOURS.get(key, WHITE)
        )
    x, y, width, height = _key_place(KEYS.index("raise"))
    yield _key_text(28, "raise_to", (x, y + height // 2, width, height // 2), SMALL, _KEY_COLOURS["raise"])
    for index, key in enumerate(KEYS):
        yield Component("seat", 29 + index, key, Kind.HOTSPOT, Rectangle(*_key_place(index)))


def _key_text(number: int, name: str, place: tuple[int, int, int, int], font: Font, colour: int) -> Component:
    return _text("seat", number, name, place, font, 24, colour=colour, ground=FACE, align=Align.CENTRE, urgency=6)


def _paused() -> Iterator[Component]:
    page = "paused"
    yield _text(page, 4, "seat", (0, 0, 52, 36), LARGE, 2, ground=BAR, align=Align.CENTRE)
    yield _text(
        page, 5, "title", (0, 84, 480, 72), TITLE, 16, initial="PAUSE", colour=AMBER, align=Align.CENTRE, urgency=0
    )
    yield _text(page, 6, "reason", (0, 168, 480, 36), MIDDLE, 34, align=Align.CENTRE, urgency=1)


def _message() -> Iterator[Component]:
    page = "message"
    yield _text(page, 4, "seat", (0, 0, 52, 36), LARGE, 2, ground=GREEN, align=Align.CENTRE)
    yield _text(page, 5, "title", (0, 48, 480, 48), LARGE, 26, colour=GOLD, align=Align.CENTRE, urgency=0)
    for line in (1, 2, 3):
        place = (0, 68 + 40 * line, 480, 36)
        yield _text(page, 5 + line, f"line{line}", place, MIDDLE, 36, align=Align.CENTRE, urgency=line)


def _all() -> Iterator[Component]:
    for page in ("seat", "paused", "message"):
        yield from _common(page)
    yield from _seat_texts()
    yield from _keys()
    yield from _paused()
    yield from _message()


_PAGES = MappingProxyType({"seat": 0, "paused": 1, "message": 2})
CONTRACT = Contract(VERSION, _PAGES, tuple(sorted(_all(), key=lambda c: (_PAGES[c.page], c.id))), FONTS)
