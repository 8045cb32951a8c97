"""The page of keys for scenario writers: what the table can answer, and what need not be expected.

Made from the product's own data. A test holds that it is current.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from controller.table.view.question_citations import MATTERS
from hardware_sim.scenario.catalogue.question_index import Question, questions
from hardware_sim.scenario.language.table_fields import FIELDS, NUMBERED, SEAT_FIELDS, kind_of
from hardware_sim.scenario.play.expectation_checker import Ordinary, ordinary

PROMPTED: Final = Path(__file__).with_name("prompted.toml")

HEAD: Final = """# Keys of the scenario language

`sabot scenario keys` makes this page from the product's own data. A test holds that it is current.
[scenarios.md](../scenarios.md) explains the lines that name these keys. Texts are those of the displays and pages, in
English. What stands in braces is filled in.
"""

PROMPTS: Final = """
## Prompts

`expect prompt floor penalty_due seat 2`: what the dealer, the floor or a seat is told to do. A prompt need never be
expected. `{seat}` in the text is the seat that may be named after the key. A player's own display has its own texts.
"""

STEPS: Final = """
## The dealer's next step

`expect step gather`: what the hand waits for.
"""

DISPLAYS: Final = """
## Displays of the seats

`expect display 5 says turn.yours`, `expect display 5 says prompt.pay "200"`: the text in one place of the display. A
display also shows prompts (`prompt.pay`) and remedies (`matter.…`, `remedy.…`). What stands in braces is any figure.
Write the text if the figure matters.
"""

ON_DISPLAYS: Final = ("turn", "held", "phase", "key", "caption", "result", "paused")
"""The sections of words that only the displays of the seats use."""

ASKS: Final = """
## Questions

`expect ask floor penalty seat 3 options caution, dead_hand`: every question fails the scenario unless it is expected.
Answer it by `floor answers penalty: caution seat 3`, or by `floor answers caution` if no other question is open. The
table lists the options of all rulebooks. One rulebook may have fewer. An expectation may name some of them, in any
order. The last column is the rule key on which the question rests.

A question that is not answered decides nothing, even if an answer is proposed (`default`). Play goes on, and the
seat on turn may act. The question stays among `asks`, and `goto` stops at it, until one of these happens:

- it is answered
- what is done makes it pointless
- its hand is over

`penalty`, `claim` and the questions between two hands outlive the hand. At the next `shuffle` the prompt
`still_asked` repeats them. It need not be expected.
"""

ALARMS: Final = """
## Alarms

`expect alarm chips.out_of_turn seat 5 amount 300`: every alarm fails the scenario unless it is expected. Those marked
*refusal* mean that what was done or entered is no act. `expect refused` accepts any of them, `expect refused KEY`
only that one.
"""

ORDINARY: Final = """
## Ordinary rulings

Rulings on these rule keys may be expected and need not be. All others must be, and so must any ruling that corrects
another.
"""

ONLY: Final = """
On these rule keys a ruling is ordinary while it does no more than the table lists. If it does more, it must be
expected.
"""

FIELD: Final = """
## Fields

[scenario-articles.md](scenario-articles.md) lists the articles that decide each field, and so may stand after `by`.
"""


def page() -> str:
    """Return the whole page as Markdown."""
    words = tomllib.loads(files("controller.pages").joinpath("en.toml").read_text("utf-8"))
    parts = (
        HEAD, PROMPTS, _table(("key", "text", "to whom, when"), _prompts(words["prompt"])),
        STEPS, _table(("key", "text"), _rows(words["step"])),
        DISPLAYS, _table(("key", "text"), _displays(words)),
        ASKS, _table(("key", "asked of", "options", "when", "what the answers do", "matter"), _asks(words["ask"])),
        ALARMS, _table(("key", "text", ""), _alarms(words["alarm"], ordinary())),
        ORDINARY, "\n" + ", ".join(f"`{matter}`" for matter in sorted(ordinary().matters)) + "\n",
        ONLY, _table(("matter", "ordinary while it is"), _only(ordinary())),
        FIELD, _table(("field", "value"), _fields()),
    )  # fmt: skip
    return "".join(parts)


def _rows(words: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """(key, text) of a section, with a dot before those of its subsections."""
    for key, value in sorted(words.items()):
        if isinstance(value, dict):
            yield from ((f"{key}.{inner}", text) for inner, text in _rows(value))
        else:
            yield key, str(value)


def _displays(words: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for section in ON_DISPLAYS:
        yield from ((f"{section}.{key}", " ".join(text.split())) for key, text in _rows(words[section]))


@cache
def prompted() -> Mapping[str, str]:
    """Return {prompt: to whom it goes and when} for prompts whose text does not say so."""
    return dict(tomllib.loads(PROMPTED.read_text("utf-8")))


def _prompts(words: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    for key, text in _rows(words):
        yield key, text, prompted().get(key, "")


def _asks(words: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    for key, _ in _rows(words):
        one = questions().get(key, Question((), (), "", ""))
        options = ", ".join(f"`{option}`" for option in one.options)
        matter = f"`{MATTERS[key]}`" if key in MATTERS else ""
        yield key, ", ".join(one.roles), options, one.when, one.answers, matter


def _alarms(words: Mapping[str, Any], known: Ordinary) -> Iterator[tuple[str, str, str]]:
    for key, text in _rows(words):
        yield key, text, "refusal" if known.refuses(key) else ""


DEEDS: Final = {
    "count": "counted",
    "kill": "a hand that dies",
    "restrain": "what the word leaves the seat",
    "hold": "chips that lie, the act being unfinished",
    "nothing": "taken down",
}
"""What a ruling does besides an act, in words."""


def _only(known: Ordinary) -> Iterator[tuple[str, str]]:
    for matter, deeds in sorted(known.only.items()):
        yield matter, ", ".join(DEEDS.get(deed, deed) for deed in sorted(deeds, key=lambda d: (d in DEEDS, d)))


def _fields() -> Iterator[tuple[str, str]]:
    for name in sorted((*FIELDS, *SEAT_FIELDS, *NUMBERED)):
        yield name + (" N" if name in NUMBERED or name in SEAT_FIELDS else ""), kind_of(name).value


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [f"| {' | '.join(head)} |", f"|{'|'.join('---' for _ in head)}|"]
    lines += [f"| `{row[0]}` | {' | '.join(_cell(cell) for cell in row[1:])} |" for row in rows]
    return "\n" + "\n".join(line.replace("|  |", "| |") for line in lines) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
