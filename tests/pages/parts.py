"""A status of the reference table for the technician's page, with a dead antenna and a display without its plug."""

from __future__ import annotations

from typing import Any

from firmware_bridge.diagnosis.verdict import Fault, verdict
from firmware_bridge.messages.places import line_called, spot_called
from firmware_bridge.messages.status import Counted, PartNow, SeenNow, SpotNow, Status, VerdictNow
from firmware_bridge.messages.verdict_texts import Seen
from hardware_sim.tables import describe

RATES = (*[None] * 8, *[0] * 10, 4, 2, 0, 11, 60, 240)


def part(name: str, kind: str, **changes: Any) -> PartNow:
    """A part that answers every request."""
    facts: dict[str, Any] = {
        "state": "ready", "identity": f"{kind} 2.4, serial 00{len(name)}7431", "port": f"/dev/serial/by-path/{name}",
        "lately": Counted(requests=1210, answers=1210), "total": Counted(requests=912_044, answers=912_040),
        "round_trip_ms": 3.25, "failed": (0,) * 24,
    }  # fmt: skip
    return PartNow(part=name, kind=kind, **(facts | changes))


SEEN = (Seen("no_tag", reads=41, seconds=38), Seen("due_nowhere", cards=2))


def found(fault: Fault, name: str, place: str, *evidence: Seen, port: str = "") -> VerdictNow:
    one = verdict(fault, name, place, evidence, 80, 0, port=port)
    return VerdictNow(
        part=name,
        place=place,
        fault=fault.value,
        cause=one.cause,
        evidence=tuple(SeenNow(key=seen.key, facts=dict(seen.facts)) for seen in evidence),
        cures=one.cures,
        sure=80,
        since=42,
        port=one.port,
        cured=one.cured,
    )


FOUND = (
    found(Fault.ANTENNA_DEAD, "cards-1", "seat:7", *SEEN),
    found(Fault.CABLE_PULLED, "display-4", "seat 4", Seen("other_ports_stayed"), port="/dev/sabot/display-4"),
)


def spots(faults: dict[str, str]) -> tuple[SpotNow, ...]:
    """Every place of the reference table in play."""
    table = describe("reference")
    tags = {"seat": 2, "stack": 24, "bet": 3, "board": 1, "pot": 12, "tray": 180, "muck": 4}
    antennas = [
        SpotNow(
            place=place, what=spot_called(place).kind, number=spot_called(place).number, part=one["name"],
            kind="antenna", tags=tags.get(spot_called(place).kind, 0), age_ms=420,
            missed=12 if spot_called(place).kind in ("seat", "stack") else None, fault=faults.get(place, ""),
        )
        for one in table["part"]
        for place in one.get("antennas", {}).values()
    ]  # fmt: skip
    displays = [
        SpotNow(
            place=f"display:{one['seat']}", what="display", number=one["seat"], part=one["name"], kind="display",
            age_ms=900, missed=0, fault=faults.get(f"display:{one['seat']}", ""),
        )
        for one in table["part"]
        if "seat" in one
    ]  # fmt: skip
    lines = [
        SpotNow(
            place=name,
            what=line_called(name).kind,
            number=line_called(name).number,
            part="gpio",
            kind="line",
            acting=name in ("button:3", "door", "shoe:lid"),
            age_ms=185_000,
        )
        for name in table["gpio"]["lines"]
    ]
    return (*antennas, *displays, *lines)


def status(**changes: Any) -> Status:
    """The table with its faults, or as `changes` say."""
    parts = [part(one["name"], one["kind"]) for one in describe("reference")["part"]]
    parts = [one.model_copy(update={"state": "absent"}) if one.part == "display-4" else one for one in parts]
    parts[1] = parts[1].model_copy(
        update={"failed": RATES, "lately": Counted(requests=800, answers=720, damaged=30, unanswered=50)}
    )
    lines = PartNow(part="gpio", kind="gpio", state="ready", identity="", port="chip")
    faults = {"seat:7": "antenna_dead", "display:4": "cable_pulled"}
    facts = {"verdicts": FOUND, "parts": (*parts, lines), "spots": spots(faults)}
    return Status(release="0.1.0", **(facts | changes))


def healthy(**changes: Any) -> Status:
    """The same table, at which nothing is wrong."""
    return status(**({"verdicts": (), "spots": spots({})} | changes))
