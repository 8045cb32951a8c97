"""The console's end of the sockets to the controller: the public stream, the snapshots, and the entries.

Raises ControllerAway if an entry could not be handed over, or if its fate is not known.
"""

import asyncio
import contextlib
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import structlog
import zmq
import zmq.asyncio

from firmware_bridge.messages.base import Message
from firmware_bridge.messages.clock import Clock
from firmware_bridge.messages.outbox import Outbox
from firmware_bridge.messages.people import PersonAnswer, PersonAsk, PersonRequest
from firmware_bridge.messages.public import PublicState, Text
from firmware_bridge.messages.told import Entered
from firmware_bridge.messages.wire import (
    STATE_TOPIC,
    Ack,
    Event,
    Hello,
    SnapshotRequest,
    Verdict,
    Welcome,
    WireError,
    decode_from_controller,
    encode,
)

from .latest import Latest

SOURCE = "console"

# The controller is asked for its state this often, which is how its absence is noticed. A person must see PAUSED
# before they act on a stale page. Four unanswered questions are two seconds, the time of one act at the table.
ASK_EVERY_S = 0.5
AWAY_AFTER_S = 2.0

# With an entry unacknowledged for this long the controller may have been restarted, so it is greeted again.
GREET_AGAIN_S = 1.0

# A commit takes 4-50 ms even on a slow SD card. A restart with replay takes up to five seconds.
VERDICT_WITHIN_S = 8.0

log = structlog.get_logger("console")


class ControllerAway(Exception):
    """An entry could not be handed over, or its fate is not known. `text` says so."""

    def __init__(self, key: str) -> None:
        self.text = Text(key=f"refused.{key}")
        super().__init__(self.text.key)


@dataclass(frozen=True, slots=True)
class Presence:
    """Whether the controller answers. `since`: the wall-clock time (s) of its last answer, or of our start."""

    controller: Literal["here", "away"]
    since: float


@dataclass(slots=True)
class _Pending:
    """An entry whose verdict a page waits for."""

    event: Event
    verdict: asyncio.Future[Verdict]


