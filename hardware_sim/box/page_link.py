"""A person at the table's own pages: logs in by name, reads what they show, and enters what a dealer enters."""

import json
import threading
import time
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Final
from urllib.error import HTTPError

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from firmware_bridge.messages.loop import Loop
from firmware_bridge.messages.public import PublicState
from firmware_bridge.messages.roles import Role
from firmware_bridge.messages.told import Told
from hardware_sim.errands import Errands

WITHIN_S: Final = 60.0
"""For an answer of the pages. A hash of a secret takes two seconds on a Pi, and a busy machine takes longer."""

LOOK_AGAIN_S: Final = 0.5
"""Between two tries while the console does not have the controller yet. A person does not see it."""


class PageLink:
    """A `TableLink` through the pages. `came` is called once the table shows itself, `failed` with the trouble if the
    pages cannot be used.

    It logs in from a thread of its own, so that the parts go on answering meanwhile.
    """

    def __init__(
        self, loop: Loop, address: str, name: str, secret: str,
        came: Callable[[], None], failed: Callable[[str], None],
    ) -> None:  # fmt: skip
        self.on_change: Callable[[], None] = lambda: None
        self.state: PublicState | None = None
        self.refusals: list[str] = []
        self._came, self._failed = came, failed
        self._number = 0
        self._errands = Errands(loop, lambda _trouble: None)
        self._sockets: list[ClientConnection] = []
        threading.Thread(target=self._come, args=(address, name, secret), daemon=True).start()

    @property
    def says(self) -> PublicState:
        if self.state is None:
            raise RuntimeError("the table has said nothing yet")
        return self.state

    def tell(self, role: Role, told: Told) -> None:  # noqa: ARG002 - the account has the role
        self._number += 1
        self._sockets[0].send(json.dumps({"id": self._number, "told": told.model_dump(mode="json")}))

    def _come(self, address: str, name: str, secret: str) -> None:
        """In a thread of its own: log in, and listen until the sockets are closed."""
        try:
            cookie = _cookie(address, name, secret)
            self._sockets += [_opened(address, cookie, "entries"), _opened(address, cookie, "live")]
            entries, live = self._sockets
            threading.Thread(target=self._listen, args=(entries, self._answered), daemon=True).start()
            self._listen(live, self._shown)
        except (OSError, WebSocketException) as error:
            trouble = str(error)
            self._errands.put(lambda _now: self._failed(trouble))

    def _listen(self, socket: ClientConnection, take: Callable[[str], None]) -> None:
        with suppress(WebSocketException):
            for text in socket:
                self._errands.put(lambda _now, text=text: take(str(text)))  # type: ignore[misc]

    def _shown(self, text: str) -> None:
        first = self.state is None
        self.state = PublicState.model_validate_json(text)
        if first:
            self._came()
        self.on_change()

    def _answered(self, text: str) -> None:
        reply = json.loads(text)
        if not reply["accepted"]:
            self.refusals.append(reply["refused"]["key"])

    def close(self) -> None:
        """Close both sockets."""
        for socket in self._sockets:
            socket.close()
        self._errands.close()


def _cookie(address: str, name: str, secret: str) -> str:
    """The cookie of a session."""
    body = json.dumps({"do": "log_in", "name": name, "secret": secret}).encode()
    headers = {"content-type": "application/json", "origin": f"http://{address}"}
    request = urllib.request.Request(f"http://{address}/session", body, headers)
    return _set_by_the_table(request).partition(";")[0]


def _set_by_the_table(request: urllib.request.Request) -> str:
    """The cookie that is set. The pages are there before the table is, and say 503 until it has come."""
    deadline = time.monotonic() + WITHIN_S
    while True:
        try:
            with urllib.request.urlopen(request, timeout=WITHIN_S) as answer:  # noqa: S310 - the table's own pages
                return str(answer.headers["set-cookie"])
        except HTTPError as error:
            if error.code != HTTPStatus.SERVICE_UNAVAILABLE or time.monotonic() > deadline:
                raise
        time.sleep(LOOK_AGAIN_S)


def _opened(address: str, cookie: str, path: str) -> ClientConnection:
    origin = Origin(f"http://{address}")
    return connect(
        f"ws://{address}/{path}", origin=origin, additional_headers={"Cookie": cookie}, open_timeout=WITHIN_S
    )
