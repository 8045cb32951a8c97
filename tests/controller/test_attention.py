"""Where the table is looked at first."""

from controller.poker.places import BET, POT
from controller.service.senses.read_priorities import places_due
from tests.core.dealing import Dealer, change
from tests.core.tables import dealt

WATCHED = frozenset({"shoe", "pot", "board:1", "board:2", "board:3"})


def swept() -> Dealer:
    """All have called before the flop, and the dealer has the bets in his hands."""
    d = dealt()
    for seat, key in ((3, "call"), (4, "call"), (1, "call"), (2, "check")):
        d.key(seat, key)
        d.settle()
    for seat, amount in d.lines().items():
        d.move(BET + seat, (), change(amount))
    return d


def test_the_pot_is_looked_at_until_the_bets_that_were_swept_in_lie_there() -> None:
    d = swept()
    assert d.view.next_step is not None
    assert d.view.next_step.key == "burn"
    assert places_due(d.view, WATCHED) == ("shoe", "pot")
    d.move(POT, change(400))
    assert places_due(d.view, WATCHED) == ("shoe",)
