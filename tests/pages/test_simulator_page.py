"""The simulator's page: a seat to play, a display to touch, parts to break. The robot is a fake that remembers."""

from __future__ import annotations

import ast
import json
import re
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from hardware_sim.page import (
    AttemptState,
    DisplayState,
    DueState,
    KindState,
    PageServer,
    PlaceState,
    PortTaken,
    SchoolState,
    serve,
)
from hardware_sim.page.server import STATIC
from hardware_sim.trials.mistakes import MISTAKES

from .conftest import Visit
from .fake_seat import DISPLAY, FROM_ABOVE, NOBODY, SEATED, FakeDealersPlace, FakeScenarios, FakeSeat, somebody
from .test_accessibility import axe, findings

WAIT_S = 5.0


@pytest.fixture
def seat() -> FakeSeat:
    return FakeSeat(SEATED)


@pytest.fixture
def server(seat: FakeSeat) -> Iterator[PageServer]:
    running = serve(somebody(seat), 0)
    yield running
    running.stop()


def opened(server: PageServer) -> ClientConnection:
    address = f"ws://127.0.0.1:{server.port}/live"
    return connect(address, origin=Origin(server.address), proxy=None)


def order(page: ClientConnection, **what: Any) -> None:
    page.send(json.dumps(what))


def until_asked(seat: FakeSeat, name: str) -> Any:
    end = time.monotonic() + WAIT_S
    while not seat.asked:
        assert time.monotonic() < end, "nothing was asked"
        time.sleep(0.01)
    assert [asked for asked, _ in seat.asked] == [name]
    return seat.asked[0][1]


def next_state(page: ClientConnection) -> dict[str, Any]:
    while True:
        message = json.loads(page.recv(timeout=WAIT_S))
        if "state" in message:
            return dict(message["state"])


@pytest.mark.parametrize(
    ("sent", "asked", "argument"),
    [
        ({"do": "take", "seat": 4}, "take", 4),
        ({"do": "leave"}, "leave", None),
        ({"do": "push", "chips": {"500": 1, "100": 3}}, "push", {500: 1, 100: 3}),
        ({"do": "take_back"}, "take_back", None),
        ({"do": "press", "key": "fold"}, "press", "fold"),
        ({"do": "throw_cards"}, "throw_cards", None),
        ({"do": "fault", "command": "unplug shoe"}, "fault", "unplug shoe"),
        ({"do": "speed", "seconds": 0.5}, "set_speed", 0.5),
        ({"do": "pause", "on": True}, "pause", True),
    ],
)
def test_each_order_reaches_the_robot(
    server: PageServer, seat: FakeSeat, sent: dict[str, Any], asked: str, argument: Any
) -> None:
    with opened(server) as page:
        order(page, **sent)
        assert until_asked(seat, asked) == argument


@pytest.mark.parametrize(
    ("sent", "named"),
    [
        ({"do": "take", "seat": 11}, "seat"),
        ({"do": "push", "chips": {}}, "chips"),
        ({"do": "push", "chips": {"100": -1}}, "chips"),
        ({"do": "press", "key": "bluff"}, "fold, check"),
        ({"do": "speed", "seconds": 0}, "seconds"),
        ({"do": "dance"}, "do"),
        ({"do": "fault", "command": "explode shoe"}, "Allowed: unplug"),
    ],
)
def test_what_is_no_order_is_named_and_changes_nothing(
    server: PageServer, seat: FakeSeat, sent: dict[str, Any], named: str
) -> None:
    with opened(server) as page:
        next_state(page)
        order(page, **sent)
        answer = json.loads(page.recv(timeout=WAIT_S))
    assert answer["ok"] is False
    assert named in str(answer["said"])
    assert [name for name, _ in seat.asked if name != "fault"] == []


def test_cards_stay_face_down_until_the_corners_are_lifted(server: PageServer) -> None:
    with opened(server) as page:
        assert next_state(page)["cards"] == ["", ""]
        order(page, do="peek", on=True)
        assert next_state(page)["cards"] == ["As", "Td"]
        order(page, do="peek", on=False)
        assert next_state(page)["cards"] == ["", ""]


