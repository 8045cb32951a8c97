"""Which end of a table has which name: the pure walk, told what would be seen. No port, no clock."""

from __future__ import annotations

from itertools import count

import pytest

from firmware_bridge.commissioning.found import Commissioned, End, Named, as_named
from firmware_bridge.commissioning.naming import Naming, NamingError
from firmware_bridge.commissioning.survey import named_table, remarks
from firmware_bridge.guided.guide import Guide
from firmware_bridge.guided.seen import Broke, Heard, Seen, Settled, Touched
from firmware_bridge.messages.guided_facts import HearsTooMuch, NoName
from firmware_bridge.messages.tablefile import TableFile

from .tables import part

S = 1_000_000_000
NOTHING = Commissioned()

FILE = TableFile.model_validate(
    {
        "table": {"name": "test", "seats": [1, 2, 3]},
        "game": {"rulebook": "lfp", "small_blind": 50, "big_blind": 100},
        "paths": {"state": "state", "run": "run"},
        "part": [
            part("cards-1", "pepper_c1", "shoe", "seat:1", "seat:2", "seat:3").model_dump(),
            part("chips-1", "feig_obid", "bet:1", "bet:2", "bet:3").model_dump(),
            {"name": "display-1", "kind": "nextion", "port": "/dev/a", "seat": 1},
            {"name": "display-2", "kind": "nextion", "port": "/dev/b", "seat": 2},
        ],
        "gpio": {
            "lines": {"shoe:beam1": 2, "shoe:beam2": 3, "shoe:back": 4, "door": 5, "button:1": 6, "button:2": 7}
        },
    }
)


class Walked:
    """A guide through a naming, and hands: what they do is seen at the labels that the table file in force has."""

    def __init__(self, found: Commissioned = NOTHING, *, names: tuple[str, ...] = ()) -> None:
        self.kept: list[Commissioned] = []
        self.said: list[str] = []
        self.naming = Naming(FILE, found, self.kept.append)
        self.now = 0
        self.at = count()
        steps = self.naming.steps(names)
        self.guide = Guide(self.naming.course(steps), ("door",), self.said.append, survey=0)
        self.tick()

    def tick(self, ns: int = 2 * S) -> None:
        for _ in range(2):
            self.now += ns // 2
            self.guide.tick(self.now)

    def see(self, *seen: Seen) -> None:
        for one in seen:
            self.guide.take(one, self.now)

    def reads(self, sweeps: int = 4, **heard: str) -> None:
        """So many readings of each antenna. `heard`: the tags that it hears, by part and number as `cards_2`."""
        labels = {f"{p.name[:5]}_{n}": place for p in FILE.part for n, place in p.antennas.items()}
        for _ in range(sweeps):
            for end, place in labels.items():
                self.see(Heard(place=place, tags=tuple(heard.get(end, "").split()), at=next(self.at)))

    @property
    def order(self) -> str:
        return self.guide.order.said()

    @property
    def failed(self) -> str:
        assert self.guide.step is not None
        assert self.guide.step.failed is not None
        return self.guide.step.failed.said()

    @property
    def ends(self) -> dict[str, End]:
        return dict(self.naming.found.ends)

    def types(self, *words: str) -> None:
        for word in words:
            self.guide.typed(word, self.now)


def cards(number: int) -> End:
    return End(part="cards-1", number=number)


@pytest.fixture
def walk() -> Walked:
    return Walked()


def test_the_antenna_that_hears_the_card_gets_the_name_of_the_place(walk: Walked) -> None:
    assert walk.order == "Lay one card at the shoe's mouth."
    walk.reads(cards_3="a")
    assert walk.ends == {"shoe": cards(3)}
    assert walk.order == "Lay one card on seat 1's card spot."
    assert walk.kept == [walk.naming.found]


def test_the_same_card_goes_from_place_to_place_and_counts_only_once_it_was_lifted(walk: Walked) -> None:
    walk.reads(cards_3="a")
    walk.reads(cards_3="a", cards_1="a")
    assert walk.order == "Lay one card on seat 1's card spot."
    walk.reads(2)
    walk.reads(cards_1="a")
    assert walk.ends == {"shoe": cards(3), "seat:1": cards(1)}


def test_a_card_carried_past_an_antenna_does_not_give_it_a_name(walk: Walked) -> None:
    walk.reads(1, cards_1="a")
    walk.reads(2, cards_4="a")
    walk.reads(3)
    walk.reads(cards_2="a")
    assert walk.ends == {"shoe": cards(2)}


def test_of_two_antennas_that_hear_it_the_better_one_gets_the_name(walk: Walked) -> None:
    for _ in range(6):
        walk.reads(1, cards_2="a", cards_3="a")
        walk.reads(1, cards_2="a")
    assert walk.ends == {"shoe": cards(2)}
    assert [(one.hits, one.looks) for one in walk.naming.found.heard if one.end == cards(3)] == [(2, 3)]


