"""Tags become cards by exit: what shoe, plan and place say together, and what is asked where they disagree."""

from __future__ import annotations

import pytest

from controller.poker import events as core
from controller.poker.cards import FOREIGN, card
from controller.poker.places import place
from controller.registers import Registers
from controller.service.senses.draw_records import Exits
from controller.service.senses.sensing import Sensing
from firmware_bridge.messages import sensed
from firmware_bridge.messages.base import TagId

from .sensing_readings import alarms, drawn, landed, placed, with_shoe, without_shoe
from .things import FOREIGN_CARD, at, registers, tag_of


def test_exits_count_the_cards_as_they_leave_the_shoe() -> None:
    sensing = with_shoe()
    events = [sensing.events(drawn(name)) for name in ("As", "Kd")]
    assert events == [
        (core.CardDrawn(1, card("As"), "down", (0, 1_000_000)),),
        (core.CardDrawn(2, card("Kd"), "down", (0, 1_000_000)),),
    ]


def test_a_placed_card_has_the_exit_of_its_draw() -> None:
    sensing = with_shoe()
    for name in ("As", "Kd"):
        sensing.events(drawn(name))
    assert landed(sensing.events(placed("As", "seat:3"))) == [(1, card("As"))]


def test_a_card_that_was_not_read_at_the_shoe_is_known_where_it_lands() -> None:
    sensing = planned({2: "seat:3"}, "As")
    assert sensing.events(drawn()) == (core.CardDrawn(2, None, "down", (0, 1_000_000)),)
    assert landed(sensing.events(placed("Kd", "seat:3"))) == [(2, card("Kd"))]


def test_of_two_tags_in_the_window_the_one_that_lands_was_drawn() -> None:
    sensing = with_shoe()
    sensing.events(drawn("As", "Kd"))
    assert landed(sensing.events(placed("Kd", "seat:3"))) == [(1, card("Kd"))]
    assert sensing.events(drawn("As"))[0] == core.CardDrawn(2, card("As"), "down", (0, 1_000_000))


def test_a_tag_of_the_stub_taken_for_the_card_is_put_right_when_it_leaves_itself() -> None:
    sensing = planned({1: "seat:3", 2: "seat:4"})
    sensing.events(drawn("As"))  # in truth Kd left, and the reader saw the stub's next
    sensing.events(drawn("As"))
    assert landed(sensing.events(placed("Kd", "seat:3"))) == [(1, card("Kd"))]
    assert landed(sensing.events(placed("As", "seat:4"))) == [(2, card("As"))]


def test_which_of_two_unread_draws_a_card_was_is_not_guessed() -> None:
    sensing = with_shoe()
    sensing.events(drawn())
    sensing.events(drawn())
    assert sensing.events(placed("Kd", "seat:3")) == ()
    assert alarms(sensing) == [("alarm.card_undecided", "seat:3")]


def planned(places: dict[int, str], *reads: str) -> Sensing:
    """Draws are due there. The shoe has reported each of `reads` for one draw."""
    sensing = with_shoe()
    sensing.planned = places.get
    for name in reads:
        sensing.events(drawn(name))
    return sensing


def settled(sensing: Sensing, ask: str, option: str, stamp: int) -> tuple[core.Event, ...]:
    events = sensing.settle(ask, option, stamp)
    assert events is not None, f"{ask} is not asked, or {option} does not answer it"
    return events


def swapped() -> Sensing:
    """Two cards fly at once, and the shoe said each for the other."""
    return planned({1: "seat:3", 2: "seat:4"}, "Kd", "As")


def test_two_draws_named_by_shoe_and_plan_are_one_question() -> None:
    sensing = swapped()
    assert sensing.events(placed("As", "seat:3")) == ()
    assert sensing.events(placed("Kd", "seat:4")) == ()
    assert landed(settled(sensing, "draw-seat:3", "1", 9_000_000)) == [(1, card("As")), (2, card("Kd"))]
    assert sensing.questions == ()


