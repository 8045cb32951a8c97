"""The end of a hand: showdown, award, claims, and the closing."""

from collections.abc import Iterable

from controller.poker.betting import NOBODY, seats_of
from controller.poker.book import Book
from controller.poker.hand import SHOWDOWN, Hand
from controller.poker.outcomes import Award, HandClosed, Prompt, Rake, Shares
from controller.poker.places import BET, DEALER, DROP, HAND, POT, SEAT, STACK, Place, Seat, is_stack, place_text
from controller.poker.showdown import holds_unbeatable, pots_of, rake_of, settle, show_order
from controller.table.chips.chips_in_hand import all_count_again
from controller.table.seating.busted_players import note_broke
from controller.table.seating.departures import give_seats_back, sweep_out
from controller.table.state.effects import write_manual
from controller.table.state.questions_of_hands import OddChips
from controller.table.state.rulings import rule
from controller.table.state.table import Table
from controller.table.tournament import elimination, levels, table_balancing


def begin_showdown(table: Table, hand: Hand) -> None:
    """Begin the showdown: betting is over and more than one hand is live."""
    hand.begin_showdown()
    when = table.book.entries.show_all_in.when
    if not hand.rights.exposed and (when == "showdown" or (when and hand.betting.runs_out)):
        hand.rights.must_turn_up(hand.betting.live)
    rule(table, "show.order", None, ())
    prompt_show(table, hand)
    all_shown(table, hand)


def prompt_show(table: Table, hand: Hand) -> None:
    """Ask the dealer for the next hand to be shown or given up, or for all if the rulebook has no order."""
    waiting = [s for s in show_order(hand, table.book) if not hand.rights.has_shown(s)]
    hidden = tuple(seats_of(hand.betting.live & ~hand.rights.shown))
    if not waiting and hidden:
        table.prompt(Prompt("dealer", None, "expose", (("seats", hidden),)))
    elif waiting:
        table.prompt(Prompt("dealer", waiting[0], to_show(table, hand, waiting[0]), (("seat", waiting[0]),)))


def prompt_reveal(table: Table, seat: Seat, *, one_card: bool) -> None:
    """Tell the dealer to show all players what one player has seen."""
    table.prompt(Prompt("dealer", seat, "reveal_card" if one_card else "reveal", (("seat", seat),)))


def prompt_what_was_shown(table: Table, hand: Hand) -> None:
    """The round is over. Folded hands that were shown to one player can be shown to all, since no one gains by it."""
    for seat, one_card in hand.rights.reveal():
        prompt_reveal(table, seat, one_card=one_card)


def all_shown(table: Table, hand: Hand) -> None:
    """Award the pots as soon as every live hand is shown, or only one is left."""
    hidden = hand.betting.live & ~hand.rights.shown
    if hand.phase is not SHOWDOWN or (hidden and (hand.betting.contested or last_hand_shows(table))):
        return
    award(table, hand)


def last_hand_shows(table: Table) -> bool:
    """Whether the last hand left at showdown wins only after both its cards were seen."""
    return table.book.entries.show_win.last_live == "both"


def to_show(table: Table, hand: Hand, seat: Seat) -> str:
    """The prompt for the next hand at showdown: to show it, or to show it or give it up."""
    return "show" if must_show(table, hand, seat) else "show_or_muck"


def must_show(table: Table, hand: Hand, seat: Seat) -> str:
    """The rule key under which a seat may not throw its hand at showdown, or "" if it may."""
    if hand.rights.is_exposed(seat):
        return "show.all_in"
    if not table.book.entries.show_muck.allowed:
        return "show.muck"
    if table.book.has("show.muck_all_in") and not hand.betting.stack[seat]:
        return "show.muck_all_in"
    return "" if hand.betting.contested else "show.win"


def award(table: Table, hand: Hand, key: str = "", by: str = "", odd: str = "") -> None:
    """Divide the pots. If the hands cannot be read, the dealer names the winners.

    `key`: the rule key that ends the hand otherwise. `by`: the role that decided so. `odd`: the floor's decision on
    odd chips, if the rulebook has no rule.
    """
    book = table.book
    divided = settle(hand, book, table.stacks.least_chip, odd)
    if divided is not None and book.has("rake") and _take_rake(table, hand, book):
        divided = settle(hand, book, table.stacks.least_chip, odd)
    if divided is None:
        hand.not_divided()
        table.prompt(Prompt("dealer", None, "name_winners"))
        return
    if not odd and book.bound("odd_chip")[0] is None and any(_uneven(part.shares) for part in divided.awards):
        hand.not_divided()
        table.ask(OddChips())
        return
    contested = hand.betting.contested
    hand.divide(divided.shares)
    for part, apart in zip(divided.awards, divided.apart, strict=True):
        matter = key or ("award.contested" if contested else "award.uncontested")
        also = _also(part, apart, several=len(divided.awards) > 1, told=bool(key))
        uneven = _uneven(part.shares) and not key
        rule(table, "odd_chip" if uneven else matter, None, (part,), by=by, also=also, decided="awarded")
    table.forget_prompts()
    tell_award(table, hand)
    paid(table, hand)


