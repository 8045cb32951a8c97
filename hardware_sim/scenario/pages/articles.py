"""The page of articles for scenario writers: where each can be seen.

Made from the rulebooks. A test holds that it is current.
"""

from collections.abc import Iterator
from typing import Final

from controller.rulebooks.articles import Article, articles, document
from hardware_sim.scenario.catalogue.article_index import book_text, fields_of, marked, seen

HEAD: Final = """# Where an article can be seen

`sabot scenario articles` makes this page from the rulebooks. `--book lfp` prints it for one rulebook. A test holds
that it is current.

For each article it shows two things:

- the rule keys on which rulings cite it, as in `expect ruling lfp-7.27 on chip.multiple seat 5`
- the fields that it decides. At least one field before `by` must be among them, as in
  `expect due 5 = -800; turn 6 by lfp-7.27`

`sabot rules show lfp-7.27` prints the same with the article's sentence. [scenario-answers.md](scenario-answers.md)
shows after which acts such a ruling comes.

| sign | meaning |
|---|---|
| ° | a ruling on this rule key is ordinary and need not be expected |
| (°) | ordinary while it does no more than [scenario-keys.md](scenario-keys.md) lists under *Ordinary rulings* |
| no sign | it must be expected whenever it comes |
| *decides …* | no ruling is made on this rule key. Its result shows in fields |
| *lent to* | another rulebook cites this article, on the same rule keys |
| N | a seat's number, or with `eligible` a pot's |
"""


def page(book: str = "") -> str:
    """Return the whole page as Markdown. `book`: only the articles that this rulebook cites."""
    return HEAD + "".join(_documents(book))


def _documents(book: str) -> Iterator[str]:
    last = ""
    for article in articles().values():
        if book and all(one.book != book for one in seen(article.id)):
            continue
        if document(article.id) != last:
            last = document(article.id)
            yield f"\n## {last}\n\n| article | part | seen in | fields |\n|---|---|---|---|\n"
        yield _row(article)


def _row(article: Article) -> str:
    fields = ", ".join(f"`{name}`" for name in fields_of(article.id))
    return f"| `{article.id}` | {article.part} | {_places(article.id)} | {fields} |\n".replace("|  |", "| |")


def _places(article: str) -> str:
    """Rule keys, with the rulebooks if they differ, and then the rulebooks that borrow the article."""
    own = [one for one in seen(article) if not one.lent]
    said: dict[str, list[str]] = {}
    for one in own:
        said.setdefault(_matters(one.rulings, one.figures), []).append(book_text(one.book, one.structures))
    alone = len(said) == 1 and all(" " not in book for book in next(iter(said.values())))
    parts = [what if alone else f"{', '.join(books)}: {what}" for what, books in said.items()]
    lent = sorted({one.book for one in seen(article) if one.lent})
    return "; ".join([*parts, *([f"lent to {', '.join(lent)}"] if lent else [])])


def _matters(rulings: tuple[str, ...], figures: tuple[str, ...]) -> str:
    by = [f"decides {', '.join(f'`{matter}`' for matter in figures)}"] if figures else []
    return ", ".join([*map(marked, rulings), *by])
