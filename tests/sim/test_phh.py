"""The reader of hands in the PHH notation."""

from __future__ import annotations

import contextlib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.poker.cards import card, cards
from controller.rulebooks.variants import OMAHA
from hardware_sim.depths.core import HANDS_RULEBOOK, CoreDepth
from hardware_sim.depths.result import Verdict
from hardware_sim.phh import BetRaise, CheckCall, Fold, PhhError, Show, find_files, parse_hand, read_hands, stub_of

SIX: dict[str, Any] = {
    "variant": "NT",
    "antes": [0, 0, 0],
    "blinds_or_straddles": [50, 100, 0],
    "min_bet": 100,
    "starting_stacks": [10000, 9000, 8000],
    "actions": [
        "d dh p1 TcQc",
        "d dh p2 ????",
        "d dh p3 7h6h",
        "p3 cbr 250 # a raise",
        "# only a remark",
        "p1 f",
        "p2 cc",
        "d db Jc3d5c",
        "p2 cc",
        "p3 cbr 300",
        "p2 f",
        "p3 sm 7h6h",
        "p2 sm",
    ],
    "finishing_stacks": [9950, 8750, 8300],
}


def hand_with(**changes: Any) -> dict[str, Any]:
    return {**SIX, **changes}


def test_actions_keep_their_numbers_and_remarks_are_none() -> None:
    hand = parse_hand(SIX, "x")
    assert [(n, a) for n, a in hand.acts] == [
        (4, BetRaise(3, 250)),
        (6, Fold(1)),
        (7, CheckCall(2)),
        (9, CheckCall(2)),
        (10, BetRaise(3, 300)),
        (11, Fold(2)),
    ]


def test_a_show_without_cards_is_a_muck() -> None:
    hand = parse_hand(SIX, "x")
    assert hand.actions[-1][1] == Show(2, None)
    assert hand.mucks(2)
    assert not hand.mucks(3)


def test_unknown_cards_are_taken_from_the_rest_of_the_deck() -> None:
    hand = parse_hand(SIX, "x")
    stub = stub_of(hand, tuple(range(52)))
    assert sorted(stub) == list(range(52))
    assert stub[0] == card("Tc")
    assert stub[1] == card("2c")  # p2's first card: the lowest that nobody has
    assert stub[7:10] == cards("Jc3d5c")  # behind six hole cards and a burn


def test_three_handed_blinds_are_left_of_the_button() -> None:
    assert parse_hand(SIX, "x").posts == (50, 100, 0)


def test_heads_up_the_second_player_has_the_button_and_the_small_blind() -> None:
    hand = parse_hand(
        hand_with(
            antes=[0, 0],
            blinds_or_straddles=[50, 100],
            starting_stacks=[500, 500],
            finishing_stacks=[550, 450],
            actions=["d dh p1 AcAd", "d dh p2 2c3c", "p2 f"],
        ),
        "x",
    )
    assert hand.posts == (100, 50)


def test_an_ante_of_the_second_player_alone_is_the_big_blinds() -> None:
    hand = parse_hand(hand_with(antes=[0, 150, 0]), "x")
    assert (hand.ante, hand.big_blind_ante) == (0, 150)


def test_half_chips_are_kept_in_the_closing_stacks() -> None:
    hand = parse_hand(hand_with(finishing_stacks=[9950, 8750.5, 8299.5]), "x")
    assert hand.finishing == (Fraction(9950), Fraction(17501, 2), Fraction(16599, 2))


BLOM: dict[str, Any] = {
    "variant": "PO",
    "antes": [0, 0],
    "blinds_or_straddles": [500, 1000],
    "min_bet": 1000,
    "starting_stacks": [1259450.25, 678473.5],
    "actions": [
        *("d dh p1 Ah3sKsKh", "d dh p2 6d9s7d8h"),
        *("p2 cbr 3000", "p1 cbr 9000", "p2 cbr 27000", "p1 cbr 81000", "p2 cc"),
        *("d db 4s5c2h", "p1 cbr 91000", "p2 cbr 435000", "p1 cbr 779000", "p2 cc"),
        *("p1 sm Ah3sKsKh", "p2 sm 6d9s7d8h", "d db 5h", "d db 9c"),
    ],
}
"""Patrik Antonius and Viktor Blom, online, November 2009: the facts of `data/antonius-blom-2009.phh` in
the repository uoftcprg/pokerkit (MIT licence)."""


def test_a_hand_of_omaha_has_four_hole_cards_each() -> None:
    hand = parse_hand(BLOM, "blom")
    assert (hand.variant, hand.structure) == (OMAHA, "pot_limit")
    assert stub_of(hand, tuple(range(52)))[:8] == cards("Ah6d3s9sKs7dKh8h")


def test_a_hand_of_omaha_is_played_to_its_end_at_core() -> None:
    depth = CoreDepth(HANDS_RULEBOOK)
    played = depth.play(parse_hand(BLOM, "blom"))
    assert (played.verdict, played.problems) == (Verdict.PASSED, [])
    assert played.stacks == [(1, 193792375), (2, 0)]


