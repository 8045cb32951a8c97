"""The public state: what everybody at the table may see. It has no field that could hold a live card."""

from typing import Literal

from pydantic import Field

from .base import Kinded, Message, Seat
from .contest import Contest, ShownPot
from .roles import LeastRole
from .sensed import LifecycleName


class Which(Message):
    """The cards that a text is about.

    `names`: of cards that everybody has seen. Without names they are `called` by place and order, or by number.
    """

    names: tuple[str, ...] = ()
    called: Literal[
        "",
        "unseen",  # so many cards: `count`
        "next",  # that leaves the deck
        "nth",  # of those that the text names the place of
        "newest",
        "hole", "flop", "flop_four", "turn", "river", "burn", "aside", "boxed", "joker",
        "last", "before", "earlier", "shoe",  # by their order out of the shoe
    ] = ""  # fmt: skip
    seat: Seat | None = None
    nth: int | None = None
    count: int | None = None


class Share(Message):
    """What one of several seats gets."""

    seat: Seat
    amount: int


Param = str | int | Which | tuple[Share, ...] | tuple[str, ...]


class Text(Message):
    """A message by key with its parameters, so that each page says it in its own language."""

    key: str
    params: dict[str, Param] = Field(default_factory=dict)


class PublicStep(Message):
    """The dealer's next step: its key, its parameters and its text."""

    key: str
    params: dict[str, int | str | tuple[int, ...]] = Field(default_factory=dict)
    verb: str | None = None  # of the movement, if it is one of a remedy
    text: Text

    @property
    def seat(self) -> int:
        """The seat it concerns, or 0 if there is none."""
        return self.number("seat")

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats it names."""
        value = self.params.get("seats")
        return value if isinstance(value, tuple) else ()

    def number(self, name: str) -> int:
        """Return an integer parameter, or 0 if it is missing."""
        value = self.params.get(name)
        return value if isinstance(value, int) else 0


class PublicPrompt(Message):
    """What a person should do: the dealer, or only the floor."""

    to: Literal["dealer", "floor"]
    about: int | None = None  # 0: the house's dealer
    amount: int | None = None
    key: str
    text: Text


class PublicAlarm(Message):
    """An alarm: a key, a place, and one fact.

    `amount` is in minor units, `card` a draw number, `count` of players, cards or times, `millis` in milliseconds.
    """

    key: str
    seat: int | None = None  # 0: the house's dealer
    place: str | None = None
    amount: int | None = None
    card: int | None = None
    count: int | None = None
    millis: int | None = None
    text: Text

    @property
    def figure(self) -> int | None:
        """The number that the alarm's words show, whatever its unit."""
        facts = (self.amount, self.card, self.count, self.millis)
        return next((fact for fact in facts if fact is not None), None)


def alarm_of(key: str, *, place: str | None = None, count: int | None = None, **more: Param) -> PublicAlarm:
    """Return an alarm that is not of the hand."""
    facts: dict[str, Param | None] = {"place": place, "count": count, **more}
    params = {name: value for name, value in facts.items() if value is not None}
    return PublicAlarm(key=key, place=place, count=count, text=Text(key=f"alarm.{key}", params=params))


class PublicWinner(Message):
    """Why a seat won a share of a pot. `category` is None if no hand was shown. `cards` are the five that play."""

    pot: int
    seat: Seat
    amount: int
    category: str | None = None
    cards: tuple[str, ...] = ()
    text: Text


class PublicSuspension(Message):
    """For how many hands or rounds a seat is not dealt in."""

    kind: str  # hands, rounds
    left: int
    text: Text


