"""Faults of the board: no burn, two burns, four cards of a flop, cards that come too early."""

from collections.abc import Collection
from typing import Final

from controller.poker.betting import NOBODY, clockwise
from controller.poker.false_boards import TooEarly
from controller.poker.hand import Hand, Stage
from controller.poker.outcomes import Effect, Kill, Splice
from controller.poker.places import BOARD, MUCK, Seat, is_board_spot
from controller.poker.remedy import NOW, Move, Remedy
from controller.poker.slots import ASIDE, BURN
from controller.table.deal.card_alarms import UNBURNED
from controller.table.deal.dealer_and_deck import erred
from controller.table.deal.lost_cards import ask_for_the_fourth, name
from controller.table.remedies.engine import open_remedy, proceed, prompt_next, put_right_or_ask, update_hold
from controller.table.state.card_names import card_alarm
from controller.table.state.facts import BoardGrew, LiesElsewhere, TooManyOnBoard
from controller.table.state.fault import fault_of, notice
from controller.table.state.question import BURNT_EARLY, FALSE_BOARD
from controller.table.state.questions_of_deal import BurntEarly, DeadOrCheck, DealFault, FalseBoard
from controller.table.state.rulings import ask_whether_void, rule
from controller.table.state.table import Table

STREETS: Final = ("", "flop", "turn", "river")
FLOP_CARDS: Final = 3


def on_board(table: Table) -> list[int]:
    """The draw numbers of cards proven on the board, in the order they left the shoe."""
    spots = table.felt.spot_of
    lifted = table.felt.lifted
    return sorted(e for e, spot in spots.items() if is_board_spot(spot) and e not in lifted)


def order_unknown(hand: Hand, exits: list[int]) -> bool:
    """Whether the order of these cards is unknown, because the shoe did not read two or more of them."""
    return len([e for e in exits if e in hand.plan.unread]) > 1


# --- burns ----------------------------------------------------------------------------------------------------------


def is_unburned(_table: Table, hand: Hand, fact: LiesElsewhere) -> bool:
    """Whether the card that was to be burnt lies on the board."""
    return is_board_spot(fact.spot) and hand.plan.place_of(fact.card) == BURN


def unburned(table: Table, hand: Hand, fact: LiesElsewhere) -> None:
    """The card that was to be burnt lies on the board. A flop is judged once three cards lie there."""
    street = hand.street + 1
    if street == 1:
        if all(alarm.key != UNBURNED.key for alarm in table.alarms):
            table.alarm(UNBURNED.key)
        hand.watch.alert()
        if len(on_board(table)) < FLOP_CARDS:
            return
    _unburned(table, hand, fact.card, street)


def is_unburned_flop(table: Table, hand: Hand, _fact: BoardGrew) -> bool:
    """Whether three cards of a flop lie there, and the one that was to be burnt is among them."""
    if hand.street or hand.remedies.open or hand.stage is not Stage.CARDS:
        return False
    laid = on_board(table)
    return len(laid) >= FLOP_CARDS and _flop_burn(hand) in laid


def unburned_flop(table: Table, hand: Hand, _fact: BoardGrew) -> None:
    """Judge a flop without a burn."""
    _unburned(table, hand, _flop_burn(hand), 1)


def _flop_burn(hand: Hand) -> int:
    """The card that left the shoe as the burn before the flop, 0 if none has."""
    return next(iter(hand.plan.drawn_burns()), 0)


def _unburned(table: Table, hand: Hand, exit_: int, street: int) -> None:
    hand.errors.show_all((exit_,), "burn.missing")
    erred(table, hand)
    put_right_or_ask(table, hand, FalseBoard("burn.missing", card=exit_, street=street))


def burn_from_board(table: Table, hand: Hand, exit_: int, street: int, by: str = "") -> None:
    """The card that was to be burnt becomes the burn after all. `by`: role, as in a ruling."""
    laid = [e for e in on_board(table) if e >= exit_]
    if street == 1 and order_unknown(hand, laid):
        moves: tuple[Move, ...] = _drawn_from(tuple(laid), hand.plan.mark_of(exit_))
    else:
        moves = (Move("burn", (exit_,), "board", "burn", "gone"), *_true_card(hand, street))
    open_remedy(table, hand, "burn.missing", None, (Splice("now", exit_),), moves, by=by, decided="burn_from_board")


