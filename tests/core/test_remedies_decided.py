"""Remedies decided otherwise half-way, by a person; parts that do not sense; a second fault inside one."""

import json

import pytest

from controller.poker.events import CardPlaced, FloorDecision
from controller.poker.outcomes import Ruling, id_text
from controller.poker.places import BOARD, SEAT
from controller.table import Checkpoint, checkpoint, restore
from firmware_bridge.messages.roles import Role
from tests.core.dealing import Dealer
from tests.core.invariants import accounted
from tests.core.tables import CASINO, DECK, alarms, dealt, shuffled, to_flop
from tests.core.test_remedies import exposed_third, lift, premature


def states(d: Dealer) -> list[list[tuple[str, str, str]]]:
    return [[(m.verb, m.state, m.by) for m in remedy.moves] for remedy in d.view.remedies]


def decide(d: Dealer, choice: str, role: Role = "floor") -> list[Ruling]:
    made = d.view.remedies[0].ruling
    said = d.send(FloorDecision(made, choice, "as the floor saw it", role, role, d.at()))
    return [outcome for outcome in said if isinstance(outcome, Ruling)]


def four_drawn() -> Dealer:
    """A flop of four whose order nobody knows: turned down and said to be shuffled."""
    d = dealt()
    for seat, key in ((3, "call"), (4, "call"), (1, "call"), (2, "check")):
        d.key(seat, key)
        d.settle()
    d.bring_in()
    d.draw(DECK[8])
    for n in range(4):
        d.draw(None)
        d.send(CardPlaced(10 + n, BOARD + 1 + n, DECK[9 + n], d.at()))
    d.command("done")
    return d


def test_a_movement_said_too_early_is_taken_back_and_due_again() -> None:
    d = four_drawn()
    assert states(d) == [[("mix", "done", "told"), ("draw", "next", "gone"), ("expose", "waiting", "told")]]
    made = d.view.remedies[0].ruling
    (ruling,) = decide(d, "undo")
    assert states(d)[0][0] == ("mix", "next", "told")
    assert ruling.replaces is not None
    assert (id_text(ruling.replaces), ruling.by) == (made, "floor")


def test_what_a_sensor_saw_is_taken_back_by_putting_the_card_back() -> None:
    d = exposed_third()
    d.deal(DECK[8], SEAT + 3)
    (ruling,) = decide(d, "undo")
    assert ruling.by == "floor"
    assert [verb for verb, _, _ in states(d)[0]] == ["back", "deal", "stub", "burn"]
    lift(d, 9, SEAT + 3)
    d.deal(DECK[8], SEAT + 3)
    lift(d, 3, SEAT + 3)
    assert (d.view.phase, [s.cards for s in d.view.seats], alarms(d)) == ("preflop", [2, 2, 2, 2], [])


def test_a_card_that_another_one_followed_is_not_taken_back() -> None:
    d = four_drawn()
    lift(d, 11, BOARD + 2)
    before = states(d)
    assert decide(d, "undo") == []
    assert (states(d), alarms(d)[-1]) == (before, "undo.drawn")


def test_no_fault_half_way_leaves_nothing_of_the_ruling() -> None:
    d = exposed_third()
    (ruling,) = decide(d, "no_fault")
    assert (ruling.replaces is not None, d.view.remedies, d.view.phase) == (True, (), "preflop")
    assert d.table.hand is not None
    assert (d.table.hand.errors.exposures, d.table.hand.errors.public, d.table.hand.plan.out) == (0, {}, {})


def test_a_hand_that_is_not_void_after_all_is_kept_over_a_restart() -> None:
    d = shuffled()
    d.deal(DECK[0], SEAT + 1)
    d.command("exposed", "1:dealer")
    assert d.view.phase == "cancelled"
    d.table = restore(Checkpoint(json.loads(json.dumps(checkpoint(d.table).body)), checkpoint(d.table).faces))
    decide(d, "no_fault")
    assert (d.view.phase, d.view.remedies, [s.stack for s in d.view.seats]) == (
        "dealing",
        (),
        [9950, 9900, 10000, 10000],
    )
    for n in range(1, 8):
        d.deal(DECK[n], SEAT + n % 4 + 1)
    assert (d.view.phase, accounted(d.table.felt)) == ("preflop", True)


def test_a_card_laid_back_where_it_was_taken_from_makes_its_movement_due_again() -> None:
    d = exposed_third()
    d.deal(DECK[8], SEAT + 3)
    lift(d, 3, SEAT + 3)
    assert d.view.phase == "preflop"
    d.send(CardPlaced(3, SEAT + 3, DECK[2], d.at()))
    assert (states(d)[0][1], d.view.turn) == (("stub", "next", "gone"), None)
    lift(d, 3, SEAT + 3)
    assert d.view.turn == 3


