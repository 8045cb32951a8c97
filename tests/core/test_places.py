"""Button, blinds and newcomers under the dead button, against a statement of those rules by walking round the table:
thousands of hands with players who come, go and stay away. Nothing is sensed; the dealer says everything.
"""

import random
from dataclasses import dataclass, field

import pytest

from controller.poker.hand import Phase
from controller.poker.outcomes import HandBegan, Outcome, Ruling, Take
from controller.rulebooks import Rulebook, load
from controller.table import Parts, SeatSetup, Setup, Stakes, Table, checkpoint, new_table, restore, step, view
from tests.entries import entered

NOTHING = Parts(
    shoe=False, card_spots=False, faces=False, board=False, chips=(), pot=False, button=False, posts=False
)
BOOKS = {"lfp": load("lfp"), "casino_tournament": load("casino_tournament")}
STAKES = Stakes(50, 100)


def after(seat: int) -> int:
    return seat % 10 + 1


def walk(seat: int, held: set[int]) -> int:
    """The first of the held seats that one comes to, going round from the left of a seat."""
    seat = after(seat)
    while seat not in held:
        seat = after(seat)
    return seat


@dataclass
class Round:
    """The table as the rules of the dead button see it: who was there in the last hand, and where it stood."""

    button: int
    small_seat: int
    big: int
    small: int | None
    seen: set[int]

    def next(self, held: set[int]) -> tuple["Round", set[int]]:
        """The next hand's places, and who gets cards."""
        big = walk(self.big, held)  # it advances, always, and never past a player
        if len(held) == 2:
            other = next(iter(held - {big}))
            return Round(other, other, big, other, held), set(held)
        button, small_seat = self.small_seat, self.big  # drawn after it, whoever sits there
        without = set()
        if button != big and (self.button != self.small_seat or button in held):
            seat = after(button)
            while seat != small_seat:
                without |= {seat} & held - self.seen
                seat = after(seat)
        else:
            button = 0  # it would be the big blind's, or two played before and the other is gone: no rule says
        small = small_seat if small_seat in held else None
        return Round(button, small_seat, big, small, held), held - without


@dataclass
class Players:
    """Everything that happens at the table, said by the dealer and the floor."""

    book: Rulebook
    dice: random.Random
    table: Table = field(init=False)
    now: int = 0

    def __post_init__(self) -> None:
        seats = tuple(SeatSetup(n, 10_000) for n in sorted(self.dice.sample(range(1, 11), 6)))
        button = seats[self.dice.randrange(6)].seat
        self.table = new_table(Setup(seats, button, STAKES, self.book.key, parts=NOTHING))

    def say(self, word: str, value: int | str | None = None) -> list[Outcome]:
        self.now += 1_000_000_000
        command = entered(word, value, "Ann", "floor", (self.now, self.now))
        return step(self.table, command, self.book)

    @property
    def held(self) -> set[int]:
        return {seat.seat for seat in view(self.table).seats if seat.stack}

    def change(self) -> None:
        """Somebody goes, somebody comes, somebody leaves his chair or is back."""
        held = self.held
        for seat in sorted(held):
            if len(held) > 2 and self.dice.random() < 0.12:
                self.say("leave", f"{seat}:moved")  # to another table, as those who come are from one
                held.discard(seat)
        for seat in range(1, 11):
            if seat not in held and self.dice.random() < 0.1:
                self.say("seat", f"{seat}:10000:moved")
            elif seat in held and self.dice.random() < 0.1:
                self.say(self.dice.choice(("away", "back")), seat)

    def play(self) -> None:
        """The deal, and everybody folds to the last."""
        self.say("deal_done")
        while self.table.phase not in (Phase.AWARD, Phase.CLAIMS, Phase.WAITING):
            hand = self.table.hand
            assert hand is not None
            self.say("folded", hand.betting.turn)
        if self.table.phase is Phase.AWARD:
            self.say("awarded")


def began(outcomes: list[Outcome]) -> HandBegan:
    return next(outcome for outcome in outcomes if isinstance(outcome, HandBegan))


@pytest.mark.parametrize("key", BOOKS)
@pytest.mark.parametrize("seed", [*range(5), *(pytest.param(n, marks=pytest.mark.search) for n in range(5, 20))])
def test_button_blinds_and_newcomers_stand_as_the_rules_say(key: str, seed: int) -> None:
    dice = random.Random(f"{key}-{seed}")  # noqa: S311 (reproducible play, no secret)
    players = Players(BOOKS[key], dice)
    first = began(players.say("shuffle"))
    last = Round(first.button, first.small_blind or 0, first.big_blind, first.small_blind, players.held)
    for _ in range(100):
        players.play()
        players.change()
        if players.dice.random() < 0.2:  # the table is switched off and on again
            players.table = restore(checkpoint(players.table))
        expected, dealt = last.next(players.held)
        outcomes = players.say("shuffle")
        hand = began(outcomes)
        assert hand.big_blind == expected.big
        assert hand.small_blind == expected.small
        if expected.button:
            assert hand.button == expected.button
            assert set(hand.seats) == dealt
        else:  # no rule says whose the button is: a player's, not a blind's
            assert hand.button in players.held - {hand.big_blind, hand.small_blind}
        _posts_are_cited(key, outcomes, hand)
        last = Round(hand.button, expected.small_seat, expected.big, expected.small, expected.seen)


def _posts_are_cited(key: str, outcomes: list[Outcome], hand: HandBegan) -> None:
    """Small and big blind post what they are, nobody else posts anything, and each post has its article."""
    posts = {
        effect.seat: effect.total
        for outcome in outcomes
        if isinstance(outcome, Ruling)
        for effect in outcome.effects
        if isinstance(effect, Take) and effect.act == "post" and outcome.cites
    }
    wanted = {hand.big_blind: 100} | ({hand.small_blind: 50} if hand.small_blind else {})
    assert posts == wanted, key


def test_who_was_small_blind_is_never_deprived_of_the_button() -> None:
    """With three or more before and after, if he is still there, and the big blind's advance does not reach him."""
    players = Players(BOOKS["lfp"], random.Random(7))  # noqa: S311 (reproducible play, no secret)
    last = began(players.say("shuffle"))
    for _ in range(500):
        players.play()
        players.change()
        before = players.held
        hand = began(players.say("shuffle"))
        if last.small_blind in before and len(before) > 2 and last.small_blind not in (last.button, hand.big_blind):
            assert hand.button == last.small_blind
        last = hand
