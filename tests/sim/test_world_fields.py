"""What antennas make of the tags: reach, exclusion, flicker, neighbours, leak, piles, faults."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hardware_sim.parts.part import MS
from hardware_sim.physics.fields import Antenna, Disturbance, Fields, NoSuchAntenna, Outcome, reference_antennas
from hardware_sim.physics.noise import QUIET, REAL, Noise
from hardware_sim.physics.things import Tag, Technology
from hardware_sim.physics.timing import inventory_air
from hardware_sim.physics.world import World

A, V = Technology.ISO14443A, Technology.ISO15693


def table(noise: Noise = QUIET, seed: int = 1) -> tuple[World, Fields]:
    world = World(seed, noise=noise)
    return world, Fields(world, reference_antennas())


def chips(world: World, place: str, count: int) -> None:
    world.move([chip.id for chip in world.add_chips(100, count)], place, 0)


def cards(world: World, place: str, count: int) -> list[Tag]:
    made = world.add_deck(["As"] * count)
    world.move([card.id for card in made], place, 0)
    return [card.tag for card in made]


def read(fields: Fields, antenna: str, technology: Technology, times: int = 1) -> list[tuple[Tag, ...]]:
    return [fields.listing(antenna, technology, n * 100 + 1, n * 100 + 50).tags for n in range(times)]


def test_an_antenna_reads_what_lies_on_it_and_nothing_else() -> None:
    world, fields = table()
    chips(world, "bet:3", 4)
    chips(world, "bet:4", 7)
    assert len(read(fields, "bet:3", V)[0]) == 4


def test_an_antenna_lists_one_technology_at_a_time() -> None:
    world, fields = table()
    cards(world, "seat:1", 2)
    chips(world, "seat:1", 1)
    assert len(read(fields, "seat:1", A)[0]) == 2
    assert len(read(fields, "seat:1", V)[0]) == 1


def test_a_dead_tag_is_not_read() -> None:
    world, fields = table()
    cards(world, "seat:1", 1)
    world.kill_tag(world.cards[0].id)
    assert read(fields, "seat:1", A) == [()]


def test_a_conflicting_field_during_the_read_silences_it() -> None:
    world, fields = table()
    chips(world, "bet:3", 4)
    fields.field_on("stack:3", 10)
    fields.field_off("stack:3", 20)
    assert fields.listing("bet:3", V, 15, 40).outcome is Outcome.SILENCED
    assert fields.listing("bet:3", V, 20, 40).outcome is Outcome.CLEAN


def test_exclusion_works_both_ways() -> None:
    world = World(1)
    fields = Fields(world, [Antenna("bet:1", ("bet:1",), jams=frozenset({"bet:2"})), Antenna("bet:2", ("bet:2",))])
    fields.field_on("bet:1", 0)
    assert fields.jammed_by("bet:2", 1, 2) == ["bet:1"]
    assert fields.exclusion() == (("bet:1", "bet:2"),)


def test_a_distant_field_does_no_harm() -> None:
    world, fields = table()
    chips(world, "bet:3", 4)
    fields.field_on("bet:8", 0)
    assert fields.listing("bet:3", V, 1, 40).outcome is Outcome.CLEAN


def test_jammed_reads_of_a_real_table_are_silent_partial_or_garbled() -> None:
    world, fields = table(REAL)
    chips(world, "bet:3", 4)
    fields.field_on("stack:3", 0)
    listings = [fields.listing("bet:3", V, n, n + 1) for n in range(1, 200)]
    assert {listing.outcome for listing in listings} == {Outcome.CLEAN, Outcome.SILENCED, Outcome.GARBLED}
    assert sum(len(listing.tags) for listing in listings) < 2 * len(listings)


def test_presence_flickers_by_about_two_percent() -> None:
    world, fields = table(replace(QUIET, miss=0.02))
    chips(world, "bet:3", 10)
    missed = 10 * 1000 - sum(len(tags) for tags in read(fields, "bet:3", V, 1000))
    assert 120 <= missed <= 280


def test_neighbours_are_overheard_now_and_then() -> None:
    world, fields = table(replace(QUIET, cross_read=1.0))
    chips(world, "stack:3", 10)
    heard = sum(len(tags) for tags in read(fields, "bet:3", V, 1000))
    assert 50 <= heard <= 150


def test_the_shoe_sees_the_next_cards_of_the_stub() -> None:
    world, fields = table(replace(QUIET, stub_leak=(0.5, 0.15)))
    made = world.add_deck(["As"] * 5)
    world.load_shoe([card.id for card in made], 0)
    seen = [tag for tags in read(fields, "shoe", A, 400) for tag in tags]
    assert 150 <= seen.count(made[0].tag) <= 250
    assert 30 <= seen.count(made[1].tag) <= 90
    assert made[2].tag not in seen


def test_a_card_is_seen_at_the_shoe_during_its_dwell_only() -> None:
    world, fields = table()
    world.load_shoe([card.id for card in world.add_deck(["As"] * 3)], 0)
    card = world.draw(1000 * MS)[0]
    assert fields.listing("shoe", A, 1010 * MS, 1016 * MS).tags == (card.tag,)
    world.wake(1200 * MS)
    assert fields.listing("shoe", A, 1110 * MS, 1116 * MS).tags == ()


def test_a_pile_shows_its_two_uppermost_cards_at_most() -> None:
    world, fields = table()
    laid = cards(world, "muck", 9)
    assert read(fields, "muck", A) == [tuple(laid[-2:])]


def test_three_cards_are_iffy() -> None:
    world, fields = table(replace(QUIET, stack_seen=0.5))
    cards(world, "muck", 3)
    assert {len(tags) for tags in read(fields, "muck", A, 50)} == {0, 1, 2}


def test_the_same_seed_gives_the_same_readings() -> None:
    def readings(seed: int) -> list[list[bytes]]:
        world, fields = table(REAL, seed)
        world.move([chip.id for chip in world.add_chips(100, 20)], "bet:1", 0)
        return [[tag.uid for tag in tags] for tags in read(fields, "bet:1", V, 20)]

    assert readings(3) == readings(3)
    assert readings(3) != readings(4)


def test_one_antennas_traffic_does_not_change_anothers_luck() -> None:
    def seen(extra: int) -> list[int]:
        world, fields = table(REAL)
        chips(world, "bet:1", 20)
        read(fields, "bet:9", V, extra)
        return [len(tags) for tags in read(fields, "bet:1", V, 50)]

    assert seen(0) == seen(30)


@pytest.mark.parametrize(
    ("fault", "count"),
    [
        (Disturbance(ghosts=(Tag(V, b"\xe0\x04\x01\x00\x00\x00\x00\x01"),)), 3),
        (Disturbance(doubled=True), 4),
        (Disturbance(miss=1.0), 0),
        (Disturbance(ghosts=(Tag(A, b"\x04\x00\x00\x00\x00\x00\x01"),)), 2),
    ],
)
def test_a_disturbed_antenna_reads_what_its_fault_says(fault: Disturbance, count: int) -> None:
    world, fields = table()
    chips(world, "bet:1", 2)
    fields.disturb("bet:1", fault)
    assert len(read(fields, "bet:1", V)[0]) == count


def test_the_last_reads_of_an_antenna_are_those_of_each_technology() -> None:
    world, fields = table()
    cards(world, "seat:1", 2)
    assert fields.last("seat:1") == []
    read(fields, "seat:1", A)
    read(fields, "seat:1", V)
    assert [len(listing.tags) for listing in fields.last("seat:1")] == [2, 0]


def test_a_stale_antenna_repeats_its_cards_after_it_has_looked_for_chips() -> None:
    world, fields = table()
    (tag,) = cards(world, "seat:1", 1)
    read(fields, "seat:1", A)
    read(fields, "seat:1", V)
    fields.disturb("seat:1", Disturbance(stale=True))
    assert read(fields, "seat:1", A) == [(tag,)]


def test_a_stale_antenna_repeats_its_last_reading() -> None:
    world, fields = table()
    chips(world, "bet:1", 2)
    read(fields, "bet:1", V)
    fields.disturb("bet:1", Disturbance(stale=True))
    world.move([chip.id for chip in world.chips], "pot", 10)
    assert len(fields.listing("bet:1", V, 1000, 1001).tags) == 2


def test_an_unknown_antenna_is_named() -> None:
    with pytest.raises(NoSuchAntenna, match="bet:11"):
        table()[1].field_on("bet:11", 0)


@pytest.mark.parametrize(("tags", "milliseconds"), [(1, 14), (5, 39), (20, 181), (60, 548), (100, 868), (0, 10)])
def test_air_time_follows_the_table(tags: int, milliseconds: int) -> None:
    assert inventory_air(tags) == milliseconds * MS


@pytest.mark.parametrize("tags", range(120))
def test_more_tags_take_more_time(tags: int) -> None:
    assert inventory_air(tags) < inventory_air(tags + 1)


def test_it_is_known_when_an_antenna_was_read_from_a_moment_on() -> None:
    _, fields = table()
    read(fields, "seat:1", A, times=3)
    assert fields.read_since("seat:1", 102) == (250,)
    assert fields.read_since("seat:1", 101) == (150, 250)
    assert fields.read_since("seat:2", 0) == ()