def test_one_persons_look_shows_nothing_to_another(server: PageServer) -> None:
    with opened(server) as one, opened(server) as other:
        next_state(one)
        next_state(other)
        order(one, do="peek", on=True)
        assert next_state(one)["cards"] == ["As", "Td"]
        with pytest.raises(TimeoutError):
            other.recv(timeout=0.3)


def test_chips_counted_by_a_counter_reach_the_page(seat: FakeSeat, server: PageServer) -> None:
    """The page showed nothing any more once a seat was taken: the robot counts chips with a Counter."""
    seat.now_is(stack=Counter({500: 2, 100: 7}))
    with opened(server) as page:
        assert next_state(page)["stack"] == {"500": 2, "100": 7}


def test_no_card_stands_in_a_repr() -> None:
    assert "As" not in repr(SEATED)


@pytest.mark.parametrize("origin", ["http://evil.example", None])
def test_a_socket_of_another_origin_is_refused(server: PageServer, origin: Any) -> None:
    with pytest.raises(InvalidStatus):
        connect(f"ws://127.0.0.1:{server.port}/live", origin=origin, proxy=None)


def test_the_display_is_a_picture_of_its_values(server: PageServer, seat: FakeSeat) -> None:
    def picture() -> bytes:
        with urllib.request.urlopen(f"{server.address}/displays/3.png") as answer:  # noqa: S310 - our own address
            return bytes(answer.read())

    before = picture()
    seat.now_is(displays={3: DisplayState("seat", {**DISPLAY, "stack": "7"})})
    assert before.startswith(b"\x89PNG")
    assert picture() != before


def test_a_taken_port_is_named_with_the_cure(server: PageServer, seat: FakeSeat) -> None:
    with pytest.raises(PortTaken, match=rf"127\.0\.0\.1:{server.port} is in use .*--sim-port"):
        serve(somebody(seat), server.port)


def test_the_end_is_quick_and_frees_the_port(seat: FakeSeat) -> None:
    first = serve(somebody(seat), 0)
    with opened(first) as page:
        next_state(page)
        began = time.monotonic()
        first.stop()
    assert time.monotonic() - began < 3
    serve(somebody(seat), first.port).stop()


def open_page(visit: Visit, server: PageServer) -> Page:
    visit.page.goto(server.address)
    visit.page.wait_for_selector(".faults .part", state="attached")
    return visit.page


@pytest.mark.browser
def test_a_person_takes_a_free_seat(visit: Visit, server: PageServer, seat: FakeSeat) -> None:
    seat.now_is(seat=None, free=(1, 4), cards=())
    page = open_page(visit, server)
    page.click('[data-take="4"]')
    assert until_asked(seat, "take") == 4


@pytest.mark.browser
def test_press_and_hold_shows_the_two_cards(visit: Visit, server: PageServer) -> None:
    page = open_page(visit, server)
    expect(page.locator("#hole .card.back")).to_have_count(2)
    page.hover("#hole")
    page.mouse.down()
    expect(page.locator('#hole [aria-label="As"]')).to_be_visible()
    page.mouse.up()
    expect(page.locator("#hole .card.back")).to_have_count(2)


@pytest.mark.browser
def test_tapped_chips_go_over_the_line_in_one_motion(visit: Visit, server: PageServer, seat: FakeSeat) -> None:
    page = open_page(visit, server)
    for value in (500, 100, 100):
        page.click(f'#stack [data-chip="{value}"]')
    expect(page.locator("#push")).to_have_text("Push 700")
    page.click("#push")
    assert until_asked(seat, "push") == {500: 1, 100: 2}


@pytest.mark.browser
@pytest.mark.parametrize(
    ("button", "chips"), [("call", {500: 1, 100: 3}), ("raise", {1_000: 1, 500: 1, 100: 1}), ("all_in", SEATED.stack)]
)
def test_a_shortcut_makes_the_sum_up_from_the_stack(
    visit: Visit, server: PageServer, seat: FakeSeat, button: str, chips: dict[int, int]
) -> None:
    page = open_page(visit, server)
    page.click(f"#{button}")
    assert until_asked(seat, "push") == chips


