"""Every mistake that trials make, with what each rulebook may rule on it."""

from typing import Final

from controller.table.deal.faults import board, deck, hole_cards

from . import misboarding, misdealing
from .erring import Mistake, Rulings

DEALING: Final = (2, 9)
"""The first and the last card of the deal at which a mistake happens, with five players and ten cards."""


def _again(matter: str, times: int) -> Rulings:
    """The same rule key at most so often. Each further card of a street that came too early has a ruling."""
    return tuple((matter,) * n for n in range(1, times + 1))


def _one(*matters: str) -> Rulings:
    """One of these rule keys, and nothing else."""
    return tuple((matter,) for matter in matters)


def _asked(matter: str) -> Rulings:
    """The rulings if the rulebook does not cover it: the floor is asked, and decides."""
    return ((matter, matter),)


MISDEALT: Final = ("deal.order", "deal.misdeal")
"""The table proposes a misdeal, and the dealer accepts."""

DEAL_MISTAKES: Final = (
    Mistake("wrong seat", hole_cards.WRONG_ORDER, "deal", misdealing.wrong_seat, _one("deal.order"), (MISDEALT,),
        moments=DEALING),
    Mistake("two in a row", hole_cards.TWICE_RUNNING, "deal", misdealing.two_in_a_row, _one("deal.order"),
        (MISDEALT,), moments=DEALING),
    Mistake("put right at once", hole_cards.WRONG_ORDER, "deal", misdealing.put_right, moments=DEALING),
    Mistake("left out", hole_cards.LEFT_OUT, "deal", misdealing.left_out, _one("deal.order"), (MISDEALT,),
        moments=DEALING),
    Mistake("left out to the end", hole_cards.LEFT_OUT, "deal", misdealing.left_out_to_the_end,
        _one("deal.order", "deal.missed"), (("deal.order", "deal.missed"), ("deal.missed",))),
    Mistake("card to an empty place", hole_cards.EMPTY_PLACE, "deal", misdealing.to_an_empty_place,
        _one("deal.order", "deal.missed"), (MISDEALT, ("deal.missed",)), moments=DEALING),
    Mistake("a card more to an empty place", hole_cards.EMPTY_PLACE, "act", misdealing.one_for_nobody,
        _one("deal.missed")),
    Mistake("one card too many", hole_cards.WRONG_NUMBER, "act", misdealing.one_more, _one("deal.count")),
    Mistake("one card too few", hole_cards.WRONG_NUMBER, "deal", misdealing.one_short, _one("deal.count"),
        moments=(10, 10)),
    Mistake("two at once", hole_cards.TWICE_RUNNING, "deal", misdealing.two_at_once, _one("deal.order"),
        (MISDEALT, ("deal.order", "deal.count")), moments=DEALING),
    Mistake("off the table", hole_cards.OFF_THE_TABLE, "deal", misdealing.fallen, _one("deal.off_table"),
        moments=DEALING),
    Mistake("off the table, unnoticed", hole_cards.OFF_THE_TABLE, "deal", misdealing.vanished,
        _one("deal.off_table"), shows=("card_missing",), moments=DEALING),
    Mistake("exposed", hole_cards.TURNED_UP, "deal", misdealing.exposed, _one("deal.exposed", "deal.exposed_first"),
        moments=DEALING),
    Mistake("knocked over by a player", hole_cards.TURNED_UP_BY_PLAYER, "deal", misdealing.knocked_over,
        _one("deal.exposed_by_player"), moments=DEALING),
    Mistake("flashed", hole_cards.FLASHED, "deal", misdealing.flashed, _one("deal.flashed"),
        (("deal.flashed", "deal.exposed"), ("deal.flashed", "deal.flashed")), ("flashed",), moments=DEALING),
    Mistake("mixed in", hole_cards.MIXED, "deal", misdealing.mixed,
        (("deal.exposed", "deal.mixed"), ("deal.exposed_first",)),
        (("deal.exposed", "deal.mixed", "deal.mixed"), ("deal.exposed_first",)), moments=DEALING),
)  # fmt: skip

