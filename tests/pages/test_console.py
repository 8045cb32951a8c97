"""The console process: what goes out on its sockets, what it hands on, and how it ends."""

from __future__ import annotations

import json
import os
import signal
import socket
import time
import urllib.error
import urllib.request
from http.client import HTTPResponse
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from controller.poker.entries import ENTRIES
from firmware_bridge.messages.public import PublicState
from firmware_bridge.messages.told import DealerCommand, Declared
from tests.until import until

from .conftest import Table, start_console
from .fake_controller import FakeController, accept_all
from .samples import mid_hand, showdown

pytestmark = pytest.mark.process

WAIT_S = 8.0
FOLD = {"kind": "declared", "seat": 4, "word": "fold"}


def opened(table: Table, path: str, role: str = "dealer") -> ClientConnection:
    """A socket of a browser in which somebody of that role is logged in."""
    cookie = {"Cookie": f"sabot={role}"}
    return connect(table.socket(path), origin=Origin(table.origin), proxy=None, additional_headers=cookie)


def opened_url(table: Table, path: str, role: str = "") -> HTTPResponse:
    request = urllib.request.Request(table.origin + path, headers={"Cookie": f"sabot={role}"})  # noqa: S310 - our own
    answer: HTTPResponse = urllib.request.urlopen(request)  # noqa: S310 - as above
    return answer


def enter(page: ClientConnection, told: dict[str, Any], number: int = 1, **more: Any) -> dict[str, Any]:
    page.send(json.dumps({"id": number, "told": told, **more}))
    return dict(json.loads(page.recv(timeout=WAIT_S)))


def presence(link: ClientConnection) -> dict[str, Any]:
    return dict(json.loads(link.recv(timeout=WAIT_S)))


@pytest.fixture
def feed(table: Table) -> FakeController:
    table.fed.judge = accept_all
    table.fed.commands.clear()
    table.fed.asked.clear()
    return table.fed


def test_the_live_socket_sends_the_state_and_then_each_change(table: Table, feed: FakeController) -> None:
    with opened(table, "/live") as page:
        first = PublicState.model_validate_json(page.recv(timeout=WAIT_S))
        feed.publish(mid_hand(revision=first.revision + 1, turn=7))
        assert PublicState.model_validate_json(page.recv(timeout=WAIT_S)).turn == 7


def test_a_console_that_was_stopped_goes_on_with_what_is_true_then(table: Table, feed: FakeController) -> None:
    with opened(table, "/live") as page:
        first = PublicState.model_validate_json(page.recv(timeout=WAIT_S))
        assert table.console is not None
        os.kill(table.console.pid, signal.SIGSTOP)
        for number in range(1, 5):
            feed.publish(mid_hand(revision=first.revision + number, turn=number))
        os.kill(table.console.pid, signal.SIGCONT)
        while PublicState.model_validate_json(page.recv(timeout=WAIT_S)).turn != 4:
            pass
    with opened(table, "/entries") as entries:
        assert enter(entries, FOLD)["accepted"] is True


def test_an_older_revision_is_not_shown_again(table: Table, feed: FakeController) -> None:
    with opened(table, "/live") as page:
        newest = PublicState.model_validate_json(page.recv(timeout=WAIT_S)).revision
        feed.publish(mid_hand(revision=newest - 1, turn=1))
        time.sleep(0.7)  # longer than the console's questions are apart
        feed.publish(mid_hand(revision=newest + 1, turn=2))
        assert PublicState.model_validate_json(page.recv(timeout=WAIT_S)).turn == 2


def test_a_burst_reaches_the_browser_as_its_end(table: Table, feed: FakeController) -> None:
    with opened(table, "/live") as page:
        newest = PublicState.model_validate_json(page.recv(timeout=WAIT_S)).revision
        for step in range(1, 301):
            feed.publish(mid_hand(revision=newest + step))
        until(lambda: PublicState.model_validate_json(page.recv(timeout=WAIT_S)).revision == newest + 300)


@pytest.mark.parametrize("path", ["/live", "/link", "/entries"])
@pytest.mark.parametrize("origin", ["http://evil.example", "http://127.0.0.1:1", None])
def test_a_socket_of_another_origin_is_refused(table: Table, path: str, origin: Any) -> None:
    with pytest.raises(InvalidStatus) as refused:
        connect(table.socket(path), origin=origin, proxy=None)
    assert refused.value.response.status_code == 403


def test_a_foreign_host_name_is_refused(table: Table) -> None:
    with pytest.raises(InvalidStatus) as refused:
        connect(
            f"ws://evil.example:{table.port}/live",
            sock=socket.create_connection(("127.0.0.1", table.port)),
            origin=Origin(f"http://evil.example:{table.port}"),
            proxy=None,
        )
    assert refused.value.response.status_code == 403


