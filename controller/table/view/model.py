"""The table as anyone may see it: feeds pages, consoles, exports and scenarios. No hidden face is in it.

Amounts are in minor units. "total" means in front of the seat for this round, as players say "raise to 600". The
classes that are made most often are named tuples: one is made in a quarter of a frozen dataclass's time.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from controller.poker.entries import Moment
from controller.poker.outcomes import Alarm, Ask, CardLabel, Cite, Fact, Prompt
from controller.poker.places import End, Seat
from controller.poker.remedy import Verb
from controller.rulebooks.variants import HOLDEM
from firmware_bridge.messages.contest import Contest, ShownPot

NOTHING: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Step:
    """The dealer's next step: a key for the page's words and its parameters. The keys are:

    - shuffle, break, wait_for_floor, answer (ask)
    - draw_card (seat: a card for the first button), place_button (seat)
    - race_count (seats, chip), race_exchange (seat, out, in), race_draw, race_card (seat, cards), race_pay (seat,
      out, in)
    - post_small_blind / post_big_blind / post_ante / post_big_blind_ante (seat, amount)
    - deal (seat, round), deal_all (if nothing senses the deal), burn, flop / turn / river (n-th card, of)
    - act (seat), collect (seat, amount: chips due to the bet line), give_back (seat, amount), gather (amount)
    - expose (seats), show (seat), show_or_muck (seat), award (seat, amount)
    - remedy_deal, remedy_burn and so on by the `verb` of a remedy's movement (cards: draw numbers, from, to)
    """

    key: str
    params: tuple[tuple[str, Fact], ...] = ()
    verb: Verb | None = None  # of a remedy's movement

    @property
    def seat(self) -> int:
        """The seat it concerns, or 0 if there is none."""
        return self.number("seat")

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats it names."""
        value = dict(self.params).get("seats")
        return value if isinstance(value, tuple) else ()

    def number(self, name: str) -> int:
        """Return an integer parameter, or 0 if it is missing."""
        value = dict(self.params).get(name)
        return value if isinstance(value, int) else 0


class Offer(NamedTuple):
    """An entry that pages offer, about this seat if it is about one."""

    word: str
    seat: Seat | None = None


class Suspension(NamedTuple):
    """For how many hands or rounds a seat is not dealt in."""

    kind: str  # hands, rounds
    left: int


class SeatView(NamedTuple):
    """One held seat."""

    seat: Seat
    occupied: bool  # the chair is taken, as far as is known
    sitting_out: bool
    stack: int  # as it counts (game state), with chips too small to play
    bet: int  # in front, this round, as it counts
    dealt_in: bool
    in_hand: bool  # holds a hand that can win
    folded: bool
    all_in: bool
    cards: int
    shown: tuple[str, ...]  # names of the public ones only
    last_act: str | None  # "fold", "check", "call", "bet", "raise", "post"
    due: int  # > 0: still to put on the bet line, < 0: to come back from it
    owed: int  # > 0: won and still to be pushed to the stack
    holding: int
    to_call: int  # chips still needed to call, at most the stack, 0 if not live
    won: int  # won in this hand so far
    state: str = "playing"  # playing new waiting absent sitting_out missed broke leaving reserved late out
    absence_ends: int | None = None  # ns: when the house stops waiting for a player who is away, late or to come
    absence_until: Seat | None = None  # their place is given away when the button has come to this seat
    owes: tuple[int, int] = (0, 0)  # before it is dealt in: in front of the seat, and dead into the pot
    suspended: Suspension | None = None
    counted: Mapping[str, int] = NOTHING  # how often: "string", "out_of_turn" and the like
    early: bool = False  # has acted before its turn, and the act waits


class EffectView(NamedTuple):
    """One effect of a ruling, by its name: an act ("fold", "call" and the like), void, kill, short, restrain, close,
    award, or any other."""

    what: str
    seat: int | None = None  # 0: the house's dealer
    total: int = 0  # in front after an act. Of "short": the amount that is no longer asked for
    may: tuple[str, ...] = ()  # all that a restrained seat may do
    street: str = ""  # of the round that is closed
    pot: int = 0  # that is awarded, 0 the main pot
    shares: tuple[tuple[Seat, int], ...] = ()  # of an award, or an uncalled bet that goes back


class RulingView(NamedTuple):
    """A ruling as it was given, with the sentence of its first article."""

    id: str  # as a decision of the floor names it: "12.1"
    matter: str
    seat: Seat | None
    cites: tuple[Cite, ...]
    sentence: str
    effects: tuple[EffectView, ...]
    replaces: str | None = None  # the ruling that it corrects
    decided: str = ""  # the result, if the effects do not say it: "replaced", "misdeal", "round_over"
    by: str = ""  # the role of the person who made it, "" for the machine


@dataclass(frozen=True, slots=True)
class Winner:
    """Why a seat won a share of a pot. `category` is None if no hand was shown."""

    pot: int
    seat: Seat
    amount: int
    category: str | None  # "full_house" and the like
    cards: tuple[str, ...]  # the five that play


@dataclass(frozen=True, slots=True)
class AskRule:
    """The book's articles on the subject of an ask, as in a ruling, and the first one's sentence."""

    ask: str
    cites: tuple[Cite, ...]
    sentence: str