def _true_card(hand: Hand, street: int) -> tuple[Move, ...]:
    """The movement of the last card, if the street's betting has begun. No player acts until it lies there."""
    if hand.street < street:
        return ()
    slots = hand.plan.slots
    due = next((slot for slot in slots.board_of(street) if not slot.card), None)
    return () if due is None else (Move("lay", (), "shoe", "board", "drawn", NOW, slots.mark_of(due)),)


def not_burned(table: Table, hand: Hand, street: int, by: str = "") -> None:
    """A person reports that no card was burnt before a street that lies there, and no sensor counted a burn.

    A card too many there is the street's last. `by`: the floor decides this because the rulebook leaves it open.
    """
    plan = hand.plan
    exit_ = plan.burn_lies_on_the_board(street)
    more = [e for e in plan.loose if e in on_board(table)]
    if more and hand.street < street:
        plan.take_loose(more[0], proven=True)
    if by:
        hand.errors.show_all((exit_,), "burn.missing")
        burn_from_board(table, hand, exit_, street, by)
    else:
        _unburned(table, hand, exit_, street)


def _drawn_from(exits: tuple[int, ...], mark: int) -> tuple[Move, ...]:
    """The movements to turn down and shuffle the cards, let a manager draw the burn, and turn up the others."""
    return (
        Move("mix", exits, "board", "board", "told"),
        Move("draw", exits, "board", "burn", "gone", NOW, mark),
        Move("expose", exits, "board", "board", "told"),
    )


def _exchanged(table: Table, hand: Hand, exit_: int, second: int, by: str) -> None:
    """A card came to the board in place of one that was burnt a second time.

    `exit_`: the card too many. `second`: the card that the dealer reports as burnt.
    """
    plan, there = hand.plan, on_board(table)
    before, *flop = (slot.card for slot in plan.slots.of_street(1))
    burns = (before, second)
    laid = (*(e for e in flop if e != second), exit_)  # the dealer knows them, even if not all are entered yet
    first_mark = plan.mark_of(before)
    if order_unknown(hand, list(burns)) or order_unknown(hand, list(laid)):
        burn_of_turn = plan.slots.of_street(2)[0]  # the slot of the last card
        moves = (
            *_drawn_from(laid, plan.slots.mark_of(burn_of_turn)),
            Move("mix", burns, "burn", "burn", "told"),
            Move("lay", burns, "burn", "board", "proven", NOW, first_mark),
        )
    else:
        moves = (Move("lay", (second,), "burn", "board", "proven"), _to_the_burns(exit_, there))
    hand.errors.burn_made("burn.double")
    effects = (Splice("feed", exit_),)
    open_remedy(table, hand, "burn.double", None, effects, moves, by=by, decided="burns_exchanged")


def two_burned(table: Table, hand: Hand, by: str = "") -> None:
    """A person reports that two cards were burnt before the flop that lies there. No sensor counted them."""
    second = hand.plan.burned_before(1)
    if by:
        exchange_burns(table, hand, second, by)
    else:
        burned_instead(table, hand, second)


def _to_the_burns(exit_: int, laid: Collection[int]) -> Move:
    """The card too many becomes a burn. Until it is proven on the board, the dealer confirms the movement."""
    if exit_ in laid:
        return Move("burn", (exit_,), "board", "burn", "gone")
    return Move("burn", (exit_,), "table", "burn", "told")


def burned_twice(table: Table, hand: Hand) -> bool:
    """The dealer reports two burns before any card of the flop lies there. The second is the flop's first card.

    Return False if the draws do not show this.
    """
    plan = hand.plan
    if not table.senses.shoe:
        return _told_twice(table, hand)
    slot = plan.last_drawn()
    if hand.stage is not Stage.CARDS or slot is None or slot.done or not plan.follows_burn(slot.card):
        return False
    burned_instead(table, hand, slot.card)
    return True


