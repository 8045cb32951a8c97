"""The core's setup and the order of the cards, from what a scenario says of its table."""

from collections.abc import Iterator, Sequence
from itertools import islice
from math import gcd
from typing import Final

from controller.poker.cards import DECK_SIZE, RANKS, SUITS, name
from controller.rulebooks import Rulebook
from controller.rulebooks.variants import GameVariant, variant_of
from controller.table import Level, Parts, Schedule, SeatSetup, Setup, Stakes
from controller.table.state.setup import ALL_SEATS, MOTION_RESOLUTION, Latecomers
from hardware_sim.scenario.language.notation import rake_text, time_text
from hardware_sim.scenario.language.tree import Header, Scenario

from .chip_makeup import smallest_chip, stacks


def setup_of(scenario: Scenario, rulebook: Rulebook) -> Setup:
    """Return the core's table. Raises ValueError, with every error, for what cannot be a table."""
    header = scenario.header
    smallest = smallest_chip(header, scenario.script)
    held = stacks(header, scenario.script, smallest)
    seats = tuple(
        SeatSetup(seat, amount, chips, sitting_out=seat in header.sitting_out)
        for seat, (amount, chips) in sorted(held.items())
    )
    return Setup(
        seats=seats,
        button=header.button or max(header.seats),
        stakes=stakes_of(header, rulebook),
        rulebook=rulebook.key,
        structure=rulebook.structure,
        smallest_chip=smallest,
        parts=parts_of(header),
        motion_resolution=MOTION_RESOLUTION if header.resolution is None else header.resolution,
        bet_unit=header.unit or 1,
        tournament=is_tournament(header, rulebook),
        chairs=tuple(sorted({*header.seats, *header.empty})),
        buyin_least=(header.buyin or (0, 0))[0],
        buyin_most=(header.buyin or (0, 0))[1],
        absence=header.absence or 0,
        devices=header.devices or "strict",
        self_dealt=bool(header.self_dealt),
        rake_basis_points=(header.rake or (0, 0))[0],
        rake_maximum=(header.rake or (0, 0))[1],
        schedule=schedule_of(header),
        variant=variant_of(rulebook.variant),
    )


def is_tournament(header: Header, rulebook: Rulebook) -> bool:
    """Whether it is a tournament: as the scenario says, or else unless the rulebook is for cash games alone."""
    return rulebook.mode != "cash" if header.cash is None else not header.cash


def idle(header: Header, rulebook: Rulebook) -> Iterator[str]:
    """Yield what the scenario says of the table without effect under this rulebook, and what takes effect instead."""
    book = rulebook.key
    of = rulebook.entries.bet_increment.of
    if header.unit is not None and of != "unit":
        what = "nothing" if of is None else f"the {of.replace('_', ' ')}"
        yield f"unit {header.unit} decides nothing under {book}: bets are multiples of {what}"
    if header.rake is not None and rulebook.entries.rake.kind in (None, "none"):
        yield f"rake {rake_text(header.rake)} decides nothing under {book}: it takes nothing from the pots"
    if header.bets is not None and rulebook.structure != "limit":
        yield f"bets {header.bets[0]}/{header.bets[1]} decide nothing in {rulebook.structure}: they are of limit"
    if header.absence is not None and rulebook.entries.absent_long.then != "house_limit":
        yield f"absence {time_text(header.absence)} decides nothing under {book}: it leaves no limit to the house"
    if header.buyin is not None and is_tournament(header, rulebook):
        yield f"buy-in {header.buyin[0]} to {header.buyin[1]} decides nothing in a tournament: add the word cash"
    yield from _out_of_play(header, rulebook)


