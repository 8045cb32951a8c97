"""The shoe's draws: which way a card went, which side was up, and whose tag it is."""

from __future__ import annotations

import itertools
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.sensing.shoe import Draw, PushBack, Shoe

MS = 1_000_000
WINDOW = 150 * MS


class Mouth:
    """A shoe, and a reader that takes 30 ms a look. `sees` tells what a look from begin to end sees."""

    def __init__(self, **options: bool) -> None:
        self.shoe: Shoe[str] = Shoe(WINDOW, **options)
        self.events: list[Draw[str] | PushBack] = []

    def beams(self, at: int, *, out: bool = True, back: bool = True) -> list[tuple[int, str, tuple[int, bool]]]:
        """The edges of a card at `at` ms, going out or back in: breaks at 5 and 12, clears at 70 and 77 ms."""
        first, last = (1, 2) if out else (2, 1)
        edges = [(at + 5, "beam", (first, True)), (at + 12, "beam", (last, True))]
        edges += [(at + 70, "beam", (first, False)), (at + 77, "beam", (last, False))]
        return edges + ([(at + 4, "back", (0, True)), (at + 79, "back", (0, False))] if back else [])

    def edge(self, at: int, kind: str, number: int, level: bool) -> None:
        if kind == "back":
            self.shoe.back(level)
        else:
            self.events += self.shoe.beam(number, level, at * MS, at * MS)

    def look(self, began: int, ended: int, tags: str) -> None:
        self.events += self.shoe.read(frozenset(tags), began * MS, ended * MS)

    def play(self, edges: list[tuple[int, str, tuple[int, bool]]], looks: list[tuple[int, int, str]]) -> None:
        acts = [(at, 0, partial(self.edge, at, kind, *what)) for at, kind, what in edges]
        acts += [(ended, 1, partial(self.look, began, ended, tags)) for began, ended, tags in looks]
        for at, _, act in sorted(acts, key=lambda each: each[:2]):
            self.events += self.shoe.wake(at * MS)
            act()
        self.events += self.shoe.wake(10**12)


def draw(mouth: Mouth) -> Draw[str]:
    (event,) = mouth.events
    assert isinstance(event, Draw)
    return event


def looks(*seen: str, begin: int = 1000, takes: int = 30) -> list[tuple[int, int, str]]:
    return [(begin + i * takes, begin + (i + 1) * takes - 1, tags) for i, tags in enumerate(seen)]


def test_the_tag_that_was_in_the_mouth_and_left_is_the_drawn_card() -> None:
    mouth = Mouth()
    mouth.play(mouth.beams(1000), looks("x", "x", "x", "", "", ""))
    assert draw(mouth).tags == ("x",)


def test_the_stubs_next_card_that_is_seen_too_and_stays_is_not_the_drawn_one() -> None:
    mouth = Mouth()
    mouth.play(mouth.beams(1000), looks("xy", "xy", "x", "", "y", "", "y"))
    assert draw(mouth).tags == ("x",)


def test_a_card_that_no_look_saw_has_no_tag() -> None:
    mouth = Mouth()
    mouth.play(mouth.beams(1000), looks("", "", "", "", "", ""))
    assert draw(mouth).tags == ()


def test_two_tags_in_every_look_and_in_none_after_it_are_two_cards() -> None:
    mouth = Mouth()
    mouth.play(mouth.beams(1000), looks("xy", "xy", "xy", "xy", "", "", "", "", begin=1006, takes=24))
    assert draw(mouth).tags == ("x", "y")


def test_two_tags_of_which_one_may_be_the_stubs_are_not_guessed_between() -> None:
    mouth = Mouth()
    mouth.play(mouth.beams(1000), [(1000, 1080, "xy"), (1110, 1190, "")])
    assert draw(mouth).tags == ()


def test_a_stub_that_shone_through_and_a_card_that_no_look_saw_are_not_mixed_up() -> None:
    mouth = Mouth()
    before = looks("x", "", "x", "xy", begin=850)
    mouth.play(mouth.beams(1000), [*before, *looks("", "y", "", "", "", "", "", begin=1001)])
    assert draw(mouth).tags == ()


def test_the_stubs_second_card_that_shines_through_once_is_not_the_drawn_one() -> None:
    mouth = Mouth()
    before = looks("x", "", "x", "x", begin=850)
    mouth.play(mouth.beams(1000), [*before, *looks("xz", "x", "", "", "y", "", "", begin=1001)])
    assert draw(mouth).tags == ("x",)


def test_card_that_shone_through_is_not_taken_for_the_drawn_one() -> None:
    """Of a stub that is seen now and then, that a tag has vanished says nothing: the card was read, and not that."""
    mouth = Mouth()
    before = looks("", "", "y", "", "", "", begin=880, takes=17)
    mouth.play(mouth.beams(1000), [*before, (996, 1025, "y"), (1030, 1078, "x"), *looks("", "", "", "", begin=1110)])
    assert draw(mouth).tags == ("x",)


