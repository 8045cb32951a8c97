"""The page of answers for scenario writers: what the table answers to what people do, rulebook by rulebook.

Made by playing the short hands of `answers.scn`, `answers-deal.scn` and `answers-table.scn`. A test holds that it is
current.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from hardware_sim.scenario.collection import file_of, run_under
from hardware_sim.scenario.language.act_nodes import Deals, Gathers, Goto, Simple
from hardware_sim.scenario.language.player_acts import Plain
from hardware_sim.scenario.language.tree import Book, File, Line, Scenario
from hardware_sim.scenario.play.expectation_checker import Answer, in_words, ordinary
from hardware_sim.scenario.play.result import Passage, Result
from hardware_sim.shown import ShownRuling

HERE: Final = Path(__file__).parent
HANDS: Final = ("answers.scn", "answers-deal.scn", "answers-table.scn")

HEAD: Final = """# What the table answers

`sabot scenario answers` makes this page by playing short hands under every rulebook. `--book lfp` prints it for one
rulebook. A test holds that it is current.

Unless a hand says otherwise, its table has blinds 50/100, seats 1-6, stacks of 10,000, the button at 6 and chips from
50 up. Seats 1 and 2 post. Seat 3 speaks first before the flop, seat 1 after it.

- **Bold** is what a scenario must expect under that rulebook, or it fails. The rest is ordinary and may be expected.
- An expectation may leave out articles, rule key, seat and effect: `expect ruling seat 4` is enough.
- The page does not say who lent an article.
- After the answer stands the table: the seat on turn, its call, the least total of a raise, amounts due, open
  questions, prompts, and the movements of a remedy, as `expect movements` wants them.
- Acts on the way that have their ordinary result have no row.
"""

MORE: Final = "\nThe table of the hands that follow is the same, but for this:\n\n"
AGAIN: Final = "\nThe table of the hands that follow is the first one again.\n"
VOID: Final = "cancelled"  # the only phase that is printed: the hand is over without an award
APART: Final = ": "
LENT: Final = re.compile(r" \(lent by \w+\)")
WAY: Final = (Goto, Deals, Plain, Simple, Gathers)


class Row(NamedTuple):
    """An act, the rulebooks under which the table gives the same answer, and that answer."""

    act: str
    books: tuple[str, ...]
    said: str
    stands: str


def page(book: str = "") -> str:
    """Return the whole page as Markdown, for one rulebook alone if it is named."""
    files = [file_of(HERE / name, HERE) for name in HANDS]
    return HEAD + "".join(text for file in files for text in _sections(file, _table(files[0]), book))


def _table(file: File) -> list[str]:
    """The settings that all hands of a file have."""
    return settings(_lines(file.source)[: file.scenarios[0].at.line - 1])


def _sections(file: File, first: list[str], book: str) -> Iterator[str]:
    """The sections of a file. `first`: the settings of the first file."""
    last, lines, table = "", _lines(file.source), _table(file)
    if own := [line for line in table if line not in first]:
        yield MORE + "".join(f"    {line}\n" for line in own)
    elif file.source != HANDS[0]:
        yield AGAIN
    for scenario in file.scenarios:
        rows = list(_rows(scenario, lines, book))
        if book and not rows:
            continue
        section, _, title = scenario.name.partition(APART)
        if section != last:
            yield f"\n## {section}\n"
        last = section
        yield f"\n### {title[0].upper()}{title[1:]}\n\n{_script(scenario, lines)}\n"
        yield "| act | under | the table says | and then |\n|---|---|---|---|\n"
        for row in rows:
            yield f"| {row.act} | {', '.join(row.books)} | {row.said} | {row.stands} |\n"


def _script(scenario: Scenario, lines: Lines) -> str:
    own = settings(lines[scenario.at.line : scenario.script[0].at.line - 1])
    return "".join(f"    {line}\n" for line in [*own, *(_written(line, lines) for line in scenario.script)])


Lines = tuple[str, ...]


@cache
def _lines(name: str) -> Lines:
    return tuple((HERE / name).read_text("utf-8").splitlines())


def _written(line: Line, lines: Lines) -> str:
    """A line of the script as its author wrote it."""
    return lines[line.at.line - 1]


def _act(line: Line, lines: Lines) -> str:
    """The act alone, without the rulebooks under which it is done."""
    return _written(line, lines).partition(": ")[2] if line.under else _written(line, lines)


def settings(lines: Lines) -> list[str]:
    """Return the settings among these lines, as their author wrote them. The rulebooks stand in the rows."""
    return [line for line in lines if line and not line.startswith(("#", "under "))]


def _rows(scenario: Scenario, lines: Lines, only: str) -> Iterator[Row]:
    results = [played(scenario, book) for book in scenario.header.books if only in ("", book.key)]
    for line in scenario.script:
        found: dict[tuple[str, str], list[str]] = {}
        for result in results:
            said, stands = _at(result, line)
            if said or stands:
                found.setdefault((said, stands), []).append(result.book)
        if _quiet(line, scenario.script[-1], found):
            continue
        act = f"`{_act(line, lines)}`".replace("|", r"\|")  # a bar would end the cell
        for (said, stands), books in found.items():
            yield Row(act, tuple(books), said or "nothing", stands)
            act = ""


@cache
def played(scenario: Scenario, book: Book) -> Result:
    """Play a hand once. The page of one rulebook has the same runs as the whole page."""
    return run_under(scenario, book)


def _quiet(line: Line, last: Line, found: dict[tuple[str, str], list[str]]) -> bool:
    """Whether an act is only on the way to the one that the hand is about, and has its ordinary result."""
    on_the_way = isinstance(line.statement, WAY) and line is not last
    return on_the_way and not any("**" in said for said, _ in found)


def _at(result: Result, line: Line) -> tuple[str, str]:
    """The answer to an act, and the table after it. An act that cannot be done gives the reason."""
    passages = [passage for passage in result.course if passage.line == line.at.line]
    impossible = [f.text for f in result.failures if f.line == line.at.line and "unexpected" not in f.text]
    if not passages:
        return "", ""
    if impossible:
        return f"cannot be done: {impossible[0].rpartition(': ')[2]}", ""
    first = passages[0]
    return _said(first), first.now if first.phase == VOID else first.stands


def _said(passage: Passage) -> str:
    """The answers, equal ones once. Equal rulings have their number, because each has to be expected."""
    answers = Counter((_told(answer), isinstance(answer, ShownRuling)) for answer in passage.answers)
    return "; ".join(f"{told} ({n} times)" if ruling and n > 1 else told for (told, ruling), n in answers.items())


def _beside(answer: Answer) -> str:
    """Effects of a ruling that no expectation of a ruling can name."""
    effects = answer.effects if isinstance(answer, ShownRuling) else ()
    dead = [f"hand {effect.seat} is dead" for effect in effects if effect.what == "kill"]
    left = [f"{effect.seat} may only {', '.join(effect.may)}" for effect in effects if effect.what == "restrain"]
    return f" ({'; '.join([*dead, *left])})" if dead or left else ""


def _told(answer: Answer) -> str:
    text = LENT.sub("", in_words(answer)) + _beside(answer)
    return text if answer in ordinary() else f"**{text}**"
