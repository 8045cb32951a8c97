"""The robot's chips, plans and cards, and hands of files at depth core."""

from __future__ import annotations

import dataclasses
import itertools
from collections import Counter, deque
from fractions import Fraction
from itertools import islice, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.poker.cards import cards
from controller.poker.cards import name as face_of
from controller.poker.outcomes import Alarm
from controller.rulebooks.variants import HOLDEM
from controller.table import SeatSetup, Setup, Situation, Stakes, Step, new_table, situation
from firmware_bridge.messages.contest import ShownPot
from hardware_sim.checks import gather_hands, run
from hardware_sim.depths.core import HANDS_RULEBOOK, CoreDepth
from hardware_sim.depths.result import Verdict
from hardware_sim.phh import Hand, read_hands
from hardware_sim.physics.world import World
from hardware_sim.robot.chips import DENOMINATIONS, Rack, at_least, exactly, lying, made_up
from hardware_sim.robot.dealer import Dealer
from hardware_sim.robot.plan import Betting, plan_chips, tray_chips
from hardware_sim.robot.players import FAST
from hardware_sim.robot.says import Stuck
from hardware_sim.robot.senses import Sight
from hardware_sim.robot.simple import SimplePlayers, promise
from hardware_sim.robot.tabletop import TableTop
from hardware_sim.robot.winners import winners
from hardware_sim.shown import ShownSituation

chips_there = st.dictionaries(st.sampled_from((25, 100, 500, 1000, 5000)), st.integers(1, 6))


# --- chips ----------------------------------------------------------------------------------------------------------


@given(st.integers(0, 10**9))
def test_chips_made_up_for_an_amount_are_worth_it(amount: int) -> None:
    assert sum(made_up(amount)) == amount


def test_each_denomination_divides_the_one_before() -> None:
    assert all(high % low == 0 for high, low in pairwise(DENOMINATIONS))


@given(chips_there, st.data())
def test_whatever_some_of_the_chips_are_worth_is_found_exactly(there: dict[int, int], data: st.DataObject) -> None:
    some = {d: data.draw(st.integers(0, n)) for d, n in there.items()}
    amount = sum(d * n for d, n in some.items())
    found = exactly(there, amount)
    assert found is not None
    assert sum(d * n for d, n in found.items()) == amount
    assert all(n <= there[d] for d, n in found.items())


def test_an_amount_that_no_chips_make_is_not_found() -> None:
    assert exactly({500: 2, 100: 3}, 400) is None


@given(chips_there, st.integers(1, 60_000))
def test_at_least_covers_the_amount_or_is_everything(there: dict[int, int], amount: int) -> None:
    worth = sum(d * n for d, n in at_least(there, amount).items())
    assert worth >= amount or worth == sum(d * n for d, n in there.items())


def test_a_closed_rack_makes_no_new_chips() -> None:
    world = World(1)
    rack = Rack(world, closed=True)
    rack.fill({100: 2})
    rack.hand_out([100, 100], "stack:1", 0)
    with pytest.raises(LookupError, match="no chip of 100 left"):
        rack.hand_out([100], "stack:2", 0)
    rack.take_in(["stack:1"], 0)
    rack.hand_out([100], "stack:2", 0)
    assert lying(world, "stack:2") == Counter({100: 1})


# --- what a file means in chips -------------------------------------------------------------------------------------


def hand_of(shared: Path, name: str) -> Hand:
    return read_hands(shared / "data" / "phh" / name)[0]


def test_an_uncalled_raise_goes_back_but_for_the_called_part(shared: Path) -> None:
    betting = Betting(hand_of(shared, "holdem/wsop-2023-43-5-62.phh"))
    # p1 raises to 2,350,000 over a big blind of 150,000 that folds: 2,200,000 were never called
    assert betting.returned == {1: 2_200_000}


def test_what_the_file_says_each_player_won_adds_up_to_what_was_put_in(shared: Path) -> None:
    hand = hand_of(shared, "holdem/wsop-2023-43-5-68.phh")
    betting = Betting(hand)
    won = betting.won()
    assert won is not None
    paid = sum(payment.amount for payment in betting.payments) - sum(betting.returned.values())
    assert sum(won) == Fraction(paid)


def test_everybody_sits_down_with_chips_worth_his_stack(shared: Path) -> None:
    for name in ("holdem/dwan-ivey-2009.phh", "pluribus/100_17.phh"):
        hand = hand_of(shared, name)
        plan = plan_chips(Betting(hand))
        assert [sum(plan.stack(p)) for p in range(1, hand.players + 1)] == list(hand.starting)


