"""A visitor of a simulated table's pages, logged in by its published PIN."""

from __future__ import annotations

import json
import urllib.request

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from firmware_bridge.messages.people import DEMO_NAMES, DEMO_PIN
from firmware_bridge.messages.roles import Role


def cookie_of(address: str, role: Role = "display") -> str:
    """The cookie of a session in that role. Raises OSError while the pages are not there."""
    origin = f"http://{address}"
    body = json.dumps({"do": "log_in", "name": DEMO_NAMES[role], "secret": DEMO_PIN}).encode()
    headers = {"content-type": "application/json", "origin": origin}
    request = urllib.request.Request(f"{origin}/session", body, headers)  # noqa: S310 - our own address
    with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310 - as above
        return str(answer.headers["set-cookie"]).partition(";")[0]


def watching(address: str, cookie: str = "") -> ClientConnection:
    """The table as a browser sees it, with a log-in of its own if it brings no cookie. Raises OSError, EOFError,
    WebSocketException."""
    headers = {"Cookie": cookie or cookie_of(address)}
    return connect(f"ws://{address}/live", origin=Origin(f"http://{address}"), additional_headers=headers)
