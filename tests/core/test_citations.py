"""The articles of ordinary rulings are those that decided them, the deciding one first."""

from controller.poker.events import Declared, Word
from controller.poker.outcomes import Ruling
from controller.rulebooks import Rulebook, load
from controller.table import Stakes
from tests.core.dealing import Dealer
from tests.core.tables import CASINO, LFP, NO_LIMIT, dealt, flop, setup


def cited(d: Dealer, matter: str, seat: int | None = None) -> tuple[str, ...]:
    """The articles of the last ruling on a rule key, of that seat if one is given."""
    rulings = [o for o in d.outcomes if isinstance(o, Ruling) and o.matter == matter and seat in (None, o.seat)]
    return tuple(cite.article for cite in rulings[-1].cites)


def said(d: Dealer, seat: int, word: Word, amount: int | None = None) -> Dealer:
    d.send(Declared(seat, word, amount, "test", "dealer", None, d.at()))
    return d


def posted(book: Rulebook, players: int) -> Dealer:
    d = Dealer(setup(players), book)
    d.shuffle()
    return d


def test_a_blind_is_posted_because_of_where_the_big_blind_is() -> None:
    d = posted(LFP, 4)
    assert cited(d, "blind.post", 1) == cited(d, "blind.post", 2) == ("lfp-6.3", "lfp-6.4")


def test_of_two_players_the_button_posts_the_small_blind_by_its_own_article() -> None:
    d = posted(LFP, 2)
    assert cited(d, "blind.post", 2) == ("lfp-6.19",)
    assert cited(d, "blind.post", 1) == ("lfp-6.3", "lfp-6.4")


def test_an_ante_that_no_article_of_the_book_is_about_has_none() -> None:
    d = Dealer(setup(4, stakes=Stakes(50, 100, 10)), LFP)
    d.shuffle()
    assert cited(d, "ante.post") == ()


def test_a_book_with_one_article_on_blinds_has_it_for_both() -> None:
    d = posted(CASINO, 4)
    assert cited(d, "blind.post", 1) == cited(d, "blind.post", 2) == ("leaflet-14",)


def test_a_check_rests_on_the_word_before_the_tap() -> None:
    assert cited(said(flop(), 1, "check"), "act.check") == ("lfp-7.3", "lfp-7.6")


def test_a_bet_that_is_said_rests_on_the_word_before_the_least_bet() -> None:
    assert cited(said(flop(), 1, "bet", 300), "act.bet") == ("lfp-7.3", "lfp-7.8")


def test_chips_that_are_bet_rest_on_where_they_lie_before_the_least_bet() -> None:
    d = flop()
    d.push(1, 500)
    assert cited(d, "chips.bet") == ("lfp-7.2", "lfp-7.8")


def test_under_roberts_a_check_rests_on_the_word_before_the_rap() -> None:
    d = flop(NO_LIMIT)
    d.key(1, "check")
    assert cited(d, "act.check") == ("roberts-3.5.9", "roberts-3.5.10")


def test_under_limit_a_check_rests_on_what_is_open_to_the_player() -> None:
    assert cited(said(flop(load("limit", "limit")), 1, "check"), "act.check")[0] == "limit-17"


def test_the_last_one_left_in_a_casino_wins_because_all_others_folded() -> None:
    d = dealt(CASINO)
    for seat in (3, 4, 1):
        d.key(seat, "fold")
    assert cited(d, "award.uncontested")[0] == "leaflet-42"
