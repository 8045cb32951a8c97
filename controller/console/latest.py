"""A value whose newest version alone counts. A slow follower misses what came between, and nothing queues."""

import asyncio
from typing import Generic, TypeVar

T = TypeVar("T")


class Latest(Generic[T]):
    """One writer in the event loop, any number of followers, each at its own pace."""

    def __init__(self) -> None:
        self._value: T | None = None
        self._version = 0
        self._changed = asyncio.Event()

    @property
    def value(self) -> T | None:
        """The newest value, None before the first."""
        return self._value

    def put(self, value: T) -> None:
        """Replace the value and wake every follower. An equal value wakes no follower."""
        if self._version and value == self._value:
            return
        self._value = value
        self._version += 1
        self._changed.set()
        self._changed = asyncio.Event()

    async def after(self, version: int) -> tuple[int, T]:
        """Wait for a value newer than `version` (0: any). Return it with its own version."""
        while self._version <= version:
            await self._changed.wait()
        value = self._value
        assert value is not None  # noqa: S101 - a version above 0 means that `put` has been called
        return self._version, value
