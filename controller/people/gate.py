"""The gate: who is logged in, and what they may do. Every command and every request about people passes it.

A role or name that a message claims for its sender counts for nothing. Both come from the session.
"""

import hmac
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

import structlog

from controller.people.accounts import Account, Accounts, AccountsError, AccountsFile
from controller.people.demo import demo_people
from controller.people.hashing import Busy, Hashing
from controller.people.roles import OF_TECHNICIANS, Right, allowed, may, needs_two
from controller.people.second_person import SecondPerson
from controller.people.secrets import complaint, fits, hashed
from controller.people.sessions import HOUR, MINUTE, Limits, Session, Sessions
from controller.people.throttle import Throttle, place_of
from controller.registers import DeviceKey, DeviceKeyError
from controller.registers.files import read_whole, write_private
from firmware_bridge.messages.foreseen import Foreseen
from firmware_bridge.messages.guided import BeginNaming, BeginTest, GuidedAct, WalksNow, WriteNames
from firmware_bridge.messages.moments import PublicMoment
from firmware_bridge.messages.people import (
    AddPerson,
    Confirm,
    Diagnosis,
    EndSessions,
    Foresee,
    GuideTest,
    HowTestStands,
    ListPeople,
    LogIn,
    LogOut,
    LookBack,
    Person,
    PersonAnswer,
    PersonRequest,
    Recall,
    RecalledStep,
    RemovePerson,
    ResetPerson,
    SetUp,
    WhoAmI,
)
from firmware_bridge.messages.public import Text
from firmware_bridge.messages.roles import STAFF
from firmware_bridge.messages.status import Status
from firmware_bridge.messages.tablefile import TableFile
from firmware_bridge.messages.told import Answer as AnswerTo
from firmware_bridge.messages.told import Command, Entered

PURPOSE: Final = b"sessions"

# In an hour. A house with so many wrong PINs has other troubles. It is 2 MB of journal a day at most.
MOST_REFUSED: Final = 100

# Checked in place of a hash for an unknown account, so that the time taken reveals nothing.
NOBODYS: Final = "$argon2id$v=19$m=65536,t=3,p=4$zA8qlooTt5vukBTx7hF1gg$35h6DhazxykvXVdzmcwdcvWu/hKESK8oP3PMhhH0324"

log = structlog.get_logger("people")

# What the journal says of acts of a technician. Answers to orders are not journalled.
JOURNALLED: Final[Mapping[type, str]] = {
    BeginTest: "guided test", BeginNaming: "commissioning", WriteNames: "table file written",
}  # fmt: skip

Answer = Callable[[PersonAnswer], None]

# What a page asks by itself, without a person.
UNATTENDED: Final = ("who_am_i", "foresee", "look_back", "diagnosis", "test_state")


class Refusal(Exception):
    """A request is refused. `text` gives the reason."""

    def __init__(self, key: str, wait: int = 0, **params: str | int) -> None:
        self.text, self.wait = Text(key=f"refused.{key}", params=dict(params)), wait
        super().__init__(key)


