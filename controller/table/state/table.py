"""The table's state and its parts. Only an owner's methods change what it keeps."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final, get_args

from controller.poker.betting import seats_of
from controller.poker.book import Book, unwritten
from controller.poker.events import Event, TimerFired, Told
from controller.poker.hand import CANCELLED, Hand, Phase
from controller.poker.outcomes import Alarm, Arm, Ask, Outcome, Prompt, Ruling
from controller.poker.places import BET, STACK, Seat
from controller.poker.timers import Timer
from controller.table.state.button_rules import Positions
from controller.table.state.deck import Deck
from controller.table.state.physical import Felt
from controller.table.state.question import Question
from controller.table.state.seating import Seating
from controller.table.state.senses import Senses
from controller.table.state.setup import Setup, Stakes
from controller.table.state.stacks import Stacks
from controller.table.state.suspensions import Suspensions
from controller.table.state.tournament import Tournament
from controller.table.state.transit import ChipsInTransit

KEPT_RULINGS: Final = 10  # and all of the last event. A page shows the last few, the journal keeps all
KEPT_ALARMS: Final = 50  # of one hand: a part that flickers must not fill the memory


_CAME: Final[dict[type, str]] = {TimerFired: "timer"} | dict.fromkeys(get_args(Told), "entered")


class Table:
    """A table. Its fields are the core's own: read it through `view`."""

    __slots__ = (
        "alarms",
        "asks",
        "book",
        "button",
        "counters",
        "deck",
        "event",
        "felt",
        "hand",
        "hand_number",
        "last",
        "outcomes",
        "prompts",
        "questions",
        "ruled",
        "rulings",
        "seating",
        "senses",
        "sequence",
        "setup",
        "stacks",
        "stakes",
        "stakes_next",
        "suspensions",
        "tournament",
        "transit",
        "void_seats",
    )  # fmt: skip

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.sequence = 0  # events taken
        self.ruled = 0  # rulings and asks of this event
        self.felt = Felt(setup)
        self.senses = Senses(setup)
        self.stacks = Stacks(setup)
        self.transit = ChipsInTransit()
        self.suspensions = Suspensions()
        self.seating = Seating(setup.seats)
        self.stakes = setup.stakes
        self.stakes_next: Stakes | None = None
        self.tournament = Tournament(setup)
        self.deck = Deck()
        self.button: Seat = setup.button  # entered or set, for the next first hand
        self.last: Positions | None = None
        self.hand: Hand | None = None
        self.void_seats: tuple[Seat, ...] = ()  # of a cancelled hand that is closed and still to be dealt again
        self.hand_number = 0
        self.book = unwritten(setup.rulebook, setup.structure)
        self.asks: dict[str, Ask] = {}
        self.questions: dict[str, Question] = {}  # the facts of each ask, by its id
        self.alarms: list[Alarm] = []
        self.rulings: list[Ruling] = []
        self.prompts: list[Prompt] = []
        self.outcomes: list[Outcome] = []
        self.event: Event | None = None  # the event that is being taken
        self.counters: dict[tuple[Seat, str], int] = {}  # since the table was made

    @property
    def phase(self) -> Phase:
        """The phase of the table."""
        return self.hand.phase if self.hand else Phase.WAITING

    @property
    def button_now(self) -> Seat:
        """The seat of the button: of the last hand, otherwise for the first."""
        return self.last.button if self.last else self.button

    @property
    def to_deal_again(self) -> tuple[Seat, ...]:
        """The seats of a cancelled hand that is to be dealt again. Empty if the last hand was played out."""
        if self.hand is None:
            return self.void_seats
        return self.hand.seats if self.hand.phase is CANCELLED else ()

    # --- what is played ---------------------------------------------------------------------------------------------

    def play_by(self, book: Book) -> None:
        """This rulebook decides from now on."""
        self.book = book

    def announce_stakes(self, stakes: Stakes) -> None:
        """These stakes count from the next hand that has not begun."""
        self.stakes_next = stakes

    def take_stakes(self) -> bool:
        """Begin the next hand with the stakes that were announced last. Return False if none were."""
        if self.stakes_next is None:
            return False
        self.stakes, self.stakes_next = self.stakes_next, None
        return True

    def place_button(self, seat: Seat) -> None:
        """The button of the next hand is at this seat, wherever it was before."""
        self.button, self.last, self.void_seats = seat, None, ()

    def dealt_by_players(self, *, self_dealt: bool) -> None:
        """Set who deals from the next hand on: the players, or a dealer of the house."""
        self.setup = replace(self.setup, self_dealt=self_dealt)

    def describe(self, setup: Setup) -> None:
        """Give the table a new description from the next hand on. Only the differences take effect.

        Seats, debts, button and clocks go on.
        """
        before, self.setup = self.setup, setup
        self.senses = Senses(setup)
        if setup.stakes != before.stakes:
            self.stakes, self.stakes_next = setup.stakes, None
        if setup.smallest_chip != before.smallest_chip:
            self.stacks.redefine(setup.smallest_chip)
        if (setup.tournament, setup.schedule) != (before.tournament, before.schedule):
            self.tournament = Tournament(setup)
            self.transit.another_event()

    # --- hand and stacks --------------------------------------------------------------------------------------------

    @property
    def stack(self) -> Sequence[int]:
        """The stack of each seat, without small chips. While a hand lasts, its betting has the stacks."""
        return self.hand.betting.stack if self.hand is not None else self.stacks.between_hands

    def owned(self, seat: Seat) -> int:
        """All that counts as the seat's, small chips included."""
        return self.stack[seat] + self.stacks.small[seat]

    def next_hand(self, positions: Positions) -> int:
        """Begin another hand with button and blinds at `positions`. Return its number."""
        self.last = positions
        self.tournament.clock.hand_has_not_begun()
        self.hand_number += 1
        return self.hand_number

    def begin_hand(self, hand: Hand) -> None:
        """A hand takes the stacks over."""
        self.hand, self.void_seats = hand, ()

    def end_hand(self) -> None:
        """The hand leaves its stacks behind."""
        if self.hand is not None:
            self.stacks.hand_over(self.hand.betting.stack)
            self.void_seats = self.to_deal_again
            self.hand = None

    def go_on_with(self, hand: Hand, dropped: int) -> None:
        """A hand that was void goes on as it was. `dropped`: what the house had taken by then."""
        self.hand = hand
        self.stacks.drop(dropped - self.stacks.dropped)

    def gain(self, seat: Seat, amount: int) -> None:
        """Add an amount to the seat's stack, or take it off if it is less than 0."""
        owner = self.stacks if self.hand is None else self.hand
        if amount:
            owner.gain(seat, amount)

    def set_by_floor(self, seat: Seat, amount: int) -> None:
        """The same by a decision of the floor. A seat that is in a hand plays with it at once."""
        if self.hand is None:
            self.stacks.gain(seat, amount)
        else:
            self.hand.set_by_floor(seat, amount)

    def clear_stack(self, seat: Seat) -> None:
        """Nothing counts as the seat's any more."""
        self.gain(seat, -self.stack[seat])
        self.stacks.small_chips_are(seat, 0)

    def move_stack(self, giver: Seat, taker: Seat) -> None:
        """Move all that counts for one seat to another one, which had nothing."""
        small = self.stacks.small[giver]
        self.gain(taker, self.stack[giver] - self.stack[taker])
        self.clear_stack(giver)
        self.stacks.small_chips_are(taker, small)

    def count_stack(self, seat: Seat, chips: tuple[int, ...]) -> None:
        """These chips lie on the stack, and count as the seat's."""
        small = self.stacks.too_small(chips)
        self.gain(seat, sum(chips) - small - self.stack[seat])
        self.stacks.small_chips_are(seat, small)

    def retire_chip(self, low: int, high: int, seats: Iterable[Seat]) -> None:
        """A chip race is over. The low chips are out of the game, and these stacks play as a whole.

        The smallest chip that plays is the high one at most. A smaller one on a stack that is not read may play on.
        """
        for seat in seats:
            self.gain(seat, -self.stacks.small_chips_are(seat, 0))
        unread = any(self._read_chips(seat) is None for seat in seats)
        if low == self.stacks.least_chip or (low > self.stacks.least_chip and not unread):
            self.stacks.raise_least(min({high} | self.chips_in_play()))

    def _read_chips(self, seat: Seat) -> list[int] | None:
        """The denominations that lie on a stack, None if no reader sees them."""
        return self.felt.chips[STACK + seat] if self.senses.chips[seat] else None

    def chips_in_play(self) -> set[int]:
        """The denominations on the stacks that play, as far as readers see them. Chips that were set aside do not."""
        found: set[int] = set()
        for seat in seats_of(self.seating.held):
            chips = self._read_chips(seat) or ()
            aside = self.transit.foreign[seat]
            found.update(chips if not aside else (c for c, count in Counter(chips).items() if c * count > aside))
        smallest = self.setup.smallest_chip
        return {chip for chip in found if chip >= smallest}

    @property
    def least_chip(self) -> int:
        """The smallest chip that plays in the next hand. The floor may have brought smaller ones in."""
        return min({self.stacks.least_chip} | self.chips_in_play())

    # --- what people are told, asked and ruled ----------------------------------------------------------------------

    def begin_event(self, event: Event) -> None:
        """Take an event. It has no outcomes yet."""
        self.event, self.outcomes = event, []
        self.sequence += 1
        self.ruled = 0

    def begin_nothing(self) -> None:
        """The table was restored, and no event is being taken."""
        self.event, self.outcomes = None, []

    def log_act(self, hand: Hand, seat: Seat, act: str, total: int) -> None:
        """An act was ruled on. Log it with the time (ns) of the event that is being taken, and how that came."""
        event = self.event
        at = 0 if event is None else event.at
        how = "" if event is None else _CAME.get(type(event), "sensed")
        hand.records.log_ruling(at if isinstance(at, int) else at[1], how, seat, act, total)

    def report(self, outcome: Outcome) -> None:
        """Publish an outcome of the event."""
        self.outcomes.append(outcome)

    def arm(self, timer: Timer, at: int | None) -> None:
        """Let a timer fire at that time (ns). None: stop it."""
        self.outcomes.append(Arm(timer, at))

    def alarm(
        self, key: str, seat: Seat | None = None, amount: int | None = None, place: str | None = None, *,
        card: int | None = None, count: int | None = None, millis: int | None = None,
    ) -> None:  # fmt: skip
        """Raise an alarm. The facts are those of `Alarm`."""
        self.say(Alarm(key, seat, amount, place, (), card, count, millis))

    def say(self, alarm: Alarm) -> None:
        """Publish an alarm, and keep it for later readers."""
        self.alarms.append(alarm)
        del self.alarms[:-KEPT_ALARMS]
        self.outcomes.append(alarm)

    def silence(self, *keys: str) -> None:
        """End the alarms of these keys: what they waited for has come."""
        self.alarms = [alarm for alarm in self.alarms if alarm.key not in keys]

    def end_alarms(self, stands: Callable[[Alarm], bool]) -> None:
        """End the alarms that no longer stand."""
        self.alarms = [alarm for alarm in self.alarms if stands(alarm)]

    def prompt(self, prompt: Prompt) -> None:
        """Tell a person what to do next. This replaces prompts about that seat from earlier events.

        Prompts of one event stand beside each other, but one of the same key replaces the other.
        """
        whom, now = (prompt.to, prompt.seat), self.outcomes
        self.prompts = [p for p in self.prompts if (p.to, p.seat) != whom or (p in now and p.key != prompt.key)]
        self.prompts.append(prompt)
        self.outcomes.append(prompt)

    def fulfilled(self, key: str, seat: Seat) -> None:
        """End a prompt about a seat, because it is done."""
        self.prompts = [p for p in self.prompts if (p.key, p.seat) != (key, seat)]

    def forget_prompts(self) -> None:
        """End all prompts, because they are overtaken."""
        self.prompts.clear()

    def ask(self, question: Question) -> None:
        """Put a question to a person, and keep what its answer needs."""
        ask = question.ask
        self.asks[ask.id] = ask
        self.questions[ask.id] = question
        self.outcomes.append(ask)

    def reopen(self, question: Question) -> None:
        """Open a question again that was taken back."""
        ask = question.ask
        self.asks[ask.id] = ask
        self.questions[ask.id] = question

    def ask_about(self, name: str, question: Question) -> None:
        """Change the open question of that id to this one."""
        self.questions[name] = question

    def close(self, name: str) -> Question | None:
        """Close the question of that id, as it is answered or overtaken. Return it, or None if it is not open."""
        if self.asks.pop(name, None) is None:
            return None
        return self.questions.pop(name)

    def withdraw(self, *keys: str) -> None:
        """Close the open questions of these keys, because later events answer or overtake them."""
        for name in [name for name, ask in self.asks.items() if ask.key in keys]:
            self.close(name)

    def keep_ruling(self, ruling: Ruling) -> None:
        """Keep a ruling. The table keeps the last ones, and all of this event."""
        rulings = self.rulings
        rulings.append(ruling)
        while len(rulings) > KEPT_RULINGS and rulings[0].id[0] != self.sequence:
            del rulings[0]
        self.outcomes.append(ruling)

    def forget_hand(self) -> None:
        """The hand before is over. Forget its alarms, prompts and rulings, except those of this event.

        Close its questions, except those that outlast a hand.
        """
        now = self.outcomes
        self.alarms = [alarm for alarm in self.alarms if alarm in now]
        self.prompts = [prompt for prompt in self.prompts if prompt in now]
        self.rulings = [ruling for ruling in self.rulings if ruling in now]
        for name in [name for name, ask in self.asks.items() if ask.scope != "after"]:
            self.close(name)

    def count(self, seat: Seat, counter: str) -> None:
        """Count something that a seat did, such as a string bet or an act out of turn."""
        self.counters[(seat, counter)] = self.counters.get((seat, counter), 0) + 1

    def uncount(self, seat: Seat, counter: str) -> None:
        """Take back the last count, which was a mistake."""
        self.counters[(seat, counter)] -= 1

    def next_id(self) -> tuple[int, int]:
        """The id of the next ruling or ask of this event."""
        self.ruled += 1
        return (self.sequence, self.ruled)

    def bet_due(self, seat: Seat) -> int:
        """The amount due at the seat's bet line. > 0: chips still to come. < 0: chips to leave it."""
        hand = self.hand
        if hand is None or not self.senses.chips[seat]:
            return 0
        return (
            hand.betting.bet[seat] + hand.lines.lying[seat] + hand.waiting.chips[seat] - self.felt.total[BET + seat]
        )


def new_table(setup: Setup) -> Table:
    """A table in phase "waiting", nothing dealt."""
    return Table(setup)
