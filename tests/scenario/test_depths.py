"""Scripts at depth bus and wire: what is told, what is heard, what is refused, and that they come to the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import pytest

from controller.poker import events as core
from controller.poker.cards import JOKER_NAME, card
from controller.poker.entries import ENTRIES
from controller.poker.outcomes import Cite
from controller.rulebooks import load
from controller.service.entries.command_events import Telling
from controller.service.publication.public_state import Around, public_ruling, public_state
from controller.service.session.table_session import CARE
from controller.table import (
    EffectView,
    Level,
    RulingView,
    Schedule,
    SeatSetup,
    Setup,
    Stakes,
    Table,
    new_table,
    step,
    view,
)
from controller.table.tournament.levels import SECOND
from firmware_bridge.messages.public import (
    PublicAlarm,
    PublicAsk,
    PublicCite,
    PublicEffect,
    PublicRuling,
    PublicState,
    Text,
    alarm_of,
)
from firmware_bridge.messages.told import Command
from hardware_sim import tables
from hardware_sim.physics.world import World
from hardware_sim.robot.chips import Rack
from hardware_sim.robot.tabletop import TableTop
from hardware_sim.scenario.depths.bus_and_wire import DRAW, PhysicalDepth
from hardware_sim.scenario.depths.compare import Course, course, differences
from hardware_sim.scenario.depths.hearing import Hearing
from hardware_sim.scenario.depths.limits import refusals
from hardware_sim.scenario.depths.waits import GONE_AFTER, PATIENCE
from hardware_sim.scenario.language.parser import parse
from hardware_sim.scenario.language.table_fields import FIELDS, NUMBERED, POT_FIELD, SEAT_FIELDS, read
from hardware_sim.scenario.play.console_entries import message_of
from hardware_sim.scenario.play.expectation_checker import in_words, ordinary
from hardware_sim.scenario.play.level import MOTION, PACE, Unsupported
from hardware_sim.scenario.play.result import Passage, Result
from tests.controller.test_entries import samples
from tests.controller.things import sensing_parts, table_file
from tests.entries import entered

from .running import TABLE

AT = (77, 77)

# --- what is told ---------------------------------------------------------------------------------------------------


@pytest.fixture
def telling(tmp_path: Path) -> Telling:
    return Telling(table_file(tmp_path, parts=sensing_parts()))


def sent(telling: Telling, event: core.Told, asks: tuple[str, ...] = ()) -> tuple[core.Event, ...]:
    """What the controller makes of what a console sends for an event."""
    role, message = message_of(event, asks)
    return telling.events(Command(role=role, author="Ann", told=message), 77)


@pytest.mark.parametrize("word", [word for word in ENTRIES if word not in ("manual", "sensing", *CARE)])
def test_a_command_of_the_core_comes_back_as_it_was(word: str, telling: Telling) -> None:
    for message in samples(word):
        (event,) = telling.events(Command(role="director", author="Ann", told=message), 77)
        if isinstance(event, core.DealerCommand):
            assert sent(telling, event) == (event,)


@pytest.mark.parametrize("word", get_args(core.Word))
def test_a_word_comes_back_as_it_was(word: Any, telling: Telling) -> None:
    amount = 300 if word in ("amount", "plus", "bet", "raise") else None
    event = core.Declared(2, word, amount, "Ann", "dealer", "after", AT, dark=True, condition=(3, "check"))
    assert sent(telling, event) == (event,)


@pytest.mark.parametrize("choice", ["fold", "call", "raise", "void", "dead", "live"])
def test_an_overruling_comes_back_as_it_was(choice: str, telling: Telling) -> None:
    amount = 900 if choice == "raise" else None
    event = core.FloorDecision("12.1", choice, "seen on camera", "Ann", "floor", AT, amount)
    assert sent(telling, event) == (event,)


def test_an_answer_goes_to_the_open_question_of_that_name(telling: Telling) -> None:
    event = core.FloorDecision("motion-3", "two", "seen", "Ann", "dealer", AT)
    assert sent(telling, event, asks=("motion-3",)) == (event,)


def test_a_correction_without_a_reason_gets_one(telling: Telling) -> None:
    (event,) = sent(telling, core.Correction("stack", 3, 5000, "", "Ann", "floor", AT))
    assert isinstance(event, core.Correction)
    assert (event.what, event.seat, event.amount, bool(event.reason)) == ("stack", 3, 5000, True)


def test_no_console_speaks_for_a_role_that_there_is_not() -> None:
    with pytest.raises(Unsupported, match=r"no console speaks for 'waiter'\. Allowed: player, display, dealer"):
        message_of(entered("shuffle", None, "Ann", "waiter", AT), ())


# --- what is heard --------------------------------------------------------------------------------------------------

CALL = PublicRuling(
    id="12.1",
    matter="chip.multiple",
    seat=5,
    cites=(PublicCite(article="lfp-7.27"), PublicCite(article="lfp-7.16", lent_by="lfp")),
    effects=(PublicEffect(what="call", seat=5, total=1200), PublicEffect(what="void", seat=5)),
    replaces="11.1",
    text=Text(key="effect.call"),
)
QUESTION = PublicAsk(
    id="motion-3",
    key="motion",
    seat=3,
    text=Text(key="ask.motion", params={"seat": 3}),
    options=("one", "two"),
    default=None,
    role="floor",
)
WARNING = PublicAlarm(key="muck.live_hand", seat=2, amount=300, text=Text(key="alarm.muck.live_hand"))


def state(**said: Any) -> PublicState:
    nothing = {"epoch": 1, "revision": 1, "stamp": 1, "table": "T", "rulebook": "lfp", "hand": 1, "phase": "flop"}
    blinds = {
        "variant": "holdem",
        "hole_cards": 2,
        "small_blind": 50,
        "big_blind": 100,
        "button": 1,
        "seats": (),
        "turn": None,
    }
    return PublicState.model_validate({**nothing, **blinds, **said})


def heard(*states: PublicState) -> list[Any]:
    hearing = Hearing()
    for one in states:
        hearing.note(one)
    return hearing.take()


def test_a_ruling_that_is_published_twice_is_heard_once_and_as_it_is() -> None:
    assert heard(state(rulings=(CALL,)), state(rulings=(CALL,))) == [CALL]


def test_a_ruling_in_words_is_the_same_of_the_view_and_of_what_is_published() -> None:
    seen = RulingView(
        "12.1", "chip.multiple", 5, (Cite("lfp-7.27"), Cite("lfp-7.16", "lfp")), "One chip is a call.",
        (EffectView("call", 5, 1200), EffectView("close", street="flop", shares=((3, 700),))), "11.1",
    )  # fmt: skip
    said = "ruling lfp-7.27, lfp-7.16 (lent by lfp) on chip.multiple seat 5 call 1200 700 back to 3 corrected"
    assert in_words(seen) == said
    assert in_words(PublicRuling.model_validate_json(public_ruling(seen).model_dump_json())) == said


def test_a_ruling_is_ordinary_only_with_the_effects_that_are_ordinary_for_its_key() -> None:
    dead = RulingView("9.1", "penalties", 4, (), "", (EffectView("kill", 4),))
    assert dead in ordinary()
    assert dead._replace(effects=()) not in ordinary()


def test_a_question_is_heard_again_only_if_it_was_closed() -> None:
    asked, quiet = state(asks=(QUESTION,)), state()
    assert heard(asked, asked) == [QUESTION]
    assert heard(asked, quiet, asked) == [QUESTION, QUESTION]


def test_which_card_from_the_shoe_lies_somewhere_is_a_question_of_the_senses_alone() -> None:
    which = PublicAsk(
        id="draw-seat:3", key="which_draw", scope="senses", place="seat:3",
        text=Text(key="ask.which_draw", params={"place": "seat:3"}),
        options=("1", "2", "unseen"),
        default=None, role="dealer",
    )  # fmt: skip
    undecided = alarm_of("card_undecided", place="seat:3")
    assert heard(state(asks=(which,), alarms=(undecided,))) == []


def test_the_same_alarm_once_more_is_another_one() -> None:
    assert heard(state(alarms=(WARNING,)), state(alarms=(WARNING,))) == [WARNING]
    assert heard(state(alarms=(WARNING,)), state(alarms=(WARNING, WARNING))) == [WARNING, WARNING]


def in_a_race() -> Table:
    """Seat 1 holds two odd chips of 25, seat 2 three, seat 4 is out."""
    chips = {1: (25, 25, 100), 2: (25, 25, 25, 500), 3: (1000,)}
    seats = tuple(SeatSetup(seat, sum(held), held) for seat, held in chips.items())
    levels = (Level(Stakes(50, 100), 60 * SECOND), Level(Stakes(100, 200)))
    setup = Setup(seats, 1, levels[0].stakes, smallest_chip=25, schedule=Schedule(levels, players=4))
    table = new_table(setup)
    for word, value in (("start_event", None), ("race", "25:100"), ("race_draw", None)):
        step(table, entered(word, value, "Ann", "floor", AT), load("lfp"))
    for exit_, face in ((1, "Kd"), (2, "8s")):
        step(table, core.CardDrawn(exit_, card(face), "down", AT), load("lfp"))
        step(table, core.CardPlaced(exit_, 1, card(face), AT), load("lfp"))
    return table


def test_every_field_of_a_tournament_and_its_race_reads_the_same_as_it_is_published() -> None:
    seen = view(in_a_race())
    assert seen.contest is not None
    assert seen.contest.race is not None
    assert seen.contest.race.cards == {1: ("Kd", "8s")}
    told = public_state(seen, Around("T", "Book", {}, (), (), ()), 1, 1, 5)
    state = PublicState.model_validate_json(told.model_dump_json())
    for name in (*FIELDS, *SEAT_FIELDS, *(NUMBERED.keys() - {POT_FIELD})):
        assert read(state, name, 1) == read(seen, name, 1), name


# --- what hands wait for --------------------------------------------------------------------------------------------


class ReadOnceASecond:
    """A room at wire whose antennas are all read once in a second."""

    names = ("seat:3", "muck")

    def __init__(self) -> None:
        self.time = 0
        self.world = World(1)
        self.world.add_deck(["As", "Kd", JOKER_NAME])
        self.loop = SimpleNamespace(now=lambda: self.time)
        self.top = TableTop(self.world, self.loop.now)
        self.sight = SimpleNamespace(shoe=True, places=self.names)
        faults = SimpleNamespace(order=lambda _order, _now: None)
        self.link, self.rig = SimpleNamespace(state=None), SimpleNamespace(fields=self, faults=faults)

    def run_for(self, duration: int) -> None:
        self.time += duration

    def run_until(self, holds: Callable[[], bool], patience: int) -> bool:
        self.time += 0 if holds() else patience
        return holds()

    def settle(self) -> None:
        """Nothing is under way."""

    def read_since(self, _name: str, moment: int) -> range:
        return range(moment + SECOND, self.time + 1, SECOND)


@pytest.mark.parametrize(("place", "waits"), [("seat:3", True), ("muck", True), ("off", False)])
def test_shuffle_at_wire_takes_until_readers_miss_the_cards(place: str, waits: bool) -> None:
    room: Any = ReadOnceASecond()
    hands = PhysicalDepth(room, Rack(room.world), Setup((), 1, Stakes(50, 100)), lambda: None)
    room.top.lay(room.world.cards[0].id, place)
    hands.load(["As", "Kd"])
    assert (room.time > GONE_AFTER * SECOND) is waits


def seen(phase: str, step: str = "act") -> Any:
    """What the table says, without anything that it has read."""
    return SimpleNamespace(
        phase=phase, next_step=SimpleNamespace(key=step), chips_at={}, cards_at={}, clock=None, alarms=(), asks=()
    )


def hands_at(room: Any, state: Any, chairs: tuple[int, ...] = ()) -> Any:
    hands: Any = PhysicalDepth(room, Rack(room.world), Setup((), 1, Stakes(50, 100), chairs=chairs), lambda: None)
    room.link.state = hands._hearing.state = state
    return hands


@pytest.mark.parametrize(("phase", "waits"), [("shuffle", True), ("preflop", False)])
def test_a_card_dealt_at_wire_before_the_shuffle_waits_until_it_is_read(phase: str, waits: bool) -> None:
    room: Any = ReadOnceASecond()
    hands = hands_at(room, seen(phase))
    room.world.move([room.world.cards[0].id], "dealer", 0)
    hands.lay("As", "seat:3")
    assert (room.time > SECOND) is waits


def test_a_card_that_left_an_unsensed_shoe_is_laid_no_faster_than_another() -> None:
    room: Any = ReadOnceASecond()
    hands = hands_at(room, seen("preflop"))
    room.world.move([room.world.cards[0].id], "dealer", 0)
    hands.lay("As", "seat:3")
    assert room.time == DRAW


def test_what_a_reader_misses_at_wire_is_waited_for_once() -> None:
    room: Any = ReadOnceASecond()
    hands = hands_at(room, seen("preflop"))
    took = []
    for card_, looks in (("As", 2), ("Kd", 1)):
        room.world.move([room.world.cards[0].id], "dealer", room.time)
        hands.lay(card_, "muck")
        for _ in range(looks):
            began = room.time
            hands.waits._look()
            took.append(room.time - began)
    assert took == [PATIENCE, 0, PATIENCE]


@pytest.mark.parametrize(("step", "pace"), [("gather", PACE), ("flop", MOTION)])
def test_at_wire_acts_keep_their_pace_while_cards_lie_over_bets(step: str, pace: int) -> None:
    room: Any = ReadOnceASecond()
    hands = hands_at(room, seen("preflop", step), chairs=(1,))
    room.world.move([room.world.add_chip(100).id], "bet:1", 0)
    hands.load(["As", "Kd"])
    hands.draw()
    hands.waits._in_vain = hands.waits._unread_cards()
    began = room.time
    hands.rest()
    assert pace <= room.time - began < pace + SECOND


# --- what is refused, and what differs ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "5 pushes 2x100, then after 200 ms 500",
        "5 pushes 2x100 at once",
        "5 pushes after 200 ms 2x100",
        "5 presses after 200 ms call",
        "sensors see bet 4 = 3x100",
        "sensors blind shoe for 3 s",
        "4 stands up",
    ],
)
def test_at_wire_a_line_that_no_part_could_sense_so_is_refused_where_it_stands(line: str) -> None:
    scenario = parse(f"{TABLE}goto flop\n  {line}\n").scenarios[0]
    (refusal,) = refusals(scenario, "wire")
    assert (refusal.at.line, refusal.at.column) == (3, 3)
    assert "not at depth wire: " in refusal.text
    assert refusals(scenario, "bus") == []


def test_what_a_seat_is_told_is_not_heard_beside_the_displays() -> None:
    scenario = parse(f"{TABLE}expect prompt seat 4 time\n").scenarios[0]
    assert len(refusals(scenario, "bus")) == 1


@pytest.mark.parametrize(
    "line", ["5 pushes 2x100, then 500", "deal, boxed 7c", "deal, unread 7c", "3 presses raise 300"]
)
def test_at_wire_a_line_that_parts_can_sense_is_carried_out(line: str) -> None:
    assert refusals(parse(TABLE + line).scenarios[0], "wire") == []


@pytest.mark.parametrize(
    ("resolution", "gap", "refused"),
    [("2 s", "1 s", 0), ("2 s", "800 ms", 1), ("2 s", "3 s", 1), ("300 ms", "1 s", 1), ("300 ms", "200 ms", 1)],
)
def test_wire_carries_out_two_motions_that_readings_can_separate(resolution: str, gap: str, refused: int) -> None:
    table = TABLE.replace("button 1", f"button 1 resolution {resolution}")
    assert table != TABLE
    scenario = parse(f"{table}goto flop\n5 pushes 2x100, then after {gap} 500").scenarios[0]
    assert len(refusals(scenario, "wire")) == refused


def test_a_line_of_another_book_refuses_nothing() -> None:
    scenario = parse(f"{TABLE}under limit: 4 stands up\n").scenarios[0]
    assert refusals(scenario, "wire", "lfp") == []
    assert len(refusals(scenario, "wire", "limit")) == 1


def test_courses_that_differ_are_told_by_the_first_difference() -> None:
    one = Course((), (), ((3, 200),), ((1, 50), (2, 60)))
    other = one._replace(awards=(), stacks=((1, 50), (2, 70)))
    assert differences(one, one) == []
    assert differences(one, other) == [
        "awards differ from depth core's: nothing more instead of (3, 200)",
        "stacks differ from depth core's: (2, 70) instead of (2, 60)",
    ]


def ruled(*rulings: RulingView) -> Course:
    return course(Result("a.scn", "one", "limit", 1, course=[Passage(1, "", rulings, "", "")]))


PAID_IN_PARTS = RulingView("1.0", "chips.short", 3, (), "", ())


def test_in_how_many_motions_the_chips_of_a_call_were_read_is_no_difference() -> None:
    assert ruled(PAID_IN_PARTS) == ruled()


@pytest.mark.parametrize(
    "ruling",
    [PAID_IN_PARTS._replace(effects=(EffectView("void", 3),)), PAID_IN_PARTS._replace(matter="oot.unchanged")],
    ids=["decided", "of another matter"],
)
def test_every_other_ruling_of_one_depth_alone_is_a_difference(ruling: RulingView) -> None:
    assert ruled(ruling) != ruled()


def test_a_table_without_parts_has_none_of_their_places() -> None:
    full = tables.describe("reference", (2, 4))
    assert {"seat:2", "seat:4", "bet:4", "pot"} <= set(tables.places(full))
    assert not {"seat:1", "bet:3"} & set(tables.places(full))
    bare = tables.without(tables.describe("reference", (2, 4)), ("shoe", "chips:4", "posts"))
    gone = set(tables.places(full)) - set(tables.places(bare))
    assert gone == {"shoe", "stack:4", "bet:4"}
    assert not [name for name in bare["gpio"]["lines"] if name.startswith(("shoe:", "post:"))]
