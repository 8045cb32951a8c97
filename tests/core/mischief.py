"""People at a table who do whatever comes to mind, mostly something that fits the moment.

A deed is four small numbers; what it means follows from where the table stands, so that a long list of them plays
hands through, with everything going wrong on the way.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from controller.poker.cards import name
from controller.poker.decision_clock import DECISION
from controller.poker.events import (
    ButtonPlaced,
    CardDrawn,
    CardGone,
    CardPlaced,
    ChipsMoved,
    Correction,
    DealerCommand,
    Declared,
    FloorDecision,
    PostPlaced,
    SeatKey,
    SeatOccupied,
    SensingGap,
    Snapshot,
    TimerFired,
)
from controller.poker.hand import Phase, Stage
from controller.poker.outcomes import Outcome
from controller.poker.places import BET, BOARD, DROP, MUCK, POT, SEAT, STACK, TRAY
from controller.poker.slots import BURN
from tests.core.dealing import Dealer, change
from tests.entries import entered

SPOKEN: Final = ("fold", "check", "call", "bet", "raise", "all_in", "amount", "plus", "pot", "other")
ROLES: Final = ("dealer", "floor", "director", "player", "technician")
CHIPS: Final = (25, 100, 500, 1000)
DECISIONS: Final = ("fold", "check", "call", "bet", "raise", "all_in", "void", "dead", "live", "x")
AMOUNTS: Final = {"bet": 300, "raise": 900}
PARTS: Final = ("chips:1", "chips:2", "chips:3", "cards:1", "cards:3", "board", "pot", "shoe", "button", "x")
SEAT_WORDS: Final = (
    "folded", "shows", "mucks", "withdraw", "unaware", "misunderstanding", "one_card", "renounced", "retrieve",
    "option", "claim", "dispute", "count", "standing", "seated", "sit_out", "sit_in",
)  # fmt: skip
BARE_WORDS: Final = (
    "deal_done",
    "burned",
    "gathered",
    "awarded",
    "undetermined",
    "clock",
    "declare_dead",
    "nonsense",
)
FAULTS: Final = ("device", "disclosed", "middle", "collusion", "remark", "criticism", "behaviour")
STEPS: Final = ("warning", "caution", "dead_hand", "suspension", "suspension:2", "disqualification")


class Deed(NamedTuple):
    """What is done, and three choices within it."""

    what: int
    a: int
    b: int
    c: int


class Mischief:
    """Carries deeds out at one table. `sent` is called with every event that goes in and what came of it."""

    def __init__(self, dealer: Dealer, sent: Callable[[Any], list[Outcome]]) -> None:
        self.d = dealer
        self.send = sent

    @property
    def turn(self) -> int:
        hand = self.d.table.hand
        return hand.betting.turn if hand is not None and hand.stage is Stage.ACTS else 0

    def seat(self, n: int) -> int:
        """Most often the seat on turn."""
        return self.turn if self.turn and n % 3 else 1 + n % 6

    def amount(self, n: int) -> int:
        """Something about what is to call."""
        hand = self.d.table.hand
        call = hand.betting.call if hand else 100
        size = hand.betting.size if hand else 100
        return (call, call + size, call + size // 2, 2 * call, call + 1, 100, 10_000, call + 3 * size)[n % 8]

    def do(self, deed: Deed) -> None:
        what = deed.what % len(DEEDS)
        DEEDS[what](self, deed)

    # --- in order ---------------------------------------------------------------------------------------------------

    def go_on(self, deed: Deed) -> None:
        """The dealer's next step, done right."""
        t = self.d.table
        if t.asks and deed.b % 2:
            self.answer(deed)
        elif self.turn:
            self.key(Deed(0, 1, (2, 2, 1, 2, 3, 0)[deed.a % 6], deed.b))
            self.settle()
        elif t.phase in (Phase.WAITING, Phase.CLAIMS):
            self.send(self._command("shuffle", None))
        else:
            self._course(deed)

    def _course(self, deed: Deed) -> None:
        t = self.d.table
        hand = t.hand
        assert hand is not None
        if hand.phase is Phase.AWARD:
            self._push_pots()
        elif hand.phase is Phase.SHOWDOWN and hand.stage is not Stage.GATHER:
            waiting = [s for s in hand.seats if hand.betting.is_live(s) and not hand.rights.has_shown(s)]
            word = ("shows", "shows", "shows", "mucks")[deed.a % 4]
            self.send(self._command(word, waiting[deed.b % len(waiting)]) if waiting else self._named())
        elif hand.stage is Stage.GATHER and any(t.felt.total[BET + s] for s in hand.seats):
            self.settle()
            self._gather()
        else:
            self.settle()
            for _ in range(1 + deed.a % 12):
                self.card(Deed(0, 0, 0, 0))

    def _named(self) -> DealerCommand:
        hand = self.d.table.hand
        assert hand is not None
        return self._command("wins", str(hand.betting.live.bit_length() - 1))

    def settle(self) -> None:
        """What is due to and from the bet lines."""
        for seat in range(1, 7):
            due = self.d.table.bet_due(seat)
            if due > 0:
                self._chips(STACK + seat, (), change(due))
                self._chips(BET + seat, change(due), ())
            elif due < 0:
                self._chips(BET + seat, (), change(-due))
                self._chips(STACK + seat, change(-due), ())

    def _gather(self) -> None:
        lines = {s: self.d.table.felt.total[BET + s] for s in range(1, 7)}
        for seat, lies in lines.items():
            if lies:
                self._chips(BET + seat, (), change(lies))
        if sum(lines.values()):
            self._chips(POT, change(sum(lines.values())), ())

    def _push_pots(self) -> None:
        self._gather()
        t = self.d.table
        for seat in range(1, 7):
            owed = t.stack[seat] + t.stacks.small[seat] - t.felt.total[STACK + seat]
            if owed > 0 and t.senses.chips[seat]:
                self._chips(POT, (), change(owed))
                self._chips(STACK + seat, change(owed), ())
        if t.phase is Phase.AWARD:
            self.send(self._command("awarded", None))

    # --- acts -------------------------------------------------------------------------------------------------------

    def key(self, deed: Deed) -> None:
        keys = ("fold", "check", "call", "raise", "all_in", "time", "sit_out", "sit_in")
        word = keys[deed.b % len(keys)]
        amount = self.amount(deed.c) if word == "raise" and deed.c % 9 else None
        self.send(SeatKey(self.seat(deed.a), word, amount, self.d.at()))  # type: ignore[arg-type]

    def says(self, deed: Deed) -> None:
        word, n = SPOKEN[deed.b % len(SPOKEN)], deed.c
        when = (None, None, "before", "after")[n % 4]
        dark, condition = n % 11 == 10, (1 + n % 5, ("check", "bet", "fold")[n % 3]) if n % 13 == 12 else None
        amount = self.amount(n // 4) if word in ("bet", "raise", "amount", "plus") and n % 7 else None
        event = Declared(
            self.seat(deed.a), word, amount, "anna", "dealer", when, self.d.at(), dark, condition  # type: ignore[arg-type]
        )  # fmt: skip
        self.send(event)

    def pushes(self, deed: Deed) -> None:
        """Chips for about an amount, in one motion or two."""
        seat = self.seat(deed.a)
        amount = max(0, self.amount(deed.b) - self.d.table.felt.total[BET + seat])
        chips = change(amount) if deed.c % 2 else (CHIPS[deed.c % 4],) * (1 + deed.c % 3)
        line = BET + seat if deed.c % 10 else (POT, BET + 1 + deed.b % 6, TRAY)[deed.b % 3]
        for part in (chips[:1], chips[1:]) if deed.c % 5 == 4 else (chips,):
            if part:
                self._chips(STACK + seat, (), part)
                self._chips(line, part, ())

    def takes_back(self, deed: Deed) -> None:
        seat = self.seat(deed.a)
        lies = self.d.table.felt.total[BET + seat]
        part = change(lies if deed.b % 2 else min(lies, 100))
        self._chips(BET + seat, (), part)
        self._chips(STACK + seat, part, ())

    def motion(self, deed: Deed) -> None:
        """Any chips at any place."""
        areas = (STACK + 1, STACK + 3, BET + 1, BET + 2, BET + 3, BET + 4, POT, TRAY, DROP)
        chips = tuple(CHIPS[(deed.b + n) % 4] for n in range(deed.b % 4))
        away = tuple(CHIPS[(deed.c + n) % 4] for n in range(deed.c % 3))
        self._chips(areas[deed.a % len(areas)], chips, away)

    def _chips(self, area: int, added: tuple[int, ...], removed: tuple[int, ...]) -> None:
        if added or removed:
            self.send(ChipsMoved(area, added, removed, self.d.at()))

    # --- cards ------------------------------------------------------------------------------------------------------

    def card(self, deed: Deed) -> None:
        """The next card, most often where it is due."""
        hand = self.d.table.hand
        due = hand.plan.next_due() if hand is not None else None
        if hand is None or due is None:
            return
        exit_ = max([e for e in hand.plan.by_card if e < 100], default=0) + 1
        place = due.place if deed.b % 8 < 7 else (SEAT + 1 + deed.c % 6, BOARD + 1 + deed.c % 5, MUCK)[deed.c % 3]
        face = (exit_ * 7 + hand.number) % 52 if deed.a % 8 < 7 else None
        if self.d.table.senses.shoe or not deed.c % 5:
            self.send(CardDrawn(exit_, face, ("down", "up", "unknown")[deed.a % 3], self.d.at()))
        if place != BURN:
            self.send(CardPlaced(exit_, place, face, self.d.at()))

    def wanders(self, deed: Deed) -> None:
        """A card that is out comes somewhere, the muck first of all; or is lifted."""
        hand = self.d.table.hand
        held = hand.plan.cards_of(self.seat(deed.a)) if hand is not None else []
        for exit_ in held[: 1 + deed.b % 2]:
            if deed.c % 6 == 5:
                self.send(CardGone(exit_, SEAT + 1 + deed.c % 6, self.d.at()))
            self.send(CardPlaced(exit_, MUCK if deed.c % 4 else SEAT + 1 + deed.b % 6, None, self.d.at()))

    # --- told -------------------------------------------------------------------------------------------------------

    def _command(self, word: str, value: int | str | None, role: str = "dealer") -> DealerCommand:
        return entered(word, value, "anna", role, self.d.at())

    def seat_command(self, deed: Deed) -> None:
        word = SEAT_WORDS[deed.b % len(SEAT_WORDS)]
        self.send(self._command(word, self.seat(deed.a), ROLES[deed.c % 5]))

    def command(self, deed: Deed) -> None:
        word = BARE_WORDS[deed.b % len(BARE_WORDS)]
        self.send(self._command(word, (None, None, 3, "x")[deed.a % 4], ROLES[deed.c % 5]))

    def text_command(self, deed: Deed) -> None:
        seat, other, n = self.seat(deed.a), 1 + deed.b % 6, deed.c
        value = {
            "misread": f"{seat}:{('call', 'fold', 'check', f'raise:{self.amount(n)}', 'amount:150', 'x')[n % 6]}",
            "fault": f"{seat}:{FAULTS[n % 7]}" + (f":{other}" if n % 7 == 3 else ""),
            "penalty": f"{seat}:{STEPS[n % 6]}",
            "forward": f"{seat}:{self.amount(n)}",
            "killed": f"{seat}:{('accident', 'thrown', 'x')[n % 3]}",
            "showed": f"{seat}:{other}" + (":1" if n % 2 else ""),
            "turned": f"{seat}:{('accident', 'dealer', str(other))[n % 3]}",
            "see": f"{seat}:{other}",
            "wins": (str(seat), f"{seat},{other}", f"{other};{seat}", "x")[n % 4],
            "shows": f"{seat}:{name(n % 51)}{name(n % 51 + 1)}",
            "board": "".join(name((n + 5 * i) % 52) for i in range((3, 1, 1, 2)[n % 4])),
            "manual": PARTS[n % len(PARTS)],
            "sensing": PARTS[n % len(PARTS)],
            "level": ("100/200", "50/100/bb100", "25/50/5", "x")[n % 4],
        }
        word = list(value)[deed.b % len(value)]
        self.send(self._command(word, value[word], ROLES[(n + deed.a) % 3]))

    def answer(self, deed: Deed) -> None:
        """An answer to an open question, or to none."""
        asks = list(self.d.table.asks.values())
        if not asks:
            self.send(FloorDecision("nothing", "no", "", "bo", "floor", self.d.at()))
            return
        ask = asks[deed.a % len(asks)]
        choice = ask.options[deed.b % len(ask.options)] if deed.c % 8 else "x"
        role = ROLES[(1, 1, 2, 0)[deed.c % 4]]
        self.send(FloorDecision(ask.id, choice, "", "bo", role, self.d.at()))  # type: ignore[arg-type]

    def overrules(self, deed: Deed) -> None:
        rulings = self.d.table.rulings
        number = rulings[-1 - deed.a % len(rulings)].id if rulings else (1, 1)
        choice = DECISIONS[deed.b % len(DECISIONS)]
        role = ROLES[(1, 2, 0)[deed.c % 3]]
        name, amount = f"{number[0]}.{number[1]}", AMOUNTS.get(choice)
        self.send(FloorDecision(name, choice, "", "bo", role, self.d.at(), amount))  # type: ignore[arg-type]

    def corrects(self, deed: Deed) -> None:
        what = ("stack", "issue", "withdraw")[deed.b % 3]
        amount = (0, 50, 900, 5000, -50)[deed.c % 5]
        self.send(Correction(what, 1 + deed.a % 7, amount, "r", "bo", "floor", self.d.at()))  # type: ignore[arg-type]

    # --- the rest ---------------------------------------------------------------------------------------------------

    def around(self, deed: Deed) -> None:
        """What is no act: button, posts, chairs, gaps, timers, snapshots."""
        seat, at, total = 1 + deed.a % 6, self.d.at(), self.d.table.felt.total
        chips = ((BET + seat, change(total[BET + seat] if deed.c % 2 else 100)), (POT, change(total[POT])))
        events: tuple[Any, ...] = (
            ButtonPlaced(seat if deed.c % 3 else None, at),
            PostPlaced(seat, bool(deed.c % 2), at),
            SeatOccupied(seat, bool(deed.c % 2), at),
            SensingGap("feig", 1, 9),
            TimerFired(DECISION, at[1]),
            TimerFired(DECISION, at[1] + 90_000_000_000),
            Snapshot(None, chips, None, None, at),
            Snapshot(((SEAT + seat, ((deed.c, None),)),), None, seat, (1, 2), at),
        )
        self.send(events[deed.b % len(events)])


def _settle(mischief: Mischief, _deed: Deed) -> None:
    mischief.settle()


DEEDS: Final[tuple[Callable[[Mischief, Deed], None], ...]] = (
    *[Mischief.go_on] * 8,
    *[Mischief.key] * 2,
    Mischief.says, Mischief.says, Mischief.pushes, Mischief.pushes, Mischief.takes_back, _settle,
    Mischief.motion, Mischief.card, Mischief.wanders, Mischief.seat_command, Mischief.command, Mischief.text_command,
    Mischief.text_command, Mischief.answer, Mischief.overrules, Mischief.corrects, Mischief.around,
)  # fmt: skip
