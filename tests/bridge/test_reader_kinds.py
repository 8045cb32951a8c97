"""A kind of reader is one row in each registry; an unknown kind is an error, never another kind."""

from __future__ import annotations

import pytest

from firmware_bridge.messages.part_kinds import PART_KINDS, part_kind
from firmware_bridge.messages.tablefile import Part
from firmware_bridge.reader_kinds import READER_KINDS
from hardware_sim.parts.readers import SIMULATED_READERS

READERS = {kind.name for kind in PART_KINDS.values() if kind.reads}


def test_the_bridge_has_a_driver_for_every_kind_that_a_table_file_may_name() -> None:
    assert READER_KINDS.keys() == READERS


def test_the_simulator_plays_every_kind_that_a_table_file_may_name() -> None:
    assert SIMULATED_READERS.keys() == READERS


def test_an_unknown_kind_names_those_that_there_are() -> None:
    with pytest.raises(ValueError, match=r"'feig' is unknown\. Allowed: pn532, pepper_c1, feig_obid, nextion"):
        part_kind("feig")


def test_a_table_file_with_an_unknown_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="part kind 'acr122' is unknown"):
        Part(name="a", kind="acr122", port="/dev/ttyUSB0", antennas={"1": "seat:1"})


@pytest.mark.parametrize("kind", sorted(READERS))
def test_a_number_outside_the_kind_names_what_is_allowed(kind: str) -> None:
    numbers = PART_KINDS[kind].numbers
    with pytest.raises(ValueError, match=f"allowed are {numbers[0]}-{numbers[-1]}"):
        Part(name="a", kind=kind, port="/dev/ttyUSB0", antennas={"300": "seat:1"})


@pytest.mark.parametrize("kind", sorted(READERS))
def test_a_driver_is_made_anew_for_each_connection(kind: str) -> None:
    number = str(PART_KINDS[kind].numbers[0])
    make = READER_KINDS[kind].driver(Part(name="a", kind=kind, port="/dev/ttyUSB0", antennas={number: "seat:1"}))
    assert make() is not make()
