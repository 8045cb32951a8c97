"""Where each tag is: flicker, neighbours, and readers that come back."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.sensing.areas import ChipAreas, Motion
from firmware_bridge.sensing.presence import Move, Presence

PLACES = ("bet:1", "bet:2", "stack:1", "stack:2")
GONE = 4


class Reader:
    """Reads places one after the other, 10 ms each, and keeps what was reported."""

    def __init__(self, presence: Presence[str] | None = None) -> None:
        self.presence = presence if presence is not None else Presence(PLACES, placed_after=2, gone_after=GONE)
        self.now = 0
        self.moves: list[Move[str]] = []

    def read(self, place: str, *tags: str, expected: Sequence[str] = ()) -> list[Move[str]]:
        self.now += 10
        moves = self.presence.read(place, tags, self.now - 10, self.now, expected)
        self.moves += moves
        return moves

    def read_often(self, times: int, place: str, *tags: str, expected: Sequence[str] = ()) -> None:
        for _ in range(times):
            self.read(place, *tags, expected=expected)

    def known(self) -> Reader:
        """All places have been read and are empty."""
        for place in PLACES * 2:
            self.read(place)
        return self


def lies_at(place: str) -> Reader:
    """Tag a was read twice there."""
    reader = Reader().known()
    reader.read_often(2, place, "a")
    return reader


def test_a_tag_read_twice_has_come_to_lie() -> None:
    reader = Reader().known()
    assert reader.read("bet:1", "a") == []
    assert [(m.tag, m.place, m.here) for m in reader.read("bet:1", "a")] == [("a", "bet:1", True)]


def test_the_interval_reaches_from_the_last_reading_without_it_to_the_first_with_it() -> None:
    reader = Reader().known()
    reader.read("bet:1")
    without = reader.now - 10
    reader.read("stack:1")
    reader.read("bet:1", "a")
    first = reader.now
    (move,) = reader.read("bet:1", "a")
    assert (move.absent, move.present) == (without, first)


def test_a_tag_read_once_and_never_again_was_never_there() -> None:
    reader = Reader().known()
    reader.read("bet:1", "a")
    reader.read_often(20, "bet:1")
    assert reader.moves == []
    assert reader.presence.unsettled() == frozenset()


def test_a_tag_missed_four_times_in_a_row_has_left() -> None:
    reader = lies_at("bet:1")
    for _ in range(GONE - 1):
        assert reader.read("bet:1") == []
    (move,) = reader.read("bet:1")
    assert (move.place, move.here) == ("bet:1", False)


def dealt_again(misses: int) -> Reader:
    """A card lay at a place, was taken up, and missed there so often; a reading takes 10 ms."""
    reader = lies_at("bet:1")
    reader.read_often(misses, "bet:1")
    return reader


def test_card_read_again_at_the_shoe_has_left_its_place_after_one_miss() -> None:
    reader = dealt_again(1)
    (gone,) = reader.presence.drawn("a", reader.now)
    assert (gone.place, gone.here, gone.present) == ("bet:1", False, reader.now)
    assert reader.read("bet:1", "a") == []
    (lies,) = reader.read("bet:1", "a")
    assert (lies.here, lies.absent >= gone.present - 10) == (True, True)


def test_so_has_one_that_was_dealt_to_the_same_place_before_the_shoe_told_it() -> None:
    reader = dealt_again(2)
    left = reader.now
    reader.read("bet:1", "a")
    (gone,) = reader.presence.drawn("a", left)
    assert (gone.here, gone.absent, gone.present) == (False, left - 30, left - 10)


def test_one_that_was_not_missed_there_lies_where_it_lay_whatever_the_shoe_says() -> None:
    reader = dealt_again(0)
    assert reader.presence.drawn("a", reader.now) == []
    assert reader.presence.lies("bet:1") == {"a"}


def test_misses_that_were_over_long_before_say_nothing_of_a_draw() -> None:
    reader = dealt_again(2)
    reader.read("bet:1", "a")
    reader.read("bet:1", "a")
    assert reader.presence.drawn("a", reader.now) == []


def two_of_one_tag(near: dict[str, set[str]] | None = None) -> Reader:
    """It lies at seat 1's stack, and is heard at seat 2's as well, read by turns."""
    reader = Reader(Presence(PLACES, placed_after=2, gone_after=GONE, near=near)).known()
    reader.read_often(2, "stack:1", "a")
    for _ in range(10):
        reader.read("stack:2", "a")
        reader.read("stack:1", "a")
    return reader


def test_tag_read_by_turns_at_two_distant_places_is_there_twice() -> None:
    reader = two_of_one_tag()
    assert reader.presence.twice() == {("stack:2", "a")}
    assert reader.presence.home("a") == "stack:1"
    reader.read_often(GONE, "stack:2")
    assert reader.presence.twice() == frozenset()


def test_both_places_of_what_may_be_two_are_read_until_it_is_known() -> None:
    reader = lies_at("stack:1")
    wanted = []
    for _ in range(10):
        reader.read("stack:2", "a")
        reader.read("stack:1", "a")
        wanted.append(reader.presence.unsettled())
    assert wanted == [frozenset({"stack:1", "stack:2"})] * 7 + [frozenset()] * 3


def test_tag_at_two_distant_places_does_not_move_to_the_expected_one() -> None:
    reader = Reader(Presence(PLACES, placed_after=2, gone_after=GONE)).known()
    reader.read_often(10, "stack:1", "a")
    for n in range(30):
        reader.read("stack:2", "a", expected=("stack:2",))
        if n % 4 == 3:
            reader.read("stack:1", "a", expected=("stack:2",))
    assert reader.presence.home("a") == "stack:1"
    assert all(move.here for move in reader.moves)


def test_a_tag_that_is_heard_at_the_antenna_beside_is_not_there_twice() -> None:
    assert two_of_one_tag(near={"stack:1": {"stack:2"}}).presence.twice() == frozenset()


@pytest.mark.parametrize("heard", ["10", "1010", "0110", "1000"])
def test_a_tag_that_is_heard_elsewhere_now_and_then_is_not_there_twice(heard: str) -> None:
    reader = lies_at("stack:1")
    for n in range(60):
        reader.read("stack:2", *(["a"] if heard[n % len(heard)] == "1" else []))
        reader.read("stack:1", "a")
        assert reader.presence.twice() == frozenset()


def test_a_tag_that_has_moved_to_a_place_that_is_read_more_often_is_not_there_twice() -> None:
    reader = Reader().known()
    reader.read_often(8, "stack:1", "a")
    for _ in range(30):
        reader.read("stack:2", "a")
        assert reader.presence.twice() == frozenset()


def piled() -> Reader:
    """Three cards that came to one seat one after the other; a reader hears the two uppermost."""
    reader = Reader(Presence(PLACES, placed_after=2, gone_after=GONE, pile=2)).known()
    for cards in ("a", "ab", "bc"):
        reader.read("bet:1", *cards)
        reader.read("bet:1", *cards)
    return reader


def test_a_card_under_as_many_as_a_reader_hears_is_not_gone_when_it_is_missed() -> None:
    reader = piled()
    reader.read_often(3 * GONE, "bet:1", "b", "c")
    assert [(m.tag, m.here) for m in reader.moves] == [("a", True), ("b", True), ("c", True)]
    assert reader.presence.lies("bet:1") == {"a", "b", "c"}
    assert reader.presence.unsettled() == frozenset()


def test_a_card_under_others_that_are_heard_by_turns_is_not_gone() -> None:
    reader = piled()
    for n in range(3 * GONE):
        reader.read("bet:1", "bc"[n % 2])
    assert all(move.here for move in reader.moves)


def test_a_card_under_one_and_another_that_has_just_shown_is_not_gone() -> None:
    reader = Reader(Presence(PLACES, placed_after=2, gone_after=GONE, pile=2)).known()
    for cards in ("a", "a", "ab", "ab", "bc", "b", "b", "bc", "bc"):
        reader.read("bet:1", *cards)
    assert [(m.tag, m.here) for m in reader.moves] == [("a", True), ("b", True), ("c", True)]


def test_a_pile_that_is_taken_away_whole_is_gone() -> None:
    reader = piled()
    for n in range(GONE):
        reader.read("bet:1", "bc"[n % 2])
    reader.read_often(GONE, "bet:1")
    assert {m.tag for m in reader.moves if not m.here} == {"a", "b", "c"}


def test_a_card_under_fewer_than_a_reader_hears_is_gone_when_it_is_missed() -> None:
    reader = piled()
    reader.read_often(GONE, "bet:1", "c")
    assert {m.tag for m in reader.moves if not m.here} == {"a", "b"}


def test_a_covered_card_that_is_read_elsewhere_has_moved_there() -> None:
    reader = piled()
    reader.read_often(2 * GONE, "bet:1", "b", "c")
    for _ in range(2):
        reader.read("stack:1", "a", expected=("stack:1",))
        reader.read("bet:1", "b", "c", expected=("stack:1",))
    assert reader.presence.home("a") == "stack:1"


@given(st.lists(st.integers(0, GONE - 1), max_size=40))
def test_alternating_presence_never_reads_as_gone(misses: list[int]) -> None:
    reader = Reader().known()
    for run in misses:
        reader.read("bet:1", "a")
        for _ in range(run):
            reader.read("bet:1")
    assert all(move.here for move in reader.moves)
    assert len(reader.moves) <= 1


def test_a_neighbour_that_overhears_a_tag_does_not_get_it() -> None:
    reader = Reader().known()
    reader.read_often(3, "bet:1", "a")
    for turn in range(40):
        reader.read("bet:2", *(["a"] if turn % 3 == 0 else []))
        reader.read("bet:1", "a")
    assert reader.presence.home("a") == "bet:1"
    assert len(reader.moves) == 1


def test_tag_at_two_places_from_the_start_goes_to_the_more_frequent_one() -> None:
    reader = Reader().known()
    for turn in range(12):
        reader.read("bet:1", *(["a"] if turn % 3 == 0 else []))
        reader.read("bet:2", "a")
    assert reader.presence.home("a") == "bet:2"


def test_heard_equally_well_the_expected_place_has_it() -> None:
    reader = Reader().known()
    for _ in range(10):
        reader.read("stack:1", "a", expected=("bet:1",))
        reader.read("bet:1", "a", expected=("bet:1",))
    assert reader.presence.home("a") == "bet:1"


def test_a_tag_seen_elsewhere_is_undecided_until_its_old_place_was_read_again() -> None:
    reader = lies_at("stack:1")
    for _ in range(5):
        assert reader.read("bet:1", "a", expected=("bet:1",)) == []
    assert reader.presence.pending("bet:1")
    assert "stack:1" in reader.presence.unsettled()
    moves = reader.read("stack:1", expected=("bet:1",))
    assert [(m.place, m.here) for m in moves] == [("stack:1", False), ("bet:1", True)]


def test_where_nothing_is_expected_one_miss_and_a_cross_read_move_nothing() -> None:
    reader = lies_at("bet:1")
    reader.read_often(2, "bet:2", "a")
    assert reader.read("bet:1") == []
    reader.read("bet:1", "a")
    assert reader.presence.home("a") == "bet:1"


def test_chip_cross_read_twice_and_missed_once_was_not_bet() -> None:
    reader = lies_at("stack:1")
    reader.moves.clear()
    for heard in ("a", "", "a", "a"):
        reader.read("bet:1", *heard, expected=("bet:1", "stack:1"))
    reader.read("stack:1", expected=("bet:1", "stack:1"))
    reader.read("stack:1", "a", expected=("bet:1", "stack:1"))
    assert reader.moves == []


def test_single_chip_is_bet_after_three_reads_of_line_and_one_of_stack() -> None:
    reader = lies_at("stack:1")
    reader.moves.clear()
    reader.read_often(3, "bet:1", "a", expected=("bet:1", "stack:1"))
    reader.read("stack:1", expected=("bet:1", "stack:1"))
    assert [(m.place, m.here) for m in reader.moves] == [("stack:1", False), ("bet:1", True)]


def test_what_a_returned_reader_finds_is_not_reported_as_motion() -> None:
    reader = Reader().known()
    reader.read_often(2, "stack:1", "a", "b")
    count = len(reader.moves)
    reader.presence.forget("stack:1")
    assert reader.presence.lies("stack:1") == frozenset()
    reader.read_often(3, "stack:1", "a", "c")
    assert len(reader.moves) == count
    assert not reader.presence.learning("stack:1")
    assert reader.presence.lies("stack:1") == {"a", "c"}


@given(
    st.lists(
        st.tuples(st.sampled_from(PLACES), st.frozensets(st.sampled_from("abcd"))),
        max_size=80,
    ),
    st.lists(st.sampled_from(PLACES), unique=True),
)
def test_a_tag_is_at_one_place_whatever_is_read(reads: list[tuple[str, frozenset[str]]], expected: list[str]) -> None:
    reader = Reader().known()
    where: dict[str, str] = {}
    for place, tags in reads:
        for move in reader.read(place, *tags, expected=expected):
            assert (where.pop(move.tag) == move.place) if not move.here else (move.tag not in where)
            assert move.absent <= move.present
            if move.here:
                where[move.tag] = move.place
    assert where == {tag: place for place in PLACES for tag in reader.presence.lies(place)}


def chips() -> tuple[ChipAreas[str], list[Motion[str]]]:
    areas: ChipAreas[str] = ChipAreas(PLACES, placed_after=2, gone_after=GONE, apart=("bet:1",))
    for turn in range(8):
        areas.read(PLACES[turn % 4], (), turn, turn + 1)
    return areas, []


def test_chips_put_down_together_are_one_motion_though_one_of_them_flickers() -> None:
    areas, motions = chips()
    for turn, seen in enumerate(["abcd", "abcde", "abcde", "abcde"]):
        motions += areas.read("bet:1", seen, 100 + turn, 101 + turn)
    assert [(m.area, m.added, m.removed) for m in motions] == [("bet:1", frozenset("abcde"), frozenset())]


LATER = [
    ["ab", "ab", "abcd", "abcd"],
    ["ab", "ab", "ab", "abc", "abc"],
]


@pytest.mark.parametrize("readings", LATER)
def test_chips_that_a_whole_reading_did_not_see_yet_are_a_motion_of_their_own(readings: list[str]) -> None:
    areas: ChipAreas[str] = ChipAreas(PLACES, placed_after=3, gone_after=GONE, apart=("bet:1",))
    motions: list[Motion[str]] = []
    areas.read("bet:1", "", 0, 10)
    areas.read("bet:1", "", 20, 30)
    areas.read("bet:1", "", 40, 50)
    for turn, seen in enumerate([*readings, readings[-1]]):
        motions += areas.read("bet:1", seen, 100 + 20 * turn, 110 + 20 * turn)
    first, second = motions
    assert (first.added, first.lies, second.lies) == (frozenset("ab"), frozenset("ab"), frozenset(readings[-1]))
    assert (first.absent, first.present) == (40, 110)
    assert second.present - second.absent == 30


def test_a_pushed_bet_leaves_the_stack_and_lies_on_the_line_in_two_motions() -> None:
    areas, motions = chips()
    for turn in range(2):
        areas.read("stack:1", "abcd", 100 + turn, 101 + turn)
    for turn, (area, seen) in enumerate([("bet:1", "ab"), ("bet:1", "ab"), ("stack:1", "cd")]):
        motions += areas.read(area, seen, 110 + turn, 111 + turn, expected=("bet:1",))
    assert {(m.area, m.added, m.removed, m.lies) for m in motions} == {
        ("stack:1", frozenset(), frozenset("ab"), frozenset("cd")),
        ("bet:1", frozenset("ab"), frozenset(), frozenset("ab")),
    }


def test_chip_at_rest_elsewhere_is_gone_though_its_old_area_moves() -> None:
    areas, motions = chips()
    for turn in range(2):
        areas.read("stack:1", "abcd", 100 + turn, 101 + turn)
    acts = [("stack:1", "d"), ("stack:1", "d"), ("bet:1", "a"), ("bet:1", "a")]
    for turn, (area, seen) in enumerate(acts):
        motions += areas.read(area, seen, 110 + turn, 111 + turn, expected=("bet:1",))
    assert [(m.area, m.added, m.removed, m.lies) for m in motions] == [
        ("stack:1", frozenset(), frozenset("a"), frozenset("bcd")),
        ("bet:1", frozenset("a"), frozenset(), frozenset("a")),
    ]


def test_gathered_bets_report_bet_lines_first_though_read_last() -> None:
    areas: ChipAreas[str] = ChipAreas(("bet:1", "bet:2", "pot"), placed_after=2, gone_after=GONE)
    for turn in range(6):
        areas.read(("bet:1", "bet:2", "pot")[turn % 3], (), turn, turn + 1)
    for turn, (area, seen) in enumerate([("bet:1", "abc"), ("bet:1", "abc"), ("bet:2", "de"), ("bet:2", "de")]):
        areas.read(area, seen, 100 + turn, 101 + turn)
    acts = [("pot", "abde"), ("pot", "abde"), ("pot", "abde"), ("bet:1", "c"), ("bet:2", ""), ("pot", "abde")]
    motions: list[Motion[str]] = []
    for turn, (area, seen) in enumerate(acts):
        motions += areas.read(area, seen, 110 + turn, 111 + turn, expected=("pot",))
    told = [(m.area, "".join(sorted(m.added)), "".join(sorted(m.removed))) for m in motions]
    assert sorted(told[:-1]) == [("bet:1", "", "ab"), ("bet:2", "", "de")]
    assert told[-1] == ("pot", "abde", "")


@given(
    st.lists(
        st.tuples(st.sampled_from(PLACES), st.frozensets(st.sampled_from("abcdef"))),
        max_size=60,
    )
)
def test_motions_add_up_to_what_lies_there(reads: list[tuple[str, frozenset[str]]]) -> None:
    areas, _ = chips()
    sums: dict[str, frozenset[str]] = dict.fromkeys(PLACES, frozenset())
    for turn, (area, tags) in enumerate(reads):
        for motion in areas.read(area, tags, 100 + turn, 101 + turn):
            assert not motion.added & sums[motion.area]
            assert motion.removed <= sums[motion.area]
            sums[motion.area] = (sums[motion.area] | motion.added) - motion.removed
            assert sums[motion.area] == motion.lies
            assert sum(map(len, sums.values())) == len(frozenset().union(*sums.values())), "a chip is counted twice"
