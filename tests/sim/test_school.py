"""The school: which mistake comes next, what counts as wrong, and a lesson at a table in virtual time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from firmware_bridge.messages.public import PublicAlarm, PublicAsk, PublicState, Text
from hardware_sim.demonstration import Wishes
from hardware_sim.hands import school_shown
from hardware_sim.physics.noise import dice
from hardware_sim.school.examiner import CALM, SECOND, Examiner, open_trouble
from hardware_sim.school.lessons import School, to_be_put_right
from hardware_sim.school.record import KEPT, SLOW, Attempt, Record, next_kind
from hardware_sim.school.register import BadRecord, Register, default_folder
from hardware_sim.trials.mistakes import MISTAKES
from tests.pages.samples import mid_hand

from .desk_table import DeskTable
from .page_reader import PageReader, demonstrating
from .test_hands import Beginner

KINDS = ("boxed", "wrong seat", "flop of four", "no burn")


# --- what comes next ----------------------------------------------------------------------------------------------


def course(attempt: Callable[[str], Attempt], lessons: int, seed: int = 5) -> Counter[str]:
    """How often each kind came to a pupil in so many lessons."""
    record, luck, came = Record(pupil=1), dice(seed, "course"), Counter[str]()
    for _ in range(lessons):
        kind = next_kind(record, KINDS, luck)
        came[kind] += 1
        record = record.with_attempt(attempt(kind))
    return came


@pytest.mark.parametrize("seed", [5, 6, 7])
def test_a_pupil_with_a_weakness_meets_that_kind_more_often(seed: int) -> None:
    came = course(lambda kind: Attempt(kind=kind, seconds=3, wrong=int(kind == "flop of four")), 400, seed)
    others = [came[kind] for kind in KINDS if kind != "flop of four"]
    assert came["flop of four"] > 1.8 * max(others)
    assert min(others) > 40


def test_what_was_learned_comes_no_more_often_than_the_rest() -> None:
    came = course(lambda kind: Attempt(kind=kind, seconds=3), 400)
    assert max(came.values()) < 1.4 * min(came.values())


def test_the_same_kind_does_not_come_twice_in_a_row() -> None:
    record, luck = Record(pupil=1), dice(2, "course")
    for _ in range(50):
        kind = next_kind(record, KINDS, luck)
        assert not record.attempts or kind != record.attempts[-1].kind
        record = record.with_attempt(Attempt(kind=kind, seconds=60, shown=True))


def test_the_only_kind_comes_again() -> None:
    record = Record(pupil=1).with_attempt(Attempt(kind="boxed", seconds=3))
    assert next_kind(record, ("boxed",), dice(1, "course")) == "boxed"


@pytest.mark.parametrize(
    ("attempt", "bad"),
    [
        (Attempt(kind="boxed", seconds=3, movements=1), False),
        (Attempt(kind="boxed", seconds=3, movements=1, wrong=1), True),
        (Attempt(kind="boxed", seconds=3, movements=1, shown=True), True),
        (Attempt(kind="boxed", seconds=SLOW + 1, movements=1), True),
        (Attempt(kind="boxed", seconds=SLOW + 1, movements=2), False),
        (Attempt(kind="boxed", seconds=SLOW - 1, movements=0), False),
    ],
)
def test_an_attempt_is_bad_if_it_was_wrong_shown_or_slow(attempt: Attempt, bad: bool) -> None:
    assert attempt.bad is bad


def test_only_the_last_three_attempts_count() -> None:
    record = Record(pupil=1)
    for wrong in (1, 1, 0, 0, 0):
        record = record.with_attempt(Attempt(kind="boxed", seconds=3, wrong=wrong))
    assert record.bad("boxed") == 0


def test_of_each_kind_the_last_attempts_are_kept() -> None:
    record = Record(pupil=1)
    for number in range(KEPT + 5):
        record = record.with_attempt(Attempt(kind="boxed", seconds=number))
        record = record.with_attempt(Attempt(kind="no burn", seconds=3))
    assert [attempt.seconds for attempt in record.of("boxed")] == list(range(5, KEPT + 5))
    assert len(record.of("no burn")) == KEPT
    assert record.attempts[-1].kind == "no burn"


def test_a_mistake_that_is_put_right_before_it_is_noticed_is_no_lesson() -> None:
    left_out = [mistake.name for mistake in MISTAKES if not to_be_put_right(mistake)]
    assert left_out == ["put right at once", "pushed back"]


# --- the record on the medium -------------------------------------------------------------------------------------


def test_a_record_is_found_again_by_its_number(tmp_path: Path) -> None:
    record = Record(pupil=7).with_attempt(Attempt(kind="boxed", seconds=3))
    Register(tmp_path / "school").keep(record)
    assert Register(tmp_path / "school").record(7) == record
    assert Register(tmp_path / "school").record(8) == Record(pupil=8)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('{"pupil": 8}', "is the record of pupil 8"),
        (
            '{"pupil": 7, "name": "Ann"}',
            "is no record. Move it away to begin a new one.\nname: Extra inputs are not permitted",
        ),
        ('{"pupil": 7, "attempts": [{"kind": "boxed", "seconds": -1}]}', "attempts.0.seconds"),
        ("{", "\nfile: Invalid JSON"),
    ],
)
def test_a_file_that_is_no_record_is_refused_by_name(tmp_path: Path, text: str, what: str) -> None:
    (tmp_path / "pupil-7.json").write_text(text)
    with pytest.raises(BadRecord, match=r"pupil-7\.json") as refused:
        Register(tmp_path).record(7)
    assert what in str(refused.value)


@pytest.mark.parametrize(
    ("state", "folder"), [("/var/x", "/var/x/sabot/school"), ("relative", "/home/pupil/.local/state/sabot/school")]
)
def test_records_lie_where_programs_keep_their_state(
    monkeypatch: pytest.MonkeyPatch, state: str, folder: str
) -> None:
    monkeypatch.setenv("HOME", "/home/pupil")
    monkeypatch.setenv("XDG_STATE_HOME", state)
    assert default_folder() == Path(folder)


# --- what is measured ---------------------------------------------------------------------------------------------

SAID = Text(key="alarm.card.misplaced")
MISPLACED = PublicAlarm(key="card.misplaced", seat=4, place="seat:6", card=3, text=SAID)
WRONG_CARD = PublicAlarm(key="remedy.wrong_card", place="board:1", card=9, text=SAID)
CHIPS = PublicAlarm(key="chips.missing", seat=4, amount=100, text=SAID)


def saying(*alarms: PublicAlarm) -> PublicState:
    return mid_hand(alarms=alarms, asks=(), remedies=())


def test_time_runs_from_the_notice_until_all_is_right() -> None:
    examiner = Examiner("boxed", saying(MISPLACED), 10 * SECOND)
    assert examiner.look(saying(MISPLACED), 12 * SECOND) is None
    assert examiner.look(saying(), 14 * SECOND) is None
    attempt = examiner.look(saying(), 14 * SECOND + CALM)
    assert attempt is not None
    assert (attempt.kind, attempt.seconds, attempt.wrong) == ("boxed", 4.0, 0)


def test_a_moment_of_calm_does_not_end_it() -> None:
    examiner = Examiner("boxed", saying(MISPLACED), 0)
    assert examiner.look(saying(), SECOND) is None
    assert examiner.look(saying(CHIPS), SECOND + CALM // 2) is None
    assert examiner.look(saying(), SECOND + CALM) is None
    assert examiner.look(saying(), SECOND + 2 * CALM) is not None


def test_a_pupil_who_comes_back_days_later_has_taken_a_day() -> None:
    examiner = Examiner("boxed", saying(MISPLACED), 0)
    examiner.wrong = 5_000
    examiner.look(saying(), 3 * 86_400 * SECOND)
    attempt = examiner.look(saying(), 3 * 86_400 * SECOND + CALM)
    assert attempt is not None
    assert (attempt.seconds, attempt.wrong) == (86_400, 1_000)


def test_what_was_not_noticed_in_a_hand_is_no_lesson_in_the_next() -> None:
    wishes = Wishes()
    school = wishes.school = School(Record(pupil=3), wishes.offered, dice(1, "lessons"), lambda _: None)
    school.made("boxed")
    wishes.by_hand = True
    assert wishes.next(dice(1, "x")) is None
    school.look(saying(MISPLACED), SECOND)
    assert school.lesson == "none"


def test_the_lesson_is_the_mistake_that_was_made_not_the_one_that_was_due() -> None:
    wishes = Wishes()
    school = wishes.school = School(Record(pupil=3), wishes.offered, dice(1, "lessons"), lambda _: None)
    wishes.wish("joker")
    mistake = wishes.next(dice(1, "x"))
    assert mistake is not None
    school.made(mistake.name)
    school.look(saying(MISPLACED), SECOND)
    assert school.examiner is not None
    assert school.examiner.kind == "joker"


def test_a_question_stands_against_the_end() -> None:
    ask = PublicAsk(id="1", key="which_draw", seat=4, options=("3",), default="", role="dealer", text=SAID)
    examiner = Examiner("a dead tag", mid_hand(asks=(ask,), remedies=(), alarms=()), 0)
    assert examiner.look(mid_hand(asks=(ask,), remedies=(), alarms=()), 9 * CALM) is None


def test_a_wrong_movement_counts_each_time_the_table_says_so() -> None:
    examiner = Examiner("flop of four", saying(MISPLACED), 0)
    examiner.moved()
    for second, alarms in enumerate([(MISPLACED, WRONG_CARD), (MISPLACED, WRONG_CARD), (MISPLACED,)], start=1):
        examiner.look(saying(*alarms), second * SECOND)
    assert examiner.wrong == 1
    examiner.look(saying(MISPLACED, WRONG_CARD), 4 * SECOND)
    assert examiner.wrong == 2


def test_what_the_table_says_before_the_pupil_moves_is_the_mistake_itself() -> None:
    examiner = Examiner("wrong seat", saying(), 0)
    examiner.look(saying(MISPLACED), SECOND)
    assert examiner.wrong == 0


def test_an_alarm_about_something_else_is_no_wrong_movement() -> None:
    examiner = Examiner("wrong seat", saying(MISPLACED), 0)
    examiner.moved()
    examiner.look(saying(MISPLACED, CHIPS), SECOND)
    assert examiner.wrong == 0


# --- lessons at a table -------------------------------------------------------------------------------------------


class Pupil(PageReader):
    """A person who puts mistakes right, and leaves the deal to the robot. One who is `lost` asks to be shown."""

    lost = False

    def do(self, state: PublicState) -> None:
        if self.lost:
            self.place.show_me()
        elif open_trouble(state):
            super().do(state)


@pytest.fixture
def table() -> DeskTable:
    return DeskTable()


def lesson(table: DeskTable, name: str, *, lost: bool = False) -> tuple[School, list[Record]]:
    """One hand with this mistake, which the pupil puts right."""
    wishes, kept = Wishes(tuple(mistake for mistake in MISTAKES if mistake.name == name)), list[Record]()
    school = wishes.school = School(Record(pupil=3), wishes.offered, dice(1, "lessons"), kept.append)
    dealer = demonstrating(table, wishes)
    mistake = wishes.next(dealer.luck)
    assert mistake is not None
    Pupil(table, dealer).lost = lost
    table.play(dealer.hand(dealer.prepare(mistake, table.deck, table.strangers)))
    return school, kept


@pytest.mark.parametrize("name", ["boxed", "wrong seat", "flop of four", "no burn"])
def test_a_pupil_who_does_what_the_table_says_makes_no_wrong_movement(table: DeskTable, name: str) -> None:
    school, kept = lesson(table, name)
    assert [(attempt.kind, attempt.wrong, attempt.shown) for attempt in kept[-1].attempts] == [(name, 0, False)]
    assert kept[-1].attempts[0].movements > 0
    last = school_shown(school, 0).last
    assert last is not None
    assert (last.kind, last.wrong, last.shown) == (name, 0, False)


def course_at_tables(names: Sequence[str], weak: str, hands: int) -> Counter[str]:
    """How often each kind came to a pupil who puts all right but one kind, at which the robot must help."""
    came, record, luck = Counter[str](), Record(pupil=3), dice(1, "lessons")
    offered = tuple(mistake for mistake in MISTAKES if mistake.name in names)
    for _ in range(hands):
        table, wishes = DeskTable(), Wishes(offered)
        school = wishes.school = School(record, wishes.offered, luck, lambda _record: None)
        dealer = demonstrating(table, wishes)
        mistake = wishes.next(dealer.luck)
        assert mistake is not None
        Pupil(table, dealer, fell=mistake.name.startswith("off the table")).lost = mistake.name == weak
        table.play(dealer.hand(dealer.prepare(mistake, table.deck, table.strangers)))
        came[mistake.name] += 1
        record = school.record
    return came


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    ("names", "hands"),
    [
        (("boxed", "wrong seat", "flop of four", "no burn", "joker"), 24),
        pytest.param([mistake.name for mistake in MISTAKES], 400, marks=pytest.mark.soak),
    ],
    ids=["five kinds", "all kinds"],
)
def test_a_pupil_at_a_table_meets_what_goes_badly_more_often(names: Sequence[str], hands: int) -> None:
    came = course_at_tables(names, "flop of four", hands)
    assert came.pop("flop of four") > 1.8 * max(came.values())


def test_the_robot_shows_it_to_a_pupil_who_asks(table: DeskTable) -> None:
    _, kept = lesson(table, "boxed", lost=True)
    assert [(attempt.shown, attempt.bad) for attempt in kept[-1].attempts] == [(True, True)]


def test_a_pupil_who_deals_is_held_to_their_own_mistake(table: DeskTable) -> None:
    wishes, kept = Wishes(), list[Record]()
    school = wishes.school = School(Record(pupil=3), wishes.offered, dice(1, "lessons"), kept.append)
    dealer = demonstrating(table, wishes)
    Beginner(table, dealer, astray=2).place.deal_by_hand(True)
    table.play(dealer.hand(table.deck))
    assert table.ruled == ["deal.order"]
    assert [(attempt.kind, attempt.wrong >= 1) for attempt in kept[-1].attempts] == [("wrong seat", True)]
    assert school.record.bad("wrong seat") == 1
