"""How each antenna reads, which thresholds fit that, and what of it is written into the table file."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from firmware_bridge.commissioning.contacts import SwitchFinder
from firmware_bridge.commissioning.files import opened
from firmware_bridge.commissioning.found import Bounced, Commissioned, End, HeardAt, Named
from firmware_bridge.commissioning.survey import proposed, readings, remarks
from firmware_bridge.guided.seen import Broke, Settled
from firmware_bridge.messages.guided_orders import Order
from firmware_bridge.messages.tablefile import SensingSection, load_table_file
from firmware_bridge.tabletext import with_sensing

from .test_commissioned_files import text_in

AT = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
MS = 1_000_000
NOW = SensingSection()


def surveyed(hits: int, looks: int, bounce: int = 0) -> Commissioned:
    """Two bet lines. The first one hears so well, and the second hears its chip now and then."""
    one, two = End(part="bets", number=1), End(part="bets", number=2)
    return Commissioned(
        named=(Named(name="bet:1", end=one), Named(name="bet:2", end=two)),
        heard=(
            HeardAt(place="bet:1", end=one, hits=hits, looks=looks),
            HeardAt(place="bet:1", end=two, hits=1, looks=30),
        ),
        bounced=(Bounced(name="post:1", ms=bounce),),
    )


def test_the_survey_says_how_each_antenna_reads_and_who_else_hears_it() -> None:
    first, second = readings(surveyed(29, 30))
    assert (first.name, first.end, first.reads, first.others) == ("bet:1", "bets:1", "29/30", "bet:2 1/30")
    assert (second.reads, second.others) == ("", "")


@pytest.mark.parametrize(
    ("hits", "looks", "misses"),
    [
        (80, 99, 4),  # too few to say anything
        (1000, 1000, 4),  # the default is never lowered
        (980, 1000, 4),  # 2 %, for which it was made
        (155, 159, 4),  # 2.5 %, which may be 1.0 %
        (880, 1000, 8),
        (500, 1000, 20),  # no figure cures that antenna
    ],
)
def test_misses_ask_for_a_threshold_once_they_are_sure(hits: int, looks: int, misses: int) -> None:
    assert proposed(surveyed(hits, looks), NOW).gone_after_misses == misses


def test_what_flies_past_the_shoe_counts_for_no_threshold() -> None:
    shoe = End(part="shoe", number=0)
    found = Commissioned(
        named=(Named(name="shoe", end=shoe),), heard=(HeardAt(place="shoe", end=shoe, hits=1, looks=900),)
    )
    assert proposed(found, NOW) == NOW


@pytest.mark.parametrize(("bounce", "debounce"), [(0, 15), (15, 15), (16, 32), (45, 90)])
def test_a_contact_that_bounces_long_asks_for_twice_that(bounce: int, debounce: int) -> None:
    assert proposed(surveyed(0, 0, bounce), NOW).debounce_ms == debounce


def test_how_long_a_contact_bounces_is_taken_from_its_edges() -> None:
    finder = SwitchFinder("post:1", Order(key="act_post", number=1), {"post:1": "gpio:14"}, {}, ())
    for at in (0, 3, 21, 400, 402):  # laid there, and lifted later
        finder.take(Broke(line="post:1", at=at * MS), at * MS)
    finder.take(Settled(line="post:1", acting=True, at=21 * MS), 36 * MS)
    assert finder.bounced == {"post:1": 21 * MS}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "[sensing]\ngone_after_misses = 6   # by the survey of commissioning\n"),
        (
            "[sensing]\n# of the hall\ngone_after_misses = 3 # ours\nshoe_window_ms = 90\n\n[fields]\n",
            "gone_after_misses = 6   # by the survey of commissioning\n# of the hall\nshoe_window_ms = 90\n",
        ),
    ],
)
def test_a_threshold_is_written_into_its_section_and_the_rest_stays(tmp_path: Path, before: str, after: str) -> None:
    text = text_in(tmp_path) + before
    wanted = NOW.model_copy(update={"gone_after_misses": 6, "shoe_window_ms": 90 if before else 150})
    assert with_sensing(text, wanted).startswith(text_in(tmp_path))
    assert after in with_sensing(text, wanted)


def test_thresholds_are_written_on_a_word_and_the_file_before_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(text_in(tmp_path))
    work = opened(file)
    assert work is not None
    work.keep(surveyed(880, 1000))
    assert (work.proposes, work.write(AT)) == (True, None)  # the names alone change nothing
    backup = work.write(AT, sensing=True)
    assert backup is not None
    assert backup.read_text() == text_in(tmp_path)
    assert load_table_file(file).sensing.gone_after_misses == 8
    assert not work.proposes


def test_what_is_proposed_is_said_with_its_reason(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(text_in(tmp_path))
    said = [one.said() for one in remarks(surveyed(880, 1000, 20), load_table_file(file))]
    assert said[0].startswith(
        "120 of 1000 readings missed a tag that lay there. sensing.gone_after_misses is 4, and 8"
    )
    assert said[1] == "post:1 bounces for 20 ms. sensing.debounce_ms is 15, and 40 would fit"
