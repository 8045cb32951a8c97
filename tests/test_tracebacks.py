"""A failure at an instruction without a line number is reported like any other."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.tracebacks import entries, give_lines


def without_lines(function: Callable[[], None]) -> Callable[[], None]:
    """The same code, of which no instruction says its line: entries of `co_linetable` of kind 15, 8 units each."""
    units = len(function.__code__.co_code) // 2
    table = bytes(0x80 | 15 << 3 | min(8, units - at) - 1 for at in range(0, units, 8))
    function.__code__ = function.__code__.replace(co_linetable=table)
    return function


@without_lines
def interrupted() -> None:
    raise TimeoutError


@without_lines
def interrupted_again() -> None:
    try:
        interrupted()
    except TimeoutError:
        raise KeyError from None


@pytest.mark.parametrize("function", [interrupted, interrupted_again])
def test_an_error_without_lines_is_printed(function: Callable[[], None]) -> None:
    with pytest.raises((TimeoutError, KeyError)) as caught:
        function()
    assert give_lines(caught.value)
    shown = str(pytest.ExceptionInfo.from_exception(caught.value).getrepr())
    assert f"test_tracebacks.py:{function.__code__.co_firstlineno}: {caught.typename}" in shown


def test_an_error_with_lines_stays_as_it_is() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        _ = 1 // 0
    before = list(entries(caught.value.__traceback__))
    assert not give_lines(caught.value)
    assert list(entries(caught.value.__traceback__)) == before