def test_board_cards_lie_in_any_order_so_the_shoes_report_decides() -> None:
    sensing = planned({2: "board:1", 3: "board:2"}, "2c", "As", "Kd")
    assert landed(sensing.events(placed("Kd", "board:1"))) == [(3, card("Kd"))]
    assert landed(sensing.events(placed("As", "board:2"))) == [(2, card("As"))]


def test_unplanned_card_is_the_reported_one_if_no_neighbour_is_due() -> None:
    sensing = planned({1: "board:1", 2: "board:2", 3: "board:3"}, "2c", "As", "Kd", "7h")
    sensing.events(placed("As", "board:1"))
    sensing.events(placed("Kd", "board:2"))
    assert landed(sensing.events(placed("7h", "board:3"))) == [(4, card("7h"))]


def test_board_card_reported_as_the_burn_may_be_the_neighbouring_draw() -> None:
    sensing = planned({2: "board:1"}, "As", "Kd")
    assert sensing.events(placed("As", "board:4")) == ()
    assert [ask.options for ask in sensing.questions] == [("1", "2", "unseen")]


def test_so_it_may_where_a_reader_beside_hears_it_first() -> None:
    sensing = planned({2: "board:1", 3: "board:2"}, "As", "Kd", "7h")
    assert sensing.events(placed("As", "board:2")) == ()
    assert [ask.options for ask in sensing.questions] == [("1", "2", "3", "unseen")]


def test_plan_alone_names_no_draw_if_one_is_more_than_planned() -> None:
    sensing = planned({2: "board:3"})
    for _ in range(3):
        sensing.events(drawn())
    assert sensing.events(placed("As", "board:3")) == ()
    assert [ask.options for ask in sensing.questions] == [("1", "2", "3", "unseen")]


def test_shoe_may_have_reported_either_of_two_neighbours_in_the_stub() -> None:
    sensing = planned({2: "board:1"}, "As", "Kd")
    assert sensing.events(placed("As", "board:1")) == ()
    assert [ask.options for ask in sensing.questions] == [("1", "2", "unseen")]


def test_a_card_that_lies_already_is_not_the_one_drawn_whatever_the_shoe_repeats() -> None:
    sensing = with_shoe()
    sensing.events(drawn("As"))
    sensing.events(placed("As", "seat:3"))
    assert sensing.events(drawn("As")) == (core.CardDrawn(2, None, "down", (0, 1_000_000)),)
    assert landed(sensing.events(placed("Kd", "seat:4"))) == [(2, card("Kd"))]


def test_last_open_draw_is_no_card_that_shoe_and_plan_both_exclude() -> None:
    sensing = planned({1: "seat:3"}, "As")
    assert sensing.events(placed("Kd", "seat:4")) == ()
    assert [ask.options for ask in sensing.questions] == [("1", "unseen")]


def test_what_left_the_shoe_unseen_takes_the_next_exit_by_the_dealers_word() -> None:
    sensing = planned({1: "seat:3"}, "As")
    sensing.events(placed("As", "seat:3"))
    sensing.events(placed("Kd", "seat:4"))
    assert [ask.options for ask in sensing.questions] == [("unseen",)]
    events = settled(sensing, "draw-seat:4", "unseen", 9_000_000)
    assert [type(event).__name__ for event in events] == ["CardDrawn", "CardPlaced"]
    assert (landed(events), alarms(sensing), sensing.questions) == ([(2, card("Kd"))], [], ())


def test_the_second_card_of_a_draw_of_two_takes_the_next_exit_where_it_lies() -> None:
    sensing = planned({1: "seat:3"})
    sensing.events(drawn("As", "Kd"))
    sensing.events(placed("As", "seat:3"))
    assert landed(sensing.events(placed("Kd", "seat:3"))) == [(2, card("Kd"))]


def test_second_card_of_a_double_draw_leaves_before_the_next_draw() -> None:
    sensing = planned({1: "seat:3", 2: "seat:4"})
    sensing.events(drawn("As", "Kd"))
    sensing.events(drawn("7c"))
    for name, spot in (("As", "seat:3"), ("7c", "seat:4")):
        sensing.events(placed(name, spot))
    (left, lies) = sensing.events(placed("Kd", "seat:3"))
    assert isinstance(left, core.CardDrawn)
    assert (left.exit, left.before, landed((lies,))) == (3, 2, [(3, card("Kd"))])


