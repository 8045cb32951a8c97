"""The robot dealer: it carries out the table's next step with its hands, and waits until the table has seen it.

It knows no rule. Cards come from the shoe in the order they lie in it. Pots go to the players to whom the table
awards them.
"""

from collections import Counter
from collections.abc import Callable, Generator

from firmware_bridge.messages.public import PublicAsk
from firmware_bridge.messages.told import Answer, DealerCommand
from hardware_sim.physics.things import BOARD, MOUTH, OFF, ThingId
from hardware_sim.shown import ShownAsk, ShownSituation, ShownStep, seats_of

from .chips import DENOMINATIONS, exactly, lying, select
from .players import Pace, Players, Script
from .says import Pause, Stuck, TableLink, Until, Wait, summary
from .senses import Sight
from .tabletop import TableTop
from .winners import winners

FLIGHT = 350_000_000
"""Time from the draw until the card lies at its spot, in ns. A quick dealer pitches nearly three cards a second."""

READ = 3_000_000_000
"""Time in ns in which every chip area is read twice. The sweep of unattended places takes about a second."""

IN_VAIN = 3
"""How often the dealer looks again without an answer of the table before it gives up."""

OVER = ("waiting", "claims", "cancelled")

BESIDE = ("break", "draw_card", "race_card", "race_count", "race_draw", "race_exchange", "race_pay", "wait_for_floor")
"""Steps of a table at which no hand is played. This dealer does not carry them out."""

FIRST_OF = {"flop": 0, "turn": 3, "river": 4}
"""How many board spots come before a street's first card."""
LAST_OF = {"flop": 3, "turn": 4, "river": 5}


