"""What a scenario expects of the table, as nodes of the tree. `str` of each is its text."""

from dataclasses import dataclass
from typing import Literal

from .notation import Value, joined, named


@dataclass(frozen=True, slots=True)
class WantRuling:
    """A ruling since the last act. Fields that are empty or None are not compared."""

    articles: tuple[str, ...] = ()
    matter: str = ""
    seat: int | None = None
    act: str = ""  # fold check call bet raise post hold void
    total: int | None = None
    lent_by: str = ""
    corrects: bool = False  # it replaces an earlier ruling

    def __str__(self) -> str:
        about = joined(named("on", self.matter), named("lent by", self.lent_by), named("seat", self.seat))
        corrected = "corrected" if self.corrects else ""
        return joined("ruling", ", ".join(self.articles), about, self.act, self.total, corrected)


@dataclass(frozen=True, slots=True)
class WantRefused:
    """What was just done is no act: an article makes it void, or an alarm with that key refuses it."""

    articles: tuple[str, ...] = ()
    key: str = ""
    seat: int | None = None

    def __str__(self) -> str:
        return joined("refused", ", ".join(self.articles) or self.key, named("seat", self.seat))


@dataclass(frozen=True, slots=True)
class WantAsk:
    """A question to a person."""

    role: str
    key: str = ""
    seat: int | None = None
    options: tuple[str, ...] = ()
    default: str = ""
    without: tuple[str, ...] = ()  # options that are not offered

    def __str__(self) -> str:
        options = ", ".join([*self.options, *(f"not {option}" for option in self.without)])
        about = joined(named("seat", self.seat), named("options", options), named("default", self.default))
        return joined("ask", self.role, self.key, about)


@dataclass(frozen=True, slots=True)
class WantAlarm:
    """An alarm, of any key if none is named."""

    key: str = ""
    seat: int | None = None
    amount: int | None = None

    def __str__(self) -> str:
        return joined("alarm", self.key, named("seat", self.seat), named("amount", self.amount))


@dataclass(frozen=True, slots=True)
class WantPrompt:
    """A prompt of the table."""

    to: str  # dealer, seat, floor
    key: str
    seat: int | None = None
    amount: int | None = None

    def __str__(self) -> str:
        return joined("prompt", self.to, self.key, named("seat", self.seat), named("amount", self.amount))


@dataclass(frozen=True, slots=True)
class WantDisplay:
    """What the display of a seat shows: the words of a key of the pages, literal words, or both in one text.

    `denied`: the display shows no such text.
    """

    seat: int
    key: str = ""
    words: str = ""
    denied: bool = False

    def __str__(self) -> str:
        says = "does not say" if self.denied else "says"
        return joined("display", self.seat, says, self.key, f'"{self.words}"' if self.words else "")


@dataclass(frozen=True, slots=True)
class WantOrder:
    """The pots awarded since the last act, in this order. 1 is the main pot."""

    pots: tuple[int, ...]

    def __str__(self) -> str:
        return f"order of pots {', '.join(map(str, self.pots))}"


@dataclass(frozen=True, slots=True)
class WantNo:
    """None of these since the last act, not even ordinary ones."""

    what: Literal["ruling", "ask", "alarm", "prompt"]

    def __str__(self) -> str:
        return f"no {self.what}"


@dataclass(frozen=True, slots=True)
class WantField:
    """A field of the table as anyone may see it. `seat` is 0 for a field of the table."""

    name: str
    value: Value
    seat: int = 0

    def __str__(self) -> str:
        if self.value is None or self.value == ():
            value = "none"
        elif isinstance(self.value, tuple):
            value = (" " if self.name in ("board", "cards") else ", ").join(map(str, self.value))
        else:
            value = str(self.value)
        return joined(self.name, self.seat or "", "=", value)


Want = WantRuling | WantRefused | WantAsk | WantAlarm | WantPrompt | WantDisplay | WantOrder | WantNo | WantField


@dataclass(frozen=True, slots=True)
class Expect:
    """Expectations between acts.

    - `by`: the articles that fix the fields.
    - `shows`: the cases that this expectation proves.
    """

    wants: tuple[Want, ...]
    by: tuple[str, ...] = ()
    shows: tuple[str, ...] = ()

    def __str__(self) -> str:
        by, shows = named("by", ", ".join(self.by)), named("shows", ", ".join(self.shows))
        return joined("expect", "; ".join(map(str, self.wants)), by, shows)

    @property
    def cited(self) -> frozenset[str]:
        """The articles that the expected rulings cite."""
        return frozenset(a for w in self.wants if isinstance(w, WantRuling | WantRefused) for a in w.articles)
