"""Acts out of turn and players passed over: what was done too early, and the policies on what becomes of it."""

from typing import Literal, NamedTuple

from controller.poker.matters import Facing, Said, SilentChips
from controller.poker.outcomes import ActKind
from controller.poker.places import Seat
from controller.poker.policy import policy
from controller.rulebooks.betting import Skipped
from controller.rulebooks.entry import Entry

PASSIVE = ("fold", "check", "call")

EarlyKind = Literal[
    "early",  # out of turn: stands if nothing changes
    "together",  # at the same time as the one before: judged anew when the turn comes
    "again",  # no whole act as it was done: judged anew when the turn comes
    "corrected",  # built on what was put right since: judged anew when the turn comes
    "undetermined",  # out of turn or at the same time: a person says which
    "dark",  # said before the board cards, in its turn
    "conditional",  # said to hold if another acts so, and he did
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
    after: tuple[Seat, ...] = ()  # who had acted before his turn already


class Dark(NamedTuple):
    """An announcement for a street whose cards are not out, or one that waits for another's act."""

    seat: Seat
    street: int
    word: str
    amount: int | None
    if_seat: Seat = 0  # it holds if this seat …
    if_act: str = ""  # … does this


class Restraint(NamedTuple):
    """What a seat may only do, until its next act, the next raise, or the end of the round; and the matter that says
    so."""

    may: tuple[str, ...]
    until: Literal["act", "round", "raise"]
    call: int  # the total to call when it began
    matter: str
    staked: int = 0  # the total that a fold leaves in front


class Overtaken(NamedTuple):
    """An act out of turn, and a situation that has changed since by a bet or raise."""

    facing: Facing
    act: ActKind
    total: int
    by_passed: bool  # one of the seats that were passed over bet or raised last


class Left(NamedTuple):
    """What is left to one who acted out of turn: what he may do (None: everything), and whether his chips stay."""

    may: tuple[str, ...] | None
    chips_stay: bool


class PassedOver(NamedTuple):
    """What has been done behind a seat that was passed over."""

    chip_actions: int
    actions: int
    substantial: bool  # by the rulebook's own measure


@policy("oot.changed", "free")
def free_again(m: Overtaken, _: Entry) -> Left:
    """All choices again; the chips go back."""
    del m
    return Left(None, chips_stay=False)


@policy("oot.changed", "call_or_fold")
def call_or_fold(m: Overtaken, _: Entry) -> Left:
    """Against the raise of one who was passed over only call or fold, and folding costs what was bet or said."""
    return Left(PASSIVE, chips_stay=True) if m.by_passed else Left(None, chips_stay=False)


@policy("oot.changed", "void_if_raised")
def void_if_raised(m: Overtaken, _: Entry) -> Left:
    """Not binding after a bet or raise; but who checked or called too early may not raise."""
    return Left(PASSIVE if m.act in ("check", "call") else None, chips_stay=False)


@policy("oot.unchanged", "binding")
@policy("oot.called", "binding")
def binding(m: Overtaken, _: Entry) -> bool:
    """What was done out of turn stands."""
    del m
    return True


@policy("skipped", "until_substantial")
def until_substantial(m: PassedOver, _: Skipped) -> bool:
    """Whether the right to act is lost: once there was substantial action behind."""
    return m.substantial


@policy("skipped", "until_next_street")
def until_next_street(m: PassedOver, _: Skipped) -> bool:
    """The right to act is kept, however many act behind, until a card of the next street is out."""
    del m
    return False


@policy("skipped", "until_acted_behind")
def until_acted_behind(m: PassedOver, on: Skipped) -> bool:
    """Whether the right to act is lost: once so many have acted behind."""
    return on.acted_behind is not None and m.actions >= on.acted_behind
