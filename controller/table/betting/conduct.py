"""Conduct: reports and decisions of people, recorded on hand and seat with author, article and consequence."""

from collections.abc import Callable
from typing import Final

from controller.poker.events import DealerCommand
from controller.poker.hand import OVER, SHOWDOWN_OVER, Hand, Phase, Stage
from controller.poker.outcomes import Count, Effect, Kill, Mark, Penalise, Prompt, Withdraw
from controller.poker.places import Seat
from controller.poker.said import ChosenPenalty, RemarkBy, ReportedFault, SeatAndSum, SumToCount
from controller.poker.showdown import holds_unbeatable
from controller.table.betting.actions import say
from controller.table.state.command_args import Refused, hand_of, said_by, seat_of
from controller.table.state.penalty_ladder import FREE, WARNINGS, answered, ask_penalty, asked_of, may_choose
from controller.table.state.question import Answer
from controller.table.state.questions_of_betting import Forward
from controller.table.state.questions_of_hands import DeadHand, OpenInMiddle, Outsider, Penalty
from controller.table.state.rulings import cards_lie_before, refuse, rule
from controller.table.state.table import Table
from controller.table.tournament import elimination
from firmware_bridge.messages.roles import outranks

REPORTED: Final = {  # the rule key of each report
    "device": "phones",
    "message": "phones",
    "talking": "phones",
    "disclosed": "disclosure",
    "open": "disclosure",
    "middle": "disclosure.middle",
    "collusion": "collusion",
    "miscall": "show.spoken",
    "remark": "remarks",
    "criticism": "remarks",
    "behaviour": "behaviour",
    "stack": "chips.readable",
}
OUTSIDERS: Final = {
    "spectator": "outsider_spectator",
    "other_table": "outsider_other_table",
    "staff": "outsider_staff",
}
"""People without a seat here who may disturb a hand, with the question that the floor is asked."""

# --- reported -------------------------------------------------------------------------------------------------------


def fault(table: Table, e: DealerCommand) -> None:
    """A report about a seat."""
    said = said_by(e, ReportedFault)
    matter = REPORTED[said.kind]
    for offender in (said.seat, said.other):
        if offender is not None:
            _REPORTS.get(said.kind, _to_the_floor)(table, offender, matter)


def _live(table: Table, seat: Seat) -> bool:
    """Whether the seat has a hand that can die. The last live one cannot."""
    hand = table.hand
    if hand is None or hand.phase in SHOWDOWN_OVER or not hand.betting.contested:
        return False
    return hand.betting.is_live(seat)


def _to_the_floor(table: Table, seat: Seat, matter: str) -> None:
    rule(table, matter, seat, (Count(seat, matter),))
    ask_penalty(table, seat, matter)


def _device(table: Table, seat: Seat, matter: str) -> None:
    """An answered telephone. The book may send the player away to talk, whether or not the call is tolerated."""
    lived = _live(table, seat)
    _communicated(table, seat, matter, ("calls",))
    if _talks_elsewhere(table):
        _leave_to_talk(table, seat, first_mucked=lived and not _live(table, seat))


def _message(table: Table, seat: Seat, matter: str) -> None:
    """A message read or sent on a device: like an answered telephone, but the player need not leave for it."""
    _communicated(table, seat, matter, ("messages", "calls"))


def _communicated(table: Table, seat: Seat, matter: str, tolerated: tuple[str, ...]) -> None:
    """The book kills the hand, or leaves it to the ladder. Nothing happens if the organiser tolerates it."""
    if table.setup.devices in tolerated:
        refuse(table, matter, seat)
    elif table.book.entries.phones.hand != "dead":
        _to_the_floor(table, seat, matter)
    else:
        effects: tuple[Effect, ...] = (Kill(seat),) if _live(table, seat) else ()
        rule(table, matter, seat, (*effects, Count(seat, matter)))


