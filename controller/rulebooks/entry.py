"""What every matter of a rulebook file says: a policy, the article it rests on, its figures."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Structure = Literal["limit", "pot_limit", "no_limit"]
ArticleId = Annotated[str, Field(pattern=r"^[a-z_]+-[A-Z]?\d+[a-z]?(\.\d+[a-z]?)*$")]
Count = Annotated[int, Field(ge=1, le=99)]
Seconds = Annotated[int, Field(ge=1, le=3600)]
Times = Annotated[int, Field(ge=1, le=10)]  # so many big blinds or small blinds
Minor = Annotated[int, Field(ge=0, le=10**12)]  # an amount in minor units
BasisPoints = Annotated[int, Field(ge=0, le=10_000)]  # hundredths of a per cent


class Entry(BaseModel):
    """What every matter says. An empty list of articles: no rule is written, it is the house's default."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    article: ArticleId | tuple[ArticleId, ...]

    @property
    def articles(self) -> tuple[str, ...]:
        """The articles, most special first."""
        return (self.article,) if isinstance(self.article, str) else self.article

    def idle(self) -> frozenset[str]:
        """The figures that decide nothing beside the others as they stand, such as the amount of an option that is
        not allowed."""
        return frozenset()


class Bound(Entry):
    """A matter with nothing to choose: what it is called decides; the article says where it stands."""

    policy: Literal["bound", "ask"] = "bound"


class Punished(Entry):
    """A fault for which a person chooses a penalty: by the ladder, if nothing is said here. More than the next step
    of a ladder in order is the director's alone. `sanction`: without a warning. `level`: as the managers, or the
    director, choose.
    """

    policy: Literal["bound", "ask"] = "bound"
    sanction: Literal["without_warning"] | None = None
    level: Literal["managers", "director"] | None = None


def matter(name: str) -> Any:
    """A field of the model for the matter of that dotted name; left out it is silent."""
    return Field(default=None, validation_alias=name)