def test_the_dealer_may_say_that_a_card_left_the_shoe_with_another_of_its_seat() -> None:
    sensing = planned({1: "seat:3", 2: "seat:4"}, "As", "7c")
    for name, spot in (("As", "seat:3"), ("7c", "seat:4"), ("Kd", "seat:3")):
        sensing.events(placed(name, spot))
    assert [ask.options for ask in sensing.questions] == [("with-1", "unseen")]
    (left, lies) = settled(sensing, "draw-seat:3", "with-1", 9)
    assert isinstance(left, core.CardDrawn)
    assert (left.exit, left.before, landed((lies,))) == (3, 2, [(3, card("Kd"))])


def test_card_drawn_unseen_left_before_the_draws_it_was_seen_at() -> None:
    sensing = planned({1: "seat:3", 2: "seat:4"}, "As")
    for name in ("As", "Kd"):
        sensing.events(placed(name, "seat:3"))
    sensing.events(sensed.CardDrawn(tags=(tag_of("7c"),), orientation="down", at=at(5)))
    sensing.events(sensed.CardPlaced(tag=tag_of("7c"), spot="seat:4", at=at(6)))
    (left, _) = settled(sensing, "draw-seat:3", "unseen", 9)
    assert isinstance(left, core.CardDrawn)
    assert (left.exit, left.before) == (3, 2)


def test_a_card_shuffled_back_into_the_stub_leaves_it_under_another_number() -> None:
    sensing = with_shoe()
    sensing.events(drawn("As"))
    sensing.events(placed("As", "seat:3"))
    sensing.in_stub = lambda: (1,)
    assert sensing.events(drawn("As"))[0] == core.CardDrawn(2, card("As"), "down", (0, 1_000_000))
    assert landed(sensing.events(placed("As", "seat:4"))) == [(2, card("As"))]


def test_a_foreign_card_that_lies_where_one_is_due_is_a_foreign_card_of_the_hand() -> None:
    sensing = planned({1: "seat:3"})
    sensing.events(drawn())
    event = sensed.CardPlaced(tag=FOREIGN_CARD, spot="seat:3", at=at(2))
    assert landed(sensing.events(event)) == [(1, FOREIGN)]
    assert alarms(sensing) == [("alarm.unknown_card", "seat:3")]


def test_a_card_of_another_registered_deck_is_foreign_to_the_hand() -> None:
    both = registers()
    other = TagId("iso14443a:04EEEEEEEEEE01")
    sensing = Sensing(Registers(both.decks.registered("second", {other: card("As")}), both.chips), Exits(shoe=True))
    sensing.planned = {1: "seat:3", 2: "seat:4"}.get
    sensing.events(drawn("Kd"))
    sensing.events(placed("Kd", "seat:3"))
    sensing.events(drawn())
    event = sensed.CardPlaced(tag=other, spot="seat:4", at=at(2))
    assert landed(sensing.events(event)) == [(2, FOREIGN)]


def test_of_two_unread_draws_a_card_is_the_one_that_was_due_where_it_lies() -> None:
    sensing = planned({2: "board:1"})  # the first is a burn, which no antenna sees
    sensing.events(drawn())
    sensing.events(drawn())
    assert landed(sensing.events(placed("Kd", "board:1"))) == [(2, card("Kd"))]
    assert (alarms(sensing), sensing.questions) == ([], ())


def test_a_card_is_no_draw_that_came_after_it_was_seen_to_lie() -> None:
    sensing = with_shoe()
    sensing.events(drawn())
    sensing.events(sensed.CardDrawn(tags=(), orientation="down", at=at(5)))
    assert landed(sensing.events(placed("Kd", "seat:3"))) == [(1, card("Kd"))]


