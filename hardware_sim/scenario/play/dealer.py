"""What the dealer does, as hands at the table: cards, gathering, pushing pots."""

from contextlib import suppress
from typing import Final

from controller.poker.betting import clockwise
from controller.poker.cards import DECK_SIZE, name
from controller.poker.places import SEATS
from controller.rulebooks.variants import variant_of
from hardware_sim.physics.things import BOARD
from hardware_sim.scenario.language.act_nodes import (
    CarriesOut,
    Deals,
    Fault,
    Gathers,
    MovesCards,
    NextCard,
    PushesPots,
    PutsButton,
    Settles,
    Street,
    SweepsIn,
)
from hardware_sim.scenario.language.player_acts import Mucks, Posts
from hardware_sim.scenario.language.tree import Header
from hardware_sim.shown import Shown

from .core_commands import enter
from .level import MOTION, Depth, Impossible
from .players import Players, missing, seat_of
from .remedies import Remedies
from .table_setup import deck

BETWEEN_HANDS: Final = ("waiting", "claims", "cancelled")
CARDS_OF: Final = {"flop": 3, "turn": 1, "river": 1, "burn": 0}


ORDER: Final = ("skipping", "twice", "misplaced")
"""Faults of the order. Their cards are dealt so slowly that each one is identified before the next leaves the
shoe."""

LIES_THEN: Final = {"flop": 3, "turn": 4, "river": 5, "burn": 0}
BURNS_BY: Final = {"flop": 1, "turn": 2, "river": 3}
"""How many cards are burnt once the board has the cards of a street."""

POT_UNREAD: Final = {"pot", "chips", *(f"chips:{seat}" for seat in range(1, 11))}
"""Parts without which the dealer says that the pots are pushed."""

NEXT: Final = {0: "flop", 3: "turn", 4: "river"}
"""The next street, by the number of cards on the board."""


class Cancelled(Exception):
    """The hand became void while a card left the shoe. Nothing more is dealt."""