def test_the_dealer_cannot_decide_a_remedy_away() -> None:
    d = premature()
    assert decide(d, "stands", "dealer") == []
    assert d.view.remedies


def test_misdeal_half_way_gives_everything_back() -> None:
    d = exposed_third()
    (ruling,) = decide(d, "misdeal")
    assert (d.view.phase, ruling.by, [s.stack for s in d.view.seats]) == ("cancelled", "floor", [10_000] * 4)
    assert [m.verb for m in d.view.remedies[0].moves] == ["collect"]


@pytest.mark.parametrize("done", [0, 1])
def test_the_rest_falls_away_wherever_the_remedy_is(done: int) -> None:
    d = exposed_third()
    if done:
        d.deal(DECK[8], SEAT + 3)
    decide(d, "stands")
    assert (d.view.remedies, d.view.phase) == ((), "preflop")
    assert accounted(d.table.felt)


# --- parts that do not sense ----------------------------------------------------------------------------------------


def manual(d: Dealer, part: str) -> None:
    d.command("manual", part)


def test_a_dead_board_antenna_makes_its_movements_told() -> None:
    d = premature()
    assert states(d)[0][0] == ("stub", "next", "gone")
    manual(d, "board")
    assert states(d)[0][0] == ("stub", "next", "told")
    d.command("done")
    assert (states(d)[0][0][1], d.view.turn) == ("done", 3)


def test_a_dead_seat_antenna_makes_its_movements_told() -> None:
    d = exposed_third()
    d.deal(DECK[8], SEAT + 3)
    manual(d, "cards:3")
    assert states(d)[0][1] == ("stub", "next", "told")
    d.command("done")
    assert (states(d)[0][1][1], d.view.phase) == ("done", "preflop")


def test_what_is_seen_after_all_is_ticked_without_a_word() -> None:
    d = premature()
    manual(d, "board")
    d.command("sensing", "board")
    lift(d, 10, BOARD + 1)
    assert d.view.turn == 3


@pytest.mark.parametrize("card_first", [True, False])
def test_with_a_dead_shoe_the_replacement_is_said_to_be_dealt(card_first: bool) -> None:
    d = exposed_third()
    d.command("manual", "shoe")
    assert states(d)[0][0] == ("deal", "next", "told")
    d.exits += 1
    for now in (card_first, not card_first):
        if now:
            d.send(CardPlaced(d.exits, SEAT + 3, DECK[8], d.at()))
        else:
            d.command("done")
    lift(d, 3, SEAT + 3)
    assert (d.view.phase, d.view.turn, [s.cards for s in d.view.seats]) == ("preflop", 3, [2, 2, 2, 2])
    assert alarms(d) == []


# --- a second one inside the first ----------------------------------------------------------------------------------


def test_what_holds_play_comes_before_what_waits_whichever_was_ruled_first() -> None:
    d = exposed_third()
    d.deal(DECK[8], SEAT + 3)
    lift(d, 3, SEAT + 3)
    assert states(d) == [[("deal", "done", "drawn"), ("stub", "done", "gone"), ("burn", "waiting", "told")]]
    d.draw(DECK[9])
    d.deal(DECK[10], BOARD + 1)
    first, second = d.view.remedies
    assert (first.matter, second.matter.split(".")[0]) == ("deal.exposed", "premature")
    due = [(r.matter, m.verb) for r in d.view.remedies for m in r.moves if m.state == "next"]
    assert due == [(second.matter, second.moves[0].verb)]


def test_next_hand_uses_the_deck_whose_change_the_floor_dropped() -> None:
    d = dealt()
    d.command("foul", "missing")
    d.command("done")  # collected
    assert states(d)[0][-1] == ("change", "next", "told")
    decide(d, "stands")
    hand = d.view.hand
    d.shuffle()
    assert (d.view.hand, "shuffle.deck_due" in alarms(d)) == (hand + 1, False)


def test_cards_to_be_set_aside_are_not_drawn_if_the_floor_drops_that() -> None:
    d = to_flop(CASINO)
    d.key(1, "check")
    d.draw(DECK[12])
    d.deal(DECK[13], BOARD + 4)
    assert [verb for verb, _, _ in states(d)[0]] == ["muck", "aside", "aside", "burn", "lay"]
    decide(d, "stands")
    lift(d, 14, BOARD + 4)
    for seat in (2, 3, 4):
        d.key(seat, "check")
    d.deal(DECK[14], BOARD + 4)
    assert (d.view.phase, len(d.view.board), d.view.burns) == ("turn", 4, 2)