def _talking(table: Table, seat: Seat, matter: str) -> None:
    """A player stays and talks on the telephone at the table: the floor chooses the penalty, even if calls are
    tolerated. If the book sends no player away, it is an answered call."""
    if not _talks_elsewhere(table):
        _device(table, seat, matter)
    elif table.setup.devices == "calls":
        _leave_to_talk(table, seat, first_mucked=False)
        _to_the_floor(table, seat, matter)
    else:
        _device(table, seat, matter)
        ask_penalty(table, seat, matter)


def _talks_elsewhere(table: Table) -> bool:
    """Whether the book wants a call taken away from the table."""
    return table.book.entries.phones.talk == "away"


def _leave_to_talk(table: Table, seat: Seat, *, first_mucked: bool) -> None:
    """Ask the player, by their display, to leave the table. Prompt the dealer, unless the hand is mucked first."""
    table.prompt(Prompt("seat", seat, "leave_to_talk"))
    if not first_mucked or not cards_lie_before(table, seat):
        table.prompt(Prompt("dealer", seat, "talk_away", (("seat", seat),)))


def may_disclose(table: Table, hand: Hand) -> bool:
    """Whether telling or showing a live hand is no longer a fault: at showdown, or once betting has ended, as the
    book says."""
    if hand.phase is Phase.SHOWDOWN:
        return True
    last_bet = table.book.entries.disclosure.until == "last_bet"
    return last_bet and hand.stage is not Stage.ACTS and hand.betting.runs_out


def disclosed(table: Table, seat: Seat, matter: str = "disclosure") -> None:
    """A hand told or shown while betting is possible. It is dead if the floor confirms, or penalised after the
    hand."""
    hand = hand_of(table, "not_now")
    if not _live(table, seat) or may_disclose(table, hand):
        raise Refused("not_now")
    rule(table, matter, seat, (Count(seat, matter),))
    if table.book.entries.disclosure.hand == "dead":
        table.ask(DeadHand(seat))
    else:
        hand.offences.note(seat, matter)


def _open(table: Table, seat: Seat, matter: str) -> None:
    """A hand lies face up while others still act, so all have seen it. If the book kills such a hand, the floor
    chooses from the ladder, the dead hand first. Otherwise it is penalised after the hand."""
    hand, book = hand_of(table, "not_now"), table.book
    if not _live(table, seat) or may_disclose(table, hand):
        raise Refused("not_now")
    hand.rights.table_hand(seat)
    rule(table, matter, seat, (Count(seat, matter),))
    if book.entries.disclosure.hand == "dead":
        steps = ("dead_hand", *(step for step in FREE if step != "dead_hand"))
        table.ask(Penalty(seat, matter, steps, "dead_hand"))
    else:
        hand.offences.note(seat, matter)


def _middle(table: Table, seat: Seat, matter: str) -> None:
    """A hand laid open in the middle without an announcement. The floor reads it as a fold or as a call."""
    hand = table.hand
    if hand is None or not table.book.has(matter):
        disclosed(table, seat)
        return
    if hand.stage is not Stage.ACTS or hand.betting.turn != seat:
        disclosed(table, seat)
        return
    best = holds_unbeatable(hand, seat)
    hand.rights.table_hand(seat)
    hand.offences.note(seat, matter)
    rule(table, matter, seat, (Count(seat, matter),))
    table.ask(OpenInMiddle(seat, "call" if best else None))


def _remark(table: Table, seat: Seat, matter: str) -> None:
    """A remark during the hand by a player who is out of it. A live player's remark discloses their own hand."""
    if hand_of(table, "not_now").phase in OVER:
        raise Refused("not_now")
    if _live(table, seat) and table.book.has("disclosure"):
        refuse(table, "disclosure", seat)
        return
    _to_the_floor(table, seat, matter)


def outsider(table: Table, e: DealerCommand) -> None:
    """A remark on the hand by a person without a seat: a spectator, a player of another table, staff."""
    who = said_by(e, RemarkBy).who
    if not table.book.has("remarks"):
        raise Refused("no_rule")
    if hand_of(table, "not_now").phase in OVER:
        raise Refused("not_now")
    rule(table, "remarks", None, (), by=e.role)
    table.ask(Outsider(who, OUTSIDERS[who]))