@pytest.mark.browser
def test_a_sum_that_cannot_be_made_up_is_pushed_with_a_larger_chip(
    visit: Visit, server: PageServer, seat: FakeSeat
) -> None:
    seat.now_is(stack={5_000: 2}, to_call=800)
    page = open_page(visit, server)
    page.click("#call")
    assert until_asked(seat, "push") == {5_000: 1}


@pytest.mark.browser
def test_a_tap_on_the_display_presses_the_key_that_is_drawn_there(
    visit: Visit, server: PageServer, seat: FakeSeat
) -> None:
    page = open_page(visit, server)
    page.locator("#picture").scroll_into_view_if_needed()
    box = page.locator("#picture").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * 300 / 480, box["y"] + box["height"] * 208 / 272)
    assert until_asked(seat, "press") == "call"


@pytest.mark.browser
def test_a_cable_is_pulled_by_a_button(visit: Visit, server: PageServer, seat: FakeSeat) -> None:
    page = open_page(visit, server)
    page.click(".faults summary")
    page.click('[data-part="shoe"] [data-fault="unplug"]')
    assert until_asked(seat, "fault") == "unplug shoe"
    expect(page.locator("#said")).to_have_text("Done: unplug shoe")


@pytest.mark.browser
def test_a_cable_that_is_out_can_be_put_back(visit: Visit, server: PageServer, seat: FakeSeat) -> None:
    page = open_page(visit, server)
    page.click(".faults summary")
    page.click('[data-part="display-10"] [data-fault="plug"]')
    assert until_asked(seat, "fault") == "plug display-10"


@pytest.mark.browser
def test_a_mistyped_fault_is_explained(visit: Visit, server: PageServer) -> None:
    page = open_page(visit, server)
    page.click(".faults summary")
    page.fill("#command", "explode shoe")
    page.click("text=Do it")
    expect(page.locator("#said.no")).to_contain_text("Allowed: unplug")


@pytest.mark.browser
@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("taken", [True, False])
def test_the_page_does_not_scroll_sideways(
    visit: Visit, server: PageServer, seat: FakeSeat, width: int, taken: bool
) -> None:
    if not taken:
        seat.now_is(seat=NOBODY.seat, cards=())
    visit.page.set_viewport_size({"width": width, "height": 800})
    page = open_page(visit, server)
    page.click(".faults summary")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


# --- the table from above -------------------------------------------------------------------------------------------


@pytest.fixture
def place() -> FakeDealersPlace:
    return FakeDealersPlace()


@pytest.fixture
def table(seat: FakeSeat, place: FakeDealersPlace) -> Iterator[PageServer]:
    running = serve(somebody(seat, place), 0)
    yield running
    running.stop()


def first_asked(of: FakeDealersPlace | FakeScenarios) -> tuple[str, Any]:
    """Wait until something was asked, once, and return it."""
    end = time.monotonic() + WAIT_S
    while not of.asked:
        assert time.monotonic() < end, "nothing was asked"
        time.sleep(0.01)
    (asked,) = of.asked
    return asked


@pytest.mark.parametrize(
    ("sent", "asked"),
    [
        ({"do": "deal_by_hand", "on": True}, ("deal_by_hand", True)),
        ({"do": "draw", "place": "seat:4"}, ("draw", "seat:4")),
        ({"do": "lay", "origin": "seat:1", "nth": 1, "place": "muck"}, ("lay", ("seat:1", 1, "muck"))),
        ({"do": "lay", "origin": "spare", "nth": 0, "place": "seat:1"}, ("lay", ("spare", 0, "seat:1"))),
        ({"do": "turn", "origin": "seat:1", "nth": 1}, ("turn", ("seat:1", 1))),
        ({"do": "carry", "origin": "bet:3", "place": "pot"}, ("carry", ("bet:3", None, "pot"))),
        ({"do": "carry", "origin": "pot", "place": "stack:3", "amount": 50}, ("carry", ("pot", 50, "stack:3"))),
        ({"do": "finish"}, ("finish", None)),
        ({"do": "sweep"}, ("sweep", None)),
        ({"do": "shuffle"}, ("shuffle", None)),
        ({"do": "collect"}, ("collect", None)),
        ({"do": "done"}, ("done", None)),
        ({"do": "put_button", "seat": 2}, ("put_button", 2)),
        ({"do": "mistake", "name": "boxed"}, ("mistake", "boxed")),
        ({"do": "now_and_then", "on": True}, ("now_and_then", True)),
        ({"do": "lay", "origin": "off", "nth": 0, "place": "shoe"}, ("lay", ("off", 0, "shoe"))),
        ({"do": "lay", "origin": "deck", "nth": 0, "place": "seat:1"}, ("lay", ("deck", 0, "seat:1"))),
        ({"do": "show_me"}, ("show_me", None)),
        ({"do": "lid", "closed": False}, ("close_lid", False)),
        ({"do": "door", "closed": False}, ("close_door", False)),
    ],
)
def test_each_order_reaches_the_dealers_place(
    table: PageServer, place: FakeDealersPlace, sent: dict[str, Any], asked: tuple[str, Any]
) -> None:
    with opened(table) as page:
        order(page, **sent)
        assert first_asked(place) == asked


