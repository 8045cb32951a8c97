"""What lies where, the shoe, and the sensors that are no radio."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware_sim.parts.part import MS
from hardware_sim.physics.lines import reference_lines
from hardware_sim.physics.noise import QUIET, REAL
from hardware_sim.physics.things import NoSuchPlace
from hardware_sim.physics.world import Way, World


def edges(world: World, until: int = 10_000 * MS) -> list[tuple[str, bool, int]]:
    """Every edge from now on, by name."""
    names = {number: name for name, number in world.lines.names.items()}
    seen: list[tuple[str, bool, int]] = []
    world.lines.listen(lambda line, level, at: seen.append((names[line], level, at)))
    world.wake(until)
    return seen


def loaded(count: int = 10, seed: int = 1) -> World:
    world = World(seed)
    world.load_shoe([card.id for card in world.add_deck(["As"] * count)], 0)
    return world


def test_the_reference_table_has_26_lines_from_2_to_27() -> None:
    assert sorted(reference_lines().values()) == list(range(2, 28))


def test_a_smaller_table_has_the_same_numbers_for_its_seats() -> None:
    small, large = reference_lines(6), reference_lines()
    assert small.items() <= large.items()
    assert "button:7" not in small


def test_the_same_seed_makes_the_same_tags() -> None:
    assert [c.tag.uid for c in loaded(seed=5).cards] == [c.tag.uid for c in loaded(seed=5).cards]
    assert [c.tag.uid for c in loaded(seed=5).cards] != [c.tag.uid for c in loaded(seed=6).cards]


def test_a_card_shows_neither_face_nor_tag() -> None:
    card = World(1).add_card("As")
    assert "As" not in repr(card)
    assert card.tag.uid.hex() not in repr(card)
    assert repr(card.tag.uid) not in repr(card)


def test_a_moved_thing_is_at_its_new_place_only() -> None:
    world = loaded()
    card = world.cards[0]
    world.move([card.id], "seat:3", 5)
    assert world.place_of(card.id) == "seat:3"
    assert card not in world.at("stub")
    assert world.at("seat:3") == [card]


@pytest.mark.parametrize("place", ["seat:11", "bet:1", "nowhere", "pot"])
def test_a_card_cannot_lie_where_no_card_lies(place: str) -> None:
    world = loaded()
    with pytest.raises(NoSuchPlace, match=place):
        world.move([world.cards[0].id, world.cards[1].id], place, 0)
    assert world.place_of(world.cards[0].id) == "stub"


def test_a_refused_move_moves_nothing() -> None:
    world = loaded()
    chip = world.add_chip(100)
    with pytest.raises(NoSuchPlace):
        world.move([chip.id, world.cards[0].id], "pot", 0)
    assert world.place_of(chip.id) == "off"


def test_the_value_of_a_place_is_the_sum_of_its_chips() -> None:
    world = World(1)
    world.move([chip.id for chip in world.add_chips(500, 3) + world.add_chips(25, 2)], "bet:4", 0)
    assert world.value("bet:4") == 1550


def test_a_stay_counts_by_its_share_of_the_interval() -> None:
    world = loaded()
    card = world.cards[0]
    world.move([card.id], "seat:1", 100)
    world.move([card.id], "muck", 150)
    assert world.dwelt("seat:1", 100, 200) == [(card, 0.5)]
    assert world.dwelt("seat:1", 160, 200) == []


def test_a_draw_takes_the_next_card_to_the_dealers_hand() -> None:
    world = loaded()
    drawn = world.draw(0)
    assert drawn == [world.cards[0]]
    assert world.place_of(drawn[0].id) == "shoe.mouth"
    world.wake(200 * MS)
    assert world.place_of(drawn[0].id) == "dealer"


@pytest.mark.parametrize("seed", range(10))
def test_a_card_stays_60_to_100_ms_in_the_mouth(seed: int) -> None:
    world = World(seed, noise=REAL)
    world.load_shoe([card.id for card in world.add_deck(["As"] * 3)], 0)
    card = world.draw(0)[0]
    world.wake(59 * MS)
    assert world.place_of(card.id) == "shoe.mouth"
    world.wake(100 * MS)
    assert world.place_of(card.id) == "dealer"


def test_a_draw_breaks_the_first_beam_before_the_second_and_clears_it_before() -> None:
    world = loaded()
    world.draw(0)
    beams = [(name, level) for name, level, _ in edges(world) if "beam" in name]
    assert beams == [
        ("shoe:beam1", False),
        ("shoe:beam2", False),
        ("shoe:beam1", True),
        ("shoe:beam2", True),
    ]


def test_a_pushed_back_card_clears_the_second_beam_first_and_lies_on_the_stub() -> None:
    world = loaded()
    card = world.draw(0, way=Way.PUSHED_BACK)[0]
    assert [name for name, level, _ in edges(world) if "beam" in name and level] == ["shoe:beam2", "shoe:beam1"]
    assert world.at("stub")[0] == card


def test_the_back_is_seen_while_both_beams_are_broken() -> None:
    world = loaded()
    world.draw(0)
    seen = {(name, level): at for name, level, at in edges(world)}
    assert seen["shoe:back", False] < seen["shoe:beam1", False]
    assert seen["shoe:back", True] > seen["shoe:beam2", True]


def test_a_boxed_card_shows_no_back() -> None:
    world = loaded()
    world.turn(world.cards[0].id, face_up=True)
    world.draw(0)
    assert not [name for name, _, _ in edges(world) if name == "shoe:back"]


def test_two_cards_can_be_drawn_at_once() -> None:
    world = loaded()
    assert len(world.draw(0, cards=2)) == 2
    assert len(world.at("shoe.mouth")) == 2


def test_the_mouth_must_be_free_before_the_next_draw() -> None:
    world = loaded()
    world.draw(0)
    with pytest.raises(ValueError, match="mouth is free at"):
        world.draw(10 * MS)
    world.wake(world.shoe_free_at)
    world.draw(world.shoe_free_at)


def test_an_empty_shoe_gives_no_card() -> None:
    with pytest.raises(ValueError, match="stub holds 0"):
        World(1).draw(0)


def test_a_card_taken_out_of_the_mouth_stays_where_it_was_put() -> None:
    world = loaded()
    card = world.draw(0)[0]
    world.move([card.id], "seat:2", 50 * MS)
    world.wake(500 * MS)
    assert world.place_of(card.id) == "seat:2"


def test_the_button_is_nowhere_while_it_travels() -> None:
    world = World(1)
    world.place_button(3, 0)
    world.move_button(4, 1000 * MS)
    assert world.button is None
    assert edges(world) == [("button:4", False, 1400 * MS)]
    assert world.button == 4


def test_a_contact_bounces_and_comes_to_rest() -> None:
    levels = set()
    for seed in range(20):
        world = World(seed, noise=REAL)
        seen: list[bool] = []
        world.lines.listen(lambda _line, level, _at, seen=seen: seen.append(level))  # type: ignore[misc]  # default binds
        world.set_post(1, True, 0)
        world.wake(10 * MS)
        assert world.lines.level(world.lines.number("post:1")) is False
        levels.add(len(seen))
    assert max(levels) > 1


def test_a_stuck_line_keeps_its_level_and_follows_when_let_go() -> None:
    world = World(1)
    world.lines.stick("post:1", True, 0)
    world.set_post(1, True, 1)
    assert world.lines.level(world.lines.number("post:1")) is True
    world.lines.stick("post:1", None, 2)
    assert world.lines.level(world.lines.number("post:1")) is False


@pytest.mark.parametrize("name", ["shoe:lid", "door"])
def test_lid_and_door_are_closed_at_first(name: str) -> None:
    world = World(1)
    assert world.lines.level(world.lines.number(name)) is False


places = st.sampled_from(["seat:1", "seat:2", "muck", "dealer", "stub", "board:1", "off"])


@given(st.lists(st.tuples(st.integers(0, 9), places), max_size=40))
def test_every_card_is_at_exactly_one_place(moves: list[tuple[int, str]]) -> None:
    world = loaded()
    for now, (index, place) in enumerate(moves):
        world.move([world.cards[index].id], place, now)
    spots = ["seat:1", "seat:2", "muck", "dealer", "stub", "board:1", "off"]
    found = [card.id for place in spots for card in world.at(place)]
    assert sorted(found) == sorted(card.id for card in world.cards)


def test_quiet_is_without_chance() -> None:
    assert (QUIET.miss, QUIET.cross_read, QUIET.stub_leak, QUIET.bounce) == (0.0, 0.0, (), (0, 0))
