"""What happens at the table: sensed, told, and timers. The only input of the core.

`at` is an interval in nanoseconds: (last seen absent, first seen present). Exits number cards in the order they leave
the shoe, from 1 in each hand; a table without a shoe numbers them at first sight, from 1 likewise. Places are the
integers of `places`. Faces never appear in a repr.
"""

from dataclasses import dataclass, field
from typing import Literal

from controller.poker.cards import Card
from controller.poker.places import Place, Seat

Interval = tuple[int, int]
Orientation = Literal["down", "up", "unknown"]
Role = Literal["player", "display", "dealer", "floor", "assistant", "director", "technician", "surveillance"]
Key = Literal["fold", "check", "call", "raise", "all_in", "time", "sit_out", "sit_in"]
Word = Literal[
    "fold", "check", "call", "bet", "raise", "all_in",
    "amount",  # a bare amount
    "plus",  # a supplement: the amount on top
    "pot",  # the word "pot"
    "pass", "pay", "stack",  # words of a house: what each means, if anything, is its book's
    "other",  # words outside the customary ones
]  # fmt: skip
When = Literal["before", "after"]

Command = Literal[
    "shuffle",  # value None: a hand begins (ends the claims of the one before)
    "dealt",  # value None: every hole card is out; for a table without card spots
    "burned",  # value None: the burn card is down; for a table without a shoe
    "board",  # value "Jh5d8c": the cards just laid; for a table without board spots, or that reads no faces there
    "gathered",  # value None: the bets are in the pot; for a table without chip readers
    "fold",  # value seat: the dealer's tap for a fold
    "show",  # value seat: the hand is tabled, face up
    "muck",  # value seat: the hand is given up at showdown, mixed with the muck
    "cards",  # value "3:AsKd": the dealer names a tabled hand; for a table that reads no faces
    "winners",  # value "3" or "3,7", per pot from the outermost "7;3,7": who won; for a table that reads no faces
    "awarded",  # value None: the pots are pushed; for a table without chip readers
    "sit_out",  # value seat
    "sit_in",  # value seat
    "manual_on",  # value a part: "chips:3", "cards:3", "board", "pot", "shoe", "button"; told instead of sensed
    "manual_off",  # value a part, as above; takes effect with the next shuffle
    "button",  # value seat: where the button is; for a table without button spots, between hands
    "withdraw",  # value seat: the dealer takes back what he entered for it, nobody having acted since
    "misread",  # value "3:call", "3:raise:1000": the seat's last act was this; the dealer's error
    "unaware",  # value seat: it had not seen the raise
    "misunderstanding",  # value seat: a gross misunderstanding of the amount; the director's
    "one_card",  # value seat: it showed one card of its hand
    "renounced",  # value seat: it pushed its hand away at showdown; "muck" says that it is mixed
    "retrieve",  # value seat: its hand comes back; the director's
    "indistinct",  # value seat: its hand touched dead cards and cannot be told from them
    "turned",  # value "5:8", "5:accident", "5:dealer": the hand of seat 5, thrown face down, was turned up by …
    "see",  # value "3:5": seat 3 asks to see the hand of seat 5
    "killed",  # value "3:accident", "3:thrown": a live hand is in the muck, swept in by mistake or thrown
    "undetermined",  # value None: nobody can say who won; the floor's
    "showed",  # value "4:6": seat 4 showed its hand to seat 6; "4:6:1" one card of it
    "option",  # value seat: it posts the option before the deal; for a table without chip readers
    "clock",  # value None: the floor calls the time of the seat on turn
    "declare_dead",  # value None: the floor declares the hand of the seat on the clock dead
    "fault",  # value "5:device", "3:collusion:7"; also disclosed, open, middle, remark, criticism, behaviour
    "outsider",  # value "spectator", "other_table", "staff": a remark on the hand by somebody without a seat
    "penalty",  # value "6:caution", "6:warning", "6:dead_hand", "6:suspension:2", "6:disqualification"; the floor's
    "claim",  # value seat: it disputes the award
    "count",  # value seat: it asks for the count of the bet; "6:stack:3", "6:to_call", "6:pot": of another sum
    "counted",  # value "5:800": the dealer has counted the bet of seat 5 aloud, as so much
    "object",  # value seat: what it put in is no chip
    "standing",  # value seat: its player stands, and cannot act
    "seated",  # value seat: he sits again
    "dispute",  # value seat: its player disputes the last act or ruling of the round
    "forward",  # value "4:20": a motion with chips short of the line, after which another acted
    "structure",  # value "limit", "pot_limit", "no_limit": the floor would change what is played
    "seat",  # value seat, "7:340", "7:5000:moved": a player takes it with what lies there, or so much; see `arrivals`
    "leave",  # value seat: its player leaves for good; "3:moved": he goes to another table
    "away",  # value seat: its player is not in his chair; for a table without seat sensors
    "back",  # value seat: he is again
    "post",  # value seat: it pays what it owes with the next hand; for a table without chip readers
    "wait",  # value seat: it waits for the big blind
    "buyin",  # value "6:380": more chips between two hands
    "outside",  # value "4:200": chips from elsewhere, declared
    "tip",  # value "5:2": off the stack
    "rebuying",  # value seat: its player has gone to buy in again
    "accommodate",  # value seat: the dealer acts for its player; the floor's
    "button_draw",  # value None: cards are dealt for the first button; or the seat that the draw of seats names
    "reserve",  # value seat, or "7:15": a free seat is kept for somebody, for so many minutes; the floor's
    "absence_clock",  # value "7:run", "7:stop": of who is away; the floor's
    "paid_out",  # value seat: what was kept in its player's name is his again; the floor's
    "close_session",  # value None: what is kept goes into the register of unclaimed money; the floor's
    "list",  # value number: how many wait for a seat
    "balance",  # value number: another table has so many players fewer, who goes there? The floor's
    "last_hands",  # value None: the table closes; the floor's
    "level_clock",  # value "run" or "stop": the clock of the level; the floor's
    "break",  # value minutes, or None until the floor ends it; the floor's
    "break_over",  # value None; the floor's
    "players_left",  # value: how many players are left at all tables; the floor's
    "hand_for_hand",  # value "on", "off", or "next": the next hand may begin; the floor's
    "count_stacks",  # value None: every stack against what it counts as, between hands; the floor's
    "start_event",  # value None: the tournament begins, with equal stacks; the floor's
    "rebuy",  # value seat; "3:2" two at once, "3:addon" with an add-on
    "addon",  # value seat
    "rebuys_over",  # value None: the rebuy period ends; the floor's
    "unpaid",  # value seat: the cashier has no payment for what it bought
    "paid",  # value seat: he has paid
    "race",  # value "25:100": chips of 25 leave the game for chips of 100; the floor's
    "race_chips",  # value "3:7": seat 3 has seven of the low chips; where nothing senses
    "race_draw",  # value None: the deck is mixed, the draw begins
    "race_cards",  # value "3:Kd8s": the cards of seat 3; where the table cannot read them
    "race_done",  # value seat: exchanged or paid there; where nothing senses
    "removed",  # value seat: chips that count for nothing are taken off its stack
    "wrong_seats",  # value "4:6": two players have sat at each other's places since the start; the floor's
    "restore",  # value "2:4000:9000": seat 2 gets 4000 back from one who has 9000 elsewhere; the floor's
    "exposed",  # value "3:dealer", "3:1:player", "3:own": the last (first) card dealt to seat 3 was turned up by …
    "fallen",  # value likewise: it left the table
    "flashed",  # value "3", "3:1": it is said to have been seen as it landed
    "mixed",  # value seat: it mixed a dead card with its hand
    "joker",  # value "3", "3:1": that card of seat 3 is a joker; none: the one in the dealer's hand
    "boxed",  # value None: the next card lies face up in the deck; where no shoe sees it
    "foul",  # value "missing:8d", "double", "foreign": the deck is not what it should be
    "misdealt",  # value "order", "count:3:1" (seat 3 has one card), "missed:4": seen by a person
    "false_board",  # value "no_burn", "two_burns": likewise of the board
    "order_lost",  # value None: the stub is spoilt, nobody knows the next card
    "protests",  # value seat: it was passed over
    "rabbit",  # value seat: it asks to see the cards that would have come
    "cut",  # value None, or "2": so many cards in one of the piles
    "dealing",  # value "house" or "self": who deals, from the next hand; the floor's
    "club",  # value "2:Lille": the club of a seat's player
    "dealer_in",  # value "Lille" or None: a house dealer of that club takes over
    "deck_change",  # value "new", "schedule", "damage", "request:3": another deck after this hand
    "deck_ready",  # value None, or "51", "51:7c": the new deck is read, with so many cards, these missing
    "hidden",  # value seat: it hid its cards, and was passed over by its own fault; the floor's
    "done",  # value None: the movement of a remedy that is due, and that nothing senses, is made
    "level",  # value "100/200" or "100/200/25" (ante) or "100/200/bb200" (big blind ante); from the next hand
]


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A card left the shoe. `face` is what was read in its window, perhaps of the card before or after it: it names
    no card. None where nothing was read that may be this card. `before`: the exit that left the shoe after it all the
    same, of a card that nobody saw leave until it lay there; 0 where none is known to."""

    exit: int
    face: Card | None = field(repr=False)
    orientation: Orientation
    at: Interval
    before: int = 0


@dataclass(frozen=True, slots=True)
class CardPlaced:
    """A card is proven at a spot. `face` is what its tag says there, None where unread."""

    exit: int
    spot: Place
    face: Card | None = field(repr=False)
    at: Interval


@dataclass(frozen=True, slots=True)
class CardGone:
    """A card is no longer seen at a spot. It may be lifted, so this is never a fold."""

    exit: int
    spot: Place
    at: Interval


@dataclass(frozen=True, slots=True)
class CardReturned:
    """The card that left the shoe last was pushed back into it; drawn again it keeps its exit."""

    exit: int
    at: Interval


@dataclass(frozen=True, slots=True)
class ChipsMoved:
    """One settled motion at one chip area: the denominations that came and that went."""

    area: Place
    added: tuple[int, ...]
    removed: tuple[int, ...]
    at: Interval


@dataclass(frozen=True, slots=True)
class ButtonPlaced:
    """The dealer button is at a seat, or at none."""

    seat: Seat | None
    at: Interval


@dataclass(frozen=True, slots=True)
class PostPlaced:
    """The ante or blind spot of a seat is covered or not: it says who, never how much."""

    seat: Seat
    present: bool
    at: Interval


@dataclass(frozen=True, slots=True)
class SeatKey:
    """A player's key. `amount` is the total in front of the seat for the round, for "raise" only."""

    seat: Seat
    key: Key
    amount: int | None
    at: Interval


