"""`sabot scenario`: run scenarios, check them, explain them, and print the pages for their writers."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from controller.rulebooks import article_text, available
from hardware_sim import bounded_text
from hardware_sim.levels import Level
from hardware_sim.scenario.catalogue.lint import review
from hardware_sim.scenario.language.errors import ScenarioError
from hardware_sim.scenario.language.tree import File
from hardware_sim.scenario.pages.answers import page as answers_page
from hardware_sim.scenario.pages.articles import page as article_page
from hardware_sim.scenario.pages.keys import page
from hardware_sim.scenario.play.explain import explain as in_words
from hardware_sim.scenario.play.result import Result, Verdict

from .collection import BOOK, files_of, plays_of, run_file
from .library import as_json as listed_as_json
from .library import by_article, entries
from .watched.choice import read_script

app = typer.Typer(no_args_is_help=True, help="Scenarios: hands written down, with what the rulebook says to them.")

Files = Annotated[list[Path], typer.Argument(metavar="FILE…", help="Scenario files (.scn), or folders of them.")]


@app.command()
def run(
    files: Files,
    depth: Annotated[Level, typer.Option(help="Where the acts enter.")] = Level.CORE,
    as_json: Annotated[bool, typer.Option("--json", help="Say the result as JSON.")] = False,
) -> None:
    """Run every scenario of the files, each under every book it names; exit code 1 if any fails, 2 for bad files,
    the others being run."""
    read, unread = _read(files)
    results = list(_run(read, depth))
    failed = sum(result.verdict is not Verdict.PASSED for result in results)
    if as_json:
        totals = {"passed": len(results) - failed, "failed": failed}
        print(json.dumps({"results": [result.as_json for result in results], **totals}, indent=1))
    else:
        for result in results:
            _report(result)
        print(f"{len(results) - failed} passed, {failed} failed")
    raise typer.Exit(_code(unread, failed))


@app.command()
def check(files: Files) -> None:
    """Read the files and say what cannot hold, without playing them; exit code 1 if there is a remark."""
    read, unread = _read(files)
    remarks = [f"{file.source}:{remark.line}: {remark.text}" for file in read for remark in review(file)]
    for remark in remarks:
        print(remark)
    print(f"{sum(len(file.scenarios) for file in read)} scenarios, {len(remarks)} remarks")
    raise typer.Exit(_code(unread, len(remarks)))


@app.command(name="list")
def list_(
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="FILE…", help="Files or folders. None: those of the product.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Say the list as JSON.")] = False,
) -> None:
    """List the scenarios by the articles that they are about."""
    read, unread = _read(files) if files else (files_of(BOOK), 0)
    found = list(entries(read))
    if as_json:
        print(json.dumps(listed_as_json(found)))
    else:
        for article, listed in by_article(found).items():
            print(f"{article}: {article_text(article)}" if article else "no article")
            for entry in listed:
                print(f"  {entry.source}:{entry.line}: {entry.name} ({', '.join(entry.books)})")
    raise typer.Exit(_code(unread, 0))


@app.command()
def explain(
    files: Files,
    only: Annotated[str, typer.Option(help="Only scenarios whose name contains this.")] = "",
    short: Annotated[
        bool, typer.Option("--short", help="Only what a scenario must expect, and what failed.")
    ] = False,
) -> None:
    """Tell the course of each scenario: what was done, every ruling with its articles, and how the table stands."""
    read, unread = _read(files)
    for file in read:
        for result in run_file(file, only):
            print(in_words(result, short=short), end="\n\n")
    raise typer.Exit(_code(unread, 0))


@app.command()
def answers(
    book: Annotated[str, typer.Option(help="Only what the table says under this rulebook, such as lfp.")] = "",
) -> None:
    """Print what the table answers, book by book, to what people do: short hands, played now."""
    print(answers_page(_known(book)), end="")


@app.command()
def articles(
    book: Annotated[str, typer.Option(help="Only the articles that this rulebook cites, such as lfp.")] = "",
) -> None:
    """Print where each article can be seen: the rulings that cite it, the fields that it fixes."""
    print(article_page(_known(book)), end="")


def _known(book: str) -> str:
    """The name of a rulebook, or none. A wrong one ends the command and lists those that are allowed."""
    known = {key for key, _ in available()}
    if book and book not in known:
        print(f"no rulebook is called {book!r}. Allowed: {', '.join(sorted(known))}", file=sys.stderr)
        raise typer.Exit(2)
    return book


@app.command()
def keys() -> None:
    """Print the keys: prompts, questions, alarms, ordinary rulings, and fields with the articles that fix them."""
    print(page(), end="")


def _run(files: list[File], depth: Level) -> Iterator[Result]:
    if depth is Level.CORE:
        for file in files:
            yield from run_file(file)
        return
    from hardware_sim.scenario.depths.compare import (  # ZeroMQ and the parts load only where they are needed
        Play,
        run_at,
    )

    plays = [Play(file.source, scenario, book) for file in files for scenario, book in plays_of(file)]
    yield from run_at("bus" if depth is Level.BUS else "wire", plays)


def _code(unread: int, failed: int) -> int:
    """The exit code: 2 if a file could not be read, whatever the result of the others."""
    return 2 if unread else 1 if failed else 0


def _read(files: list[Path]) -> tuple[list[File], int]:
    """All files that can be read, and how many cannot. Every error of those is printed."""
    read, errors = [], []
    for path in _paths(files):
        try:
            read.append(read_script(path).file)
        except ScenarioError as error:
            errors.append(str(error))
        except (OSError, UnicodeDecodeError) as error:
            errors.append(f"{path}: {bounded_text.why(error)}")
    if errors:
        print("\n".join(errors), file=sys.stderr)
    return read, len(errors)


def _paths(files: list[Path]) -> Iterator[Path]:
    for path in files:
        yield from sorted(path.rglob("*.scn")) if path.is_dir() else (path,)


def _report(result: Result) -> None:
    if result.verdict is Verdict.PASSED:
        return
    print(f"{result.source}:{result.line}: {result.verdict.value}: {result.name} (under {result.book})")
    for failure in result.failures:
        print(f"  {result.source}:{failure.where}: {failure.text}")
