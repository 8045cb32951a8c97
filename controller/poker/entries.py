"""Entries beside players' words: every one, what it says, and who may give it.

This is the one place for an entry. The class of what it says is in `said.py`, and fixes its form, its message and its
scenario line. Its words stand in `controller/console/en.toml` and `fr.toml`.
"""

from typing import Final, Literal, NamedTuple

from controller.poker import said
from controller.poker.entry_fields import needs_of, read_from
from firmware_bridge.messages.roles import LeastRole

Group = Literal["hand", "seat", "showdown", "mistakes", "deal", "conduct", "time", "chips", "tournament", "table"]
Moment = Literal["between", "dealing", "acting", "cards", "showdown", "award", "remedy"]
SeatKind = Literal["held", "free", "reserved", "live", "dead"]
Spot = Literal["seat", "board", "shoe", "burn", "muck", "pot", "button"]


class Form(NamedTuple):
    """An entry: the page group that offers it, what it says in words, its content, the lowest role that may give it.

    If a rulebook says who may give it, the lowest role is the dealer, and the core answers with the article.

    - `either`: exactly one of the optional values.
    - `when`: the moments at which it can have happened. Empty: at any.
    - `of`: the kinds of seat that it can be about. Empty: any, or none.
    - `at`: what a dealer touches to report it, beside the seat.
    - `undone_by`: the entry that takes it back.
    """

    group: Group
    does: str
    says: type[said.Said] | None = None
    least: LeastRole = "dealer"
    either: bool = False
    when: tuple[Moment, ...] = ()
    of: tuple[SeatKind, ...] = ()
    at: tuple[Spot, ...] = ()
    undone_by: str = ""

    @property
    def needs(self) -> tuple[said.Need, ...]:
        """Its values, in the order in which a page asks for them."""
        return () if self.says is None else tuple(needs_of(self.says).values())


BETWEEN: Final[tuple[Moment, ...]] = ("between",)
DEALING: Final[tuple[Moment, ...]] = ("dealing",)
STARTING: Final[tuple[Moment, ...]] = ("between", "dealing")
ACTING: Final[tuple[Moment, ...]] = ("acting",)
BETTING: Final[tuple[Moment, ...]] = ("acting", "cards")
SHOWDOWN: Final[tuple[Moment, ...]] = ("showdown",)
AWARD: Final[tuple[Moment, ...]] = ("award",)
PLAYED: Final[tuple[Moment, ...]] = ("acting", "cards", "showdown", "award")
DEALT: Final[tuple[Moment, ...]] = ("dealing", "acting", "cards", "showdown")
CLAIMING: Final[tuple[Moment, ...]] = ("award", "between", "dealing")
REMEDY: Final[tuple[Moment, ...]] = ("remedy",)

HELD: Final[tuple[SeatKind, ...]] = ("held",)
FREE: Final[tuple[SeatKind, ...]] = ("free",)
LIVE: Final[tuple[SeatKind, ...]] = ("live",)
DEALT_IN: Final[tuple[SeatKind, ...]] = ("live", "dead")
TAKEN: Final[tuple[SeatKind, ...]] = ("held", "reserved")
ANYWHERE: Final[tuple[SeatKind, ...]] = ("held", "free")

