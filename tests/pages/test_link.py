"""The console's end of the link to the controller: no verdict is lost between a greeting and its answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import zmq.asyncio

from controller.console.link import ControllerLink
from firmware_bridge.messages.clock import RealClock
from firmware_bridge.messages.told import DealerCommand, Entered
from firmware_bridge.messages.wire import Ack, Event, Verdict, Welcome

SHUFFLE = Entered(session="s", told=DealerCommand(word="shuffle"))
TOLD = Verdict(epoch=1, sequence=1, accepted=True)


def with_link(run: Path, test: Callable[[ControllerLink, list[Any]], Coroutine[Any, Any, None]]) -> None:
    """A link that was greeted in epoch 1, and what it sends."""

    async def linked() -> None:
        context = zmq.asyncio.Context()
        link, sent = ControllerLink(run, RealClock(), context), list[Any]()

        async def send(message: Any) -> None:
            sent.append(message)

        link._send = send  # type: ignore[method-assign]
        try:
            await link._act_on(Welcome(epoch=1, acked=0))
            link._must_be_here = lambda: None  # type: ignore[method-assign]
            await test(link, sent)
        finally:
            context.destroy(linger=0)

    asyncio.run(linked())


def test_a_verdict_that_comes_behind_a_welcome_is_heard(tmp_path: Path) -> None:
    async def test(link: ControllerLink, _sent: list[Any]) -> None:
        entry = asyncio.create_task(link.tell(SHUFFLE))
        await asyncio.sleep(0)
        for message in (Welcome(epoch=1, acked=1), Ack(epoch=1, sequence=1), TOLD):
            await link._act_on(message)
        assert await entry == TOLD

    with_link(tmp_path, test)


def test_an_entry_that_is_journalled_but_not_judged_is_sent_once_more(tmp_path: Path) -> None:
    async def test(link: ControllerLink, sent: list[Any]) -> None:
        entry = asyncio.create_task(link.tell(SHUFFLE))
        await asyncio.sleep(0)
        sent.clear()
        await link._act_on(Welcome(epoch=1, acked=1))
        assert [(event.epoch, event.sequence) for event in sent if isinstance(event, Event)] == [(1, 1)]
        await link._act_on(TOLD)
        assert await entry == TOLD

    with_link(tmp_path, test)


def test_an_entry_that_is_numbered_anew_gets_the_verdict_of_its_new_number(tmp_path: Path) -> None:
    async def test(link: ControllerLink, sent: list[Any]) -> None:
        entry = asyncio.create_task(link.tell(SHUFFLE))
        await asyncio.sleep(0)
        sent.clear()
        await link._act_on(Welcome(epoch=2, acked=0))
        assert [(event.epoch, event.sequence) for event in sent if isinstance(event, Event)] == [(2, 1)]
        await link._act_on(TOLD)  # of the epoch that is over
        assert not entry.done()
        await link._act_on(TOLD.model_copy(update={"epoch": 2}))
        assert (await entry).epoch == 2

    with_link(tmp_path, test)
