"""The page of articles for whoever writes scenarios: where each can be seen.

Made from the rulebooks; a test holds the page to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from controller.rulebooks.articles import Article, articles, document
from hardware_sim.scenario.catalogue.article_index import book_text, fields_of, marked, seen

HEAD: Final = """# Where an article can be seen

`sabot scenario articles` makes this page from the rulebooks; a test holds that it is current. For each article it
says on which matters rulings cite it (`expect ruling lfp-7.27 on chip.multiple seat 5`), and which fields it fixes:
of the fields before `by` one at least must be among them (`expect due 5 = -800; turn 6 by lfp-7.27`). `sabot rules
show lfp-7.27` says the same with the article's sentence. To which acts such a ruling comes is seen in
[scenario-answers.md](scenario-answers.md).

- ° : a ruling on this matter is ordinary and need not be expected; (°): it is, while it does no more than
  [scenario-keys.md](scenario-keys.md) says under *Ordinary rulings*. All others must be, whenever they come.
- *decides …*: no ruling is made on this matter; what is right shows in fields.
- *lent to*: the article of one house, cited by another one's book, `lent by` the lender; there on the same matters.
- N is a seat's number (with `eligible` a pot's).
"""


def page() -> str:
    """The whole page, as Markdown."""
    return HEAD + "".join(_documents())


def _documents() -> Iterator[str]:
    last = ""
    for article in articles().values():
        if document(article.id) != last:
            last = document(article.id)
            yield f"\n## {last}\n\n| article | part | seen in | fields |\n|---|---|---|---|\n"
        yield _row(article)


def _row(article: Article) -> str:
    fields = ", ".join(f"`{name}`" for name in fields_of(article.id))
    return f"| `{article.id}` | {article.part} | {_places(article.id)} | {fields} |\n".replace("|  |", "| |")


def _places(article: str) -> str:
    """Matters with the books where they are not the same in all; then who borrows it."""
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