def tell_award(table: Table, hand: Hand) -> None:
    """Tell the dealer to push the pots, and to whom."""
    won = Shares(tuple((seat, hand.pots.won[seat]) for seat in sorted(hand.seats) if hand.pots.won[seat]))
    table.prompt(Prompt("dealer", None, "award", (("shares", won),)))


def _also(part: Award, apart: str, *, several: bool, told: bool) -> tuple[str, ...]:
    """The rule keys for the award of a pot beside its own.

    They cover a tie, the layers and order of several pots, and the choice between equal combinations.
    """
    tie = len(part.shares) > 1 and not told
    pots = ("pots.order", "pots.layers") if several else ()
    return ("pots.tie" if tie else "", *pots, f"hands.{apart}" if apart else "")


def _take_rake(table: Table, hand: Hand, book: Book) -> bool:
    """Take the rulebook's rake from each pot before it is divided. Return True if there is any."""
    on = book.entries.rake
    contested = hand.betting.contested
    if hand.pots.rake or on.kind == "none" or not (contested or on.uncontested):
        return False
    setup = table.setup
    if not on.basis_points and not setup.rake_basis_points:
        return False
    pots = pots_of(hand)
    blinds_alone = not contested and not hand.street and hand.betting.aggressor == NOBODY
    base = hand.betting.pot + hand.betting.returned if blinds_alone else 0
    house = (setup.rake_basis_points, setup.rake_maximum)
    takes = rake_of(pots, on, house, table.stacks.least_chip, base)
    for number, amount in enumerate(takes):
        if amount:
            rule(table, "rake", None, (Rake(number, amount),))
    return any(takes)


def reopen_award(table: Table, hand: Hand, seat: Seat) -> None:
    """The floor has the pots awarded again. Take back the award, and let the dealer name the winners.

    If the chips have left the stacks meanwhile, nothing can go back.
    """
    if any(won > table.stack[s] for s, won in enumerate(hand.pots.won)):
        table.alarm("decision.refused", seat)
        return
    back = tuple(Award(a.pot, tuple((s, -amount) for s, amount in a.shares)) for a in hand.pots.awards)
    give_seats_back(table, hand, "claims.award", "floor")
    rule(table, "claims.award", seat, back, by="floor")
    elimination.take_back(table, hand.number, "floor")
    hand.reopen_award()
    table.prompt(Prompt("dealer", None, "name_winners"))


def losing_hands(table: Table, hand: Hand) -> tuple[Seat, ...]:
    """The seats whose hands are to be taken in before the pots are pushed, if the rulebook says so.

    Only seats at which readers see cards count.
    """
    book = table.book
    if book.entries.award_contested.losing_hands != "before_the_push":
        return ()
    return tuple(s for s in hand.seats if not hand.pots.won[s] and _read_now(table, s))


def hands_left(table: Table, hand: Hand) -> tuple[Seat, ...]:
    """The seats whose hands are taken in after the pots are pushed, if the rulebook says so: the winners."""
    book = table.book
    if book.entries.award_contested.losing_hands != "before_the_push":
        return ()
    return tuple(s for s in hand.seats if {*hand.plan.cards_of(s)} & {*_read_now(table, s)})


def _read_now(table: Table, seat: Seat) -> Iterable[int]:
    """The cards that a reader sees at a seat. What a lost reader saw last counts for nothing."""
    return table.felt.read_at(SEAT + seat) if table.senses.cards[seat] else ()


def _uneven(shares: tuple[tuple[Seat, int], ...]) -> bool:
    return len({amount for _, amount in shares}) > 1