class PublicSeat(Message):
    """One place at the table. Amounts in minor units. `cards` counts them, `shown` names public ones only."""

    seat: Seat
    name: str = ""
    seated: bool = False
    stack: int = 0
    bet: int = 0
    in_hand: bool = False
    all_in: bool = False
    folded: bool = False
    cards: int = 0
    shown: tuple[str, ...] = ()
    due: int = 0  # positive: still owes this to the pot. Negative: gets it back
    won: int = 0
    last_act: str | None = None  # fold check call bet raise post
    manual: bool = False
    suspended: PublicSuspension | None = None
    counted: dict[str, int] = Field(default_factory=dict)  # how often the seat has done what: string bets, penalties
    early: bool = False  # has acted before its turn, and the act waits
    to_call: int = 0  # chips still needed to call, in any seat's turn
    dealt_in: bool = False
    sitting_out: bool = False
    owed: int = 0  # won, and still to be pushed
    holding: int = 0  # chips taken up and not yet laid down
    state: str = "playing"  # playing new waiting absent sitting_out missed broke leaving reserved late out
    absence_ends: int | None = None  # ns: when the table stops waiting for its player, who is away, late or to come
    absence_until: Seat | None = None  # its place is given away when the button has come to that seat
    owes: tuple[int, int] = (0, 0)  # before it is dealt in: in front of the seat, and dead into the pot
    kinds: tuple[str, ...] = ()  # held or free, live or dead if dealt in: which entries can be about it


class PublicOffer(Message):
    """An entry that pages offer, about this seat if it is about one."""

    word: str
    seat: Seat | None = None


class PublicCite(Message):
    """An article, and the rulebook that lent it if the table's own is silent."""

    article: str
    lent_by: str | None = None


class PublicEffect(Message):
    """One effect of a ruling, by its name: an act ("fold", "call" and the like), void, kill, short, restrain, close,
    award, or any other."""

    what: str
    seat: int | None = None  # 0: the house's dealer
    total: int = 0  # in front after an act. Of "short": the amount that is no longer asked for
    may: tuple[str, ...] = ()  # all that a restrained seat may do
    street: str = ""  # of the round that is closed
    pot: int = 0  # that is awarded, 0 the main pot
    shares: tuple[tuple[Seat, int], ...] = ()  # of an award, or an uncalled bet that goes back


class PublicRuling(Message):
    """A ruling as it was given: its rule key, its articles, what it did, and the text of its decision."""

    id: str
    matter: str
    seat: Seat | None
    cites: tuple[PublicCite, ...]
    sentence: str = ""  # what the first of them says
    effects: tuple[PublicEffect, ...] = ()
    replaces: str | None = None  # the ruling that it corrects
    decided: str = ""  # the result, if the effects do not say it: "replaced", "misdeal", "round_over"
    by: str = ""  # the role of the person who made it, "" for the machine
    text: Text


class PublicAct(Message):
    """The ruling on an act, for the floor if it is disputed."""

    text: Text
    how: Literal["sensed", "entered", "timer"]  # what the ruling was made of
    seconds: str  # from the act to the dispute: "12.4"


class PublicAsk(Message):
    """An open question, the roles that may answer it, the possible answers, and the articles on it."""

    id: str
    key: str
    scope: Literal["hand", "seat", "deal", "after", "senses"] = "hand"  # what waits. "senses": which card lies there
    seat: int | None = None  # 0: the house's dealer
    place: str | None = None  # where the card in question lies
    card: int | None = None  # or its draw number
    text: Text
    options: tuple[str, ...]
    default: str | None
    role: LeastRole
    cites: tuple[PublicCite, ...] = ()
    sentence: str = ""  # what the first of them says
    log: tuple[PublicAct, ...] = ()  # of a dispute: the acts of the round, oldest first
    said: dict[str, Text] = Field(default_factory=dict)  # words of options that are no words themselves


class PublicMove(Message):
    """One movement of a remedy. `text`: the whole movement. `note`: what becomes of the card. `cards`: public ones
    only."""

    verb: str
    text: Text
    note: Text | None = None
    exits: tuple[int, ...] = ()  # the cards by draw number, none: the next of the shoe
    cards: tuple[str, ...] = ()  # names of the cards that everybody has seen
    labels: tuple[Which, ...] = ()  # what each is called by its place and order
    face: Literal["", "up", "down"] = ""  # how they lie once the movement is made
    origin: str  # a place, or shoe, stub, aside, burn, board, floor, table
    goal: str
    by: Literal["proven", "gone", "drawn", "told"]  # a sensor ticks it, or the dealer says so
    state: Literal["done", "next", "waiting"]
    gate: Literal["", "deal", "flop", "turn", "river"] = ""  # the cards that it waits for


class PublicRemedy(Message):
    """A fault of the deal or the board that is being put right: which ruling on what, its movements in order."""

    ruling: str
    matter: str
    title: Text
    seat: Seat | None
    cites: tuple[PublicCite, ...] = ()
    sentence: str = ""  # what the first of them says
    moves: tuple[PublicMove, ...]
    wrong: tuple[Text, ...] = ()  # cards that were taken up in place of the one due
    at: dict[int, str] = Field(default_factory=dict)  # where its cards lie, by draw number, without draws by lot


