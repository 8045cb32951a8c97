"""Wear: what fails more often from day to day is told before it fails, and chance is not."""

from __future__ import annotations

import json
from collections.abc import Iterable
from math import sqrt
from pathlib import Path
from random import Random

import pytest

from drivers.reader import Tag
from firmware_bridge.aliases import Aliases
from firmware_bridge.diagnosis.contacts import Contacts
from firmware_bridge.diagnosis.pins import LineWatch
from firmware_bridge.diagnosis.sampling import Counts
from firmware_bridge.diagnosis.tags import GAP, PlaceWatch, Whereabouts
from firmware_bridge.diagnosis.touches import KeyWatch
from firmware_bridge.diagnosis.verdict import Fault, Verdict
from firmware_bridge.diagnosis.wear import CARD, CHIP, KEPT, KEY, LINE, MOST, SWITCH, Day, Kind, Thing, Wear
from firmware_bridge.diagnosis.wearing import EVERY, Wearing
from firmware_bridge.wearfile import DAY, NAME, WRITE_EVERY, WearFile
from hardware_sim.selftest.injection import kinds

from .rig import Table, table_file

S = 1_000_000_000
READS = 3_000  # of one tag in a day
FADING = (60, 130, 220, 290, 380, 450)  # misses of them, day by day
TAGS = [Tag("iso15693", bytes([0xE0, 4, 1, number])) for number in range(12)]


