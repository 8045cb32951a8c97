"""Hands under the fault model at depth bus: what must not happen does not, and what is done wrong is named and put
right. `make soak` plays thousands. Here each kind is played a few times."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest
import typer

from controller.poker.cards import DECK_SIZE, name
from controller.table.deal.faults import FAULTS as FAULTS_OF_THE_DEAL
from controller.table.deal.faults import board, deck
from firmware_bridge.messages.public import PublicAsk, PublicMove, PublicRuling, Text, alarm_of
from firmware_bridge.messages.sensed import CardDrawn, CardGone, CardPlaced, Sensed
from hardware_sim.depths.links import PublicLink
from hardware_sim.faults import Faults
from hardware_sim.physics.fields import Fields, reference_antennas
from hardware_sim.physics.noise import dice
from hardware_sim.physics.things import OFF, Technology
from hardware_sim.physics.world import World
from hardware_sim.robot.players import FAST, Players
from hardware_sim.robot.senses import Sight
from hardware_sim.robot.tabletop import TableTop
from hardware_sim.trials.command import trial
from hardware_sim.trials.count import Count
from hardware_sim.trials.evening import Evening, new_world
from hardware_sim.trials.mistaken import Erring
from hardware_sim.trials.mistakes import BOARD_MISTAKES, DEAL_MISTAKES, DECK_MISTAKES, MISTAKES
from hardware_sim.trials.model import FAULTLESS, RATES, FaultModel, at_rate, orders
from hardware_sim.trials.remedies import RemedyingDealer
from hardware_sim.trials.senses import BlurredSenses
from hardware_sim.trials.slips import Between, other_cards
from hardware_sim.trials.watch import Watch
from tests.pages.samples import mid_hand

pytestmark = pytest.mark.search

SECOND = 1_000_000_000

NOT_BY_HAND = {
    board.ORDER_LOST: "said while a remedy runs. Nothing on the table shows it",
    board.FALSE_BOARD: "said after substantial action. Until then the board lies as any other",
    deck.NOT_CUT: "only where players deal. At a table with a dealer nothing is asked",
}
"""Faults that no hands at this table commit, and why."""


class Drawing:
    """A world of one deck, a table top, and senses whose reports are kept."""

    def __init__(self, model: FaultModel, seed: int = 1) -> None:
        self.world = World(seed)
        deck = self.world.add_deck(name(card) for card in range(DECK_SIZE))
        self.world.load_shoe([card.id for card in deck], 0)
        self.heard: list[Sensed] = []
        self.now = SECOND
        self.senses = BlurredSenses(self.world, Sight(), self.heard.append, model, seed)
        self.top = TableTop(self.world, lambda: self.now, self.senses)

    def deal(self, cards: int) -> None:
        for number in range(cards):
            card = self.top.draw()
            self.later(SECOND)
            self.top.lay(card, f"seat:{number % 9 + 1}")
            self.later(4 * SECOND)

    def later(self, span: int) -> None:
        self.now += span
        self.world.agenda.run(self.now)

    def draws(self) -> list[CardDrawn]:
        return [message for message in self.heard if isinstance(message, CardDrawn)]


def test_senses_without_fault_report_each_card_once_where_it_lies() -> None:
    dealt = Drawing(FAULTLESS)
    dealt.deal(20)
    assert all(len(draw.tags) == 1 for draw in dealt.draws())
    placed = [message.tag for message in dealt.heard if isinstance(message, CardPlaced)]
    assert placed == [draw.tags[0] for draw in dealt.draws()]


def test_the_same_seed_gives_the_same_faults() -> None:
    heard = []
    for _ in range(2):
        dealt = Drawing(at_rate(0.1))
        dealt.deal(40)
        heard.append(dealt.heard)
    assert heard[0] == heard[1]


def test_every_kind_of_fault_comes_up_and_every_card_is_proven_in_the_end() -> None:
    dealt = Drawing(at_rate(0.1), seed=3)
    for _ in range(12):
        dealt.world.load_shoe([card.id for card in dealt.world.cards], dealt.now)
        dealt.later(SECOND)
        dealt.deal(50)
        lying = {card for card in dealt.world.cards if dealt.world.place_of(card.id).startswith("seat")}
        assert {card.id for card in lying} <= dealt.senses.reported
    assert set(dealt.senses.faults) == {
        "no_read", "stale", "next_card", "swapped", "both", "neighbour", "late", "flicker",
    }  # fmt: skip


def test_a_lifted_card_that_is_back_at_once_never_seems_gone() -> None:
    dealt = Drawing(FAULTLESS)
    dealt.deal(1)
    (card,) = dealt.top.cards("seat:1")
    dealt.top.lay(card, "hand:1")
    dealt.later(SECOND // 10)
    dealt.top.lay(card, "seat:1")
    dealt.later(2 * SECOND)
    assert not any(isinstance(message, CardGone) for message in dealt.heard)


BESIDE = replace(FAULTLESS, neighbour=1.0)
"""Every card is heard beside its place first."""


def heard_of(dealt: Drawing, since: int) -> list[tuple[str, str, int]]:
    """What was reported of cards since the n-th report: come or gone, where, when (ns)."""
    return [
        ("placed" if isinstance(message, CardPlaced) else "gone", message.spot, message.at.present)
        for message in dealt.heard[since:]
        if isinstance(message, CardPlaced | CardGone)
    ]


def test_a_card_that_was_moved_is_heard_beside_until_it_is_read_where_it_lies() -> None:
    dealt = Drawing(BESIDE)
    dealt.deal(1)
    since = len(dealt.heard)
    dealt.top.lay(dealt.top.cards("seat:1")[0], "seat:5")
    dealt.later(4 * SECOND)
    reports = heard_of(dealt, since)
    assert [(kind, spot) for kind, spot, _ in reports] == [
        ("gone", "seat:1"), ("placed", "seat:6"), ("gone", "seat:6"), ("placed", "seat:5"),
    ]  # fmt: skip
    assert reports[2][2] == reports[3][2]


def test_a_card_heard_beside_that_is_taken_away_is_heard_there_no_longer() -> None:
    dealt = Drawing(BESIDE)
    card = dealt.top.draw()
    dealt.later(SECOND)
    dealt.top.lay(card, "seat:1")
    dealt.later(SECOND * 3 // 10)
    assert [spot for _, spot, _ in heard_of(dealt, 0)] == ["seat:2"]
    dealt.top.lay(card, "dealer")
    dealt.later(4 * SECOND)
    assert [(kind, spot) for kind, spot, _ in heard_of(dealt, 0)] == [("placed", "seat:2"), ("gone", "seat:2")]


@pytest.mark.parametrize("seed", range(8))
def test_a_card_from_which_the_chip_was_taken_is_read_again(seed: int) -> None:
    dealt = Drawing(replace(FAULTLESS, capped=1.0), seed)
    chip = dealt.world.add_chip(25).id
    dealt.deal(1)
    dealt.top.shift([chip], "seat:1")
    dealt.later(SECOND * 4 // 10)
    dealt.top.shift([chip], "stack:1")
    dealt.later(2 * SECOND)
    assert dealt.senses.reported == set(dealt.top.cards("seat:1"))


def test_the_figures_at_wire_are_orders_that_the_simulated_parts_know() -> None:
    fields = Fields(World(1), reference_antennas())
    faults = Faults({}, fields)
    given = list(orders(at_rate(0.03), fields.names))
    assert all(faults.parse(order) for order in given)
    assert "noread seat:1 0.03" in given


def readings(model: FaultModel) -> set[int]:
    """How many cards were read at seat 2, where two lie, and one with each neighbour."""
    world = new_world("wire", model)[0]
    fields = Fields(world, reference_antennas())
    faults = Faults({}, fields)
    for order in orders(model, fields.names):
        faults.order(order, 0)
    for n, place in enumerate(("seat:2", "seat:2", "seat:1", "seat:3")):
        world.move([world.cards[n].id], place, 0)
    looks = [(n * SECOND, n * SECOND + 1) for n in range(1, 500)]
    return {len(fields.listing("seat:2", Technology.ISO14443A, began, ended).tags) for began, ended in looks}


def test_at_wire_no_reading_is_wrong_where_there_is_no_fault() -> None:
    assert readings(FAULTLESS) == {2}
    assert readings(at_rate(0.03)) > {2}


def test_a_rate_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="no-read rate is 1"):
        at_rate(1)


@pytest.mark.parametrize(("pause", "fast"), [(333, 9), (500, 0)])
def test_cards_that_leave_three_a_second_are_counted(pause: int, fast: int) -> None:
    dealt = Drawing(FAULTLESS)
    for _ in range(10):
        dealt.later(pause * SECOND // 1000)
        dealt.top.lay(dealt.top.draw(), "dealer")
    assert dealt.senses.shoe == {"cards": 10, "three a second": fast}


# --- slips ----------------------------------------------------------------------------------------------------------


def test_a_wrong_card_is_taken_while_something_is_asked_but_not_the_one_in_question() -> None:
    dealt = Drawing(FAULTLESS)
    due, other, asked_about = (card.id for card in dealt.world.cards[:3])
    for spot, card in enumerate((due, other, asked_about), start=1):
        dealt.top.lay(card, f"board:{spot}")
    ask = PublicAsk(
        id="which", key="which_draw", place="board:3", text=Text(key="ask.which_draw"), options=("11", "13"),
        default=None, role="dealer",
    )  # fmt: skip
    dealer = SimpleNamespace(top=dealt.top, state=mid_hand(asks=(ask,)), cards_of=lambda _move: [due])
    assert other_cards(cast("RemedyingDealer", dealer), cast("PublicMove", None)) == [(2, other)]


def test_a_card_that_the_dealer_threw_to_another_seat_he_lays_where_it_is_missed() -> None:
    dealt = Drawing(FAULTLESS)
    text = Text(key="ask.card_missing", params={"seat": 7})
    asked = PublicAsk(
        id="lost", key="card_missing", seat=7, card=1, text=text, options=("lies", "dealer"), default=None,
        role="dealer",
    )  # fmt: skip
    link = SimpleNamespace(state=mid_hand(asks=(asked,)))
    dealer = RemedyingDealer(
        dealt.top, cast("PublicLink", link), cast("Players", None), FAST, Sight(), dice(1, "dealer")
    )
    card = dealt.top.draw()
    dealt.top.lay(card, "seat:5")
    dealer._drawn.append(card)
    dealer.thrown.add(card)
    assert dealer._where(asked) == "lies"
    assert dealt.top.cards("seat:7") == [card]


@pytest.mark.parametrize("luck", range(4))
def test_dealer_draws_from_the_cards_really_on_the_board(luck: int) -> None:
    dealt = Drawing(FAULTLESS)
    link = SimpleNamespace(state=mid_hand())
    public, nobody = cast("PublicLink", link), cast("Players", None)
    dealer = RemedyingDealer(dealt.top, public, nobody, FAST, Sight(), dice(luck, "dealer"))
    burnt, on_the_board = (card.id for card in dealt.world.cards[:2])
    dealer._drawn += [burnt, on_the_board]
    dealt.top.lay(burnt, OFF)
    dealt.top.lay(on_the_board, "board:1")
    text = Text(key="remedy.draw")
    draw = PublicMove(verb="draw", text=text, exits=(1, 2), origin="board", goal="burn", by="gone", state="next")
    deque(dealer._with_cards(draw), maxlen=0)
    assert dealt.top.cards("board:1") == []


# --- what must not come up ------------------------------------------------------------------------------------------


def watching(**said: object) -> Watch:
    """What a watch makes of one state of the table."""
    watch = Watch(World(1), Count())
    watch.look(mid_hand(**{"rulings": (), "alarms": (), "asks": (), **said}))
    return watch


def ruling(matter: str, replaces: str | None = None) -> PublicRuling:
    return PublicRuling(id="1.1", matter=matter, seat=2, cites=(), replaces=replaces, text=Text(key="ruling"))


@pytest.mark.parametrize("given", [ruling("chips.multiple"), ruling("act.call", replaces="1.0")])
def test_a_ruling_of_the_betting_that_no_ordinary_act_brings_is_unfounded(given: PublicRuling) -> None:
    assert watching(rulings=(given,)).unfounded == [f"{given.matter} was ruled"]


def test_rulings_that_ordinary_acts_bring_are_expected() -> None:
    assert watching(rulings=(ruling("act.call"),)).unfounded == []


@pytest.mark.parametrize(
    ("key", "unfounded", "standing"),
    [
        ("out_of_turn", ["out_of_turn was an alarm"], ("out_of_turn",)),
        ("card.misplaced", [], ("card.misplaced",)),
        ("card_undecided", [], ()),
        ("deck_weak", [], ()),
    ],
)
def test_an_alarm_is_unfounded_unless_readings_are_its_reason(
    key: str, unfounded: list[str], standing: tuple[str, ...]
) -> None:
    watch = watching(alarms=(alarm_of(key),))
    assert (watch.unfounded, watch.standing) == (unfounded, standing)


# --- a real controller ----------------------------------------------------------------------------------------------


def wrong_in_clean_hands(rate: float, hands: int, seed: int, book: str = "lfp") -> tuple[list[str], float]:
    """What went wrong, and how much was asked."""
    with Evening(at_rate(rate), book=book, seed=seed) as evening:
        for _ in range(hands):
            evening.play_clean()
        return evening.count.wrong, evening.count.questions_per_hand


@pytest.mark.process
@pytest.mark.timeout(120)
@pytest.mark.parametrize("rate", RATES)
def test_clean_hands_under_the_fault_model_bring_no_misdeal_and_no_wrong_card(rate: float) -> None:
    assert wrong_in_clean_hands(rate, 15, seed=1)[0] == []


GROUPS = {"the deal": DEAL_MISTAKES, "the deck": DECK_MISTAKES, "the board": BOARD_MISTAKES}


@pytest.mark.process
@pytest.mark.timeout(180)
@pytest.mark.parametrize("group", GROUPS)
def test_each_mistake_of_the_hands_is_named_rightly_and_put_right_to_the_end(group: str) -> None:
    mistakes = GROUPS[group]
    with Evening(FAULTLESS, seed=2) as evening:
        erring = Erring(evening, mistakes, share=0.25)
        for number in range(len(mistakes)):
            erring.play(number)
        assert evening.count.wrong == []
        assert set(evening.count.mistakes) == {mistake.name for mistake in mistakes}


def test_every_irregularity_is_committed_by_hands_or_it_is_said_why_not() -> None:
    committed, said_why = {mistake.kind.name for mistake in MISTAKES}, {fault.name for fault in NOT_BY_HAND}
    assert sorted(committed | said_why) == sorted(fault.name for fault in FAULTS_OF_THE_DEAL)
    assert not committed & said_why


NO_BURN = next(mistake for mistake in MISTAKES if mistake.name == "no burn")


@pytest.mark.parametrize(
    ("matters", "wrong"),
    [
        (["burn.missing"], []),
        (["burn.missing", "deal.errors"], []),
        (["burn.missing", "deck.foul"], ["no burn was ruled burn.missing, deck.foul"]),
        ([], ["no burn was ruled nothing"]),
    ],
)
def test_another_ruling_in_the_same_hand_is_wrong_too(matters: list[str], wrong: list[str]) -> None:
    assert NO_BURN.faults("lfp", matters, set()) == wrong


def test_a_mistake_that_nothing_is_said_of_is_wrong_though_nothing_is_to_be_ruled() -> None:
    dead = next(mistake for mistake in MISTAKES if mistake.name == "a dead tag")
    assert dead.faults("lfp", [], {"card_missing"}) == []
    assert dead.faults("lfp", [], {"other"}) == [
        "a dead tag brought none of card_missing, which_draw. It brought other"
    ]


@pytest.mark.soak
@pytest.mark.process
@pytest.mark.parametrize("rate", RATES)
def test_ten_thousand_clean_hands(rate: float) -> None:
    assert wrong_in_clean_hands(rate, 10_000, seed=101)[0] == []


@pytest.mark.soak
@pytest.mark.process
def test_less_is_asked_where_more_is_read() -> None:
    asked = [wrong_in_clean_hands(rate, 1_000, seed=202)[1] for rate in (0.0, 0.10)]
    assert asked[0] < asked[1]


def wrong_with_mistakes(book: str, hands: int, seed: int, share: float, between: Sequence[Between] = ()) -> list[str]:
    """What went wrong in hands with a mistake each under the fault model."""
    with Evening(at_rate(0.03), book=book, seed=seed) as evening:
        erring = Erring(evening, MISTAKES, share, between)
        for number in range(hands):
            erring.play(number)
        return evening.count.wrong


@pytest.mark.soak
@pytest.mark.process
@pytest.mark.parametrize("book", ["lfp", "casino_cash"])
def test_a_thousand_hands_with_a_mistake_each(book: str) -> None:
    assert wrong_with_mistakes(book, 1_000, seed=303, share=0.25) == []


@pytest.mark.soak
@pytest.mark.process
@pytest.mark.parametrize("between", Between)
def test_whatever_comes_between_the_movements_the_remedy_ends(between: Between) -> None:
    assert wrong_with_mistakes("lfp", 2 * len(MISTAKES), seed=404, share=0.0, between=[between]) == []


@pytest.mark.soak
@pytest.mark.process
def test_each_mistake_once_at_wire() -> None:
    with Evening(at_rate(0.03), depth="wire", seed=505) as evening:
        erring = Erring(evening)
        for number in range(len(MISTAKES)):
            erring.play(number)
        assert evening.count.wrong == []


def test_a_book_without_expected_rulings_for_mistakes_is_refused_by_name() -> None:
    with pytest.raises(typer.BadParameter, match="known under lfp, casino_cash, not 'leaflet'"):
        trial(mistakes=True, rulebook="leaflet")