def test_the_tray_breaks_any_chip_of_the_hand(shared: Path) -> None:
    hand = hand_of(shared, "pluribus/100_17.phh")
    tray = Counter(tray_chips(hand))
    for chip in (5000, 1000, 500, 100, 25, 5):
        assert exactly({d: n for d, n in tray.items() if d < chip}, chip)


# --- how simple players see a hand ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("better", "worse", "board"),
    [
        ("AsAd", "4s4d", ""),
        ("AsKs", "AsKd", ""),
        ("9h8h", "9h2c", ""),
        ("7h2c", "AhKh", "7c7dKs"),
        ("Ah2h", "AsAd", "7h9hKh"),
    ],
)
def test_a_better_hand_promises_more(better: str, worse: str, board: str) -> None:
    assert promise(cards(better), cards(board), HOLDEM) > promise(cards(worse), cards(board), HOLDEM)


# --- hands of files at depth core -----------------------------------------------------------------------------------


def play(hand: Hand, rulebook: str = HANDS_RULEBOOK) -> list[str]:
    played = CoreDepth(rulebook).play(hand)
    return [played.verdict.value, *played.problems]


@pytest.mark.parametrize("folder", ["holdem", "pluribus"])
def test_the_tables_stacks_and_awards_are_the_files(shared: Path, folder: str) -> None:
    hands = gather_hands([shared / "data" / "phh" / folder], 200)
    report = run(hands, "core", HANDS_RULEBOOK, lambda _depth, _hands: CoreDepth(HANDS_RULEBOOK), lambda _line: None)
    assert [(p.name, p.problems) for p in report.hands if p.verdict is not Verdict.PASSED] == []


def test_one_altered_stack_is_reported_as_exactly_that(shared: Path) -> None:
    hand = hand_of(shared, "pluribus/100_17.phh")
    assert hand.finishing is not None
    altered = dataclasses.replace(hand, finishing=(*hand.finishing[:2], Fraction(9_900), *hand.finishing[3:]))
    assert play(altered) == ["failed", "seat 3 ends with 10,000, the file says 9,900"]


def test_a_player_out_of_order_in_the_file_is_named(shared: Path) -> None:
    hand = hand_of(shared, "pluribus/100_17.phh")
    swapped = list(hand.actions)
    first, second = 6, 7  # the folds of p3 and p4
    swapped[first], swapped[second] = (swapped[first][0], swapped[second][1]), (swapped[second][0], swapped[first][1])
    verdict, problem = play(dataclasses.replace(hand, actions=tuple(swapped)))
    assert verdict == "failed"
    assert "action 7: seat 4 is to act by the file" in problem


def test_a_file_that_stops_early_is_a_failure(shared: Path) -> None:
    hand = hand_of(shared, "pluribus/100_17.phh")
    verdict, problem = play(dataclasses.replace(hand, actions=hand.actions[:-1]))
    assert verdict == "failed"
    assert "the file has no act left" in problem


def test_a_raise_that_the_rulebook_does_not_allow_is_refused_by_name(shared: Path) -> None:
    verdict, why = play(hand_of(shared, "pluribus/51b_161.phh"), "lfp")
    assert verdict == "refused"
    assert "raises to 2,525. Allowed are 2,596" in why


def test_half_chips_of_the_file_are_counted_and_no_failure(shared: Path) -> None:
    played = CoreDepth(HANDS_RULEBOOK).play(hand_of(shared, "pluribus/102_0.phh"))
    assert (played.verdict, played.halves) == (Verdict.PASSED, 2)


def test_a_rulebook_without_the_structure_refuses_the_hand(shared: Path) -> None:
    verdict, why = play(hand_of(shared, "holdem/wsop-2023-43-5-34.phh"), "lfp")
    assert verdict == "refused"
    assert "no structure 'limit', only no_limit" in why


# --- what only a dealer can say -------------------------------------------------------------------------------------


def with_live(live: tuple[int, ...], pots: tuple[tuple[int, ...], ...]) -> Situation:
    state = situation(new_table(Setup(tuple(SeatSetup(n, 1000) for n in range(1, 5)), 1, Stakes(5, 10))))
    seats = tuple(seat._replace(in_hand=seat.seat in live) for seat in state.seats)
    return dataclasses.replace(state, seats=seats, pots=tuple(ShownPot(100, able) for able in pots))


def tabled(**lying_there: str) -> World:
    world = World(1)
    deck = {c.face: c.id for c in world.add_deck([face_of(c) for c in range(52)])}
    for spot, faces in lying_there.items():
        for number, face in enumerate(faces.split(), start=1):
            place = f"board:{number}" if spot == "board" else spot.replace("_", ":")
            world.move([deck[face]], place, 0)
    return world