def counted(misses: Iterable[Iterable[int]], kind: Kind = CHIP, tried: int = READS) -> Wear:
    """Some things, each with its failures of each day, and ten good ones. It is the day after."""
    wear = Wear()
    everything = [list(one) for one in misses]
    for day in range(len(everything[0])):
        wear.begin(day + 1)
        for number, one in enumerate(everything):
            wear.count(Thing(kind, str(number)), tried, one[day])
        for good in range(10):
            wear.count(Thing(kind, f"good{good}"), tried, tried // 50 + (good + day) % 3)
    wear.begin(len(everything[0]) + 1)
    return wear


@pytest.mark.parametrize("kind", [CHIP, CARD])
def test_a_tag_that_is_read_less_each_day_wears(kind: Kind) -> None:
    worn = counted([FADING], kind).worn
    assert list(worn) == [Thing(kind, "0")]
    assert worn[Thing(kind, "0")].shares[-1] == 450 / READS
    assert 1 <= worn[Thing(kind, "0")].days_left <= 10


def test_a_line_whose_errors_grow_wears() -> None:
    assert list(counted([(0, 1, 3, 7, 15, 32)], LINE, 20_000).worn) == [Thing(LINE, "0")]


def test_a_trial_gives_a_line_that_wears_days_enough_to_tell_its_growth_from_chance() -> None:
    """The reader of the bets has the fewest bytes of its kind. At the least rate it fails 2.4 times more each day."""
    days, luck = kinds()["line_wears"].days, Random(7)  # noqa: S311 - luck of a test
    due = [2.4 * day for day in range(1, days + 1)]
    trials = [[max(0, round(luck.gauss(mean, sqrt(mean)))) for mean in due] for _ in range(200)]
    named = sum(bool(counted([failed], LINE, 26_000).worn) for failed in trials)
    assert named >= 190


@pytest.mark.parametrize(
    "misses",
    [
        (450, 450, 450, 450, 450, 450),
        FADING[::-1],
        (60, 60, 60, 60, 60, 900),
        (60, 900, 60, 60, 60, 60),
        (60, 61, 62, 63, 64, 65),
        FADING[:4],
    ],
    ids=["always weak", "better", "one bad day", "one bad day early", "hardly", "four days"],
)
def test_what_does_not_grow_worse_day_by_day_does_not_wear(misses: tuple[int, ...]) -> None:
    assert dict(counted([misses]).worn) == {}


def test_tags_that_all_get_worse_do_not_wear() -> None:
    assert dict(counted([FADING] * 30).worn) == {}


def test_chance_wears_no_tag_of_a_thousand() -> None:
    luck = Random(5)  # noqa: S311 - luck of a test
    misses = [[round(luck.gauss(60, 7.7)) for _ in range(10)] for _ in range(1_000)]
    assert dict(counted(misses).worn) == {}


def test_today_says_nothing_before_it_is_over() -> None:
    wear = counted([FADING[:4]])
    wear.count(Thing(CHIP, "0"), READS, 2_000)
    wear.begin(5)
    assert dict(wear.worn) == {}


def test_a_clock_that_is_set_back_begins_no_day() -> None:
    wear = counted([FADING])
    wear.begin(2)
    assert (wear.today, list(wear.worn)) == (7, [Thing(CHIP, "0")])


def test_days_and_things_are_bounded() -> None:
    wear = Wear()
    for day in range(1, KEPT + 9):
        wear.begin(day)
        wear.count(Thing(LINE, "bets"), 100, 0)
    for number in range(MOST + 5):
        wear.count(Thing(CHIP, str(number)), 100, 0)
    assert (len(wear.days), len(wear.days[Thing(LINE, "bets")])) == (MOST, KEPT)


# --- what the table counts ------------------------------------------------------------------------------------------


def read(watch: PlaceWatch, pattern: str) -> None:
    """Reads of a place: x with the tag, - without."""
    for number, one in enumerate(pattern):
        watch.read(frozenset(TAGS[:1]) if one == "x" else frozenset(), number * S, number * S)


@pytest.mark.parametrize(
    ("pattern", "tally"),
    [("xxxx", (4, 0)), ("xx-xx-x", (7, 2)), ("xx--xx", (4, 0)), (f"x{'-' * GAP}x", (2, 0)), ("xx---", (2, 0))],
    ids=["all", "single misses", "lifted", "taken and back", "taken"],
)
def test_single_misses_count_and_a_lifted_chip_does_not(pattern: str, tally: tuple[int, int]) -> None:
    watch = PlaceWatch("stack:4", "stacks", 0)
    read(watch, pattern)
    assert watch.tallied() == {TAGS[0]: tally}
    assert watch.tallied() == {}


def worn_at(home: str, kind: Kind) -> tuple[Verdict, ...]:
    """The verdicts at a table where a worn tag lies somewhere, or was not heard yet."""
    wear, aliases = counted([FADING], kind), Aliases()
    wear = Wear(
        {(what if what != Thing(kind, "0") else Thing(kind, aliases.of(TAGS[0]))): d for what, d in wear.days.items()}
    )
    wear.begin(7)
    tags = Whereabouts(())
    if home:
        tags.home[TAGS[0]] = home
    return tuple(Wearing(wear, aliases.of).verdicts(tags, {}, lambda _: "its reader", "the shoe's reader", 0))


def test_a_worn_chip_is_named_by_its_place() -> None:
    (told,) = worn_at("stack:4", CHIP)
    assert (told.fault, told.part, told.place) == (Fault.TAG_WEARS, "its reader", "stack:4")
    assert told.seen[0] == "day by day 2.0%, 4.3%, 7.3%, 9.7%, 13%, 15% of its reads missed it"


@pytest.mark.parametrize("home", ["seat:4", "board:1", "muck", ""])
def test_a_worn_card_is_named_by_its_deck_wherever_it_lies(home: str) -> None:
    (told,) = worn_at(home, CARD)
    assert (told.part, told.place) == ("the shoe's reader", "shoe")
    assert not home or home not in f"{told}"


def test_what_was_counted_before_is_not_counted_twice() -> None:
    class Line:
        total = Counts(frames_out=500, bad=2, timeouts=1)

    wear, lines = Wear(), {"bets": Line()}
    wear.begin(1)
    wearing = Wearing(wear, Aliases().of)
    for minute in range(3):
        wearing.gather({}, lines, list, minute * EVERY)  # type: ignore[arg-type]  # the only field that is read
    assert wear.days == {Thing(LINE, "bets"): ((1, 500, 3),)}


# --- contacts -------------------------------------------------------------------------------------------------------


def at_seat(uses: dict[Thing, list[int]]) -> dict[Thing, int]:
    """What is unused among the contacts of one seat, each with its uses day by day. It is the day after."""
    wear = Wear()
    days = max(map(len, uses.values()))
    for day in range(days):
        wear.begin(day + 1)
        for what, counts in uses.items():
            wear.count(what, counts[day], 0)
    wear.begin(days + 1)
    return wear.unused(uses)


SPOT, CALL, CLOCK = Thing(SWITCH, "button:4"), Thing(KEY, "display-4/call"), Thing(KEY, "display-4/time")


@pytest.mark.parametrize(
    ("spot", "found"),
    [
        ([60, 50, 70, 0], {SPOT: 60}),
        ([20, 15, 25, 0, 0], {SPOT: 40}),
        ([60, 50, 70, 1], {}),
        ([20, 15, 25, 0], {}),
        ([60, 0, 70, 50, 0], {}),
        ([60, 50, 0], {}),
        ([0, 0, 0, 0], {}),
    ],
    ids=["dead", "two days", "used once", "too few", "seldom used", "new", "never used"],
)
def test_a_switch_is_dead_if_it_rests_while_all_else_at_its_seat_is_used(spot: list[int], found: object) -> None:
    assert at_seat({SPOT: spot, CALL: [100] * len(spot)}) == found


def test_a_seat_at_which_nobody_sits_has_no_dead_switch() -> None:
    assert at_seat({SPOT: [60, 60, 60, 0], CALL: [100, 100, 100, 0], CLOCK: [9, 9, 9, 0]}) == {}


USES = {"fold": 6, "check": 14, "call": 14, "raise": 14, "plus": 14, "button": 24, "post": 49}
"""At a seat in a day of the trials, which has 37 hands: the mean of 160 days of play."""


@pytest.mark.parametrize(
    ("kind", "dead"),
    [
        ("key_dead", "fold"),
        ("key_dead", "check"),
        ("key_dead", "call"),
        ("key_dead", "raise"),
        ("switch_dead", "button"),
    ],
)
def test_a_trial_gives_a_dead_contact_days_enough_to_be_missed(kind: str, dead: str) -> None:
    """It is used a last time on the day on which it dies."""
    trial = kinds()[kind]
    days = trial.healthy_days + trial.days
    uses = {Thing(KEY, name): [count] * days for name, count in USES.items()}
    uses[Thing(KEY, dead)] = [USES[dead]] * trial.healthy_days + [1] + [0] * (trial.days - 1)
    assert list(at_seat(uses)) == [Thing(KEY, dead)]


def test_a_switch_that_acts_again_is_no_longer_dead(tmp_path: Path) -> None:
    wear = Wear({SPOT: [Day(day, 60, 0) for day in (1, 2, 3)], CALL: [Day(day, 99, 0) for day in (1, 2, 3, 4)]})
    contacts = Contacts(table_file(tmp_path))
    wear.begin(5)
    assert [one.fault for one in contacts.verdicts(wear, 0)] == [Fault.SWITCH_DEAD]
    wear.count(SPOT, 1, 0)
    assert list(contacts.verdicts(wear, 0)) == []


def test_a_switch_that_bounces_more_each_day_wears() -> None:
    worn = counted([(0, 2, 3, 6, 7, 9)], SWITCH, 30).worn
    assert list(worn) == [Thing(SWITCH, "0")]
    assert dict(counted([(0, 2, 0, 1, 0, 1)], SWITCH, 30).worn) == {}


@pytest.mark.parametrize(("edges", "bounced"), [(7, 0), (8, 1), (33, 1)])
def test_a_movement_with_more_edges_than_a_sound_switch_makes_has_bounced(edges: int, bounced: int) -> None:
    line = LineWatch()
    for number in range(edges):
        line.note(S + number * 1_000_000)
    line.note(3 * S)
    assert line.tallied() == (2, bounced)
    assert line.tallied() == (0, 0)


def test_a_touch_that_comes_and_goes_under_the_finger_counts_once() -> None:
    key = KeyWatch()
    for at in (1_000, 1_015, 1_030, 2_000):
        key.press(at * 1_000_000)
        key.released = (at + 5) * 1_000_000
    assert key.tallied() == (2, 1)
    assert key.tallied() == (0, 0)


def test_worn_and_dead_contacts_are_named_by_display_or_line(tmp_path: Path) -> None:
    wear = Wear(
        {
            CALL: [Day(day, 200, 18 * day) for day in range(1, 7)],
            CLOCK: [Day(day, 40, 0) for day in range(1, 6)],
            Thing(SWITCH, "button:4"): [Day(day, 40, 0) for day in range(1, 6)],
        }
    )
    wear.begin(7)
    told = Contacts(table_file(tmp_path)).verdicts(wear, 0)
    assert [(one.part, one.place, one.fault, one.other) for one in told] == [
        ("display-4", "seat 4", Fault.KEY_WEARS, "call"),
        ("gpio", "button:4", Fault.SWITCH_DEAD, "button:4"),
        ("display-4", "seat 4", Fault.KEY_DEAD, "time"),
    ]


# --- the file -------------------------------------------------------------------------------------------------------


class Night:
    """Days that pass as the test says."""

    def __init__(self) -> None:
        self.day = 100

    def __call__(self) -> int:
        return self.day * DAY


def evening(folder: Path, night: Night, misses: int) -> WearFile:
    """A bridge that starts, counts, ends, and the day after."""
    kept = WearFile(folder, night, 0)
    for number, tag in enumerate(TAGS):
        kept.wearing.wear.count(Thing(CHIP, kept.wearing._alias(tag)), READS, misses if number == 0 else 60)
    kept.write()
    night.day += 1
    return kept


def test_wear_is_told_by_a_bridge_that_was_started_anew_each_day(tmp_path: Path) -> None:
    night = Night()
    for misses in FADING[:5]:
        assert dict(evening(tmp_path, night, misses).wearing.wear.worn) == {}
    kept = WearFile(tmp_path, night, 0)
    assert list(kept.wearing.wear.worn) == [Thing(CHIP, kept.wearing._alias(TAGS[0]))]


def test_the_file_has_no_tag_and_is_for_the_bridge_alone(tmp_path: Path) -> None:
    evening(tmp_path, Night(), 60)
    text = (tmp_path / NAME).read_text()
    assert [tag for tag in TAGS if tag.uid.hex() in text.lower()] == []
    assert (tmp_path / NAME).stat().st_mode & 0o777 == 0o600


def test_two_tables_give_one_tag_two_aliases(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    one, two = (evening(tmp_path / name, Night(), 60) for name in "ab")
    assert one.wearing._alias(TAGS[0]) != two.wearing._alias(TAGS[0])


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", '{"key": "00", "days": {}}', '{"key": "%s", "days": {"chip/x": [[1, 5, 9]]}}',
        '{"key": "%s", "days": {"chip/x": [[2, 5, 0], [1, 5, 0]]}}', '{"key": "%s", "days": {"x": [[1, -5, 0]]}}',
        '{"key": "%s", "days": {"tile/x": [[1, 5, 0]]}}',
        "9" * 5_000,
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_is_begun_again(tmp_path: Path, text: str) -> None:
    (tmp_path / NAME).write_text(text.replace("%s", "00" * 32))
    kept = WearFile(tmp_path, Night(), 0)
    assert kept.wearing.wear.days == {}
    kept.write()
    assert json.loads((tmp_path / NAME).read_text())["days"] == {}


def test_the_file_is_written_once_an_hour_and_when_a_day_begins(tmp_path: Path) -> None:
    night = Night()
    kept = WearFile(tmp_path, night, 0)
    written = []
    for now in (WRITE_EVERY - 1, WRITE_EVERY, WRITE_EVERY + 1):
        kept.look(now)
        written.append((tmp_path / NAME).exists())
        (tmp_path / NAME).unlink(missing_ok=True)
    night.day += 1
    kept.look(WRITE_EVERY + 2)
    assert (written, (tmp_path / NAME).exists()) == ([False, True, False], True)


def test_a_medium_that_takes_no_file_is_no_reason_to_stop(tmp_path: Path) -> None:
    WearFile(tmp_path / "missing", Night(), 0).write()


def test_the_bridge_keeps_what_it_has_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(tmp_path, monkeypatch, keep=lambda part: part["name"] == "bets")
    try:
        table.run(3)
    finally:
        table.close()
    days = json.loads((table.file.paths.bridge / NAME).read_text())["days"]
    ((_, tried, failed),) = days["line/bets"]
    assert (tried > 0, failed) == (True, 0)
