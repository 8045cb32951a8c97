"""A day of a cash table: 500 hands with players who come, go, stay away, miss blinds and buy in again, against a
statement of the house's rules on entry, absence and missed blinds that knows nothing of the core.
"""

import random
from dataclasses import dataclass, field

import pytest

from controller.poker.events import ChipsMoved, Declared, FloorDecision, SeatOccupied
from controller.poker.hand import Phase
from controller.poker.outcomes import HandBegan, Outcome, Rake, Ruling, Take, Void
from controller.poker.places import BET, DROP, POT, STACK
from controller.rulebooks import load
from controller.table import Parts, SeatSetup, SeatView, Setup, Stakes, checkpoint, new_table, restore, step, view
from tests.core.dealing import change
from tests.core.invariants import accounted
from tests.entries import entered

BOOK = load("casino_cash")
SMALL, BIG, LEAST, MOST = 5, 10, 200, 500
CHIPS = Parts(shoe=False, card_spots=False, faces=False, board=False, button=False, posts=False)
BOARD = {1: "Jh5d8c", 2: "3h", 3: "Kc"}


@dataclass
class Player:
    """What the house's rules know of one player."""

    owes: str = ""  # the article under which he pays
    says: str = ""  # "post" or "wait"
    fresh: bool = False  # not dealt in yet
    away: bool = False
    marked: bool = False
    out: bool = False
    reached: int = 0  # how often the big blind has come to him in vain
    broke: bool = False


def round_from(seat: int) -> list[int]:
    """Every seat, from the left of one round to itself."""
    return [(seat + n) % 10 + 1 for n in range(10)]


@dataclass
class House:
    """Entry, absence and missed blinds as the regulations have them."""

    players: dict[int, Player]
    button: int = 0
    small: int = 0
    big: int = 0
    origin: int = 0
    dealt: set[int] = field(default_factory=set)  # in the last hand
    turned: bool = False  # the button's first turn is over

    def _find(self, seats: set[int], start: int) -> int:
        return next(seat for seat in round_from(start) if seat in seats)

    def prepare(self, stacks: dict[int, int]) -> tuple[set[int], set[int]]:
        """The next hand: who gets cards, and who of them pays to come in."""
        able = {s for s, p in self.players.items() if stacks[s] >= BIG and not p.marked and not p.out}
        settled = {s for s in able if not self.players[s].owes and s in self.dealt}
        new = {s for s in able if not self.players[s].owes and s not in self.dealt}
        pay = {s for s in able if self.players[s].owes and self.players[s].says == "post"}
        wait = {s for s in able if self.players[s].owes and self.players[s].says == "wait"}
        was = self.big
        while True:
            button = self._find(settled, self.button)
            small = self._find(settled, button)
            big = self._find(settled | new | pay | wait, small)
            player = self.players[big]
            if not player.away or player.reached + 1 < 2:
                break
            player.reached += 1  # the second time: he is marked, and the next one posts
            player.marked = True
            settled.discard(big)
        skipped = {s for s in self._between(was, big) if s in self.players}
        for seat in skipped:
            player = self.players[seat]
            if player.marked and player.reached >= 2 and seat not in able:
                player.reached += 1
                player.marked, player.out = (False, True) if player.reached >= 3 else (True, player.out)
            elif player.out:
                player.reached += 1
        if self.players[big].away:
            self.players[big].reached += 1
        without = self._between(button, small)
        dealt = settled | ((new | pay | (wait & {big})) - without)
        joining = dealt & (pay | wait)
        self._turn(button)
        self.button, self.small, self.big, self.dealt = button, small, big, dealt
        for seat in dealt:
            self.players[seat].owes = self.players[seat].says = ""
            self.players[seat].fresh = False
        return dealt, joining

    def _between(self, start: int, end: int) -> set[int]:
        order = round_from(start)
        return set(order[: order.index(end)]) if start != end else set()

    def behind_the_button(self) -> set[int]:
        """Places between button and small blind."""
        return self._between(self.button, self.small)

    def _turn(self, button: int) -> None:
        passed = self._between(self.button, button) | {button}
        self.turned = self.turned or (self.origin in passed and button != self.button)

    def comes(self, seat: int, again: bool) -> None:
        owes = "casino-C31" if again else "casino-C8" if self.turned else ""
        self.players[seat] = Player(owes=owes, fresh=True)

    def back(self, seat: int) -> None:
        player = self.players[seat]
        player.away = False
        if player.reached:
            player.owes = player.owes or ("casino-C30" if player.reached > 1 else "")
            player.marked = player.out = False
            player.reached = 0


