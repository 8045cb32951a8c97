"""Answer each source once its messages are durable: acknowledgements, verdicts, answers to people."""

from controller.service.transport.acknowledged import Acknowledged
from controller.service.transport.links import Links
from controller.service.transport.sources import CONSOLE
from firmware_bridge.messages.base import Message
from firmware_bridge.messages.people import PersonAnswer
from firmware_bridge.messages.public import Text
from firmware_bridge.messages.wire import Ack, Event, Verdict


class Replies:
    """Keeps what waits for the commit."""

    def __init__(self, links: Links, acknowledged: Acknowledged) -> None:
        self._links, self._acknowledged = links, acknowledged
        self._acks: dict[str, Ack] = {}
        self._verdicts: list[tuple[str, Message]] = []
        self._to_people: list[tuple[bytes, PersonAnswer]] = []

    def acknowledge(self, event: Event) -> None:
        """The event was taken in."""
        self._acks[event.source] = Ack(epoch=event.epoch, sequence=event.sequence)

    def acknowledge_again(self, event: Event, high: int) -> None:
        """The event was taken in before, as all up to sequence `high`."""
        self._acks.setdefault(event.source, Ack(epoch=event.epoch, sequence=high))

    def verdict(self, event: Event, accepted: bool, reason: Text | None, article: str | None = None) -> None:
        """Say whether an entry was accepted, and why not."""
        verdict = Verdict(
            epoch=event.epoch,
            sequence=event.sequence,
            accepted=accepted,
            refused=reason,
            article=article,
        )
        self._verdicts.append((event.source, verdict))

    def answer(self, identity: bytes, answer: PersonAnswer) -> None:
        """Answer a person's request through the connection that it came by."""
        self._to_people.append((identity, answer))

    def let_out(self) -> None:
        """Send everything."""
        if (ack := self._acks.get(CONSOLE)) is not None:
            self._acknowledged.note(ack.epoch, ack.sequence)
        for source, ack in self._acks.items():
            self._links.send(source, ack)
        for source, message in self._verdicts:
            self._links.send(source, message)
        self.drop()
        for identity, answer in self._to_people:
            self._links.answer(identity, answer)
        self._to_people.clear()

    def drop(self) -> None:
        """Drop what is not durable: without an answer it comes again."""
        self._acks.clear()
        self._verdicts.clear()