def test_of_two_tags_in_the_mouth_the_one_that_was_read_more_often_is_the_cards() -> None:
    mouth = Mouth()
    before = looks("", "y", "", "", "", "", begin=880, takes=17)
    inside = [(1000, 1040, "x"), (1044, 1102, "xy")]
    mouth.play(mouth.beams(1000), [*before, *inside, *looks("", "", "", "", begin=1110)])
    assert draw(mouth).tags == ("x",)


def test_tag_reported_for_the_card_before_and_absent_since_is_this_card() -> None:
    """The stub's next card was read while the one before it was drawn, and missed that one: both draws say it."""
    mouth = Mouth()
    first = [(1010, 1050, "y"), *looks(*[""] * 14, begin=1058, takes=17)]
    second = [(1330, 1370, "y"), *looks("", "", "", begin=1440, takes=17)]
    mouth.play(mouth.beams(1000) + mouth.beams(1320), first + second)
    assert [event.tags for event in mouth.events if isinstance(event, Draw)] == [("y",), ("y",)]


def test_a_card_that_is_held_near_the_shoe_is_not_the_next_one() -> None:
    mouth = Mouth()
    first = [(1010, 1050, "x"), *looks("", "", "", "x", "x", "x", "x", "x", begin=1060)]
    second = [(1330, 1370, "x"), *looks("", "", "", begin=1440, takes=17)]
    mouth.play(mouth.beams(1000) + mouth.beams(1320), first + second)
    assert [event.tags for event in mouth.events if isinstance(event, Draw)][1] == ()


def test_a_reader_that_says_nothing_any_more_gives_a_draw_without_a_tag() -> None:
    mouth = Mouth()
    mouth.play(mouth.beams(1000), looks("x", "x"))
    assert draw(mouth).tags == ()


def test_beams_broken_and_cleared_in_the_reverse_order_are_a_push_back() -> None:
    mouth = Mouth()
    mouth.play(mouth.beams(1000, out=False), looks("x", "x", "x", "", ""))
    assert [type(event) for event in mouth.events] == [PushBack]


def test_a_card_that_comes_half_out_and_goes_in_again_never_left() -> None:
    mouth = Mouth()
    half = [(1005, (1, True)), (1012, (2, True)), (1070, (2, False)), (1077, (1, False))]
    mouth.play([(at, "beam", what) for at, what in half], looks("x", "x", "x", "", ""))
    assert mouth.events == []


def test_one_beam_alone_is_no_card() -> None:
    mouth = Mouth()
    mouth.play([(1005, "beam", (1, True)), (1070, "beam", (1, False))], looks("x", "x"))
    assert mouth.events == []


@pytest.mark.parametrize(("back", "orientation"), [(True, "down"), (False, "up")])
def test_the_back_side_sensor_tells_how_the_card_lay(back: bool, orientation: str) -> None:
    mouth = Mouth()
    mouth.play(mouth.beams(1000, back=back), looks("x", "x", "x", "", ""))
    assert draw(mouth).orientation == orientation


def test_without_that_sensor_the_orientation_is_unknown() -> None:
    mouth = Mouth(has_back=False)
    mouth.play(mouth.beams(1000, back=False), looks("x", "x", "x", "", ""))
    assert draw(mouth).orientation == "unknown"


def test_without_a_reader_a_draw_is_known_when_the_beams_are_clear() -> None:
    mouth = Mouth(has_reader=False)
    mouth.play(mouth.beams(1000), [])
    assert (draw(mouth).tags, draw(mouth).present) == ((), 1077 * MS)


def test_of_two_cards_in_quick_succession_each_has_its_own_draw() -> None:
    mouth = Mouth()
    mouth.play(
        mouth.beams(1000) + mouth.beams(1300),
        looks("x", "x", "x", "", "", "", "", "", "", "", "y", "y", "y", "", "", ""),
    )
    assert [event.tags for event in mouth.events if isinstance(event, Draw)] == [("x",), ("y",)]


@given(st.lists(st.frozensets(st.sampled_from("xyz")), max_size=14), st.integers(10, 90), st.booleans())
def test_whatever_the_reader_sees_a_card_in_the_beams_is_one_draw(
    seen: list[frozenset[str]], takes: int, out: bool
) -> None:
    mouth = Mouth()
    mouth.play(mouth.beams(1000, out=out), looks(*("".join(tags) for tags in seen), begin=900, takes=takes))
    assert [type(event) for event in mouth.events] == [Draw if out else PushBack]
    for event in mouth.events:
        if isinstance(event, Draw):
            late = itertools.chain(*(tags for i, tags in enumerate(seen) if 900 + i * takes >= 1200))
            assert not set(event.tags) & set(late) or event.present < 1200 * MS
