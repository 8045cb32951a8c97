"""The content of a rulebook file for every rule key: a policy, the articles it rests on, and its figures."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Final, Literal, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, create_model
from pydantic.fields import FieldInfo

Structure = Literal["limit", "pot_limit", "no_limit"]
ArticleId = Annotated[str, Field(pattern=r"^[a-z_]+-[A-Z]?\d+[a-z]?(\.\d+[a-z]?)*$")]
Count = Annotated[int, Field(ge=1, le=99)]
Seconds = Annotated[int, Field(ge=1, le=3600)]
Times = Annotated[int, Field(ge=1, le=10)]  # a number of big blinds or small blinds
Minor = Annotated[int, Field(ge=0, le=10**12)]  # an amount in minor units
BasisPoints = Annotated[int, Field(ge=0, le=10_000)]  # hundredths of a per cent
ASK: Final = "ask"  # the policy that leaves a decision to a person
NOT_FIGURES: Final = ("policy", "article")


@dataclass(frozen=True, slots=True)
class Silent:
    """In the annotation of a figure: its value if no rulebook says anything on the rule key.

    Without this annotation it is the default for a rulebook that leaves the figure out, and otherwise None.
    """

    value: object


class Entry(BaseModel):
    """A rulebook's content for one rule key. Without articles no rule is written: it is the house's default."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    policy: str
    article: ArticleId | tuple[ArticleId, ...]

    @property
    def articles(self) -> tuple[str, ...]:
        """The articles, the most special first."""
        return (self.article,) if isinstance(self.article, str) else self.article

    @property
    def figures(self) -> dict[str, Any]:
        """The figures that are set, by name, for lists, comparisons and checkpoints. Code that decides reads the
        attributes."""
        return {name: value for name in _figures(type(self)) if (value := getattr(self, name)) is not None}

    def idle(self) -> frozenset[str]:
        """The figures that decide nothing beside the others, such as the amount of an option that is not allowed."""
        return frozenset()

    @classmethod
    def silent(cls) -> Self:
        """Return the entry that holds if no rulebook says anything on the rule key: a person decides."""
        found: Self = _silent(cls)
        return found


@cache
def _figures(kind: type[Entry]) -> tuple[str, ...]:
    return tuple(name for name in kind.model_fields if name not in NOT_FIGURES)


def _unsaid(figure: FieldInfo) -> object:
    for note in figure.metadata:
        if isinstance(note, Silent):
            return note.value
    return None if figure.is_required() else figure.default


E = TypeVar("E", bound=Entry)


@cache
def _silent(kind: type[E]) -> E:
    """One entry for each kind, as entries are frozen. A rulebook has some hundred of them."""
    figures: dict[str, Any] = {name: _unsaid(kind.model_fields[name]) for name in _figures(kind)}
    return kind.model_construct(policy=ASK, article=(), **figures)


class Fixed(Entry):
    """A rule key on which only figures differ."""

    policy: Literal["bound"] = "bound"


class Bound(Entry):
    """A rule key with nothing to choose. Its name says what is decided, and the article says where it is written."""

    policy: Literal["bound", "ask"] = "bound"


class Punishable(Entry):
    """A fault for which a person chooses a penalty, by the ladder if there is no choice here.

    On a ladder in order, only the director may go further than the next step.

    - `sanction`: whether the penalty comes without a warning
    - `level`: who chooses it, the managers or the director
    """

    sanction: Literal["without_warning"] | None = None
    level: Literal["managers", "director"] | None = None


class Punished(Punishable):
    policy: Literal["bound", "ask"] = "bound"


def matter(kind: type[E], name: str | None = None) -> E:
    """Return a field of the model for the rule key of that dotted name, by default the field's own name. A field
    that a file leaves out has its entry for "no rule"."""
    field: E = Field(default_factory=kind.silent, validation_alias=name)
    return field


M = TypeVar("M", bound=BaseModel)


def with_bound(*names: str) -> Callable[[type[M]], type[M]]:
    """Add the rule keys of these names that have nothing to choose to those of a chapter."""
    fields: dict[str, Any] = {name.replace(".", "_"): (Bound, matter(Bound, name)) for name in names}

    def widened(chapter: type[M]) -> type[M]:
        return create_model(chapter.__name__, __base__=chapter, __module__=chapter.__module__, **fields)

    return widened