@pytest.mark.parametrize(
    ("sent", "named"),
    [
        ({"do": "draw", "place": "the moon"}, "place"),
        ({"do": "lay", "origin": "seat:1", "nth": 52, "place": "muck"}, "nth"),
        ({"do": "carry", "origin": "pot", "place": "tray", "amount": 0}, "amount"),
        ({"do": "mistake", "name": "sneeze"}, "wrong seat, boxed, flop of four"),
    ],
)
def test_what_no_dealer_can_do_is_named(
    table: PageServer, place: FakeDealersPlace, sent: dict[str, Any], named: str
) -> None:
    with opened(table) as page:
        next_state(page)
        order(page, **sent)
        answer = json.loads(page.recv(timeout=WAIT_S))
    assert not answer["ok"]
    assert named in str(answer["said"])
    assert place.asked == []


@pytest.mark.browser
def test_a_card_is_dragged_from_the_shoe_to_a_seat(visit: Visit, table: PageServer, place: FakeDealersPlace) -> None:
    page = open_page(visit, table)
    page.drag_and_drop("[data-thing=shoe]", '[data-place="seat:2"]')
    assert first_asked(place) == ("draw", "seat:2")


@pytest.mark.browser
def test_a_card_is_laid_by_two_taps(visit: Visit, table: PageServer, place: FakeDealersPlace) -> None:
    page = open_page(visit, table)
    page.click('[data-place="seat:1"] [data-thing=card] >> nth=1')
    page.click('[data-place="muck"]')
    assert first_asked(place) == ("lay", ("seat:1", 1, "muck"))


@pytest.mark.browser
def test_a_card_that_was_tapped_is_turned_over(visit: Visit, table: PageServer, place: FakeDealersPlace) -> None:
    page = open_page(visit, table)
    expect(page.locator("#turn")).to_be_hidden()
    page.click("[data-thing=shoe]")
    page.click("#turn")
    expect(page.locator("#turn")).to_be_hidden()
    assert first_asked(place) == ("turn", ("shoe", 0))


@pytest.mark.browser
def test_a_bet_is_swept_into_the_pot_by_the_keyboard(
    visit: Visit, table: PageServer, place: FakeDealersPlace
) -> None:
    page = open_page(visit, table)
    page.focus('[data-place="bet:3"] [data-thing=chips]')
    page.keyboard.press("Enter")
    page.focus('[data-place="pot"]')
    page.keyboard.press("Enter")
    assert first_asked(place) == ("carry", ("bet:3", None, "pot"))


@pytest.mark.browser
def test_chips_are_pushed_as_far_as_the_table_asks_unless_a_person_types_otherwise(
    visit: Visit, table: PageServer, place: FakeDealersPlace
) -> None:
    place.state = replace(FROM_ABOVE, due=DueState(("pot",), "seat:1", amount=150))
    page = open_page(visit, table)
    page.drag_and_drop('[data-place="pot"] [data-thing=chips]', '[data-place="seat:1"] small')
    expect(page.locator("#carry-amount")).to_have_value("150")
    page.keyboard.press("Enter")
    assert first_asked(place) == ("carry", ("pot", 150, "stack:1"))