@dataclass(frozen=True, slots=True)
class SeatOccupied:
    """The chair of a seat is taken or left."""

    seat: Seat
    present: bool
    at: Interval


@dataclass(frozen=True, slots=True)
class SensingGap:
    """A source saw nothing between two times: what passed meanwhile is unknown."""

    source: str
    since: int
    until: int


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What lies where now. A field that is None was not looked at; an area or spot not listed likewise."""

    cards: tuple[tuple[Place, tuple[tuple[int, Card | None], ...]], ...] | None = field(repr=False)
    chips: tuple[tuple[Place, tuple[int, ...]], ...] | None
    button: Seat | None
    posts: tuple[Seat, ...] | None
    at: Interval


@dataclass(frozen=True, slots=True)
class Declared:
    """What a player said, as the dealer enters it. `amount` is the total said, None where none was.

    `when` places the word before or after the chips of the same act; None if there are no chips yet. `dark`: for the
    next street, whose cards are not out (said again, for the one after). `condition` (seat, act): it holds if that
    seat does this.
    """

    seat: Seat
    word: Word
    amount: int | None
    by: str
    role: Role
    when: When | None
    at: Interval
    dark: bool = False
    condition: tuple[Seat, str] | None = None


@dataclass(frozen=True, slots=True)
class DealerCommand:
    """What the dealer tells the table; the values of each word stand at `Command`."""

    word: Command
    value: int | str | None = field(repr=False)  # "cards" and "board" carry faces
    by: str
    role: Role
    at: Interval


@dataclass(frozen=True, slots=True)
class FloorDecision:
    """An answer to an open ask (by its id), one of its options.

    With the id of a ruling ("12.1") in place of an ask it overrules that: "fold", "check", "call", "bet 300",
    "raise 900" or "void" for an act, "dead" or "live" for a hand.
    """

    ask: str
    choice: str
    reason: str
    by: str
    role: Role
    at: Interval


@dataclass(frozen=True, slots=True)
class Correction:
    """A change with a reason: "stack" (set to amount), "issue" and "withdraw" (chips to or from a stack)."""

    what: Literal["stack", "issue", "withdraw"]
    seat: Seat
    amount: int
    reason: str
    by: str
    role: Role
    at: Interval


@dataclass(frozen=True, slots=True)
class ClockSet:
    """The machine was off, and its clock began anew: what was to be at a time is to be `by` ns later (or, less than
    nothing, earlier). While it was off no clock of the table ran."""

    by: int
    at: int  # ns, by the new clock


@dataclass(frozen=True, slots=True)
class TimerFired:
    """A timer that an `Arm` asked for is due."""

    timer: str
    at: int


Sensed = (
    CardDrawn
    | CardPlaced
    | CardGone
    | CardReturned
    | ChipsMoved
    | ButtonPlaced
    | PostPlaced
    | SeatKey
    | SeatOccupied
    | SensingGap
    | Snapshot
)
Told = Declared | DealerCommand | FloorDecision | Correction
Event = Sensed | Told | TimerFired | ClockSet