def test_once_one_card_is_told_the_other_is_too() -> None:
    sensing = planned({2: "seat:4"})
    sensing.events(drawn())
    sensing.events(drawn())
    assert sensing.events(placed("Kd", "board:3")) == ()
    assert landed(sensing.events(placed("As", "seat:4"))) == [(2, card("As")), (1, card("Kd"))]
    assert alarms(sensing) == []


def taken_for(first: tuple[str, ...], *lands: tuple[str, str]) -> list[tuple[int, int | None]]:
    """The shoe says `first` of the draw for seat 1, and the Queen of the one for seat 2; what the landings say."""
    sensing = planned({1: "seat:1", 2: "seat:2", 3: "seat:4"})
    for read in (first, ("Qs",), ("Qc",)):
        sensing.events(drawn(*read))
    return [pair for name, spot in lands for pair in landed(sensing.events(placed(name, spot)))]


def test_cards_swapped_by_two_errors_are_told_apart_by_where_they_lie() -> None:
    told = taken_for((), ("Qs", "seat:2"), ("9h", "seat:2"), ("Qs", "seat:1"))
    assert told[-2:] == [(2, card("9h")), (1, card("Qs"))]


def test_they_are_told_apart_although_the_other_was_counted_already() -> None:
    told = taken_for((), ("Qs", "seat:2"), ("9h", "seat:2"), ("Qc", "seat:4"), ("Qs", "seat:1"))
    assert told[-2:] == [(2, card("9h")), (1, card("Qs"))]


def test_plan_does_not_overrule_the_shoe_while_an_unread_draw_is_open() -> None:
    assert taken_for((), ("Kd", "seat:2")) == []
    told = taken_for((), ("Kd", "seat:2"), ("Qs", "seat:2"), ("Qc", "seat:4"), ("Kd", "seat:1"))
    assert dict(told) == {1: card("Kd"), 2: card("Qs"), 3: card("Qc")}


def test_plan_does_not_overrule_the_shoe_while_a_card_is_due_elsewhere() -> None:
    sensing = planned({1: "seat:1", 2: "seat:2"}, "Kc")
    sensing.events(drawn("6d"))  # in truth 4c
    assert landed(sensing.events(placed("4c", "seat:1"))) == []
    assert landed(sensing.events(placed("4c", "seat:2"))) == []
    assert landed(sensing.events(placed("Kc", "seat:1"))) == [(1, card("Kc")), (2, card("4c"))]


def test_plan_picks_no_draw_that_may_be_a_card_not_told_yet() -> None:
    """The first of the flop was burnt, too; the shoe said of the second the next one already."""
    sensing = planned({2: "board:1", 3: "board:2", 4: "board:3"}, "6c", "Kc", "6d")
    told = landed(sensing.events(placed("4c", "board:1")))
    sensing.events(sensed.CardDrawn(tags=(tag_of("6d"),), orientation="down", at=at(5)))
    told += landed(sensing.events(sensed.CardPlaced(tag=tag_of("6d"), spot="board:2", at=at(6))))
    assert told == []
    assert [ask.options for ask in sensing.questions] == [("2", "3", "unseen"), ("2", "3", "4", "unseen")]
    assert dict(landed(settled(sensing, "draw-board:1", "3", 9))) == {3: card("4c"), 4: card("6d")}


def test_cards_are_told_apart_where_the_shoe_said_the_next_card_too_early() -> None:
    sensing = planned({1: "seat:1", 2: "seat:1", 3: "seat:2"})
    for read in ((), ("Ts",), ("Ts",)):
        sensing.events(drawn(*read))
    lands = (("7h", "seat:1"), ("6d", "seat:1"), ("Ts", "seat:1"), ("Ts", "seat:2"))
    told = [pair for name, spot in lands for pair in landed(sensing.events(placed(name, spot)))]
    assert dict(told) == {1: card("7h"), 2: card("6d"), 3: card("Ts")}


