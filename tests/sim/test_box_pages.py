"""The robot of `sabot box` logs in at the table's pages."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from firmware_bridge.messages.clock import RealClock
from firmware_bridge.messages.loop import Loop
from hardware_sim.box import page_link
from hardware_sim.box.page_link import PageLink

WRONG_SECRET = 401
TABLE_AWAY = 503


class Pages(HTTPServer):
    """Pages whose table comes after two requests, and does not know who asks."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answers)
        self.answers = iter([TABLE_AWAY, TABLE_AWAY, WRONG_SECRET])


class Answers(BaseHTTPRequestHandler):
    server: Pages

    def do_POST(self) -> None:
        self.send_error(next(self.server.answers))

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def pages() -> Iterator[Pages]:
    server = Pages()
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_table_that_is_still_starting_is_waited_for(pages: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_link, "LOOK_AGAIN_S", 0)
    loop, troubles = Loop(RealClock()), list[str]()

    def failed(trouble: str) -> None:
        troubles.append(trouble)
        loop.stop()

    link = PageLink(loop, f"127.0.0.1:{pages.server_port}", "Ann", "wrong", lambda: None, failed)
    loop.run()
    link.close()
    assert troubles == ["HTTP Error 401: Unauthorized"]
