"""Hands in which a part fails for good at a random moment. The dealer enters from then on what it would report.

At wire the part falls mute, is garbled or unplugged, and the bridge notices it. At bus the simulator stands in for
the bridge, and reports the part as lost. After the hand the part works again, and counts from the next hand on.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from firmware_bridge.messages.part_kinds import part_kind
from firmware_bridge.messages.places import line_called, spot_called
from firmware_bridge.messages.sensed import LifecycleName, PartHealth, Sensed, SensingGap
from firmware_bridge.messages.told import Declared, Word
from hardware_sim.depths.room import Room
from hardware_sim.physics.noise import dice
from hardware_sim.physics.things import BOARD, CHIP_AREAS, Card, ThingId
from hardware_sim.robot.dealer import LAST_OF
from hardware_sim.robot.players import FAST, Script
from hardware_sim.robot.says import Pause, Until
from hardware_sim.robot.senses import READ, IdealSenses, Sight
from hardware_sim.shown import ShownAsk, ShownSituation, ShownStep, seats_of

from .evening import SETTLE, Evening, Table
from .remedies import RemedyingDealer

MOMENTS: Final = (0, 45_000_000_000)
"""When a part fails, in ns after the shuffle: a long hand of this table takes as long."""

WAYS: Final = ("mute", "garble", "unplug")

GARBLED: Final = (0.2, 0.9)
"""The share of damaged bytes. With a fifth no answer of six bytes in four is whole."""

AGAIN: Final = 8_000_000_000
"""Time in ns after which the dealer looks at a step again: twice what passes until a part is reported as lost. A
player who acts again any sooner would seem to bet in two motions."""

REPAIR: Final = 60_000_000_000
"""Time in ns in which a repaired part works again: as when the table is opened."""

BY_WORD: Final[Mapping[str, Word]] = {"check": "check", "call": "call", "all_in": "all_in"}
"""Keys that a player may say as well. A raise needs its amount, and a fold is the dealer's to enter."""

TAPPED: Final = ("button", "burned", "deal_done", "gathered", "awarded")
"""Entries of the dealer's page that need nothing but a tap."""

WORKING: Final = ("ready", "degraded")


@dataclass(frozen=True, slots=True)
class Failure:
    """What fails, how, and when: ns after the shuffle."""

    part: str
    kind: str
    way: str
    at: int
    seat: int | None = None  # of a display

    def __str__(self) -> str:
        return f"{self.part} {self.way} after {self.at / 1e9:.1f} s"


