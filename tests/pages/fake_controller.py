"""A controller as the console sees it: greets, acknowledges, judges, publishes. In a thread, on real ipc sockets."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

import zmq

from firmware_bridge.messages.base import Message
from firmware_bridge.messages.foreseen import Foreseen
from firmware_bridge.messages.guided import GuidedAct, GuidedNow, GuidedSheet, NamingNow
from firmware_bridge.messages.moments import PublicMoment
from firmware_bridge.messages.people import (
    Confirm,
    Diagnosis,
    Foresee,
    GuideTest,
    HowTestStands,
    LogIn,
    LookBack,
    Person,
    PersonAnswer,
    PersonAsk,
    PersonRequest,
    Recall,
    RecalledLine,
    RecalledStep,
    SetUp,
)
from firmware_bridge.messages.public import PublicState, Text
from firmware_bridge.messages.roles import ROLES
from firmware_bridge.messages.status import Status
from firmware_bridge.messages.told import Command, Entered
from firmware_bridge.messages.wire import (
    STATE_TOPIC,
    Ack,
    Event,
    Hello,
    Incoming,
    SnapshotRequest,
    Verdict,
    Welcome,
    decode_to_controller,
    encode,
)

POLL_MS = 10
SECRET = "246810"  # noqa: S105 - of nobody


def accept_all(_command: Command) -> tuple[bool, str, str | None]:
    return True, "", None


class FakeController:
    """`judge` decides each command: (accepted, reason, article). What was journalled stands in `commands`.

    The token of a session is the name of its role; each role's secret is `SECRET`. `asked` has what was asked about
    people, `people` all accounts.
    """

    def __init__(self, run: Path, state: PublicState, epoch: int = 1) -> None:
        self.judge: Callable[[Command], tuple[bool, str, str | None]] = accept_all
        self.commands: list[Command] = []
        self.asked: list[PersonAsk] = []
        self.people: list[Person] = [Person(name=f"The {role}", role=role) for role in ROLES]
        self.vacant = False
        self.second = False  # whether the next command takes two people
        self.foreseen: dict[str, Foreseen | Text] = {}  # by answer: what it would change, or why it is refused
        self.moments: dict[str, tuple[PublicMoment, ...]] = {}  # by question, "": of the hand
        self.status: Status | None = None  # of the bridge
        self.status_age_ms = 0
        self.test = GuidedNow()
        self.naming = NamingNow()
        self.sheet: GuidedSheet | None = None
        self.acts: list[GuidedAct] = []  # what was said in guided tests
        self.deaf = False
        self._run, self._state, self._epoch = run, state, epoch
        self._greeted: dict[bytes, int] = {}
        self._high = 0
        self._ending = threading.Event()
        self._lock = threading.Lock()
        self._to_publish = deque([state])
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="fake controller")
        self._thread.start()
        assert self._ready.wait(5)

    def publish(self, state: PublicState) -> None:
        with self._lock:
            if state.revision != self._state.revision:
                self._to_publish.append(state)
            self._state = state

    def resume(self, high: int) -> None:
        """As after a restart with a journal: everything up to `high` is known."""
        self._high = high

    def stop(self) -> None:
        self._ending.set()
        self._thread.join(5)

    def _serve(self) -> None:
        context = zmq.Context()
        router, stream = context.socket(zmq.ROUTER), context.socket(zmq.PUB)
        for socket, name in ((router, "events"), (stream, "state")):
            socket.setsockopt(zmq.LINGER, 0)
            socket.bind(f"ipc://{self._run}/{name}.ipc")
        self._ready.set()
        while not self._ending.is_set():
            self._publish_changes(stream)
            if router.poll(POLL_MS):
                identity, data = router.recv_multipart()
                if not self.deaf:
                    for answer in self._answers(identity, decode_to_controller(data)):
                        router.send_multipart([identity, encode(answer)])
        context.destroy(linger=0)

    def _publish_changes(self, stream: zmq.Socket[bytes]) -> None:
        with self._lock:
            changes = () if self.deaf else tuple(self._to_publish)
            self._to_publish = deque(self._to_publish if self.deaf else ())
        for state in changes:
            stream.send_multipart([STATE_TOPIC, encode(state)])

    def _answers(self, identity: bytes, message: Incoming) -> list[Message]:
        match message:
            case PersonRequest():
                self.asked.append(message.ask)
                return [self._person(message).model_copy(update={"number": message.number})]
            case Hello():
                epoch = self._greeted[identity] = message.epoch or self._epoch
                return [Welcome(epoch=epoch, acked=self._high)]
            case SnapshotRequest():
                with self._lock:
                    return [self._state]
            case Event():
                return self._journal(identity, message)
            case _:
                return []

    def _journal(self, identity: bytes, event: Event) -> list[Message]:
        if identity not in self._greeted or event.sequence > self._high + 1:
            return []
        ack = Ack(epoch=event.epoch, sequence=event.sequence)
        if event.sequence <= self._high:
            return [ack]
        assert isinstance(event.body, Entered)
        self._high = event.sequence
        about: dict[str, Any] = {"epoch": event.epoch, "sequence": event.sequence}
        person = self._by_token(event.body.session)
        if person is None:
            return [ack, Verdict(**about, accepted=False, refused=Text(key="refused.session"))]
        if self.second and not event.body.second:
            return [ack, Verdict(**about, accepted=False, refused=Text(key="refused.second"))]
        command = Command(role=person.role, author=person.name, second=event.body.second, told=event.body.told)
        self.commands.append(command)
        accepted, reason, article = self.judge(command)
        refused = Text(key=reason) if reason else None
        return [ack, Verdict(**about, accepted=accepted, refused=refused, article=article)]

    def _by_token(self, token: str) -> Person | None:
        return next((person for person in self.people if person.role == token), None)

    def _person(self, request: PersonRequest) -> PersonAnswer:
        ask = request.ask
        match ask:
            case Recall():
                line = RecalledLine(name="ruling", values="act.fold")
                step = RecalledStep(
                    record=40 + ask.back, time="20:15:00", source="bridge", kind="seat_key", lines=(line,)
                )
                return PersonAnswer(number=0, recalled=(step,) if ask.back < 2 else ())
            case LogIn() | Confirm():
                known = next((p for p in self.people if p.name == ask.name and ask.secret == SECRET), None)
                if known is None:
                    return PersonAnswer(number=0, refused=Text(key="refused.log_in"))
                return PersonAnswer(number=0, token=known.role, person=known)
            case SetUp():
                self.vacant = False
                director = Person(name=ask.name, role="director")
                return PersonAnswer(number=0, token=director.role, person=director)
        if isinstance(ask, HowTestStands):
            return PersonAnswer(number=0, test=self.test, naming=self.naming, sheet=self.sheet if ask.sheet else None)
        return self._of_session(ask)

    def _of_session(self, ask: PersonAsk) -> PersonAnswer:
        assert not isinstance(ask, LogIn | SetUp)
        person = self._by_token(ask.session)
        if person is None:
            return PersonAnswer(number=0, refused=Text(key="refused.session"), vacant=self.vacant)
        if isinstance(ask, LookBack):
            return PersonAnswer(number=0, moments=self.moments.get(ask.ask, ()))
        if isinstance(ask, Diagnosis):
            may = person.role in ("technician", "director")
            refused = None if may else Text(key="refused.role", params={"role": person.role, "least": "technician"})
            status = self.status if may else None
            return PersonAnswer(number=0, refused=refused, status=status, status_age_ms=self.status_age_ms)
        if isinstance(ask, GuideTest):
            self.acts.append(ask.act)
        if isinstance(ask, Foresee):
            found = self.foreseen.get(ask.option, Foreseen())
            refused = found if isinstance(found, Text) else None
            return PersonAnswer(number=0, refused=refused, foreseen=found if isinstance(found, Foreseen) else None)
        return PersonAnswer(number=0, person=person, people=tuple(self.people))
