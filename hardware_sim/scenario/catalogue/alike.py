"""Changes of a rulebook that cannot make a difference, and why. They are not tried."""

from typing import Final, NamedTuple

from controller.rulebooks.articles import document
from controller.rulebooks.figures import Figure, Rule

POLICY: Final = "policy"
RULE: Final = "rule"
ABSENT: Final = "absent"
"""Stands for a figure that is not given."""

HOW_IT_IS: Final = "what the article says is how every hand is dealt and played: the table knows no other way"
THE_SAME_RULE: Final = "where no rule stands on it another one decides, with the same articles"


class Alike(NamedTuple):
    """Values of a place that have the same effect. If none is named, any two of them have.

    - `what`: a figure, "policy", or "rule" for the rule as a whole.
    - `book`: only where an article of this rulebook decides.
    """

    matter: str
    what: str
    reason: str
    same: tuple[Figure, ...] = ()
    book: str = ""


ALIKE: Final = (
    *(Alike(matter, what, "absent is read as no", (False, ABSENT)) for matter, what in (
        ("raise.reopen", "check_counts"), ("skipped", "kept_by_time"), ("raise.cap", "heads_up_uncapped"),
        ("raise.cap", "tournament_capped"),
    )),
    *(Alike(matter, RULE, HOW_IT_IS) for matter in (
        "burn", "street.flop", "street.turn", "street.river", "turn.first", "turn.later", "turn.small_blind",
        "turn.big_blind", "cards.protected", "posted",
    )),
    Alike("heads_up", RULE, HOW_IT_IS, book="casino"),
    Alike("deal.missed_late", RULE, THE_SAME_RULE),
    *(Alike(matter, RULE, THE_SAME_RULE, book="lfp") for matter in ("deal.exposed_more", "deal.empty_late")),
    *(Alike("raise.reopen", "check_counts", "any raise opens the betting to all", (True, ABSENT), book) for book in (
        "leaflet", "limit",
    )),
    Alike("skipped", "kept_by_time", "the right lasts for the whole round there", (True, ABSENT), book="casino"),
    Alike("raise.over_short_all_in", RULE, "in limit the unit of the street decides, whatever stands on it"),
    Alike("deal.absent", RULE, "an absent player is dealt in as everybody is"),
    Alike("announce.above_chips", RULE, "what was said is due, with less chips or more: the word alone decides"),
    Alike("show.muck", RULE, "all hands are turned up in that book, so that none can be given up", book="limit"),
    Alike("rake", RULE, "without a rule on it nothing is taken either"),
    Alike("blinds", "at_most", "no pair of that book's list is wider", (10, ABSENT), book="limit"),
    Alike("chips.raise", RULE, "one chip is a call, and several are ruled on before it is asked", book="casino"),
    Alike("behaviour", "level", "the ladder is free: every manager chooses any step", ("managers", ABSENT), "casino"),
    Alike("claims", "without_dealer", "claims end with the push there, whoever deals", ("push", ABSENT), "casino"),
)  # fmt: skip


def alike(rule: Rule, what: str, was: Figure, now: Figure) -> Alike | None:
    """Return the entry because of which a change is not tried, or None if it is tried."""
    found = (one for one in ALIKE if (one.matter, one.what) == (rule.matter, what))
    return next((one for one in found if _holds(one, rule, {was, now})), None)


def _holds(one: Alike, rule: Rule, values: set[Figure]) -> bool:
    books = {document(cite.article) for cite in rule.cites}
    return (not one.same or values <= set(one.same)) and (not one.book or one.book in books)