class Failing:
    """Hand after hand with one part that fails."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.luck = dice(evening.seed, "failures")
        self.last: Failure | None = None
        """What failed last."""

    def play(self) -> bool:
        """Play hands until a part has failed in one. Return whether all came to their end, with the chips right."""
        wrong, failed = len(self.evening.count.wrong), False
        while not failed and len(self.evening.count.wrong) == wrong:
            failed = self._fails_in_a_hand()
        return len(self.evening.count.wrong) == wrong

    def _fails_in_a_hand(self) -> bool:
        """Play a hand. Return whether its part failed before it was over."""
        dealt: list[FailingDealer] = []
        good = self.evening.play(lambda table, number: self._hand(table, number, dealt))
        if not dealt:
            return False
        (dealer,), count = dealt, self.evening.count
        failure, failed, watch = dealer.failure, dealer.began is not None, self.evening.watch
        self.last = failure
        if good and watch is not None and (ruled := [*watch.matters, *watch.beside]):
            self.evening.wrong(f"{', '.join(ruled)} was ruled")
            good = False
        if failed:
            count.failures[f"{failure.kind} {failure.way}"] += 1
        if not good:
            count.wrong[-1] = f"{failure}: {count.wrong[-1]}"
        return failed

    def _hand(self, table: Table, number: int, dealt: list[FailingDealer]) -> Script:
        yield from table.between_hands()
        failure = draw(table.room.description, self.luck)
        dealer = FailingDealer(table, failure, dice(table.seed, f"dealer/{number}"))
        dealt.append(dealer)
        yield from dealer.hand(table.shuffled(number))
        yield from dealer.repair()
        for what in dealer.wrong:
            self.evening.wrong(what)


def draw(description: Mapping[str, Any], luck: random.Random) -> Failure:
    """Draw the kind of part first, as most parts are displays, then one of its parts, the way and the moment."""
    by_kind: dict[str, list[tuple[str, int | None]]] = {"gpio": [("gpio", None)]}
    for part in description["part"]:
        by_kind.setdefault(_kind(part), []).append((part["name"], part.get("seat")))
    kind = luck.choice(sorted(by_kind))
    name, seat = luck.choice(by_kind[kind])
    return Failure(name, kind, luck.choice(WAYS), luck.randint(*MOMENTS), seat)


def _kind(part: Mapping[str, Any]) -> str:
    if not part_kind(part["kind"]).reads:
        return "display"
    places = part["antennas"].values()
    return (
        "shoe"
        if "shoe" in places
        else "cards"
        if any(spot in BOARD or "seat" in spot for spot in places)
        else "chips"
    )


def looked_at(description: Mapping[str, Any], part: str) -> frozenset[str]:
    """Return the places that are not sensed without a part. Without GPIO lines no card is seen to leave the shoe."""
    if part == "gpio":
        kinds = {line_called(line).kind for line in description["gpio"]["lines"]}
        named = {"button": "button", "post": "posts", "beam": "shoe"}
        return frozenset(named[kind] for kind in kinds if kind in named)
    return frozenset(next(p for p in description["part"] if p["name"] == part).get("antennas", {}).values())


def called(part: str) -> tuple[str, ...]:
    """What a dealer calls that which is entered for a part."""
    return ("shoe", "button") if part == "gpio" else (part,)


class FailingDealer(RemedyingDealer):
    """Deals until a part fails, and enters what it would report once the table says that it failed."""

    def __init__(self, table: Table, failure: Failure, luck: random.Random) -> None:
        room = table.room
        super().__init__(room.top, table.link, table.players, FAST, room.sight, luck)
        self.again = AGAIN
        self.table, self.room, self.failure = table, room, failure
        self.wrong: list[str] = []
        self.began: int | None = None
        """When the part failed, in ns. A hand may be over before."""
        self._asked: ShownStep | None = None
        """The step that was done last."""
        self.lost: tuple[str, ...] = ()
        """The parts whose readings the dealer enters by hand from now on."""
        self.gone: frozenset[str] = frozenset()
        """Their places."""

    # --- the part fails -------------------------------------------------------------------------------------------

    def _start(self, stub: list[ThingId]) -> Script:
        yield from super()._start(stub)
        if manual := self._manual():
            self.wrong.append(f"seats {sorted(manual)} are still entered by hand")
        self._fails = self.room.loop.call_at(self.room.loop.now() + self.failure.at, self._fail)

    def _fail(self, now: int) -> None:
        self.began = now
        fails(self.room, self.failure, self.luck, now)

    def _do(self, step: ShownStep) -> Script:
        """Do the step. If the table still asks for it, do it again, and then enter what the dealer's page offers."""
        self._take_over()
        again, self._asked = step == self._asked, step
        if not (again and step.key == "burn"):  # it is burnt, and a dealer knows that
            yield from super()._do(step)
        if again and self.link.says.next_step == step:
            for offer in self.state.answers:
                if offer.word in TAPPED:
                    self._tell(offer.word, offer.seat)

    def _say_where(self, says: ShownSituation) -> Script:
        self._take_over()
        yield from super()._say_where(says)

    def _take_over(self) -> None:
        """Enter that the readings of each part are entered by hand that the table calls lost.

        A lost reader whose field stays on takes those beside it with it. A player with a dark display speaks.
        """
        lost = [str(alarm.text.params["part"]) for alarm in self.state.alarms if alarm.key == "part_lost"]
        for part in lost:
            if part not in self.lost:
                self._enter_for(part)
        if self.failure.kind == "display" and not self.lost and not self._answers():
            self.lost = (self.failure.part,)
            turn_off(self.room, self.failure, self._by_word)

    def _enter_for(self, part: str) -> None:
        self.lost += (part,)
        self.gone |= looked_at(self.room.description, part)
        self.sight = self.table.players.sight = Sight(self.sight.places - self.gone)
        self.table.players.habits.silent = 0.0
        for name in called(part):
            self._tell("manual", value=name)

    def _answers(self) -> bool:
        """Whether the part that fails still works, as the table says."""
        part = next((one for one in self.state.parts if one.part == self.failure.part), None)
        return part is None or part.state in WORKING

    def _chips_entered(self) -> bool:
        return any(spot in CHIP_AREAS for spot in self.gone)

    def _works(self) -> bool:
        """Whether the part works. What the table says of its cable may outlive the repair."""
        part = next((one for one in self.state.parts if one.part == self.failure.part), None)
        lost = any(alarm.key == "part_lost" for alarm in self.state.alarms)
        return part is not None and part.state in WORKING and not lost

    def _manual(self) -> set[int]:
        """The seats that the table shows as entered by hand."""
        return {seat.seat for seat in self.state.seats if seat.manual}

    def _seats_read(self) -> set[int]:
        """The seats with players whose chips or cards the part reads."""
        spots = map(spot_called, looked_at(self.room.description, self.failure.part) & READ)
        return {number for kind, number in spots if kind in ("stack", "bet", "seat")} & set(seats_of(self.link.says))

    def _by_word(self, seat: int, key: str) -> None:
        """Enter what the player says whose display is dark."""
        says = self.link.says
        if key == "fold":
            self._tell("folded", seat)
        elif key == "raise":
            word: Word = "raise" if says.call_total else "bet"
            self.link.tell("dealer", Declared(seat=seat, word=word, amount=says.min_raise))
        elif key in BY_WORD:
            self.link.tell("dealer", Declared(seat=seat, word=BY_WORD[key]))

    def _pays(self, seat: int, amount: int) -> Script:
        """Ask for no chips that lie in front of the player and were not read yet."""
        yield from super()._pays(seat, max(0, min(amount, -self._missing(seat))))

    # --- what the dealer enters -----------------------------------------------------------------------------------

    def _board(self, step: ShownStep) -> Script:
        yield from super()._board(step)
        if not self.sight.cards_at("board:1"):
            laid = [thing.face for spot in BOARD[: LAST_OF[step.key]] for thing in self._there(spot)]
            self._tell("board", value=" ".join(laid[len(self.link.says.board) :]))

    def _collect_bets(self) -> Script:
        if self._chips_entered():
            yield from self._true_up()  # the table asks for no chips that it cannot see
        yield from super()._collect_bets()

    def _award(self, step: ShownStep) -> Script:
        yield from super()._award(step)
        if self._chips_entered():
            self._tell("awarded")

    def _gather(self, step: ShownStep) -> Script:
        yield from super()._gather(step)
        if self._chips_entered():
            self._tell("gathered")

    def _which(self, ask: ShownAsk) -> str:
        """Say "unseen" of a card that the failed shoe did not report, though the dealer drew it there."""
        number = super()._which(ask)
        unseen = not self.sight.shoe and number not in ask.options and "unseen" in ask.options
        return "unseen" if unseen else number

    def _there(self, spot: str) -> list[Card]:
        return [thing for thing in self.top.world.at(spot) if isinstance(thing, Card)]

    # --- the part works again -------------------------------------------------------------------------------------

    def repair(self) -> Script:
        """Put the part right after the hand. It counts from the next one on."""
        if self.began is None:
            self._fails.cancel()
            return
        if self.failure.part in self.lost and (missing := self._seats_read() - self._manual()):
            self.wrong.append(f"seats {sorted(missing)} were not entered by hand")
        mends(self.room, self.failure, self.began, self.room.loop.now())
        yield Until(lambda _says: self._works(), f"{self.failure.part} works again", REPAIR)
        for name in [name for part in self.lost for name in called(part)] if self.gone else ():
            self._tell("sensing", value=name)
        self.sight = self.table.players.sight = self.room.sight
        yield Pause(SETTLE)