def _told_twice(table: Table, hand: Hand) -> bool:
    """The same if nothing counts the burns: one was entered, and no card of the flop lies there."""
    burn = hand.plan.slots.burn_of(1)
    entered = burn is not None and burn.done and not burn.card
    if hand.street or not entered or any(slot.card for slot in hand.plan.slots.board_of(1)):
        return False
    burned_instead(table, hand, hand.plan.second_burn_entered())
    return True


def burned_instead(table: Table, hand: Hand, exit_: int) -> None:
    """The dealer reports that a card of the flop was burnt too."""
    erred(table, hand)
    put_right_or_ask(table, hand, FalseBoard("burn.double", card=exit_))


def exchange_burns(table: Table, hand: Hand, exit_: int, by: str = "") -> None:
    """Lay the second burn on the flop, to which it belongs. A card too many may have left the shoe already."""
    more = next(iter(hand.plan.loose), 0)
    if more:
        _exchanged(table, hand, more, exit_, by)
        return
    move, effects = Move("lay", (exit_,), "burn", "board", "proven"), (Splice("now", exit_),)
    open_remedy(table, hand, "burn.double", None, effects, (move,), by=by, decided="second_burn_laid")


# --- cards that were not due ----------------------------------------------------------------------------------------


def more_on_board(table: Table, hand: Hand, exit_: int) -> None:
    """A card that was not due lies on the board. Nothing is moved while the board is in question already."""
    hand.errors.show_all((exit_,), "board")
    if FALSE_BOARD in table.asks or not notice(table, hand, TooManyOnBoard(exit_)):
        card_alarm(table, hand, "card.misplaced", None, exit_, "board")


def is_fourth(_table: Table, hand: Hand, fact: TooManyOnBoard) -> bool:
    """Whether the card may be the fourth of the flop."""
    return _may_be_the_fourth(hand, fact.card)


def fourth(table: Table, hand: Hand, fact: TooManyOnBoard) -> None:
    """A fourth card lies on the flop."""
    erred(table, hand)
    put_right_or_ask(table, hand, FalseBoard("flop.four", card=fact.card))


def _may_be_the_fourth(hand: Hand, exit_: int) -> bool:
    """Whether the card may be the fourth of the flop: the flop is complete, without acts on it or a burn after it.

    After a burn the card is the turn.
    """
    opens = not hand.street and hand.stage is Stage.CARDS and not hand.plan.missing
    laid = opens or (hand.street == 1 and not hand.betting.acts)
    return laid and hand.plan.loose == [exit_] and _burn_due(hand, 1)


def _burn_due(hand: Hand, street: int) -> bool:
    """Whether a burn is due after that street. A slot that a card from the table fills does not count."""
    after = hand.plan.slots.of_street(street + 1)
    return any(slot.place == BURN and not slot.card and not slot.fed for slot in after)


def burn_the_fourth(table: Table, hand: Hand, exit_: int, by: str = "") -> None:
    """The fourth card of a flop becomes the burn before the turn. If it is unknown, it is drawn among the four."""
    laid = on_board(table)
    if order_unknown(hand, laid):
        moves = _drawn_from(tuple(laid), hand.plan.mark_of_next())
    else:
        moves = (Move("burn", (exit_,), "board", "burn", "gone"),)
    hand.errors.burn_made("flop.four")
    open_remedy(table, hand, "flop.four", None, (Splice("feed", exit_),), moves, by=by, decided="next_burn")


def _lost(table: Table, hand: Hand) -> int:
    """The only draw of the flop that is read nowhere, if all of the flop is drawn. 0 if there is none."""
    flop = [slot for slot in hand.plan.slots.of_street(1) if slot.place != BURN]
    missing = [slot.card for slot in flop if not slot.done]
    one = len(missing) == 1 and all(slot.card for slot in flop)
    return missing[0] if one and missing[0] not in table.felt.spot_of else 0


def is_in_place_of(table: Table, hand: Hand, _fact: TooManyOnBoard) -> bool:
    """Whether one draw of the flop is read nowhere, so that the card too many may lie there in its place."""
    return hand.stage is Stage.CARDS and not hand.street and bool(_lost(table, hand))


