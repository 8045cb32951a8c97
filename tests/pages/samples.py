"""Public states for the pages' tests: a table of ten in mid-hand, an all-in showdown, a table that waits."""

from __future__ import annotations

from typing import Any

from firmware_bridge.messages.contest import ShownPot
from firmware_bridge.messages.display import TURN_YOURS
from firmware_bridge.messages.public import (
    Param,
    PublicAsk,
    PublicCite,
    PublicDisplay,
    PublicOffer,
    PublicPart,
    PublicRuling,
    PublicSeat,
    PublicState,
    PublicStep,
    PublicWinner,
    Text,
    Which,
)

NAMES = ("Amélie", "Bruno", "Chloé", "Denis", "Elsa", "François", "Gaël", "Héloïse", "Iris", "Jérôme")
STACKS = (24_350, 9_800, 31_200, 18_400, 0, 12_675, 40_100, 7_950, 22_000, 15_525)


def seat(number: int, **changes: Any) -> PublicSeat:
    """A seated player in the hand with two hidden cards, and what is different about him."""
    facts: dict[str, Any] = {
        "name": NAMES[number - 1],
        "seated": True,
        "stack": STACKS[number - 1],
        "in_hand": True,
        "cards": 2,
    } | changes
    place = "live" if facts["in_hand"] else "dead"
    return PublicSeat(seat=number, **({"kinds": ("held", place)} | facts))


def folded(number: int, **changes: Any) -> PublicSeat:
    return seat(number, in_hand=False, folded=True, cards=0, last_act="fold", **changes)


def display(number: int, **changes: str | int) -> PublicDisplay:
    """A seat's display while another seat is to act."""
    values: dict[str, str | int] = {
        "seat": str(number),
        "player": NAMES[number - 1],
        "stack_name": "Tapis",
        "stack": f"{STACKS[number - 1]:,}".replace(",", " "),
        "level": "Niveau 6 · 200 / 400 · ante 50",
        "turn": "Au siège 4 de parler",
        "to_call_name": "À payer",
        "to_call": "2 000",
        "min_raise_name": "Relance min.",
        "min_raise": "3 600",
        "bet_name": "Mise",
        "bet": "0",
        "pot_name": "Pot",
        "pot": "7 850",
        "fold_text": "Passe",
        "call_text": "Suit",
        "raise_text": "Relance",
        "all_in_text": "Tapis",
        "minus_text": "−",
        "plus_text": "+",
        "time_text": "Temps",
    }
    return PublicDisplay(seat=number, page="seat", values=values | changes)


TURN: dict[str, str | int] = {"turn": "À VOUS DE PARLER", "turn.bco": TURN_YOURS}
SENTENCE = "Une relance est au moins égale à la précédente."
WON: dict[str, Param] = {"seat": 4, "amount": 45_750, "category": "three_of_a_kind"}


def next_step(key: str, **params: int) -> PublicStep:
    return PublicStep(key=key, params={**params}, text=Text(key=f"step.{key}", params={**params}))


def ruling(number: int, matter: str, at: int, article: str, sentence: str, amount: int) -> PublicRuling:
    text = Text(key=sentence, params={"seat": at, "amount": amount, "article": SENTENCE})
    return PublicRuling(
        id=f"812.{number}", matter=matter, seat=at, cites=(PublicCite(article=article),), sentence=SENTENCE, text=text
    )


RULINGS = (
    ruling(1, "bet.open", 2, "lfp-7.12", "effect.bet", 800),
    ruling(2, "raise.full", 3, "lfp-7.14", "effect.raise", 2_000),
)

PARTS = (
    *(PublicPart(part=name, what="pepper_c1", state="ready") for name in ("pepper-1", "pepper-2")),
    PublicPart(part="shoe", what="pn532", state="ready"),
    PublicPart(
        part="bets",
        what="feig_obid",
        state="degraded",
        cause="reader 7 (bet:7): 37 checksum errors in 2 s: cable or interference",
    ),
    *(PublicPart(part=f"display-{n}", what="nextion", state="ready", seat=n) for n in range(1, 10)),
    PublicPart(part="display-10", what="nextion", state="lost", seat=10, cause="no such port: its cable is out"),
)


