"""Only the newest counts."""

from __future__ import annotations

import asyncio

from controller.console.latest import Latest
from controller.console.pages import send_newest


def test_a_slow_follower_misses_what_came_between() -> None:
    async def follow() -> list[int]:
        latest: Latest[int] = Latest()
        latest.put(1)
        version, first = await latest.after(0)
        for value in range(2, 100):
            latest.put(value)
        _, second = await latest.after(version)
        return [first, second]

    assert asyncio.run(follow()) == [1, 99]


def test_every_follower_is_woken() -> None:
    async def follow() -> list[str]:
        latest: Latest[str] = Latest()
        waiting = [asyncio.create_task(latest.after(0)) for _ in range(3)]
        await asyncio.sleep(0)
        latest.put("x")
        return [(await task)[1] for task in waiting]

    assert asyncio.run(follow()) == ["x", "x", "x"]


def test_an_equal_value_wakes_nobody() -> None:
    async def follow() -> bool:
        latest: Latest[int] = Latest()
        latest.put(1)
        version, _ = await latest.after(0)
        latest.put(1)
        waiting = asyncio.create_task(latest.after(version))
        await asyncio.sleep(0)
        woken = waiting.done()
        waiting.cancel()
        return woken

    assert asyncio.run(follow()) is False


def test_a_browser_that_does_not_take_holds_up_one_state_and_no_more() -> None:
    """The socket takes nothing while it is stuck; when it takes again it gets the newest, once."""

    class StuckSocket:
        def __init__(self) -> None:
            self.sent: list[str] = []
            self.free = asyncio.Event()

        async def send_text(self, data: str) -> None:
            self.sent.append(data)
            await self.free.wait()

    async def feed() -> list[str]:
        latest: Latest[int] = Latest()
        browser = StuckSocket()
        sending = asyncio.create_task(send_newest(browser, latest, str))
        for value in range(100):
            latest.put(value)
            await asyncio.sleep(0)
        browser.free.set()
        await asyncio.sleep(0.01)
        sending.cancel()
        return browser.sent

    assert asyncio.run(feed()) in (["0", "99"], ["1", "99"])
