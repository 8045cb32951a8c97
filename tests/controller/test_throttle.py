"""Guessing of secrets from many addresses, under many names: no way round the waits."""

from __future__ import annotations

import pytest

from controller.people.throttle import MOST_KEYS, SECOND, Throttle, place_of

DAY = 24 * 3600


def guesses(throttle: Throttle, account: str, place: str, now: int) -> int:
    """How many tries count at once."""
    made = 0
    while not throttle.wait(account, place, now):
        throttle.tried(account, place, now)
        made += 1
    return made


def test_invented_names_make_no_account_forgotten() -> None:
    throttle, now = Throttle(), SECOND
    for _ in range(8):  # the wait is some minutes by now
        now += 400 * SECOND
        throttle.tried("Ann", "web 10.0.0.1", now)
    before = throttle.wait("Ann", "web 10.9.9.9", now)
    for number in range(2 * MOST_KEYS):
        throttle.tried(f"nobody {number}", f"web 10.1.{number % 256}.{number // 256}", now)
    assert throttle.wait("Ann", "web 10.9.9.9", now) == before > 30


def test_what_is_remembered_of_tries_has_a_bound() -> None:
    throttle = Throttle()
    for number in range(3 * MOST_KEYS):
        throttle.tried(f"nobody {number}", f"web {number}", SECOND)
    assert len(throttle._tries) <= MOST_KEYS


def test_addresses_of_one_ipv6_network_wait_together() -> None:
    throttle, now = Throttle(), SECOND
    made = sum(guesses(throttle, f"person {n}", place_of("web", f"2001:db8::{n:x}"), now) for n in range(1, 100))
    assert made == 11  # ten that cost nothing, and the one that begins the wait


def test_one_person_of_a_thousand_addresses_guesses_some_thirty_times_a_day() -> None:
    throttle, made = Throttle(), 0
    for minute in range(24 * 60):
        made += guesses(
            throttle, "Ann", place_of("web", f"10.2.{minute % 4}.{minute // 4 % 250}"), minute * 60 * SECOND
        )
    assert made < 40


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("10.0.0.7", "web 10.0.0.7"),
        ("::ffff:10.0.0.7", "web 10.0.0.7"),
        ("2001:db8:0:1:2::9", "web 2001:db8:0:1::/64"),
        ("fe80::1%eth0", "web fe80::/64"),
        ("", "web "),
    ],
)
def test_a_place_is_what_a_visitor_cannot_choose(address: str, place: str) -> None:
    assert place_of("web", address) == place
