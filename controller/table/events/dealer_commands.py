"""The dealer's commands: what an absent part would report, and what only a person knows."""

from collections.abc import Callable
from typing import Final

from controller.poker.betting import NOBODY, seats_of
from controller.poker.book import bind
from controller.poker.cards import Card
from controller.poker.entries import ENTRIES
from controller.poker.events import DealerCommand
from controller.poker.hand import BEFORE_ACTS, Hand, Phase, Stage
from controller.poker.outcomes import Prompt, Splice
from controller.poker.parts import Reads
from controller.poker.places import SEAT, Seat
from controller.poker.said import LaidBoard, MisreadAct, NamedWinners, PartNamed, Said, ShownHand, WantedStructure
from controller.rulebooks import Rulebook
from controller.table.betting.actions import say
from controller.table.betting.conduct import COMMANDS as CONDUCT
from controller.table.chips.foreign_chips import COMMANDS as STRANGERS
from controller.table.chips.stack_count import COMMANDS as COUNTING
from controller.table.deal.dealer_and_deck import COMMANDS as DEALERS
from controller.table.deal.dealer_reports import dealt
from controller.table.deal.early_cards import answer_burnt_early
from controller.table.deal.faults import FAULTS
from controller.table.deal.named_boards import name_board
from controller.table.events.timers import COMMANDS as CLOCKS
from controller.table.hand import act_corrections
from controller.table.hand.award_review import against_the_cards
from controller.table.hand.bet_collection import next_card_comes
from controller.table.hand.claims import COMMANDS as CLAIMS
from controller.table.hand.draws import COMMANDS as DRAWS
from controller.table.hand.hand_rights import COMMANDS as SHOWING
from controller.table.hand.hand_rights import show
from controller.table.hand.next_hand_checks import may_shuffle
from controller.table.hand.showdown import award, end_award
from controller.table.hand.start import begin_hand, first_card, offer_option
from controller.table.remedies.disputes import COMMANDS as DISPUTES
from controller.table.remedies.engine import COMMANDS as REMEDIES
from controller.table.seating.arrivals import COMMANDS as ARRIVALS
from controller.table.seating.arrivals import sit
from controller.table.seating.departures import COMMANDS as LEAVING
from controller.table.state.command_args import Refused, hand_of, least, said_by, seat_of
from controller.table.state.question import BURNT_EARLY
from controller.table.state.rulings import refuse, rule
from controller.table.state.table import Table
from controller.table.tournament.chip_race import COMMANDS as RACING
from controller.table.tournament.elimination import COMMANDS as ELIMINATION
from controller.table.tournament.levels import COMMANDS as LEVELS
from controller.table.tournament.rebuys import COMMANDS as BUYING
from controller.table.tournament.table_balancing import COMMANDS as BALANCE


def dealer_command(table: Table, e: DealerCommand, rulebook: Rulebook) -> None:
    """Carry out a command of the dealer. One that makes no sense now is refused by an alarm."""
    if table.hand is None:
        table.play_by(bind(rulebook))
    if e.word == "shuffle":
        if may_shuffle(table, e):
            begin_hand(table, rulebook, e.at[1])
        return
    handler, kind = _COMMANDS.get(e.word, (None, None))
    if handler is None:
        table.alarm("command.unknown")
        return
    try:
        least(e, ENTRIES[e.word].least)
        handler(table, _given(e, kind))
    except Refused as refusal:
        table.alarm(f"command.{refusal}", None, None, e.word)


def _given(e: DealerCommand, kind: str | None) -> DealerCommand | Said | Seat | None:
    """What a handler takes: the command itself if its role decides, its seat, its whole content, or nothing."""
    says = ENTRIES[e.word].says
    said = None if says is None else said_by(e, says)
    if kind == "role":
        return e
    return seat_of(e) if kind == "seat" else said


# --- cards ----------------------------------------------------------------------------------------------------------


def _dealt(table: Table, _said: None) -> None:
    hand = hand_of(table)
    if hand.phase not in BEFORE_ACTS:
        raise Refused("not_now")
    if dealt(table, hand):
        return
    first_card(table, hand)
    hand.plan.all_dealt()