@dataclass(slots=True)
class Gate:
    """The gate of one table. Times are ns of the table's clock. `note` journals what must be journalled."""

    file: AccountsFile
    sessions_path: Path
    key: DeviceKey
    config: TableFile
    boot: str
    note: Callable[[dict[str, str]], None] = lambda _facts: None
    recall: Callable[[int], tuple[RecalledStep, ...]] = lambda _back: ()
    foresee: Callable[[Command, Callable[[Foreseen | Text], None]], None] = lambda _command, _give: None
    parts: Callable[[], tuple[Status | None, int]] = lambda: (None, 0)
    walks: Callable[[], WalksNow] = WalksNow
    lead_test: Callable[[GuidedAct], None] = lambda _act: None
    look_back: Callable[[str, Callable[[tuple[PublicMoment, ...]], None]], None] = lambda _ask, _give: None
    hashing: Hashing = field(default_factory=Hashing)
    code: str = ""
    nobodys: str = NOBODYS
    _throttle: Throttle = field(default_factory=Throttle)
    _second: SecondPerson = field(default_factory=SecondPerson)
    _demo: Accounts | None = None
    _damage: str = ""  # of the file, as last logged
    _hour_began: int = 0
    _refused: int = 0
    _sessions: Sessions = field(init=False)

    def __post_init__(self) -> None:
        people = self.config.people
        self._sessions = Sessions(Limits(people.idle_minutes * MINUTE, people.longest_hours * HOUR))
        if self.config.table.simulated:
            self._demo = demo_people()

    def open(self, now: int) -> None:
        """Restore earlier sessions. Without an account, log the code with which the first one is made."""
        try:
            text = self.key.unwrap(PURPOSE, read_whole(self.sessions_path)).decode()
            self._sessions.restore(text, self.boot, now)
        except FileNotFoundError:
            pass
        except (DeviceKeyError, ValueError, TypeError, KeyError, OSError):
            log.warning("the sessions of before are damaged: everybody logs in again")
        if not len(self.accounts()):
            self.code = f"{secrets.randbelow(10**8):08}"
            log.warning("this table has no account: open its pages and set up the first one", code=self.code)

    @property
    def vacant(self) -> bool:
        """Whether the first account is still to be made."""
        return bool(self.code) and not len(self.accounts())

    def accounts(self) -> Accounts:
        """Return all people of the table. A damaged file has none, and is logged."""
        if self._demo is not None:
            return self._demo
        try:
            return self.file.read()
        except (AccountsError, OSError) as error:
            if str(error) != self._damage:
                log.error("the accounts cannot be read", detail=str(error))  # noqa: TRY400 - no trace
            self._damage = str(error)
            return Accounts()

    def close(self) -> None:
        """End the thread."""
        self.hashing.close()

    # --- commands ---------------------------------------------------------------------------------------------------

    def bind(self, entered: Entered, source: str, now: int) -> tuple[Command, Text | None]:
        """Return a command under the name and in the role of its session, and why it is refused, if it is."""
        session = self._sessions.find(entered.session, source, self.accounts(), now)
        if session is None:
            return Command(role="player", author="-", told=entered.told), Text(key="refused.session")
        session.used = now
        command = Command(role=session.role, author=session.name, told=entered.told)
        if not may(session.role, entered.told) or not needs_two(entered.told, self.config.people.chips_alone):
            return command, None
        second = self._second.use(entered.second, session.digest, entered.told, now)
        if isinstance(second, Text):
            return command, second
        return command.model_copy(update={"second": second}), None

    def end_sessions_through(self, source: str) -> None:
        """End each session that was begun through a source, as it can no longer be believed."""
        self._sessions.end_through(source)
        self._keep_sessions()
        self._say("source_cut", source=source)

    # --- requests ---------------------------------------------------------------------------------------------------

    def take(self, request: PersonRequest, answer: Answer, now: int) -> None:
        """Answer a request, now or when a hash is done."""
        try:
            self._take(request, answer, now)
        except Refusal as error:
            answer(PersonAnswer(number=request.number, refused=error.text, wait=error.wait, vacant=self.vacant))
        except Busy:
            answer(PersonAnswer(number=request.number, refused=Text(key="refused.busy"), wait=1))

    def _take(self, request: PersonRequest, answer: Answer, now: int) -> None:
        ask = request.ask
        match ask:
            case LogIn():
                self._check(request, ask.name, ask.secret, answer, now, self._logged_in)
            case Confirm():
                self._confirm(request, ask, answer, now)
            case SetUp():
                self._set_up(request, ask, answer, now)
            case LogOut():
                self._log_out(request, ask, answer, now)
            case WhoAmI() | Recall() | Diagnosis() | HowTestStands():
                answer(self._known(request, ask, now))
            case GuideTest():
                self._lead(ask.act, self._session(request, now))
                answer(PersonAnswer(number=request.number))
            case Foresee() | LookBack():
                self._inquire(request, ask, answer, self._session(request, now))
            case AddPerson() | ResetPerson():
                self._new_secret(request, ask, answer, now)
            case ListPeople() | RemovePerson() | EndSessions():
                self._care(request, ask, answer, now)

    def _lead(self, act: GuidedAct, session: Session) -> None:
        """Pass it on to the bridge, which refuses it in a hand. The journal has the person who began, or who wrote
        the table file."""
        what = JOURNALLED.get(type(act))
        if what is not None:
            self._say(what, name=session.name, role=session.role)
        self.lead_test(act)

    def _known(
        self, request: PersonRequest, ask: WhoAmI | Recall | Diagnosis | HowTestStands, now: int
    ) -> PersonAnswer:
        """Return what is known already. Raises Refusal."""
        session = self._session(request, now)
        match ask:
            case WhoAmI():
                return PersonAnswer(number=request.number, person=self._person(session))
            case Recall():
                return PersonAnswer(number=request.number, recalled=self.recall(ask.back))
            case Diagnosis():
                status, age = self.parts()
                return PersonAnswer(number=request.number, status=status, status_age_ms=age)
            case HowTestStands():
                walks = self.walks()
                sheet = walks.sheet if ask.sheet else None
                return PersonAnswer(number=request.number, test=walks.test, naming=walks.naming, sheet=sheet)

    def _inquire(self, request: PersonRequest, ask: Foresee | LookBack, answer: Answer, session: Session) -> None:
        """Have the moments before a question told, or what an answer to it would change."""

        def tell(**told: object) -> None:
            answer(PersonAnswer.model_validate({"number": request.number, **told}))

        match ask:
            case LookBack():
                self.look_back(ask.ask, lambda moments: tell(moments=moments))
            case Foresee():
                given = AnswerTo(ask=ask.ask, option=ask.option)
                command = Command(role=session.role, author=session.name, told=given)
                self.foresee(command, lambda it: tell(**{"refused" if isinstance(it, Text) else "foreseen": it}))

    def _session(self, request: PersonRequest, now: int) -> Session:
        """Return the session that asks, if its role may ask that. Raises Refusal."""
        token = getattr(request.ask, "session", "")
        session = self._sessions.find(token, request.source, self.accounts(), now)
        if session is None:
            raise Refusal("session")
        if session.role not in allowed(Right("request", request.ask.do)):
            least = "technician" if request.ask.do in OF_TECHNICIANS else "director"
            raise Refusal("role", role=session.role, least=least)
        if request.ask.do not in UNATTENDED:
            session.used = now
        return session

    def _check(
        self,
        request: PersonRequest,
        name: str,
        secret: str,
        answer: Answer,
        now: int,
        then: Callable[[PersonRequest, Account, int], PersonAnswer],
    ) -> None:
        """Have a secret checked. `then` answers if it is right. Raises Refusal, Busy."""
        if wait := self._throttle.wait(name, _place(request), now):
            raise Refusal("wait", wait, seconds=wait)
        account = self.accounts().find(name)
        kept = self.nobodys if account is None else account.kept
        # Counted before it is checked, so that many tries at once each wait.
        self._throttle.tried(name, _place(request), now)

        def checked(right: object, later: int) -> None:
            if right is not True or account is None or self.accounts().find(name) != account:
                self._refused_log_in(request, name, later)
                answer(PersonAnswer(number=request.number, refused=Text(key="refused.log_in")))
                return
            self._throttle.right(name, _place(request), later)
            try:
                answer(then(request, account, later))
            except Refusal as error:
                answer(PersonAnswer(number=request.number, refused=error.text))

        self.hashing.do(partial(fits, kept, secret), checked)

    def _refused_log_in(self, request: PersonRequest, name: str, now: int) -> None:
        """Journal a refused log-in, up to a bound. Otherwise anyone who reaches the page could fill the medium."""
        if now - self._hour_began >= HOUR:
            self._hour_began, self._refused = now, 0
        self._refused += 1
        if self._refused <= MOST_REFUSED:
            self._say("refused log-in", name=name, address=request.address)
        elif self._refused == MOST_REFUSED + 1:
            self._say("further refused log-ins of this hour are not written down", address=request.address)

    def _logged_in(self, request: PersonRequest, account: Account, now: int) -> PersonAnswer:
        token = self._sessions.begin(account, request.source, now)
        self._keep_sessions()
        self._say("log-in", name=account.name, role=account.role, address=request.address)
        person = Person(name=account.name, role=account.role, demo=account.demo)
        return PersonAnswer(number=request.number, token=token, person=person)

    def _log_out(self, request: PersonRequest, ask: LogOut, answer: Answer, now: int) -> None:
        self._session(request, now)
        session = self._sessions.end(ask.session)
        self._keep_sessions()
        if session is not None:
            self._say("log-out", name=session.name, role=session.role)
        answer(PersonAnswer(number=request.number))

    # --- the second person ------------------------------------------------------------------------------------------

    def _confirm(self, request: PersonRequest, ask: Confirm, answer: Answer, now: int) -> None:
        first = self._session(request, now)
        self._asked_for(first, ask, now)
        if ask.name.strip().casefold() == first.name.casefold():
            raise Refusal("second_same", name=first.name)
        self._check(request, ask.name, ask.secret, answer, now, partial(self._confirmed, first, ask))

    def _asked_for(self, first: Session, ask: Confirm, now: int) -> None:
        if not self._second.is_asked(first.digest, ask.told, now):
            raise Refusal("second_late")

    def _confirmed(
        self, first: Session, ask: Confirm, request: PersonRequest, account: Account, now: int
    ) -> PersonAnswer:
        self._asked_for(first, ask, now)
        if account.role not in STAFF:
            raise Refusal("role", role=account.role, least="dealer")
        token = self._second.give(first.digest, ask.told, account.name, now)
        self._say("second person", name=account.name, role=account.role, first=first.name)
        return PersonAnswer(number=request.number, token=token)

    # --- accounts ---------------------------------------------------------------------------------------------------

    def _set_up(self, request: PersonRequest, ask: SetUp, answer: Answer, now: int) -> None:
        """Make the first account. The code for it is in the controller's log."""
        if not self.vacant:
            raise Refusal("set_up_done")
        if wait := self._throttle.wait("", _place(request), now):
            raise Refusal("wait", wait, seconds=wait)
        if not hmac.compare_digest(ask.code.strip().encode(), self.code.encode()):
            self._throttle.tried("", _place(request), now)
            raise Refusal("code")
        if wrong := complaint("director", ask.name, ask.secret):
            raise Refusal(wrong)

        def made(kept: str, later: int) -> None:
            self._change(request, answer, later, lambda accounts: _first(accounts, ask.name, kept), ask.name)

        self._hash(request, ask.secret, answer, made)

    def _new_secret(self, request: PersonRequest, ask: AddPerson | ResetPerson, answer: Answer, now: int) -> None:
        by = self._session(request, now)
        known = self.accounts().find(ask.name)
        role = ask.role if isinstance(ask, AddPerson) else known.role if known else "director"
        if role == "player":
            raise Refusal("no_account", role=role)
        if wrong := complaint(role, ask.name, ask.secret):
            raise Refusal(wrong)

        def made(kept: str, later: int) -> None:
            if isinstance(ask, AddPerson):
                self._change(request, answer, later, lambda a: a.added(ask.name, role, kept), by.name)
            else:
                self._change(request, answer, later, lambda a: a.reset(ask.name, kept), by.name)

        self._hash(request, ask.secret, answer, made)

    def _hash(self, request: PersonRequest, secret: str, answer: Answer, then: Callable[[str, int], None]) -> None:
        """Have a new secret hashed. `then` goes on with what is kept of it. Raises Busy.

        Argon2 takes 64 MiB and can fail. Its result is then no hash, and nothing is kept.
        """

        def done(kept: object, later: int) -> None:
            if isinstance(kept, str):
                then(kept, later)
                return
            log.error("a secret could not be hashed", cause=type(kept).__name__)
            answer(PersonAnswer(number=request.number, refused=Text(key="refused.not_kept")))

        self.hashing.do(partial(hashed, secret), done)

    def _care(
        self, request: PersonRequest, ask: ListPeople | RemovePerson | EndSessions, answer: Answer, now: int
    ) -> None:
        by = self._session(request, now)
        if isinstance(ask, RemovePerson):
            self._change(request, answer, now, lambda a: a.removed(ask.name), by.name)
            return
        if isinstance(ask, EndSessions):
            self._sessions.end_all(ask.name)
            self._keep_sessions()
            self._say(ask.do, name=ask.name, by=by.name)
        answer(self._people(request))

    def _change(
        self,
        request: PersonRequest,
        answer: Answer,
        now: int,
        make: Callable[[Accounts], Accounts],
        by: str,
    ) -> None:
        """Change the accounts, and answer with what there is then."""
        ask = request.ask
        try:
            self._may_change()
            self.file.change(make)
        except AccountsError as error:
            answer(PersonAnswer(number=request.number, refused=Text(key=f"refused.{error.key}")))
            return
        except OSError as error:
            log.error("the accounts cannot be written", detail=str(error))  # noqa: TRY400 - no trace
            answer(PersonAnswer(number=request.number, refused=Text(key="refused.not_kept")))
            return
        name = getattr(ask, "name", "")
        if not isinstance(ask, AddPerson | SetUp):
            self._sessions.end_all(name)
            self._keep_sessions()
        self.code = ""
        self._say(ask.do, name=name, by=by)
        account = self.accounts().find(name)
        if isinstance(ask, SetUp) and account is not None:
            answer(self._logged_in(request, account, now))
        else:
            answer(self._people(request))

    def _may_change(self) -> None:
        if self._demo is not None:
            raise AccountsError("demo", "the people of a simulated table stay as they are")

    def _people(self, request: PersonRequest) -> PersonAnswer:
        people = tuple(
            Person(name=one.name, role=one.role, demo=one.demo, sessions=self._sessions.count(one))
            for one in self.accounts()
        )
        return PersonAnswer(number=request.number, people=people)

    def _person(self, session: Session) -> Person:
        return Person(name=session.name, role=session.role, demo=self._demo is not None)

    # --- kept -------------------------------------------------------------------------------------------------------

    def _keep_sessions(self) -> None:
        try:
            write_private(self.sessions_path, self.key.wrap(PURPOSE, self._sessions.to_json(self.boot).encode()))
        except OSError as error:  # they end with this process then, and are good until then
            log.warning("the sessions cannot be kept", detail=str(error))

    def _say(self, what: str, **about: str) -> None:
        log.info(what, **about)
        self.note({"what": what, **about})


def _first(accounts: Accounts, name: str, kept: str) -> Accounts:
    """Return the accounts with the first one. Raises AccountsError if another person was quicker."""
    if len(accounts):
        raise AccountsError("set_up_done", "there is an account already. Log in with it.")
    return accounts.added(name, "director", kept)


def _place(request: PersonRequest) -> str:
    return place_of(request.source, request.address)
