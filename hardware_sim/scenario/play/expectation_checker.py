"""Whether what the table answered since the last act is what was expected."""

import tomllib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final, get_args

from controller.poker.outcomes import ActKind
from firmware_bridge.messages.complaints import ONE_LINE
from hardware_sim.scenario.language.expectation_nodes import (
    Want,
    WantAlarm,
    WantAsk,
    WantField,
    WantNo,
    WantOrder,
    WantPrompt,
    WantRefused,
    WantRuling,
)
from hardware_sim.scenario.language.notation import Value, joined
from hardware_sim.scenario.language.table_fields import IN_ORDER, read
from hardware_sim.shown import Shown, ShownAlarm, ShownAsk, ShownEffect, ShownPrompt, ShownRuling

Answer = ShownRuling | ShownAsk | ShownAlarm
ANSWERS: Final[dict[str, Any]] = {"ruling": ShownRuling, "ask": ShownAsk, "alarm": ShownAlarm}

ACTS: Final = frozenset(get_args(ActKind))
NO_ACT: Final = frozenset({"void", "count", "restrain"})
"""What a ruling does by which something is no act: it may be counted, and limit what the seat may do instead."""


@dataclass(frozen=True, slots=True)
class Ordinary:
    """Which rulings need no expectation, and which alarms are refusals."""

    matters: frozenset[str]
    refusals: tuple[str, ...]
    only: Mapping[str, frozenset[str]]
    """{rule key: acts and effects}. A ruling on the key is ordinary too if it does no more than these."""

    def __contains__(self, outcome: Answer) -> bool:
        """Whether an outcome may come unexpected."""
        if not isinstance(outcome, ShownRuling) or outcome.replaces is not None:
            return False
        return outcome.matter in self.matters or self._no_more(outcome)

    def _no_more(self, ruling: ShownRuling) -> bool:
        done = {effect.what for effect in ruling.effects} or {"nothing"}
        return done <= self.only.get(ruling.matter, frozenset())

    def refuses(self, key: str) -> bool:
        """Whether an alarm says that what was done is no act."""
        return any(key == entry or (entry.endswith(".") and key.startswith(entry)) for entry in self.refusals)


@cache
def ordinary() -> Ordinary:
    """Return what the file beside this module says."""
    data: dict[str, Any] = tomllib.loads(Path(__file__).with_name("ordinary.toml").read_text("utf-8"))
    only = {matter: frozenset(deeds) for matter, deeds in data["only"].items()}
    return Ordinary(frozenset(data["matters"]), tuple(data["refusals"]), only)