def in_place_of(table: Table, hand: Hand, _fact: TooManyOnBoard) -> None:
    """A card too many lies on the board, and one draw of the flop is read nowhere. The dealer says where it is.

    It may have been burnt with the first, have fallen, or lie under another card. If each place of the flop has a
    card, ask the dealer at once. A card at an empty place may only be read late. If it is not read there, the timer
    for missing cards asks.
    """
    lost = _lost(table, hand)
    lying = {table.felt.spot_of[e] for e in on_board(table)}
    hand.watch.alert()
    if name(lost) not in table.asks and all(BOARD + n in lying for n in range(1, FLOP_CARDS + 1)):
        ask_for_the_fourth(table, hand, lost)


def is_one_more(table: Table, hand: Hand, _fact: BoardGrew) -> bool:
    """Whether the flop is complete, and a card that came while one of it was missing is the fourth."""
    more = hand.plan.loose
    return len(more) == 1 and more[0] in on_board(table) and _may_be_the_fourth(hand, more[0])


def one_more(table: Table, hand: Hand, _fact: BoardGrew) -> None:
    """The card too many on the flop is its fourth."""
    fourth(table, hand, TooManyOnBoard(hand.plan.loose[0]))


def is_early(_table: Table, hand: Hand, _fact: TooManyOnBoard) -> bool:
    """Whether the card comes before its street: others that did are put right, or a player is still to act."""
    open_ = hand.stage in (Stage.ACTS, Stage.HELD) and hand.street < len(STREETS) - 1
    return open_ or premature_open(hand) is not None


def early(table: Table, hand: Hand, fact: TooManyOnBoard) -> None:
    """A card of the board came before its street, the first one or another."""
    remedy = premature_open(hand)
    if remedy is None:
        premature(table, hand, fact.card)
    else:
        _another(table, hand, remedy, fact.card)


def premature_open(hand: Hand) -> Remedy | None:
    """The open remedy for cards that came too early, or None."""
    return next((r for r in hand.remedies.open if fault_of(r.matter).early), None)


def skipped(hand: Hand) -> str:
    """The rule key for a seat that was passed over when cards of the next street are out."""
    return f"premature.skipped_{STREETS[hand.street + 1]}"


def premature(table: Table, hand: Hand, exit_: int, *, unburnt: bool = False) -> None:
    """A card of the next street lies open although a player is still to act.

    `unburnt`: a person says that none was burnt before it. If nothing counts the cards, the dealer is asked.
    """
    book, plan = table.book, hand.plan
    street = hand.street + 1
    matter = f"premature.{STREETS[street]}"
    out = [e for e in plan.loose if table.felt.spot_of.get(e, 0) in range(BOARD + 1, MUCK)]
    if _stands_already(hand):
        rule(table, matter, None, (Splice("feed", exit_),), under=f"{matter}_two", decided="stands")
        update_hold(table, hand)
        return
    behind = bool(hand.waiting.early)
    policy, entry = book.bound(matter)
    if policy is None:
        rule(table, matter, None, (), decided="asked")
        ask_whether_void(table, matter)
        return
    burn_due = _burn_due(hand, hand.street)
    burnt = plan.loose[0] if burn_due and plan.loose[0] not in out else 0
    if burn_due and not burnt and not unburnt and not table.senses.shoe:
        if BURNT_EARLY in table.asks:
            return
        erred(table, hand)
        table.ask(BurntEarly())
        update_hold(table, hand)
        return
    if behind and book.cites(skipped(hand)):
        cards_stand(table, hand, skipped(hand), out, burnt)
        return
    betting = hand.betting
    free = betting.turn != NOBODY and betting.bet[betting.turn] >= betting.call
    course = str(policy(TooEarly(len(out), free, behind), entry))
    if table.senses.shoe:  # else it was counted when the dealer was asked about the burn
        erred(table, hand)
    if burn_due and not burnt:
        _only_the_burn(table, hand, matter, exit_)
    else:
        fault_of(matter).courses[course](table, hand, matter, out, burnt)


