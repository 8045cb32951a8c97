"""The base of every open question: the facts that its answer needs, and the form in which it is published."""

from dataclasses import dataclass, fields, replace
from typing import ClassVar, Final, Literal, NamedTuple

from controller.poker.outcomes import Ask

BoardKind = Literal["no_burn", "two_burns"]

DISPUTED: Final = "dispute"
BURNT_EARLY: Final = "burnt_early"
FALSE_BOARD: Final = "board"
"""The id of the question what becomes of a board whose fault the rulebook leaves open."""
UNDETERMINED: Final = "undetermined"  # board and hands are known
SWEPT_IN: Final = "swept_in"  # … or are not
TRANSFER: Final = "transfer"
ORDER: Final = "order"
RABBIT: Final = "rabbit"
MISSING: Final = "card_missing"
FLASHED: Final = "flashed"
ONE_MOTION: Final = "one_motion_or_two"
VACATED: Final = "vacated"  # is the player away?
VACATED_AT_DEAL: Final = "vacated_at_deal"  # was the player away when the deal ended?
NO_HAND_LEFT: Final = "no_hand_left"  # nobody was in place when the deal ended
AWAY, HERE = "away", "here"
ODD_CHIPS: Final = ("one_each_left", "all_first_left")  # the ways that rulebooks have
CHANGED: Final = ("free", "call_or_fold", "void_if_raised")  # what a rulebook can leave to an overtaken player


@dataclass(frozen=True, slots=True)
class Question:
    """An open question. `holds_play`: no player may act, and nothing is moved, until it is answered.

    - `form`: how it is published. Its id may name facts of the question. A question whose form depends on more gives
      its `ask` itself.
    - `names`: the facts that the words of the question name.
    """

    holds_play: ClassVar[bool] = False
    form: ClassVar[Ask]
    names: ClassVar[tuple[str, ...]] = ()

    @property
    def ask(self) -> Ask:
        """The question as it is published."""
        facts = {fact.name: getattr(self, fact.name) for fact in fields(self)}
        own = {part: facts[part] for part in ("options", "default", "seat") if part in facts}
        named = tuple((name, facts[name]) for name in self.names)
        return replace(self.form, id=self.form.id.format_map(facts), params=named, **own)


class Answer(NamedTuple):
    """A person's choice, and their role. `instead`: that role if they decide in a book's stead, "" elsewhere."""

    choice: str
    role: str
    instead: str
