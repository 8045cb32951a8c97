"""No room reaches back: who may import whom."""

from __future__ import annotations

import ast
import sys
from functools import cache
from pathlib import Path

import pytest

from .conftest import ROOT
from .syntax import nodes

pytestmark = pytest.mark.together("syntax")

ROOMS = ("controller", "drivers", "firmware_bridge", "hardware_sim")

# The longest prefix that fits a module decides what of ours it may import.
ALLOWED = {
    "controller": ("controller", "firmware_bridge.messages", "firmware_bridge.process"),
    "controller.poker": ("controller.poker", "controller.rulebooks", "firmware_bridge.messages.roles"),
    "controller.table": (
        "controller.table",
        "controller.poker",
        "controller.rulebooks",
        "firmware_bridge.messages.roles",
        "firmware_bridge.messages.contest",
    ),
    "controller.rulebooks": ("controller.rulebooks",),
    "controller.dispatcher": ("firmware_bridge.process.hardening",),
    "drivers": ("drivers",),
    "firmware_bridge": ("firmware_bridge", "drivers"),
    "firmware_bridge.messages": ("firmware_bridge.messages",),
    "firmware_bridge.process": ("firmware_bridge.process", "firmware_bridge.messages"),
    "hardware_sim": (
        "hardware_sim",
        "firmware_bridge.messages",
        "controller.poker",
        "controller.table",
        "controller.rulebooks",
    ),
    # The diagnosis on trial: what the bridge makes of simulated parts, in one process.
    "hardware_sim.selftest": ("hardware_sim", "firmware_bridge", "drivers"),
    # It forks the product's own processes, and loads beforehand what each of them would load.
    "hardware_sim.depths.nursery": ("controller", "drivers", "firmware_bridge"),
    "hardware_sim.page": ("hardware_sim", "firmware_bridge.messages", "controller.pages"),
    "hardware_sim.hands": (
        "hardware_sim",
        "firmware_bridge.messages",
        "controller.pages",
    ),
    "hardware_sim.scenario": (
        "hardware_sim",
        "firmware_bridge.messages",
        "controller.pages",
        "controller.poker",
        "controller.table",
        "controller.rulebooks",
    ),
    "controller.pages": ("controller.pages", "controller.table", "controller.poker", "firmware_bridge.messages"),
}

# Pure rooms, and what they may import beside ours and the standard library.
PURE = {"controller.poker": (), "controller.table": (), "controller.rulebooks": ("pydantic", "pydantic_core")}
FORBIDDEN_IN_PURE = {
    "asyncio", "datetime", "logging", "os", "random", "secrets", "select", "socket", "subprocess", "threading",
    "time",
}  # fmt: skip


@cache
def _modules() -> list[tuple[str, Path]]:
    found = []
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found.append((".".join(parts[:-1] if parts[-1] == "__init__" else parts), path))
    return found


@cache
def _imports(module: str, path: Path) -> set[str]:
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    found: set[str] = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            origin = ".".join([*base, *([node.module] if node.module else [])])
            found |= {origin} if node.module else {f"{origin}.{alias.name}" for alias in node.names}
    return found


def _within(name: str, prefix: str) -> bool:
    return name == prefix or name.startswith(prefix + ".")


def _rule(module: str) -> tuple[str, ...]:
    return ALLOWED[max((prefix for prefix in ALLOWED if _within(module, prefix)), key=len)]


def _ours(module: str, path: Path) -> set[str]:
    return {name for name in _imports(module, path) if name.split(".")[0] in ROOMS}


@pytest.mark.parametrize("room", ROOMS)
def test_a_module_imports_only_what_its_room_may(room: str) -> None:
    modules = [(module, path) for module, path in _modules() if _within(module, room)]
    wrong = {
        module: [name for name in _ours(module, path) if not any(_within(name, prefix) for prefix in _rule(module))]
        for module, path in modules
    }
    assert modules
    assert {module: names for module, names in wrong.items() if names} == {}


@pytest.mark.parametrize("room", PURE)
def test_a_pure_room_has_no_clock_no_chance_and_no_io(room: str) -> None:
    for module, path in _modules():
        if _within(module, room):
            tops = {name.split(".")[0] for name in _imports(module, path)} - set(ROOMS)
            assert not tops & FORBIDDEN_IN_PURE, module
            assert tops <= sys.stdlib_module_names | set(PURE[room]), module


def test_the_table_is_never_imported_by_the_hand() -> None:
    for module, path in _modules():
        if _within(module, "controller.poker"):
            assert not any(_within(name, "controller.table") for name in _imports(module, path)), module


# --- the folders inside a room --------------------------------------------------------------------------------------

# A folder may import those before it. What stands at the top of the room (`step`, the process) may import all.
FLOORS = {
    "controller.table": (
        "state", "chips", "tournament", "seating", "betting", "hand", "remedies", "deal", "view", "events",
    ),
    "controller.service": ("transport", "senses", "entries", "publication", "session", "process"),
}  # fmt: skip


def _reaching_up() -> set[tuple[str, str]]:
    found = set()
    for room, floors in FLOORS.items():
        for module, path in _modules():
            folder, _, rest = module.removeprefix(f"{room}.").partition(".")
            if not _within(module, room) or folder not in floors or not rest:
                continue
            above = floors[floors.index(folder) + 1 :]
            for name in _imports(module, path):
                target = name.removeprefix(f"{room}.").partition(".")[0]
                if _within(name, room) and target in above:
                    found.add((f"{folder}.{rest}", target))
    return found


def test_every_folder_of_a_room_has_its_floor() -> None:
    for room, floors in FLOORS.items():
        folder = ROOT / room.replace(".", "/")
        assert {path.name for path in folder.iterdir() if (path / "__init__.py").exists()} == set(floors)


def test_no_folder_imports_one_above_it() -> None:
    assert _reaching_up() == set()