def mid_hand(**changes: Any) -> PublicState:
    """The flop, ten seats, two bets in front, seat 4 to act."""
    facts: dict[str, Any] = {
        "epoch": 1,
        "revision": 812,
        "stamp": 0,
        "table": "Salle Opéra 7",
        "rulebook": "lfp",
        "variant": "holdem",
        "hole_cards": 2,
        "rulebook_title": "Ligue française de poker",
        "hand": 128,
        "phase": "flop",
        "level": "200/400",
        "small_blind": 200,
        "big_blind": 400,
        "ante": 50,
        "button": 9,
        "small_blind_seat": 10,
        "big_blind_seat": 1,
        "seats": (
            seat(1, last_act="check"),
            seat(2, bet=800, last_act="bet"),
            seat(3, bet=2_000, last_act="raise"),
            seat(4),
            seat(5, all_in=True, bet=0, last_act="call"),
            folded(6),
            seat(7),
            folded(8),
            folded(9),
            folded(10),
        ),
        "turn": 4,
        "to_call": 2_000,
        "call_total": 2_000,
        "min_raise": 3_200,
        "max_raise": 18_400,
        "options": ("fold", "call", "raise", "all_in"),
        "board": ("Ah", "7d", "Tc"),
        "burns": 1,
        "pots": (ShownPot(amount=6_150, seats=(1, 2, 3, 4, 5, 7)), ShownPot(amount=1_700, seats=(1, 2, 3, 4, 7))),
        "next_step": next_step("act", seat=4),
        "moments": ("acting",),
        "rulings": RULINGS,
        "displays": tuple(display(n, **(TURN if n == 4 else {})) for n in range(1, 11)),
        "parts": PARTS,
    }
    return PublicState(**(facts | changes))


ASK = PublicAsk(
    id="motion-4",
    key="one_motion_or_two",
    text=Text(key="ask.one_motion_or_two", params={"seat": 4}),
    options=("one", "two"),
    default=None,
    role="dealer",
)
FLOOR_ASK = PublicAsk(
    id="silent-6",
    key="silent_chips",
    text=Text(key="ask.silent_chips", params={"seat": 6}),
    options=("fold", "check", "call", "raise", "void"),
    default=None,
    role="floor",
    cites=(PublicCite(article="lfp-7.27"),),
    sentence="Des jetons poussés sans un mot sont un suivi s'ils n'atteignent pas la moitié d'une relance.",
)

DRAW_ASK = PublicAsk(
    id="draw-seat:3",
    key="which_draw",
    scope="senses",
    place="seat:3",
    text=Text(key="ask.which_draw", params={"place": "seat:3"}),
    options=("4", "5", "unseen"),
    default=None,
    role="dealer",
    said={
        "4": Text(key="draw.was_due", params={"which": Which(called="before"), "place": "seat:2"}),
        "5": Text(key="draw.any", params={"which": Which(called="last")}),
    },
)
"""A question of the senses: a card lies at a seat, and the shoe had not read it."""


def showdown(**changes: Any) -> PublicState:
    """Three hands tabled after an all-in, two pots awarded, one hand given up unseen."""
    return mid_hand(
        **(
            {
                "revision": 840,
                "phase": "award",
                "turn": None,
                "to_call": 0,
                "call_total": 0,
                "min_raise": None,
                "max_raise": None,
                "options": (),
                "board": ("Ah", "7d", "Tc", "Qh", "2s"),
                "seats": (
                    seat(1, folded=True, cards=0, last_act="fold"),
                    seat(2, folded=True, cards=0, last_act="fold"),
                    seat(3, shown=("As", "Kd"), all_in=True, stack=0),
                    seat(4, shown=("Td", "Ts"), won=45_750, stack=45_750),
                    seat(5, shown=("Kh", "Jh"), all_in=True, won=0),
                    folded(6),
                    seat(7, cards=2),
                    folded(8),
                    PublicSeat(seat=9),
                    folded(10),
                ),
                "pots": (ShownPot(amount=36_150, seats=(3, 4, 5)), ShownPot(amount=9_600, seats=(3, 4))),
                "next_step": next_step("award", seat=4, amount=45_750),
                "winners": (
                    PublicWinner(pot=0, seat=4, amount=45_750, text=Text(key="result.seat_with", params=WON)),
                ),
                "moments": ("award",),
                "answers": (PublicOffer(word="awarded"),),
                "parts": tuple(part for part in PARTS if part.state == "ready"),
            }
            | changes
        )
    )


def waiting(**changes: Any) -> PublicState:
    """Between two hands: nothing is dealt."""
    nobody: dict[str, Any] = {"in_hand": False, "cards": 0, "kinds": ("held",)}
    return mid_hand(
        **(
            {
                "revision": 860,
                "phase": "waiting",
                "turn": None,
                "board": (),
                "pots": (),
                "rulings": (),
                "seats": tuple(seat(n, **nobody) for n in range(1, 11)),
                "next_step": next_step("shuffle"),
                "moments": ("between",),
                "answers": (PublicOffer(word="shuffle"),),
            }
            | changes
        )
    )