@pytest.mark.browser
def test_a_chip_is_put_onto_the_cards(visit: Visit, table: PageServer, place: FakeDealersPlace) -> None:
    page = open_page(visit, table)
    page.drag_and_drop('[data-place="seat:1"] [data-thing=chips]', '[data-place="seat:1"] [data-thing=card] >> nth=0')
    page.fill("#carry-amount", "100")
    page.click("#carry .main")
    assert first_asked(place) == ("carry", ("stack:1", 100, "seat:1"))


@pytest.mark.browser
def test_the_card_under_the_pointer_goes_with_it(visit: Visit, table: PageServer) -> None:
    page = open_page(visit, table)
    page.hover("[data-thing=shoe]")
    page.mouse.down()
    page.mouse.move(300, 300, steps=3)
    box = page.locator(".ghost").bounding_box()
    assert box is not None
    assert box["x"] < 300 < box["x"] + box["width"]
    page.mouse.up()
    expect(page.locator(".ghost")).to_have_count(0)


@pytest.mark.browser
def test_the_keyboard_stays_where_it_is_when_the_table_moves(
    visit: Visit, table: PageServer, place: FakeDealersPlace
) -> None:
    page = open_page(visit, table)
    page.focus("[data-thing=shoe]")
    page.keyboard.press("Enter")
    place.state = replace(FROM_ABOVE, stub=40)
    expect(page.locator('[data-place="shoe"] small')).to_have_text("Shoe, 40 cards")
    page.keyboard.press("7")
    assert first_asked(place) == ("draw", "seat:7")
    assert page.evaluate("document.activeElement.dataset.thing") == "shoe"


@pytest.mark.browser
def test_the_places_of_the_movement_that_is_due_are_marked(
    visit: Visit, table: PageServer, place: FakeDealersPlace
) -> None:
    place.state = replace(FROM_ABOVE, due=DueState(("seat:4",), "muck", button="done"))
    page = open_page(visit, table)
    expect(page.locator(".spot.from")).to_have_attribute("data-place", "seat:4")
    expect(page.locator(".spot.to")).to_have_attribute("data-place", "muck")
    expect(page.locator(".due")).to_have_attribute("id", "done")
    expect(page.locator("#hint")).to_contain_text("amber place to the green one: Muck")


@pytest.mark.browser
def test_what_the_antennas_read_is_a_layer_and_amber_if_it_is_not_what_lies_there(
    visit: Visit, table: PageServer
) -> None:
    page = open_page(visit, table)
    expect(page.locator(".read")).to_have_count(0)
    page.check("#antennas")
    expect(page.locator('[data-place="seat:1"] .read.off')).to_contain_text("reads 1")
    expect(page.locator('[data-place="pot"] .read.right')).to_contain_text("reads 6,150")
    page.uncheck("#antennas")
    expect(page.locator(".read")).to_have_count(0)


@pytest.mark.browser
def test_the_lid_of_the_shoe_is_opened(visit: Visit, table: PageServer, place: FakeDealersPlace) -> None:
    page = open_page(visit, table)
    page.click("[data-hatch=lid]")
    assert first_asked(place) == ("close_lid", False)
    place.state = replace(FROM_ABOVE, lid=False)
    expect(page.locator("[data-hatch=lid]")).to_have_text("Lid open")


@pytest.mark.browser
def test_each_display_is_shown_as_its_player_sees_it(visit: Visit, table: PageServer, seat: FakeSeat) -> None:
    page = open_page(visit, table)
    picture = page.locator("[data-display='3'] img")
    expect(picture).to_be_visible()
    before = picture.get_attribute("src")
    seat.now_is(displays={3: DisplayState("seat", {**DISPLAY, "stack": "7"})})
    expect(picture).not_to_have_attribute("src", before or "")


@pytest.mark.browser
def test_the_page_says_what_the_table_says(visit: Visit, table: PageServer) -> None:
    expect(open_page(visit, table).locator("#says p")).to_have_text(list(FROM_ABOVE.says["en"]))