ENTRIES: Final[dict[str, Form]] = {
    # The hand, step by step
    "shuffle": Form("hand", "The hand begins.", when=BETWEEN, at=("shoe",)),
    "deal_done": Form("hand", "Without a shoe: every hand has its cards.", when=DEALING, at=("shoe",)),
    "burned": Form("hand", "Without a shoe: the burn card lies where it belongs.", when=BETTING, at=("shoe", "burn")),
    "board": Form("hand",
        "Without card spots: the cards just laid, `7h8hKd`. If their number is the fault, as many as lie there.",
        said.LaidBoard, when=BETTING + SHOWDOWN, at=("board",)),
    "gathered": Form("hand", "The bets are in the pot.", when=BETTING, at=("pot",)),
    "wins": Form("hand", "Who wins: one seat everything, or the winners of each pot from the outermost, `7;3,7`.",
        said.NamedWinners, either=True, when=SHOWDOWN, at=("pot",)),
    "awarded": Form("hand", "The pots were pushed, where no reader sees it.", when=AWARD, at=("pot",)),
    "undetermined": Form("hand", "No one can say who won.", least="floor", at=("pot",)),
    # A seat's hand
    "folded": Form("seat", "The dealer took the hand.", said.OfSeat, when=BETTING, of=LIVE, at=("muck",)),
    "option": Form("seat", "It posts the option before the deal.", said.OfSeat, when=DEALING, of=LIVE),
    "button": Form("seat", "The dealer button stands there.", said.OfSeat, when=STARTING, of=HELD, at=("button",)),
    "sit_in": Form("seat", "Its player plays again from the next hand.", said.OfSeat, of=HELD, undone_by="sit_out"),
    "sit_out": Form("seat", "Its player is not dealt in from the next hand.",
        said.OfSeat, of=HELD, undone_by="sit_in"),
    "standing": Form("seat", "Its player stands, and cannot act.",
        said.OfSeat, when=BETTING, of=LIVE, undone_by="seated"),
    "seated": Form("seat", "Its player sits again.", said.OfSeat, when=BETTING, of=LIVE, undone_by="standing"),
    "count": Form("seat", "Its player asks for the count of the bet.", said.OfSeat, when=BETTING, of=DEALT_IN),
    "count_of": Form("seat", "Its player asks for the count of another sum: a stack, what is to call, the pot.",
        said.SumToCount, when=BETTING, of=DEALT_IN),
    "counted": Form("mistakes", "Its bet as the dealer has counted it aloud.",
        said.SeatAndSum, when=BETTING, of=LIVE),
    "object": Form("seat", "Chips that it put in are not of this table.", said.OfSeat, when=BETTING, of=LIVE),
    "shows": Form("showdown", "Its hand is tabled. The cards are named if no sensor knows them.",
        said.ShownHand, when=PLAYED, of=LIVE),
    "mucks": Form("showdown", "It gives its hand up, and the hand is mixed with the muck.",
        said.OfSeat, when=PLAYED, of=LIVE, at=("muck",)),
    "renounced": Form("showdown", "It pushed its hand away, and the hand is not mixed with the muck yet.",
        said.OfSeat, when=PLAYED, of=LIVE),
    "one_card": Form("showdown", "It showed one card of its hand to all.", said.OfSeat, when=PLAYED, of=DEALT_IN),
    "showed": Form("showdown", "It showed its hand to the other seat, or one card of it.",
        said.ShownToOne, when=PLAYED, of=DEALT_IN),
    "see": Form("showdown", "Its player asks to see the hand of the other seat.",
        said.TwoSeats, when=PLAYED, of=DEALT_IN),
    "turned": Form("showdown",
        "Its hand, which was given up, was turned up: by accident, by the dealer, or by the other seat.",
        said.TurnedUp, either=True, when=PLAYED, of=DEALT_IN, at=("muck",)),
    "claim": Form("showdown", "Its player disputes the award.", said.OfSeat, when=CLAIMING, of=HELD, at=("pot",)),
    # Mistakes put right
    "withdraw": Form("mistakes", "The dealer takes back the act that they entered for it.",
        said.OfSeat, when=PLAYED, of=DEALT_IN),
    "misread": Form("mistakes", "Its last act was another one.", said.MisreadAct, when=PLAYED, of=DEALT_IN),
    "unaware": Form("mistakes", "It had not seen the raise before it.", said.OfSeat, when=BETTING, of=DEALT_IN),
    "misunderstanding": Form("mistakes", "It grossly misunderstood the amount of the bet.",
        said.OfSeat, "director", when=PLAYED, of=DEALT_IN),
    "killed": Form("mistakes", "Its live hand came into the muck.",
        said.KilledHand, when=PLAYED, of=LIVE, at=("muck",)),
    "retrieve": Form("mistakes", "Its hand comes back from the muck.",
        said.OfSeat, when=PLAYED, of=DEALT_IN, at=("muck",)),
    "indistinct": Form("mistakes", "Its hand cannot be told from dead cards.",
        said.OfSeat, when=PLAYED, of=DEALT_IN, at=("muck",)),
    "dispute": Form("mistakes", "Its player disputes the last act or ruling. The floor is asked, and play waits.",
        said.OfSeat, when=PLAYED, of=DEALT_IN),
    "forward": Form("mistakes", "Chips were moved short of the line, and another player acted on them.",
        said.SeatAndSum, when=BETTING, of=LIVE),
    # The deal: what a person saw of it
    "exposed": Form("deal", "A card of it was turned up in the deal, by the dealer unless another cause is entered.",
        said.HandledCard, when=DEALT, of=LIVE, at=("shoe",)),
    "fallen": Form("deal", "A card of it left the table.", said.HandledCard, when=DEALT, of=LIVE, at=("shoe",)),
    "flashed": Form("deal", "A card of it was seen as it landed.",
        said.CardOfSeat, when=DEALT, of=LIVE, at=("shoe",)),
    "joker": Form("deal", "A card of it is a joker.", said.CardOfSeat, when=DEALT, of=LIVE),
    "joker_drawn": Form("deal", "The card in the dealer's hand is a joker.", when=DEALT, at=("shoe",)),
    "boxed": Form("deal", "The next card lies face up in the deck, at a table without a shoe.",
        when=DEALT, at=("shoe",)),
    "mixed": Form("deal", "It mixed a dead card with its hand.", said.OfSeat, when=DEALT, of=DEALT_IN, at=("muck",)),
    "protests": Form("deal", "It was passed over, and cards of the next street are out.",
        said.OfSeat, when=BETTING, of=HELD),
    "rabbit": Form("deal", "Its player asks to see the cards that would have come.",
        said.OfSeat, when=CLAIMING, of=HELD, at=("board", "shoe")),
    "foul": Form("deal", "The deck has a card twice, lacks one, or has one of another deck.",
        said.DeckFault, at=("shoe", "board")),
    "misdealt": Form("deal",
        "A wrong order, a wrong number of cards or a player left out. One too many was not the next of the shoe.",
        said.FaultOfDeal, when=DEALT, at=("shoe",)),
    "false_board": Form("deal", "No card or two cards were burnt before the board.",
        said.BurnFault, when=PLAYED, at=("board", "burn")),
    "order_lost": Form("deal", "The stub is spoilt, and no one knows which card comes next.",
        when=DEALT, at=("shoe",)),
    "cut": Form("deal",
        "The neighbour of the player who deals has cut. `number` of cards in the smaller pile, if it may be too few.",
        said.CardsInPile, when=DEALING, at=("shoe",)),
    "dealing": Form("deal", "Who deals from the next hand on. A seat: that player alone, if the rulebook permits.",
        said.WhoDeals, "floor", when=BETWEEN),
    "club": Form("deal", "The club of its player. A dealer of the same club is not neutral towards them.",
        said.ClubOfPlayer, of=HELD),
    "dealer_in": Form("deal", "A house dealer takes over. They may not deal for players of their own club.",
        said.ClubOfDealer),
    "deck_change": Form("deal",
        "The deck is to be changed after this hand. A player's request goes to the floor, if they may ask.",
        said.DeckChange, at=("shoe",)),
    "deck_check": Form("deal", "A registered deck runs through the shoe, to be looked through.",
        said.DeckNamed, "floor", when=BETWEEN, at=("shoe",)),
    "deck_passed": Form("deal", "The shoe is empty, or the look-through is given up.",
        said.CheckEnds, when=BETWEEN, at=("shoe",)),
    "deck_ready": Form("deal",
        "The new deck was read. `number` of its cards and the missing ones, unless it is complete.",
        said.DeckRead, when=BETWEEN, at=("shoe",)),
    "hidden": Form("deal", "The floor rules that it hid its cards. A rulebook may then let it fold or call only.",
        said.OfSeat, "floor", when=PLAYED, of=LIVE),
    "done": Form("hand", "The movement of a remedy that is due was made, and no sensor sees it.", when=REMEDY),
    # Conduct
    "fault": Form("conduct", "A player broke a rule of conduct.", said.ReportedFault, of=HELD),
    "outsider": Form("conduct", "A person without a seat made a remark on the hand.", said.RemarkBy),
    "penalty": Form("conduct",
        "A penalty, with the number of rounds of a suspension. From the dealer it is only a report.",
        said.ChosenPenalty, of=HELD),
    # Time
    "clock": Form("time", "The time of the seat on turn is called.", when=ACTING),
    "declare_dead": Form("time", "The hand of the seat on the clock is dead.", least="floor", when=BETTING),
    # Chips and stakes
    "stack": Form("chips", "Its chips were counted by hand.", said.SeatAndCount, of=ANYWHERE),
    "structure": Form("chips",
        "The structure that the floor wants. Refused within a session by rulebooks that have such a rule.",
        said.WantedStructure, "floor"),
    "level": Form("chips",
        "The stakes from the next hand: `100/200`, `100/200/25` with an ante, `100/200/bb200` with a big blind ante.",
        said.NewLevel, "floor"),
    # Who sits where
    "seat": Form("chips",
        "A player takes the seat, with this amount if it is not what lies there. Without a reason they are new.",
        said.NewPlayer, of=ANYWHERE),
    "leave": Form("seat", "Its player leaves for good, or to another table, which only the floor may enter.",
        said.Leaving, of=TAKEN),
    "away": Form("seat", "Its player is not in the chair.", said.OfSeat, of=HELD, undone_by="back"),
    "back": Form("seat", "Its player is in the chair again.", said.OfSeat, of=HELD, undone_by="away"),
    "post": Form("seat", "It pays what it owes with the next hand.", said.OfSeat, of=HELD),
    "wait": Form("seat", "It waits for the big blind.", said.OfSeat, of=HELD),
    "buyin": Form("chips", "Its player buys more chips between two hands.", said.SeatAndSum, of=HELD),
    "outside": Form("chips", "Its player declares chips from elsewhere.", said.SeatAndSum, of=HELD),
    "tip": Form("chips", "A tip off its stack.", said.SeatAndSum, of=HELD),
    "rebuying": Form("seat", "Its player has gone to buy in again.", said.OfSeat, of=HELD),
    "accommodate": Form("seat", "The dealer acts for its player.", said.OfSeat, "floor", of=HELD),
    "button_draw": Form("table",
        "The seat that the draw of seats names for the button. Left out: cards are dealt for it.",
        said.SomeSeat, when=BETWEEN, at=("button",)),
    "list": Form("table", "So many players wait for a seat.", said.HowManyWait, "floor"),
    "reserve": Form("table", "The free seat is kept for a player, for so many minutes, or until they come.",
        said.SeatAndMinutes, "floor", of=FREE),
    "absence_clock": Form("time",
        "The house's time for a player who is away: from its start again, or without an end.",
        said.AbsenceClock, "floor", of=HELD),
    "paid_out": Form("chips",
        "The chips that are kept in its player's name are paid out.",
        said.OfSeat, "floor", of=ANYWHERE),
    "close_session": Form("table",
        "Kept chips that no one claimed are named seat by seat, for the register of unclaimed money.",
        least="floor"),
    "balance": Form("table", "Another table has so many players fewer.", said.HowMany, "floor"),
    "last_hands": Form("table", "The table closes after the last hands.", least="floor"),
    # A tournament
    "start_event": Form("tournament", "The tournament begins with equal stacks.", least="floor"),
    "level_clock": Form("tournament", "The clock of the levels runs or stops.", said.RunOrStop, "floor"),
    "break": Form("tournament", "A break begins, of so many minutes if it is known.", said.Minutes, "floor"),
    "break_over": Form("tournament", "The break is over.", least="floor"),
    "count_stacks": Form("tournament",
        "The stacks are counted for the signed sheet of the end of a day (`sabot count`). Between two hands.",
        least="floor"),
    "hand_for_hand": Form("tournament",
        "Each hand waits for the floor, or no longer does. `next` lets the next one begin.",
        said.HandForHand, "floor"),
    "players_left": Form("tournament", "So many players are left at all tables.", said.PlayersLeft, "floor"),
    "rebuy": Form("tournament",
        "Its player buys stacks, and perhaps the add-on with them. A rulebook may forbid several.",
        said.StacksBought, of=ANYWHERE),
    "addon": Form("tournament", "Its player buys the add-on.", said.OfSeat, of=HELD),
    "rebuys_over": Form("tournament", "The rebuy period ends with the next two hands.", least="floor"),
    "unpaid": Form("tournament", "The cashier has no payment for its stack.", said.OfSeat, "floor"),
    "paid": Form("tournament", "The cashier has the payment for its stack.", said.OfSeat, "floor"),
    "race": Form("tournament", "The chip that goes, and in `number` the one that it is exchanged for.",
        said.RacedChips, "floor", when=BETWEEN),
    "race_chips": Form("tournament", "It has so many of the chip that goes.",
        said.SeatAndCount, when=BETWEEN, of=HELD),
    "race_draw": Form("tournament", "The deck is mixed for the draw, and a player looks on.", when=BETWEEN),
    "race_cards": Form("tournament", "The cards that it drew.", said.RacedCards, when=BETWEEN, of=HELD),
    "race_done": Form("tournament", "Its odd chips are exchanged, or paid.", said.OfSeat, when=BETWEEN, of=HELD),
    "removed": Form("tournament", "Its chips that count for nothing are taken away.", said.OfSeat),
    "wrong_seats": Form("tournament", "Two players have sat at each other's seat since the start.",
        said.TwoSeats, "floor"),
    "restore": Form("tournament",
        "The chips that it gets back, and in `number` those that the player who used them has elsewhere.",
        said.ChipsRestored, "floor"),
    # Parts
    "manual": Form("table", "From now on the readings of that part are entered by hand.",
        said.PartNamed, at=("seat", "board", "pot", "shoe", "button")),
    "sensing": Form("table", "The readings of that part count again from the next hand.",
        said.PartNamed, at=("seat", "board", "pot", "shoe", "button")),
}  # fmt: skip

OFTEN: Final[dict[Moment, tuple[str, ...]]] = {
    "between": ("seat", "leave", "buyin"),
    "dealing": ("exposed", "fallen", "misdealt"),
    "acting": ("clock", "misread"),
    "cards": ("false_board", "boxed", "misread"),
    "showdown": ("shows", "mucks", "wins"),
    "award": ("claim", "retrieve"),
    "remedy": (),
}
"""The reports at each moment, the most frequent first."""


def kinds_of(*, held: bool, reserved: bool, dealt_in: bool, live: bool) -> tuple[SeatKind, ...]:
    """The kinds of a seat: whether a person holds it, and whether its hand is live if it was dealt in."""
    place: tuple[SeatKind, ...] = ("held",) if held else ("free", "reserved") if reserved else ("free",)
    return (*place, "live" if live else "dead") if dealt_in else place


def said_in(word: str, told: object) -> said.Said | None:
    """Return the values of a checked message, None for an entry without values."""
    says = ENTRIES[word].says
    return None if says is None else read_from(says, told)
