"""The spots of button and posts: one that does not see the button, one that stays on with nothing on it. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from firmware_bridge.messages.places import line_called, spot_called
from firmware_bridge.messages.verdict_texts import Seen

from .cards import CardWatch
from .pins import PART, PinWatch
from .verdict import Fault, Verdict, verdict

S: Final = 1_000_000_000

DEALT: Final = 4
"""Cards that were dealt in a hand while no spot has the button. A dealer puts it down before the first [estimate]."""

CAME: Final = 3
"""Cards for burn and board. Nobody lifts the button for so many, and what was posted is gathered before the first
[estimate]."""

LATELY: Final = 300 * S
"""A button that no spot has had for longer may have been put away between two games [estimate]."""


def verdicts(pins: PinWatch, cards: CardWatch, now: int) -> Iterator[Verdict]:
    """Which spot does not act, and which does not stop acting."""
    yield from _button(pins, cards, now)
    yield from _posts(pins, cards, now)


def _posts(pins: PinWatch, cards: CardWatch, now: int) -> Iterator[Verdict]:
    """The post spots that are still on after what was posted has been gathered."""
    for name, line in pins.lines.items():
        if line_called(name).kind != "post" or not line.acting:
            continue
        came = _after_the_deal(cards.due_since(line.since))
        if came >= CAME:
            seen = (Seen("on_for", seconds=round((now - line.since) / S)), Seen("on_at_board", cards=came))
            yield verdict(Fault.SWITCH_STUCK, PART, name, seen, 70, line.since)


def _after_the_deal(dealt: Sequence[str]) -> int:
    """How many cards were dealt that are no players' cards, for burn and board."""
    return sum(spot_called(place).kind != "seat" for place in dealt)


def _button(pins: PinWatch, cards: CardWatch, now: int) -> Iterator[Verdict]:
    """Which spot should have the button, if none has it."""
    left = [(line.since, name) for name in pins.buttons if (line := pins.lines[name]).edges]
    if not left or any(pins.lines[name].acting for name in pins.buttons):
        return
    since, last = max(left)
    if now - since > LATELY:
        return
    if cards.began > since:
        yield from _not_arrived(pins.buttons, last, cards)
        return
    dealt = cards.due_since(since)
    if len(dealt) == _after_the_deal(dealt) >= CAME:
        lost = Seen("button_lost_in_hand", cards=len(dealt))
        yield verdict(Fault.SWITCH_DEAD, PART, last, (lost,), 55, since)


def _not_arrived(spots: Collection[str], last: str, cards: CardWatch) -> Iterator[Verdict]:
    """The button left a spot before this hand and came to none. It lies before the seat of the first card."""
    dealt = cards.due_since(cards.began)
    first = next((one.place for one in cards.landings if one.at >= cards.began), None)
    if first is None or spot_called(first).kind != "seat" or len(dealt) < DEALT:
        return
    there = _between(spots, line_called(last).number, spot_called(first).number)
    played = [name for name in there if f"seat:{line_called(name).number}" in dealt]
    if not (fit := played or there):
        return
    nowhere = Seen("button_nowhere", cards=len(dealt))
    way = Seen("button_went_on", where=last, first=first)
    yield verdict(Fault.SWITCH_DEAD, PART, fit[-1], (nowhere, way), 70 if len(fit) == 1 else 55, cards.began)


def _between(spots: Collection[str], left: int, first: int) -> Sequence[str]:
    """The spots after the one that was left and before the seat of the first card, clockwise."""
    ahead = {name: (line_called(name).number - left) % 10 for name in spots}
    end = (first - left) % 10 or 10
    return sorted((name for name in spots if 0 < ahead[name] < end), key=lambda name: ahead[name])
