"""What the shoe read of a card may be the tag of another one: it names no card, in no message and in no ruling."""

from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from controller.pages.catalogue import catalogue
from controller.poker.cards import card
from controller.poker.events import CardDrawn, CardPlaced
from controller.poker.outcomes import Outcome
from controller.poker.places import MUCK, SEAT
from controller.rulebooks import Rulebook
from controller.service.publication.public_state import public_remedy
from controller.table import Parts, step, view
from tests.core.dealing import Dealer
from tests.core.mischief import Deed, Mischief
from tests.core.tables import CASINO, DECK, LFP, setup, shuffled
from tests.entries import entered

NUMBERS = st.integers(0, 1000)
DEEDS = st.lists(st.builds(Deed, NUMBERS, NUMBERS, NUMBERS, NUMBERS), max_size=60)


class Twins:
    """Two tables at which the same happens, but for what the shoe read of each card. A boxed card is laid where
    nothing reads it."""

    def __init__(self, book: Rulebook, parts: Parts) -> None:
        self.one, self.other = Dealer(setup(parts=parts), book), Dealer(setup(parts=parts), book)
        self.boxed: set[int] = set()

    def send(self, event: Any) -> list[Outcome]:
        if isinstance(event, CardPlaced) and (event.exit in self.boxed or not self.one.setup.parts.card_spots):
            return []
        if isinstance(event, CardDrawn) and event.orientation == "up":
            self.boxed.add(event.exit)
        twin = event
        if isinstance(event, CardDrawn) and event.face is not None:
            twin = replace(event, face=(event.face * 5 + 11) % 52)
        outcomes = step(self.one.table, event, self.one.rulebook)
        assert outcomes == step(self.other.table, twin, self.other.rulebook)
        return outcomes


@settings(max_examples=60)
@given(st.sampled_from([LFP, CASINO]), st.sampled_from([Parts(), Parts(card_spots=False, board=False)]), DEEDS)
def test_nothing_that_follows_depends_on_which_card_the_shoe_read(book: Rulebook, parts: Parts, deeds: Any) -> None:
    twins = Twins(book, parts)
    twins.send(entered("shuffle", None, "dealer", "dealer", twins.one.at()))
    people = Mischief(twins.one, twins.send)
    for deed in deeds:
        people.do(deed)
        assert view(twins.one.table) == view(twins.other.table)


def boxed() -> Dealer:
    d = shuffled()
    d.send(CardDrawn(1, card("7h"), "up", d.at()))
    return d


def said(d: Dealer) -> list[str]:
    (move,) = public_remedy(d.view.remedies[0]).moves
    return [catalogue(language).text(move.text) for language in ("en", "fr")]


def test_a_boxed_card_is_not_named_by_what_the_shoe_read() -> None:
    d = boxed()
    assert d.view.remedies[0].moves[0].cards == ()
    assert said(d) == [
        "Set aside the boxed card drawn from the deck, face up",
        "Mettez de côté la carte à l'envers du paquet, face visible",
    ]


def test_a_boxed_card_has_its_name_where_its_own_tag_is_read() -> None:
    d = boxed()
    d.send(CardPlaced(1, MUCK, card("Kd"), d.at()))
    assert d.view.remedies[0].moves[0].cards == ("Kd",)


def test_what_the_dealer_says_is_a_joker_is_called_that_whatever_its_tag() -> None:
    d = shuffled()
    d.deal(DECK[0], SEAT + 1)
    d.command("joker", "1:1")
    assert d.view.remedies[0].moves[0].cards == ()


def call_round(d: Dealer) -> None:
    while (turn := d.view.turn) is not None:
        d.key(turn, "call" if d.view.to_call else "check")
        d.settle()


def test_a_hand_that_no_antenna_reads_wins_nothing_by_the_shoes_word() -> None:
    d = shuffled(LFP, setup(parts=Parts(card_spots=False)))
    for n in range(8):
        d.draw(DECK[n])
    for burn, first, last in ((8, 9, 12), (12, 13, 14), (14, 15, 16)):
        call_round(d)
        d.bring_in()
        d.deal_board(DECK[burn], DECK[first:last], {9: 1, 13: 4, 15: 5}[first])
    call_round(d)
    for seat in d.view.show_order:
        d.command("shows", seat)
    assert (d.view.phase, [p.key for p in d.view.prompts if p.to == "dealer"][-1]) == ("showdown", "name_winners")
