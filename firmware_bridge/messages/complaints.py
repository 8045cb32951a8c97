"""How a message says several errors: a line each, or between bars where it must be one line.

Where pydantic found them, no value is repeated, as it may be a secret or a card.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal

from pydantic import ValidationError

ONE_LINE: Final = " | "
"""Between several errors in a log, in a cause, or in a line of a report."""

LONGEST_PLACE: Final = 100  # characters: the name of an unknown field is the sender's


def place_of(loc: Sequence[Any], whole: str) -> str:
    """Return the dotted path of a field. `whole`: what the message itself is called."""
    return ".".join(map(str, loc))[:LONGEST_PLACE] or whole


def complaints(error: ValidationError, whole: str, say: Literal["msg", "type"] = "msg") -> Iterator[str]:
    """Yield each error with its place. `say`: in words, or by the name of the error alone, which quotes nothing."""
    for detail in error.errors(include_input=False, include_url=False, include_context=False):
        yield f"{place_of(detail['loc'], whole)}: {detail[say]}"
