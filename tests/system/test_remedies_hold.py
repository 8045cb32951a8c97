"""Remedies hold: through restarts at every step, whatever the cards' faces are, and without showing a hidden one."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, replace
from typing import Any

import pytest

from controller.pages import catalogue
from controller.pages.catalogue import card_text
from controller.poker.cards import DECK_SIZE, Card, name
from controller.poker.entries import LaidBoard
from controller.poker.events import CardDrawn, CardPlaced, DealerCommand, Event
from controller.poker.hand import Hand, Phase
from controller.poker.outcomes import Alarm, Ask, Prompt, Ruling
from controller.poker.places import BOARD, MUCK
from controller.rulebooks import Rulebook
from controller.service.publication.public_state import alarm_text, public_asks, public_remedy
from controller.table import (
    Checkpoint,
    Record,
    RemedyView,
    Table,
    checkpoint,
    from_record,
    new_table,
    restore,
    step,
    to_record,
    view,
)
from tests.scenario.remedies import FILES, WITHOUT, Watched, failures, play_file


def again(table: Table) -> Table:
    """The table after a restart: saved as JSON and read again."""
    saved = checkpoint(table)
    return restore(Checkpoint(json.loads(json.dumps(saved.body)), saved.faces))


def journalled(event: Event) -> Event:
    """An event as the journal gives it back."""
    record = to_record(event)
    return from_record(Record(record.kind, json.loads(json.dumps(record.body)), record.faces))


class Steps:
    """Notices when a remedy stands otherwise than after the event before: a restart costs as much as many events."""

    def __init__(self) -> None:
        self._last: dict[Watched, tuple[RemedyView, ...]] = {}

    def new(self, depth: Watched) -> bool:
        now = depth.view.remedies if depth.in_remedy else ()
        before, self._last[depth] = self._last.get(depth, ()), now
        return now not in ((), before)


@pytest.mark.parametrize("file", FILES)
def test_a_restart_after_every_step_of_a_remedy_changes_nothing(file: str) -> None:
    steps, restarts = Steps(), 0

    def restart(depth: Watched) -> None:
        nonlocal restarts
        if steps.new(depth):
            before, depth.table = depth.view, again(depth.table)
            assert depth.view == before
            restarts += 1

    assert failures(play_file(file, restart)) == []
    assert (restarts > 0) == (file not in WITHOUT)


@pytest.mark.parametrize("file", FILES)
def test_the_journal_gives_the_same_remedy_at_every_step(file: str) -> None:
    """A second table is told each event as the journal gives it back: it is what a replay so far would give."""
    steps, others = Steps(), dict[Watched, Table]()

    def replay(depth: Watched) -> None:
        same = others.setdefault(depth, new_table(depth.setup))
        step(same, journalled(depth.taken[-1]), depth.rulebook)
        if steps.new(depth):
            assert view(same) == depth.view

    played = list(play_file(file, replay))
    assert failures(iter(played)) == []
    assert [r.name for r, depth in played if checkpoint(others[depth]) != checkpoint(depth.table)] == []


# --- identity steers nothing ----------------------------------------------------------------------------------------


def shifted(event: Event, by: int) -> Event:
    """The same event with every face exchanged for another of the deck."""
    if isinstance(event, CardDrawn | CardPlaced) and event.face is not None and event.face < DECK_SIZE:
        return replace(event, face=Card((event.face + by) % DECK_SIZE))
    return event


def names_cards(events: list[Event]) -> bool:
    return any(isinstance(e, DealerCommand) and e.word in ("cards", "board", "joker") for e in events)


def drawn_for_the_button(depth: Watched) -> bool:
    """The highest card has the first button: there faces decide."""
    return any(isinstance(e, DealerCommand) and e.word == "button_draw" for e in depth.taken)


def course(events: Iterable[Event], setup: Any, rulebook: Rulebook) -> list[object]:
    """What the table says to each event, and its remedies without the names of cards, until hands are shown."""
    table, said = new_table(setup), list[object]()
    for event in events:
        outcomes = [o for o in step(table, event, rulebook) if isinstance(o, Ruling | Prompt | Ask | Alarm)]
        if table.phase in (Phase.SHOWDOWN, Phase.AWARD, Phase.CLAIMS):
            break
        said.append((outcomes, bare(table)))
    return said


def bare(table: Table) -> list[object]:
    """The next step and the remedies, without names of cards."""
    seen = view(table)
    moves = [[(m.verb, m.exits, m.origin, m.goal, m.by, m.state) for m in r.moves] for r in seen.remedies]
    return [seen.next_step, *moves]


@pytest.mark.parametrize(("file", "by"), [(file, (1, 13, 29)[n % 3]) for n, file in enumerate(FILES)])
def test_other_faces_give_the_same_plans_prompts_and_rulings(file: str, by: int) -> None:
    for _, depth in play_file(file, lambda _depth: None):
        other = [shifted(event, by) for event in depth.taken]
        if other != depth.taken and not names_cards(depth.taken) and not drawn_for_the_button(depth):
            assert course(other, depth.setup, depth.rulebook) == course(depth.taken, depth.setup, depth.rulebook)


# --- no hidden face is said -----------------------------------------------------------------------------------------


def seen_by_all(depth: Watched, exits_up: set[int], hand: Hand) -> set[int]:
    """Exits that were face up for everybody: on the board, out of the shoe boxed, or told to have been turned up."""
    for event in depth.taken[-1:]:
        if (isinstance(event, CardPlaced) and BOARD < event.spot < MUCK) or (
            isinstance(event, CardDrawn) and event.orientation == "up"
        ):
            exits_up.add(event.exit)
    told = {e for e, why in hand.errors.public.items() if why.startswith("deal.") or why == "deck.joker"}
    return exits_up | told


def board_named(depth: Watched) -> str:
    """What the dealer has named of the board: without antennas there."""
    named = [e.said for e in depth.taken if isinstance(e, DealerCommand)]
    return " ".join(name(face) for said in named if isinstance(said, LaidBoard) for face in said.faces)


def said_of(depth: Watched) -> str:
    """Everything that a page could show of a remedy, in both languages, and its data."""
    seen, words = depth.view, [catalogue("en"), catalogue("fr")]
    remedies = [public_remedy(r) for r in seen.remedies]
    texts = [t for r in remedies for m in r.moves for t in (m.text, m.note) if t is not None]
    texts += [t for r in remedies for t in (r.title, *r.wrong)] + [ask.text for ask in public_asks(seen)]
    texts += [alarm_text(alarm) for alarm in seen.alarms]
    data = [r.model_dump_json(exclude={"sentence"}) for r in remedies] + [repr(asdict(p)) for p in seen.prompts]
    return "\n".join([*data, *(w.text(t) for w in words for t in texts)])


@pytest.mark.parametrize("file", FILES)
def test_no_face_is_said_that_not_everybody_has_seen(file: str) -> None:
    up: dict[Watched, set[int]] = {}
    looked = 0

    def look(depth: Watched) -> None:
        nonlocal looked
        hand = depth.table.hand
        if hand is None:
            return
        seen = seen_by_all(depth, up.setdefault(depth, set()), hand)
        if depth.in_remedy:
            hidden = {f for e, f in hand.faces.by_exit.items() if e not in seen and f < DECK_SIZE}
            hidden -= {f for e, f in hand.faces.by_exit.items() if e in seen or name(f) in board_named(depth)}
            text = said_of(depth)
            assert not [f for f in hidden if f'"{name(f)}"' in text or card_text(name(f)) in text]
            looked += 1

    assert failures(play_file(file, look)) == []
    assert (looked > 0) == (file not in WITHOUT)


def test_a_managers_draw_names_no_card_not_even_one_that_was_seen() -> None:
    drawn = 0

    def look(depth: Watched) -> None:
        nonlocal drawn
        for remedy in depth.view.remedies:
            for n, move in enumerate(public_remedy(remedy).moves):
                if move.verb in ("mix", "draw", "expose"):
                    assert move.cards == () == remedy.moves[n].cards
                    drawn += 1

    assert failures(play_file("deal/lfp-board.scn", look)) == []
    assert drawn > 5