def answer_outsider(table: Table, _q: Outsider, answer: Answer) -> None:
    """The floor warns them, sends them away from the table, or takes no step."""
    if answer.choice != "none":
        rule(table, "remarks", None, (), by="floor")


def _miscall(table: Table, seat: Seat, matter: str) -> None:
    """A hand called wrongly at showdown: the cards speak. If the book sanctions it, the floor says whether it was
    done on purpose. The second time, a penalty is proposed."""
    hand, book = hand_of(table, "not_now"), table.book
    if hand.phase not in (Phase.SHOWDOWN, *SHOWDOWN_OVER) or seat not in hand.seats:
        raise Refused("not_now")
    rule(table, matter, seat, (Count(seat, "miscalls"),))
    if book.entries.show_spoken.miscalled == "sanctioned":
        ask_penalty(table, seat, matter, once="none" if table.counters[(seat, "miscalls")] == 1 else "")


_REPORTS: Final[dict[str, Callable[[Table, Seat, str], None]]] = {
    "device": _device,
    "message": _message,
    "talking": _talking,
    "disclosed": disclosed,
    "open": _open,
    "middle": _middle,
    "miscall": _miscall,
    "remark": _remark,
}


def answer_dead(table: Table, _hand: Hand, q: DeadHand, answer: Answer) -> None:
    """The floor confirms that a hand is dead, or lets it live."""
    if answer.choice == "dead_hand" and _live(table, q.seat):
        rule(table, "disclosure", q.seat, (Kill(q.seat), Penalise(q.seat, "dead_hand")), by="floor")


def answer_middle(table: Table, hand: Hand, q: OpenInMiddle, answer: Answer) -> None:
    """The floor reads a hand laid open as a fold or a call (a check if there is nothing to call)."""
    if hand.stage is Stage.ACTS and hand.betting.turn == q.seat:
        say(table, q.seat, answer.choice, None)


# --- penalties ------------------------------------------------------------------------------------------------------


def penalty(table: Table, e: DealerCommand) -> None:
    """A penalty that the floor chooses."""
    said = said_by(e, ChosenPenalty)
    seat, step = said.seat, said.step
    if said.rounds == 0:
        raise Refused("value")
    asked = asked_of(table, seat)
    if not outranks(e.role, "floor"):
        _only_reported(table, seat)
        return
    if not may_choose(table, seat, step, asked or "penalties", e.role):
        refuse_step(table, seat, step, asked or "penalties")
        return
    answered(table, seat)
    penalise(table, seat, step, said.rounds or 0, "penalties", e.role, asked)


def _only_reported(table: Table, seat: Seat) -> None:
    """A dealer may not penalise, so the floor is asked. If the steps come in order the next one is proposed."""
    refuse(table, "penalties", seat)
    if not asked_of(table, seat):
        ask_penalty(table, seat, "penalties")


def refuse_step(table: Table, seat: Seat, step: str, matter: str) -> None:
    """Refuse a step that this role may not choose, or that the book does not have for the fault. The question stays
    open."""
    refuse(table, matter if step in WARNINGS else "penalties", seat)


