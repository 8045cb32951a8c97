"""A remedy as anyone may see it: its movements, the next one, the ones awaited, and cards that were moved wrongly."""

from collections.abc import Iterator

from controller.poker.book import Book
from controller.poker.cards import DECK_SIZE, name
from controller.poker.hand import Hand
from controller.poker.outcomes import Cite, id_text
from controller.poker.places import ON_BOARD, place_text
from controller.poker.remedy import NOW, Move, Remedy
from controller.poker.slots import BURN
from controller.table.remedies.engine import next_to_make, still_to_make
from controller.table.remedies.visibility import sensed
from controller.table.state.card_names import label
from controller.table.state.fault import fault_of
from controller.table.state.table import Table
from controller.table.view.model import MoveView, RemedyView

GATES = ("deal", "flop", "turn", "river")
BLIND = ("mix", "draw", "expose")  # movements that no face may steer: they name no card, not even one that was seen


def remedy_views(table: Table, hand: Hand) -> tuple[RemedyView, ...]:
    """The open remedies, in the order in which they were ruled. At most one movement of them is next."""
    found = next_to_make(hand)
    return tuple(_remedy(table, hand, remedy, None if found is None else found[1]) for remedy in still_to_make(hand))


def _remedy(table: Table, hand: Hand, remedy: Remedy, due: Move | None) -> RemedyView:
    said = zip(_fetched(remedy.moves), remedy.moves, remedy.done, strict=True)
    moves = tuple(_move(table, hand, shown, done, "next" if move is due else "waiting") for shown, move, done in said)
    wrong = tuple((_names(table, hand, (card,)), place_text(spot)) for card, spot in remedy.wrong.items())
    cites = _cites(table.book, remedy)
    return RemedyView(
        id_text(remedy.ruling), remedy.matter, remedy.seat, *cites, moves, wrong, _lie_at(table, remedy)
    )


def _cites(book: Book, remedy: Remedy) -> tuple[tuple[Cite, ...], str]:
    cites = book.cites(remedy.under) or book.cites(remedy.matter)
    return cites, book.rulebook.text(cites[0].article) if cites else ""


def _fetched(moves: list[Move]) -> Iterator[Move]:
    """The movements as they are shown. Cards to be shuffled in leave out those that an earlier movement puts on the
    deck."""
    for n, move in enumerate(moves):
        on_deck = {card for before in moves[:n] if before.verb == "stub" for card in before.exits}
        if move.verb == "shuffle" and move.origin == "aside":
            yield move._replace(exits=tuple(card for card in move.exits if card not in on_deck))
        else:
            yield move


def _move(table: Table, hand: Hand, move: Move, done: bool, open_as: str) -> MoveView:
    state = "done" if done else open_as
    by = move.tick if done or move.tick == "told" or sensed(table, move) else "told"
    cards = () if move.verb in BLIND else _names(table, hand, move.exits)
    gate = "" if move.gate == NOW else GATES[move.gate]
    labels = () if move.verb in BLIND else tuple(label(hand, card) for card in move.exits)
    return MoveView(move.verb, move.exits, cards, move.origin, move.goal, by, state, gate, labels)


def _lie_at(table: Table, remedy: Remedy) -> tuple[tuple[int, str], ...]:
    """Where its cards lie now. Cards that are drawn by lot are left out, so that they cannot be followed."""
    blind = {card for move in remedy.moves if move.verb in BLIND for card in move.exits}
    spots, lifted = table.felt.spot_of, table.felt.lifted
    cards = dict.fromkeys(card for move in remedy.moves for card in move.exits)
    return tuple((e, place_text(spots[e])) for e in cards if e in spots and e not in lifted and e not in blind)


def burn_pile(table: Table, hand: Hand) -> int:
    """Return how many cards lie at the burns.

    Cards that count as burnt count, except those that an open movement has yet to bring there. Cards that one has yet
    to take away count too. A card that is read elsewhere lies there, not at the burns.
    """
    spots, lifted = table.felt.spot_of, table.felt.lifted
    made = [slot.card for slot in hand.plan.slots if slot.place == BURN and slot.done]
    lying = {card for card in made if card}
    for remedy in hand.remedies.open:
        for move in (m for m, done in zip(remedy.moves, remedy.done, strict=True) if not done):
            if move.origin == "burn":
                lying.update(move.exits)
            elif move.goal == "burn":
                lying.difference_update(move.exits)
    unnumbered = made.count(0)  # only entered: no shoe counts cards
    return unnumbered + sum(card not in spots or card in lifted for card in lying)


def _names(table: Table, hand: Hand, exits: tuple[int, ...]) -> tuple[str, ...]:
    """The cards among these that all players have seen: on the board, or turned up. A card entered as a joker has no
    name, whatever its tag says."""
    faces, spots = hand.faces.by_exit, table.felt.spot_of
    public = hand.errors.public
    seen = [e for e in exits if (e in public and not fault_of(public[e]).nameless) or spots.get(e, 0) in ON_BOARD]
    return tuple(name(faces[e]) for e in seen if faces.get(e, DECK_SIZE) < DECK_SIZE)