def paid(table: Table, hand: Hand, moved: Place | None = None) -> None:
    """Begin claims once every winner's chips lie on their stack and nothing is left in the middle.

    `moved`: the area where chips moved last. If no reader sees the stack of a winner, the push is seen where the
    chips come from. Bets that leave their lines may still be on their way to the pot.
    """
    total, senses = table.felt.total, table.senses
    if senses.pot and total[POT]:
        return
    if not senses.all_chips and wins_unread(table, hand) and not _of_the_push(hand, moved):
        return
    for seat in hand.seats:
        if senses.chips[seat] and (total[BET + seat] or _to_come(table, hand, seat)):
            return
    if not senses.pot and not any(senses.chips[s] for s in seats_of(hand.betting.live)):
        return  # nothing senses the push: the dealer enters it
    end_award(table, hand)


def wins_unread(table: Table, hand: Hand) -> bool:
    """Whether a seat has won whose stack no reader sees."""
    return any(won and not table.senses.chips[seat] for seat, won in enumerate(hand.pots.won))


def _of_the_push(hand: Hand, moved: Place | None) -> bool:
    """Whether chips moved at the pot, or at the stack of a winner."""
    return moved == POT or (moved is not None and is_stack(moved) and hand.pots.won[moved - STACK] > 0)


def _to_come(table: Table, hand: Hand, seat: Seat) -> bool:
    """Whether chips of the seat are still to be brought: won, or an uncalled bet in the dealer's hand."""
    total, transit = table.felt.total, table.transit
    if not (hand.pots.won[seat] or total[DEALER]):
        return False
    missing = table.owned(seat) + transit.uncounted(seat) - transit.coming[seat] - total[STACK + seat]
    return missing > 0 and (hand.pots.won[seat] > 0 or missing <= total[DEALER])


def end_award(table: Table, hand: Hand) -> None:
    """End the award: the pots are pushed."""
    hand.begin_claims()
    if not table.senses.all_chips:
        write_manual(table)
    if hand.pots.rake:
        table.felt.drop(table.stacks.dropped - table.felt.total[DROP])
    compare_stacks(table, hand)
    table.forget_prompts()
    table.prompt(Prompt("dealer", None, "shuffle"))
    all_count_again(table)
    tell_penalties_due(table, hand)
    _soft_play(table, hand)
    levels.awarded(table)
    elimination.hand_over(table, hand)
    table_balancing.named_anew(table)
    if claims_end_with_push(table):
        close_hand(table)
    elif table.seating.leaving:
        sweep_out(table)


def claims_end_with_push(table: Table) -> bool:
    """Whether an award can be disputed only until its chips are pushed."""
    book = table.book
    own_word = book.entries.claims.without_dealer if table.setup.self_dealt else None
    return (own_word or book.entries.claims.end) == "push"


def tell_penalties_due(table: Table, hand: Hand) -> None:
    """Tell only the floor, once a hand is over or void, which penalties are due."""
    for offender, matter in hand.offences.due:
        table.prompt(Prompt("floor", offender, "penalty_due", (("seat", offender), ("matter", matter))))


def _soft_play(table: Table, hand: Hand) -> None:
    """Tell only the floor after the hand that an unbeatable hand was not raised."""
    seat = hand.offences.soft_played_by
    if seat == NOBODY or not table.book.has("soft_play"):
        return
    if holds_unbeatable(hand, seat):
        rule(table, "soft_play", seat, ())
        table.prompt(Prompt("floor", seat, "soft_play", (("seat", seat),)))


def compare_stacks(table: Table, hand: Hand) -> None:
    """After the award, raise an alarm for each stack that is not what it should be."""
    total, stack = table.felt.total, table.stack
    transit, leaving = table.transit, table.felt.leaving
    for seat in hand.seats:
        lies = total[STACK + seat] + total[HAND + seat] - table.stacks.small[seat]
        lies += transit.coming[seat] - transit.foreign[seat] - transit.borrowed[seat] - leaving[seat]
        more, known = lies - stack[seat], transit.gone[seat]
        if table.senses.chips[seat] and not 0 <= more <= known and table.seating.is_held(seat):
            table.alarm("stack.differs", seat, more, place_text(STACK + seat))


def close_hand(table: Table) -> None:
    """Claims are over. Close the hand, and report its result once."""
    hand = table.hand
    if hand is None:
        return
    table.suspensions.end_hand()
    awards = tuple((s, won) for s, won in enumerate(hand.pots.won) if won)
    stacks = tuple((s, table.owned(s)) for s in seats_of(table.seating.held))
    table.report(HandClosed(hand.number, awards, stacks))
    table.end_hand()
    if table.seating.leaving:
        sweep_out(table)
    note_broke(table)
