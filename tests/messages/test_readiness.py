"""What a loop waits for: descriptors, ZeroMQ sockets and files."""

from __future__ import annotations

import os
import select
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
import zmq

from firmware_bridge.messages.readiness import Readiness


@pytest.fixture
def pipes() -> Iterator[list[tuple[int, int]]]:
    made = [os.pipe() for _ in range(3)]
    yield made
    for end in (end for pipe in made for end in pipe):
        os.close(end)


@pytest.fixture
def sockets() -> Iterator[tuple[zmq.Socket[bytes], zmq.Socket[bytes]]]:
    context: zmq.Context[zmq.Socket[bytes]] = zmq.Context()
    here, there = context.socket(zmq.PAIR), context.socket(zmq.PAIR)
    here.bind("inproc://readiness")
    there.connect("inproc://readiness")
    yield here, there
    context.destroy(linger=0)


def test_what_can_be_read_is_told_in_the_order_of_registration(pipes: list[tuple[int, int]]) -> None:
    """Else a run on the virtual clock would not be the same every time."""
    readiness = Readiness()
    for reading, _ in pipes:
        readiness.register(reading)
    for _, writing in (pipes[2], pipes[0]):
        os.write(writing, b"x")
    assert readiness.wait(100) == [pipes[0][0], pipes[2][0]]


def test_nothing_is_told_of_what_was_taken_off_the_list(pipes: list[tuple[int, int]]) -> None:
    readiness, (reading, writing) = Readiness(), pipes[0]
    readiness.register(reading)
    os.write(writing, b"x")
    readiness.unregister(reading)
    assert readiness.wait(0) == []


def test_of_a_wire_that_is_left_alone_only_a_hang_up_is_told() -> None:
    readiness, (reading, writing) = Readiness(), os.pipe()
    readiness.register(reading, hang_up_only=True)
    os.write(writing, b"x")
    assert readiness.wait(0) == []
    os.close(writing)
    assert readiness.wait(100) == [reading]
    os.close(reading)


def test_a_second_message_is_told_though_there_is_no_more_news_of_the_socket(
    sockets: tuple[zmq.Socket[bytes], zmq.Socket[bytes]],
) -> None:
    readiness, (here, there) = Readiness(), sockets
    readiness.register(here)
    there.send(b"one")
    there.send(b"two")
    assert readiness.wait(100) == [here]
    here.recv()
    assert readiness.wait(100) == [here]
    here.recv()
    assert readiness.wait(0) == []


def test_a_file_can_always_be_read(tmp_path: Path) -> None:
    """A guided test may take its answers from a file."""
    (tmp_path / "answers").write_text("yes\n")
    readiness = Readiness()
    with (tmp_path / "answers").open() as file:
        readiness.register(file.fileno())
        assert readiness.wait(None) == [file.fileno()]


def test_a_descriptor_that_was_closed_can_be_taken_off_the_list(pipes: list[tuple[int, int]]) -> None:
    readiness, copy = Readiness(), os.dup(pipes[0][0])
    readiness.register(copy)
    os.close(copy)
    readiness.unregister(copy)
    assert readiness.wait(0) == []


def test_news_of_a_socket_without_a_message_ends_no_wait(
    sockets: tuple[zmq.Socket[bytes], zmq.Socket[bytes]], pipes: list[tuple[int, int]]
) -> None:
    """Else the shared clock would go on before the bytes of a wire have come."""
    readiness, (here, _), (reading, writing) = Readiness(), sockets, pipes[0]
    readiness.register(here)
    readiness.register(reading)
    looks = iter([[(here.getsockopt(zmq.FD), select.EPOLLIN)], [(reading, select.EPOLLIN)]])
    readiness._epoll = SimpleNamespace(poll=lambda _timeout: next(looks))  # type: ignore[assignment]  # of the kernel
    os.write(writing, b"x")
    assert readiness.wait(100) == [reading]