@dataclass
class Day:
    """The table, the hands at it, and what the house expects."""

    dice: random.Random
    house: House = field(init=False)
    now: int = 0
    rakes: int = 0
    outcomes: list[Outcome] = field(default_factory=list)
    seen: dict[str, int] = field(default_factory=dict)  # how often each thing happened

    def __post_init__(self) -> None:
        seats = tuple(SeatSetup(n, 300, change(300)) for n in range(1, 8))
        stakes = Stakes(SMALL, BIG)
        self.table = new_table(
            Setup(
                seats, 1, stakes, BOOK.key, parts=CHIPS, tournament=False, buyin_least=LEAST, buyin_most=MOST,
                rake_basis_points=500, rake_maximum=15,
            )
        )  # fmt: skip
        self.house = House({s.seat: Player() for s in seats})

    # --- hands at the table -----------------------------------------------------------------------------------------

    def phase(self) -> Phase:
        return self.table.phase

    def at(self) -> tuple[int, int]:
        self.now += 1_000_000_000
        return self.now - 1, self.now

    def send(self, event: object) -> list[Outcome]:
        outcomes = step(self.table, event, BOOK)  # type: ignore[arg-type]
        self.outcomes += outcomes
        self.rakes += sum(e.amount for o in rulings(outcomes) for e in o.effects if isinstance(e, Rake))
        return outcomes

    def say(self, word: str, value: int | str | None = None) -> list[Outcome]:
        return self.send(entered(word, value, "Ann", "floor", self.at()))

    def move(self, origin: int, goal: int, amount: int) -> list[Outcome]:
        if not amount:
            return []
        taken = self.send(ChipsMoved(origin, (), change(amount), self.at())) if origin else []
        return taken + self.send(ChipsMoved(goal, change(amount), (), self.at()))

    def lies(self, area: int) -> int:
        return self.table.felt.total[area]

    def settle(self) -> None:
        for seat in list(self.house.players):
            due = self.table.bet_due(seat)
            if due > 0 and not (self.house.players[seat].away and self._to_come(seat)):
                self.move(STACK + seat, BET + seat, due)
            elif due < 0:
                self.move(BET + seat, STACK + seat, -due)

    def _to_come(self, seat: int) -> bool:
        hand = self.table.hand
        return hand is not None and hand.betting.is_live(seat)

    # --- a hand -----------------------------------------------------------------------------------------------------

    def shuffle(self) -> HandBegan:
        stacks = {seat: self.table.stack[seat] for seat in self.house.players}
        debts = {seat: player.owes for seat, player in self.house.players.items()}
        outcomes = self.say("shuffle")
        began = next(outcome for outcome in outcomes if isinstance(outcome, HandBegan))
        if not self.house.origin:
            self.house.origin, self.house.button = began.button, began.button
            self.house.small, self.house.big = began.small_blind or 0, began.big_blind
            self.house.dealt = set(began.seats)
            return began
        dealt, joining = self.house.prepare(stacks)
        assert (began.button, began.small_blind, began.big_blind) == (
            self.house.button, self.house.small, self.house.big,
        )  # fmt: skip
        assert set(began.seats) == dealt
        for seat in joining:
            self._paid(outcomes, seat, debts[seat], big=began.big_blind == seat)
        self._nothing_else_is_posted(outcomes, began, joining)
        return began

    def _paid(self, outcomes: list[Outcome], seat: int, article: str, *, big: bool) -> None:
        """Whoever comes in has paid under his article: the big blind in front of him, the small one dead."""
        self._count(article)
        mine = [o for o in rulings(outcomes) if o.seat == seat and article in {c.article for c in o.cites}]
        paid = [e.total for o in mine for e in o.effects if isinstance(e, Take)]
        wanted = ([] if big else [BIG]) + ([SMALL] if article == "casino-C30" else [])
        assert sorted(paid) == sorted(wanted)

    def _nothing_else_is_posted(self, outcomes: list[Outcome], began: HandBegan, joining: set[int]) -> None:
        for ruling in rulings(outcomes):
            if any(isinstance(e, Take) for e in ruling.effects):
                assert ruling.cites
                assert ruling.seat in {began.small_blind, began.big_blind} | joining

    def play(self) -> None:
        """A hand of people who call, fold and raise; those who are away lose their hands when it is their turn."""
        self.settle()
        self.say("deal_done")
        hand = self.table.hand
        assert hand is not None
        street = 0
        while self.phase() not in (Phase.SHOWDOWN, Phase.AWARD, Phase.CLAIMS, Phase.WAITING):
            if hand.betting.turn:
                self._act(hand.betting.turn)
            else:
                self._gather()
                if self.phase() in (Phase.SHOWDOWN, Phase.AWARD):
                    break
                street += 1
                self.say("burned")
                self.say("board", BOARD[street])
        if self.phase() is Phase.SHOWDOWN:
            self._gather()
            self._showdown()
        self._award()

    def _act(self, seat: int) -> None:
        assert not self.house.players[seat].away  # his hand is gone, and the turn has passed on
        choice = self.dice.random()
        facing = view(self.table)
        if choice < 0.5 and facing.to_call:
            self._declare(seat, "fold", None)
        elif choice > 0.9 and facing.min_raise:
            self._declare(seat, "raise" if facing.call_total else "bet", facing.min_raise)
        elif choice > 0.88 and "all_in" in facing.options:
            self._declare(seat, "all_in", None)
        else:
            self._declare(seat, "call" if facing.to_call else "check", None)
        self.settle()

    def _declare(self, seat: int, word: str, amount: int | None) -> None:
        self.send(Declared(seat, word, amount, "Ann", "dealer", None, self.at()))  # type: ignore[arg-type]

    def _gather(self) -> None:
        self.settle()
        for seat in list(self.house.players):
            self.move(BET + seat, POT, self.lies(BET + seat))

    def _showdown(self) -> None:
        hand = self.table.hand
        assert hand is not None
        pots = [pot.seats for pot in view(self.table).pots]
        winners = ";".join(str(self.dice.choice(seats)) for seats in reversed(pots))
        self.say("wins", winners)

    def _award(self) -> None:
        """What absent players still owe the pot comes, the drop gets its part, the winners theirs."""
        if self.phase() is not Phase.AWARD:
            return
        for seat in list(self.house.players):
            self.move(BET + seat, POT, self.lies(BET + seat))
            over = self.lies(STACK + seat) - self.table.stack[seat]
            if over > 0:
                self.move(STACK + seat, POT, over)
        self.move(POT, DROP, self.table.stacks.dropped - self.lies(DROP))
        for seat in list(self.house.players):
            if self.phase() is not Phase.AWARD:
                break
            self.move(POT, STACK + seat, max(0, self.table.stack[seat] - self.lies(STACK + seat)))

    # --- between hands ----------------------------------------------------------------------------------------------

    def between(self) -> None:
        for seat in list(self.house.players):
            self._broke_or_short(seat)
        for seat in list(self.house.players):
            self._one(seat)
        for seat in range(1, 11):
            if seat not in self.house.players and self.dice.random() < 0.15:
                self._comes(seat)

    def _settled(self) -> int:
        """Players who will be dealt in without paying."""
        return sum(
            1
            for s, p in self.house.players.items()
            if not (p.owes or p.marked or p.out or p.away or p.fresh) and self.table.stack[s] >= BIG
        )

    def _broke_or_short(self, seat: int) -> None:
        player, stack = self.house.players[seat], self.table.stack[seat]
        if stack >= 60:
            return
        player.broke = player.broke or not stack
        if self._settled() > 4 and self.dice.random() < 0.3:
            self._leaves(seat)
        elif self.dice.random() < 0.6 or self._settled() < 4:
            self._buys(seat, player, stack)

    def _buys(self, seat: int, player: Player, stack: int) -> None:
        """First too much, which is refused, then what fits."""
        refused = rulings(self.say("buyin", f"{seat}:{MOST - stack + SMALL}"))
        assert voided(refused, "casino-C23")
        amount = (MOST - stack) // SMALL * SMALL
        outcomes = self.say("buyin", f"{seat}:{amount}")
        assert cited(outcomes, "casino-C23", seat)
        self.send(ChipsMoved(STACK + seat, change(amount), (), self.at()))
        self._count("casino-C23")
        if player.broke:
            assert cited(outcomes, "casino-C22", seat)
            self._count("casino-C22")
            player.broke = player.marked = player.out = False
            player.away = False
            if seat not in self.house.behind_the_button():  # else the same two would post again
                self.house.dealt.add(seat)  # blinds that are due there do not pass him by
            player.owes = player.says = ""
            player.reached = 0

    def _one(self, seat: int) -> None:
        player = self.house.players[seat]
        if player.owes:
            self._pays_or_waits(seat, player)
        elif player.away:
            if self.dice.random() < 0.05:
                self._back(seat, player)
        elif self._settled() > 4 and not player.fresh and not player.broke:
            if self.dice.random() < 0.03:
                self.send(SeatOccupied(seat, False, self.at()))
                self.send(FloorDecision(f"vacated-{seat}", "away", "", "Ann", "dealer", self.at()))
                player.away = True
                self._count("away")
            elif self.dice.random() < 0.02:
                self._leaves(seat)

    def _back(self, seat: int, player: Player) -> None:
        turns = player.reached
        outcomes = self.send(SeatOccupied(seat, True, self.at()))
        self.house.back(seat)
        if turns:
            assert cited(outcomes, "casino-C30", seat)
        self._count(f"back after {min(turns, 3)}")

    def _pays_or_waits(self, seat: int, player: Player) -> None:
        if player.away or player.says == "post":
            return
        live, dead = view_of(self, seat).owes
        assert (live, dead) == (BIG, SMALL if player.owes == "casino-C30" else 0)
        if self.dice.random() < 0.3 and self.table.stack[seat] >= live + dead:
            outcomes = self.move(STACK + seat, BET + seat, live + dead)
            assert cited(outcomes, player.owes, seat)
            player.says = "post"
        elif not player.says and self.dice.random() < 0.5:
            assert cited(self.say("wait", seat), "casino-C9", seat)
            player.says = "wait"
            self._count("casino-C9")

    def _comes(self, seat: int) -> None:
        """With too little first: the seat stays free."""
        again = self.dice.random() < 0.3
        value = f"{seat}:returned" if again else seat
        self.send(ChipsMoved(STACK + seat, change(LEAST - 20), (), self.at()))
        assert voided(rulings(self.say("seat", value)), "casino-C17")
        self.send(ChipsMoved(STACK + seat, change(120), (), self.at()))
        outcomes = self.say("seat", value)
        assert cited(outcomes, "casino-C17", seat)
        self.house.comes(seat, again)
        owes = self.house.players[seat].owes
        assert not owes or cited(outcomes, owes, seat)
        self._count("came")

    def _leaves(self, seat: int) -> None:
        lies = self.lies(STACK + seat)
        outcomes = self.say("leave", seat)
        article = "casino-C21" if self.house.players[seat].broke else "casino-C41"
        assert cited(outcomes, article, seat)
        if lies:
            self.send(ChipsMoved(STACK + seat, (), change(lies), self.at()))
        if self.lies(BET + seat):
            raise AssertionError("chips of his lie on the line")
        del self.house.players[seat]
        self._count("left")

    def _count(self, what: str) -> None:
        self.seen[what] = self.seen.get(what, 0) + 1


