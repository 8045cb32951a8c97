"""What the core answers: rulings with their articles, prompts, asks, alarms, timers, and the ends of a hand.

Most acts make a `Take`, a `Ruling` and a `Prompt`. These are named tuples: a frozen dataclass takes longer to make.
"""

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from controller.poker.places import Seat
from controller.poker.timers import Timer
from firmware_bridge.messages.roles import LeastRole

ActKind = Literal["post", "fold", "check", "call", "bet", "raise", "hold"]
Scope = Literal["hand", "seat", "deal", "after"]
Called = Literal[
    "hole", "flop", "flop_four", "turn", "river", "burn", "aside", "boxed", "joker",
    "last",  # that left the shoe
    "shoe",  # the nth that left it
]  # fmt: skip
RulingId = tuple[int, int]  # (number of the event since the table was made, n-th ruling of that event)


@dataclass(frozen=True, slots=True)
class CardLabel:
    """The name of a card while its face is not public: by its place, and its order there if others lie there."""

    called: Called
    seat: Seat | None = None
    nth: int | None = None


@dataclass(frozen=True, slots=True)
class Shares:
    """The amount that each of several seats gets."""

    by_seat: tuple[tuple[Seat, int], ...]


Fact = int | str | tuple[int, ...] | None
Param = Fact | CardLabel | Shares


@dataclass(frozen=True, slots=True)
class Cite:
    """An article, and the rulebook that lent it if the table's own has no such rule."""

    article: str
    lent_by: str | None = None


def id_text(ruling: RulingId) -> str:
    """Return how people name a ruling: "12.1"."""
    return f"{ruling[0]}.{ruling[1]}"


# --- effects: all that a rule, or the floor, can do -----------------------------------------------------------------


class Take(NamedTuple):
    """An act: the seat's total in front for this round becomes `total`. A "hold" leaves the seat on turn."""

    seat: Seat
    act: ActKind
    total: int


@dataclass(frozen=True, slots=True)
class Void:
    """An action or word is no act. Chips that came with it are due back. None: no seat's, the floor's own."""

    seat: Seat | None


@dataclass(frozen=True, slots=True)
class Refold:
    """An act of the seat is judged again: `total` and `act` replace the old ones. `nth` is its number in the round,
    from 0. -1: the last of the seat."""

    seat: Seat
    act: ActKind
    total: int
    nth: int = -1


@dataclass(frozen=True, slots=True)
class Kill:
    """A hand is dead."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Revive:
    """A dead hand plays again."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Restrain:
    """Until the named moment the seat may do only this."""

    seat: Seat
    may: tuple[str, ...]
    until: Literal["act", "round", "raise"]
    matter: str = "raise.closed"  # the rule key under which a wish to raise is refused
    staked: int = 0  # the total that a fold leaves in front, if more than what counts there


@dataclass(frozen=True, slots=True)
class Splice:
    """The deal's plan changes by one of these verbs, for a card (its draw number), a place, or a slot with a mark.

    - now: the card is to be moved before any player acts.
    - before: one card more leaves the shoe for `place`, before the cards that come next. `last`: after the hole
      cards.
    - drop: the next slot of `place` in a street takes no card. With a mark it undoes a before.
    - feed: that slot takes the card from the table.
    - again: the card counts for nothing, its slot is still due.
    - restore: undoes what again or feed did to the card.
    """

    verb: Literal["now", "before", "drop", "feed", "again", "restore"]
    card: int = 0
    place: int = 0
    street: int = 0
    mark: int = 0


@dataclass(frozen=True, slots=True)
class SetTurn:
    """The turn is this seat's again. The round's acts from number `nth` on are taken back, except others' folds."""

    seat: Seat
    nth: int


