"""`goto`: reach a situation by real acts, in which everybody checks or calls, or folds."""

from __future__ import annotations

from typing import Final

from hardware_sim.scenario.language.act_nodes import CarriesOut, Deals, Gathers, Goto, Settles, Street
from hardware_sim.scenario.language.player_acts import Plain, Shows
from hardware_sim.shown import Shown, standing

from .dealer import BETWEEN_HANDS, LIES_THEN, NEXT, Dealer
from .level import Depth, Impossible
from .players import Players

ORDER: Final = (
    "waiting", "shuffle", "posting", "dealing", "preflop", "flop", "turn", "river", "showdown", "award", "claims",
)  # fmt: skip
MOST_STEPS: Final = 300
"""Ten players in four rounds are 40 acts. A table that needs several times as many steps makes no progress."""

MOST_IDLE: Final = 20
"""The most steps in a row that may leave the table as it looks. Examples are cards without a reader and posts that
the table does not ask for."""


class Going:
    """Looks at the table, does the next thing a quiet table would do, and looks again."""

    def __init__(self, depth: Depth, players: Players, dealer: Dealer) -> None:
        self.depth, self.players, self.dealer = depth, players, dealer
        self._idle = 0

    def go(self, act: Goto) -> None:
        """Go on until the goal. Raises Impossible if it is behind, or the table asks a question or makes no
        progress."""
        started, self._idle = False, 0
        for _ in range(MOST_STEPS):
            view = self.depth.view
            if started or view.phase not in BETWEEN_HANDS:
                if _reached(view, act):
                    return
                _check(view, act)
            started = True
            try:
                self._step(view, act)
            except Impossible as error:
                raise Impossible(f"{act} is not reached: {error}. {_stands(view)}") from None
            self._moves_on(view, act)
        raise Impossible(f"{act} is not reached in {MOST_STEPS} steps. {_stands(self.depth.view)}")

    def _moves_on(self, before: Shown, act: Goto) -> None:
        """Raises Impossible if step after step leaves the table as it stood before."""
        self._idle = self._idle + 1 if _stands(before) == _stands(self.depth.view) else 0
        if self._idle == MOST_IDLE:
            raise Impossible(f"{act} is not reached: nothing that is done changes the table. {_stands(before)}")

    def _step(self, view: Shown, act: Goto) -> None:
        if view.phase in ORDER[:4] or view.phase in BETWEEN_HANDS:
            if view.next_step is not None and view.next_step.verb is not None:
                self.dealer.remedy.carry_out(CarriesOut(1))
            else:
                self.dealer.deal(Deals())
        elif view.phase == "award":
            self.dealer.push_pots()
        elif view.next_step is not None and view.next_step.verb is not None:
            self.dealer.remedy.carry_out(CarriesOut(1))
        elif view.next_step is not None and view.next_step.key in ("collect", "give_back"):
            self.players.settle(Settles())
        elif view.turn is not None:
            self._act(view, view.turn, act)
        else:
            self._after_round(view)

    def _act(self, view: Shown, seat: int, act: Goto) -> None:
        if act.folding or (act.keep and seat not in act.keep):
            self.players.plain(Plain((seat,), "fold"))
        else:
            self.players.plain(Plain((seat,), "call" if view.to_call else "check"))

    def _after_round(self, view: Shown) -> None:
        if any(self.depth.chips(f"bet:{seat.seat}") for seat in view.seats):
            self.dealer.gather(Gathers())
        elif view.next_step is not None and view.next_step.key == "expose":
            self.players.shows(Shows(tuple(seat.seat for seat in view.seats if seat.in_hand and not seat.shown)))
        elif view.phase == "showdown":
            hidden = {seat.seat for seat in view.seats if seat.in_hand and not seat.shown}
            self.players.shows(Shows(tuple(seat for seat in view.show_order if seat in hidden)[:1]))
        else:
            count = self.dealer.board_count()
            street = "flop" if count < LIES_THEN["flop"] else NEXT.get(count)
            if street is None:
                raise Impossible(f"nobody is to act and no card is to come. The table is at {view.phase}")
            self.dealer.street(Street(street))  # type: ignore[arg-type]  # one of the three streets


def _stands(view: Shown) -> str:
    """Where the table is, and what it waits for."""
    step = f", the next step is {view.next_step.key}" if view.next_step is not None else ""
    turn = f", seat {view.turn} is to act" if view.turn is not None else ""
    dues = "".join(
        f", {area.replace(':', ' ')} is {'short' if due > 0 else 'over'} by {abs(due)}" for area, due in view.dues
    )
    told = "".join(f", told: {p.key}" for p in standing(view)[-1:]) + "".join(
        f", alarm {a.key}" for a in view.alarms[-1:]
    )
    cards = sum(dict(view.cards_at).values())
    return f"Hand {view.hand} is at {view.phase}{turn}{step}{dues}{told}, {cards} cards are seen on the table"


def _reached(view: Shown, act: Goto) -> bool:
    if act.goal == "seat":
        return view.turn == act.seat
    if act.goal == "end":
        return view.phase in BETWEEN_HANDS
    return view.phase == act.goal


def _check(view: Shown, act: Goto) -> None:
    if view.asks:
        raise Impossible(f"{act}: the table asks {view.asks[0].key}. It wants an answer first")
    if act.goal in ORDER and view.phase in ORDER and ORDER.index(view.phase) > ORDER.index(act.goal):
        raise Impossible(f"{act}: the hand is at {view.phase} already")
    if act.goal == "seat" and view.phase in ORDER[8:]:
        raise Impossible(f"{act}: nobody acts any more, the hand is at {view.phase}")
