"""Acts out of turn and players passed over: the early acts, and the policies that decide their consequences."""

from typing import Literal, NamedTuple

from controller.poker.matters import Facing, Said, SilentChips, leaves_amount_open
from controller.poker.outcomes import ActKind
from controller.poker.places import Seat
from controller.poker.policy import policy
from controller.rulebooks.betting import Skipped
from controller.rulebooks.entry import Entry

PASSIVE = ("fold", "check", "call")

EarlyKind = Literal[
    "early",  # out of turn: stands if nothing changes
    "together",  # at the same time as the one before: judged again when the turn comes
    "again",  # not a whole act by itself: judged again when the turn comes
    "corrected",  # built on an act that was corrected since: judged again when the turn comes
    "undetermined",  # out of turn or at the same time: a person says which
    "dark",  # said before the board cards, in its turn
    "conditional",  # said to hold if another acts so, and that seat did
]


class Early(NamedTuple):
    """An act that was done before its turn, kept until the turn comes."""

    seat: Seat
    act: ActKind
    total: int  # in front after it, as it was judged when it was done
    call: int  # the total to call that it answered
    at: int  # ns, when it was first seen
    matter: SilentChips | Said
    kind: EarlyKind
    passed: Seat  # whose turn it was
    after: tuple[Seat, ...] = ()  # who had acted before their turn already


class Dark(NamedTuple):
    """An announcement for a street whose cards are not out, or one that waits for another's act."""

    seat: Seat
    street: int
    word: str
    amount: int | None
    if_seat: Seat = 0  # it holds if this seat …
    if_act: str = ""  # … does this
    chips: tuple[int, ...] = ()  # the first motion for it, if the word leaves the amount open
    at: int = 0  # when these were first seen, ns

    @property
    def leaves_amount_open(self) -> bool:
        """Whether this is a bare "bet" or "raise": the chips say how much."""
        return leaves_amount_open(self.word, self.amount)


class Restraint(NamedTuple):
    """The acts that a seat may choose from, until its next act, the next raise, or the end of the round. `matter` is
    the rule key that says so."""

    may: tuple[str, ...]
    until: Literal["act", "round", "raise"]
    call: int  # the total to call when it began, with the acts that waited then
    matter: str
    staked: int = 0  # the total that a fold leaves in front


class Overtaken(NamedTuple):
    """An act out of turn, and a situation that has changed since by a bet or raise."""

    facing: Facing
    act: ActKind
    total: int
    by_passed: bool  # one of the seats that were passed over bet or raised last


class Left(NamedTuple):
    """The choice left to a player who acted out of turn: the acts allowed (None: all), and whether the chips stay."""

    may: tuple[str, ...] | None
    chips_stay: bool


class PassedOver(NamedTuple):
    """The acts of others behind a seat that was passed over."""

    chip_actions: int
    actions: int
    substantial: bool  # by the rulebook's own measure


@policy("oot.changed", "free")
def free_again(m: Overtaken, _: Entry) -> Left:
    """All choices are open again, and the chips go back."""
    del m
    return Left(None, chips_stay=False)


@policy("oot.changed", "call_or_fold")
def call_or_fold(m: Overtaken, _: Entry) -> Left:
    """Against the raise of a player who was passed over only call or fold. Folding costs the amount bet or said."""
    return Left(PASSIVE, chips_stay=True) if m.by_passed else Left(None, chips_stay=False)


@policy("oot.changed", "void_if_raised")
def void_if_raised(m: Overtaken, _: Entry) -> Left:
    """Not binding after a bet or raise. But a player who checked or called too early may not raise."""
    return Left(PASSIVE if m.act in ("check", "call") else None, chips_stay=False)


@policy("oot.unchanged", "binding")
@policy("oot.called", "binding")
def binding(m: Overtaken, _: Entry) -> bool:
    """The act out of turn stands."""
    del m
    return True


@policy("skipped", "until_substantial")
def until_substantial(m: PassedOver, _: Skipped) -> bool:
    """Whether the right to act is lost: once there was substantial action behind."""
    return m.substantial


@policy("skipped", "until_next_street")
def until_next_street(m: PassedOver, _: Skipped) -> bool:
    """The right to act is kept until a card of the next street is out, however many act behind."""
    del m
    return False


@policy("skipped", "until_acted_behind")
def until_acted_behind(m: PassedOver, on: Skipped) -> bool:
    """Whether the right to act is lost: once so many have acted behind."""
    return on.acted_behind is not None and m.actions >= on.acted_behind
