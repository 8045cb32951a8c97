"""Hosts and origins that may speak to the console."""

from __future__ import annotations

import pytest

from controller.console.origin import known_host, same_origin


@pytest.mark.parametrize(
    "host", ["127.0.0.1:8080", "localhost:8080", "[::1]:8080", "192.168.1.7", "table-7.pit:8080"]
)
def test_names_of_this_machine_are_known(host: str) -> None:
    assert known_host(host, bound="table-7.pit")


@pytest.mark.parametrize(
    "host", ["evil.example:8080", "127.0.0.1.evil.example", "localhost.evil.example", "", "[", "[::", "[a]"]
)
def test_a_name_that_somebody_lets_point_here_is_not_known(host: str) -> None:
    assert not known_host(host, bound="127.0.0.1")


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://evil.example", "127.0.0.1:8080"),
        ("http://127.0.0.1:8081", "127.0.0.1:8080"),
        ("http://localhost:8080", "127.0.0.1:8080"),
        ("null", "127.0.0.1:8080"),
        ("file://127.0.0.1:8080", "127.0.0.1:8080"),
        ("http://[", "127.0.0.1:8080"),
        (None, "127.0.0.1:8080"),
        ("http://127.0.0.1:8080", None),
    ],
)
def test_scripts_of_another_origin_are_refused(origin: str | None, host: str | None) -> None:
    assert not same_origin(origin, host)


def test_scripts_of_the_page_itself_are_welcome() -> None:
    assert same_origin("http://127.0.0.1:8080", "127.0.0.1:8080")