DECK_MISTAKES: Final = (
    Mistake("boxed", deck.BOXED, "deal", misdealing.boxed, _one("deck.boxed"), moments=DEALING),
    Mistake("boxed on the board", deck.BOXED, "flop", misdealing.boxed, _one("deck.boxed"), stays=True),
    Mistake("two boxed", deck.BOXED, "deal", misdealing.two_boxed, (("deck.boxed", "deck.boxed"),), moments=(2, 8)),
    Mistake("pushed back", deck.PUSHED_BACK, "deal", misdealing.pushed_back, moments=DEALING),
    Mistake("joker", deck.JOKER, "deal", misdealing.stranger, _one("deck.joker"), moments=DEALING, deck="joker"),
    Mistake("foreign card", deck.FOUL, "deal", misdealing.stranger, _one("deck.foul"), shows=("unknown_card",),
        moments=DEALING, deck="foreign"),
    Mistake("another deck's card", deck.FOUL, "deal", misdealing.stranger, _one("deck.foul"),
        shows=("unknown_card",), moments=DEALING, deck="other"),
    # If the shoe misread the copy as well, it looks like a card that was moved. Then the order is in question.
    Mistake("a card twice", deck.FOUL, "deal", misdealing.stranger, _one("deck.foul", "deal.order"),
        (("deck.foul",), MISDEALT), moments=DEALING, deck="twin"),
    Mistake("a card missing", deck.FOUL, "act", misdealing.card_missing, _one("deck.foul"), moments=(1, 4)),
    Mistake("a dead tag", deck.UNREAD, "deal", misdealing.dead_tag, shows=("card_missing", "which_draw"),
        moments=DEALING, spoils=True),
    Mistake("past the shoe", deck.NOT_DRAWN, "deal", misdealing.past_the_shoe,
        shows=("card_not_drawn", "which_draw", "card.unaccounted"), moments=DEALING),
)  # fmt: skip

BOARD_MISTAKES: Final = (
    Mistake("no burn", board.NO_BURN, "burn", misboarding.no_burn, _one("burn.missing"), moments=(1, 3), stays=True),
    Mistake("burn on the board", board.NO_BURN, "burn", misboarding.burn_on_the_board, _one("burn.missing"),
        moments=(1, 2), stays=True),
    Mistake("two burns", board.TWO_BURNS, "flop", misboarding.two_burns, _one("burn.double"), _asked("burn.double"),
        stays=True),
    Mistake("two burns, unnoticed", board.TWO_BURNS, "flop", misboarding.two_burns_unnoticed, _one("burn.double"),
        _asked("burn.double"), stays=True),
    Mistake("flop of four", board.FLOP_OF_FOUR, "act", misboarding.four, _one("flop.four"), _asked("flop.four"),
        when=misboarding.on(3), stays=True),
    *(
        Mistake(f"flop too early, {cards} out", board.EARLY_FLOP, "act", misboarding.too_early(cards),
            _one("premature.flop"), _again("premature.flop", cards), when=misboarding.on(0), moments=(1, 4),
            stays=True)
        for cards in (1, 2, 3)
    ),
    Mistake("flop too early, no burn", board.EARLY_FLOP, "act", misboarding.too_early(1, burn=False),
        _one("premature.flop"), when=misboarding.on(0), moments=(1, 4), stays=True),
    Mistake("turn too early", board.EARLY_TURN, "act", misboarding.too_early(1), _one("premature.turn"),
        when=misboarding.on(3), moments=(1, 4), stays=True),
    Mistake("turn too early, no burn", board.EARLY_TURN, "act", misboarding.too_early(1, burn=False),
        _one("premature.turn"), when=misboarding.on(3), moments=(2, 4), stays=True),
    Mistake("river too early", board.EARLY_RIVER, "act", misboarding.too_early(1), _one("premature.river"),
        when=misboarding.on(4), moments=(1, 4), stays=True),
    Mistake("passed over", board.PASSED_OVER, "act", misboarding.too_early_behind, _one("premature.turn"),
        _one("premature.skipped_turn"), when=misboarding.on(3), moments=(1, 3), stays=True),
    Mistake("a card after the hand", board.RABBIT_HUNT, "award", misboarding.rabbit, _one("rabbit"),
        shows=("rabbit",), stays=True),
)  # fmt: skip

MISTAKES: Final = (*DEAL_MISTAKES, *DECK_MISTAKES, *BOARD_MISTAKES)