def _burned(table: Table, _said: None) -> None:
    hand = hand_of(table)
    if table.senses.shoe and (hand.stage is not Stage.CARDS or not hand.plan.burn_to_come()):
        _no_burn_now(table, hand)
        return
    if BURNT_EARLY in table.asks:
        table.withdraw("burned")
        answer_burnt_early(table, hand, "burned")
        return
    if not hand.plan.burn_to_come():
        raise Refused("not_now")
    if hand.stage is Stage.GATHER:
        next_card_comes(table, hand)
    hand.plan.burned()
    table.withdraw("burned")


def _no_burn_now(table: Table, hand: Hand) -> None:
    """The shoe counts burns itself. If a remedy made the burn before, the dealer gets a prompt with its article."""
    slot, matter = hand.plan.last_drawn(), hand.errors.burn_made_by
    if hand.stage is not Stage.CARDS or slot is None or not slot.street or slot.done or not matter:
        raise Refused("not_now")
    rule(table, matter, None, (Splice("now", slot.card),), decided="burned_already")


def _board(table: Table, said: LaidBoard) -> None:
    """The cards just laid: the street's own, or the faces of cards that the spots could not name."""
    hand, faces = hand_of(table), said.faces
    held = set(hand.faces.by_exit.values())
    if held & set(faces) or len(set(faces)) != len(faces):
        raise Refused("card_twice")
    name_board(table, hand, faces)
    hand.pots.cards_named()


def _shows(table: Table, said: ShownHand) -> None:
    """A hand is tabled. The dealer names its cards if no reader sees them."""
    if said.faces is not None:
        _name_hand(table, said.seat, said.faces)
    show(table, said.seat)


def _name_hand(table: Table, seat: Seat, faces: tuple[Card, ...]) -> None:
    hand = hand_of(table)
    if hand.phase in BEFORE_ACTS:
        raise Refused("not_now")
    held = hand.plan.cards_of(seat) if seat in hand.seats else []
    if seat not in hand.seats or len(faces) != hand.variant.hole_cards:
        raise Refused("cards")
    if not hand.betting.is_live(seat):
        raise Refused("not_now")
    if len(held) < len(faces):
        for slot in hand.plan.slots.of_seat(seat):
            hand.plan.number(slot)
        held = hand.plan.cards_of(seat)
    for card, face in zip(held, faces, strict=False):
        hand.faces.learn(card, face)
    hand.pots.cards_named()


# --- the hand -------------------------------------------------------------------------------------------------------


def _fold(table: Table, seat: Seat) -> None:
    say(table, seat, "fold", None)


def _option(table: Table, seat: Seat) -> None:
    hand = hand_of(table)
    before = hand.phase in (Phase.SHUFFLE, Phase.POSTING) or (hand.phase is Phase.DEALING and not hand.plan.drawn)
    if not before or seat not in hand.seats:
        raise Refused("not_now")
    offer_option(table, hand, seat)


def _gathered(table: Table, _said: None) -> None:
    hand = hand_of(table)
    if hand.stage is not Stage.GATHER:
        raise Refused("not_now")
    next_card_comes(table, hand)
    hand.gather()


def _winners(table: Table, said: NamedWinners) -> None:
    """The winners: one seat wins everything, or some seats win each pot, from the outermost."""
    hand = hand_of(table)
    if hand.phase is not Phase.SHOWDOWN:
        raise Refused("not_now")
    told = said.pots if said.seat is None else ((said.seat,),)
    if told is None:
        raise Refused("value")
    if any(len(set(part)) < len(part) for part in told):
        raise Refused("value")
    live = seats_of(hand.betting.live)
    if any(seat not in live for part in told for seat in part):
        raise Refused("seat_not_live")
    hidden = _unseen(hand, told)
    if hidden and table.setup.parts.faces and table.book.has("show.spoken"):
        refuse(table, "show.spoken", hidden)
        return
    hand.pots.name_winners(told)
    better = against_the_cards(hand)
    award(table, hand)
    if better:
        table.prompt(Prompt("floor", better, "not_best", (("seat", better),)))


