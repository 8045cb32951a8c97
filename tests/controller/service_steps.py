"""What tests of the service say again and again: the stacks of three, a hand dealt, chips pushed and taken."""

from __future__ import annotations

from typing import Any

from firmware_bridge.messages import sensed
from firmware_bridge.messages.public import PublicState
from firmware_bridge.messages.told import DealerCommand, FloorDecision

from .service_rig import Rig
from .things import at, chip_tag, tag_of

SHUFFLE = DealerCommand(word="shuffle")
CLEAR = FloorDecision(decision="clear_fault")


def stacks() -> sensed.Snapshot:
    """10,000 on each of three stacks, nothing else on the table."""
    chips: dict[str, tuple[Any, ...]] = {f"bet:{seat}": () for seat in (1, 2, 3)} | {"pot": ()}
    for seat in (1, 2, 3):
        first = 20 * (seat - 1)
        chips[f"stack:{seat}"] = (
            *(chip_tag(1000, first + n) for n in range(9)),
            *(chip_tag(100, first + n) for n in range(8)),
            *(chip_tag(25, first + n) for n in range(8)),
        )
    return sensed.Snapshot(cards={}, chips=chips, button=None, posts=(), unread=(), at=at(1))


def push(rig: Rig, area: str, *tags: Any, lies: tuple[Any, ...] | None = None) -> sensed.ChipsMoved:
    return sensed.ChipsMoved(area=area, added=tags, removed=(), lies=tags if lies is None else lies, at=at(2))


def take(area: str, *tags: Any) -> sensed.ChipsMoved:
    return sensed.ChipsMoved(area=area, added=(), removed=tags, lies=(), at=at(2))


def posted(rig: Rig) -> tuple[Any, Any]:
    """A hand of three whose blinds lie there."""
    bridge, console = rig.peer("bridge"), rig.peer("console")
    bridge.say(stacks())
    console.tell(SHUFFLE)
    for seat, chips in ((2, [chip_tag(25, 20), chip_tag(25, 21)]), (3, [chip_tag(100, 40)])):
        bridge.say(take(f"stack:{seat}", *chips))
        bridge.say(push(rig, f"bet:{seat}", *chips))
    return bridge, console


def dealt(rig: Rig) -> tuple[Any, Any]:
    """The same with its cards dealt, the button to act."""
    bridge, console = posted(rig)
    for name, seat in zip(("As", "Kd", "7c", "9h", "2d", "Qs"), (2, 3, 1, 2, 3, 1), strict=True):
        bridge.say(sensed.CardDrawn(tags=(tag_of(name),), orientation="down", at=at(3)))
        bridge.say(sensed.CardPlaced(tag=tag_of(name), spot=f"seat:{seat}", at=at(3)))
    return bridge, console


def whole_hand(rig: Rig) -> tuple[Any, Any]:
    """A hand to its end: two fold, the big blind gets the pot, and the next deck is shuffled."""
    bridge, console = dealt(rig)
    for seat in (1, 2):
        bridge.say(sensed.SeatKey(seat=seat, key="fold", at=at(4)))
    for name in ("7c", "Qs", "As", "9h"):
        bridge.say(sensed.CardPlaced(tag=tag_of(name), spot="muck", at=at(5)))
    blinds = {2: [chip_tag(25, 20), chip_tag(25, 21)], 3: [chip_tag(100, 40)]}
    pot = [*blinds[2], *blinds[3]]
    for seat, chips in blinds.items():
        bridge.say(take(f"bet:{seat}", *chips))
    bridge.say(push(rig, "pot", *pot))
    bridge.say(take("pot", *pot))
    stack = stacks().chips["stack:3"]
    left = [tag for tag in stack if tag not in pot]
    bridge.say(push(rig, "stack:3", *pot, lies=(*left, *pot)))
    console.tell(SHUFFLE)
    bridge.say(take("stack:1", chip_tag(100, 0)))
    return bridge, console


def without_life(state: PublicState) -> dict[str, Any]:
    return state.model_dump(exclude={"epoch", "revision", "stamp"})


def again(rig: Rig, peer: Any) -> None:
    rig.clock.time += 600_000_000
    for message in peer.outbox.wake(rig.clock.time):
        peer.send(message)
