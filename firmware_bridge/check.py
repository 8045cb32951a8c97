"""The hardware part of `sabot check-config`: lines, exclusion groups, and how old a reading can become."""

import os
from collections.abc import Iterator

from firmware_bridge.fields.ages import S, ordinary_load, rehearse, times, worst_age
from firmware_bridge.fields.antennas import FieldPlan, plan_of
from firmware_bridge.guided.socket import path_of
from firmware_bridge.messages.places import line_called, spot_called
from firmware_bridge.messages.tablefile import TableFile
from firmware_bridge.process.directories import SOCKET_PATH
from firmware_bridge.process.users import own_directory

# Below this the rehearsal of the scheduler covers several sweeps of the slowest line.
REHEARSAL = 20 * S


def check(table: TableFile) -> list[str]:
    """Return the lines of a report. Raises ValueError with all errors if the table cannot work as described."""
    plan = plan_of(table)
    wrong = [*_unknown_in_groups(table, plan), *_seats_without_table(table), *_long_path(table)]
    if wrong:
        raise ValueError("\n".join(wrong))
    return [*_parts(table), *_missing(table, plan), *_ages(plan)]


def _unknown_in_groups(table: TableFile, plan: FieldPlan) -> Iterator[str]:
    for number, group in enumerate(table.fields.exclusion):
        for place in group:
            if place not in plan.antennas:
                known = ", ".join(sorted(plan.antennas))
                yield f"fields.exclusion[{number}]: no antenna looks at {place!r}. There are antennas at {known}"


def _seats_without_table(table: TableFile) -> Iterator[str]:
    named = [(p.name, place, spot_called(place).seat) for p in table.part for place in p.antennas.values()]
    named += [("gpio", name, line_called(name).seat) for name in (table.gpio.lines if table.gpio else ())]
    for who, name, seat in () if table.table.box else named:
        if seat is not None and seat not in table.table.seats:
            yield f"{who}: {name!r} belongs to seat {seat}, which table.seats does not have"


def _long_path(table: TableFile) -> Iterator[str]:
    """The socket of guided tests lies deepest in the run directory. Without it the bridge cannot start."""
    length = len(os.fsencode(path_of(own_directory(table, "bridge")).absolute()))
    if length > SOCKET_PATH:
        yield f"paths.run: {length} bytes with the bridge's socket, {SOCKET_PATH} at most. Choose a shorter path"


def _parts(table: TableFile) -> Iterator[str]:
    for part in table.part:
        what = f"seat {part.seat}" if not part.reads else f"{len(part.antennas)} antennas"
        yield f"part {part.name}: {part.kind} at {part.port}, {part.baud} baud, parity {part.parity}, {what}"
    if table.gpio is not None:
        yield f"gpio: {len(table.gpio.lines)} lines, back end {table.gpio.backend}"


def _missing(table: TableFile, plan: FieldPlan) -> Iterator[str]:
    """Yield what no sensor sees, so that the dealer must enter it."""
    lines = table.gpio.lines if table.gpio else {}
    if "shoe" not in plan.antennas:
        yield "no reader at the shoe: cards are known where they land"
    for beam in ("shoe:beam1", "shoe:beam2"):
        if "shoe" in plan.antennas and beam not in lines:
            yield f"no {beam}: a draw is not sensed, cards are known where they land"
    for kind in ("seat", "stack", "bet", "button", "post"):
        without = [str(seat) for seat in table.table.seats if f"{kind}:{seat}" not in (*plan.antennas, *lines)]
        if without:
            yield f"no {kind} sensor at seats {', '.join(without)}: the dealer is asked"


def _ages(plan: FieldPlan) -> Iterator[str]:
    """Yield per kind of place: T(n), the age as rehearsed with each place attended in turn, and the bound."""
    if not plan.antennas:
        return
    load = ordinary_load(plan)
    length = times(plan, load)
    seen = dict.fromkeys(plan.antennas, 0)
    for attended in _representatives(plan):
        for place, age in rehearse(plan, load, (attended,), REHEARSAL).items():
            seen[place] = max(seen[place], age)
    yield "age of a reading, estimated: T(n) of one read, greatest age with another place attended, bound by formula"
    for kind in dict.fromkeys(spot_called(place).kind for place in plan.antennas):
        places = [place for place in plan.antennas if spot_called(place).kind == kind]
        slowest = max(length[place] for place in places)
        rehearsed = max(seen[place] for place in places)
        bound = max(worst_age(plan, place, load) for place in places)
        tags = max(load[place] for place in places)
        yield (
            f"  {kind:6} {len(places):2} places  T({tags}) = {slowest / S:.2f} s  "
            f"rehearsed {rehearsed / S:.1f} s  bound {bound / S:.1f} s"
        )


def _representatives(plan: FieldPlan) -> list[str]:
    """Return one place of each kind and line, as places of one line are alike for all others."""
    chosen: dict[tuple[str, str], str] = {}
    for place, antenna in plan.antennas.items():
        chosen.setdefault((spot_called(place).kind, antenna.line), place)
    return list(chosen.values())