class PublicClock(Message):
    """The time that a seat has left: over at `due`, in nanoseconds of the clock that `PublicState.stamp` is of."""

    seat: Seat
    due: int


class PublicPart(Message):
    """A part's health as the bridge reported it."""

    part: str
    what: str
    state: LifecycleName
    cause: str = ""
    seat: Seat | None = None


class PublicDisplay(Message):
    """What a seat's display shows now."""

    seat: Seat
    page: str
    values: dict[str, str | int]


class PublicHand(Message):
    """A hand that is over: its number, and what each winner got."""

    number: int
    awards: tuple[tuple[Seat, int], ...]


class PublicState(Kinded):
    """The whole table as it may be seen, at one revision. Sent after every change, and on request."""

    epoch: int
    revision: int
    stamp: int
    table: str
    rulebook: str
    rulebook_title: str = ""
    structure: str = ""
    variant: str
    hole_cards: int  # that each player is dealt
    hand: int
    phase: str
    level: str = ""  # "100/200", "100/200/25", "100/200/bb200"
    small_blind: int
    big_blind: int
    ante: int = 0
    button: Seat | None
    small_blind_seat: Seat | None = None
    big_blind_seat: Seat | None = None
    seats: tuple[PublicSeat, ...]
    turn: Seat | None
    to_call: int = 0  # what the seat to act must add
    call_total: int = 0
    min_raise: int | None = None  # totals in front of the seat
    max_raise: int | None = None
    options: tuple[str, ...] = ()
    board: tuple[str, ...] = ()
    burns: int = 0
    burn_pile: int = 0  # cards that lie there now: also one that is too many
    pots: tuple[ShownPot, ...] = ()
    pot_total: int = 0  # pots and bets in front
    dues: tuple[tuple[str, int], ...] = ()  # (area, amount): > 0 chips to come there, < 0 chips to leave
    next_step: PublicStep | None = None
    prompts: tuple[PublicPrompt, ...] = ()
    floor_prompts: tuple[PublicPrompt, ...] = ()  # tasks for the floor only
    clock: PublicClock | None = None
    winners: tuple[PublicWinner, ...] = ()  # who won what and with which hand, while that is of interest
    closed_hands: tuple[PublicHand, ...] = ()  # the last few, in the order in which they were played
    asks: tuple[PublicAsk, ...] = ()
    remedies: tuple[PublicRemedy, ...] = ()  # open ones, in the order they were ruled
    alarms: tuple[PublicAlarm, ...] = ()
    rulings: tuple[PublicRuling, ...] = ()
    displays: tuple[PublicDisplay, ...] = ()
    parts: tuple[PublicPart, ...] = ()
    faults: tuple[Text, ...] = ()
    notices: tuple[Text, ...] = ()  # what a person must repair at the table itself while play goes on
    show_order: tuple[Seat, ...] = ()
    contest: Contest | None = None  # of a tournament
    posted: dict[str, str] = Field(default_factory=dict)  # the version that is played and its particulars, by key
    last_hands: int | None = None  # hands still to be played, once they are announced
    kept: tuple[tuple[Seat, int], ...] = ()  # chips that the house keeps: of whose seat, how much
    waiting_list: int = 0  # players who wait for a seat
    deck_missing: tuple[str, ...] = ()  # cards that the deck lacks which is to be played next
    deals: Seat | None = None  # the seat that deals this hand, at a table without a dealer
    dealer_counted: dict[str, int] = Field(default_factory=dict)  # of the house's dealer, as of a seat
    shown_to_players: tuple[str, ...] = ("pot",)  # sums on their displays beside what each needs to act
    chips_at: dict[str, int] = Field(default_factory=dict)  # area → value of its chips
    cards_at: dict[str, int] = Field(default_factory=dict)  # spot → number of cards proven there
    moments: tuple[str, ...] = ()  # which entries can be true now: `when` of their forms
    answers: tuple[PublicOffer, ...] = ()  # entries that say that the next step is done, if no sensor sees it
    undo: PublicOffer | None = None  # the entry that takes back the last act, if that was entered
