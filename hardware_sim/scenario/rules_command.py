"""`sabot rules coverage` and `sabot rules mutate`: whether scenarios show what the rulebooks say."""

import json
from collections.abc import Iterable, Iterator
from typing import Annotated

import typer

from controller.rulebooks import available, load
from controller.rulebooks.articles import articles
from controller.rulebooks.figures import Rule
from controller.rulebooks.model import chapter
from hardware_sim.scenario.catalogue.coverage import Row, rows, totals
from hardware_sim.scenario.catalogue.mutation import HOUSE, Candidate, Fate, fates

from .collection import BOOK, files_of, plays_of, rulebook_of, run_file

Json = Annotated[bool, typer.Option("--json", help="Say it as JSON.")]
Part = Annotated[str | None, typer.Option(help="Only the rules of one part, such as betting.")]


def coverage(part: Part = None, as_json: Json = False) -> None:
    """List every rule with its cases and whether a scenario shows each; exit code 1 if one is not shown."""
    _known(part, {article.part for article in articles().values()}, "part")
    found = rows((result for file in files_of(BOOK) for result in run_file(file)), part)
    total = totals(found)
    if as_json:
        typer.echo(json.dumps({"rules": [_row_json(row) for row in found], "total": str(total)}, indent=1))
    else:
        for row in found:
            typer.echo(_row_text(row))
        typer.echo(str(total))
    raise typer.Exit(1 if total.gap else 0)


def mutate(
    book: Annotated[str | None, typer.Option(help="Only one rulebook, such as lfp.")] = None,
    part: Part = None,
    as_json: Json = False,
) -> None:
    """Change each parameter and policy of the rulebooks in turn; exit code 1 if no scenario that cites it breaks."""
    _known(book, {key for key, _ in available()}, "rulebook")
    _known(part, {article.part for article in articles().values()}, "part")
    books = [load(key, structure) for key, structure in available() if book in (None, key)]
    found = fates(_candidates(book), books, lambda rule: _of_part(rule, part))
    survivors = [fate for fate in found if fate.survives]
    waiting = [fate for fate in found if fate.broke_nothing and fate.waits]
    if as_json:
        typer.echo(json.dumps([_fate_json(fate) for fate in found], indent=1))
    else:
        for fate in survivors:
            typer.echo(_fate_text(fate))
        for fate in waiting:
            typer.echo(f"{_books(fate)}: {fate.change} [{_articles(fate.change.rule)}]: waits, {fate.waits}")
        broken = sum(bool(fate.broken) for fate in found)
        typer.echo(f"{len(found)} changes, {broken} break a scenario, {len(waiting)} wait, {len(survivors)} survive")
    raise typer.Exit(1 if survivors else 0)


def _candidates(book: str | None) -> Iterator[Candidate]:
    for file in files_of(BOOK):
        for scenario, named in plays_of(file):
            if book in (None, named.key):
                yield Candidate(scenario, rulebook_of(named), file.source)


def _of_part(rule: Rule, part: str | None) -> bool:
    """Whether a rule is of a part, that of its most special article, or else of its chapter."""
    known = articles()
    parts = [known[cite.article].part for cite in rule.cites if cite.article in known]
    return part in (None, parts[0] if parts else chapter(rule.matter))


def _known(value: str | None, allowed: Iterable[str], what: str) -> None:
    names = sorted(set(allowed))
    if value is not None and value not in names:
        typer.echo(f"no {what} is called {value!r}. Allowed: {', '.join(names)}", err=True)
        raise typer.Exit(2)


def _row_text(row: Row) -> str:
    cases = "  ".join(f"{_number(case.key)} {case.shown_by[0] if case.shown else 'MISSING'}" for case in row.cases)
    lacking = "" if row.cases or row.whole else "no case in the catalogue"
    return f"{row.article.id:<16} {row.article.automation:<9}  {cases or lacking}".rstrip()


def _number(case: str) -> str:
    return f"#{case.partition('#')[2]}"


def _row_json(row: Row) -> dict[str, object]:
    cases = {case.key: list(case.shown_by) for case in row.cases}
    return {
        "article": row.article.id,
        "part": row.article.part,
        "automation": row.article.automation,
        "whole": row.whole,
        "cases": cases,
    }


def _fate_text(fate: Fate) -> str:
    cited = f"{fate.citing} scenarios cite it, none breaks" if fate.citing else "no scenario cites it"
    return f"{_books(fate)}: {fate.change} [{_articles(fate.change.rule)}]: {cited}"


def _books(fate: Fate) -> str:
    """Each rulebook once, with its structures if it is not all of them."""
    tried = dict.fromkeys(name.partition("/")[0] for name in fate.books)
    every = {key: {f"{k}/{structure}" for k, structure in available() if k == key} for key in tried}
    names = [[key] if every[key] <= set(fate.books) else sorted(every[key] & set(fate.books)) for key in tried]
    return ", ".join(name for group in names for name in group)


def _articles(rule: Rule) -> str:
    return ", ".join(cite.article for cite in rule.cites) or HOUSE


def _fate_json(fate: Fate) -> dict[str, object]:
    change = fate.change
    return {
        "books": fate.books,
        "matter": change.rule.matter,
        "what": change.what,
        "was": change.was,
        "now": change.now,
        "articles": [cite.article for cite in change.rule.cites],
        "citing": fate.citing,
        "broken": fate.broken or None,
        "waits": fate.waits or None,
    }
