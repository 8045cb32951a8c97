"""The penalties among which a person chooses: the steps of the rulebook, and the one that comes next."""

from typing import Final, Literal

from controller.poker.book import Book
from controller.poker.places import Seat
from controller.rulebooks.entry import Punishable
from controller.table.state.questions_of_hands import Penalty
from controller.table.state.table import Table
from firmware_bridge.messages.roles import outranks

FREE: Final = ("none", "caution", "dead_hand", "suspension", "disqualification")
IN_ORDER: Final = ("none", "warning", "suspension", "disqualification")
WARNINGS: Final = ("none", "caution", "warning")
_RANK: Final = {"warning": 1, "suspension": 2, "disqualification": 3}  # of a ladder in order


def ask_penalty(table: Table, seat: Seat, matter: str, once: str = "") -> None:
    """Ask a person to choose from the rulebook's ladder. If it is in order, propose the next step.

    `once`: the step to propose instead if a first time need not be penalised.
    """
    book = table.book
    steps = _steps(book, matter)
    default = once or (next_step(table, book, seat, matter) if _in_order(book) else None)
    role: Literal["floor", "director"] = "director" if _punishment(book, matter).level == "director" else "floor"
    table.ask(Penalty(seat, matter, steps, default, role, table.counters.get((seat, matter), 0)))


def _in_order(book: Book) -> bool:
    return book.entries.penalties.ladder == "in_order"


def _punishment(book: Book, matter: str) -> Punishable:
    """The rulebook's rule on the penalty for a rule key. If there is none, the ladder decides."""
    entry = book.entries.named(matter)
    return entry if isinstance(entry, Punishable) else Punishable.silent()


def _steps(book: Book, matter: str) -> tuple[str, ...]:
    steps = IN_ORDER if _in_order(book) else FREE
    if _punishment(book, matter).sanction == "without_warning":
        return tuple(step for step in steps if step not in WARNINGS)
    return steps


def next_step(table: Table, book: Book, seat: Seat, matter: str) -> str:
    """The step that follows those the seat has had."""
    before = table.counters.get((seat, "penalties"), 0)
    longest = book.entries.penalties.rounds
    step = "warning" if not before else "suspension" if before <= longest else "disqualification"
    return "suspension" if step == "warning" and step not in _steps(book, matter) else step


def may_choose(table: Table, seat: Seat, step: str, matter: str, role: str) -> bool:
    """Whether this role may choose that step for an offence of the seat, if the ladder is in order.

    - A warning is not enough if the rulebook demands more.
    - Only the director may skip a step of the ladder, or a manager if the rulebook leaves it to them.
    """
    book = table.book
    if not _in_order(book):
        return True
    level = _punishment(book, matter).level
    if step in WARNINGS and step not in _steps(book, matter):
        return False
    if outranks(role, "director") or level == "managers":
        return True
    return not level and _RANK.get(step, 0) <= _RANK[next_step(table, book, seat, matter)]


def asked_of(table: Table, seat: Seat) -> str:
    """The rule key of the open question about a penalty of that seat, "" if there is none."""
    question = table.questions.get(f"penalty-{seat}")
    return question.matter if isinstance(question, Penalty) else ""


def withdraw_penalty(table: Table, seat: Seat, matter: str) -> None:
    """Close the question about a penalty, because there is nothing to punish after all."""
    if asked_of(table, seat) == matter:
        answered(table, seat)


def answered(table: Table, seat: Seat) -> str:
    """Close the question about a penalty, because the floor has decided. Return its rule key, "" if none was open."""
    question = table.close(f"penalty-{seat}")
    return question.matter if isinstance(question, Penalty) else ""