@pytest.mark.parametrize("reads", [("Jh", "Jh", "9d"), ("Jh", "9d", "Qd"), ("Jh", "9d", "9d")])
def test_a_card_heard_beside_is_told_from_its_neighbour_however_the_shoe_misread_it(reads: tuple[str, ...]) -> None:
    sensing = planned({2: "board:1", 3: "board:2"}, *reads)  # the first is burnt
    lands = (("Qd", "board:2"), ("9d", "board:2"), ("Qd", "board:1"))
    told = [pair for name, spot in lands for pair in landed(sensing.events(placed(name, spot)))]
    assert dict(told) == {2: card("Qd"), 3: card("9d")}


def test_a_card_heard_beside_is_told_from_the_one_that_the_shoe_named_there() -> None:
    sensing = planned({1: "seat:1", 2: "seat:2"})
    sensing.events(drawn("7h"))  # repeated of the hand before
    sensing.events(drawn("9d"))
    lands = (("4d", "seat:2"), ("9d", "seat:2"), ("4d", "seat:1"))
    told = [pair for name, spot in lands for pair in landed(sensing.events(placed(name, spot)))]
    assert dict(told) == {1: card("4d"), 2: card("9d")}


def test_board_card_is_the_only_unread_draw_if_the_others_are_sure() -> None:
    sensing = planned({2: "board:1", 3: "board:2"})  # the first is burnt
    for read in (("9c",), (), ("7h",)):
        sensing.events(drawn(*read))
    lands = (("7h", "board:1"), ("Th", "board:2"))
    told = [pair for name, spot in lands for pair in landed(sensing.events(placed(name, spot)))]
    assert (told, sensing.questions) == ([(3, card("7h")), (2, card("Th"))], ())


def test_cards_of_the_second_round_are_told_apart_as_those_of_the_first() -> None:
    sensing = planned({1: "seat:4", 2: "seat:5", 3: "seat:4", 4: "seat:5"})
    for read in ("Qd", "Ac", "7d", "As"):  # the last two exchanged
        sensing.events(drawn(read))
    lands = (("Qd", "seat:4"), ("Ac", "seat:5"), ("As", "seat:5"), ("7d", "seat:5"), ("As", "seat:4"))
    told = [pair for name, spot in lands for pair in landed(sensing.events(placed(name, spot)))]
    assert dict(told) == {1: card("Qd"), 2: card("Ac"), 3: card("As"), 4: card("7d")}


def test_an_unread_draw_is_among_the_answers_though_the_plan_wants_another_there() -> None:
    sensing = planned({2: "board:1", 3: "board:2"})
    for read in (("5c",), ("4c",), ()):
        sensing.events(drawn(*read))
    sensing.events(placed("3s", "board:1"))
    assert [ask.options for ask in sensing.questions] == [("2", "3", "unseen")]


def test_tag_drawn_again_that_lies_at_its_new_place_is_on_two_cards() -> None:
    sensing = planned({1: "seat:1", 2: "seat:2"})
    told: list[tuple[int, int | None]] = []
    for number, spot in ((1, "seat:1"), (5, "seat:2")):
        sensing.events(sensed.CardDrawn(tags=(tag_of("Qs"),), orientation="down", at=at(number)))
        told = landed(sensing.events(sensed.CardPlaced(tag=tag_of("Qs"), spot=spot, at=at(number + 1))))
    assert told == [(2, FOREIGN)]
    assert alarms(sensing) == [("alarm.double_card", "seat:2")]


@pytest.mark.parametrize("spots", [("seat:2", "seat:1"), ("seat:1", "seat:2")])
def test_a_card_heard_beside_that_the_shoe_said_twice_is_no_card_twice(spots: tuple[str, str]) -> None:
    sensing = planned({1: "seat:1", 2: "seat:2"})
    for number in (1, 2):
        sensing.events(sensed.CardDrawn(tags=(tag_of("5h"),), orientation="down", at=at(number)))
    for number, spot in enumerate(spots, start=5):
        told = landed(sensing.events(sensed.CardPlaced(tag=tag_of("5h"), spot=spot, at=at(number))))
        assert (alarms(sensing), FOREIGN in dict(told).values()) == ([], False)


