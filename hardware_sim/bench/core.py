"""The core compared with PokerKit: the same hands, as physical events here and as prepared actions there.

Both play in turns in one run.

- A hand is prepared by playing it once at level core: each card drawn and placed, each chip motion, key and word.
- The core's time is that of a new table and its events through `controller.table.step`, with all rulebook checks.
- PokerKit's time is that of a new state and its actions, already parsed, with automations for all but dealing and
  betting.
- PokerKit's burns are unknown cards, which costs it a warning. A burn of its own choice could be a card dealt later.
"""

import gc
import random
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from controller.poker.cards import DECK_SIZE, name
from controller.poker.events import Event
from controller.rulebooks import Rulebook
from controller.rulebooks.variants import HOLDEM
from controller.table import Setup, new_table, step
from hardware_sim.depths.core import HANDS_RULEBOOK, CoreDepth
from hardware_sim.depths.result import Played, Verdict
from hardware_sim.phh import Action, BetRaise, CheckCall, DealBoard, DealHole, Fold, Hand

from .figures import Figure, distribution

ROUNDS = 3
"""How often each side is timed, alternately. The best run of each counts, so that a disturbance hits neither."""

BAR = 1.0
EVENT_BAR = 1_000.0  # µs at p99.9


@dataclass(frozen=True, slots=True)
class Prepared:
    """A hand ready to be timed on both sides."""

    setup: Setup
    rulebook: Rulebook
    events: tuple[Event, ...]
    make_state: Callable[[], Any]
    acts: tuple[tuple[str, Any], ...]


class NothingToMeasureError(ValueError):
    """Under the bench's rulebook, no hand ends as in its file."""


def bench_core(hands: Sequence[Hand]) -> list[Figure]:
    """Return hands per second of both, their ratio, and the time of single events. Raises NothingToMeasureError."""
    found = [_prepare(hand) for hand in hands]
    prepared = [one for one in found if isinstance(one, Prepared)]
    if not prepared:
        raise NothingToMeasureError(_why_none([one for one in found if isinstance(one, Played)]))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of PokerKit, about cards and folds that real hands have
        return _figures(prepared)


def _figures(prepared: Sequence[Prepared]) -> list[Figure]:
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        ours, theirs = _both(prepared)
        single = _events_one_by_one(prepared)
    finally:
        gc.enable()
        gc.unfreeze()
    count = len(prepared)
    events = sum(len(p.events) for p in prepared)
    ratio = theirs / ours
    figures = [
        Figure("hands prepared", count, "hands"),
        Figure("physical events a hand", events / count, "events"),
        Figure("core", count / ours, "hands/s"),
        Figure("core, an event", ours / events * 1e6, "µs"),
        Figure("PokerKit, prepared actions", count / theirs, "hands/s"),
        Figure("core : PokerKit", ratio, "×", "at least 1", ratio >= BAR),
        *distribution("one event of the core", single, "µs"),
    ]
    last = figures.pop()
    return [*figures, Figure(last.name, last.value, last.unit, "at most 1,000 µs", last.value <= EVENT_BAR)]


def _both(prepared: Sequence[Prepared]) -> tuple[float, float]:
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(_timed(_run_core, prepared))
        theirs.append(_timed(_run_pokerkit, prepared))
    return min(ours), min(theirs)


def _timed(run: Callable[[Sequence[Prepared]], None], prepared: Sequence[Prepared]) -> float:
    began = time.perf_counter()
    run(prepared)
    return time.perf_counter() - began


def _run_core(prepared: Sequence[Prepared]) -> None:
    for one in prepared:
        table, rulebook = new_table(one.setup), one.rulebook
        for event in one.events:
            step(table, event, rulebook)


def _run_pokerkit(prepared: Sequence[Prepared]) -> None:
    for one in prepared:
        state = one.make_state()
        for method, argument in one.acts:
            if argument is None:
                getattr(state, method)()
            else:
                getattr(state, method)(argument)


def _events_one_by_one(prepared: Sequence[Prepared]) -> list[float]:
    """The time of every single event, in microseconds."""
    taken: list[float] = []
    clock = time.perf_counter_ns
    for one in prepared:
        table, rulebook = new_table(one.setup), one.rulebook
        for event in one.events:
            began = clock()
            step(table, event, rulebook)
            taken.append((clock() - began) / 1000)
    return taken


def _why_none(played: Sequence[Played]) -> str:
    first = [f"{one.name}: {problem}" for one in played[:1] for problem in one.problems]
    none = f"none of {len(played)} hands can be measured, allowed are hands that end as their file says"
    return "\n".join([none, *first])


