"""Misdeals and near misdeals: boxed cards, foul decks, a wrong number of cards, cards at empty places."""

from typing import Final

from controller.poker.book import Book
from controller.poker.hand import Hand, Phase, Stage
from controller.poker.misdeals import Acted, Box, Miscounted, Role
from controller.poker.outcomes import Kill, Ruling, Splice
from controller.poker.places import SEAT, SEATS, Place, Seat, seat_end
from controller.poker.remedy import NOW, Move
from controller.poker.slots import BURN
from controller.table.deal.dealer_and_deck import erred
from controller.table.remedies.engine import cancel, open_remedy, proceed
from controller.table.state.facts import CardsAtSeat, StreetComplete
from controller.table.state.fault import fault_of, notice
from controller.table.state.questions_of_deal import DealFault
from controller.table.state.rulings import ask_whether_void, rule
from controller.table.state.table import Table

LATE: Final = "_late"  # the case of a rule key that comes to light once the hand cannot be dealt again
EMPTY: Final = "deal.empty"  # cards at a place where no player is dealt in, as a case of their own
DEAL = (Phase.SHUFFLE, Phase.POSTING, Phase.DEALING)


# --- a card leaves the shoe -----------------------------------------------------------------------------------------


def boxed(table: Table, hand: Hand, card: int) -> None:
    """Set aside a card that comes face up. The next one takes its place. Too many boxed cards void the hand.

    Only the place where it lies identifies the card. The shoe may have read the card before or after it.
    """
    book, matter = table.book, "deck.boxed"
    dealing = hand.phase in DEAL
    policy, entry = book.bound(matter)
    possible = not hand.betting.runs_out or hand.stage is Stage.ACTS
    boxed_before = hand.errors.boxed[0 if dealing else 1]
    verdict = policy(Box(dealing, boxed_before, possible), entry) if policy else ""
    hand.errors.box(card, matter, dealing=dealing)
    if verdict == "misdeal":
        cancel(table, hand, matter, None)
        return
    hand.plan.not_due(card)
    lay_aside(table, hand, matter, card, settled=bool(verdict))


def not_boxed(hand: Hand, _ruling: Ruling) -> None:
    """Take back a ruling on a boxed card: it had not come face up."""
    hand.errors.unbox(dealing=hand.phase in DEAL)


def lay_aside(table: Table, hand: Hand, matter: str, card: int, *, settled: bool, by: str = "") -> None:
    """Set aside a card in the dealer's hand. It does not count, and the next one takes its place.

    `settled`: the rulebook decides this. Otherwise ask what becomes of the deal. `by`: role, as in a ruling.
    """
    move = Move("aside", (card,), "shoe", "aside", "told")
    open_remedy(table, hand, matter, None, (Splice("again", card),), (move,), by=by, decided="set_aside")
    if not settled:
        table.ask(DealFault(matter, name=f"box-{card}"))


def foul(table: Table, hand: Hand) -> None:
    """The deck has a card twice, missing or foreign. Void the hand, or ask if the rulebook does not decide."""
    book = table.book
    if book.bound("deck.foul")[0] is not None:
        cancel(table, hand, "deck.foul", None)
    else:
        rule(table, "deck.foul", None, (), decided="asked")
        table.ask(DealFault("deck.foul", name="deck", scope="hand"))


def is_doubled(table: Table, hand: Hand, _fact: StreetComplete) -> bool:
    """Whether one card of the deck is proven at two places."""
    faces = hand.faces.by_exit
    if len(set(faces.values())) == len(faces):
        return False
    lying = [faces[card] for card in table.felt.spot_of if card in faces]
    return len(set(lying)) < len(lying)


# --- a card lies somewhere ------------------------------------------------------------------------------------------


def surplus(table: Table, hand: Hand, card: int, spot: Place) -> None:
    """A card too many lies at a seat or at an empty place."""
    alone = hand.plan.loose == [card] and hand.errors.exposures == 0 and not hand.remedies.open
    is_next = alone and hand.plan.is_drawn(0) and not hand.plan.board_begun
    notice(table, hand, CardsAtSeat(spot - SEAT, hand.variant.hole_cards + 1, card, is_next))


