"""Cases that fields alone show: a change to what the article says must break the scenario that shows it."""

from collections.abc import Iterator

import pytest

from controller.rulebooks.articles import articles
from hardware_sim.scenario.collection import BOOK, files_of, plays_of, rulebook_of, run_under
from hardware_sim.scenario.parse import parse
from hardware_sim.scenario.result import Verdict
from hardware_sim.scenario.vouching import Vouched, article_of, breaks, by_fields_alone

STRUCTURE = frozenset({
    "casino-C10#2", "casino-C14#2", "casino-C7#1", "casino-D18#3", "casino-G28#1", "casino-T32#1",
    "leaflet-23#1", "leaflet-23#2", "leaflet-27#1", "leaflet-27#2", "leaflet-28#1", "leaflet-29#1",
    "leaflet-29#2", "leaflet-30#1", "leaflet-34#1", "lfp-12.2#2",
    "lfp-12.6#2", "lfp-12.7#3", "lfp-4.1#3", "lfp-4.2#3", "lfp-7.1#3", "lfp-7.12#1", "lfp-7.12#2", "lfp-7.12#3",
    "lfp-7.13#2", "lfp-7.14#2", "lfp-7.17#1", "lfp-7.17#2", "lfp-7.22#3", "lfp-7.5#3",
    "lfp-8.1#2", "lfp-8.11#2", "lfp-8.17#2", "lfp-8.4#2", "lfp-8.6#2", "lfp-8.9#2",
    "lfp-9.1#3", "lfp-9.2#2", "limit-11#1", "limit-7#1", "limit-9#1", "limit-9#2",
    "roberts-3.5.3#1",
})  # fmt: skip
"""Cases of betting that no parameter of a book decides: what the article says is how every hand is made (turns, side
pots, the fold of acts), or the case is that the article does not apply. This list may only become shorter."""


def of_betting(case: str) -> bool:
    return articles()[article_of(case)].part == "betting"


def passed() -> Iterator[Vouched]:
    plays = [(file, play) for file in files_of(BOOK) for play in plays_of(file)]
    for file, (scenario, book) in plays:
        if any(of_betting(case) for case in scenario.shown_by(book.key)):
            result = run_under(scenario, book, file.source)
            if result.verdict is Verdict.PASSED:
                yield Vouched(scenario, rulebook_of(book), result)


@pytest.mark.soak
def test_a_field_that_shows_a_case_of_betting_would_differ_if_its_article_were_another() -> None:
    shown = {case: runs for case, runs in by_fields_alone(passed()).items() if of_betting(case)}
    idle = {case for case, runs in shown.items() if not any(breaks(case, one) for one in runs)}
    assert idle <= STRUCTURE


def test_a_field_that_the_article_does_not_decide_is_found_out() -> None:
    text = (
        "table lfp blinds 50/100 seats 1-6 stacks 10000 button 1\n"
        "scenario a call\nshows lfp-7.12#1\ngoto preflop\n4 calls\nexpect call 100 by lfp-7.12\n"
    )
    (play,) = plays_of(parse(text))
    one = Vouched(play[0], rulebook_of(play[1]), run_under(*play))
    assert one.result.verdict is Verdict.PASSED
    assert list(by_fields_alone([one])) == ["lfp-7.12#1"]
    assert breaks("lfp-7.12#1", one) == ""
