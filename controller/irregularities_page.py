"""`sabot rules irregularities`: a page of every irregularity, made of the product's records, books and texts.

Its output is `docs/reference/irregularities.md`.
"""

from collections.abc import Iterable, Iterator

from controller.pages import Catalogue, catalogue
from controller.rulebooks import Rulebook, available, load
from controller.rulebooks.compare import parameter
from controller.table.deal.faults import BY_THE_FLOOR, FAULTS
from controller.table.state.fault import Fault, fault_of
from firmware_bridge.messages.public import Which

HEAD = """# Irregularities

Every fault of the deal and the board that the table knows: how it is noticed, what decides it in each rulebook, and
what the dealer is told. `sabot rules irregularities` makes this page from the records in
`controller/table/deal/faults`, the rulebooks and the texts of the pages. `--book lfp` prints it for one rulebook.
A test holds that the page is current.

*Noticed in* names the facts in which the table sees a fault, from `controller/table/state/facts.py`. The faults are
asked about a fact in the order of this page. The first that sees itself in it judges it.

If a rulebook says nothing on a rule key and borrows nothing, the floor is asked. Nothing is moved until it answers.
Its decision is a ruling of its own, without an article. A case without its own article is decided as its rule key.

A remedy is a list of movements. A sensor that sees a movement ticks it. The dealer taps the others. A movement that
waits for later cards waits while play goes on. A card is named if everybody has seen it. Here 7♥ stands for such a
card.

The floor may drop the rest of a remedy, void the hand, or take back the last movement or the whole ruling. Each needs
a reason and is a ruling of its own. The table is not rewound. What was moved is put back first, such as:
"""

EXAMPLE, NEXT = Which(names=("7h",)), Which(called="next")
OF_THE_NEXT = (("deal", "shoe"), ("burn", "shoe"), ("aside", "next"))  # movements of a card that no person has seen


def page(key: str = "") -> str:
    """Return the whole page as Markdown, or the part of one rulebook with `key`."""
    words, books = catalogue("en"), [book for book in _books() if key in ("", book.key)]
    back = "\n".join(f"- {line}" for line in _lines(BY_THE_FLOOR, words))
    return "\n\n".join([f"{HEAD}\n{back}", *("\n".join(_section(each, books, words)) for each in FAULTS)]) + "\n"


def _books() -> Iterator[Rulebook]:
    """Yield each rulebook once, with its no-limit structure if it has one."""
    structures: dict[str, list[str]] = {}
    for key, structure in available():
        structures.setdefault(key, []).append(structure)
    for key, of_book in structures.items():
        yield load(key, "no_limit" if "no_limit" in of_book else of_book[0])


def _section(each: Fault, books: list[Rulebook], words: Catalogue) -> Iterator[str]:
    yield f"## {each.name}\n"
    yield f"{each.noticed} Seen by: {', '.join(each.senses)}."
    if each.notices:
        yield f"Noticed in {', '.join(f'`{noticed.fact.__name__}`' for noticed in each.notices)}."
    if each.entries:
        yield f"Said by the entry {', '.join(f'`{entry.word}`' for entry in each.entries)}."
    if each.ruled_under:
        yield f"\n| book | {' | '.join(f'`{matter}`' for matter in each.ruled_under)} |"
        yield f"|---|{'---|' * len(each.ruled_under)}"
        yield from (f"| {book.key} | {' | '.join(_decides(book, m) for m in each.ruled_under)} |" for book in books)
    told = [f"- {words.words[key]}" for key in each.told] + [f"- {prompt}" for prompt in prompts(each, words)]
    if told:
        yield "\nThe dealer is told, as it comes:\n"
        yield from told


def _decides(book: Rulebook, matter: str) -> str:
    line = parameter(book.rule(matter))
    fault = fault_of(matter)
    if matter not in book.rules and matter in fault.cases:
        return f"as `{fault.cases[matter]}`"
    if matter not in book.rules and fault.unasked:
        return "nothing follows"
    return f"{line.value}: {line.source}"


def prompts(each: Fault, words: Catalogue) -> Iterator[str]:
    """The movements that may put it right, in words."""
    return _lines(each.movements, words)


def _lines(movements: Iterable[tuple[str, str]], words: Catalogue) -> Iterator[str]:
    for verb, origin in movements:
        which = NEXT if (verb, origin) in OF_THE_NEXT else EXAMPLE
        place = "stub" if origin == "seat" else "seat:3"
        yield words.say(f"remedy.{verb}_{origin}", which=which, seat=3, count=4, place=place)
