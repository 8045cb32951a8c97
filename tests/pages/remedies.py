"""Public states in the middle of remedies, as the controller makes them of scenarios of the deal."""

from __future__ import annotations

from functools import cache

from controller.pages import catalogue, seat_page
from controller.pages.remedy import held_by
from controller.pages.seat import Shown
from controller.service.publication.public_state import Around, public_state
from controller.table import View, view
from firmware_bridge.messages.public import PublicState
from tests.scenario.remedies import in_remedy, played

WRONG_CARD = "remedy_note.wrong"
TITLES = {"lfp": "Ligue française de poker", "casino_cash": "Casino, cash game"}


def _state(view: View, language: str) -> PublicState:
    words = catalogue("fr" if language == "fr" else "en")
    held = words.say("held.remedy") if held_by(view) is not None else ""
    displays = {seat.seat: seat_page(view, seat.seat, words, Shown(None, held)) for seat in view.seats}
    around = Around("Salle Opéra 7", TITLES.get(view.rulebook, view.rulebook), displays, (), (), ())
    return public_state(view, around, 1, view.revision, 0)


@cache
def states(file: str, language: str = "en") -> dict[tuple[str, str, str], PublicState]:
    """Every movement that was due in a file's scenarios, by book, scenario and the movement's key."""
    found: dict[tuple[str, str, str], PublicState] = {}
    for play in played(file):
        for _, _, table in play.table_after_each():
            if not in_remedy(table):
                continue
            state = _state(view(table), language)
            due = [m for r in state.remedies for m in r.moves if m.state == "next"]
            if due and state.next_step is not None and state.next_step.verb is not None:
                found.setdefault((play.result.book, play.name, due[0].text.key), state)
            if any(remedy.wrong for remedy in state.remedies):
                found.setdefault((play.result.book, play.name, WRONG_CARD), state)
    return found


def during(file: str, scenario: str, key: str, language: str = "en", book: str = "") -> PublicState:
    """The state in which that movement is due. Raises KeyError naming what there is."""
    for (of_book, name, due), state in states(file, language).items():
        if name.startswith(scenario) and due == key and book in ("", of_book):
            return state
    raise KeyError(f"{scenario!r} {key}. There are {sorted({(n, k) for _, n, k in states(file, language)})}")
