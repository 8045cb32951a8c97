"""`goto`: reach a situation by real acts, in which everybody checks or calls, or folds."""

from typing import Final

from hardware_sim.scenario.language.act_nodes import CarriesOut, Deals, Gathers, Goto, Settles, Street
from hardware_sim.scenario.language.player_acts import Plain, Shows
from hardware_sim.shown import Shown, ShownCourse, standing

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
            now = self.depth.course
            if started or now.phase not in BETWEEN_HANDS:
                if _reached(now, act):
                    return
                _check(now, act)
            started = True
            try:
                self._step(now, act)
            except Impossible as error:
                raise Impossible(f"{act} is not reached: {error}. {_stands(self.depth.view)}") from None
            self._moves_on(now, act)
        raise Impossible(f"{act} is not reached in {MOST_STEPS} steps. {_stands(self.depth.view)}")

    def _moves_on(self, before: ShownCourse, act: Goto) -> None:
        """Raises Impossible if step after step leaves the course of the hand as it was before."""
        self._idle = self._idle + 1 if _course(before) == _course(self.depth.course) else 0
        if self._idle == MOST_IDLE:
            stands = _stands(self.depth.view)
            raise Impossible(f"{act} is not reached: nothing that is done changes the table. {stands}")

    def _step(self, now: ShownCourse, act: Goto) -> None:
        if now.phase in ORDER[:4] or now.phase in BETWEEN_HANDS:
            if now.next_step is not None and now.next_step.verb is not None:
                self.dealer.remedy.carry_out(CarriesOut(1))
            else:
                self.dealer.deal(Deals())
        elif now.phase == "award":
            self.dealer.push_pots()
        elif now.next_step is not None and now.next_step.verb is not None:
            self.dealer.remedy.carry_out(CarriesOut(1))
        elif now.next_step is not None and now.next_step.key in ("collect", "give_back"):
            self.players.settle(Settles())
        elif now.turn is not None:
            self._act(now, now.turn, act)
        else:
            self._after_round(now)

    def _act(self, now: ShownCourse, seat: int, act: Goto) -> None:
        if act.folding or (act.keep and seat not in act.keep):
            self.players.plain(Plain((seat,), "fold"))
        else:
            self.players.plain(Plain((seat,), "call" if now.to_call else "check"))

    def _after_round(self, now: ShownCourse) -> None:
        if self.dealer.lying():
            self.dealer.gather(Gathers())
        elif now.next_step is not None and now.next_step.key == "expose":
            self.players.shows(Shows(_hidden(self.depth.view)))
        elif now.phase == "showdown":
            view = self.depth.view
            hidden = _hidden(view)
            self.players.shows(Shows(tuple(seat for seat in view.show_order if seat in hidden)[:1]))
        else:
            count = self.dealer.board_count()
            street = "flop" if count < LIES_THEN["flop"] else NEXT.get(count)
            if street is None:
                raise Impossible(f"nobody is to act and no card is to come. The table is at {now.phase}")
            self.dealer.street(Street(street))  # type: ignore[arg-type]  # one of the three streets


def _hidden(view: Shown) -> tuple[int, ...]:
    """The seats whose hands can win and are not shown."""
    return tuple(seat.seat for seat in view.seats if seat.in_hand and not seat.shown)


def _course(now: ShownCourse) -> tuple[object, ...]:
    return now.hand, now.phase, now.turn, now.to_call, now.next_step, now.asks


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


def _reached(now: ShownCourse, act: Goto) -> bool:
    if act.goal == "seat":
        return now.turn == act.seat
    if act.goal == "end":
        return now.phase in BETWEEN_HANDS
    return now.phase == act.goal


def _check(now: ShownCourse, act: Goto) -> None:
    if now.asks:
        raise Impossible(f"{act}: the table asks {now.asks[0].key}. It wants an answer first")
    if act.goal in ORDER and now.phase in ORDER and ORDER.index(now.phase) > ORDER.index(act.goal):
        raise Impossible(f"{act}: the hand is at {now.phase} already")
    if act.goal == "seat" and now.phase in ORDER[8:]:
        raise Impossible(f"{act}: nobody acts any more, the hand is at {now.phase}")