def test_of_two_that_hear_it_alike_the_one_without_a_name_gets_it(walk: Walked) -> None:
    walk.reads(cards_3="a")
    walk.reads(2)
    walk.reads(12, cards_3="a", cards_1="a")
    assert walk.ends["seat:1"] == cards(1)


def test_two_without_a_name_that_hear_it_alike_are_told(walk: Walked) -> None:
    walk.reads(12, cards_3="a", cards_1="a")
    assert "cards-1:3 and cards-1:1 hear it alike" in walk.failed
    assert walk.ends == {}


def test_an_antenna_that_has_a_name_is_not_given_another(walk: Walked) -> None:
    walk.reads(cards_3="a")
    walk.reads(2)
    walk.reads(12, cards_3="b")
    walk.types("")
    walk.reads(2, cards_3="b")
    walk.tick(8 * S)
    assert "cards-1:3 answers, and is shoe already" in walk.failed
    walk.types("r")
    walk.reads(2)
    walk.reads(cards_2="b")
    assert walk.ends["seat:1"] == cards(2)


def test_a_place_that_nothing_hears_is_told_and_asked_for_another_time(walk: Walked) -> None:
    walk.types("")
    walk.reads(3)
    walk.tick(8 * S)
    assert "no antenna hears it. Look at antenna and cable" in walk.failed
    walk.types("")
    assert walk.order == "Lay one card on seat 1's card spot."
    assert walk.naming.steps()[0].thing == "shoe"


def test_slow_readers_are_waited_for_before_nothing_hears_a_tag(walk: Walked) -> None:
    walk.reads(1)
    walk.types("")
    walk.reads(1)
    walk.tick(8 * S)
    assert walk.guide.step is not None
    assert walk.guide.step.failed is None
    walk.tick(24 * S)
    assert "no antenna hears it." in walk.failed


def test_a_tag_that_lies_on_the_table_from_before_gets_no_place(walk: Walked) -> None:
    walk.types("r")
    walk.reads(2, cards_1="old")
    walk.types("r")
    walk.reads(8, cards_1="old")
    assert walk.ends == {}


def test_a_card_from_before_is_named_by_its_end_and_not_by_the_shoe() -> None:
    walk = Walked(Commissioned(named=(Named(name="shoe", end=cards(3)),)))
    walk.reads(2, cards_1="old")
    walk.types("r")
    for _ in range(3):
        walk.reads(4, cards_1="old", cards_3="next")
    walk.types("")
    walk.tick(40 * S)
    assert "a tag still lies at cards-1:1" in walk.failed


def test_the_next_card_in_the_shoes_window_is_not_taken_for_the_one_that_is_laid(walk: Walked) -> None:
    walk.reads(1, cards_3="next")
    walk.types("s")
    for _ in range(6):
        walk.reads(1)
        walk.reads(1, cards_3="next")
    assert walk.ends == {}
    walk.reads(5, cards_1="a")
    assert walk.ends == {"seat:1": cards(1)}


def test_a_card_that_a_neighbour_once_heard_counts_when_it_is_laid_there(walk: Walked) -> None:
    walk.reads(3, cards_3="a")
    walk.reads(1, cards_3="a", cards_1="a")
    walk.reads(2)
    walk.reads(cards_1="a")
    assert walk.ends == {"shoe": cards(3), "seat:1": cards(1)}


def test_once_all_antennas_of_a_kind_have_a_name_no_more_places_are_asked_for(walk: Walked) -> None:
    for number, tag in enumerate("abcd", start=1):
        walk.reads(4, **{f"cards_{number}": tag})
        walk.reads(2)
    assert walk.order == "Lay one chip on seat 1's bet line."


def test_no_means_that_the_table_has_none_of_this_kind(walk: Walked) -> None:
    walk.reads(cards_3="a")
    walk.types("n")
    assert walk.order == "Lay one card on board spot 1."
    assert Walked(walk.naming.found).order == "Lay one card on board spot 1."


def at_lines(*names: str) -> Walked:
    return Walked(names=names)


def edges(walk: Walked, **lines: int) -> None:
    for label, at in lines.items():
        walk.see(Broke(line=label.replace("_", ":"), at=at))


def test_both_beams_are_named_in_the_order_in_which_a_card_passes_them() -> None:
    walk = at_lines("shoe:beam1")
    assert walk.order == "Draw one card face up from the shoe."
    edges(walk, button_2=105, door=112)
    walk.tick()
    assert walk.ends == {"shoe:beam1": End(part="gpio", number=7), "shoe:beam2": End(part="gpio", number=5)}


