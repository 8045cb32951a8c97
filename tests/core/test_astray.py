"""A card dealt to the wrong place: a fault of the order once the deal has gone on over it beyond doubt."""

import pytest

from controller.poker.cards import JOKER
from controller.poker.events import CardDrawn, CardGone, CardPlaced, FloorDecision, Snapshot, TimerFired
from controller.poker.outcomes import Arm, Ruling
from controller.poker.places import SEAT
from controller.rulebooks import Rulebook
from controller.table import Step
from controller.table.deal.misplaced_cards import ASTRAY
from controller.table.remedies.sensed_movements import DOUBT
from tests.core.dealing import MS, Dealer
from tests.core.tables import CASINO, DECK, LFP, alarms, matters, setup


class Quick(Dealer):
    """Three cards a second; who sits where: 1 to 4, the button at 4."""

    def pitch(self, exit_: int, seen: int | None = None) -> None:
        """A card leaves the shoe; `seen` at that seat a quarter of a second later, None for not yet."""
        self.now += 333 * MS
        self.send(CardDrawn(exit_, DECK[exit_ - 1], "down", (self.now - MS, self.now)))
        if seen is not None:
            self.lies(exit_, seen)

    def lies(self, exit_: int, seat: int) -> None:
        self.now += 250 * MS
        self.send(CardPlaced(exit_, SEAT + seat, DECK[exit_ - 1], (self.now - MS, self.now)))

    @property
    def armed(self) -> int | None:
        return next((o.due for o in reversed(self.outcomes) if isinstance(o, Arm) and o.timer == ASTRAY), None)

    def look(self) -> None:
        """The timer goes off when it is due."""
        assert self.armed is not None
        self.now = self.armed
        self.send(TimerFired(ASTRAY, self.now))


@pytest.fixture
def d() -> Quick:
    d = Quick(setup(), LFP)
    d.shuffle()
    d.settle()
    return d


def ruled(d: Quick) -> list[str]:
    return [matter for matter in matters(d.outcomes) if matter.startswith("deal.")]


def test_nothing_is_ruled_while_the_reader_beside_may_have_heard_it(d: Quick) -> None:
    d.pitch(1, 2)
    d.pitch(2, 2)
    assert (alarms(d), ruled(d)) == (["card.misplaced"], [])
    d.lies(1, 1)  # where it belongs: it was heard beside
    d.look()
    assert (d.view.phase, ruled(d)) == ("dealing", [])


def shown(d: Quick) -> list[tuple[str, int | None]]:
    return [(alarm.key, alarm.card) for alarm in d.view.alarms]


def test_cross_read_card_is_wrong_only_until_read_in_its_place(d: Quick) -> None:
    d.pitch(1, 2)
    assert shown(d) == [("card.misplaced", 1)]
    d.lies(1, 1)
    assert shown(d) == []


def test_another_card_that_lies_wrong_is_named_once_the_first_is_found(d: Quick) -> None:
    d.pitch(1, 2)
    d.pitch(2, 3)
    assert shown(d) == [("card.misplaced", 1)]
    d.lies(1, 1)
    assert shown(d) == [("card.misplaced", 2)]


def test_once_there_is_no_doubt_the_order_is_wrong_though_no_card_leaves_any_more(d: Quick) -> None:
    d.pitch(1, 2)
    d.pitch(2, 2)
    d.look()
    assert (d.view.phase, ruled(d)) == ("cancelled", ["deal.order"])


def test_misplaced_card_seen_after_the_next_draw_is_a_fault_of_order(d: Quick) -> None:
    d.pitch(1)
    d.pitch(2, 2)
    assert ruled(d) == []
    d.lies(1, 3)
    assert d.armed == d.now + DOUBT
    d.look()
    assert ruled(d) == ["deal.order"]


def test_a_card_astray_over_which_nobody_dealt_can_be_put_right(d: Quick) -> None:
    d.pitch(1, 2)
    assert d.armed is None
    d.now += 10 * DOUBT
    d.lies(1, 1)
    d.pitch(2, 2)
    assert (d.view.phase, ruled(d)) == ("dealing", [])


def test_card_lifted_from_a_wrong_place_and_read_late_is_no_fault(d: Quick) -> None:
    d.pitch(1, 2)
    d.send(CardGone(1, SEAT + 2, (d.now, d.now + 300 * MS)))
    d.now += DOUBT
    d.pitch(2, 2)
    assert (d.armed, ruled(d)) == (None, [])
    d.lies(1, 1)
    assert (d.view.phase, ruled(d), d.table.hand.watch.misplaced if d.table.hand else {}) == ("dealing", [], {})


def test_a_card_laid_back_at_the_wrong_place_is_doubted_anew(d: Quick) -> None:
    d.pitch(1, 2)
    d.send(CardGone(1, SEAT + 2, (d.now, d.now + 300 * MS)))
    d.pitch(2, 2)
    d.lies(1, 2)
    assert d.armed == d.now + DOUBT
    d.look()
    assert ruled(d) == ["deal.order"]


def dealt_to_the_last(d: Quick, last: int) -> None:
    """Everybody has his cards but seat 4, whose second card went to another; then one more was drawn for it."""
    for exit_ in range(1, 8):
        d.pitch(exit_, (exit_ - 1) % 4 + 1)
    d.pitch(8, last)
    d.pitch(9, 4)