def test_a_hand_of_omaha_is_refused_by_a_rulebook_of_holdem() -> None:
    played = CoreDepth("casino_cash").play(parse_hand(BLOM, "blom"))
    assert (played.verdict, played.problems) == (Verdict.REFUSED, ["it is not played at 'omaha', only holdem"])


def test_stakes_in_fractions_of_the_currency_become_minor_units() -> None:
    actions = [text.replace("cbr 250", "cbr 2.50").replace("cbr 300", "cbr 3") for text in SIX["actions"]]
    hand = parse_hand(
        hand_with(
            blinds_or_straddles=[0.5, 1, 0],
            starting_stacks=[100, 90, 80],
            actions=actions,
            finishing_stacks=[99.5, 87.5, 83],
        ),
        "x",
    )
    assert (hand.small_blind, hand.big_blind, hand.starting) == (50, 100, (10000, 9000, 8000))
    assert hand.acts[0][1] == BetRaise(3, 250)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"variant": "FR"}, "'FR'. Allowed are NT (holdem no_limit), FT (holdem limit), PO (omaha pot_limit)"),
        ({"variant": "PO"}, "action 1: 2 cards are dealt. Allowed are 4"),
        ({"blinds_or_straddles": [50, 100, 200]}, "no straddle"),
        ({"antes": [5, 10, 0]}, "antes: [5, 10, 0]"),
        ({"starting_stacks": [10000, -1, 8000]}, "starting_stacks[1]: -1"),
        ({"starting_stacks": [10000, 10**9 + 1, 8000]}, "starting_stacks[1]: an amount of more than 1000000000"),
        ({"starting_stacks": [10000, 10**4000, 8000]}, "starting_stacks[1]: an amount of more than 1000000000"),
        ({"actions": [*SIX["actions"], "p4 f"]}, "action 14: player 'p4'. Allowed are p1 to p3"),
        ({"actions": [*SIX["actions"], "p1 jumps"]}, "action 14: verb 'jumps' is unknown"),
        ({"actions": [*SIX["actions"], "d db Jc"]}, "action 14: a card is dealt twice"),
        ({"actions": [*SIX["actions"], "d db 2c2d"]}, "board cards come as [3, 2]"),
        ({"actions": SIX["actions"][1:]}, "hole cards go to players [2, 3]"),
        ({"actions": ["d dh p1 XcQc"]}, "action 1: a card is a rank"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(PhhError) as error:
        parse_hand(hand_with(**changes), "file.phh")
    assert str(error.value).startswith("file.phh: ")
    assert said in str(error.value)


def test_a_missing_field_is_named() -> None:
    with pytest.raises(PhhError, match=r"x: starting_stacks: missing"):
        parse_hand({key: value for key, value in SIX.items() if key != "starting_stacks"}, "x")


def test_files_come_in_the_order_a_person_expects(tmp_path: Path) -> None:
    for name in ("10.phh", "9.phh", "1_2.phh", "1_10.phh", "notes.txt"):
        (tmp_path / name).write_text("")
    assert [path.name for path in find_files([tmp_path])] == ["1_2.phh", "1_10.phh", "9.phh", "10.phh"]


def test_a_path_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(PhhError, match="no such file or folder"):
        find_files([tmp_path / "nowhere"])


def test_every_hand_of_the_reference_material_can_be_read(shared: Path) -> None:
    hands = [hand for path in find_files([shared / "data" / "phh"]) for hand in read_hands(path)]
    assert len(hands) == 1019


ODD = st.recursive(
    st.one_of(
        st.integers(),
        st.floats(),
        st.booleans(),
        st.text(max_size=12),
        st.sampled_from(["d dh p1 AsAs", "d db ????", "p1 cbr 1e9999999", "p9 f", "p1 sm", "1e99999999", "1/3"]),
    ),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=2),
    max_leaves=5,
)


@given(st.dictionaries(st.sampled_from([*SIX, "small_bet", "big_bet"]), ODD, max_size=3), st.data())
@settings(deadline=None)
def test_a_hand_with_any_values_is_read_or_refused(changes: dict[str, Any], data: st.DataObject) -> None:
    hand = hand_with(**changes)
    actions = hand["actions"]
    if isinstance(actions, list) and actions:
        actions = [*actions]
        actions[data.draw(st.integers(0, len(actions) - 1))] = data.draw(ODD)
        hand["actions"] = actions
    with contextlib.suppress(PhhError):
        parse_hand(hand, "x")


@pytest.mark.parametrize(
    "text", ["[" * 3000, "a = " + "[" * 3000, "antes = " + "9" * 5000, 'variant = "NT"\nactions = 3']
)
def test_a_file_of_hands_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.phh"
    path.write_text(text)
    with pytest.raises(PhhError):
        read_hands(path)