class Watch:
    """Keeps the answers to the last act, and notes which of them were expected."""

    def __init__(self) -> None:
        self.answers: list[Answer] = []
        self.prompts: list[ShownPrompt] = []
        """What the table told people to do. It need not be expected."""
        self._expected: set[int] = set()
        self.articles: set[str] = set()
        """The articles that any ruling of the run cites."""

    def note(self, outcomes: Iterable[Answer | ShownPrompt], asked: Collection[str]) -> None:
        """Note what the table answered. `asked` are the ids of the questions still open.

        A question that the same act answered counts for nothing, such as that after the first card of a fold. A
        question that is asked again while it is open is one question.
        """
        for outcome in outcomes:
            if isinstance(outcome, ShownPrompt):
                self.prompts.append(outcome)
            elif not isinstance(outcome, ShownAsk) or (outcome.id in asked and outcome not in self.answers):
                self.answers.append(outcome)
            if isinstance(outcome, ShownRuling):
                self.articles |= {cite.article for cite in outcome.cites}

    def unexpected(self) -> list[Answer]:
        """Return the answers that should have been expected and were not, and begin the next act."""
        found = [a for n, a in enumerate(self.answers) if n not in self._expected and a not in ordinary()]
        self.answers.clear()
        self.prompts.clear()
        self._expected.clear()
        return found

    def miss(self, want: Want, view: Shown) -> str | None:
        """Return what is wrong with an expectation, or None if it holds."""
        if isinstance(want, WantField):
            return _field(want, view)
        if isinstance(want, WantPrompt):
            return _prompted(want, self.prompts)
        if isinstance(want, WantOrder):
            return _order(want, self.answers)
        if isinstance(want, WantNo):
            return self._none(want)
        fitting = [n for n, answer in enumerate(self.answers) if _fits(want, answer)]
        new = [n for n in fitting if n not in self._expected]
        if new or any(isinstance(self.answers[n], ShownAlarm) for n in fitting):
            number = (new or fitting)[0]
            self._expected |= {number, *self._told_with(want, self.answers[number])}
            return None
        left = [a for n, a in enumerate(self.answers) if n not in self._expected]
        return f"expected {want}. Since the last act the table said: {_list(left)}{self._if_void(want)}"

    def _if_void(self, want: Want) -> str:
        """A hint for a ruling that was given, but says that what was done is no act."""
        if not isinstance(want, WantRuling) or want.act:
            return ""
        void_too = replace(want, act="void")
        return f". A ruling by which something is no act is expected as `{void_too}`" if self._there(void_too) else ""

    def _there(self, want: Want) -> bool:
        return any(_fits(want, a) for n, a in enumerate(self.answers) if n not in self._expected)

    def _told_with(self, want: Want, answer: Answer) -> set[int]:
        """The answers that an expectation covers besides the one that met it.

        - An alarm that is given again in the same act, for each card for example.
        - For a refusal, all answers by which the table says that the same thing is no act.
        """
        if isinstance(want, WantRefused):
            return {n for n, a in enumerate(self.answers) if a.seat in (None, answer.seat) and _refuses(a)}
        if not isinstance(answer, ShownAlarm):
            return set()
        return {n for n, a in enumerate(self.answers) if isinstance(a, ShownAlarm) and _like(a, answer)}

    def _none(self, want: WantNo) -> str | None:
        if want.what == "prompt":
            return f"expected {want}. Was told: {_prompts(self.prompts)}" if self.prompts else None
        found = [a for a in self.answers if isinstance(a, ANSWERS[want.what])]
        return f"expected {want}. The table said: {_list(found)}" if found else None


def _prompts(prompts: Iterable[ShownPrompt]) -> str:
    return ONE_LINE.join(joined(p.to, p.key, f"seat {p.about}" if p.about else "") for p in prompts) or "nothing"


def _field(want: WantField, view: Shown) -> str | None:
    try:
        value = read(view, want.name, want.seat)
    except LookupError as error:
        return f"expected {want}. {error}"
    if _same(want.value, value, in_order=want.name in IN_ORDER):
        return None
    return f"expected {want}. It is {WantField(want.name, value, want.seat)}"


def _prompted(want: WantPrompt, prompts: Iterable[ShownPrompt]) -> str | None:
    said = list(prompts)
    found = any(_prompt(want, prompt) for prompt in said)
    return None if found else f"expected {want}. Since the last act was told: {_prompts(said)}"


def _prompt(want: WantPrompt, prompt: ShownPrompt) -> bool:
    return (
        (want.to, want.key) == (prompt.to, prompt.key)
        and want.seat in (None, prompt.about)
        and want.amount in (None, prompt.amount)
    )


def _order(want: WantOrder, answers: Iterable[Answer]) -> str | None:
    effects = [e for a in answers if isinstance(a, ShownRuling) for e in a.effects]
    pots = tuple(e.pot + 1 for e in effects if e.what == "award")
    return None if pots == want.pots else f"expected {want}. It is {WantOrder(pots)}"


def _same(wanted: Value, value: Value, *, in_order: bool) -> bool:
    """Whether two values are equal. Only amounts and ordered fields need the same order."""
    if in_order or not isinstance(wanted, tuple) or not isinstance(value, tuple):
        return wanted == value
    return sorted(map(str, wanted)) == sorted(map(str, value))


# --- one expectation, one answer ----------------------------------------------------------------------------------


def _fits(want: Want, answer: Answer) -> bool:
    if isinstance(want, WantRefused):
        return _refused(want, answer)
    if isinstance(want, WantRuling):
        return isinstance(answer, ShownRuling) and _ruling(want, answer)
    if isinstance(want, WantAsk):
        return isinstance(answer, ShownAsk) and _ask(want, answer)
    return isinstance(want, WantAlarm) and isinstance(answer, ShownAlarm) and _alarm(want, answer)


