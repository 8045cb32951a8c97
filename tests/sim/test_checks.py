"""What counts as a difference between two depths that played the same hand."""

import pytest

from hardware_sim.checks import Report, differences
from hardware_sim.depths.core import no_structure
from hardware_sim.depths.result import Effects, Played

Ruled = tuple[str, int, tuple[str, ...], Effects]

CALL: Ruled = ("act.call", 2, ("roberts-3.5.9",), (("call", 300),))
PAID_IN_PARTS: Ruled = ("chips.short", 2, ("roberts-3.5.13",), ())
GIVEN_UP: Ruled = ("chips.short", 2, ("lfp-7.15",), (("fold", 0),))
VOID: Ruled = ("oot.unchanged", 2, ("lfp-7.19",), ())


def unlike(*more: Ruled) -> list[str]:
    reports = [Report(depth, "roberts", [Played("one")]) for depth in ("core", "wire")]
    reports[0].hands[0].rulings = [CALL]
    reports[1].hands[0].rulings = [CALL, *more]
    return differences(reports)


def test_that_the_chips_of_a_call_were_read_one_after_the_other_is_no_difference() -> None:
    assert unlike(PAID_IN_PARTS) == []


@pytest.mark.parametrize("ruling", [GIVEN_UP, VOID, CALL], ids=["decided", "of another matter", "twice"])
def test_every_other_ruling_that_one_depth_alone_has_is_a_difference(
    ruling: Ruled,
) -> None:
    assert unlike(ruling) == [f"one: rulings[1]: core has [], wire has [{ruling!r}]"]


def test_the_structures_of_the_books_are_read_once_for_all_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    assert no_structure("lfp", "no_limit") is None
    monkeypatch.setattr("hardware_sim.depths.core.available", lambda: pytest.fail("read again"))
    assert no_structure("lfp", "limit") is not None
    assert no_structure("a house's own", "limit") is None