def test_one_beam_alone_is_told() -> None:
    walk = at_lines("shoe:beam1")
    edges(walk, button_2=105)
    walk.tick()
    assert "only gpio:7 acted, 2 were expected" in walk.failed


def test_the_back_sensor_is_the_line_that_acts_beside_the_beams() -> None:
    walk = at_lines("shoe:beam1", "shoe:back")
    edges(walk, button_2=105, door=112)
    walk.tick()
    edges(walk, button_1=204, button_2=205, door=212)
    walk.tick()
    assert walk.ends["shoe:back"] == End(part="gpio", number=6)


def test_the_door_is_the_line_that_changes_to_and_fro() -> None:
    walk = at_lines("door")
    walk.see(Settled(line="button:2", acting=False, at=1))
    walk.tick()
    assert walk.order == "Close the service door."
    walk.see(Settled(line="button:2", acting=True, at=2))
    assert walk.order == "Leave it alone for a moment."  # and not: open it once more
    walk.tick()
    assert walk.ends == {"door": End(part="gpio", number=7)}


def test_the_button_goes_from_seat_to_seat_and_each_line_gets_its_name() -> None:
    walk = at_lines("button:1", "button:2")
    walk.see(Settled(line="shoe:back", acting=True, at=1))
    walk.tick()
    assert walk.order == "Lay the dealer button on seat 2's spot."
    walk.see(Settled(line="shoe:back", acting=False, at=2), Settled(line="door", acting=False, at=3))
    walk.see(Settled(line="door", acting=True, at=4))
    walk.tick()
    assert walk.guide.order.number == 2
    walk.see(Settled(line="shoe:beam1", acting=True, at=5))
    walk.tick()
    assert walk.ends == {"button:1": End(part="gpio", number=4), "button:2": End(part="gpio", number=2)}


def test_the_display_that_is_touched_gets_the_seat() -> None:
    walk = Walked(names=("display:3",))
    assert (walk.guide.look.key, walk.guide.look.seat) == ("time", None)
    walk.see(Touched(seat=2, key="time", pressed=True, at=1))
    assert walk.ends == {"display:3": End(part="display-2")}


def test_a_place_asked_again_keeps_its_end_until_another_is_found() -> None:
    skipped = Walked(as_named(FILE), names=("seat:1",))
    skipped.types("s")
    assert skipped.ends == dict(as_named(FILE).ends)
    moved = Walked(as_named(FILE), names=("seat:1", "seat:2"))
    moved.reads(cards_3="a")
    assert (moved.ends["seat:1"], moved.ends.get("seat:2")) == (cards(3), None)


def test_a_part_asked_again_asks_for_its_names_alone() -> None:
    naming = Naming(FILE, as_named(FILE), lambda _found: None)
    assert [step.thing for step in naming.steps(parts=["chips-1"])] == [
        "bet:1", "bet:2", "bet:3", "stack:1", "stack:2", "stack:3", "pot", "tray", "drop",
    ]  # fmt: skip


def test_what_is_not_at_this_table_is_named_with_what_is() -> None:
    naming = Naming(FILE, NOTHING, lambda _found: None)
    with pytest.raises(NamingError) as refused:
        naming.steps(["seat:9"], ["x"])
    place, parts = str(refused.value).splitlines()
    assert place.startswith("place seat:9: allowed are shoe, seat:1, ")
    assert parts == "part x: allowed are cards-1, chips-1, display-1, display-2, gpio"


def test_the_table_file_has_what_was_named_and_nothing_else(walk: Walked) -> None:
    walk.reads(cards_3="a")
    walk.reads(2)
    walk.reads(cards_1="a")
    file = named_table(FILE, walk.naming.found)
    assert [(one.name, one.antennas) for one in file.part] == [("cards-1", {"1": "seat:1", "3": "shoe"})]
    assert file.gpio is None
    assert NoName(ends="cards-1:2, cards-1:4", part="cards-1") in remarks(walk.naming.found, FILE)


def test_antennas_that_hear_each_other_are_kept_apart_and_told(walk: Walked) -> None:
    walk.reads(cards_1="a")
    walk.reads(2)
    walk.reads(12, cards_2="b", cards_1="b")
    walk.reads(2)
    walk.reads(12, cards_2="b", cards_3="b")
    file = named_table(FILE, walk.naming.found)
    assert file.fields.exclusion == (("seat:1", "shoe"), ("seat:1", "seat:2"))
    told = HearsTooMuch(other="shoe", end="cards-1:1", place="seat:1", hits=12, looks=12)
    assert told in remarks(walk.naming.found, FILE)


def test_a_table_named_as_its_file_says_is_that_file() -> None:
    again = named_table(FILE, as_named(FILE))
    assert (again.part, again.gpio) == (FILE.part, FILE.gpio)
