"""What the seat displays show, in both languages, within what the display can hold."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from pathlib import Path
from string import Formatter
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

import controller.poker
import controller.table
from controller.pages import Catalogue, Shown, catalogue, paused_page, seat_page
from controller.pages.seat import figure
from controller.poker.evaluator import CATEGORIES
from controller.poker.hand import Phase
from controller.poker.outcomes import Ask, CardLabel, Cite, Prompt
from controller.poker.remedy import Verb
from controller.table import MoveView, RemedyView, SeatView, Step, Suspension, View, Winner
from firmware_bridge.messages.display import CONTRACT, ENCODING, TURN_HELD, TURN_WAITING, TURN_YOURS
from firmware_bridge.messages.public import Share
from tests.syntax import nodes

EN, FR = catalogue("en"), catalogue("fr")
CORE = [path for room in (controller.poker, controller.table) for path in Path(room.__path__[0]).rglob("*.py")]


def seat_view(seat: int, **changes: Any) -> SeatView:
    plain = SeatView(
        seat=seat, occupied=True, sitting_out=False, stack=9000, bet=0, dealt_in=True, in_hand=True, folded=False,
        all_in=False, cards=2, shown=(), last_act=None, due=0, owed=0, holding=0, to_call=0, won=0,
    )  # fmt: skip
    return plain._replace(**changes)


def table_view(*seats: SeatView, **changes: Any) -> View:
    plain = View(
        revision=1, phase="flop", hand=7, rulebook="lfp", structure="no_limit", level="100/200",
        small_blind=100, big_blind=200, ante=0, button=1, small_blind_seat=2, big_blind_seat=3,
        seats=seats, turn=2, to_call=200, call_total=200, min_raise=400, max_raise=9000,
        options=("fold", "call", "raise", "all_in"), pots=(), pot_total=1500, board=(), burns=1, next_step=None,
        dues=(), asks=(), prompts=(), alarms=(), rulings=(), show_order=(), winners=(), awards=(), variant="holdem",
        dealer_counted={}, chips_at=(), cards_at=(), burn_pile=0, landing=(),
    )  # fmt: skip
    return replace(plain, **changes)


def values(view: View, seat: int, shown: Shown | None = None, words: Any = EN) -> dict[str, str | int]:
    return seat_page(view, seat, words, shown or Shown(raise_to=view.min_raise)).values


# --- what a page says -----------------------------------------------------------------------------------------------


def test_the_seat_to_act_sees_its_turn_what_to_call_and_the_smallest_raise() -> None:
    page = values(table_view(seat_view(2, to_call=200, bet=100), seat_view(3)), 2)
    assert (page["turn"], page["turn.bco"]) == ("Your turn", TURN_YOURS)
    assert (page["to_call"], page["min_raise"], page["bet"]) == ("200", "400", "100")
    assert (page["stack"], page["pot"]) == ("9 000", "1 500")


def test_where_the_book_has_it_so_players_are_shown_no_pot() -> None:
    page = values(table_view(seat_view(2), seat_view(3), shown_to_players=()), 2)
    assert (page["stack"], page["pot"]) == ("9 000", "")


def test_another_seat_sees_whose_turn_it_is_and_no_key() -> None:
    page = values(table_view(seat_view(2), seat_view(3)), 3)
    assert (page["turn"], page["turn.bco"]) == ("Seat 2 to act", TURN_WAITING)
    assert not [name for name in page if name in ("fold_text", "call_text", "raise_text", "all_in_text")]
    assert page["min_raise"] == ""


def test_while_a_fault_is_put_right_every_seat_reads_which() -> None:
    back = MoveView("stub", (3,), ("7h",), "seat:3", "stub", "gone", "next", "deal")
    remedy = RemedyView("12.1", "deal.exposed", 3, (Cite("lfp-2.5"),), "", (back,))
    page = values(table_view(seat_view(2), seat_view(3), turn=None, remedies=(remedy,)), 2, Shown(held="One moment"))
    assert (page["turn"], page["turn.bco"], page["prompt"]) == ("One moment", TURN_HELD, "A card was turned up")


def test_a_remedy_that_waits_for_its_gate_is_no_matter_of_the_seats() -> None:
    burn = MoveView("burn", (3,), ("7h",), "stub", "burn", "told", "waiting", "flop")
    remedy = RemedyView("12.1", "deal.exposed", 3, (Cite("lfp-2.5"),), "", (burn,))
    page = values(table_view(seat_view(2), seat_view(3), remedies=(remedy,)), 2)
    assert (page["turn"], page["prompt"]) == ("Your turn", "")


@pytest.mark.parametrize(
    ("words", "cards", "said"),
    [
        (EN, ("7c",), "Put 7 of clubs of seat 3 on the deck, face up"),
        (EN, (), "Put the 2nd card of seat 3 on the deck, face up"),
        (FR, ("7c",), "Posez le 7 de trèfle du siège 3 sur le paquet"),  # the display holds no more
        (FR, ("Qd",), "Posez la Q de carreau du siège 3 sur le paquet"),
    ],
)
def test_the_players_read_what_the_dealer_does_in_a_remedy(
    words: Catalogue, cards: tuple[str, ...], said: str
) -> None:
    move = MoveView("stub", (9,), cards, "seat:3", "stub", "gone", "next", labels=(CardLabel("hole", 3, 2),))
    remedy = RemedyView("12.1", "deal.exposed", 3, (), "", (move,))
    page = values(table_view(seat_view(2), seat_view(3), turn=None, remedies=(remedy,)), 2, words=words)
    assert page["result"] == said


def test_only_the_keys_that_are_legal_have_a_label() -> None:
    page = values(table_view(seat_view(2, to_call=200), options=("fold", "call"), min_raise=None, max_raise=None), 2)
    labels = {name: page[name] for name in page if name.endswith("_text")}
    assert labels == {"fold_text": "Fold", "call_text": "Call\n200", "time_text": "Time"}


def test_the_raise_key_says_the_total_that_the_dial_stands_at() -> None:
    page = values(table_view(seat_view(2)), 2, Shown(raise_to=1200))
    assert (page["raise_text"], page["raise_to"]) == ("Raise to", "1 200")


def test_while_play_is_held_the_page_says_who_decides_and_offers_no_key() -> None:
    page = values(table_view(seat_view(2)), 2, Shown(raise_to=400, held=EN.say("held.floor")))
    assert (page["turn"], page["turn.bco"]) == ("One moment: floor decides", TURN_HELD)
    assert "fold_text" not in page


@pytest.mark.parametrize(
    ("due", "prompt"), [(300, "Put in 300 more, please"), (-800, "Take 800 back, please"), (0, "")]
)
def test_a_player_is_told_what_he_owes_and_what_he_gets_back(due: int, prompt: str) -> None:
    assert values(table_view(seat_view(2, due=due)), 2)["prompt"] == prompt


def test_a_winner_reads_his_amount_and_his_hand_and_the_others_who_won() -> None:
    won = (Winner(0, 2, 1500, "full_house", ()), Winner(1, 2, 500, "full_house", ()))
    view = table_view(seat_view(2), seat_view(3), turn=None, winners=won)
    assert values(view, 2)["result"] == "You win 2 000: a full house"
    assert values(view, 3, words=FR)["result"] == "Le siège 2 gagne 2 000 : un full"


def test_the_seat_on_the_clock_reads_its_seconds_and_the_others_that_time_was_called() -> None:
    view = table_view(seat_view(2), seat_view(3), clock=(2, 70))
    assert values(view, 2, Shown(seconds=42))["turn"] == "Your time: 42 s"
    assert values(view, 3, Shown(seconds=42))["turn"] == "Seat 2: time was called"


def test_a_suspended_player_reads_for_how_long() -> None:
    out = seat_view(3, in_hand=False, dealt_in=False, suspended=Suspension("rounds", 2))
    view = table_view(seat_view(2), out)
    assert values(view, 3)["turn"] == "Suspended, rounds left: 2"


def test_a_free_seat_and_a_locked_table_have_pages_too() -> None:
    assert values(table_view(seat_view(2)), 5)["turn"] == "Free seat"
    assert paused_page(5, FR, FR.say("paused.locked")).name == CONTRACT.paused_page


def test_a_folded_hand_shows_no_card_and_no_key() -> None:
    assert values(table_view(seat_view(3, folded=True, in_hand=False), seat_view(2)), 3)["turn"] == "Folded"


# --- what a display can hold ----------------------------------------------------------------------------------------

amounts = st.integers(0, 10**12)
seats = st.builds(
    seat_view, st.just(2), stack=amounts, bet=amounts, to_call=amounts, due=st.integers(-(10**12), 10**12),
    folded=st.booleans(), all_in=st.booleans(), sitting_out=st.booleans(),
)  # fmt: skip
views = st.builds(
    table_view, seats, seats.map(lambda s: s._replace(seat=3)), turn=st.sampled_from((2, 3, None)),
    phase=st.sampled_from([phase.value for phase in Phase]), pot_total=amounts, min_raise=st.none() | amounts,
    level=st.sampled_from(("50/100", "100000/200000/25000", "100000000000/200000000000/bb200000000000")),
    winners=st.lists(
        st.builds(
            Winner, st.just(0), st.sampled_from((2, 3)), amounts, st.sampled_from((None, *CATEGORIES)), st.just(())
        )
    ).map(tuple),
)  # fmt: skip


@given(views, st.sampled_from((EN, FR)), st.none() | amounts, st.sampled_from(("", "held.dealer", "held.director")))
def test_every_value_is_a_component_of_the_contract_and_fits_it(
    view: View, words: Any, dial: int | None, held: str
) -> None:
    for seat in (2, 3, 9):
        page = seat_page(view, seat, words, Shown(dial, words.say(held) if held else ""))
        for name, value in page.values.items():
            component = CONTRACT.component(page.name, name.partition(".")[0])
            if isinstance(value, str):
                assert len(value.encode(ENCODING)) <= component.maximum, name


@pytest.mark.parametrize(
    ("amount", "text"),
    [(0, "0"), (1250, "1 250"), (1250000, "1 250 000"), (123456789, "123456789"), (1234567890, "1 234 567k")],
)
def test_a_sum_is_grouped_as_long_as_it_fits(amount: int, text: str) -> None:
    assert figure(amount) == (text if len(text) <= 9 else "1 234M")


@pytest.mark.parametrize("words", [EN, FR], ids=["en", "fr"])
def test_words_of_a_display_fit_it_uncut(words: Any) -> None:
    limits = {"turn.": "turn", "held.": "turn", "phase.": "turn", "matter.": "prompt"}
    for key in words.keys:
        for prefix, component in limits.items():
            if key.startswith(prefix):
                assert len(words.say(key, seat=10)) <= CONTRACT.component("seat", component).maximum, key
    for name in ("stack", "to_call", "min_raise", "bet", "pot"):
        assert len(words.say(f"caption.{name}")) <= CONTRACT.component("seat", f"{name}_name").maximum
    for key in words.keys:
        assert words.say(key).encode(ENCODING), key


# --- the catalogues -------------------------------------------------------------------------------------------------


def test_both_languages_say_the_same_keys_with_the_same_parameters() -> None:
    def fields(words: dict[str, str]) -> dict[str, set[str | None]]:
        return {key: {field for _, field, _, _ in Formatter().parse(text)} - {None} for key, text in words.items()}

    assert fields(EN.words) == fields(FR.words)


def _constants(call: ast.expr) -> list[str]:
    """The texts that an argument can be."""
    return [node.value for node in ast.walk(call) if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def _called(name: str, argument: int) -> set[str]:
    """The texts given at that place to every call of that name in the core."""
    found: set[str] = set()
    for path in CORE:
        for node in nodes(path):
            if isinstance(node, ast.Call) and len(node.args) > argument:
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if called == name:
                    found |= set(_constants(node.args[argument]))
    return found


def _keys(name: str, argument: int, section: str) -> set[str]:
    return {f"{section}.{key}" for key in _called(name, argument) if re.fullmatch(r"[a-z_]+(\.[a-z_]+)*", key)}


def test_every_key_that_the_core_can_say_has_words() -> None:
    said = _keys("alarm", 0, "alarm") | {f"alarm.command.{key}" for key in _called("Refused", 0)}
    said |= _keys(Prompt.__name__, 2, "prompt") | _keys(Ask.__name__, 1, "ask") | _keys(Step.__name__, 0, "step")
    said |= {f"option.{option}" for option in _called(Ask.__name__, 3)}
    said |= {f"phase.{phase.value}" for phase in Phase} | {f"category.{key}" for key in CATEGORIES}
    said |= {f"alarm.chips.{key}" for key in ("from_nowhere", "not_there")}
    said -= {"option.seat_"}  # seat_3 is said as a seat: PublicAsk.said
    said = said - {"step.remedy_"} | {f"step.remedy_{verb}" for verb in get_args(Verb)}
    said |= {f"step.{key}" for key in ("flop", "turn", "river", "post_small_blind", "post_big_blind", "post_ante")}
    assert len(said) > 70
    assert sorted(key for key in said if key not in EN) == []


def test_a_text_whose_parameter_is_missing_still_reads() -> None:
    assert EN.say("turn.other") == "Seat ? to act"


def test_a_key_without_words_shows_itself_and_its_parameters() -> None:
    assert EN.say("alarm.from_mars", seat=3) == "alarm.from_mars seat=3"


def test_places_and_shares_are_said_in_words() -> None:
    assert (
        FR.say("alarm.unknown_chip", place="bet:3", count=2)
        == "Regardez la mise du siège 3 : 2 jetons non enregistrés"
    )
    assert (
        EN.say("prompt.award", shares=(Share(seat=3, amount=1500), Share(seat=4, amount=20)))
        == "Push the pots: seat 3 1 500, seat 4 20"
    )