class ControllerLink:
    """Follows the controller through its restarts. All methods belong to one event loop."""

    def __init__(self, run: Path, clock: Clock, context: zmq.asyncio.Context) -> None:
        self.state: Latest[PublicState] = Latest()
        self.presence: Latest[Presence] = Latest()
        self._clock = clock
        self._outbox = Outbox(SOURCE)
        self._pending: dict[int, _Pending] = {}
        self._answers: dict[int, asyncio.Future[PersonAnswer]] = {}
        self._asked = 0
        self._heard = time.monotonic()
        self._heard_at = time.time()
        self._greeted_at = 0.0
        self._stream = context.socket(zmq.SUB)
        self._stream.setsockopt(zmq.CONFLATE, 0)
        self._stream.setsockopt(zmq.LINGER, 0)
        self._stream.subscribe(STATE_TOPIC)
        self._stream.connect(f"ipc://{run}/state.ipc")
        self._events = context.socket(zmq.DEALER)
        self._events.setsockopt(zmq.LINGER, 0)
        # Questions to a controller that is away are dropped, so they do not pile up for its return.
        self._events.setsockopt(zmq.IMMEDIATE, 1)
        self._events.connect(f"ipc://{run}/events.ipc")

    async def run(self) -> None:
        """Run until cancelled."""
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._follow_stream())
                tasks.create_task(self._follow_answers())
                tasks.create_task(self._keep_asking())
        finally:
            self._stream.close()
            self._events.close()

    async def ask(self, ask: PersonAsk, address: str = "") -> PersonAnswer:
        """Ask something about people. Raises ControllerAway."""
        self._must_be_here()
        self._asked += 1
        number = self._asked
        answer: asyncio.Future[PersonAnswer] = asyncio.get_running_loop().create_future()
        self._answers[number] = answer
        try:
            await self._send(PersonRequest(source=SOURCE, number=number, address=address, ask=ask))
            async with asyncio.timeout(VERDICT_WITHIN_S):
                return await answer
        except TimeoutError:
            raise ControllerAway("no_answer") from None
        finally:
            del self._answers[number]

    def _must_be_here(self) -> None:
        presence = self.presence.value
        if presence is None or presence.controller == "away":
            raise ControllerAway("away")

    async def tell(self, entered: Entered) -> Verdict:
        """Hand over an entry and wait for its verdict. Raises ControllerAway.

        While the controller is away no entry is taken. One that takes effect minutes later is worse than none.
        """
        self._must_be_here()
        if self._outbox.epoch is None:
            raise ControllerAway("starting")
        verdict: asyncio.Future[Verdict] = asyncio.get_running_loop().create_future()
        events = self._outbox.put(entered, self._clock.now())
        self._remember(events, verdict)
        await self._send_all(events)
        try:
            async with asyncio.timeout(VERDICT_WITHIN_S):
                return await verdict
        except TimeoutError:
            raise ControllerAway("perhaps_entered") from None
        finally:
            self._forget(verdict)

    def _remember(self, events: list[Message], verdict: asyncio.Future[Verdict]) -> None:
        event = next(event for event in events if isinstance(event, Event))
        self._pending[event.sequence] = _Pending(event, verdict)

    def _forget(self, verdict: asyncio.Future[Verdict]) -> None:
        for key in [key for key, pending in self._pending.items() if pending.verdict is verdict]:
            del self._pending[key]

    async def _follow_stream(self) -> None:
        while True:
            frames = await self._stream.recv_multipart()
            if len(frames) == 2:
                await self._take(frames[1])

    async def _follow_answers(self) -> None:
        while True:
            frames = await self._events.recv_multipart()
            await self._take(frames[-1])

    async def _take(self, data: bytes) -> None:
        try:
            message = decode_from_controller(data)
        except WireError as error:
            log.error("a message of the controller was not understood", reason=str(error))  # noqa: TRY400 - no trace
            return
        self._heard, self._heard_at = time.monotonic(), time.time()
        if self.presence.value is None or self.presence.value.controller == "away":
            self.presence.put(Presence("here", self._heard_at))
            log.info("the controller answers")
            await self._greet()
        await self._act_on(message)

    async def _act_on(self, message: Message) -> None:
        match message:
            case PublicState():
                await self._take_state(message)
            case Welcome():
                await self._welcomed(message)
            case Ack():
                self._outbox.acknowledged(message, self._clock.now())
            case Verdict():
                self._resolve(message)
            case PersonAnswer():
                self._answered(message)
            case _:
                pass  # orders are for the bridge

    async def _take_state(self, state: PublicState) -> None:
        known = self.state.value
        if known is not None and known.epoch == state.epoch and known.revision >= state.revision:
            return
        self.state.put(state)
        if known is not None and known.epoch != state.epoch:
            await self._greet()  # the controller was restarted and does not know us yet

    async def _welcomed(self, welcome: Welcome) -> None:
        same = self._outbox.epoch == welcome.epoch
        events = self._outbox.welcomed(welcome, self._clock.now())
        if same:
            # A journalled entry is sent again as long as its verdict has not come. The controller may have died
            # before it sent the verdict, and then sends it again.
            journalled = [one.event for one in self._pending.values() if one.event.sequence <= welcome.acked]
            await self._send_all([*journalled, *events])
            return
        waiting = list(self._pending.values())
        self._pending = {
            event.sequence: _Pending(event, pending.verdict)
            for event in events
            if isinstance(event, Event)
            for pending in waiting
            if pending.event.body is event.body
        }
        await self._send_all(events)

    def _answered(self, answer: PersonAnswer) -> None:
        waiting = self._answers.get(answer.number)
        if waiting is not None and not waiting.done():
            waiting.set_result(answer)

    def _resolve(self, verdict: Verdict) -> None:
        pending = self._pending.get(verdict.sequence) if verdict.epoch == self._outbox.epoch else None
        if pending is not None and not pending.verdict.done():
            pending.verdict.set_result(verdict)

    async def _keep_asking(self) -> None:
        await self._greet()
        while True:
            await self._send(SnapshotRequest(source=SOURCE))
            await self._send_all(self._outbox.wake(self._clock.now()))
            if self._needs_greeting():
                await self._greet()
            self._judge_presence()
            await asyncio.sleep(ASK_EVERY_S)

    def _needs_greeting(self) -> bool:
        unsettled = self._outbox.epoch is None or self._outbox.unacknowledged > 0
        return unsettled and time.monotonic() - self._greeted_at >= GREET_AGAIN_S

    async def _greet(self) -> None:
        self._greeted_at = time.monotonic()
        hello: Hello = self._outbox.hello()
        await self._send(hello)

    def _judge_presence(self) -> None:
        if time.monotonic() - self._heard < AWAY_AFTER_S:
            return
        if self.presence.value is None or self.presence.value.controller == "here":
            log.warning("the controller does not answer", seconds=AWAY_AFTER_S)
        self.presence.put(Presence("away", self._heard_at))

    async def _send_all(self, messages: list[Message]) -> None:
        for message in messages:
            await self._send(message)

    async def _send(self, message: Message) -> None:
        # Not connected. The outbox sends it again, and a question is asked again.
        with contextlib.suppress(zmq.Again):
            await self._events.send(encode(message), zmq.NOBLOCK)
