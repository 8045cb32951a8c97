"""Ready tables for tests: seats, a deck, and a hand brought to a place."""

from controller.poker.cards import cards
from controller.poker.events import FloorDecision
from controller.poker.outcomes import Ask, Outcome, Ruling, Take
from controller.rulebooks import Rulebook, load
from controller.table import Parts, SeatSetup, Setup, Stakes
from tests.core.dealing import Dealer
from tests.entries import entered

LFP = load("lfp")
NO_LIMIT = load("roberts", "no_limit")
LIMIT = load("roberts", "limit")
CASINO = load("casino_cash")
DECK = cards("As Kd 7c 9h 2d Qs 7d Tc 4s Jh 5d 8c 3h Kc 6s Ad")  # a clean run for four seats, button at the fourth


def setup(
    players: int = 4, stack: int = 10_000, parts: Parts | None = None, stakes: Stakes | None = None,
    stacks: dict[int, int] | None = None,
) -> Setup:  # fmt: skip
    seats = tuple(SeatSetup(n, (stacks or {}).get(n, stack)) for n in range(1, players + 1))
    return Setup(seats, players, stakes or Stakes(50, 100), parts=parts or Parts())


def holes(order: tuple[int, ...], deck: tuple[int, ...] = DECK) -> dict[int, tuple[int, int]]:
    """Two cards a seat as they leave the shoe one at a time."""
    return {seat: (deck[n], deck[n + len(order)]) for n, seat in enumerate(order)}


def shuffled(book: Rulebook = LFP, table: Setup | None = None) -> Dealer:
    """A hand begun, and its blinds paid. The first card is due."""
    d = Dealer(table or setup(), book)
    d.shuffle()
    d.settle()
    return d


def dealt(
    book: Rulebook = LFP, table: Setup | None = None, *, paid: bool = True, deck: tuple[int, ...] = DECK
) -> Dealer:
    """A hand dealt, blinds paid; seat 3 is first to speak of four, 4 is the button."""
    d = Dealer(table or setup(), book)
    d.shuffle()
    if paid:
        d.settle()
    deal_all(d, deck)
    return d


def deal_all(d: Dealer, deck: tuple[int, ...] = DECK) -> None:
    """Every seat of the hand gets its two cards."""
    assert d.table.hand is not None
    order = d.table.hand.seats
    d.deal_holes(holes(order, deck), order)


def called(book: Rulebook = LFP, table: Setup | None = None) -> Dealer:
    """Four callers, their bets in the pot; a card is to be burnt."""
    d = dealt(book, table)
    for seat, key in ((3, "call"), (4, "call"), (1, "call"), (2, "check")):
        d.key(seat, key)
        d.settle()
    d.bring_in()
    return d


def to_flop(book: Rulebook = LFP, table: Setup | None = None) -> Dealer:
    """Four callers, flop Jh 5d 8c; seat 1 is first to speak."""
    d = called(book, table)
    d.deal_board(DECK[8], DECK[9:12], 1)
    return d


def flop(book: Rulebook = LFP, players: int = 4, table: Setup | None = None) -> Dealer:
    """Everybody called; seat 1 is first to speak on the flop."""
    if players == 4:
        return to_flop(book, table)
    d = dealt(book, setup(players), deck=tuple(range(52)))
    while (turn := d.view.turn) is not None:
        d.key(turn, "call")
        d.settle()
    d.bring_in()
    d.deal_board(30, (31, 32, 33), 1)
    return d


def check_round(d: Dealer) -> None:
    """Everybody checks."""
    while (turn := d.view.turn) is not None:
        d.key(turn, "check")


def to_showdown(book: Rulebook = LFP, table: Setup | None = None) -> Dealer:
    """Checked down to the river: board Jh 5d 8c Kc Ad."""
    d = to_flop(book, table)
    check_round(d)
    d.deal_board(DECK[12], DECK[13:14], 4)
    check_round(d)
    d.deal_board(DECK[14], DECK[15:16], 5)
    check_round(d)
    return d


def ruled(outcomes: list[Outcome]) -> tuple[str, str, int]:
    """(first article, act, total) of the first ruling that takes an act."""
    for o in outcomes:
        if isinstance(o, Ruling):
            for effect in o.effects:
                if isinstance(effect, Take):
                    return (o.cites[0].article, effect.act, effect.total)
    raise AssertionError(f"no act was ruled: {outcomes}")


def matters(outcomes: list[Outcome]) -> list[str]:
    """The matters ruled on, in order."""
    return [o.matter for o in outcomes if isinstance(o, Ruling)]


def alarms(d: Dealer) -> list[str]:
    """The keys of all alarms so far."""
    return [a.key for a in d.view.alarms]


def tell(d: Dealer, word: str, value: int | str | None, role: str = "dealer") -> list[Outcome]:
    """An entry, and what followed."""
    return d.send(entered(word, value, "anna", role, d.at()))


def answer(d: Dealer, key: str, choice: str, role: str = "floor") -> list[Outcome]:
    """An answer to the open question of that key, and what followed."""
    ask = next(a for a in d.view.asks if a.key == key)
    return d.send(FloorDecision(ask.id, choice, "seen", "bo", role, d.at()))  # type: ignore[arg-type]  # a wrong role is tried


def asked(outcomes: list[Outcome]) -> Ask:
    """The first question."""
    return next(o for o in outcomes if isinstance(o, Ask))


def last_ruling(outcomes: list[Outcome]) -> Ruling:
    return [o for o in outcomes if isinstance(o, Ruling)][-1]


def due(d: Dealer, seat: int) -> int:
    """What a seat still owes the pot."""
    return next(s.due for s in d.view.seats if s.seat == seat)
