"""`sabot rules irregularities`: every irregularity as a page, with how it is noticed, which article of which book
decides, and what the dealer is told. Made of the product's records, books and words; `docs/irregularities.md` is its
output.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from controller.pages import Catalogue, catalogue
from controller.rulebooks import Rulebook, available, load
from controller.rulebooks.compare import parameter
from controller.table.deal.faults import BACK, CASE_OF, IRREGULARITIES, UNASKED, Irregularity

HEAD = """# Irregularities

Every fault of the deal and the board that the table knows: how it is noticed, what decides it in each book, what the
dealer is told. Made by `sabot rules irregularities > docs/irregularities.md` of the records in
`controller/table/deal/faults.py`, the books and the words of the pages. A test holds that it is current.

A matter on which a book has no word and borrows none is asked of the floor: nothing is moved until it answers, and
what it decides is its own ruling, without an article. A case on which a book has no word is decided as its matter.

What puts a fault right is a list of movements: one that a sensor sees is ticked by it, the others by the dealer's
tap; one that waits for later cards does so while play goes on. A card is named where everybody has seen it; 7♥ stands
for such a card here.

The floor may let the rest of a remedy fall away, void the hand, take back the last movement or the whole ruling, each
with a reason and as a ruling of its own. The table is not rewound: what was moved is put back first, such as:
"""

EXAMPLE = "7h"
OF_THE_NEXT = (("deal", "shoe"), ("burn", "shoe"), ("aside", "next"))  # movements of a card that nobody has seen


def page() -> str:
    """The whole page as Markdown."""
    words, books = catalogue("en"), list(_books())
    back = "\n".join(f"- {line}" for line in _lines(BACK, words))
    return (
        "\n\n".join([f"{HEAD}\n{back}", *("\n".join(_section(each, books, words)) for each in IRREGULARITIES)]) + "\n"
    )


def _books() -> Iterator[Rulebook]:
    """Each book once: of its no-limit structure where it has one."""
    structures: dict[str, list[str]] = {}
    for key, structure in available():
        structures.setdefault(key, []).append(structure)
    for key, of_book in structures.items():
        yield load(key, "no_limit" if "no_limit" in of_book else of_book[0])


def _section(each: Irregularity, books: list[Rulebook], words: Catalogue) -> Iterator[str]:
    yield f"## {each.name}\n"
    yield f"{each.noticed} Seen by: {', '.join(each.senses)}."
    if each.entries:
        yield f"Said by the entry {', '.join(f'`{entry}`' for entry in each.entries)}."
    if each.matters:
        yield f"\n| book | {' | '.join(f'`{matter}`' for matter in each.matters)} |"
        yield f"|---|{'---|' * len(each.matters)}"
        yield from (f"| {book.key} | {' | '.join(_decides(book, m) for m in each.matters)} |" for book in books)
    told = [f"- {words.words[key]}" for key in each.says] + [f"- {prompt}" for prompt in prompts(each, words)]
    if told:
        yield "\nThe dealer is told, as it comes:\n"
        yield from told


def _decides(book: Rulebook, matter: str) -> str:
    line = parameter(book.rule(matter))
    if matter not in book.rules and matter in CASE_OF:
        return f"as `{CASE_OF[matter]}`"
    if matter not in book.rules and matter in UNASKED:
        return "nothing follows"
    return f"{line.value}: {line.source}"


def prompts(each: Irregularity, words: Catalogue) -> Iterator[str]:
    """The movements that may put it right, in words."""
    return _lines(each.movements, words)


def _lines(movements: Iterable[tuple[str, str]], words: Catalogue) -> Iterator[str]:
    for verb, origin in movements:
        which = "next" if (verb, origin) in OF_THE_NEXT else EXAMPLE
        place = "stub" if origin == "seat" else "seat:3"
        yield words.say(f"remedy.{verb}_{origin}", which=which, seat=3, count=4, place=place)
