"""Core speed: prepared events of the Pluribus hands through `step`, beside PokerKit's prepared actions.

Run: python -m tests.core.bench_core FOLDER [RUNS]
"""

import gc
import statistics
import sys
import time
import warnings
from pathlib import Path
from typing import Any

from controller.poker.events import Event
from controller.rulebooks import Rulebook, load
from controller.table import Setup, new_table, step
from tests.core.phh import Player, read


def core(hands: list[tuple[Setup, list[Event]]], book: Rulebook) -> float:
    began = time.perf_counter()
    for setup, events in hands:
        table = new_table(setup)
        for event in events:
            step(table, event, book)
    return time.perf_counter() - began


def latencies(hands: list[tuple[Setup, list[Event]]], book: Rulebook) -> list[int]:
    clock, taken = time.perf_counter_ns, []
    for setup, events in hands:
        table = new_table(setup)
        for event in events:
            began = clock()
            step(table, event, book)
            taken.append(clock() - began)
    return sorted(taken)


def prepare(hand: Any) -> list[tuple[str, tuple[Any, ...]]]:
    """PokerKit's own calls, split beforehand."""
    calls: list[tuple[str, tuple[Any, ...]]] = []
    for action in hand.actions:
        parts = action.split()
        if parts[0] == "d" and parts[1] == "dh":
            calls.append(("deal_hole", (parts[3],)))
        elif parts[0] == "d":
            calls += [("burn_card", ("??",)), ("deal_board", (parts[2],))]
        elif parts[1] == "f":
            calls.append(("fold", ()))
        elif parts[1] == "cc":
            calls.append(("check_or_call", ()))
        elif parts[1] == "cbr":
            calls.append(("complete_bet_or_raise_to", (int(parts[2]),)))
    return calls


def pokerkit(hands: list[tuple[Any, list[tuple[str, tuple[Any, ...]]]]]) -> float:
    began = time.perf_counter()
    for hand, calls in hands:
        state = hand.create_state()
        for call, arguments in calls:
            getattr(state, call)(*arguments)
        assert not state.status
    return time.perf_counter() - began


def main() -> None:
    from pokerkit import Automation, HandHistory

    warnings.simplefilter("ignore")
    folder, runs = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 3
    book = load("roberts", "no_limit")
    paths = sorted(folder.glob("*.phh"))
    hands = []
    for path in paths:
        dealer = Player(read(path), book).play()
        hands.append((dealer.setup, dealer.events))
    automated = tuple(a for a in Automation if a.name not in ("HOLE_DEALING", "BOARD_DEALING", "CARD_BURNING"))
    histories = []
    for path in paths:
        history = HandHistory.loads(path.read_text(), automations=automated)
        histories.append((history, prepare(history)))
    gc.collect()
    gc.freeze()
    ours, theirs = [], []
    for _ in range(runs):
        ours.append(core(hands, book))
        theirs.append(pokerkit(histories))
    n, events = len(hands), sum(len(e) for _, e in hands)
    a, b = statistics.median(ours), statistics.median(theirs)
    each = latencies(hands, book)
    print(f"core {n / a:,.0f} hands/s, {a / events * 1e6:.2f} us an event, {events / n:.1f} events a hand")
    print(f"PokerKit {n / b:,.0f} hands/s; ratio {b / a:.2f}")
    print("p50 p99 p99.9 max us:", *(f"{each[int(len(each) * q)] / 1e3:.1f}" for q in (0.5, 0.99, 0.999)), each[-1] / 1e3)


if __name__ == "__main__":
    main()
