"""A robot that does nothing but remember what the simulator's page asked of it."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hardware_sim.page import Person
from hardware_sim.page.contract import (
    AnswerState,
    AntennaState,
    CheckedState,
    Cited,
    DisplayState,
    LineState,
    PartState,
    PlaceState,
    ScenarioState,
    SeatState,
    TableState,
)
from hardware_sim.sentences import Sentence

PARTS = (
    PartState("shoe", "pn532"),
    PartState("pepper-1", "pepper_c1"),
    PartState("bets", "feig_obid", faults=("garble 0.01",)),
    PartState("display-10", "nextion", plugged=False),
)
DISPLAY: Mapping[str, str | int] = {
    "seat": "3",
    "player": "Chloé",
    "stack_name": "Tapis",
    "stack": "31 200",
    "turn": "À vous de parler",
    "turn.bco": 5224,
    "to_call_name": "À payer",
    "to_call": "800",
    "min_raise_name": "Relance min.",
    "min_raise": "1 600",
    "fold_text": "Passer",
    "call_text": "Suivre\n800",
    "raise_text": "Relance",
    "raise_to": "1 600",
    "all_in_text": "Tapis",
}
SEATED = SeatState(
    seat=3,
    free=(1, 2, 4),
    cards=("As", "Td"),
    stack={5_000: 4, 1_000: 9, 500: 3, 100: 7},
    bet={100: 4},
    turn=3,
    to_call=800,
    call_total=1_200,
    min_raise=2_000,
    max_raise=31_600,
    board=("Ah", "7d", "Tc"),
    pot=6_150,
    phase="flop",
    displays={3: DisplayState("seat", DISPLAY)},
    parts=PARTS,
)
NOBODY = SeatState(free=(1, 2, 3, 4), parts=PARTS, phase="preflop", turn=2, pot=600)


class FakeSeat:
    """Satisfies SeatControl. `asked` holds each call as (name, argument)."""

    def __init__(self, state: SeatState = NOBODY) -> None:
        self.asked: list[tuple[str, Any]] = []
        self._state = state
        self._lock = threading.Lock()

    def now_is(self, **changes: Any) -> None:
        with self._lock:
            self._state = replace(self._state, **changes)

    def state(self) -> SeatState:
        with self._lock:
            return self._state

    def _note(self, name: str, argument: Any = None) -> None:
        with self._lock:
            self.asked.append((name, argument))

    def take(self, seat: int) -> None:
        self._note("take", seat)

    def leave(self) -> None:
        self._note("leave")

    def push(self, chips: Mapping[int, int]) -> None:
        self._note("push", dict(chips))

    def take_back(self) -> None:
        self._note("take_back")

    def press(self, key: str) -> None:
        self._note("press", key)

    def throw_cards(self) -> None:
        self._note("throw_cards")

    def fault(self, command: str) -> Sentence:
        self._note("fault", command)
        if not command.startswith(("unplug", "plug", "mute", "garble", "reboot", "heal")):
            raise ValueError("no such fault. Allowed: unplug, plug, mute, garble, reboot, heal")
        return Sentence("Done: {command}", {"command": command})

    def set_speed(self, seconds_per_act: float) -> None:
        self._note("set_speed", seconds_per_act)

    def pause(self, paused: bool) -> None:
        self._note("pause", paused)


FROM_ABOVE = TableState(
    places={
        "seat:1": PlaceState(cards=("", "")),
        "seat:4": PlaceState(cards=("",)),
        "board:1": PlaceState(cards=("Ah",)),
        "bet:3": PlaceState(chips=400),
        "stack:1": PlaceState(chips=9_000),
        "pot": PlaceState(chips=6_150),
    },
    antennas={"seat:1": AntennaState(cards=1), "pot": AntennaState(chips=6_150)},
    lid=True,
    door=True,
    stub=41,
    button=4,
    seats=(1, 2, 3, 4),
    mistakes=("wrong seat", "boxed", "flop of four"),
    by_hand=True,
    says={
        "en": ("Dealt in the wrong order", "Collect all cards and shuffle"),
        "fr": ("Distribué dans le mauvais ordre", "Ramassez toutes les cartes et mélangez"),
    },
)


class FakeDealersPlace:
    """Satisfies TableControl. `asked` holds each call as (name, arguments)."""

    def __init__(self, state: TableState = FROM_ABOVE) -> None:
        self.asked: list[tuple[str, Any]] = []
        self.state = state

    def table(self) -> TableState:
        return self.state

    def deal_by_hand(self, on: bool) -> None:
        self.asked.append(("deal_by_hand", on))

    def finish(self) -> None:
        self.asked.append(("finish", None))

    def draw(self, place: str) -> None:
        self.asked.append(("draw", place))

    def lay(self, origin: str, nth: int, place: str) -> None:
        self.asked.append(("lay", (origin, nth, place)))

    def turn(self, origin: str, nth: int) -> None:
        self.asked.append(("turn", (origin, nth)))

    def carry(self, origin: str, amount: int | None, place: str) -> None:
        self.asked.append(("carry", (origin, amount, place)))

    def sweep(self) -> None:
        self.asked.append(("sweep", None))

    def shuffle(self) -> None:
        self.asked.append(("shuffle", None))

    def collect(self) -> None:
        self.asked.append(("collect", None))

    def done(self) -> None:
        self.asked.append(("done", None))

    def put_button(self, seat: int) -> None:
        self.asked.append(("put_button", seat))

    def close_lid(self, closed: bool) -> None:
        self.asked.append(("close_lid", closed))

    def close_door(self, closed: bool) -> None:
        self.asked.append(("close_door", closed))

    def show_me(self) -> None:
        self.asked.append(("show_me", None))

    def mistake(self, name: str) -> None:
        self.asked.append(("mistake", name))

    def now_and_then(self, on: bool) -> None:
        self.asked.append(("now_and_then", on))


EQUAL_CHIPS = "Equal chips are a call if taking one away leaves less than the call."
SAID = {"en": "Seat 5 calls: 1 200 in front", "fr": "Le siège 5 suit : 1 200 devant"}
WAITING = ScenarioState(
    source="betting/books.scn",
    line=4,
    name="Two chips of 1,000 over a bet of 1,200",
    book="lfp",
    stage="waiting",
    notes=("The second chip makes the difference.",),
    shows=(Cited("lfp-7.27#1", EQUAL_CHIPS),),
    script=(
        LineState(5, "goto preflop"),
        LineState(6, "4 raises to 1200"),
        LineState(7, "5 pushes 2x1000"),
        LineState(8, "expect ruling lfp-7.27 seat 5 call 1200; due 5 = -700", expects=True),
        LineState(9, "expect turn 6", expects=True),
    ),
    at=8,
    checked=(
        CheckedState("ruling lfp-7.27 seat 5 call 1200"),
        CheckedState("due 5 = -700", "expected due 5 = -700; it is due 5 = -800"),
    ),
    answers=(AnswerState("ruling", SAID, (Cited("lfp-7.27", EQUAL_CHIPS),)),),
    next="The smallest raise over a bet of 500",
)


LISTED: Mapping[str, object] = {
    "articles": [
        {"id": "lfp-7.27", "sentence": EQUAL_CHIPS},
        {"id": "lfp-8.1", "sentence": "A card that was turned over stays."},
        {"id": "", "sentence": ""},
    ],
    "scenarios": [
        {"source": "betting/books.scn", "line": 4, "name": "Two chips of 1,000 over a bet of 1,200",
         "books": ["lfp", "roberts"], "articles": ["lfp-7.27"]},
        {"source": "deal/lfp-hole.scn", "line": 30, "name": "A boxed card",
         "books": ["lfp"], "articles": ["lfp-8.1"]},
        {"source": "betting/omaha.scn", "line": 3, "name": "A pot",
         "books": ["roberts pot_limit omaha"], "articles": []},
    ],
}  # fmt: skip


class FakeScenarios:
    """Satisfies ScenarioControl. `asked` holds each call as (name, arguments)."""

    def __init__(self, state: ScenarioState | None = None) -> None:
        self.asked: list[tuple[str, Any]] = []
        self.state = state

    def scenario(self) -> ScenarioState | None:
        return self.state

    def go_on(self) -> None:
        self.asked.append(("go_on", None))

    def play(self, source: str, line: int, book: str) -> None:
        if not source.endswith(".scn"):
            raise ValueError(f"{source}: no such file of scenarios. Allowed: those of the list.")
        self.asked.append(("play", (source, line, book)))

    def again(self) -> None:
        self.asked.append(("again", None))

    def next(self) -> None:
        self.asked.append(("next", None))

    def leave(self) -> None:
        self.asked.append(("leave", None))

    def listed(self) -> Mapping[str, object] | None:
        return LISTED


def somebody(
    seat: FakeSeat, dealer: FakeDealersPlace | None = None, scenarios: FakeScenarios | None = None
) -> Person:
    """A person at a table."""
    person = Person(scenarios or FakeScenarios())
    person.come_to(seat, dealer or FakeDealersPlace())
    return person
