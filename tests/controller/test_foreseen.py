"""What an answer would change, before it is given: it comes true, tells no hidden card, and changes nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from controller.poker.cards import JOKER, card, name
from controller.poker.events import CardPlaced, FloorDecision
from controller.poker.outcomes import Alarm
from controller.poker.places import ON_BOARD, place
from controller.service.session.foreseen import foreseen
from controller.table import Checkpoint, Table, View, checkpoint, new_table, restore, step, view
from firmware_bridge.messages.foreseen import Foreseen
from firmware_bridge.messages.public import Text
from hardware_sim.scenario.collection import BOOK
from tests.scenario.plays import PATHS, Play, plays

pytestmark = pytest.mark.together("book")

# Questions of acts, of the deal, of a void hand, of the showdown. In the last file hidden hands decide who wins.
FILES = (
    "betting/lfp-motions.scn",
    "deal/lfp-hole.scn",
    "deal/limit-nothing-counts-cards.scn",
    "chips/stacks-of-a-void-hand.scn",
    "showdown/lfp-winners-named.scn",
)
HIDDEN_DECIDE = {("undetermined", "award"), ("see", "grant")}
"""The answers that docs/console.md names: what follows depends on hands that no person at the table has seen."""


def answers(file: str) -> Iterator[tuple[Play, Table, FloorDecision]]:
    """Each answer that the scenarios of a file give, and the table just before it."""
    for play in plays(BOOK / file):
        table = new_table(play.setup)
        for event in play.events:
            if isinstance(event, FloorDecision) and event.ask in table.asks:
                yield play, table, event
            step(table, event, play.rulebook)


def figures(of: View) -> dict[tuple[str, str], int]:
    """The figures of a view, by the names under which a change names them."""
    chips = {f"stack:{seat.seat}": seat.stack for seat in of.seats} | {
        f"bet:{seat.seat}": seat.bet for seat in of.seats
    }
    cards = {f"seat:{seat.seat}": seat.cards for seat in of.seats} | {"board": len(of.board), "burn": of.burn_pile}
    return {
        **{("chips", place): value for place, value in {**chips, "pot": of.pot_total}.items()},
        **{("due", place): value for place, value in of.dues},
        **{("cards", place): value for place, value in cards.items()},
    }


def after_all(found: Foreseen | Text, before: View) -> dict[tuple[str, str], int]:
    """The figures that were foreseen."""
    assert isinstance(found, Foreseen)
    return figures(before) | {(change.what, change.place): change.after for change in found.changes}


def without_nothing(values: dict[tuple[str, str], int]) -> dict[tuple[str, str], int]:
    return {key: value for key, value in values.items() if value}


def decided_by_hidden_hands(table: Table, answer: FloorDecision) -> bool:
    return (table.asks[answer.ask].key, answer.choice) in HIDDEN_DECIDE


def comes_true(play: Play, table: Table, answer: FloorDecision) -> None:
    """What is foreseen of an answer, or that it is refused, is what comes of it."""
    before, found = view(table), foreseen(table, play.rulebook, (answer,))
    outcomes = step(came := restore(checkpoint(table)), answer, play.rulebook)
    if isinstance(found, Text):
        assert [outcome for outcome in outcomes if isinstance(outcome, Alarm)], (play.name, answer.choice)
        return
    real = view(came)
    assert without_nothing(after_all(found, before)) == without_nothing(figures(real)), (play.name, answer.choice)
    becomes_void = real.phase == "cancelled" != before.phase
    assert (found.turn, found.void) == (real.turn, becomes_void), (play.name, answer.choice)


OTHERS = sorted({path.relative_to(BOOK).as_posix() for path in PATHS} - set(FILES))


@pytest.mark.parametrize("file", [*FILES, *(pytest.param(file, marks=pytest.mark.soak) for file in OTHERS)])
def test_what_is_foreseen_of_an_answer_is_what_comes_of_it(file: str) -> None:
    seen = 0
    for play, table, answer in answers(file):
        if not decided_by_hidden_hands(table, answer):
            comes_true(play, table, answer)
            seen += 1
    assert seen or file in OTHERS


def exchanged(table: Table) -> Table:
    """The same table, in which each card that nobody can see has the face of another such card."""
    saved, now = checkpoint(table), view(table)
    seen = {*now.board, *(card for seat in now.seats for card in seat.shown)}
    hidden = [card for card, face in saved.faces if name(face) not in seen and card not in exposed(table)]
    faces = dict(saved.faces)
    others = dict(zip(hidden, reversed(hidden), strict=True))
    return restore(Checkpoint(saved.body, tuple((card, faces[others.get(card, card)]) for card in faces)))


def exposed(table: Table) -> set[int]:
    """Cards that all players have seen because of a fault of the deal, or that lie on the board by mistake."""
    hand, spots = table.hand, table.felt.spot_of.items()
    return {*(hand.errors.public if hand else ()), *(card for card, spot in spots if spot in ON_BOARD)}


@pytest.mark.parametrize("file", FILES)
def test_what_is_foreseen_is_the_same_whatever_the_hidden_cards_are(file: str) -> None:
    for play, table, answer in answers(file):
        other = exchanged(table)
        for option in table.asks[answer.ask].options:
            event = FloorDecision(answer.ask, option, "", "Ann", "floor", answer.at)
            assert foreseen(table, play.rulebook, (event,)) == foreseen(other, play.rulebook, (event,)), play.name


def test_hidden_hands_that_would_win_are_not_foreseen() -> None:
    found = [
        (play, foreseen(table, play.rulebook, (answer,)))
        for play, table, answer in answers("showdown/lfp-winners-named.scn")
        if decided_by_hidden_hands(table, answer)
    ]
    assert found
    for play, each in found:
        assert isinstance(each, Foreseen), play.name
        assert each.changes == (), play.name


def test_the_table_is_as_it_was_when_answers_were_tried() -> None:
    for play, table, answer in answers("betting/lfp-motions.scn"):
        before = checkpoint(table)
        foreseen(table, play.rulebook, (answer,))
        assert checkpoint(table) == before


def test_a_face_that_only_an_antenna_has_read_changes_nothing_that_is_foreseen() -> None:
    play, table, answer = next(answers("deal/lfp-hole.scn"))
    lying = [(CardPlaced(1, place("seat:2"), face, answer.at),) for face in (card("As"), JOKER)]
    one, other = (foreseen(table, play.rulebook, events) for events in lying)
    assert one == other