def _ruling(want: WantRuling, ruling: ShownRuling) -> bool:
    lenders = {cite.article: cite.lent_by for cite in ruling.cites}
    return (
        all(article in lenders for article in want.articles)
        and (not want.lent_by or all(lenders[article] == want.lent_by for article in want.articles))
        and want.matter in ("", ruling.matter)
        and want.seat in (None, ruling.seat)
        and (not want.corrects or ruling.replaces is not None)
        and (_does(want, ruling) if want.act else not _refuses(ruling))
    )


def _does(want: WantRuling, ruling: ShownRuling) -> bool:
    if want.act == "void":
        return void(ruling)
    return any(effect.what == want.act and want.total in (None, effect.total) for effect in ruling.effects)


def _like(one: ShownAlarm, other: ShownAlarm) -> bool:
    return (one.key, one.seat, one.amount) == (other.key, other.seat, other.amount)


def void(ruling: ShownRuling) -> bool:
    """Whether the ruling makes something no act."""
    return any(effect.what == "void" for effect in ruling.effects)


def _refuses(answer: Answer) -> bool:
    """Whether an answer says that what was done is no act, and nothing else."""
    if isinstance(answer, ShownRuling):
        return void(answer) and all(effect.what in NO_ACT for effect in answer.effects)
    return isinstance(answer, ShownAlarm) and ordinary().refuses(answer.key)


def _refused(want: WantRefused, answer: Answer) -> bool:
    if want.seat not in (None, answer.seat):
        return False
    if isinstance(answer, ShownRuling):
        return void(answer) and not want.key and {c.article for c in answer.cites} >= set(want.articles)
    if isinstance(answer, ShownAlarm) and not want.articles:
        return answer.key == want.key if want.key else ordinary().refuses(answer.key)
    return False


def _ask(want: WantAsk, ask: ShownAsk) -> bool:
    return (
        ask.role == want.role
        and want.key in ("", ask.key)
        and want.seat in (None, ask.seat)
        and set(want.options) <= set(ask.options)
        and not set(want.without) & set(ask.options)
        and want.default in ("", ask.default)
    )


def _alarm(want: WantAlarm, alarm: ShownAlarm) -> bool:
    return want.key in ("", alarm.key) and want.seat in (None, alarm.seat) and want.amount in (None, alarm.figure)


# --- in words -------------------------------------------------------------------------------------------------------


def in_words(answer: Answer) -> str:
    """Return one answer as a scenario would expect it."""
    if isinstance(answer, ShownRuling):
        return _ruling_in_words(answer)
    if isinstance(answer, ShownAsk):
        return str(WantAsk(answer.role, answer.key, answer.seat or None, answer.options, answer.default or ""))
    return str(WantAlarm(answer.key, answer.seat or None, answer.amount))


def _ruling_in_words(ruling: ShownRuling) -> str:
    cites = ", ".join(c.article if c.lent_by is None else f"{c.article} (lent by {c.lent_by})" for c in ruling.cites)
    seat = f" seat {ruling.seat}" if ruling.seat else ""
    effects = "".join(f" {words}" for words in map(_effect, ruling.effects) if words)
    corrected = " corrected" if ruling.replaces else ""
    return f"ruling {cites or 'without an article'} on {ruling.matter}{seat}{effects}{corrected}"


def _effect(effect: ShownEffect) -> str:
    """Return an effect in words, or "" for one that a scenario does not speak of."""
    if effect.what == "close":
        returned = ", ".join(f"{amount} back to {seat}" for seat, amount in effect.shares)
        return returned or f"closes the {effect.street}"
    if effect.what == "award":
        return f"pot {effect.pot + 1}: " + ", ".join(f"{amount} to {seat}" for seat, amount in effect.shares)
    if effect.what in ("fold", "check", "void"):
        return effect.what
    return f"{effect.what} {effect.total}" if effect.what in ACTS or effect.what == "short" else ""


def _list(answers: Iterable[Answer]) -> str:
    return ONE_LINE.join(map(in_words, answers)) or "nothing"