def fails(room: Room, failure: Failure, luck: random.Random, now: int) -> None:
    """Let a part fail for good."""
    if room.rig is not None:
        much = f" {luck.uniform(*GARBLED):.2f}" if failure.way == "garble" else ""
        room.rig.faults.order(f"{failure.way} {failure.part}{much}", now)
    elif failure.kind == "display":
        turn_off(room, failure, lambda _seat, _key: None)
        _reports(room, failure, "lost")
    else:
        places = looked_at(room.description, failure.part)
        _senses(room).sight = Sight(room.sight.places - places)
        _reports(room, failure, "lost")
        _says(room)(SensingGap(part=failure.part, places=tuple(sorted(places & READ)), since=now, until=None))


def mends(room: Room, failure: Failure, began: int, now: int) -> None:
    """Let it work again."""
    if room.rig is not None:
        room.top.touch = room.rig.touch
        room.rig.faults.order(f"heal {failure.part}", now)
        return
    room.top.touch = None
    _reports(room, failure, "ready")
    if failure.kind != "display":
        _senses(room).sight = room.sight
        places = tuple(sorted(looked_at(room.description, failure.part) & READ))
        _says(room)(SensingGap(part=failure.part, places=places, since=began, until=now))
        _says(room)(_senses(room).snapshot(now))


def _senses(room: Room) -> IdealSenses:
    assert isinstance(room.top.witness, IdealSenses)  # noqa: S101 - so it is at bus
    return room.top.witness


def _says(room: Room) -> Callable[[Sensed], None]:
    """What stands in for the bridge, at bus."""
    assert room.bridge is not None  # noqa: S101 - so it is at bus
    return room.bridge.put


def _reports(room: Room, failure: Failure, state: LifecycleName) -> None:
    health = PartHealth(part=failure.part, what=failure.kind, state=state, cause=failure.way, seat=failure.seat)
    _says(room)(health)


def turn_off(room: Room, failure: Failure, instead: Callable[[int, str], None]) -> None:
    """Have the keys of a display do something else than it would report."""
    well = room.rig.touch if room.rig is not None else partial(_press, room)
    room.top.touch = lambda seat, key: instead(seat, key) if seat == failure.seat else well(seat, key)


def _press(room: Room, seat: int, key: str) -> None:
    _senses(room).key_pressed(seat, key, room.loop.now())