def test_a_shoe_that_repeats_itself_is_no_card_twice() -> None:
    sensing = planned({1: "seat:1", 2: "seat:2"}, "Qs")
    sensing.events(placed("Qs", "seat:1"))
    sensing.events(drawn("Qs"))
    assert landed(sensing.events(placed("9h", "seat:2"))) == [(2, card("9h"))]
    assert landed(sensing.events(placed("Qs", "seat:1"))) == [(1, card("Qs"))]


def test_moved_card_keeps_its_identity_if_the_shoe_named_a_third() -> None:
    told = taken_for(("Jh",), ("Qs", "seat:2"), ("Qs", "seat:1"), ("9h", "seat:2"))
    assert told == [(2, card("Qs")), (2, card("Qs"))]


def test_a_card_that_lay_there_before_it_was_said_to_leave_is_the_draw_before() -> None:
    sensing = planned({1: "seat:1", 2: "seat:2", 3: "seat:3"}, "As")
    sensing.events(sensed.CardDrawn(tags=(tag_of("2d"),), orientation="down", at=at(5)))
    sensing.events(sensed.CardPlaced(tag=tag_of("6h"), spot="seat:5", at=at(6)))
    sensing.events(sensed.CardDrawn(tags=(tag_of("6h"),), orientation="down", at=at(9)))
    told = landed(sensing.events(sensed.CardPlaced(tag=tag_of("2d"), spot="seat:2", at=at(10))))
    assert dict(told) == {2: card("6h"), 3: card("2d")}


def test_a_card_that_a_snapshot_found_is_told_apart_as_one_that_was_seen_to_land() -> None:
    sensing = planned({1: "seat:1", 2: "seat:2", 3: "seat:3"}, "As")
    sensing.events(sensed.CardDrawn(tags=(tag_of("2d"),), orientation="down", at=at(5)))
    cards: dict[str, tuple[TagId, ...]] = {"seat:5": (tag_of("6h"),)}
    sensing.events(sensed.Snapshot(cards=cards, chips={}, button=None, posts=(), unread=(), at=at(6)))
    sensing.events(sensed.CardDrawn(tags=(tag_of("6h"),), orientation="down", at=at(9)))
    told = landed(sensing.events(sensed.CardPlaced(tag=tag_of("2d"), spot="seat:2", at=at(10))))
    assert dict(told) == {2: card("6h"), 3: card("2d")}


def test_which_of_several_draws_lies_there_is_asked_and_the_dealers_word_settles_it() -> None:
    sensing = with_shoe()
    sensing.events(drawn())
    sensing.events(drawn())
    sensing.events(placed("Kd", "seat:3"))
    (ask,) = sensing.questions
    assert (ask.place, ask.options, ask.role) == ("seat:3", ("1", "2", "unseen"), "dealer")
    assert landed(settled(sensing, ask.id, "2", 9_000_000)) == [(2, card("Kd"))]
    assert (alarms(sensing), sensing.questions) == ([], ())


@pytest.mark.parametrize("answer", [("draw-seat:3", "3"), ("draw-seat:4", "1"), ("draw-seat:3", "x")])
def test_an_answer_that_was_not_offered_settles_nothing(answer: tuple[str, str]) -> None:
    sensing = with_shoe()
    sensing.events(drawn())
    sensing.events(drawn())
    sensing.events(placed("Kd", "seat:3"))
    assert sensing.settle(*answer, 9_000_000) is None
    assert len(sensing.questions) == 1


def test_the_question_ends_when_the_card_is_taken_away() -> None:
    sensing = with_shoe()
    sensing.events(drawn())
    sensing.events(drawn())
    sensing.events(placed("Kd", "seat:3"))
    sensing.events(sensed.CardGone(tag=tag_of("Kd"), spot="seat:3", at=at(3)))
    assert (alarms(sensing), sensing.questions) == ([], ())


def test_a_card_pushed_back_and_drawn_again_keeps_its_exit() -> None:
    sensing = with_shoe()
    sensing.events(drawn("As"))
    assert sensing.events(sensed.CardReturned(at=at(2))) == (core.CardReturned(1, (1_000_000, 2_000_000)),)
    assert sensing.events(drawn("As")) == (core.CardDrawn(1, card("As"), "down", (0, 1_000_000)),)
    assert sensing.events(drawn("Kd"))[0] == core.CardDrawn(2, card("Kd"), "down", (0, 1_000_000))