def test_an_entry_reaches_the_controller_as_the_dealers(table: Table, feed: FakeController) -> None:
    with opened(table, "/entries") as page:
        reply = enter(page, FOLD, number=17)
    assert reply == {"id": 17, "accepted": True, "refused": None, "article": None}
    command = feed.commands[-1]
    assert (command.role, command.author) == ("dealer", "The dealer")
    assert command.told == Declared(seat=4, word="fold")


def test_a_refusal_comes_back_with_reason_and_article(table: Table, feed: FakeController) -> None:
    feed.judge = lambda _command: (False, "it is the turn of seat 2", "lfp-7.22")
    with opened(table, "/entries") as page:
        reply = enter(page, FOLD)
    assert reply["accepted"] is False
    assert (reply["refused"]["key"], reply["article"]) == ("it is the turn of seat 2", "lfp-7.22")


def test_entries_count_in_the_order_they_were_tapped(table: Table, feed: FakeController) -> None:
    with opened(table, "/entries") as page:
        for number, word in enumerate(("burned", "gathered", "awarded")):
            page.send(json.dumps({"id": number, "told": {"kind": "dealer_command", "word": word}}))
        assert [json.loads(page.recv(timeout=WAIT_S))["id"] for _ in range(3)] == [0, 1, 2]
    words = [command.told.word for command in feed.commands if isinstance(command.told, DealerCommand)]
    assert words == ["burned", "gathered", "awarded"]


@pytest.mark.parametrize(
    ("told", "named"),
    [
        ({"kind": "declared", "seat": 4, "word": "bluff"}, "word"),
        ({"kind": "sensed", "seat": 4}, "kind"),
        ({"kind": "declared", "seat": 4, "word": "fold", "role": "director"}, "role"),
    ],
)
def test_what_is_no_entry_of_the_dealer_is_refused_by_name(
    table: Table, feed: FakeController, told: dict[str, Any], named: str
) -> None:
    with opened(table, "/entries") as page:
        reply = enter(page, told)
    assert not reply["accepted"]
    assert reply["refused"]["key"] == "refused.misread"
    assert named in reply["refused"]["params"]["detail"]
    assert feed.commands == []


@pytest.mark.parametrize("typed", [{"role": "director"}, {"author": "x"}])
def test_a_page_cannot_choose_its_role_or_name(table: Table, feed: FakeController, typed: dict[str, Any]) -> None:
    with opened(table, "/entries") as page:
        assert not enter(page, FOLD, **typed)["accepted"]
    assert feed.commands == []


def test_cards_in_a_mistaken_entry_are_not_quoted(table: Table) -> None:
    with opened(table, "/entries") as page:
        reply = enter(page, {"kind": "dealer_command", "word": "shows", "seat": "AsKd", "value": 7})
    assert not reply["accepted"]
    assert "AsKd" not in str(reply["refused"])


@pytest.mark.parametrize("role", ["floor", "director"])
def test_an_entry_has_the_role_and_the_name_of_its_session(table: Table, feed: FakeController, role: str) -> None:
    with opened(table, "/entries", role) as page:
        assert enter(page, {"kind": "answer", "ask": "silent-6", "option": "call"})["accepted"]
    assert [(command.role, command.author) for command in feed.commands] == [(role, f"The {role}")]


@pytest.mark.parametrize("path", ["/live", "/entries"])
@pytest.mark.parametrize("token", ["", "nobody", "../../etc"])
def test_a_socket_without_a_session_is_closed(table: Table, path: str, token: str) -> None:
    with opened(table, path, token) as page, pytest.raises(ConnectionClosed) as closed:
        page.recv(timeout=WAIT_S)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4401


@pytest.mark.parametrize("path", ["/about.json", "/session", "/people.json"])
def test_who_is_not_logged_in_is_told_nothing_of_the_table(table: Table, path: str) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        opened_url(table, path)
    assert refused.value.code in (401, 403)
    refused.value.close()


@pytest.mark.parametrize("origin", ["http://evil.example", ""])
@pytest.mark.parametrize("method", ["POST", "DELETE"])
def test_a_request_of_another_origin_changes_nothing(
    table: Table, feed: FakeController, origin: str, method: str
) -> None:
    headers = {
        "Cookie": "sabot=director",
        "content-type": "application/json",
        **({"origin": origin} if origin else {}),
    }
    request = urllib.request.Request(f"{table.origin}/session", b"{}", headers, method=method)  # noqa: S310 - our own
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request)  # noqa: S310 - as above
    assert refused.value.code == 403
    refused.value.close()
    assert feed.asked == []


