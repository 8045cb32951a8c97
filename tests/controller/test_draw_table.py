"""The table that decides which draw a card is: one example for each row, and more where a cell needs one."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from controller.service.senses.draw_identification import (
    TABLE,
    Row,
    Sighting,
    Wish,
    anything,
    deciding_row,
)
from tests.conftest import ROOT

HERE, BOARD, ELSEWHERE, SILENT = Wish.HERE, Wish.BOARD, Wish.ELSEWHERE, Wish.SILENT


def seen(
    plan: dict[int, Wish],
    named: Iterable[int] = (),
    unread: Iterable[int] = (),
    unsure: Iterable[int] = (),
    contested: Iterable[int] = (),
    watched: bool = True,
) -> Sighting:
    """A card for which the draws of `plan` are open. An unread draw is unsure, too."""
    due = {**dict.fromkeys(range(-1, 9), SILENT), **plan}
    return Sighting(
        tuple(plan),
        tuple(named),
        due.__getitem__,
        frozenset(unread),
        frozenset({*unread, *unsure}),
        frozenset(contested),
        watched,
    )


EXAMPLES: list[tuple[str, Sighting, int | None]] = [
    ("agreed", seen({1: ELSEWHERE, 2: HERE}, named=[2]), 2),
    ("agreed", seen({1: ELSEWHERE, 2: HERE}, named=[2], contested=[2]), 2),
    ("agreed of several", seen({1: ELSEWHERE, 2: HERE}, named=[1, 2]), 2),
    ("last", seen({1: ELSEWHERE}, named=[1]), 1),
    ("last", seen({1: HERE}), 1),
    ("last", seen({1: ELSEWHERE}, unread=[1]), 1),
    ("last excluded", seen({1: ELSEWHERE}), None),
    ("last excluded", seen({1: BOARD}, unsure=[1]), None),
    ("last excluded", seen({1: SILENT}, unread=[1], watched=False), None),
    ("last", seen({1: BOARD}, named=[1], watched=False), 1),
    ("board in any order", seen({2: BOARD, 3: HERE}, named=[2]), 2),
    ("beyond the plan", seen({1: HERE, 2: BOARD, 4: SILENT}, named=[4]), 4),
    ("due, contradicted", seen({1: HERE, 2: ELSEWHERE}), None),
    ("due, contradicted", seen({1: HERE, 2: SILENT}, unread=[2]), None),
    ("due, one too many", seen({1: HERE, 2: SILENT}, unread=[1, 2]), None),
    ("due", seen({1: HERE, 2: SILENT}), 1),
    ("due", seen({1: HERE, 2: ELSEWHERE}, unread=[1]), 1),
    ("due", seen({1: SILENT, 2: HERE}, unread=[1, 2]), 2),
    ("disputed", seen({1: ELSEWHERE, 2: HERE}, named=[1]), None),
    ("disputed", seen({1: SILENT, 2: HERE}, named=[1]), None),
    ("disputed", seen({1: SILENT, 2: ELSEWHERE, 3: SILENT}, named=[1, 3]), None),
    ("disputed", seen({1: HERE, 2: ELSEWHERE, 3: HERE}, named=[1, 3]), None),
    ("disputed", seen({1: ELSEWHERE, 2: HERE}, named=[1, 2], contested=[2]), None),
    ("disputed", seen({1: BOARD, 2: ELSEWHERE, 3: BOARD}, named=[1, 2], unsure=[3]), None),
    ("several due", seen({1: HERE, 2: HERE, 3: BOARD}, unread=[3]), None),
    ("left over", seen({1: BOARD, 2: BOARD}, unread=[2]), 2),
    ("left over", seen({1: ELSEWHERE, 2: BOARD}, named=[1], unread=[2]), 2),
    ("unknown", seen({1: BOARD, 2: BOARD}, unread=[1, 2]), None),
    ("unknown", seen({1: BOARD, 2: ELSEWHERE}, unread=[2]), None),
    ("unknown", seen({1: ELSEWHERE, 2: SILENT}), None),
    ("unknown", seen({1: ELSEWHERE, 2: ELSEWHERE}, named=[1]), None),
    ("unknown", seen({}), None),
]  # fmt: skip


def verdicts(table: tuple[Row, ...]) -> list[int | str | None]:
    """What the examples come to. A word where no row holds, or one that cannot be carried out."""
    found: list[int | str | None] = []
    for _, sighting, _ in EXAMPLES:
        try:
            found.append(deciding_row(sighting, table).verdict(sighting))
        except (StopIteration, IndexError):
            found.append("none")
    return found


@pytest.mark.parametrize(("row", "sighting", "draw"), EXAMPLES)
def test_the_row_decides_on_its_example(row: str, sighting: Sighting, draw: int | None) -> None:
    decides = deciding_row(sighting)
    assert (decides.name, decides.verdict(sighting)) == (row, draw)


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row.name)
def test_without_the_row_an_example_is_decided_otherwise(row: Row) -> None:
    assert verdicts(tuple(other for other in TABLE if other is not row)) != verdicts(TABLE)


COLUMNS = ("shoe", "plan", "open")
CELLS = [(row, cell) for row in TABLE for cell in COLUMNS if getattr(row, cell) is not anything]


@pytest.mark.parametrize(("row", "cell"), CELLS, ids=[f"{row.name}: {cell}" for row, cell in CELLS])
def test_without_the_condition_an_example_is_decided_otherwise(row: Row, cell: str) -> None:
    wider = {column: anything if column == cell else getattr(row, column) for column in COLUMNS}
    changed = Row(row.name, **wider, verdict=row.verdict)
    assert verdicts(tuple(changed if other is row else other for other in TABLE)) != verdicts(TABLE)


def test_the_page_has_the_rows_of_the_table_in_their_order() -> None:
    lines = (ROOT / "docs" / "sensing.md").read_text().splitlines()
    first = next(n for n, line in enumerate(lines) if line.startswith("| row | the shoe names |")) + 2
    rows = [line.split(" | ")[0].removeprefix("| ") for line in lines[first : first + len(TABLE)]]
    assert rows == [row.name for row in TABLE]
    assert not lines[first + len(TABLE)]