def penalise(table: Table, seat: Seat, step: str, rounds: int, matter: str, by: str, asked: str = "") -> None:
    """Carry out a penalty. It affects the hand in play only if it is a dead hand or an exclusion. `asked` is the rule
    key of the question that it answers, if it was entered without one."""
    book = table.book
    if step == "none":
        return
    rounds = rounds or min(table.counters.get((seat, "suspension"), 0) + 1, book.entries.penalties.rounds)
    name = f"suspension {rounds}" if step == "suspension" else step
    effects: list[Effect] = [Penalise(seat, name), Count(seat, "penalties")]
    kills = step in ("dead_hand", "disqualification") and _live(table, seat)
    if kills:
        effects.append(Kill(seat))
    if step == "suspension":
        effects.append(Count(seat, "suspension"))
    if step == "disqualification":
        effects += [Withdraw(seat, table.stack[seat]), Mark(seat, "disqualified")]
    in_order = book.entries.penalties.ladder == "in_order"
    if step == "suspension":
        table.suspensions.suspend(seat, rounds)
    elif step == "warning" and in_order:
        table.suspensions.miss_next(seat)
    stack = table.stack[seat]
    also = asked if matter == "penalties" else "penalties"
    rule(table, matter, seat, tuple(effects), by=by, also=also, decided=f"penalty_{step}")
    if step == "disqualification":
        elimination.disqualified(table, seat, stack)


# --- counts, chairs -----------------------------------------------------------------------------------------


def count(table: Table, e: DealerCommand) -> None:
    """An opponent asks for the count of a bet. Only a player still in the hand may."""
    hand = hand_of(table)
    seat = seat_of(e)
    bettor = hand.betting.aggressor
    if not hand.betting.is_live(seat) or hand.stage is not Stage.ACTS or not bettor or bettor == seat:
        refuse(table, "chips.count", seat)
        return
    rule(table, "chips.count", seat, ())
    table.prompt(Prompt("dealer", bettor, "count", (("seat", bettor), ("amount", hand.betting.bet[bettor]))))


def count_of(table: Table, said: SumToCount) -> None:
    """Refuse to count anything but the bet for a player."""
    hand_of(table)
    refuse(table, "chips.count", said.seat)


def counted(table: Table, e: DealerCommand) -> None:
    """The dealer has counted a bet aloud. A wrong count changes nothing: the bet stands, and is to be counted
    again."""
    hand = hand_of(table)
    said = said_by(e, SeatAndSum)
    seat, bet = said.seat, hand.betting.bet[said.seat]
    if hand.stage is not Stage.ACTS or not bet:
        raise Refused("not_now")
    if said.amount != bet:
        rule(table, "chips.miscount", seat, (Count(seat, "chips.miscount"),))
        table.prompt(Prompt("dealer", seat, "count", (("seat", seat), ("amount", bet))))


def no_chip(table: Table, seat: Seat) -> None:
    """A seat put in something that is no chip of the table. It counts as nothing."""
    refuse(table, "chips.kind", seat)


def standing(table: Table, seat: Seat) -> None:
    """The dealer enters that a player stands. They cannot act until they sit."""
    table.seating.stand(seat)


def seated(table: Table, seat: Seat) -> None:
    """The dealer enters that a player sits."""
    table.seating.sit_down(seat)


def forward(table: Table, e: DealerCommand) -> None:
    """A motion with chips short of the line made another player act. The floor says whether it binds."""
    hand, book = hand_of(table), table.book
    said = said_by(e, SeatAndSum)
    if hand.stage is not Stage.ACTS or hand.betting.turn != said.seat:
        raise Refused("not_now")
    if not book.has("act.forward_motion"):
        refuse(table, "act.forward_motion", said.seat)
        return
    table.ask(Forward(said.seat, said.amount))


def answer_forward(table: Table, hand: Hand, q: Forward, answer: Answer) -> None:
    """The floor completes the act, or decides that it is none."""
    if hand.stage is not Stage.ACTS or hand.betting.turn != q.seat:
        return
    rule(table, "act.forward_motion", q.seat, (), by="floor")
    if answer.choice == "complete":
        say(table, q.seat, "amount", q.amount)


COMMANDS: Final[dict[str, tuple[Callable[..., None], str | None]]] = {
    "fault": (fault, "role"),
    "outsider": (outsider, "role"),
    "penalty": (penalty, "role"),
    "count": (count, "role"),
    "count_of": (count_of, "said"),
    "counted": (counted, "role"),
    "object": (no_chip, "seat"),
    "standing": (standing, "seat"),
    "seated": (seated, "seat"),
    "forward": (forward, "role"),
}