def is_at_empty_place(_table: Table, hand: Hand, fact: CardsAtSeat) -> bool:
    """Whether the cards lie where no player is dealt in."""
    return fact.seat not in hand.seats


def at_empty_place(table: Table, hand: Hand, fact: CardsAtSeat) -> None:
    """Cards lie where no player is dealt in. This is a misdeal as long as one may be called.

    After that the cards are mucked.
    """
    seat, card = fact.seat, fact.card
    erred(table, hand)
    if not stands(table, hand):
        _spoilt(table, hand, "deal.missed", seat, hand.variant.hole_cards, EMPTY)
        return
    exits = (card,) if card else ()
    moves = (Move("muck", exits, seat_end(seat), "muck", "proven" if exits else "told"),)
    effects = tuple(Splice("again", e) for e in exits)
    open_remedy(table, hand, "deal.missed", seat, effects, moves, under=EMPTY + LATE, decided="mucked")


def deal_stands(table: Table, hand: Hand, question: DealFault, by: str) -> None:
    """The floor lets the deal stand. Muck a card too many that was judged, and kill a hand with too few cards."""
    for card in [card for card in hand.plan.loose if card not in hand.watch.astray_since]:
        _mucked(table, hand, card, table.felt.spot_of.get(card, 0) - SEAT)
    seat, cards = question.seat, question.cards
    if seat in hand.seats and seat and cards is not None and cards < hand.variant.hole_cards:
        for slot in hand.plan.slots.of_seat(seat):
            if not slot.card and not slot.done:
                hand.plan.drop(slot)
        dead(table, hand, seat, question.matter, by)
        proceed(table, hand)


def _mucked(table: Table, hand: Hand, card: int, seat: Place) -> None:
    if seat in SEATS:
        move, again = Move("muck", (card,), seat_end(seat), "muck", "proven"), (Splice("again", card),)
        held = seat in hand.seats
        matter = "deal.count" if held else "deal.missed"
        open_remedy(
            table, hand, matter, seat, again, (move,), by="floor", decided="surplus_mucked" if held else "mucked"
        )


def _spoilt(table: Table, hand: Hand, matter: str, seat: Seat, cards: int, case: str = "") -> None:
    """Void the hand as a misdeal if the rulebook has one for this, otherwise ask.

    `cards`: how many lie at the seat. `case`: the case of the rule key whose articles apply.
    """
    book = table.book
    if book.bound(matter)[0] is not None:
        late = f"{case or matter}{LATE}" if hand.betting.acts else ""  # why it is not too late is that article's, too
        cancel(table, hand, matter, seat, also=late, under=case)
        return
    rule(table, matter, seat, (), under=case, decided="asked")
    ask_whether_void(table, matter, seat, cards)


# --- the number of cards --------------------------------------------------------------------------------------------


def stands(table: Table, hand: Hand) -> bool:
    """Whether so many acts have been made that the hand cannot be dealt again."""
    book = table.book
    policy, entry = book.bound("deal.stands_after")
    if policy is None:
        return False
    return hand.street > 0 or bool(policy(acted(hand, book), entry))


def acted(hand: Hand, book: Book) -> Acted:
    """Count the acts of this round, those out of turn too, with the rulebook's measure of substantial action."""
    waiting = [early.act for early in hand.waiting.early if early.act != "fold"]  # a fold is taken at once
    acts = [act for act in (*(a.act for a in hand.betting.acts), *waiting) if act != "hold"]
    chips = sum(act in ("call", "bet", "raise") for act in acts)
    on = book.entries.substantial
    return Acted(chips, len(acts), on.chip_actions, on.actions)


def role_of(hand: Hand, seat: Seat) -> Role:
    """The role of a seat in the deal that a rulebook may name."""
    if seat == hand.small_blind and len(hand.seats) > 2:
        return "small_blind"
    return "button" if seat == hand.button else ""


def is_miscounted(_table: Table, hand: Hand, fact: CardsAtSeat) -> bool:
    """Whether a player that is dealt in has a wrong number of cards, but some."""
    return fact.seat in hand.seats and fact.cards > 0


