"""The consequences of a fault of the deal: facts of a card or of a hand, and the policies that judge them."""

from typing import Final, Literal, NamedTuple

from controller.poker.policy import always, policy
from controller.rulebooks.deal import Boxed, DealCount, Exposed, ExposedByPlayer, StandsAfter
from controller.rulebooks.entry import Entry

Cause = Literal["dealer", "player", "own"]  # the dealer, a player's involuntary movement, or the owner's own will
Role = Literal["small_blind", "button", ""]

Verdict = Literal[
    "misdeal",  # the hand is void and dealt again
    "replaced",  # the card is dead. Its owner gets another after the deal, and it is the flop's burn
    "kept",  # the card counts, nothing changes
    "dead",  # the hand of the seat is dead, the others play on
    "burnt",  # the surplus card is taken back and becomes the flop's burn
    "served",  # the next card of the shoe completes the hand
    "aside",  # the card is set aside, and the next one takes its place
    "mucked",  # cards that belong to no player go to the muck
    "proposed",  # a person says whether the hand is void
    "stands",  # the deal stands as it is
    "chosen",  # the owner chooses
    "first",  # the hand is void: one of the first cards
    "again",  # the hand is void: one card too many
    "by_player",  # as if the player had turned it up
]


class Acted(NamedTuple):
    """The acts since the cards were dealt."""

    bets: int  # calls, bets and raises: chips beyond the blinds
    actions: int  # of any kind
    chip_actions_to_stand: int  # the book's measure of substantial action: so many with chips …
    actions_to_stand: int  # … or so many in all


class Turned(NamedTuple):
    """A card of the deal that was turned up or left the table."""

    nth: int  # of all cards dealt, from 1
    first_of: Role  # the seat whose first card it is, if that matters
    before: int  # cards of this deal that were exposed before
    cause: Cause
    spoils: bool = False  # had the dealer turned it up, the hand would be void


class Miscounted(NamedTuple):
    """A hand with a wrong number of cards, or a place with cards that should have none."""

    cards: int
    role: Role
    surplus_next: bool  # one card too many, the very next of the shoe after a deal without another fault
    next_is_his: bool  # one card short, the next of the shoe is its own, and the book gives it


class Box(NamedTuple):
    """A card that came face up out of the shoe, or is no card of the deck at all."""

    dealing: bool
    before: int  # such cards before it, in the deal or after it as this one
    betting: bool  # a bet is still possible


@policy("deal.stands_after", "two_bets")
def two_bets(m: Acted, on: StandsAfter) -> bool:
    """The fault is too late to void the deal once two players have bet beyond the blinds."""
    return m.bets >= on.bets


@policy("deal.stands_after", "substantial")
def substantial(m: Acted, _: StandsAfter) -> bool:
    """The fault is too late to void the deal once there was substantial action."""
    return m.bets >= m.chip_actions_to_stand or m.actions >= m.actions_to_stand


@policy("deal.exposed", "burn_and_replace")
def burn_and_replace(m: Turned, on: Exposed) -> Verdict:
    """Dead and replaced. Too many of them, or certain first cards, spoil the deal."""
    if m.before + 1 >= on.misdeal_count:
        return "again"
    if on.misdeal_first == "first_two_dealt":
        return "first" if m.nth <= 2 else "replaced"
    named = on.misdeal_first == "first_of_small_blind_or_button" and m.first_of
    return "first" if named else "replaced"


@policy("deal.exposed_by_player", "replaced_if_involuntary")
def replaced_if_involuntary(m: Turned, on: ExposedByPlayer) -> Verdict:
    """A player keeps only a card that they turned up on purpose. If that would spoil the deal, only they are out."""
    if m.cause == "own":
        return "dead" if m.spoils and on.own_spoiling_dead else "kept"
    return "replaced"


@policy("deal.off_table", "as_exposed")
def as_exposed(m: Turned, _: Entry) -> Verdict:
    """A card that left the table counts as exposed by the person who made it fall."""
    return "replaced" if m.cause == "dealer" else "by_player"


@policy("deal.off_table", "own_must_be_played")
def own_must_be_played(m: Turned, _: Entry) -> Verdict:
    """Exposed and dead, even if unseen. Only a player who made their own card fall plays it, whichever card it is."""
    return "kept" if m.cause == "own" else "replaced"


@policy("deal.count", "misdeal")
def wrong_count(m: Miscounted, on: DealCount) -> Verdict:
    """A wrong number of cards voids the deal, except for the hands that the book names."""
    if m.surplus_next and m.role == "small_blind" and on.surplus_small_blind_burnt:
        return "burnt"
    if m.next_is_his and m.role == "button":
        return "served"
    return "misdeal"


@policy("deck.boxed", "scrap")
def scrap(m: Box, on: Boxed) -> Verdict:
    """As if it were a scrap of paper, unless there are too many and a bet is still possible."""
    most = on.misdeal_at if m.dealing else on.cancel_at
    return "misdeal" if m.before + 1 >= most and (m.dealing or m.betting) else "aside"


# Verdicts that a book may choose without looking at any fact.
CHOSEN: Final[tuple[tuple[str, str, Verdict], ...]] = (
    ("deal.exposed_by_player", "kept", "kept"),
    ("deal.flashed", "owner_chooses_before_touching", "chosen"),  # as long as they have not touched it
    ("deal.order", "misdeal", "misdeal"),
    ("deal.order", "proposed", "proposed"),  # a fault without a consequence of its own
    ("deal.missed", "misdeal", "misdeal"),  # a player without cards, or cards for no player
    ("deck.foul", "cancel", "misdeal"),  # a card twice, missing or of another deck
    ("deck.joker", "scrap", "aside"),  # however many there are
)
for _matter, _name, _verdict in CHOSEN:
    always(_matter, _name, _verdict)