def answer_burnt_early(table: Table, hand: Hand, choice: str) -> None:
    """The dealer says whether a card was burnt before those that came too early. No sensor counted it."""
    plan = hand.plan
    out = [e for e in plan.loose if e in on_board(table)]
    if not out:
        return
    if choice == "burned":
        plan.not_due_first(plan.unnumbered())
    premature(table, hand, out[0], unburnt=choice != "burned")
    for exit_ in out[1:]:
        if exit_ in plan.loose:
            more_on_board(table, hand, exit_)
    update_hold(table, hand)


def let_stand(table: Table, hand: Hand, _question: DealFault, _by: str) -> None:
    """The floor lets cards stand that lie on the board too early. They belong to the next street.

    The card that left the shoe before them is its burn. If there was none, the street has no burn.
    """
    plan, street = hand.plan, hand.street + 1
    out = [e for e in plan.loose if is_board_spot(table.felt.spot_of.get(e, 0))]
    if not out or street >= len(STREETS):
        return
    burn_due = _burn_due(hand, hand.street)
    burnt = plan.loose[0] if burn_due and plan.loose[0] not in out else 0
    unburnt = (Splice("drop", 0, BURN, street),) if burn_due and not burnt else ()
    taken = (*_fed(burnt), *(Splice("feed", e) for e in out))
    rule(table, f"premature.{STREETS[street]}", None, (*unburnt, *taken), by="floor", decided="goes_on")
    proceed(table, hand)


def _of_two(matter: str, out: list[int]) -> str:
    """The case of a second card, for which a rulebook may have an article."""
    return f"{matter}_two" if len(out) > 1 else ""


def _stands_already(hand: Hand) -> bool:
    """Whether early cards of the next street were let stand. Then the cards that follow them stand too."""
    return any(slot.card and slot.place != BURN for slot in hand.plan.slots.of_street(hand.street + 1))


def _only_the_burn(table: Table, hand: Hand, matter: str, exit_: int) -> None:
    """The card on the board is the one that was to be burnt. It becomes the burn."""
    move = Move("burn", (exit_,), "board", "burn", "gone")
    hand.errors.show_all((exit_,), matter)
    effects = (Splice("feed", exit_),)
    open_remedy(table, hand, matter, None, effects, (move,), also="burn.missing", decided="is_the_burn")


def _another(table: Table, hand: Hand, remedy: Remedy, exit_: int) -> None:
    """Another early card of a street joins the remedy of the first, or opens another course."""
    book, street = table.book, hand.street + 1
    if street == 1 and book.entries.premature_flop.two_out_folds:
        _two_out(table, hand, remedy, exit_)
        return
    n = next((n for n, m in enumerate(remedy.moves) if m.verb == "stub"), None)
    if n is None:  # the first one was the burn
        move = Move("stub", (exit_,), "board", "stub", "gone")
        shuffle = Move("shuffle", (exit_,), "stub", "stub", "told", street)
        remedy.extend(move, shuffle)
    else:
        remedy.one_more(n, exit_)
        remedy.one_more(len(remedy.moves) - 1, exit_)
    hand.plan.again(exit_)
    update_hold(table, hand)
    prompt_next(table, hand)


def _two_out(table: Table, hand: Hand, remedy: Remedy, exit_: int) -> None:
    """A second card of the flop came too early. The first one stays after all."""
    first = remedy.moves[0].exits[0]
    hand.remedies.drop(remedy)
    hand.plan.not_due_first(first)
    book = table.book
    policy, entry = book.bound(remedy.matter)
    betting = hand.betting
    free = betting.turn != NOBODY and betting.bet[betting.turn] >= betting.call
    course = str(policy(TooEarly(2, free, False), entry)) if policy else "folds_or_checks"
    update_hold(table, hand)
    fault_of(remedy.matter).courses[course](table, hand, remedy.matter, [first, exit_], 0)


# --- what becomes of them -------------------------------------------------------------------------------------------


def _fed(burnt: int) -> tuple[Splice, ...]:
    """The effect by which the card burnt before becomes the street's burn, if there is one."""
    return (Splice("feed", burnt),) if burnt else ()