def _prepare(hand: Hand) -> Prepared | Played:
    """The prepared hand, or how it was played if the core's rulebook plays it differently from the file."""
    depth = CoreDepth(HANDS_RULEBOOK)
    played = depth.play(hand)
    if played.verdict is not Verdict.PASSED or depth.table is None:
        return played
    game = _game(hand)
    stacks = hand.starting
    return Prepared(
        depth.table.setup,
        depth.table.rulebook,
        tuple(depth.table.events),
        lambda: game(stacks, len(stacks)),
        tuple(act for _, action in hand.actions if not _is_show(action) for act in _pokerkit_acts(action)),
    )


def _is_show(action: Action) -> bool:
    return not isinstance(action, DealHole | DealBoard | Fold | CheckCall | BetRaise)


def _pokerkit_acts(action: Action) -> list[tuple[str, Any]]:
    match action:
        case DealHole(cards=cards):
            return [("deal_hole", "".join("??" if c is None else name(c) for c in cards))]
        case DealBoard(cards=cards):
            return [("burn_card", "??"), ("deal_board", "".join("??" if c is None else name(c) for c in cards))]
        case Fold():
            return [("fold", None)]
        case CheckCall():
            return [("check_or_call", None)]
        case BetRaise(total=total):
            return [("complete_bet_or_raise_to", total)]
    raise TypeError(f"{action} is no act of PokerKit's")


def _game(hand: Hand) -> Any:
    """PokerKit's game, with automations for all but dealing and betting."""
    from pokerkit import Automation, FixedLimitTexasHoldem, Mode, NoLimitTexasHoldem

    ours = (Automation.HOLE_DEALING, Automation.BOARD_DEALING, Automation.CARD_BURNING)
    automations = tuple(a for a in Automation if a not in ours)
    blinds = (hand.small_blind, hand.big_blind)
    alike, antes = not hand.big_blind_ante, hand.ante or {hand.blind_players[1] - 1: hand.big_blind_ante}
    if hand.structure == "limit":
        return FixedLimitTexasHoldem(
            automations, alike, antes, blinds, hand.small_bet, hand.big_bet, mode=Mode.CASH_GAME
        )
    return NoLimitTexasHoldem(automations, alike, antes, blinds, hand.big_blind, mode=Mode.CASH_GAME)


# --- hands of its own -----------------------------------------------------------------------------------------------


def made_hands(count: int, seed: int = 1) -> list[Hand]:
    """Return hands by random six-handed play with 100 big blinds, for a bench without files of real ones."""
    luck = random.Random(seed)  # noqa: S311 - random play
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of PokerKit: random play folds for nothing
        return [_made_hand(f"made-{number}", luck) for number in range(1, count + 1)]


def _made_hand(title: str, luck: random.Random) -> Hand:
    blank = Hand(title, HOLDEM, "no_limit", 6, 0, 0, 50, 100, 0, 0, (10_000,) * 6, None, ())
    deck = list(range(DECK_SIZE))
    luck.shuffle(deck)
    state = _game(blank)(blank.starting, blank.players)
    actions: list[Action] = []
    for player in range(1, blank.players + 1):
        cards = (deck.pop(), deck.pop())
        actions.append(DealHole(player, cards))
        state.deal_hole("".join(map(name, cards)))
    while state.status:
        actions.append(_deal_board(state, deck) if state.actor_index is None else _act(state, luck))
    numbered = tuple(enumerate(actions, start=1))
    return replace(blank, finishing=tuple(map(Fraction, state.stacks)), actions=numbered)


def _deal_board(state: Any, deck: list[int]) -> Action:
    cards = tuple(deck.pop() for _ in range(3 if not any(True for _ in state.get_board_cards(0)) else 1))
    state.burn_card("??")
    state.deal_board("".join(map(name, cards)))
    return DealBoard(cards)


def _act(state: Any, luck: random.Random) -> Action:
    player = state.actor_index + 1
    least = state.min_completion_betting_or_raising_to_amount
    wish = luck.random()
    if wish < 0.15 and least is not None and state.can_complete_bet_or_raise_to(2 * least) and least <= 1_000:
        state.complete_bet_or_raise_to(2 * least)
        return BetRaise(player, 2 * least)
    if wish < 0.5 and state.can_fold() and state.checking_or_calling_amount:
        state.fold()
        return Fold(player)
    state.check_or_call()
    return CheckCall(player)
