"""The controller away for a moment: what was sensed and told meanwhile counts in the order in which it happened."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.service.transport.backlog import BACK_WITHIN
from firmware_bridge.messages import sensed
from firmware_bridge.messages.public import PublicState
from firmware_bridge.messages.tablefile import parse_table_file
from firmware_bridge.messages.told import Command, DealerCommand, Entered

from .service_rig import Peer, Rig
from .service_steps import dealt
from .things import at, table_text, tag_of

MOMENT = 400_000_000


def meanwhile(rig: Rig, peer: Peer, *bodies: Any) -> None:
    """Something is sensed or told, and nobody hears it; a moment passes."""
    for body in bodies:
        entered = Entered(session=peer.sessions[body.role], told=body.told) if isinstance(body, Command) else body
        peer.outbox.put(entered, rig.clock.time)
    rig.clock.time += MOMENT


def told(word: str, seat: int | None = None, role: str = "dealer") -> Command:
    return Command.model_validate({"role": role, "author": "Ann", "told": DealerCommand(word=word, seat=seat)})


def thrown_away(*cards: str, seat: int) -> list[sensed.Sensed]:
    gone = [sensed.CardGone(tag=tag_of(name), spot=f"seat:{seat}", at=at(5)) for name in cards]
    return [*gone, *(sensed.CardPlaced(tag=tag_of(name), spot="muck", at=at(6)) for name in cards)]


def folded_unheard(rig: Rig) -> tuple[Peer, Peer]:
    """The dealer says that seat 1 has folded, and its cards go to the muck, while no controller runs."""
    bridge, console = dealt(rig)
    rig.kill()
    meanwhile(rig, console, told("folded", 1))
    meanwhile(rig, bridge, *thrown_away("7c", "Qs", seat=1))
    rig.start()
    return bridge, console


def test_word_before_the_cards_counts_first_though_the_bridge_is_back_first(sensing: Rig) -> None:
    bridge, console = folded_unheard(sensing)
    bridge.greet()
    console.greet()
    state = sensing.state(console)
    assert (state.turn, state.seats[0].folded) == (2, True)
    assert state.alarms == ()


def test_what_was_kept_waits_for_a_source_that_is_not_back_only_so_long(sensing: Rig) -> None:
    bridge, _ = folded_unheard(sensing)
    bridge.greet()
    assert sensing.state(bridge).turn == 1
    sensing.wait(BACK_WITHIN)
    bridge.listen()
    assert sensing.state(bridge).turn == 2
    assert bridge.outbox.unacknowledged == 0


def test_who_acts_after_the_restart_waits_for_what_came_before(sensing: Rig) -> None:
    bridge, console = dealt(sensing)
    sensing.kill()
    meanwhile(sensing, console, told("folded", 1))
    sensing.start()
    bridge.greet()
    bridge.say(sensed.SeatKey(seat=2, key="call", at=at(6)))
    console.greet()
    state = sensing.state(console)
    assert state.turn == 3
    assert "oot.unchanged" not in [ruling.matter for ruling in state.rulings]


# --- time that ran out meanwhile ------------------------------------------------------------------------------------


@pytest.fixture
def thinking(tmp_path: Path) -> Iterator[tuple[Rig, Peer, Peer, int]]:
    """A table whose book lets a hand die when its time is over, and when that is for seat 1."""
    rig = Rig(parse_table_file(table_text(tmp_path, rulebook="casino_tournament")))
    bridge, console = rig.peer("bridge"), rig.peer("console")
    for word in ("shuffle", "deal_done"):
        assert console.tell(DealerCommand(word=word)).accepted
    rig.wait(5_000_000_000_000)
    assert console.tell(DealerCommand(word="clock"), "floor").accepted
    clock = rig.state(console).clock
    assert clock is not None
    yield rig, bridge, console, clock.due
    rig.close()


def keyed_unheard(rig: Rig, bridge: Peer, console: Peer, stamp: int, back: int) -> PublicState:
    """Seat 1 calls at `stamp` while no controller runs; what the table says when one runs again, at `back`."""
    rig.kill()
    rig.clock.time = stamp
    bridge.outbox.put(sensed.SeatKey(seat=1, key="call", at=at(stamp)), stamp)
    rig.clock.time = back
    rig.start()
    rig.wait(0)
    bridge.greet()
    console.greet()
    return rig.state(console)


def test_a_key_in_time_is_in_time_though_nobody_listened_until_the_time_was_over(
    thinking: tuple[Rig, Peer, Peer, int],
) -> None:
    rig, bridge, console, due = thinking
    state = keyed_unheard(rig, bridge, console, due - MOMENT, due + MOMENT)
    assert (state.turn, state.seats[0].folded) == (2, False)


def test_a_key_too_late_is_too_late_though_nobody_listened_when_the_time_was_over(
    thinking: tuple[Rig, Peer, Peer, int],
) -> None:
    rig, bridge, console, due = thinking
    assert keyed_unheard(rig, bridge, console, due + MOMENT, due + 2 * MOMENT).seats[0].folded
