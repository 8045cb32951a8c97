"""The question which draw lies at a place, and what each of its answers means. Pure."""

from collections.abc import Callable
from dataclasses import dataclass, field

from firmware_bridge.messages.base import TagId
from firmware_bridge.messages.public import PublicAsk, Text, Which

LAST, BEFORE = Which(called="last"), Which(called="before")


@dataclass(frozen=True, slots=True)
class LeftUnseen:
    """The answer that no reading saw the card leave the shoe. `beside`: the draw that it left it with, if any."""

    beside: int | None = None


@dataclass(frozen=True, slots=True)
class DrawQuestion:
    """Which draw the card at `place` is: one of `draws`, or a card that left the shoe unseen, maybe `beside` one."""

    tag: TagId = field(repr=False)
    place: str
    draws: tuple[int, ...]
    beside: tuple[int, ...]

    @property
    def id(self) -> str:
        """How an answer names the question."""
        return f"draw-{self.place}"

    @property
    def answers(self) -> dict[str, int | LeftUnseen]:
        """The answers by option: a draw number, or that the card left unseen."""
        draws = {str(draw): draw for draw in self.draws}
        beside = {f"with-{draw}": LeftUnseen(draw) for draw in self.beside}
        return {**draws, **beside, "unseen": LeftUnseen()}


def ask_of(question: DrawQuestion, last: int, planned: Callable[[int], str | None]) -> PublicAsk:
    """Return a question as it is put to the dealer.

    `last`: the draw number of the last card. `planned`: where a draw was due, None if nowhere.
    """
    said = {option: _meant(meant, last, planned) for option, meant in question.answers.items()}
    return PublicAsk(
        id=question.id,
        key="which_draw",
        scope="senses",
        place=question.place,
        text=Text(key="ask.which_draw", params={"place": question.place}),
        options=tuple(said),
        default=None,
        role="dealer",
        said={option: text for option, text in said.items() if text is not None},
    )


def _meant(meant: int | LeftUnseen, last: int, planned: Callable[[int], str | None]) -> Text | None:
    """The text of an answer as the dealer remembers the draw: how many left the shoe since, where its card was to go.
    None: the option is a name of its own."""
    if not isinstance(meant, LeftUnseen):
        which, due = _since(last - meant), planned(meant)
        if due is None:
            return Text(key="draw.any", params={"which": which})
        return Text(key="draw.was_due", params={"which": which, "place": due})
    if meant.beside is None:
        return None
    return Text(key="draw.with", params={"which": _since(last - meant.beside)})


def _since(cards: int) -> Which:
    """A card by how many have left the shoe since."""
    return (LAST, BEFORE)[cards] if cards < 2 else Which(called="earlier", nth=cards)