@dataclass(frozen=True, slots=True)
class LogView:
    """A ruling on an act of the disputed street."""

    before: int  # ns before the dispute
    how: str  # sensed entered timer
    seat: Seat
    act: str  # fold check call bet raise hold void
    total: int


@dataclass(frozen=True, slots=True)
class MoveView:
    """One movement of a remedy: what to do with which card, from where to where."""

    verb: str  # deal burn show turn lay stub aside muck back shuffle mix draw expose change collect
    exits: tuple[int, ...]  # the draw numbers of the cards. Empty: the next of the shoe
    cards: tuple[str, ...]  # names of those that all players have seen
    origin: End
    goal: End
    by: str  # how it is confirmed: proven, gone, drawn (sensors), told (the dealer)
    state: str  # done, next, waiting
    gate: str = ""  # the cards that it waits for: deal flop turn river. "": now
    labels: tuple[CardLabel, ...] = ()  # what each card is called by its place and order


@dataclass(frozen=True, slots=True)
class RemedyView:
    """An open remedy of a fault of the deal."""

    ruling: str  # its id
    matter: str
    seat: Seat | None
    cites: tuple[Cite, ...]
    sentence: str  # what the first of them says
    moves: tuple[MoveView, ...]
    wrong: tuple[tuple[tuple[str, ...], str], ...] = ()  # cards taken up by mistake: name, if public, and its place
    at: tuple[tuple[int, str], ...] = ()  # where its cards lie, by draw number, without cards drawn by lot


@dataclass(frozen=True)  # without slots: a view takes over the attributes of its situation
class Course:
    """Where the hand is, and what comes next. It is built in a tenth of the view's time."""

    phase: str  # waiting shuffle posting dealing preflop flop turn river showdown award claims cancelled
    hand: int
    turn: Seat | None
    to_call: int  # chips still needed by the seat on turn
    next_step: Step | None
    asks: tuple[Ask, ...]


@dataclass(frozen=True)
class Situation(Course):
    """What the people at the table act on, which is half of the view."""

    big_blind: int
    button: Seat
    seats: tuple[SeatView, ...]
    call_total: int  # the total to call
    min_raise: int | None  # smallest legal total of a bet or raise by the seat on turn, None if it may not
    max_raise: int | None
    options: tuple[str, ...]  # of the seat on turn: fold check call bet raise all_in
    pots: tuple[ShownPot, ...]
    board: tuple[str, ...]
    alarms: tuple[Alarm, ...]  # of this hand
    rulings: tuple[RulingView, ...]  # the last ten, and all of the last event
    variant: str


@dataclass(frozen=True)
class OnTheFelt:
    """What lies on the felt, and what is still to come there or to leave."""

    burns: int  # burns of the plan that are made
    dues: tuple[tuple[str, int], ...]  # (area, amount): > 0 chips to come there, < 0 chips to leave
    chips_at: tuple[tuple[str, int], ...]  # (area, value), without empty areas
    cards_at: tuple[tuple[str, int], ...]  # (spot, number of cards last identified there)
    burn_pile: int  # cards that lie there now, with one too many, without those that a movement has yet to bring
    landing: tuple[str, ...]  # places of cards that have left the shoe and are not identified yet, oldest first


@dataclass(frozen=True)
class View(OnTheFelt, Situation):
    """The whole table at one moment."""

    revision: int  # number of events taken so far
    rulebook: str
    structure: str
    level: str
    small_blind: int
    ante: int
    small_blind_seat: Seat | None
    big_blind_seat: Seat | None
    pot_total: int  # pots and bets in front
    prompts: tuple[Prompt, ...]
    show_order: tuple[Seat, ...]
    winners: tuple[Winner, ...]
    awards: tuple[tuple[Seat, int], ...]  # in all, per seat
    dealer_counted: Mapping[str, int]  # of the house's dealer, as of a seat
    shown_to_players: tuple[str, ...] = ("pot",)  # sums that their displays show beside what each needs to act
    ask_rules: tuple[AskRule, ...] = ()  # of the open asks, in their order
    log: tuple[LogView, ...] = ()  # while a dispute is open: the acts of the street, oldest first
    remedies: tuple[RemedyView, ...] = ()  # open ones, in the order they were ruled. At most one movement is "next"
    clock: tuple[Seat, int] | None = None  # whose time was called, and when it is over, ns
    last_hands: int | None = None  # hands still to be played before the table closes, once they are announced
    kept: tuple[tuple[Seat, int], ...] = ()  # chips that the house keeps: (seat of the player, amount)
    waiting_list: int = 0  # players who wait for a seat
    deals: Seat | None = None  # the seat that deals this hand, at a table without a dealer
    deck_missing: tuple[str, ...] = ()  # cards that are missing in the deck of the next hand
    contest: Contest | None = None  # of a tournament
    hole_cards: int = HOLDEM.hole_cards  # that each player is dealt
    posted: tuple[tuple[str, str], ...] = ()  # structure, blinds, minimum bet, buy-in, raise cap, option, rake
    moments: tuple[Moment, ...] = ()  # which entries can be true now: `when` of their forms
    answers: tuple[Offer, ...] = ()  # entries that say that the next step is done, if no sensor sees it
    undo: Offer | None = None  # the entry that takes back the last act, if that was entered