class Dealer:
    """Deals one hand after another. `sight`: what the table senses itself. The dealer enters the rest.

    `again`: after so many ns without an answer of the table, the dealer looks at a step again and completes it. None:
    the hand ends with a failure instead.
    """

    def __init__(
        self, top: TableTop, link: TableLink, players: Players, pace: Pace, sight: Sight, again: int | None = None
    ) -> None:
        self.top, self.link, self.players, self.pace, self.sight, self.again = top, link, players, pace, sight, again
        self._steps: dict[str, Callable[[ShownStep], Script]] = {
            "shuffle": self._look_again,
            "place_button": self._place_button,
            "post_small_blind": self._post,
            "post_big_blind": self._post,
            "post_option": self._post,
            "post_entry": self._post,
            "post_ante": self._post,
            "post_big_blind_ante": self._post,
            "deal": self._deal,
            "act": self._act,
            "collect": self._collect,
            "give_back": self._give_back,
            "gather": self._gather,
            "burn": self._burn,
            "flop": self._board,
            "turn": self._board,
            "river": self._board,
            "expose": self._expose,
            "show": self._show,
            "show_or_muck": self._show,
            "take_in": self._take_in,
            "take_in_winner": self._take_in,
            "drop": self._drop,
            "award": self._award,
            "answer": self._answer,
            "name_winners": self._name_winners,
        }
        self._drawn: list[ThingId] = []  # in this hand, in order
        self.smallest = 0
        """Chips below it are out of the game, and no change is given in them."""

    # --- one hand -------------------------------------------------------------------------------------------------

    def hand(self, stub: list[ThingId], button: int | None = None) -> Script:
        """Deal a hand from a shoe with these cards, with the button at its seat.

        Raises Stuck if the table makes no progress.
        """
        if button is not None and button != self.link.says.button:
            self._tell("button", button)
            yield Until(lambda s: s.button == button, f"the button is at seat {button}")
        yield from self._start(stub)
        yield from self.go_on()

    def go_on(self) -> Script:
        """Deal what is left of the hand."""
        before, vain = None, 0
        while not self._over(says := self.link.says):
            if any(ask.key in ("which_draw", "card_missing") for ask in says.asks):
                yield from self._say_where(says)
                continue
            if says.next_step is None or says.next_step == before:
                yield self._until_moved(says)
                vain = vain + 1 if _same(self.link.says, says) else 0
                if vain == IN_VAIN:
                    raise Stuck(f"nothing comes of what the dealer does. The table says: {summary(says)}")
                before = None
                continue
            before = says.next_step
            yield from self._do(says.next_step)
        yield from self._clear()

    def _start(self, stub: list[ThingId]) -> Script:
        self.top.world.load_shoe(stub, self.top.now())
        self._drawn.clear()
        number = self.link.says.hand
        self._tell("shuffle")
        yield Pause(self.pace.motion)
        yield Until(lambda s: s.hand != number and s.phase not in OVER, "the hand begins")

    def _over(self, says: ShownSituation) -> bool:
        return says.phase in OVER and (says.next_step is None or says.next_step.key in ("shuffle", *BESIDE))

    def _until_moved(self, seen: ShownSituation) -> Until:
        what = "a next step" if seen.next_step is None else f"the step {seen.next_step.key} is done"
        return self._until(lambda s: not _same(s, seen), what)

    def _until(self, holds: Callable[[ShownSituation], bool], what: str) -> Until:
        if self.again is None:
            return Until(holds, what)
        return Until(holds, what, self.again, fatal=False)

    def _do(self, step: ShownStep) -> Script:
        if step.key not in self._steps:
            raise Stuck(f"the table asks for the step {step.key!r}. The robot knows {', '.join(self._steps)}")
        asks = self.link.says.asks
        yield from self._steps[step.key](step)
        what = f"after the step {step.key} {dict(step.params)} comes another"
        yield self._until(lambda s: s.next_step != step or s.asks != asks, what)

    def _tell(self, word: str, seat: int | None = None, value: str | None = None) -> None:
        self.link.tell("dealer", DealerCommand(word=word, seat=seat, value=value))

    # --- before the cards -----------------------------------------------------------------------------------------

    def _look_again(self, _step: ShownStep) -> Script:
        yield Pause(self.pace.motion)

    def _place_button(self, step: ShownStep) -> Script:
        yield Pause(self.pace.motion)
        self.top.button(step.seat)
        if "button" not in self.sight.places:
            self._tell("button", step.seat)

    def _post(self, step: ShownStep) -> Script:
        yield Pause(self.pace.motion)
        yield from self._pays(step.seat, step.number("amount"))
        self.top.post(step.seat, True)

    def _pays(self, seat: int, amount: int) -> Script:
        yield from self.players.pay(seat, amount)

    # --- cards ----------------------------------------------------------------------------------------------------

    def _draw(self) -> Generator[Wait, None, ThingId]:
        held = self.top.cards(MOUTH) or self.top.cards("dealer")
        if held:  # drawn already: the table was slow to see it
            return held[0]
        if not self.sight.shoe:
            yield Pause(self.pace.motion)
            return self.top.take_unseen()
        return (yield from self._draw_next())

    def _draw_next(self) -> Generator[Wait, None, ThingId]:
        wait = self.top.world.shoe_free_at - self.top.now()
        yield Pause(max(wait, self.pace.motion // 2))
        card = self.top.draw()
        self._drawn.append(card)
        yield Pause(FLIGHT)
        return card

    def _deal(self, step: ShownStep) -> Script:
        cards = seats_of(self.link.says)[step.seat].cards
        dealt = min(step.number("round"), cards + 1)  # an exposed card does not count
        astray = self._of_others(step.seat)
        if len([card for card in self.top.cards(f"seat:{step.seat}") if card not in astray]) < step.number("round"):
            card = yield from self._draw()
            self.top.lay(card, f"seat:{step.seat}")
        yield self._until(lambda s: seats_of(s)[step.seat].cards >= dealt or _amiss(s), f"a card at seat {step.seat}")

    def _of_others(self, seat: int) -> list[ThingId]:
        """Cards that belong to another seat, as the table says. The dealer deals on as if they did not lie there."""
        told = [alarm for alarm in self.link.says.alarms if alarm.key == "card.misplaced"]
        exits = [alarm.card for alarm in told if alarm.card is not None and alarm.seat not in (None, seat)]
        return [self._drawn[exit_ - 1] for exit_ in exits if exit_ <= len(self._drawn)]

    def _burn(self, _step: ShownStep) -> Script:
        if not self.sight.chips:
            yield from self._collect_bets()  # no reader sees the bets, so the table does not ask for it
        card = yield from self._draw()
        self.top.lay(card, OFF)  # under the pot's edge: no antenna sees the burn pile
        if not self.sight.shoe:
            self._tell("burned")
        yield Pause(self.pace.motion)

    def _board(self, step: ShownStep) -> Script:
        there = FIRST_OF[step.key] + step.number("card")
        spots = [f"board:{n}" for n in range(FIRST_OF[step.key] + 1, LAST_OF[step.key] + 1)]
        free = [spot for spot in spots if not self.top.cards(spot)]
        if len(spots) - len(free) < step.number("card"):  # else it lies there, and the table was slow to see it
            card = yield from self._draw()
            self.top.lay(card, free[0])
        yield self._until(lambda s: len(s.board) >= there or _amiss(s), f"card {there} on the board")

    # --- chips ----------------------------------------------------------------------------------------------------

    def _act(self, step: ShownStep) -> Script:
        seat = step.seat or self.link.says.turn or 0
        yield from self.players.act(seat, self.link.says)

    def _collect(self, step: ShownStep) -> Script:
        """Collect the bets. Chips may only not have been read yet, so they get time and are not asked for twice."""
        yield Until(lambda s: s.next_step != step, "the chips are read", READ, fatal=False)
        amount = min(step.number("amount"), -self._missing(step.seat))
        if self.link.says.next_step == step and amount > 0:
            yield from self._pays(step.seat, amount)

    def _give_back(self, step: ShownStep) -> Script:
        yield Until(lambda s: s.next_step != step, "the chips are read", READ, fatal=False)
        if self.link.says.next_step != step:
            return
        amount, line = step.number("amount"), f"bet:{step.seat}"
        yield from self._pass(line if self.top.world.value(line) >= amount else "pot", amount, f"stack:{step.seat}")

    def _gather(self, _step: ShownStep) -> Script:
        yield from self._collect_bets()
        if not self.sight.chips:
            self._tell("gathered")
        yield Pause(self.pace.motion)

    def _collect_bets(self) -> Script:
        """Give back what was not called, and push the rest into the pot."""
        if not self.sight.chips:
            yield from self._true_up()
        for seat in self._seats():
            uncalled = min(self._missing(seat), self.top.world.value(f"bet:{seat}"))
            if uncalled > 0:
                yield from self._pass(f"bet:{seat}", uncalled, f"stack:{seat}")
        chips = [thing.id for n in self._seats() for thing in self.top.world.at(f"bet:{n}")]
        yield Pause(self.pace.motion)
        for seat in self._seats():
            self.top.post(seat, False)
        self.top.shift(chips, "pot")

    def _true_up(self) -> Script:
        """See to it that all blinds are paid, if no reader reads chips so that the table cannot ask for them."""
        for seat in self._seats():
            if (owed := -self._missing(seat)) > 0:
                yield from self.players.pay(seat, owed)

    def _seats(self) -> list[int]:
        return [seat.seat for seat in self.link.says.seats]

    def _missing(self, seat: int) -> int:
        """The amount that the table counts as the seat's and that does not lie there."""
        there = self.top.world.value(f"stack:{seat}") + self.top.world.value(f"hand:{seat}")
        return seats_of(self.link.says)[seat].stack - there

    def _drop(self, step: ShownStep) -> Script:
        """Push the house's part of the pot into the drop."""
        if any(self.top.world.at(f"bet:{seat}") for seat in self._seats()):
            yield from self._collect_bets()
        yield from self._pass("pot", step.number("amount"), "drop")

    def _award(self, _step: ShownStep) -> Script:
        if not self.sight.chips or any(self.top.world.at(f"bet:{seat}") for seat in self._seats()):
            yield from self._collect_bets()
            yield Pause(self.pace.motion)
        for seat in self._seats():
            if (amount := self._missing(seat)) > 0:
                yield from self._pass("pot", amount, f"stack:{seat}")
        if not self.sight.chips:
            self._tell("awarded")

    def _pass(self, origin: str, amount: int, goal: str) -> Script:
        """Take chips worth `amount` from a place and push them to another, with change from the tray if necessary."""
        yield Pause(self.pace.motion)
        yield from self._make_change(origin, amount)
        wanted = exactly(lying(self.top.world, origin), amount)
        if wanted is None:
            there = self.top.world.value(origin)
            raise Stuck(f"{amount:,} are to go from {origin} to {goal}. There lie {there:,} and no chips make it")
        chips = select(self.top.world, origin, wanted)
        self.top.shift(chips, "dealer")
        yield Pause(self.pace.motion)
        self.top.shift(chips, goal)
        yield Pause(self.pace.motion)

    def _make_change(self, place: str, amount: int) -> Script:
        """Break chips of a place at the tray until some of them are worth just `amount`."""
        for _ in DENOMINATIONS:
            there = lying(self.top.world, place)
            if exactly(there, amount) is not None:
                return
            chip = min((d for d in there if d > _uncovered(there, amount)), default=0)
            smaller = self._smaller(chip)
            if not smaller:
                return
            yield from self._swap(place, chip, smaller)

    def _smaller(self, chip: int) -> dict[int, int] | None:
        tray = {d: n for d, n in lying(self.top.world, "tray").items() if self.smallest <= d < chip}
        return exactly(tray, chip) if chip else None

    def _swap(self, place: str, chip: int, smaller: dict[int, int]) -> Script:
        large = select(self.top.world, place, {chip: 1})
        self.top.shift(large, "dealer")
        yield Pause(self.pace.motion)
        small = select(self.top.world, "tray", smaller)
        self.top.shift(large, "tray")
        self.top.shift(small, "dealer")
        yield Pause(self.pace.motion)
        self.top.shift(small, place)
        yield Pause(self.pace.motion)

    # --- showdown and after ---------------------------------------------------------------------------------------

    def _expose(self, step: ShownStep) -> Script:
        for seat in _named(step):
            yield from self._table(seat)

    def _show(self, step: ShownStep) -> Script:
        if step.key == "show" or self.players.shows(step.seat):
            yield from self._table(step.seat)
        else:
            yield Pause(self.pace.motion)
            self._tell("mucks", step.seat)
            yield Until(
                lambda s: s.next_step != step or _must_show(s, step.seat), "the cards may go", READ, fatal=False
            )
            if _must_show(self.link.says, step.seat):
                yield from self._table(step.seat)

    def _take_in(self, step: ShownStep) -> Script:
        for seat in _named(step):
            yield Pause(self.pace.motion)
            for card in self.top.cards(f"seat:{seat}"):
                self.top.lay(card, "muck")

    def _table(self, seat: int) -> Script:
        yield Pause(self.pace.motion)
        self._tell("shows", seat)

    def _answer(self, _step: ShownStep) -> Script:
        """Answer a question of the table in a role that may: with the default, or else the first option."""
        yield Pause(self.pace.act)
        for ask in self.link.says.asks:
            self.link.tell(ask.role, Answer(ask=ask.id, option=ask.default or ask.options[0]))

    def _say_where(self, says: ShownSituation) -> Script:
        """Answer which card from the shoe lies somewhere, or where one of them is. The dealer looks at the cards."""
        yield Pause(self.pace.act)
        for ask in says.asks:
            option = {"which_draw": self._which, "card_missing": self._where}.get(ask.key, _nothing)(ask)
            if option in ask.options:  # else a reader beside heard the card, and the table will notice
                self.link.tell("dealer", Answer(ask=ask.id, option=option))
        yield self._until(lambda s: s.asks != says.asks, "the answer is taken")

    def _which(self, ask: ShownAsk) -> str:
        """The draw that lies at the place of the question, or two draws in a row. The dealer knows which cards they
        put there.

        If the table takes a card on the board for another one, any card of the board will do.
        """
        if not isinstance(ask, PublicAsk) or ask.place is None:
            return ""
        there = self.top.cards(ask.place)
        if there and ask.place in BOARD:
            there += [card for spot in BOARD for card in self.top.cards(spot)]
        numbers = [str(self._drawn.index(card) + 1) for card in there if card in self._drawn]
        numbers += [f"with-{n}" for n, card in enumerate(self._drawn) if n and {card, self._drawn[n - 1]} <= {*there}]
        numbers += ["unseen"] if there else []
        return next((number for number in numbers if number in ask.options), "")

    def _where(self, ask: ShownAsk) -> str:
        """Whether the card without a reading lies on the table. Otherwise the dealer burnt or dropped it.

        Asked about a fourth card of the flop, the dealer counts the cards on the board.
        """
        if "fourth" in ask.options:
            there = sum(len(self.top.cards(spot)) for spot in BOARD)
            return "fourth" if there > 3 else "burned"
        if ask.card is None:
            return ""
        card = self._drawn[ask.card - 1]
        lies = self.top.world.place_of(card) not in (OFF, MOUTH)
        return "lies" if lies else next(word for word in ("burned", "dealer", "fallen") if word in ask.options)

    def _name_winners(self, _step: ShownStep) -> Script:
        """Read the hands and enter the winners, if no reader knows the hands."""
        yield Pause(self.pace.act)
        self._tell("wins", value=winners(self.link.says, self.top.world))

    def _clear(self) -> Script:
        """Put the cards back to the deck after the hand."""
        yield Pause(self.pace.motion)
        for place in ("muck", *BOARD, *(f"seat:{n}" for n in range(1, 11))):
            for card in self.top.cards(place):
                self.top.lay(card, OFF)
        yield Pause(self.pace.motion)


def _amiss(says: ShownSituation) -> bool:
    """Whether the table asks for something other than the card that was just dealt."""
    remedy = says.next_step is not None and says.next_step.verb is not None
    return says.phase == "cancelled" or remedy or bool(says.asks)


def _named(step: ShownStep) -> tuple[int, ...]:
    """The seats that a step concerns, several or one."""
    return step.seats or (step.seat,)


def _must_show(says: ShownSituation, seat: int) -> bool:
    """Whether the table wants to see the cards after all."""
    return any((alarm.key, alarm.seat) == ("muck.must_show", seat) for alarm in says.alarms)


def _nothing(_ask: ShownAsk) -> str:
    """The answer of a dealer who does not look at cards."""
    return ""


def _same(one: ShownSituation, other: ShownSituation) -> bool:
    """Whether nothing has changed in the hand."""
    return (one.next_step, one.phase, one.turn, one.asks) == (other.next_step, other.phase, other.turn, other.asks)


def _uncovered(there: Counter[int], amount: int) -> int:
    """The rest of an amount when the highest chips that fit are taken first."""
    for denomination in sorted(there, reverse=True):
        amount -= denomination * min(there[denomination], amount // denomination)
    return amount
