"""Remedies hold: through restarts at every step, whatever the cards' faces are, and without showing a hidden one."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace

import pytest

from controller.pages import catalogue
from controller.pages.catalogue import card_text
from controller.poker.cards import DECK_SIZE, Card, name
from controller.poker.events import CardDrawn, CardPlaced, DealerCommand, Event
from controller.poker.hand import Hand, Phase
from controller.poker.outcomes import Alarm, Ask, Prompt, Ruling
from controller.poker.places import BOARD, MUCK
from controller.poker.said import LaidBoard
from controller.service.publication.public_state import alarm_text, public_asks, public_remedy
from controller.table import (
    Checkpoint,
    Record,
    RemedyView,
    Table,
    View,
    checkpoint,
    from_record,
    new_table,
    restore,
    step,
    to_record,
    view,
)
from controller.table.view.next_step import next_step

from .plays import Play
from .remedies import FILES, WITHOUT, failures, in_remedy, played, remedies_of

pytestmark = pytest.mark.together("book")


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
        self._last: tuple[RemedyView, ...] = ()

    def new(self, table: Table) -> bool:
        now = remedies_of(table)
        before, self._last = self._last, now
        return now not in ((), before)


@pytest.mark.search
@pytest.mark.parametrize("file", FILES)
def test_a_restart_after_every_step_of_a_remedy_changes_nothing(file: str) -> None:
    """A second table is restarted. It says the same to every event, and comes to the same."""
    restarts = 0
    for play in played(file):
        steps, same = Steps(), new_table(play.setup)
        for event, outcomes, table in play.table_after_each():
            assert step(same, event, play.rulebook) == outcomes
            if steps.new(table):
                same = again(same)
                assert view(same) == view(table)
                restarts += 1
        assert checkpoint(same) == checkpoint(table)
    assert failures(file) == []
    assert (restarts > 0) == (file not in WITHOUT)


@pytest.mark.search
@pytest.mark.parametrize("file", FILES)
def test_the_journal_gives_the_same_remedy_at_every_step(file: str) -> None:
    """A second table is told each event as the journal gives it back: it is what a replay so far would give."""
    for play in played(file):
        steps, same = Steps(), new_table(play.setup)
        for event, _, table in play.table_after_each():
            step(same, journalled(event), play.rulebook)
            if steps.new(table):
                assert view(same) == view(table)
        assert checkpoint(same) == checkpoint(table), play.name
    assert failures(file) == []


# --- identity steers nothing ----------------------------------------------------------------------------------------


def shifted(event: Event, by: int) -> Event:
    """The same event with every face exchanged for another of the deck."""
    if isinstance(event, CardDrawn | CardPlaced) and event.face is not None and event.face < DECK_SIZE:
        return replace(event, face=Card((event.face + by) % DECK_SIZE))
    return event


def names_cards(events: Iterable[Event]) -> bool:
    return any(isinstance(e, DealerCommand) and e.word in ("cards", "board", "joker") for e in events)


def drawn_for_the_button(events: Iterable[Event]) -> bool:
    """The highest card has the first button: there faces decide."""
    return any(isinstance(e, DealerCommand) and e.word == "button_draw" for e in events)


def course(events: Iterable[Event], play: Play) -> list[object]:
    """What the table says to each event, and its remedies without the names of cards, until hands are shown."""
    said = list[object]()
    for _, followed, table in play._replace(events=tuple(events)).table_after_each():
        if table.phase in (Phase.SHOWDOWN, Phase.AWARD, Phase.CLAIMS):
            break
        said.append(([o for o in followed if isinstance(o, Ruling | Prompt | Ask | Alarm)], bare(table)))
    return said


def bare(table: Table) -> list[object]:
    """The next step and the remedies, without names of cards."""
    moves = [[(m.verb, m.exits, m.origin, m.goal, m.by, m.state) for m in r.moves] for r in remedies_of(table)]
    return [next_step(table), *moves]


@pytest.mark.parametrize(("file", "by"), [(file, (1, 13, 29)[n % 3]) for n, file in enumerate(FILES)])
def test_other_faces_give_the_same_plans_prompts_and_rulings(file: str, by: int) -> None:
    for play in played(file):
        other = [shifted(event, by) for event in play.events]
        decided_by_faces = names_cards(play.events) or drawn_for_the_button(play.events)
        if tuple(other) != play.events and not decided_by_faces:
            assert course(other, play) == course(play.events, play)


# --- no hidden face is said -----------------------------------------------------------------------------------------


def seen_by_all(event: Event, exits_up: set[int], hand: Hand) -> set[int]:
    """Exits that were face up for everybody: on the board, out of the shoe boxed, or told to have been turned up."""
    if (isinstance(event, CardPlaced) and BOARD < event.spot < MUCK) or (
        isinstance(event, CardDrawn) and event.orientation == "up"
    ):
        exits_up.add(event.exit)
    told = {e for e, why in hand.errors.public.items() if why.startswith("deal.") or why == "deck.joker"}
    return exits_up | told


def board_named(event: Event) -> set[str]:
    """What the dealer names of the board by an entry: without antennas there."""
    said = event.said if isinstance(event, DealerCommand) else None
    return {name(face) for face in said.faces} if isinstance(said, LaidBoard) else set()


def said_of(seen: View) -> str:
    """Everything that a page could show of a remedy, in both languages, and its data."""
    words = [catalogue("en"), catalogue("fr")]
    remedies = [public_remedy(r) for r in seen.remedies]
    texts = [t for r in remedies for m in r.moves for t in (m.text, m.note) if t is not None]
    texts += [t for r in remedies for t in (r.title, *r.wrong)] + [ask.text for ask in public_asks(seen)]
    texts += [alarm_text(alarm) for alarm in seen.alarms]
    data = [r.model_dump_json(exclude={"sentence"}) for r in remedies] + [repr(p._asdict()) for p in seen.prompts]
    return "\n".join([*data, *(w.text(t) for w in words for t in texts)])


@pytest.mark.parametrize("file", FILES)
def test_no_face_is_said_that_not_everybody_has_seen(file: str) -> None:
    looked = 0
    for play in played(file):
        up, named = set[int](), set[str]()
        for event, _, table in play.table_after_each():
            named |= board_named(event)
            if table.hand is None:
                continue
            seen = seen_by_all(event, up, table.hand)
            if in_remedy(table):
                faces = table.hand.faces.by_exit
                hidden = {f for e, f in faces.items() if e not in seen and f < DECK_SIZE}
                hidden -= {f for e, f in faces.items() if e in seen or name(f) in named}
                text = said_of(view(table))
                assert not [f for f in hidden if f'"{name(f)}"' in text or card_text(name(f)) in text]
                looked += 1
    assert failures(file) == []
    assert (looked > 0) == (file not in WITHOUT)


def test_a_managers_draw_names_no_card_not_even_one_that_was_seen() -> None:
    drawn = 0
    for play in played("deal/lfp-board.scn"):
        for _, _, table in play.table_after_each():
            for remedy in remedies_of(table):
                for n, move in enumerate(public_remedy(remedy).moves):
                    if move.verb in ("mix", "draw", "expose"):
                        assert move.cards == () == remedy.moves[n].cards
                        drawn += 1
    assert failures("deal/lfp-board.scn") == []
    assert drawn > 5