def test_extra_card_for_a_misplaced_one_is_judged_by_order_not_count(d: Quick) -> None:
    dealt_to_the_last(d, last=2)
    assert ruled(d) == []
    d.look()
    assert ruled(d) == ["deal.order"]


def test_the_card_more_is_counted_once_the_other_is_found_where_it_belongs(d: Quick) -> None:
    dealt_to_the_last(d, last=3)
    d.lies(8, 4)
    d.look()
    assert ruled(d) == ["deal.count"]


def test_a_card_too_many_counts_where_it_lies_and_not_where_a_reader_beside_heard_it(d: Quick) -> None:
    for exit_ in range(1, 9):
        d.pitch(exit_, (exit_ - 1) % 4 + 1)
    d.pitch(9, 6)  # nobody's place
    d.lies(9, 3)
    d.look()
    assert [(o.matter, o.seat) for o in d.outcomes if isinstance(o, Ruling)][-1] == ("deal.count", 3)


def test_a_card_at_nobodys_place_is_a_misdeal_once_there_is_no_doubt(d: Quick) -> None:
    for exit_ in range(1, 9):
        d.pitch(exit_, (exit_ - 1) % 4 + 1)
    d.pitch(9, 6)
    assert ruled(d) == []
    d.look()
    assert ruled(d) == ["deal.missed"]


# --- a joker in the dealer's hand -----------------------------------------------------------------------------------


def test_a_joker_that_the_dealer_sees_as_it_leaves_the_shoe_counts_for_nothing(d: Quick) -> None:
    d.pitch(1, 1)
    d.pitch(2)
    d.command("joker_drawn")
    (remedy,) = d.view.remedies
    assert (remedy.matter, remedy.seat, [move.verb for move in remedy.moves]) == ("deck.joker", None, ["aside"])
    d.pitch(3, 2)
    assert (alarms(d), [seat.cards for seat in d.view.seats]) == ([], [1, 1, 0, 0])


def test_a_card_that_lies_at_its_seat_is_no_joker_in_the_dealers_hand(d: Quick) -> None:
    d.pitch(1, 1)
    d.command("joker_drawn")
    assert alarms(d) == ["command.not_now"]


# --- a joker in a hand ----------------------------------------------------------------------------------------------


def test_joker_read_as_the_next_card_does_not_double_that_card(d: Quick) -> None:
    d.pitch(1, 1)
    d.send(CardDrawn(2, DECK[2], "down", (d.now, d.now)))
    d.send(CardPlaced(2, SEAT + 2, JOKER, (d.now, d.now)))
    d.send(CardGone(2, SEAT + 2, (d.now, d.now)))  # set aside
    for exit_, seat in ((3, 3), (4, 4), (5, 1), (6, 2), (7, 3), (8, 4), (9, 2)):
        d.pitch(exit_, seat)
    assert [matter for matter in matters(d.outcomes) if matter.startswith("deck.")] == ["deck.joker"]


def test_a_joker_taken_away_while_its_antenna_was_silent_is_gone_when_that_answers(d: Quick) -> None:
    d.pitch(1, 1)
    d.send(CardDrawn(2, None, "down", (d.now, d.now)))
    d.send(CardPlaced(2, SEAT + 2, JOKER, (d.now, d.now)))
    assert [remedy.matter for remedy in d.view.remedies] == ["deck.joker"]
    assert (d.view.next_step or Step("")).key == "remedy_aside"
    d.send(Snapshot(((SEAT + 1, ((1, DECK[0]),)), (SEAT + 2, ())), None, None, None, (d.now, d.now)))
    assert (d.view.next_step or Step("")).key == "deal"


# --- two cards that left the shoe as one, the second read only later ------------------------------------------------


def one_more(book: Rulebook) -> Quick:
    """All are dealt to, and a ninth card lies with seat 2 that left the shoe with its own, before the seventh."""
    d = Quick(setup(), book)
    d.shuffle()
    d.settle()
    for exit_, seat in enumerate((1, 2, 3, 4, 1, 2, 3, 4), start=1):
        d.pitch(exit_, seat)
    d.now += 333 * MS
    d.send(CardDrawn(9, DECK[8], "unknown", (d.now - MS, d.now), before=7))
    d.lies(9, 2)
    d.look()
    return d


def test_a_card_too_many_that_left_the_shoe_in_between_is_a_wrong_order() -> None:
    d = one_more(LFP)
    assert (d.view.phase, ruled(d)) == ("cancelled", ["deal.order"])


def test_where_the_order_counts_all_the_same_their_number_is_judged_next() -> None:
    d = one_more(CASINO)
    assert ([ask.key for ask in d.view.asks], ruled(d)) == (["deal_order"], ["deal.order"])
    d.send(FloorDecision(d.view.asks[0].id, "deal_on", "", "dealer", "dealer", d.at()))
    d.look()
    assert (d.view.phase, ruled(d)) == ("cancelled", ["deal.order", "deal.count"])


def test_of_a_card_too_many_that_left_the_shoe_last_the_number_alone_is_wrong() -> None:
    d = Quick(setup(), CASINO)
    d.shuffle()
    d.settle()
    for exit_, seat in enumerate((1, 2, 3, 4, 1, 2, 3, 4, 2), start=1):
        d.pitch(exit_, seat)
    d.look()
    assert ruled(d) == ["deal.count"]
