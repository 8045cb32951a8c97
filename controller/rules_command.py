"""`sabot rules`: what an article says, what a rulebook holds, and where two rulebooks differ."""

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict
from importlib.metadata import entry_points
from typing import Annotated, Any, Final, NoReturn, TypeVar

import typer

from controller import entries_page
from controller.irregularities_page import page
from controller.rulebooks import Rulebook, RulebookError, available, load
from controller.rulebooks.articles import Article, articles, document, near
from controller.rulebooks.compare import Parameter, citing, differences, parameters
from controller.rulebooks.load import documents, structures

GROUP: Final = "sabot.rules"  # commands of this group that other rooms register, as with the top group
SHOWN: Final = "sabot.rules.show"  # lines of text that other rooms add to an article
PARTS: Final = ("betting", "deal", "table", "floor", "outside")

T = TypeVar("T")

app = typer.Typer(
    help="What the rulebooks say, article by article and parameter by parameter.\n\n"
    "BOOK is a rulebook's name, with a structure if need be: `lfp`, `roberts/limit`, or the path of a house's own "
    "TOML file.",
    no_args_is_help=True,
)
Json = Annotated[bool, typer.Option("--json", help="Say it as JSON.")]
Host = Annotated[str | None, typer.Option(help="The book that stands in for all that a partial one does not say.")]
Irregularities = Annotated[
    str | None,
    typer.Option(help="The book, or `floor` for a person, that decides errors where this one does not."),
]


@app.command()
def show(article: str, as_json: Json = False) -> None:
    """Print an article, and the rule keys of each rulebook that rest on it."""
    found = articles().get(article)
    if found is None:
        _refuse(_no_article(article))
    uses = _uses(article)
    if as_json:
        used = [{"book": book, "structures": has, **asdict(use)} for (book, use), has in uses.items()]
        _json({**asdict(found), "document": document(article), "uses": used})
        return
    typer.echo(f"{found.id}  {found.part}, {found.automation}\n{found.text}")
    _table(
        ("BOOK", "STRUCTURES", "MATTER", "VALUE", "LENT BY"),
        ((book, ", ".join(has), use.matter, use.value, use.lent_by) for (book, use), has in uses.items()),
    )
    for entry in entry_points(group=SHOWN):
        typer.echo(f"\n{entry.name}:")
        for line in entry.load()(article):
            typer.echo(f"  {line}")


@app.command("list")
def list_(
    book: Annotated[str, typer.Option(help="A rulebook, or one of the documents the ids begin with.")],
    part: Annotated[str | None, typer.Option(help=f"Only one part: {', '.join(PARTS)}.")] = None,
    as_json: Json = False,
) -> None:
    """List the articles of a book, in the order of its document."""
    if part is not None and part not in PARTS:
        _refuse(f"no part is called {part!r}. Allowed: {', '.join(PARTS)}")
    known = {document(id_) for id_ in articles()}
    wanted = {book} if book in known else set(_guarded(lambda: documents(book)))
    chosen = [a for a in articles().values() if document(a.id) in wanted and part in (None, a.part)]
    if as_json:
        _json([asdict(a) for a in chosen])
        return
    _table(("ARTICLE", "PART", "AUTOMATION", "WHAT IT SAYS"), ((a.id, a.part, a.automation, a.text) for a in chosen))
    typer.echo(_counted(chosen))


@app.command("parameters")
def parameters_(
    book: str, host: Host = None, irregularities: Irregularities = None, as_json: Json = False
) -> None:  # fmt: skip
    """List every parameter of a book: its value, the articles it rests on, and who lent it."""
    loaded = _book(book, host, irregularities)
    rows = list(parameters(loaded))
    if as_json:
        _json([{**asdict(p), "source": p.source} for p in rows])
        return
    typer.echo(f"{loaded.title} ({loaded.structure})")
    _table(("MATTER", "VALUE", "RESTS ON"), ((p.matter, p.value, p.source) for p in rows))


@app.command()
def diff(left: str, right: str, as_json: Json = False) -> None:
    """List the matters that two books decide otherwise."""
    a, b = _book(left), _book(right)
    rows = list(differences(a, b))
    if as_json:
        _json([asdict(d) for d in rows])
        return
    names = (f"{a.key}/{a.structure}", f"{b.key}/{b.structure}")
    lines = (
        (d.matter, f"{d.left.value} [{d.left.source}]", f"{d.right.value} [{d.right.source}]") for d in rows
    )  # fmt: skip
    _table(("MATTER", *names), lines)
    typer.echo(f"{len(rows)} differences")


@app.command()
def irregularities(
    book: Annotated[str, typer.Option(help="Only what this rulebook decides, such as lfp.")] = "",
) -> None:
    """Print every fault of the deal: how it is noticed, who decides, what the dealer must do."""
    if book:
        _guarded(lambda: structures(book))
    typer.echo(page(book), nl=False)


@app.command()
def entries() -> None:
    """Print every entry that people may make: its fields, who may give it, when it can be true."""
    typer.echo(entries_page.page(), nl=False)


def _uses(article: str) -> dict[tuple[str, Parameter], list[str]]:
    """Return {(rulebook, rule key with its value): structures in which it holds}."""
    uses: dict[tuple[str, Parameter], list[str]] = {}
    for key, structure in available():
        for use in citing(load(key, structure), article):
            uses.setdefault((key, use), []).append(structure)
    return uses


def _book(name: str, host: str | None = None, irregularities: str | None = None) -> Rulebook:
    key, _, structure = (name, "", "") if name.endswith(".toml") else name.partition("/")
    return _guarded(lambda: load(key, structure or structures(key)[0], host=host, irregularities=irregularities))


def _guarded(work: Callable[[], T]) -> T:
    try:
        return work()
    except RulebookError as error:
        _refuse(str(error))


def _no_article(article: str) -> str:
    known = sorted({document(id_) for id_ in articles()})
    like = near(article)
    hint = f"Near it are {', '.join(like)}" if like else f"Ids begin with {', '.join(known)}"
    return f"no article is called {article!r}. {hint}"


def _counted(chosen: list[Article]) -> str:
    kinds = [
        (kind, sum(a.automation == kind for a in chosen)) for kind in dict.fromkeys(a.automation for a in chosen)
    ]
    return f"{len(chosen)} articles" + "".join(f", {number} {kind}" for kind, number in kinds)


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> None:
    lines = list(rows)
    if not lines:
        return
    widths = [max(len(row[n]) for row in [head, *lines]) for n in range(len(head) - 1)]
    for row in [head, *lines]:
        typer.echo("  ".join([*(cell.ljust(w) for cell, w in zip(row, widths, strict=False)), row[-1]]).rstrip())


def _json(value: Any) -> None:
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2))


def _refuse(reason: str) -> NoReturn:
    typer.echo(reason, err=True)
    raise typer.Exit(1)


for _entry in entry_points(group=GROUP):
    app.command(_entry.name)(_entry.load())