def test_a_request_that_is_none_is_refused_without_its_secret(table: Table) -> None:
    headers = {"origin": table.origin, "content-type": "application/json"}
    body = json.dumps({"do": "log_in", "name": "x" * 99, "secret": "hush hush"}).encode()
    request = urllib.request.Request(f"{table.origin}/session", body, headers)  # noqa: S310 - our own
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request)  # noqa: S310 - as above
    said = refused.value.read().decode()
    refused.value.close()
    assert refused.value.code == 400
    assert "name" in said
    assert "hush" not in said


def test_the_pages_are_told_what_each_entry_needs_and_who_may_give_it(table: Table) -> None:
    with opened_url(table, "/about.json", "dealer") as answer:
        forms = json.load(answer)["forms"]
    assert forms.keys() == ENTRIES.keys()
    assert forms["declare_dead"]["roles"] == ["assistant", "floor", "director"]
    assert forms["misunderstanding"]["roles"] == ["director"]
    assert "dealer" in forms["penalty"]["roles"]  # who may choose which step is the rulebook's
    assert [need["field"] for need in forms["penalty"]["needs"]] == ["seat", "choice", "number"]


def test_what_is_missing_at_the_table_is_told_to_the_page(table: Table) -> None:
    with opened_url(table, "/about.json", "dealer") as answer:
        about = json.load(answer)
    assert about["seats"] == list(range(1, 11))
    assert about["places"] == []


def test_every_answer_forbids_what_comes_from_elsewhere(table: Table) -> None:
    with urllib.request.urlopen(f"{table.origin}/dealer") as answer:  # noqa: S310 - our own address
        policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy


class TestTheControllerAway:
    """Each with a table of its own."""

    @pytest.fixture
    def own(self, tmp_path: Path) -> Any:
        table = Table(tmp_path)
        table.start()
        yield table
        code, _ = table.stop()
        assert code == 0

    def test_a_deaf_controller_is_noticed_and_its_return_too(self, own: Table) -> None:
        with opened(own, "/link") as page:
            until(lambda: presence(page)["controller"] == "here")
            own.fed.deaf = True
            away = presence(page)
            assert away["controller"] == "away"
            assert 1.5 <= away["seconds"] <= 4
            own.fed.deaf = False
            assert presence(page)["controller"] == "here"

    def test_nothing_is_taken_while_it_is_away(self, own: Table) -> None:
        with opened(own, "/link") as link:
            until(lambda: presence(link)["controller"] == "here")
            with opened(own, "/entries") as dealer:
                assert enter(dealer, FOLD)["accepted"]
                own.fed.deaf = True
                until(lambda: presence(link)["controller"] == "away")
                assert not enter(dealer, FOLD)["accepted"]
                own.fed.deaf = False
                until(lambda: presence(link)["controller"] == "here")
                assert enter(dealer, {"kind": "dealer_command", "word": "burned"})["accepted"]
        assert [type(command.told) for command in own.fed.commands] == [Declared, DealerCommand]

    def test_a_restarted_controller_gets_a_waiting_entry_once(self, own: Table) -> None:
        with opened(own, "/link") as link:
            until(lambda: presence(link)["controller"] == "here")
        with opened(own, "/entries") as dealer, opened(own, "/live") as live:
            live.recv(timeout=WAIT_S)
            assert enter(dealer, {"kind": "dealer_command", "word": "burned"})["accepted"]
            own.fed.deaf = True
            dealer.send(json.dumps({"id": 2, "told": FOLD}))
            time.sleep(0.3)
            own.fed.stop()
            own.controller = FakeController(own.folder, showdown(epoch=2, revision=1), epoch=9)
            own.controller.resume(high=1)
            assert json.loads(dealer.recv(timeout=WAIT_S))["accepted"]
        assert [type(command.told) for command in own.fed.commands] == [Declared]


def test_the_end_is_quick_clean_and_says_no_card(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.start()
    with opened(table, "/live") as page:
        page.recv(timeout=WAIT_S)
        began = time.monotonic()
        code, log = table.stop()
    assert code == 0
    assert time.monotonic() - began < 4
    assert "Traceback" not in log
    assert "Ah" not in log


def test_a_port_in_use_is_named_with_the_cure(table: Table, tmp_path: Path) -> None:
    second = start_console(Table(tmp_path, port=table.port).configure())
    _, said = second.communicate(timeout=WAIT_S)
    assert second.returncode == 1
    assert f"127.0.0.1:{table.port} is in use" in said
    assert "table.toml" in said
    assert "Traceback" not in said


def test_a_mistake_in_the_configuration_is_named_with_its_line(tmp_path: Path) -> None:
    config = Table(tmp_path).configure()
    right = config.read_text(encoding="utf-8").rstrip()
    config.write_text(f"{right}\nprot = 1\n", encoding="utf-8")
    process = start_console(config)
    _, said = process.communicate(timeout=WAIT_S)
    assert process.returncode == 1
    assert "web.prot" in said
    assert f"line {len(right.splitlines()) + 1}:" in said
