"""People at the controller's real sockets: log-in, sessions, two people, accounts, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from controller.people import gate
from controller.people.accounts import Accounts, AccountsError, AccountsFile
from controller.people.gate import NOBODYS
from controller.people.secrets import Cost, complaint, fits, hashed
from controller.people.sessions import HOUR, MINUTE, Limits, Sessions
from controller.people.throttle import LONGEST, SECOND, Throttle
from controller.registers import FileDeviceKey
from firmware_bridge.messages.people import (
    AddPerson,
    Confirm,
    EndSessions,
    ListPeople,
    LogIn,
    LogOut,
    PersonAnswer,
    PersonRequest,
    RemovePerson,
    ResetPerson,
    SetUp,
    WhoAmI,
)
from firmware_bridge.messages.roles import Role
from firmware_bridge.messages.sensed import SeatKey
from firmware_bridge.messages.told import Command, DealerCommand, Entered, FloorDecision
from firmware_bridge.messages.wire import Ack, Event, Verdict

from .service_rig import NAMES, SECRET, Peer, Rig
from .service_steps import SHUFFLE
from .things import at, table_file

CHEAP = Cost(1, 1, 8)
ISSUE = FloorDecision(decision="issue", seat=1, amount=500, reason="bought")


def at_work(rig: Rig, role: Role) -> tuple[Peer, str]:
    """A console, and the session of a person who has logged in there."""
    console = rig.peer("console")
    return console, console.session(role)


def asked_for_a_second(rig: Rig) -> tuple[Peer, str]:
    """The floor has entered an issue of chips, for which a second person is asked."""
    console, session = at_work(rig, "floor")
    entered(console, session, ISSUE)
    return console, session


def entered(console: Peer, session: str, told: DealerCommand | FloorDecision = SHUFFLE, second: str = "") -> Verdict:
    console.say(Entered(session=session, told=told, second=second))
    return console.last(Verdict)


def refused(answer: PersonAnswer) -> str:
    assert answer.refused is not None
    return answer.refused.key.removeprefix("refused.")


def entries_of(rig: Rig, source: str) -> list[dict[str, Any]]:
    """The clear parts of what is journalled of a source, oldest first."""
    return [json.loads(record.body) for _, record in rig.service._journal.reading.recall() if record.source == source]


# --- sessions -------------------------------------------------------------------------------------------------------


def test_the_journal_names_the_person_and_role_of_the_session(plain: Rig) -> None:
    console = plain.peer("console")
    assert console.tell(DealerCommand(word="last_hands"), "floor")
    entry = next(
        record
        for _, record in plain.service._journal.reading.recall()
        if record.source == "console" and record.kind != "hello"
    )
    body = json.loads(entry.body)
    assert (body["role"], body["author"]) == ("floor", "Ann floor")


def test_a_command_that_names_its_own_role_counts_for_nothing(plain: Rig) -> None:
    console = plain.peer("console")
    body = Command(role="director", author="Ann director", told=SHUFFLE)
    console.send(Event(source="console", epoch=1, sequence=1, stamp=5, body=body))
    assert plain.state(console).hand == 0
    assert [body.get("author") for body in entries_of(plain, "console")] == [None, None]


def test_what_a_console_says_that_it_senses_counts_for_nothing(plain: Rig) -> None:
    console = plain.peer("console")
    body = SeatKey(seat=1, key="fold", at=at(1))
    console.send(Event(source="console", epoch=1, sequence=1, stamp=5, body=body))
    assert [entry.get("refused", {}).get("key") for entry in entries_of(plain, "console")] == [None, "refused.kind"]
    assert console.last(Ack).sequence == 1


@pytest.mark.parametrize("session", ["", "nobody", "A" * 43])
def test_without_a_session_nothing_is_entered(plain: Rig, session: str) -> None:
    console = plain.peer("console")
    assert entered(console, session).key == "refused.session"
    assert plain.state(console).hand == 0


def test_a_session_is_good_through_its_own_source_alone(tmp_path: Path) -> None:
    rig = Rig(table_file(tmp_path).model_copy(deep=True))
    session = rig.peer("console").session("dealer")
    other = Sessions(Limits(HOUR, HOUR))
    accounts = Accounts().added("Ann", "dealer", "x")
    token = other.begin(next(iter(accounts)), "console", 0)
    assert session
    assert other.find(token, "console", accounts, 1) is not None
    assert other.find(token, "robot", accounts, 1) is None
    rig.close()


def test_a_session_ends_unused_after_half_an_hour(plain: Rig) -> None:
    console, session = at_work(plain, "dealer")
    plain.clock.time += 29 * MINUTE
    assert entered(console, session).accepted
    plain.clock.time += 30 * MINUTE
    assert entered(console, session).key == "refused.session"


def test_a_session_ends_after_twelve_hours_however_busy(plain: Rig) -> None:
    console, session = at_work(plain, "dealer")
    for _ in range(35):
        plain.clock.time += 20 * MINUTE
        assert entered(console, session).key != "refused.session"
    plain.clock.time += 20 * MINUTE
    assert entered(console, session).key == "refused.session"


def test_asking_who_one_is_keeps_no_session_alive(plain: Rig) -> None:
    console, session = at_work(plain, "dealer")
    for _ in range(2):
        plain.clock.time += 15 * MINUTE
        answer = console.ask(WhoAmI(session=session))
    assert refused(answer) == "session"


def test_who_has_logged_out_enters_nothing_more(plain: Rig) -> None:
    console, session = at_work(plain, "dealer")
    console.ask(LogOut(session=session))
    assert entered(console, session).key == "refused.session"


def test_the_director_ends_the_sessions_of_anybody(plain: Rig) -> None:
    console, session = at_work(plain, "dealer")
    console.ask(EndSessions(session=console.session("director"), name="ann"))
    assert entered(console, session).key == "refused.session"


def test_sessions_outlive_the_controller_but_not_the_machine(plain: Rig) -> None:
    console, session = at_work(plain, "dealer")
    plain.restart()
    console.greet()
    assert entered(console, session).accepted
    plain.restart(boot="two")
    console.greet()
    assert entered(console, session, DealerCommand(word="burned")).key == "refused.session"


def test_the_files_of_people_show_no_name_and_no_token(plain: Rig) -> None:
    token = plain.peer("console").session("dealer")
    state = plain.config.paths.state
    for name in ("people", "sessions"):
        assert (state / name).stat().st_mode & 0o777 == 0o600
    everything = b"".join(path.read_bytes() for path in state.iterdir() if path.is_file())
    assert token.encode() not in everything
    assert SECRET.encode() not in everything
    assert b"Ann" not in (state / "people").read_bytes()


def test_a_replayed_entry_is_answered_again_and_counts_once(plain: Rig) -> None:
    console = plain.peer("console")
    body = Entered(session=console.session("dealer"), told=SHUFFLE)
    event = Event(source="console", epoch=1, sequence=1, stamp=5, body=body)
    console.send(event)
    console.send(event)
    assert [verdict.accepted for verdict in console.all(Verdict)] == [True, True]
    assert plain.state(console).hand == 1


# --- log-in ---------------------------------------------------------------------------------------------------------


def test_a_wrong_secret_and_an_unknown_name_are_answered_alike(plain: Rig) -> None:
    console = plain.peer("console")
    wrong = console.ask(LogIn(name="Ann", secret="wrong horse"))  # noqa: S106 - wrong
    unknown = console.ask(LogIn(name="Bob", secret=SECRET))
    assert refused(wrong) == refused(unknown) == "log_in"
    assert wrong.token == unknown.token == ""


def test_after_three_wrong_secrets_the_right_one_waits_too(plain: Rig) -> None:
    console = plain.peer("console")
    for _ in range(4):
        console.ask(LogIn(name="Ann", secret="wrong"))  # noqa: S106 - wrong
    answer = console.ask(LogIn(name="Ann", secret=SECRET))
    assert (refused(answer), answer.wait) == ("wait", 2)
    plain.clock.time += 2 * SECOND
    assert console.ask(LogIn(name="Ann", secret=SECRET)).token


def test_more_log_ins_at_once_than_the_queue_holds_are_told_to_come_again(
    plain: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    console = plain.peer("console")
    plain.service.gate.hashing._jobs.maxsize, plain.service.gate.nobodys = 1, NOBODYS
    for number in range(100, 106):
        ask = LogIn(name=f"nobody {number}", secret=SECRET)
        console.send(PersonRequest(source="console", number=number, address=str(number), ask=ask))
    answers = console.all(PersonAnswer)
    assert any(refused(answer) == "busy" for answer in answers)
    assert all(answer.token == "" for answer in answers)


def test_the_wait_doubles_up_to_an_hour_and_is_forgotten_after_a_day() -> None:
    throttle, now, waits = Throttle(), 0, []
    for _ in range(20):
        throttle.tried("Ann", "here", now)
        waits.append(throttle.wait("ann ", "elsewhere", now))
        now += waits[-1] * SECOND
    assert waits[:6] == [0, 0, 0, 2, 4, 8]
    assert waits[-1] == LONGEST // SECOND
    throttle.tried("Ann", "here", now + 25 * HOUR)
    assert throttle.wait("Ann", "elsewhere", now + 25 * HOUR) == 0


def test_wrong_tries_from_elsewhere_hold_nobody_up_where_they_work() -> None:
    throttle = Throttle()
    throttle.tried("Ann", "tablet", 0)
    throttle.right("Ann", "tablet", 0)
    for _ in range(20):
        throttle.tried("ann ", "elsewhere", 1)
    assert throttle.wait("Ann", "another tablet", 1) > 0
    assert throttle.wait("Ann", "tablet", 1) == 0
    for _ in range(4):
        throttle.tried("Ann", "tablet", 2)
    assert throttle.wait("Ann", "tablet", 2) == 2


def test_a_place_is_forgotten_a_day_after_the_last_log_in_there() -> None:
    throttle = Throttle()
    throttle.right("Ann", "tablet", 0)
    later = 25 * HOUR
    for _ in range(5):
        throttle.tried("Ann", "elsewhere", later)
    assert throttle.wait("Ann", "tablet", later) > 0


def test_who_tries_many_names_from_one_place_waits_there() -> None:
    throttle = Throttle()
    for number in range(12):
        throttle.tried(f"name {number}", "here", 0)
    assert throttle.wait("Ann", "here", 0) > 0
    assert throttle.wait("Ann", "elsewhere", 0) == 0


def test_a_shift_that_logs_in_at_one_tablet_never_waits() -> None:
    throttle = Throttle()
    for number in range(50):
        assert throttle.wait(f"dealer {number}", "tablet", 0) == 0
        throttle.tried(f"dealer {number}", "tablet", 0)
        throttle.right(f"dealer {number}", "tablet", 0)


@pytest.mark.parametrize(
    ("role", "secret", "wrong"),
    [
        ("dealer", "24681", "secret_short"),
        ("dealer", "246810", None),
        ("dealer", "123456", "secret_easy"),
        ("dealer", "111111", "secret_easy"),
        ("director", "246810", "secret_short"),
        ("director", "correct horse", None),
        ("director", "Margaret", "secret_easy"),
    ],
)
def test_a_secret_that_anybody_would_try_is_none(role: str, secret: str, wrong: str | None) -> None:
    assert complaint(role, "Margaret", secret) == wrong  # type: ignore[arg-type]  # a wrong role is tried


def test_only_the_right_secret_fits_what_is_kept() -> None:
    kept = hashed(SECRET, CHEAP)
    assert kept.startswith("$argon2id$v=19$m=8,t=1,p=1$")
    assert fits(kept, SECRET)
    assert not fits(kept, SECRET + " ")
    assert not fits("damaged", SECRET)


# --- two people -----------------------------------------------------------------------------------------------------


def word_of(console: Peer, session: str, name: str, told: FloorDecision = ISSUE) -> PersonAnswer:
    return console.ask(Confirm(session=session, name=name, secret=SECRET, told=told))


def test_an_issue_of_chips_takes_two_people_and_both_are_journalled(plain: Rig) -> None:
    console, session = at_work(plain, "floor")
    assert entered(console, session, ISSUE).key == "refused.second"
    word = word_of(console, session, NAMES["surveillance"]).token
    assert entered(console, session, ISSUE, word).accepted
    bodies = [
        json.loads(record.body)
        for _, record in plain.service._journal.reading.recall()
        if record.kind == "command" or record.source == "console"
    ]
    assert ("Ann floor", "Ann surveillance") in [(body.get("author"), body.get("second")) for body in bodies]


def test_nobody_is_their_own_second_person(plain: Rig) -> None:
    console, session = asked_for_a_second(plain)
    assert refused(word_of(console, session, "ANN FLOOR ")) == "second_same"


def test_a_display_stands_by_nothing(plain: Rig) -> None:
    console, session = asked_for_a_second(plain)
    assert refused(word_of(console, session, NAMES["display"])) == "role"


def test_the_second_person_comes_within_two_minutes(plain: Rig) -> None:
    console, session = asked_for_a_second(plain)
    plain.clock.time += 2 * MINUTE
    assert refused(word_of(console, session, NAMES["director"])) == "second_late"


def test_the_second_person_stands_by_those_words_alone_and_once(plain: Rig) -> None:
    console, session = asked_for_a_second(plain)
    other = ISSUE.model_copy(update={"amount": 9000})
    assert refused(word_of(console, session, NAMES["director"], other)) == "second_late"
    word = word_of(console, session, NAMES["director"]).token
    assert entered(console, session, other, word).key == "refused.second_late"
    assert entered(console, session, ISSUE, word).key == "refused.second"


def test_another_session_cannot_use_the_word_of_a_second_person(plain: Rig) -> None:
    console, session = asked_for_a_second(plain)
    word = word_of(console, session, NAMES["dealer"]).token
    assert entered(console, console.session("director"), ISSUE, word).key == "refused.second_late"


def test_up_to_the_limit_one_person_is_enough(tmp_path: Path) -> None:
    config = table_file(tmp_path)
    people = config.people.model_copy(update={"chips_alone": 500})
    rig = Rig(config.model_copy(update={"people": people}))
    console = rig.peer("console")
    session = console.session("floor")
    assert entered(console, session, ISSUE).accepted
    assert entered(console, session, ISSUE.model_copy(update={"amount": 501})).key == "refused.second"
    rig.close()


# --- accounts -------------------------------------------------------------------------------------------------------


def test_only_the_director_cares_for_accounts(plain: Rig) -> None:
    console = plain.peer("console")
    for role in NAMES:
        answer = console.ask(ListPeople(session=console.session(role)))
        assert (answer.refused is None) == (role == "director")


def test_a_new_person_logs_in_and_a_removed_one_is_out_at_once(plain: Rig) -> None:
    console = plain.peer("console")
    by = console.session("director")
    assert console.ask(AddPerson(session=by, name="Zoé", role="dealer", secret="135792")).refused is None  # noqa: S106 - of nobody
    token = console.ask(LogIn(name="zoé", secret="135792")).token  # noqa: S106 - of nobody
    assert entered(console, token).accepted
    assert "Zoé" not in [person.name for person in console.ask(RemovePerson(session=by, name="Zoé")).people]
    assert entered(console, token).key == "refused.session"


def test_a_new_secret_ends_the_sessions_of_the_old_one(plain: Rig) -> None:
    console = plain.peer("console")
    token = console.session("dealer")
    console.ask(ResetPerson(session=console.session("director"), name="Ann", secret="135792"))  # noqa: S106 - of nobody
    assert entered(console, token).key == "refused.session"


def no_memory(_secret: str) -> str:
    raise MemoryError


def test_a_secret_that_cannot_be_hashed_changes_no_account(plain: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    console = plain.peer("console")
    by = console.session("director")
    monkeypatch.setattr(gate, "hashed", no_memory)
    for ask in (
        AddPerson(session=by, name="Zoé", role="dealer", secret="135792"),  # noqa: S106 - of nobody
        ResetPerson(session=by, name="Ann", secret="135792"),  # noqa: S106 - of nobody
    ):
        assert refused(console.ask(ask)) == "not_kept"
    assert plain.service.gate.accounts().find("Zoé") is None
    assert console.ask(LogIn(name="Ann", secret=SECRET)).token


def test_a_first_account_whose_secret_cannot_be_hashed_is_none(plain: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    plain.kill()
    (plain.config.paths.state / "people").unlink()
    plain.start()
    monkeypatch.setattr(gate, "hashed", no_memory)
    ask = SetUp(code=plain.service.gate.code, name="Dia", secret=SECRET)
    assert refused(plain.peer("console").ask(ask)) == "not_kept"
    assert plain.service.gate.vacant


def test_the_last_director_stays(plain: Rig) -> None:
    console = plain.peer("console")
    answer = console.ask(RemovePerson(session=console.session("director"), name=NAMES["director"]))
    assert refused(answer) == "last_director"


def test_the_first_account_takes_the_code_of_the_log(plain: Rig) -> None:
    plain.kill()
    (plain.config.paths.state / "people").unlink()
    plain.start()
    console = plain.peer("console")
    assert console.ask(WhoAmI(session="")).vacant
    ask = SetUp(code="wrong", name="Dia", secret="correct horse")  # noqa: S106 - of nobody
    assert refused(console.ask(ask)) == "code"
    answer = console.ask(ask.model_copy(update={"code": plain.service.gate.code}))
    assert answer.token
    assert refused(console.ask(ask)) == "set_up_done"
    assert console.ask(ListPeople(session=answer.token)).people[0].name == "Dia"


def test_accounts_that_another_table_sealed_are_not_believed(tmp_path: Path) -> None:
    one, other = (FileDeviceKey.at(tmp_path / name / "device.key") for name in ("one", "other"))
    AccountsFile(tmp_path, one).change(lambda accounts: accounts.added("Ann", "director", "x"))
    with pytest.raises(AccountsError, match="was not written by this table"):
        AccountsFile(tmp_path, other).read()


def test_sessions_that_another_table_sealed_are_not_believed(plain: Rig, tmp_path: Path) -> None:
    _, session = at_work(plain, "dealer")
    path = plain.config.paths.state / "sessions"
    own, other = (FileDeviceKey.at(where / "device.key") for where in (plain.config.paths.state, tmp_path / "other"))
    for key, good in ((own, True), (other, False)):
        plain.kill()
        path.write_bytes(key.wrap(b"sessions", own.unwrap(b"sessions", path.read_bytes())))
        plain.start()
        assert (plain.peer("console").ask(WhoAmI(session=session)).person is not None) == good


def test_a_damaged_file_of_accounts_lets_nobody_in_and_makes_no_first_account(plain: Rig) -> None:
    plain.kill()
    (plain.config.paths.state / "people").write_bytes(b"not sealed")
    plain.start()
    console = plain.peer("console")
    assert refused(console.ask(LogIn(name="Ann", secret=SECRET))) == "log_in"
    ask = SetUp(code=plain.service.gate.code, name="Dia", secret="correct horse")  # noqa: S106 - of nobody
    assert refused(console.ask(ask)) == "accounts_damaged"


def test_the_bridge_speaks_for_no_person(plain: Rig) -> None:
    bridge = plain.peer("bridge")
    bridge.send(PersonRequest(source="bridge", number=1, ask=LogIn(name="Ann", secret=SECRET)))
    assert bridge.all(PersonAnswer) == []


def test_an_account_that_is_added_in_a_terminal_counts_at_the_running_table(plain: Rig) -> None:
    console = plain.peer("console")
    state = plain.config.paths.state
    file = AccountsFile(state, FileDeviceKey.at(state / "device.key"))
    file.change(lambda accounts: accounts.added("Eve", "dealer", hashed("135792", CHEAP)))
    assert console.ask(LogIn(name="Eve", secret="135792")).token  # noqa: S106 - of nobody


def test_of_refused_log_ins_a_hundred_an_hour_are_journalled(plain: Rig) -> None:
    console = plain.peer("console")
    for number in range(105):
        console.ask(LogIn(name=f"nobody {number}", secret="wrong"), address=str(number))  # noqa: S106 - wrong
    assert len([body for body in entries_of(plain, "controller") if "what" in body]) == 101


def test_what_people_do_is_journalled_without_their_secrets(plain: Rig) -> None:
    console = plain.peer("console")
    console.session("dealer")
    console.ask(LogIn(name="Ann", secret="wrong"))  # noqa: S106 - wrong
    notes = [body for body in entries_of(plain, "controller") if "what" in body]
    assert [note["what"] for note in notes] == ["log-in", "refused log-in"]
    assert "wrong" not in json.dumps(notes)