def is_left_out(_table: Table, hand: Hand, fact: CardsAtSeat) -> bool:
    """Whether a player that was to be dealt in has no card."""
    return fact.seat in hand.seats and not fact.cards


def miscounted(table: Table, hand: Hand, fact: CardsAtSeat) -> None:
    """Judge a seat with a wrong number of cards or none."""
    seat, cards = fact.seat, fact.cards
    erred(table, hand)
    book = table.book
    matter = "deal.count" if cards else "deal.missed"
    policy, entry = book.bound(matter)
    served = book.entries.deal_count_served.button
    next_is_his = served and cards == hand.variant.hole_cards - 1 and not hand.plan.board_begun
    facts = Miscounted(cards, role_of(hand, seat), fact.surplus_next, next_is_his)
    verdict = policy(facts, entry) if policy else ""
    if verdict == "served":
        _serve(table, hand, seat)
    elif stands(table, hand):
        dead(table, hand, seat, matter)
    elif verdict == "burnt":
        _surplus_burnt(table, hand, seat, fact.card)
    else:
        _spoilt(table, hand, matter, seat, cards)


def dead(table: Table, hand: Hand, seat: Seat, matter: str, by: str = "") -> None:
    """Kill the hand of the seat. Its bets stay, and the others play on. `by`: role, as in a ruling."""
    spots, plan = table.felt.spot_of, hand.plan
    cards = (*plan.cards_of(seat), *(e for e in plan.loose if spots.get(e) == SEAT + seat))
    without = fault_of(matter).without_cards
    if without:
        cards = tuple(e for e in cards if e in spots)
    moves = (Move("muck", cards, seat_end(seat), "muck", "proven"),) if cards else ()
    again = tuple(Splice("again", e) for e in cards if e in plan.loose)
    if without:
        _not_waited_for(table, hand, seat)
    open_remedy(table, hand, matter, seat, (Kill(seat), *again), moves, by=by, under=matter + LATE, decided="dead")


def _not_waited_for(table: Table, hand: Hand, seat: Seat) -> None:
    """Do not count acts behind a seat without cards as out of turn."""
    for early in hand.waiting.early:
        if early.passed == seat:
            table.uncount(early.seat, "out_of_turn")


def _serve(table: Table, hand: Hand, seat: Seat) -> None:
    """Complete the hand with the next card of the shoe."""
    slots = hand.plan.slots
    missing = slots.next_open(0, seat)
    if missing is not None:
        mark = slots.mark_again(missing)
        effects: tuple[Splice, ...] = (Splice("now"),)
    else:
        mark = slots.new_mark()
        effects = (Splice("before", 0, SEAT + seat, 0, mark),)
    moves = (Move("deal", (), "shoe", seat_end(seat), "drawn", NOW, mark),)
    open_remedy(table, hand, "deal.count", seat, effects, moves, under="deal.count_served", decided="served")


def _surplus_burnt(table: Table, hand: Hand, seat: Seat, card: int) -> None:
    """Take back the card too many and show it. It becomes the burn before the flop."""
    mark = hand.plan.slots.new_mark()
    moves = (
        Move("show", (card,), seat_end(seat), "table", "gone"),
        Move("burn", (card,), "table", "burn", "told", NOW, mark),
    )
    effects = (Splice("feed", card, BURN, 1, mark),)
    open_remedy(table, hand, "deal.count", seat, effects, moves, exposes=(card,), decided="surplus_burned")


def deal_over(table: Table, hand: Hand) -> bool:
    """The dealer ends the deal while cards are due. Return True if a seat with a wrong number of cards was judged, or
    only cards of remedies are still to be dealt."""
    plan = hand.plan
    if hand.phase is not Phase.DEALING or not plan.missing or not plan.drawn:
        return False
    lying = {seat: sum(plan.by_card[card].done for card in plan.cards_of(seat)) for seat in hand.seats}
    to_come = hand.remedies.hole_cards_to_come()
    wrong = [
        (s, count) for s, count in lying.items() if count + to_come.count(seat_end(s)) != hand.variant.hole_cards
    ]
    if not wrong:
        return bool(to_come)
    missed = [pair for pair in wrong if not pair[1]]
    return notice(table, hand, CardsAtSeat(*(missed or wrong)[0]))
