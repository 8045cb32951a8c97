"""`sabot rules entries`: a page of every entry, made of the definitions in `controller/poker/entries.py`.

Its output is `docs/reference/entries.md`.
"""

from collections.abc import Iterator
from typing import Final, get_args

from controller.console.words import labels
from controller.poker.entries import ENTRIES, Form, Group
from controller.poker.said import Need
from controller.service.entries.entry_validation import HIGHEST_NUMBER, LONGEST
from firmware_bridge.messages.base import LARGEST_SUM

HEAD: Final = """# Entries

Every entry that people may make, with the fields of its message. `sabot rules entries` makes this page from `ENTRIES`
in `controller/poker/entries.py`. A test holds that the page is current. [entries.md](../entries.md) says what entries
are, and what else people may say.

A field with `?` may be left out. A seat is one of the table's. Amounts are in minor units, up to {largest:,}. A
card is two signs, `7h`. *From* is the lowest role that may give the entry. [people.md](../people.md) has all roles.
*When* names the moments at which it can be true, and *of* the kinds of its seat. Pages sort entries by both, and
the core decides.
"""


def page() -> str:
    """Return the whole page as Markdown."""
    groups = ("\n".join(_group(group)) for group in get_args(Group))
    return "\n\n".join([HEAD.format(largest=LARGEST_SUM).rstrip(), *groups]) + "\n"


def _group(group: Group) -> Iterator[str]:
    yield f"## {labels('en')[f'entry.group_{group}']}\n"
    yield "| entry | what it says | fields | from | when | of |"
    yield "|---|---|---|---|---|---|"
    for word, form in ENTRIES.items():
        if form.group == group:
            cells = (f"`{word}`", form.does, _fields(form), form.least, ", ".join(form.when), ", ".join(form.of))
            yield f"| {' | '.join(cells)} |"


def _fields(form: Form) -> str:
    said = "<br>".join(_field(need) for need in form.needs)
    return f"{said}<br>exactly one of those with `?`" if form.either else said


def _field(need: Need) -> str:
    """Say the name of a field, its type and its bounds."""
    alone = f", only with {_codes(need.only_with)}" if need.only_with else ""
    return f"`{need.field}`{'?' * need.optional}: {_type(need)}{alone}"


def _type(need: Need) -> str:
    match need.kind:
        case "choice":
            return _codes(need.choices)
        case "amount":
            return "an amount from 0" if need.field == "value" else "an amount from 1"
        case "number":
            return f"{need.least}-{HIGHEST_NUMBER}"
        case "cards":
            return _cards(need.cards)
        case _:
            return _OTHERS[need.kind]


def _cards(counts: tuple[int, ...]) -> str:
    if not counts:
        return "as many cards as each player is dealt"
    fewest, most = counts[0], counts[-1]
    return f"{fewest}-{most} cards" if fewest < most else f"{fewest} card"


def _codes(words: tuple[str, ...]) -> str:
    return " ".join(f"`{word}`" for word in words)


_OTHERS: Final = {
    "seat": "a seat",
    "part": "`chips:3` `cards:3` `board` `pot` `shoe` `button` or the name of a part",
    "winners": "seats by pot",
    "level": "stakes",
    "text": f"a text of up to {LONGEST} signs",
}