def _unseen(hand: Hand, told: tuple[tuple[Seat, ...], ...]) -> Seat:
    """A live hand that was not tabled, a named winner first. `NOBODY` if all were tabled."""
    named = [s for part in told for s in part]
    return next((s for s in (*named, *seats_of(hand.betting.live)) if not hand.rights.has_shown(s)), NOBODY)


def _awarded(table: Table, _said: None) -> None:
    hand = hand_of(table)
    if hand.phase is not Phase.AWARD:
        raise Refused("not_now")
    end_award(table, hand)


# --- the table ------------------------------------------------------------------------------------------------------


def _sit_out(table: Table, seat: Seat) -> None:
    sit(table, seat, out=True)


def _sit_in(table: Table, seat: Seat) -> None:
    sit(table, seat, out=False)


def _manual(table: Table, said: PartNamed) -> None:
    """At once, in mid-hand: from now on the dealer enters what the part would report."""
    table.senses.sense(said.part, sensed=False)
    if table.hand is not None and said.part.reads is Reads.CARDS:
        table.hand.plan.no_antenna({SEAT + said.part.seat})


def _sensing(table: Table, said: PartNamed) -> None:
    table.senses.again_from_next_hand(said.part)


def _button(table: Table, seat: Seat) -> None:
    """Between hands the button goes to a seat. Before the cards it stands where it is due, whatever its switches
    say."""
    hand = table.hand
    if hand is not None and hand.phase in BEFORE_ACTS and seat == hand.button:
        table.felt.see_button(seat)
        table.silence("button.wrong")
        return
    if table.phase not in (Phase.WAITING, Phase.CLAIMS):
        raise Refused("not_now")
    table.place_button(seat)


def _structure(table: Table, said: WantedStructure) -> None:
    """The structure stays for the session. Another one is for the next session."""
    if said.structure == table.book.structure:
        raise Refused("not_now")
    refuse(table, "session.structure", None)


# --- errors put right -----------------------------------------------------------------------------------------------


def _withdraw(table: Table, e: DealerCommand) -> None:
    if not act_corrections.withdraw(table, hand_of(table), seat_of(e), e.role):
        raise Refused("not_now")


def _misread(table: Table, e: DealerCommand) -> None:
    said = said_by(e, MisreadAct)
    if not act_corrections.misread(table, hand_of(table), said.seat, said.word, said.amount, e.role):
        raise Refused("not_now")


def _unaware(table: Table, e: DealerCommand) -> None:
    if not act_corrections.unaware(table, hand_of(table), seat_of(e), e.role):
        raise Refused("not_now")


def _misunderstanding(table: Table, e: DealerCommand) -> None:
    if not act_corrections.misunderstanding(table, hand_of(table), seat_of(e), e.role):
        raise Refused("not_now")


_COMMANDS: Final[dict[str, tuple[Callable[..., None], str | None]]] = {
    **SHOWING,
    **CONDUCT,
    **DISPUTES,
    **CLOCKS,
    **ARRIVALS,
    **LEAVING,
    **BALANCE,
    **DRAWS,
    **CLAIMS,
    **LEVELS,
    **ELIMINATION,
    **BUYING,
    **RACING,
    **STRANGERS,
    **COUNTING,
    **REMEDIES,
    **{word: (carry_out, kind) for fault in FAULTS for word, carry_out, kind in fault.entries},
    **DEALERS,
    "deal_done": (_dealt, None),
    "burned": (_burned, None),
    "board": (_board, "said"),
    "gathered": (_gathered, None),
    "folded": (_fold, "seat"),
    "shows": (_shows, "said"),
    "wins": (_winners, "said"),
    "awarded": (_awarded, None),
    "sit_out": (_sit_out, "seat"),
    "sit_in": (_sit_in, "seat"),
    "manual": (_manual, "said"),
    "sensing": (_sensing, "said"),
    "button": (_button, "seat"),
    "structure": (_structure, "said"),
    "option": (_option, "seat"),
    "withdraw": (_withdraw, "role"),
    "misread": (_misread, "role"),
    "unaware": (_unaware, "role"),
    "misunderstanding": (_misunderstanding, "role"),
}