@dataclass(frozen=True, slots=True)
class CloseRound:
    """The betting round is over. `returned` is the uncalled bet, which goes back to its seat."""

    street: str
    returned: tuple[tuple[Seat, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Forgive:
    """An amount that a seat never put in is no longer asked for. The pot is complete without it."""

    seat: Seat
    amount: int


@dataclass(frozen=True, slots=True)
class Award:
    """One pot goes to its winners: `pot` 0 is the main pot, `shares` (seat, amount)."""

    pot: int
    shares: tuple[tuple[Seat, int], ...]


@dataclass(frozen=True, slots=True)
class Rake:
    """The house takes this much of a pot. It goes to the drop."""

    pot: int
    amount: int


@dataclass(frozen=True, slots=True)
class CancelHand:
    """The hand is void, and every chip goes back."""

    reason: str


@dataclass(frozen=True, slots=True)
class Issue:
    """Chips come into play at a seat."""

    seat: Seat
    amount: int


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Chips leave play from a seat."""

    seat: Seat
    amount: int


@dataclass(frozen=True, slots=True)
class Mark:
    """A seat is marked: "absent", "sitting out", "standing" and the like."""

    seat: Seat
    mark: str
    on: bool = True


@dataclass(frozen=True, slots=True)
class Penalise:
    """A penalty is recorded against a seat."""

    seat: Seat
    penalty: str


@dataclass(frozen=True, slots=True)
class Count:
    """A counter of a seat goes up by one: "string", "out_of_turn", "splash", "clock" and the like."""

    seat: Seat
    counter: str


@dataclass(frozen=True, slots=True)
class Owe:
    """Before it is dealt in the seat pays under this rule key: "entry", "entry.returned", "missed". "" clears it."""

    seat: Seat
    debt: str


@dataclass(frozen=True, slots=True)
class Admit:
    """A player holds the seat from now on. `found` of their chips lie on its stack already, and count. `enters`: it
    is one more player in the tournament."""

    seat: Seat
    found: int = 0
    enters: bool = False


@dataclass(frozen=True, slots=True)
class Release:
    """The seat is free again, and nothing of its player is kept. `amount` belongs to the player and is out of
    play."""

    seat: Seat
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Rank:
    """A player is out of the tournament in this place, or has won it. Place 0 takes that back. `stack`: the player's
    chips at the beginning of hand `hand`. `hand` is -1 if excluded, and 0 if the player left between two hands."""

    seat: Seat
    place: int
    stack: int
    hand: int


@dataclass(frozen=True, slots=True)
class Keep:
    """The house keeps chips in the name of the player of that seat. Less than 0: they are the player's again."""

    seat: Seat
    amount: int


RoundEffect = Take | Void | Refold | Restrain | SetTurn | CloseRound | Forgive
HandEffect = RoundEffect | Kill | Revive | Splice | Rake | Award | CancelHand
TableEffect = Issue | Withdraw | Mark | Penalise | Count | Owe | Admit | Release | Rank | Keep
Effect = HandEffect | TableEffect


# --- outcomes -------------------------------------------------------------------------------------------------------


class Ruling(NamedTuple):
    """A decision on what something counts as. `matter`: rule key ("chip.multiple"). `cites`: most special first."""

    id: RulingId
    matter: str
    cites: tuple[Cite, ...]
    seat: Seat | None
    effects: tuple[Effect, ...]
    replaces: RulingId | None = None
    by: str = ""  # the role of the person who made it, "" for the machine
    decided: str = ""  # the result ("replaced", "misdeal", "round_over"), "" if its effects say all

    def __hash__(self) -> int:
        """Rulings that are equal have one id. Its hash costs a tenth of that of all effects."""
        return hash(self.id)


FLOOR_ALONE: Final = frozenset({"soft_play"})
"""Rule keys whose rulings are kept, and shown to the floor only, which has a prompt of its own for them."""


class Prompt(NamedTuple):
    """What a person should do next: `to` is the dealer, a seat or only the floor, `key` that of the page's words,
    with their parameters."""

    to: Literal["dealer", "seat", "floor"]
    seat: Seat | None
    key: str
    params: tuple[tuple[str, Param], ...] = ()

    @property
    def about(self) -> Seat | None:
        """The seat that it names, or else the one it concerns."""
        named = dict(self.params).get("seat")
        return named if isinstance(named, int) else self.seat

    @property
    def amount(self) -> int | None:
        """The chips that it names."""
        named = dict(self.params).get("amount")
        return named if isinstance(named, int) else None


@dataclass(frozen=True, slots=True)
class Ask:
    """A question only a person can answer. Answered by `FloorDecision(ask=id, choice=one of options)`.

    `card`: the draw number of the card that it is about.
    """

    id: str
    key: str
    scope: Scope
    options: tuple[str, ...]
    default: str | None
    role: LeastRole
    seat: Seat | None = None
    params: tuple[tuple[str, Param], ...] = ()
    card: int | None = None


@dataclass(frozen=True, slots=True)
class Alarm:
    """An alarm: a key, a place, and one fact: chips, a card, how many, or how long.

    `amount` is in minor units, `card` a draw number, `count` of players, cards or times, `millis` in milliseconds.
    """

    key: str
    seat: Seat | None = None
    amount: int | None = None
    place: str | None = None
    params: tuple[tuple[str, Param], ...] = ()
    card: int | None = None
    count: int | None = None
    millis: int | None = None

    @property
    def figure(self) -> int | None:
        """The number that the alarm's words show, whatever its unit."""
        facts = (self.amount, self.card, self.count, self.millis)
        return next((fact for fact in facts if fact is not None), None)


@dataclass(frozen=True, slots=True)
class Arm:
    """Wake the table with `TimerFired(timer)` at `due` nanoseconds. `due` None disarms it."""

    timer: Timer
    due: int | None


@dataclass(frozen=True, slots=True)
class HandBegan:
    """The shuffle began a hand: the seats dealt in, and what is pinned for it."""

    number: int
    button: Seat
    small_blind: Seat | None
    big_blind: Seat
    seats: tuple[Seat, ...]
    stacks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HandClosed:
    """Claims are over: each winner's total, and the closing stack of every held seat."""

    number: int
    awards: tuple[tuple[Seat, int], ...]
    stacks: tuple[tuple[Seat, int], ...]


Outcome = Ruling | Prompt | Ask | Alarm | Arm | HandBegan | HandClosed
