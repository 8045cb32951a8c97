"""The sending end of the event link: everything arrives once, in order, whatever is lost or restarted."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.messages.base import Interval
from firmware_bridge.messages.outbox import LIMIT, RESEND_AFTER, Outbox
from firmware_bridge.messages.sensed import PostPlaced
from firmware_bridge.messages.wire import Ack, Event, Welcome


def _post(number: int) -> PostPlaced:
    return PostPlaced(seat=1, present=True, at=Interval(absent=number, present=number))


def _numbers(messages: list[object]) -> list[int]:
    return [m.body.at.present for m in messages if isinstance(m, Event) and isinstance(m.body, PostPlaced)]


def test_nothing_is_sent_before_an_epoch_is_given() -> None:
    outbox = Outbox("bridge")
    assert outbox.put(_post(1), 0) == []
    sent = outbox.welcomed(Welcome(epoch=4, acked=0), 0)
    assert [(m.epoch, m.sequence) for m in sent if isinstance(m, Event)] == [(4, 1)]


def test_an_unacknowledged_event_is_sent_again_when_its_time_has_come() -> None:
    outbox = Outbox("bridge")
    outbox.welcomed(Welcome(epoch=1, acked=0), 0)
    outbox.put(_post(1), 0)
    assert outbox.wake(RESEND_AFTER - 1) == []
    assert _numbers(list(outbox.wake(RESEND_AFTER))) == [1]


def test_a_greeting_says_which_event_is_the_last_that_is_held() -> None:
    outbox = Outbox("bridge")
    outbox.welcomed(Welcome(epoch=1, acked=0), 0)
    for number in (1, 2):
        outbox.put(_post(number), 0)
    assert (outbox.hello().epoch, outbox.hello().last) == (1, 2)
    outbox.acknowledged(Ack(epoch=1, sequence=2), 0)
    assert outbox.hello().last == 0


def test_an_acknowledged_event_is_not_sent_again() -> None:
    outbox = Outbox("bridge")
    outbox.welcomed(Welcome(epoch=1, acked=0), 0)
    outbox.put(_post(1), 0)
    outbox.acknowledged(Ack(epoch=1, sequence=1), 10)
    assert outbox.deadline is None
    assert outbox.unacknowledged == 0


def test_an_acknowledgement_of_another_epoch_is_ignored() -> None:
    outbox = Outbox("bridge")
    outbox.welcomed(Welcome(epoch=2, acked=0), 0)
    outbox.put(_post(1), 0)
    outbox.acknowledged(Ack(epoch=1, sequence=1), 10)
    assert outbox.unacknowledged == 1


def test_a_new_epoch_numbers_what_is_held_anew_and_in_order() -> None:
    outbox = Outbox("bridge")
    outbox.welcomed(Welcome(epoch=1, acked=0), 0)
    for number in (1, 2, 3):
        outbox.put(_post(number), 0)
    outbox.acknowledged(Ack(epoch=1, sequence=1), 0)
    again = outbox.welcomed(Welcome(epoch=5, acked=0), 1)
    assert [m.sequence for m in again if isinstance(m, Event)] == [1, 2]
    assert _numbers(list(again)) == [2, 3]


def test_a_restarted_controller_says_what_it_has() -> None:
    outbox = Outbox("bridge")
    outbox.welcomed(Welcome(epoch=1, acked=0), 0)
    for number in (1, 2, 3):
        outbox.put(_post(number), 0)
    assert _numbers(list(outbox.welcomed(Welcome(epoch=1, acked=2), 1))) == [3]


def test_it_says_when_it_is_full() -> None:
    outbox = Outbox("bridge")
    for number in range(LIMIT):
        assert not outbox.full
        outbox.put(_post(number), 0)
    assert outbox.full


class Wire:
    """An outbox, a lossy wire, and a controller with a high-water mark at its other end."""

    def __init__(self) -> None:
        self.outbox, self.journal, self.high, self.now, self.made = Outbox("bridge"), list[int](), 0, 0, 0
        self.under_way = self.outbox.welcomed(Welcome(epoch=1, acked=0), 0)

    def put(self) -> None:
        self.made += 1
        self.under_way += self.outbox.put(_post(self.made), self.now)

    def arrive(self) -> None:
        """What is under way is journalled where it is the next one; the acknowledgement gets lost."""
        for event in self.under_way:
            assert isinstance(event, Event)
            if event.sequence == self.high + 1:
                self.high += 1
                self.journal.extend(_numbers([event]))
        self.lose()

    def deliver(self) -> None:
        self.arrive()
        self.outbox.acknowledged(Ack(epoch=1, sequence=self.high), self.now)

    def lose(self) -> None:
        self.under_way = []

    def resend(self) -> None:
        self.now += RESEND_AFTER
        self.under_way += self.outbox.wake(self.now)

    def restart(self) -> None:
        self.under_way = self.outbox.welcomed(Welcome(epoch=1, acked=self.high), self.now)


@given(
    st.lists(
        st.sampled_from([Wire.put, Wire.deliver, Wire.arrive, Wire.lose, Wire.resend, Wire.restart]), max_size=60
    )
)
def test_each_event_is_journalled_once_and_in_order_whatever_is_lost(course: list[Callable[[Wire], None]]) -> None:
    wire = Wire()
    for act in [*course, Wire.resend, Wire.deliver]:
        act(wire)
    assert wire.journal == list(range(1, wire.made + 1))
    assert wire.outbox.unacknowledged == 0