class Dealer:
    """Does what the script says, and no more. It looks at the table as any dealer would."""

    def __init__(self, depth: Depth, players: Players, header: Header) -> None:
        self.depth, self.players, self.header = depth, players, header
        self.absent = set(header.absent)
        self._burned = False
        self._hands = 0
        self._arranged_for: list[int] = []
        self._loaded = False  # before the first hand
        self._drawn: list[str] = []
        """The cards drawn since the dealer began the current act."""
        self.remedy = Remedies(depth, self.absent)

    # --- before the cards ---------------------------------------------------------------------------------------

    def shuffle(self) -> None:
        """Begin a hand. The shoe then holds the cards of the scenario."""
        number = self.depth.course.hand
        enter(self.depth, "dealer", "shuffle")
        view = self.depth.view
        if view.hand != number:
            self._burned = False
            self._hands += 1
            self._arranged_for = self.order(view)
            self.depth.load(self._arranged(view))
        self.depth.rest()

    def _arrange_for_late_payers(self) -> None:
        """Arrange the shoe again if a player paid for their place after the shuffle. No card is out yet."""
        view = self.depth.view
        order = self.order(view)
        if order != self._arranged_for and not self._dealt_so_far(order):
            self._arranged_for = order
            self.depth.restack(self._arranged(view))

    def _arranged(self, view: Shown) -> list[str]:
        return deck(self.header, variant_of(view.variant), self.order(view), first_hand=self._hands <= 1)

    def mix_for_button(self) -> None:
        """Take up all cards and mix the deck. Cards are to be drawn for the button."""
        if self.depth.phase in BETWEEN_HANDS:
            self.depth.load([name(card) for card in range(DECK_SIZE)])

    def order(self, view: Shown) -> list[int]:
        """Return the seats in the order in which they are dealt to."""
        return clockwise([seat.seat for seat in view.seats if seat.dealt_in], view.button or 0)

    def ready(self) -> None:
        """Shuffle, place the button and post, as far as that is still to be done."""
        if self.depth.course.phase in BETWEEN_HANDS:
            self.shuffle()
        view = self.depth.view
        if view.phase in BETWEEN_HANDS:
            raise Impossible(f"no hand begins. The table is {view.phase}")
        if view.next_step is not None and view.next_step.key == "cut":
            enter(self.depth, "dealer", "cut")
        if view.phase in ("shuffle", "posting"):
            self.depth.button(view.button or 0)
            for seat in self.order(view):
                if self.players.to_post(seat) > 0 and not self._takes_later(view, seat):
                    self.players.posts(Posts((seat,)))

    def _takes_later(self, view: Shown, seat: int) -> bool:
        """Whether an absent player brings the blinds only when the table asks for them, as in a cash game."""
        return view.contest is None and any(s.seat == seat and s.state == "absent" for s in view.seats)

    def place(self, act: PutsButton) -> None:
        self.depth.button(act.seat)
        self.depth.rest()

    # --- cards --------------------------------------------------------------------------------------------------

    def deal(self, act: Deals) -> None:
        """Deal the hole cards that are still to come, with the faults that the act names."""
        self.ready()
        self._arrange_for_late_payers()
        goals = self._goals(act)
        astray = any(fault.kind in ORDER for fault in act.faults)
        self._drawn.clear()
        for seat in goals[: act.count]:
            if (self.depth.course.phase if astray else self.depth.phase) == "cancelled":
                break
            with suppress(Cancelled):
                self._draw_to(f"seat:{seat}", act.faults, str(seat))
        self._must_have_been(act.faults)
        if not self._dealt() and {"shoe", "cards"} <= self.absent:
            enter(self.depth, "dealer", "deal_done")
        self.depth.rest()

    def _must_have_been(self, faults: tuple[Fault, ...]) -> None:
        """Raises Impossible if a card with which something was to go wrong was not drawn."""
        missed = [fault for fault in faults if fault.card and fault.card not in self._drawn]
        if missed:
            drawn = " ".join(self._drawn) or "none"
            raise Impossible(f"{missed[0]}: that card was not drawn. Drawn were {drawn}")

    def _goals(self, act: Deals) -> list[int]:
        view = self.depth.view
        order = self.order(view)
        goals = order * view.hole_cards
        for fault in act.faults:
            if fault.kind in ("skipping", "twice") and fault.seat not in goals:
                raise Impossible(f"{fault}: that seat is dealt no cards")
            if fault.kind == "skipping":
                goals.remove(fault.seat)
            elif fault.kind == "twice":
                goals.insert(goals.index(fault.seat), fault.seat)
        return goals[self._dealt_so_far(order) :]

    def _dealt_so_far(self, order: list[int]) -> int:
        fallen = len(self.depth.cards("off"))
        return fallen + sum(len(self.depth.cards(f"seat:{seat}")) for seat in order)

    def _dealt(self) -> bool:
        return self.depth.course.phase not in ("shuffle", "posting", "dealing")

    def _draw_to(self, place: str, faults: tuple[Fault, ...], called: str) -> None:
        card = self._draw(faults)
        fault = next((f for f in faults if f.card == card and f.kind in ("misplaced", "off")), None)
        self.depth.lay(card, place if fault is None else fault.place or "off")
        if any(f.kind == "exposing" and f.card == card for f in faults):
            self.remedy.turned.add(card)
            which = (str(len(self.depth.cards(place))),) if {"shoe", "cards"} <= self.absent else ()
            enter(self.depth, "dealer", "exposed", (called, *which))

    def next_card(self, act: NextCard) -> None:
        """Lay the next card of the shoe at a place, whatever is due, even before the first shuffle."""
        if not self._hands and not self._loaded:
            self._loaded = True
            self.depth.load(self._arranged(self.depth.view))
        if act.fault == "joker":
            self.depth.joker(act.goal)
        else:
            card = self.depth.draw("up" if act.fault == "boxed" else "down", read=act.fault != "unread")
            self.depth.lay(card, act.goal)
        if act.goal in ("board", *BOARD):
            self._burned = False  # the burn was that of this street
        self.depth.rest()

    def _draw(self, faults: tuple[Fault, ...]) -> str:
        """Draw the next card and set boxed cards aside. Only the scenario's writer knows which card comes."""
        coming = self.depth.coming()
        self._drawn.append(coming)
        while any(fault.kind == "boxed" and fault.card == coming for fault in faults):
            if "shoe" in self.absent:
                enter(self.depth, "dealer", "boxed")
            if "shoe" not in self.absent or not self.remedy.carry_out_one("shoe"):
                self.depth.lay(self.depth.draw("up"), "aside")
            if self.depth.phase == "cancelled":
                raise Cancelled
            coming = self.depth.coming()
            self._drawn.append(coming)
        kinds = {fault.kind for fault in faults if fault.card == coming}
        return self.depth.draw(read="unread" not in kinds)

    def street(self, act: Street) -> None:
        """Gather, burn and lay the cards of a street. "burn" alone burns now."""
        self._drawn.clear()
        with suppress(Cancelled):
            self._street(act)
        self._must_have_been(act.faults)
        self.depth.rest()

    def _street(self, act: Street) -> None:
        kinds = {fault.kind for fault in act.faults}
        if act.name != "burn" and "without gathering" not in kinds and self.lying():
            self.gather(Gathers())
        if not kinds & {"without burn", "two burns"}:
            before = self.board_count()
            self.remedy.carry_out(CarriesOut())
            if before < self.board_count() >= LIES_THEN[act.name]:
                return  # the remedy laid the card
        burns = 0 if "without burn" in kinds or (self._burned and act.name != "burn") or self._burnt_already() else 1
        for _ in range(burns + ("two burns" in kinds)):
            self._burn(act.faults)
        self._burned = act.name == "burn"
        usual = max(0, 3 - self.board_count()) if act.name == "flop" else CARDS_OF[act.name]
        count = next((fault.count for fault in act.faults if fault.kind == "cards"), usual)
        laid = [self._board_card(act.faults) for _ in range(count)]
        if laid and self.absent & {"board", "faces"} and len(self.depth.view.board) < self.board_count():
            named = self.depth.view.board
            enter(self.depth, "dealer", "board", tuple(card for card in self._on_the_board() if card not in named))

    def _on_the_board(self) -> list[str]:
        """The cards on the board, from the left."""
        return [card for spot in BOARD for card in self.depth.cards(spot)]

    def _burnt_already(self) -> bool:
        """Whether the table says that a card of the board is next, because a remedy made the burn."""
        step = self.depth.course.next_step
        if step is not None and step.key == "expose":  # the cards come first, at a table that does not ask for it
            return self.depth.view.burns >= BURNS_BY[NEXT.get(self.board_count(), "flop")]
        return step is not None and step.key in CARDS_OF and step.key != "burn"

    def _burn(self, faults: tuple[Fault, ...]) -> None:
        self.depth.lay(self._draw(faults), "burn")
        if "shoe" in self.absent:
            enter(self.depth, "dealer", "burned")

    def _board_card(self, faults: tuple[Fault, ...]) -> str:
        free = [n for n in range(1, 6) if not self.depth.cards(f"board:{n}")]
        if not free:
            raise Impossible("the board has five cards already")
        card = self.depth.coming()
        self._draw_to(f"board:{free[0]}", faults, f"board:{free[0]}")
        return card

    def board_count(self) -> int:
        """Return how many cards lie on the board."""
        return sum(1 for spot in BOARD if self.depth.cards(spot))

    def move(self, act: MovesCards) -> None:
        """Move, lift or lay back cards, without an entry."""
        cards = act.cards or tuple(self.depth.cards(f"seat:{act.seat}"))
        if not cards:
            raise Impossible(f"seat {act.seat} has no cards")
        for card in cards:
            if act.goal == "lifted":
                self.depth.lift(card)
            else:
                self.depth.lay(card, f"seat:{act.seat}" if act.goal == "back" else act.goal)
        self.depth.rest()

    def muck(self, act: Mucks) -> None:
        """Throw hands into the muck. At showdown the dealer first enters that they are given up, and may be
        refused."""
        for seat in act.seats:
            if self.depth.course.phase != "showdown" or self._given_up(seat):
                self.players.throw(seat)
            self.depth.rest()

    def _given_up(self, seat: int) -> bool:
        enter(self.depth, "dealer", "mucks", (str(seat),))
        return not seat_of(self.depth, seat).in_hand

    # --- chips --------------------------------------------------------------------------------------------------

    def _seats(self) -> tuple[int, ...]:
        return tuple(seat.seat for seat in self.depth.view.seats)

    def lying(self) -> bool:
        """Whether chips lie on a bet line."""
        return any(self.depth.chips(f"bet:{seat}") for seat in SEATS)

    def _left_behind(self) -> tuple[int, ...]:
        """The seats without a player that have chips on their bet lines."""
        held = self._seats()
        return tuple(seat for seat in SEATS if seat not in held and self.depth.chips(f"bet:{seat}"))

    def gather(self, act: Gathers) -> None:
        """Give back what is due back and gather the rest into the pot, or gather all of it as it lies."""
        seats = act.seats or self._seats()
        if not act.as_they_lie:
            self._return(seats)
        seats = seats if act.seats else (*seats, *self._left_behind())
        for seat in seats:
            if self.depth.chips(f"bet:{seat}"):
                self.depth.post_spot(seat, present=False)
        self.depth.sweep([f"bet:{seat}" for seat in seats], "pot")
        if {"pot", "chips"} & self.absent and self.depth.course.phase in ("preflop", "flop", "turn", "river"):
            enter(self.depth, "dealer", "gathered")
        self.depth.rest()

    def _return(self, seats: tuple[int, ...]) -> None:
        if self.depth.course.phase != "award":
            over = tuple(seat for seat in seats if seat_of(self.depth, seat).due < 0)
            if over:
                self.players.settle(Settles(over))
            return
        for seat in seats:
            back = min(missing(self.depth, seat_of(self.depth, seat)), sum(self.depth.chips(f"bet:{seat}")))
            if back > 0:
                self.players.give_back(f"bet:{seat}", f"stack:{seat}", back)

    def push_pots(self) -> None:
        """Push the pots to the players to whom the table awarded them."""
        if self.depth.course.phase != "award":
            raise Impossible(f"no pot is awarded yet. The table is at {self.depth.course.phase}")
        if self.lying():
            self.gather(Gathers())
        for seat in self._seats():  # what an absent player still owes the pot
            held = seat_of(self.depth, seat)
            if held.state in ("absent", "leaving") and (extra := -missing(self.depth, held)) > 0:
                self.players.give_back(f"stack:{seat}", "pot", extra)
        self._drop()
        for seat in self._seats():
            if self.depth.course.phase != "award":
                break
            held = seat_of(self.depth, seat)
            if (amount := held.owed or missing(self.depth, held)) > 0:
                self.players.give_back("pot", f"stack:{seat}", amount)
        if self.depth.course.phase == "award" and self.absent & POT_UNREAD:
            enter(self.depth, "dealer", "awarded")
        self.depth.wait(MOTION)

    def push_pots_to(self, act: PushesPots) -> None:
        """Push all that lies in the middle to one stack. Bets of a closed round are gathered first."""
        if self.depth.course.turn is None and self.lying():
            self.gather(Gathers())
        chips = self.depth.chips("pot")
        if not chips:
            raise Impossible("nothing lies in the pot")
        self.depth.shift(tuple(chips), "pot", f"stack:{act.seat}")
        self.depth.rest()

    def sweep_in(self, act: SweepsIn) -> None:
        """Take hands to the muck one after the other, in one go."""
        seats = act.seats or self._to_take_in()
        if not seats:
            raise Impossible("the table wants no hand taken in")
        for seat in seats:
            self.players.throw(seat)
            self.depth.rest()

    def _to_take_in(self) -> tuple[int, ...]:
        """The seats whose hands the next step names."""
        step = self.depth.course.next_step
        return () if step is None or step.key not in ("take_in", "take_in_winner") else step.seats

    def _drop(self) -> None:
        """Drop the house's part into the slot before the pots are pushed."""
        step = self.depth.course.next_step
        if step is not None and step.key == "drop":
            self.players.give_back("pot", "drop", step.number("amount"))