def _out_of_play(header: Header, rulebook: Rulebook) -> Iterator[str]:
    """Stacks with a part that does not play, under a rulebook whose smallest chip is the one that blinds and antes
    need."""
    if rulebook.entries.chip_small.smallest != "blinds":
        return
    least = gcd(*(header.blinds or (0, 0)), header.ante or 0, header.big_blind_ante or 0)
    for seat, stack in header.stacks:
        if least and stack % least:
            what = f"{stack % least} of seat {seat}'s {stack} does not play under {rulebook.key}"
            yield f"{what}: the smallest chip that these blinds need is {least}"


def stakes_of(header: Header, rulebook: Rulebook) -> Stakes:
    """Return blinds, antes and the bets of limit. Bets that are not given are the big blind and twice the big
    blind."""
    small, big = header.blinds or (0, 0)
    bets = header.bets or ((big, 2 * big) if rulebook.structure == "limit" else (0, 0))
    return Stakes(small, big, header.ante or 0, header.big_blind_ante or 0, *bets)


def schedule_of(header: Header) -> Schedule:
    """Return what is fixed for the tournament."""
    stack, levels, most = header.rebuys or (0, 0, 0)
    addon, times = header.addon or (0, 1)
    kind, late = header.latecomers or ("", 0)
    return Schedule(
        levels=tuple(Level(_stakes(text), lasts, pause) for text, lasts, pause in header.levels),
        players=header.players or 0,
        starting_stack=header.starting or 0,
        rebuy_stack=stack,
        rebuy_levels=levels,
        rebuy_limit=most,
        addon_stack=addon,
        addon_times=times,
        latecomers=Latecomers(kind),
        late_levels=late,
    )


def _stakes(text: str) -> Stakes:
    small, big, *third = text.split("/")
    ante = third[0] if third else "0"
    whole = ante.startswith("bb")
    figure = int(ante.removeprefix("bb"))
    return Stakes(int(small), int(big), 0 if whole else figure, figure if whole else 0)


def parts_of(header: Header) -> Parts:
    """Return which parts sense."""
    absent = set(header.absent)
    chips = () if "chips" in absent else tuple(seat for seat in ALL_SEATS if f"chips:{seat}" not in absent)
    return Parts(
        shoe="shoe" not in absent,
        card_spots="cards" not in absent,
        faces="faces" not in absent,
        board="board" not in absent,
        chips=chips,
        pot="pot" not in absent and "chips" not in absent,
        button="button" not in absent,
        posts="posts" not in absent,
    )


BOARD_BELOW: Final = ("Tc", "2c", "2d", "3c", "Td", "3d", "Jc", "4c")
"""Burn, flop, burn, turn, burn, river: no straight or flush with any of the pairs."""


def deck(header: Header, variant: GameVariant, order: Sequence[int], first_hand: bool) -> list[str]:
    """Return the cards in the order of the shoe. `order` are the seats as they are dealt to.

    What the scenario leaves open comes in a fixed order. If it names no card at all, the deal has no ties. The shoe,
    the hands and the board of the scenario are those of the first hand.
    """
    said = _said(header, variant, order) if first_hand else []
    known = said if any(said) else _plain(variant, len(order))
    used = {card for card in known if card}
    others = iter(card for card in map(name, range(DECK_SIZE)) if card not in used)
    return [card or next(others) for card in known] + list(others)


def _plain(variant: GameVariant, players: int) -> list[str]:
    """A deal without ties: one rank for each player, from aces down as they are dealt, and a board below them."""
    ranks = RANKS[::-1][:players]
    held = [f"{rank}{suit}" for suit in SUITS[::-1][: variant.hole_cards] for rank in ranks]
    return held + ["" if card in held else card for card in BOARD_BELOW]


def _said(header: Header, variant: GameVariant, order: Sequence[int]) -> list[str]:
    if header.shoe:
        return list(header.shoe)
    hands = dict(header.hands)
    known = [hands[seat][turn] if seat in hands else "" for turn in range(variant.hole_cards) for seat in order]
    board = iter([*header.board, *[""] * (variant.board_cards - len(header.board))])
    for count in variant.streets:
        known += ["", *islice(board, count)]
    return known