@pytest.mark.browser
def test_the_page_is_french_for_a_french_reader(visit: Visit, table: PageServer) -> None:
    visit.page.goto(f"{table.address}/?lang=fr")
    visit.page.wait_for_selector(".faults .part", state="attached")
    expect(visit.page.locator("#says p")).to_have_text(list(FROM_ABOVE.says["fr"]))
    expect(visit.page.locator("#by-hand")).to_have_text("Laisser le robot distribuer")
    expect(visit.page.locator('[data-place="seat:4"] small')).to_have_text("Siège 4")
    visit.page.click("#language")
    expect(visit.page.locator("#by-hand")).to_have_text("Let the robot deal")


def sentences_of_the_simulator() -> Iterator[str]:
    """The English texts of every `Sentence` and of what is `Unable`, wherever the simulator makes them."""
    for path in (STATIC.parents[1]).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in ("Sentence", "Unable")
            ):
                first = node.args[0] if node.args else ast.Constant("")
                if path.name != "sentences.py":
                    assert isinstance(first, ast.Constant), f"{path}:{node.lineno}: a text that no file can translate"
                    yield str(first.value)


def texts_of_the_page() -> set[str]:
    """The English texts of the page: those in its HTML, and those that its scripts pass to `word` or keep for it."""
    html = (STATIC / "index.html").read_text("utf-8").split("<body>")[1]
    found = {text.strip() for text in re.findall(r">([^<>]+)<", html)}
    found |= set(re.findall(r'(?:aria-label|alt|placeholder)="([^"]+)"', html))
    found |= set(sentences_of_the_simulator())
    for script in STATIC.glob("*.js"):
        text = script.read_text("utf-8")
        for call in re.findall(r"\bword\(([^;]*?)\)", text):
            found |= set(re.findall(r'"([^"]+)"', call))
        for table in re.findall(r"const (?:NAMES|NUMBERED|STAGES|KEYS) = \{(.*?)\}", text, re.DOTALL):
            found |= set(re.findall(r': "([^"]+)"', table))
    return {text for text in found if re.search(r"[a-z]", text)} - {"SABOT", "refused", "passed"}


def test_no_script_of_the_page_shows_a_text_that_is_not_translated() -> None:
    """A text is passed to `word` or stands in one of the tables that are. Every other string is no prose."""
    french = json.loads((STATIC / "fr.json").read_text("utf-8"))
    prose = re.compile(r"^[A-Z][a-z]+|[A-Za-z]{2,}[,.:!?]? +[A-Za-z]{2,}")
    for script in STATIC.glob("*.js"):
        text = re.sub(r"(?m)^\s*//.*$|\s// .*$|^import .*$", "", script.read_text("utf-8"))
        found = {
            one for one in re.findall(r'"([^"\n]*)"', text) if prose.search(one) and not re.match(r"^[a-z_ -]+$", one)
        }
        assert found - french.keys() - {"Enter", "Escape"} == set(), script.name


def test_every_text_of_the_page_has_its_french() -> None:
    french = json.loads((STATIC / "fr.json").read_text("utf-8"))
    assert texts_of_the_page() | {mistake.name for mistake in MISTAKES} <= french.keys()


def test_every_text_in_french_has_the_figures_of_the_english_one() -> None:
    french = json.loads((STATIC / "fr.json").read_text("utf-8"))
    named = re.compile(r"\{\w+\}")
    assert [text for text, said in french.items() if set(named.findall(text)) != set(named.findall(said))] == []


@pytest.mark.browser
def test_a_mistake_is_chosen_and_wished_for(visit: Visit, table: PageServer, place: FakeDealersPlace) -> None:
    place.state = replace(FROM_ABOVE, by_hand=False)
    page = open_page(visit, table)
    page.select_option("#mistakes", "flop of four")
    page.click("#wish")
    assert first_asked(place) == ("mistake", "flop of four")


SCHOOL = SchoolState(
    pupil=7,
    lesson="pupil",
    seconds=12,
    wrong=1,
    last=AttemptState("no burn", 9.2),
    kinds=(
        KindState("boxed"),
        KindState("no burn", 2, 0, AttemptState("no burn", 9.2)),
        KindState("wrong seat", 5, 2, AttemptState("wrong seat", 31.0, wrong=1)),
    ),
)


