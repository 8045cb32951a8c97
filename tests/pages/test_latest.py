"""Only the newest counts."""

from __future__ import annotations

import asyncio

from controller.console.latest import Latest


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
