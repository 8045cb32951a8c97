"""What people ask about themselves and each other: log-in and log-out, a second person's word, accounts.

A console passes these on and knows no more than it passes. Secrets and tokens hide themselves from every repr.
"""

from typing import Annotated, Literal

from pydantic import Field

from .base import PROTOCOL, Author, Count, Kinded, Line, Message, Name, Secret, Token
from .foreseen import Foreseen
from .guided import GuidedAct, GuidedNow, GuidedSheet, NamingNow
from .moments import PublicMoment
from .public import Text
from .roles import STAFF, Role
from .status import Status
from .told import Told


class OfSession(Message):
    """What a person asks who is logged in."""

    session: Token = Field(repr=False)


class LogIn(Message):
    """Begin a session."""

    do: Literal["log_in"] = "log_in"
    name: Author
    secret: Secret = Field(repr=False)


class LogOut(OfSession):
    """End this session."""

    do: Literal["log_out"] = "log_out"


class WhoAmI(OfSession):
    """Whose session it is. Asking keeps no session alive."""

    do: Literal["who_am_i"] = "who_am_i"


class Confirm(OfSession):
    """A second person confirms what the first one has just entered, word for word."""

    do: Literal["confirm"] = "confirm"
    name: Author
    secret: Secret = Field(repr=False)
    told: Told


class SetUp(Message):
    """The first account, a director's. `code` is what the controller has printed in its log."""

    do: Literal["set_up"] = "set_up"
    code: Name = Field(repr=False)
    name: Author
    secret: Secret = Field(repr=False)


class ListPeople(OfSession):
    """All accounts, and how many sessions each has."""

    do: Literal["people_list"] = "people_list"


class AddPerson(OfSession):
    """Add an account."""

    do: Literal["people_add"] = "people_add"
    name: Author
    role: Role
    secret: Secret = Field(repr=False)


class RemovePerson(OfSession):
    """Remove an account and end its sessions."""

    do: Literal["people_remove"] = "people_remove"
    name: Author


class ResetPerson(OfSession):
    """Give an account another secret and end its sessions."""

    do: Literal["people_reset"] = "people_reset"
    name: Author
    secret: Secret = Field(repr=False)


class EndSessions(OfSession):
    """End all sessions of an account."""

    do: Literal["people_end"] = "people_end"
    name: Author


class Recall(OfSession):
    """One hand as it was recorded. `back`: 0 for the current one, 1 for the one before."""

    do: Literal["recall"] = "recall"
    back: Annotated[int, Field(ge=0, le=10)] = 0  # AGCO 13.1.1: the last hand and nine before it


class Foresee(OfSession):
    """What an answer to an open question would change. Asking keeps no session alive."""

    do: Literal["foresee"] = "foresee"
    ask: Line
    option: Line


class Diagnosis(OfSession):
    """What the bridge knows of the parts. A page asks again and again: that keeps no session alive."""

    do: Literal["diagnosis"] = "diagnosis"


class HowTestStands(OfSession):
    """How a guided test and the naming stand, and with `sheet` the last pass sheet. It keeps no session alive."""

    do: Literal["test_state"] = "test_state"
    sheet: bool = False


class GuideTest(OfSession):
    """Lead a guided test or the naming: begin, answer an order, write the table file."""

    do: Literal["test_lead"] = "test_lead"
    act: Annotated[GuidedAct, Field(discriminator="do")]


class LookBack(OfSession):
    """The moments of the hand before an open question. Without one: those before now. It keeps no session alive."""

    do: Literal["look_back"] = "look_back"
    ask: Line = ""


PersonAsk = Annotated[
    LogIn | LogOut | WhoAmI | Confirm | SetUp | ListPeople | AddPerson | RemovePerson | ResetPerson | EndSessions
    | Recall | Foresee | LookBack | Diagnosis | HowTestStands | GuideTest,
    Field(discriminator="do"),
]  # fmt: skip


class PersonRequest(Kinded):
    """A request for the controller. `number` comes back with the answer. `address`: where the person is."""

    version: Count = PROTOCOL
    source: Name
    number: Count
    address: Name = ""
    ask: PersonAsk


class Person(Message):
    """An account as others may know it. `demo`: of the simulator, with a published PIN."""

    name: Author
    role: Role
    demo: bool = False
    sessions: Count = 0


class RecalledLine(Message):
    """An event of a record, or an outcome of it: its name, for which a page has words, and its values as text."""

    name: str
    values: str = ""


class RecalledStep(Message):
    """A record of the journal: when and from whom it came, and its lines. Nothing that was never public.

    `kind` and `source` have words on a page. `refused`: the key of the reason.
    """

    record: Count
    time: str
    source: str
    kind: str
    role: str = ""
    by: str = ""
    refused: str = ""
    lines: tuple[RecalledLine, ...] = ()


class PersonAnswer(Kinded):
    """The answer to a request. `token`: of the new session, or of the second person's word. `wait`: seconds until
    the next try counts. `vacant`: there is no account yet, so the set-up is open. `recalled`: the steps of a hand.
    `foreseen`: what an answer would change. `moments`: of the hand, the oldest first. `status`: the newest word of
    the bridge, so many ms old. `test`, `naming`, `sheet`: how its guided test and the naming stand, and the last
    pass sheet."""

    number: Count
    refused: Text | None = None
    wait: Count = 0
    token: Token = Field(default="", repr=False)
    person: Person | None = None
    people: tuple[Person, ...] = ()
    recalled: tuple[RecalledStep, ...] = ()
    foreseen: Foreseen | None = None
    moments: tuple[PublicMoment, ...] = ()
    vacant: bool = False
    status: Status | None = None
    status_age_ms: Count = 0
    test: GuidedNow | None = None
    naming: NamingNow | None = None
    sheet: GuidedSheet | None = None


# The people of a simulated table, and their PIN: the simulator's robots log in with it, and its visitors.
DEMO_PIN = "246810"
DEMO_NAMES: dict[Role, str] = {role: f"Demo {role}" for role in (*STAFF, "display")}