@pytest.mark.browser
def test_a_pupil_sees_whose_movement_it_is_and_what_went_badly(
    visit: Visit, table: PageServer, place: FakeDealersPlace
) -> None:
    place.state = replace(FROM_ABOVE, by_hand=False, school=SCHOOL)
    page = open_page(visit, table)
    expect(page.locator("#school-stage")).to_have_text("Do what the table says: put it right. 12 s · 1 wrong")
    expect(page.locator("#school-last")).to_have_text("no burn: You took 9 s, no wrong movement.")
    expect(page.locator("#course")).to_have_text("7 lessons. 2 of 3 kinds tried, 1 of them went badly.")
    expect(page.locator("#kinds th")).to_have_text(["wrong seat", "no burn"])
    expect(page.locator("#kinds .weak td")).to_have_text(["5", "31 s, 1 wrong", "2 of the last 3"])
    expect(page.locator("#untried")).to_have_text("Not tried yet: boxed.")
    expect(page.locator("#wishes")).to_be_hidden()
    page.click("#show-me")
    assert first_asked(place) == ("show_me", None)


@pytest.mark.browser
def test_without_a_pupil_there_is_no_school(visit: Visit, table: PageServer) -> None:
    page = open_page(visit, table)
    expect(page.locator("#wishes")).to_be_visible()
    expect(page.locator("#school")).to_be_hidden()
    expect(page.locator("#pupil")).to_be_hidden()


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1280])
def test_axe_core_finds_nothing_with_a_seat_without_one_and_at_school(
    browser: Browser, table: PageServer, seat: FakeSeat, place: FakeDealersPlace, width: int
) -> None:
    """As on the dealer's page: under WCAG 2.2 AA."""
    page = browser.new_context(viewport={"width": width, "height": 900}, bypass_csp=True).new_page()
    page.goto(table.address)
    page.wait_for_selector("[data-chip]")
    page.click(".faults summary")
    page.evaluate(axe())
    found = findings(page)
    seat.now_is(seat=NOBODY.seat, cards=())
    page.wait_for_selector("[data-take]")
    found += findings(page)
    place.state = replace(FROM_ABOVE, by_hand=False, school=SCHOOL)
    page.wait_for_selector("#kinds th")
    found += findings(page)
    page.context.close()
    assert found == []


@pytest.mark.browser
def test_a_card_is_laid_on_the_deck(visit: Visit, table: PageServer, place: FakeDealersPlace) -> None:
    page = open_page(visit, table)
    page.click('[data-place="seat:1"] [data-thing=card] >> nth=0')
    page.focus('[data-place="shoe"]')
    page.keyboard.press("Enter")
    assert first_asked(place) == ("lay", ("seat:1", 0, "shoe"))


@pytest.mark.browser
def test_a_card_that_lies_on_the_deck_is_taken_off_it(
    visit: Visit, table: PageServer, place: FakeDealersPlace
) -> None:
    place.state = replace(FROM_ABOVE, places={**FROM_ABOVE.places, "deck": PlaceState(("7c",))})
    page = open_page(visit, table)
    page.drag_and_drop('[data-place="shoe"] [data-thing=card]', '[data-place="muck"] small')
    assert first_asked(place) == ("lay", ("deck", 0, "muck"))


@pytest.mark.browser
@pytest.mark.parametrize("width", [360, 800, 1280])
def test_no_place_of_the_table_lies_over_another(visit: Visit, table: PageServer, width: int) -> None:
    page = open_page(visit, table)
    page.set_viewport_size({"width": width, "height": 900})
    page.wait_for_timeout(200)
    boxes = [spot.bounding_box() for spot in page.locator(".spot").all()]
    assert len(boxes) == 2 + 5 + 7 + 2 * len(FROM_ABOVE.seats)
    assert not [
        (one, other)
        for one, other in combinations(filter(None, boxes), 2)
        if one["x"] < other["x"] + other["width"] - 3
        and other["x"] < one["x"] + one["width"] - 3
        and one["y"] < other["y"] + other["height"] - 3
        and other["y"] < one["y"] + one["height"] - 3
    ]