def test_a_card_pushed_back_that_lies_somewhere_left_the_shoe_again_unseen() -> None:
    sensing = with_shoe()
    sensing.events(drawn("As"))
    sensing.events(sensed.CardReturned(at=at(2)))
    events = sensing.events(placed("As", "seat:3"))
    assert [(type(e).__name__, getattr(e, "exit", None)) for e in events] == [("CardDrawn", 1), ("CardPlaced", 1)]


def test_a_card_that_nobody_saw_leave_the_shoe_is_an_alarm_naming_its_place() -> None:
    sensing = with_shoe()
    assert sensing.events(placed("As", "seat:3")) == ()
    assert alarms(sensing) == [("alarm.card_not_drawn", "seat:3")]


def test_the_gathered_cards_of_the_hand_before_are_no_alarm_at_the_muck() -> None:
    sensing = with_shoe()
    sensing.events(placed("As", "muck"))
    assert alarms(sensing) == []


def test_without_a_shoe_cards_are_numbered_at_first_sight() -> None:
    sensing = without_shoe()
    numbers = [landed(sensing.events(placed(name, f"seat:{n}"))) for n, name in ((1, "As"), (2, "Kd"), (3, "As"))]
    assert [pairs[0][0] for pairs in numbers] == [1, 2, 1]


def test_a_foreign_card_is_an_alarm_naming_its_place_and_no_event() -> None:
    sensing = with_shoe()
    assert sensing.events(sensed.CardPlaced(tag=FOREIGN_CARD, spot="board:2", at=at(1))) == ()
    assert alarms(sensing) == [("alarm.unknown_card", "board:2")]


def test_a_foreign_card_from_the_shoe_still_counts_as_an_exit() -> None:
    sensing = with_shoe()
    event = sensed.CardDrawn(tags=(FOREIGN_CARD,), orientation="down", at=at(1))
    assert sensing.events(event) == (core.CardDrawn(1, None, "down", (0, 1_000_000)),)
    assert alarms(sensing) == [("alarm.foreign_drawn", "shoe")]


def test_foreign_card_has_one_alarm_for_the_place_where_it_lies() -> None:
    sensing = with_shoe()
    sensing.events(sensed.CardDrawn(tags=(FOREIGN_CARD,), orientation="down", at=at(1)))
    sensing.events(sensed.CardPlaced(tag=FOREIGN_CARD, spot="board:2", at=at(2)))
    assert alarms(sensing) == [("alarm.unknown_card", "board:2")]


def test_the_alarm_ends_when_the_foreign_card_is_taken_away() -> None:
    sensing = with_shoe()
    sensing.events(sensed.CardPlaced(tag=FOREIGN_CARD, spot="board:2", at=at(1)))
    sensing.events(sensed.CardGone(tag=FOREIGN_CARD, spot="board:2", at=at(2)))
    assert alarms(sensing) == []


def test_without_a_registered_deck_a_tag_is_a_card_without_a_face() -> None:
    sensing = with_shoe(decks=False)
    sensing.events(drawn("As"))
    assert landed(sensing.events(placed("As", "seat:1"))) == [(1, None)]
    assert alarms(sensing) == []


def test_a_lifted_card_keeps_its_exit() -> None:
    sensing = with_shoe()
    sensing.events(drawn("As"))
    sensing.events(placed("As", "seat:3"))
    gone = sensing.events(sensed.CardGone(tag=tag_of("As"), spot="seat:3", at=at(3)))
    assert gone == (core.CardGone(1, place("seat:3"), (2_000_000, 3_000_000)),)


def test_a_new_hand_counts_exits_from_one() -> None:
    sensing = with_shoe()
    sensing.events(drawn("As"))
    sensing.hand_began()
    assert sensing.events(drawn("Kd"))[0] == core.CardDrawn(1, card("Kd"), "down", (0, 1_000_000))