@pytest.mark.parametrize(
    ("pots", "named"),
    [(((2, 3, 4),), "2"), (((2, 3, 4), (3, 4)), "3,4;2"), ((), "2")],
    ids=["one pot", "a side pot that two share", "pots not told"],
)
def test_the_dealer_names_the_winners_of_each_pot_the_outermost_first(
    pots: tuple[tuple[int, ...], ...], named: str
) -> None:
    world = tabled(board="2c 7d 9h Jc 3s", seat_2="As Ad", seat_3="Ks Qd", seat_4="Kd Qs", seat_1="Jd Js")
    assert winners(with_live((2, 3, 4), pots), world) == named


class Mute:
    """A table that says the same whatever is done."""

    def __init__(self, says: ShownSituation) -> None:
        self.says = says
        self.refusals: list[str] = []

    def tell(self, role: str, told: object) -> None:
        del role, told


def test_a_hand_that_does_not_go_on_is_said_to_be_stuck() -> None:
    world = World(1)
    link = Mute(dataclasses.replace(with_live((1, 2), ()), phase="showdown", next_step=Step("name_nobody_knows")))
    top = TableTop(world, lambda: 0)
    dealer = Dealer(top, link, SimplePlayers(top, link, lambda: FAST, Sight(), 1, 10), FAST, Sight(), again=10)
    dealer._steps["name_nobody_knows"] = dealer._look_again
    with pytest.raises(Stuck, match="nothing comes of"):
        deque(islice(dealer.go_on(), 100), maxlen=0)


@pytest.mark.parametrize(
    ("lies", "cards_then"), [(2, 2), (4, 1)], ids=["still lies there", "slid to where it belongs"]
)
def test_a_card_that_is_said_to_lie_with_another_player_is_not_the_one_due_to_him(lies: int, cards_then: int) -> None:
    world = World(1)
    world.load_shoe([card.id for card in world.add_deck([face_of(c) for c in range(52)])], 0)
    due, now = Step("deal", (("seat", lies), ("round", 1))), itertools.count(10**9, 10**9)
    link = Mute(
        dataclasses.replace(with_live((2, 4), ()), alarms=(Alarm("card.misplaced", 4, card=1),), next_step=due)
    )
    top = TableTop(world, lambda: next(now))
    dealer = Dealer(top, link, SimplePlayers(top, link, lambda: FAST, Sight(), 1, 10), FAST, Sight(), again=10)
    dealer._drawn.append(top.draw())
    top.lay(dealer._drawn[0], f"seat:{lies}")
    deque(dealer._deal(due), maxlen=0)
    assert len(top.cards(f"seat:{lies}")) == cards_then


@pytest.mark.parametrize("out", [0, 100], ids=["are not out", "lie there unread"])
def test_chips_that_the_table_asks_for_are_paid_once(out: int) -> None:
    world = World(1)
    rack = Rack(world)
    rack.hand_out([100] * (10 - out // 100), "stack:2", 0)
    rack.hand_out([100] * (out // 100), "bet:2", 0)
    says, step = with_live((2,), ()), Step("collect", (("seat", 2), ("amount", 100)))
    seats = tuple(seat._replace(stack=900) for seat in says.seats if seat.seat == 2)
    link = Mute(dataclasses.replace(says, seats=seats, next_step=step))
    top = TableTop(world, lambda: 10**9)
    dealer = Dealer(top, link, SimplePlayers(top, link, lambda: FAST, Sight(), 1, 10), FAST, Sight(), again=10)
    deque(dealer._collect(step), maxlen=0)
    assert world.value("bet:2") == 100


# --- tables that sense less -----------------------------------------------------------------------------------------

NO_CHIPS = Sight().without("stack", "bet", "pot", "tray", "drop")
NO_SHOE = Sight().without("shoe")


@pytest.mark.parametrize("sight", [NO_CHIPS, NO_SHOE], ids=["no-chips", "no-shoe"])
def test_a_table_that_senses_less_asks_the_dealer_and_comes_to_the_same(shared: Path, sight: Sight) -> None:
    hands = gather_hands([shared / "data" / "phh" / "pluribus"], 60)
    report = run(
        hands,
        "core",
        HANDS_RULEBOOK,
        lambda _depth, _hands: CoreDepth(HANDS_RULEBOOK, sight=sight),
        lambda _line: None,
    )
    assert [(p.name, p.problems) for p in report.hands if p.verdict is not Verdict.PASSED] == []