def view_of(day: Day, seat: int) -> SeatView:
    return next(s for s in view(day.table).seats if s.seat == seat)


def rulings(outcomes: list[Outcome]) -> list[Ruling]:
    return [outcome for outcome in outcomes if isinstance(outcome, Ruling)]


def cited(outcomes: list[Outcome], article: str, seat: int) -> bool:
    return any(o.seat == seat and article in {c.article for c in o.cites} for o in rulings(outcomes))


def voided(found: list[Ruling], article: str) -> bool:
    return any(
        article in {c.article for c in ruling.cites} and any(isinstance(e, Void) for e in ruling.effects)
        for ruling in found
    )


@pytest.mark.search
@pytest.mark.parametrize("seed", range(3))
def test_a_cash_day_goes_by_the_rules_of_entry_absence_and_missed_blinds(seed: int) -> None:
    day = Day(random.Random(seed))  # noqa: S311 (reproducible play, no secret)
    for _ in range(500):
        day.shuffle()
        if day.dice.random() < 0.1:
            day.table = restore(checkpoint(day.table))
        day.play()
        assert accounted(day.table.felt)
        day.between()
        if day.dice.random() < 0.1:
            day.table = restore(checkpoint(day.table))
    assert day.rakes == day.table.stacks.dropped == day.lies(DROP) > 0
    for wanted in ("casino-C8", "casino-C9", "casino-C22", "casino-C23", "casino-C30", "casino-C31", "away", "left"):
        assert day.seen.get(wanted), wanted
