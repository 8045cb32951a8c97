"""The register of policies: small pure functions, each found under a rule key and a name that a rulebook chooses.

Policies on chips and words take (facts, entry). They return a `Reading`, or None if the rulebook's next test decides.
Policies of the betting fold (raise.min, raise.reopen) and of pots (odd_chip) have shapes of their own, stated there.
"""

from collections.abc import Callable
from typing import Any, Final, TypeVar

F = TypeVar("F", bound=Callable[..., Any])
POLICIES: Final[dict[tuple[str, str], Callable[..., Any]]] = {}


def policy(matter: str, name: str) -> Callable[[F], F]:
    """Register a function as the policy `name` of a rule key. A name may be used once."""

    def register(function: F) -> F:
        if (matter, name) in POLICIES:
            raise ValueError(f"policy {name!r} of {matter!r} is registered twice")
        POLICIES[matter, name] = function
        return function

    return register


def always(matter: str, name: str, answer: str) -> None:
    """Register a policy that always gives this answer, whatever the facts and the entry are."""
    policy(matter, name)(lambda _facts, _entry: answer)


def find(matter: str, name: str) -> Callable[..., Any]:
    """The policy of a rule key. Raises KeyError, which names both."""
    try:
        return POLICIES[matter, name]
    except KeyError:
        raise KeyError(f"no policy {name!r} for {matter!r}") from None