def reshuffled(table: Table, hand: Hand, matter: str, out: list[int], burnt: int) -> None:
    street, cards = hand.street + 1, tuple(out)
    effects = (*_fed(burnt), *(Splice("again", e) for e in cards))
    moves = (
        Move("stub", cards, "board", "stub", "gone"),
        Move("shuffle", cards, "stub", "stub", "told", street),
    )
    open_remedy(table, hand, matter, None, effects, moves, decided="reshuffled")


def river_is_turn(table: Table, hand: Hand, matter: str, out: list[int], burnt: int) -> None:
    mark = hand.plan.slots.new_mark()
    (card,) = out
    effects = (
        *_fed(burnt),
        Splice("again", card),
        Splice("before", 0, BURN, 2, mark),
        Splice("drop", 0, BURN, 3),
    )
    moves = (
        Move("aside", (card,), "board", "aside", "gone"),
        Move("burn", (), "shoe", "burn", "drawn", 2, mark),
        Move("shuffle", (card,), "aside", "stub", "told", 3),
    )
    open_remedy(table, hand, matter, None, effects, moves, decided="river_is_turn")


def third_card(table: Table, hand: Hand, matter: str, out: list[int], burnt: int) -> None:
    """Draw the cards for burn and river first, and keep them aside until they are due."""
    plan = hand.plan
    one = plan.slots.new_mark()
    (card,) = out
    effects = (
        *_fed(burnt),
        Splice("again", card),
        Splice("before", 0, ASIDE, 2, one + 1),
        Splice("before", 0, ASIDE, 2, one),
    )
    moves = (
        Move("muck", (card,), "board", "muck", "gone"),
        Move("aside", (), "shoe", "aside", "drawn", 2, one),
        Move("aside", (), "shoe", "aside", "drawn", 2, one + 1),
        Move("burn", (), "aside", "burn", "told", 3, one + 2),
        Move("lay", (), "aside", "board", "proven", 3, one + 3),
    )
    open_remedy(table, hand, matter, None, effects, moves, decided="third_card")
    for place, mark in ((BURN, one + 2), (BOARD + 5, one + 3)):
        slot = plan.slots.next_open(3, place)
        if slot is not None:
            plan.feed(slot, 0, mark)


def next_card(table: Table, hand: Hand, matter: str, out: list[int], burnt: int) -> None:
    effects = (*_fed(burnt), *(Splice("again", e) for e in out))
    moves = (Move("muck", tuple(out), "board", "muck", "gone"),)
    open_remedy(table, hand, matter, None, effects, moves, decided="next_card" if hand.street else "flop_completed")


def folds_or_checks(table: Table, hand: Hand, matter: str, out: list[int], burnt: int) -> None:
    seat = hand.betting.turn
    for card in (burnt, *out):
        if card:
            hand.plan.take_loose(card, proven=True)
    rule(table, matter, seat, (), under=_of_two(matter, out), decided="asked")
    table.ask(DeadOrCheck(seat))


def cards_stand(table: Table, hand: Hand, matter: str, out: list[int], burnt: int) -> None:
    """Let the cards stand. The seat that was to act is out of the hand, with every seat that was passed over."""
    seat = hand.betting.turn
    taken = tuple(Splice("feed", e) for e in (burnt, *out) if e)
    effects: tuple[Effect, ...] = (*taken, *map(Kill, _passed_over(hand)))
    rule(table, matter, seat, effects, under=_of_two(matter, out), decided="folds")
    update_hold(table, hand)


def _passed_over(hand: Hand) -> list[Seat]:
    """The seat on turn, and the later seats that a player behind them has not waited for."""
    betting = hand.betting
    turn, acted = betting.turn, {early.seat for early in hand.waiting.early}
    order = [seat for seat in clockwise(hand.seats, turn) if betting.is_to_act(seat) and seat != turn]
    last = max((n for n, seat in enumerate(order) if seat in acted), default=0)
    return [turn, *(seat for seat in order[:last] if seat not in acted)]
