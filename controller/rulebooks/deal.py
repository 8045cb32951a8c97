"""The rule keys of cards in motion: the deal, what spoils it, burns and cards that come too early."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from controller.rulebooks.entry import Count, Entry, Fixed, Seconds, Silent, matter, with_bound


class StandsAfter(Entry):
    """From when on a faulty deal stands: two bets beyond the blinds, or substantial action."""

    policy: Literal["two_bets", "substantial", "ask"]
    bets: Annotated[int, Field(ge=1, le=10)] = 2

    def idle(self) -> frozenset[str]:
        """Substantial action has figures of its own."""
        return frozenset() if self.policy == "two_bets" else frozenset({"bets"})


class DealOrder(Entry):
    """A card lies at another seat than the next in order when the one after it leaves the shoe."""

    policy: Literal["misdeal", "proposed", "ask"]


class Exposed(Entry):
    """A card exposed by the dealer is replaced at the end and becomes the flop's burn. For the cards named it is a
    misdeal."""

    policy: Literal["burn_and_replace", "ask"]
    misdeal_first: Annotated[Literal["none", "first_two_dealt", "first_of_small_blind_or_button"], Silent("none")]
    misdeal_count: Count = 2


class ExposedByPlayer(Entry):
    """A card exposed by a player.

    `own_spoiling_dead`: a player who deliberately exposes a card that would void the deal loses only their own hand.
    """

    policy: Literal["kept", "replaced_if_involuntary", "ask"]
    own_spoiling_dead: bool = False

    def idle(self) -> frozenset[str]:
        """A card that is kept, or decided by a person, spoils nothing."""
        return frozenset() if self.policy == "replaced_if_involuntary" else frozenset({"own_spoiling_dead"})


class OffTable(Entry):
    """A card that left the table. It counts as a card exposed by the person who made it fall."""

    policy: Literal["as_exposed", "own_must_be_played", "ask"]


class Flashed(Entry):
    policy: Literal["owner_chooses_before_touching", "ask"]


class DealCount(Entry):
    """A wrong number of cards. `surplus_small_blind_burnt`: one too many for the small blind becomes the burn."""

    policy: Literal["misdeal", "ask"]
    surplus_small_blind_burnt: bool = False

    def idle(self) -> frozenset[str]:
        """A person who decides may choose the burn freely."""
        return frozenset() if self.policy == "misdeal" else frozenset({"surplus_small_blind_burnt"})


class CountServed(Fixed):
    """Whether the button, if one card short, gets the next card."""

    button: Annotated[bool, Silent(False)]


class DealMissed(Entry):
    """A player got no cards, or an empty place got some."""

    policy: Literal["misdeal", "ask"]


class Boxed(Entry):
    """A card found face up in the deck. It is set aside and changes nothing.

    - `misdeal_at`: so many of them in the deal are a misdeal
    - `cancel_at`: so many after the deal, while betting is possible, cancel the hand
    """

    policy: Literal["scrap", "ask"]
    misdeal_at: Annotated[int, Field(ge=1, le=10)] = 2
    cancel_at: Annotated[int, Field(ge=1, le=10)] = 2


class Joker(Entry):
    """A joker is no card of the game. It is set aside and changes nothing."""

    policy: Literal["scrap", "ask"]


class Foul(Entry):
    """A card that is in the deck twice, missing or foreign."""

    policy: Literal["cancel", "ask"]


class Shuffle(Fixed):
    """The deck is shuffled before each hand. If players deal, the dealer's right neighbour may have to cut it."""

    neighbour_cuts: bool = False
    smallest_pile: Annotated[int, Field(ge=1, le=26)] = 3

    def idle(self) -> frozenset[str]:
        """Without a cut there are no piles."""
        return frozenset() if self.neighbour_cuts else frozenset({"smallest_pile"})


class DealErrors(Fixed):
    """Errors of one dealer. `alert_at`: the number at which the floor is called."""

    alert_at: Annotated[int, Field(ge=1, le=20)] = 3


class Sight(Fixed):
    """Cards must stay in sight of all players.

    The dealer looks for a card that no reader reads for `seconds`. Only a person rules that it was hidden.
    """

    seconds: Seconds = 5
    hidden: Literal["fold_or_call"] | None = None  # what is left to a seat that hid its cards and was passed over


class DeckRequest(Fixed):
    """Whether a player may ask for another deck."""

    allowed: Annotated[Literal["never", "once_each_player"], Silent("never")]


class Burn(Fixed):
    """Whether a card is burnt before each street."""

    before_each_street: bool = True


class PrematureFlop(Entry):
    policy: Literal["reshuffle", "third_card_fills", "ask"]
    two_out_folds: bool = False


class PrematureTurn(Entry):
    policy: Literal["river_becomes_turn", "third_card", "ask"]


class PrematureRiver(Entry):
    policy: Literal["reshuffle", "next_card", "ask"]


@with_bound(
    "deal.misdeal", "deal.exposed_first", "deal.exposed_more", "deal.mixed", "deal.count_late", "deal.missed_late",
    "deal.empty", "deal.empty_late", "deal.absent", "cards.protected", "street.flop", "street.turn", "street.river",
    "deck.change", "dealing", "burn.missing", "burn.double", "flop.four", "premature.flop_two", "premature.spoilt",
    "board.stands", "premature.bets", "premature.skipped_flop", "premature.skipped_turn", "premature.skipped_river",
    "rabbit",
)  # fmt: skip
class DealMatters(BaseModel):
    """Cards in motion."""

    deal_order: DealOrder = matter(DealOrder, "deal.order")
    deal_stands_after: StandsAfter = matter(StandsAfter, "deal.stands_after")
    deal_exposed: Exposed = matter(Exposed, "deal.exposed")
    deal_exposed_by_player: ExposedByPlayer = matter(ExposedByPlayer, "deal.exposed_by_player")
    deal_off_table: OffTable = matter(OffTable, "deal.off_table")
    deal_flashed: Flashed = matter(Flashed, "deal.flashed")
    deal_count: DealCount = matter(DealCount, "deal.count")
    deal_count_served: CountServed = matter(CountServed, "deal.count_served")
    deal_missed: DealMissed = matter(DealMissed, "deal.missed")
    deck_shuffle: Shuffle = matter(Shuffle, "deck.shuffle")
    deck_boxed: Boxed = matter(Boxed, "deck.boxed")
    deck_joker: Joker = matter(Joker, "deck.joker")
    deck_foul: Foul = matter(Foul, "deck.foul")
    deck_request: DeckRequest = matter(DeckRequest, "deck.request")
    deal_errors: DealErrors = matter(DealErrors, "deal.errors")
    cards_sight: Sight = matter(Sight, "cards.sight")
    burn: Burn = matter(Burn)
    premature_flop: PrematureFlop = matter(PrematureFlop, "premature.flop")
    premature_turn: PrematureTurn = matter(PrematureTurn, "premature.turn")
    premature_river: PrematureRiver = matter(PrematureRiver, "premature.river")
