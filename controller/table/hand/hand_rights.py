"""Rights over hands: shown to one or to all, given up, mixed, retrieved, asked to be seen, killed and thrown."""

from collections.abc import Callable
from typing import Final

from controller.poker.betting import among
from controller.poker.events import DealerCommand
from controller.poker.hand import ACTS, AWARD, BEFORE_ACTS, SHOWDOWN, SHOWDOWN_OVER, Hand
from controller.poker.outcomes import Count, Effect, Kill, Mark, Refold, Revive
from controller.poker.places import MUCK, POT, Seat
from controller.poker.said import KilledHand, ShownToOne, TurnedUp, TwoSeats
from controller.poker.showdown import best_shown
from controller.table.betting.conduct import disclosed, may_disclose
from controller.table.hand.act_corrections import front_before, last_act_of, replay_round
from controller.table.hand.award_review import note_swept, swept_in_too, tabled_after_award, winner_undetermined
from controller.table.hand.hand_reinstatement import come_back, may_come_back
from controller.table.hand.showdown import all_shown, last_hand_shows, must_show, prompt_reveal, prompt_show
from controller.table.state.command_args import Refused, hand_of, said_by, seat_of
from controller.table.state.question import Answer
from controller.table.state.questions_of_hands import LiveAtMuck, MixedWithMuck, SeeHand
from controller.table.state.rulings import refuse, rule
from controller.table.state.table import Table
from firmware_bridge.messages.roles import outranks

# --- showing --------------------------------------------------------------------------------------------------------


def show(table: Table, seat: Seat) -> None:
    """A hand is tabled, so its cards are public."""
    hand = hand_of(table)
    if not hand.betting.is_live(seat) or hand.phase in BEFORE_ACTS:
        raise Refused("not_now")
    if hand.rights.has_shown(seat):
        return
    if hand.stage is ACTS:
        disclosed(table, seat)
        hand.rights.table_hand(seat)
        return
    hand.rights.table_hand(seat)
    rule(table, "show.tabled", seat, ())
    _go_on(table, hand)
    tabled_after_award(table, hand, seat)


def _go_on(table: Table, hand: Hand) -> None:
    if hand.phase is SHOWDOWN:
        all_shown(table, hand)
        if hand.phase is SHOWDOWN:
            prompt_show(table, hand)


def _has_to_show(table: Table, hand: Hand, seat: Seat) -> bool:
    """Whether a hand may not be given up because it has to be turned up. If so, refuse it and raise the alarm."""
    matter = must_show(table, hand, seat)
    if matter:
        refuse(table, matter, seat)
        table.alarm("muck.must_show", seat)
    return bool(matter)


def muck(table: Table, seat: Seat) -> None:
    """A hand is given up at showdown and mixed with the muck. Refuse this if it had to be turned up."""
    hand = hand_of(table)
    if not _may_give_up(hand, seat):
        raise Refused("not_now")
    if _has_to_show(table, hand, seat):
        return
    hand.rights.give_up(seat)
    rule(table, "show.muck", seat, (Kill(seat),))
    _go_on(table, hand)


def one_card(table: Table, e: DealerCommand) -> None:
    """Only one card was shown. That does not win while another hand is live.

    After all others folded, the winner may have the right to show only one.
    """
    hand, seat = hand_of(table), seat_of(e)
    if hand.phase is SHOWDOWN and (hand.betting.contested or last_hand_shows(table)):
        refuse(table, "show.win" if not hand.betting.contested else "show.tabled", seat)
        prompt_show(table, hand)
    elif hand.phase in SHOWDOWN_OVER and hand.pots.won[seat]:
        _may_show_one(table, seat)
    else:
        raise Refused("not_now")


def _may_show_one(table: Table, seat: Seat) -> None:
    """After all others folded, let the winner show one card, or raise an alarm if the rulebook has no such rule."""
    if table.book.entries.show_win.uncontested == "one_may":
        rule(table, "show.win", seat, ())
    else:
        table.alarm("refused.no_rule", seat)


def showed(table: Table, e: DealerCommand) -> None:
    """A hand, or one card of it, was shown to one person. All are entitled to see it, at a time set by the moment."""
    hand = hand_of(table)
    said = said_by(e, ShownToOne)
    shower, viewer, one_card = said.seat, said.viewer, bool(said.one_card)
    book = table.book
    if hand.phase in SHOWDOWN_OVER:
        rule(table, "show.to_one", shower, ())
        prompt_reveal(table, shower, one_card=one_card)
    elif hand.betting.is_live(shower) and not may_disclose(table, hand):
        disclosed(table, shower)
    elif hand.stage is ACTS:
        ruled = book.has("show.folded")
        if ruled and hand.betting.is_to_act(viewer) and replay_round(table, hand, shower, e.role):
            prompt_reveal(table, shower, one_card=one_card)
            return
        rule(table, "show.folded" if ruled else "show.to_one", shower, ())
        hand.rights.shown_to_one(shower, one_card=one_card)  # now it could favour a player who is still to act
    else:
        rule(table, "show.to_one", shower, ())
        prompt_reveal(table, shower, one_card=one_card)


# --- giving up and taking back --------------------------------------------------------------------------------------


def renounce(table: Table, hand: Hand, seat: Seat) -> None:
    """A hand is pushed away at showdown. This is no fold: it can come back until it is mixed with the muck."""
    if hand.rights.has_renounced(seat):
        return
    if _has_to_show(table, hand, seat):
        return
    hand.rights.push_away(seat)
    rule(table, "show.muck", seat, (Mark(seat, "renounced"),))
    table.ask(MixedWithMuck(seat))


def _renounced(table: Table, seat: Seat) -> None:
    hand = hand_of(table)
    if not _may_give_up(hand, seat):
        raise Refused("not_now")
    renounce(table, hand, seat)


def _may_give_up(hand: Hand, seat: Seat) -> bool:
    """Whether the hand is to be shown or given up: at showdown, or open because no bet is possible any more."""
    open_now = hand.phase is SHOWDOWN or hand.rights.is_exposed(seat)
    return open_now and hand.betting.is_live(seat) and not hand.rights.has_shown(seat)


def retrieve(table: Table, e: DealerCommand) -> None:
    """A hand that was given up comes back, if the rulebook allows that. Only the director may decide it."""
    hand, seat = hand_of(table), seat_of(e)
    book = table.book
    if among(hand.rights.indistinct, seat):
        refuse(table, "retrieve.indistinct", seat)
        return
    awarded = may_come_back(table, hand, seat)
    if (hand.phase in SHOWDOWN_OVER and not awarded) or seat not in hand.seats:
        raise Refused("not_now")
    mucked = among(hand.rights.renounced | hand.rights.given_up, seat)
    at_showdown = (awarded or hand.phase is SHOWDOWN) and mucked
    if not at_showdown and hand.betting.is_live(seat):
        raise Refused("not_now")
    may = book.entries.retrieve.at_showdown if at_showdown else book.entries.retrieve.folded
    if may == "never" or not outranks(e.role, "director"):
        refuse(table, "retrieve", seat)
        return
    if awarded:
        come_back(table, hand, seat, "retrieve", e.role)
        return
    hand.rights.take_back(seat)
    rule(table, "retrieve", seat, (Revive(seat),), by=e.role)
    _go_on(table, hand)


def indistinct(table: Table, e: DealerCommand) -> None:
    """The dealer enters that a hand cannot be told from the dead cards it touched. It cannot come back."""
    hand, seat = hand_of(table), seat_of(e)
    if seat not in hand.seats or hand.phase in BEFORE_ACTS:
        raise Refused("not_now")
    if not table.book.has("retrieve.indistinct"):
        refuse(table, "retrieve.indistinct", seat)
        return
    if hand.betting.is_live(seat):
        if not hand.betting.contested or hand.rights.has_shown(seat):
            raise Refused("not_now")
        thrown(table, hand, seat, e.role)
    hand.rights.lost_among_dead_cards(seat)
    rule(table, "retrieve.indistinct", seat, (), by=e.role)


def turned(table: Table, e: DealerCommand) -> None:
    """A hand thrown face down at showdown was turned up.

    It is live if this was an accident, or if its owner or the current winner turned it up, otherwise dead.
    """
    hand = hand_of(table)
    said = said_by(e, TurnedUp)
    owner = said.seat
    if hand.phase is not SHOWDOWN or not hand.rights.has_renounced(owner):
        raise Refused("not_now")
    winner = best_shown(hand)
    live = said.how == "accident" or said.by == owner or said.by in winner
    if live:
        show(table, owner)
    else:
        hand.rights.give_up(owner)
        rule(table, "show.spoken", owner, (Kill(owner),))
        hand.rights.table_hand(owner)
        _go_on(table, hand)


def see(table: Table, e: DealerCommand) -> None:
    """A player asks to see a hand that reached showdown. Ask the floor if the rulebook allows it."""
    hand, book = hand_of(table), table.book
    said = said_by(e, TwoSeats)
    asker, target = said.seat, said.other
    if not may_be_seen(hand) or not among(hand.betting.live | hand.rights.given_up, target):
        raise Refused("not_now")
    two_left = table.seating.held.bit_count() == 2
    if not book.has("show.request") or (two_left and not book.entries.show_request.heads_up):
        refuse(table, "show.request", asker)
        return
    used = table.counters.get((asker, "see"), 0)
    default = "grant" if used < book.entries.show_request.each_player else "deny"
    table.ask(SeeHand(target, asker, default))


def may_be_seen(hand: Hand) -> bool:
    """Whether players may ask for hands of the showdown: until the pots are pushed.

    The last hand that was given up ends the showdown, and only then is it known that the winner is not shown.
    """
    return hand.phase is SHOWDOWN or (hand.phase is AWARD and hand.rights.given_up != 0)


def answer_see(table: Table, hand: Hand, q: SeeHand, answer: Answer) -> None:
    """The floor decides whether the hand is shown to the player who asked.

    A hand that was pushed away is live if the current winner asked, otherwise dead.
    """
    if not may_be_seen(hand):
        return
    if answer.choice != "grant":
        refuse(table, "show.request", q.asker)
        return
    rule(table, "show.request", q.asker, (Count(q.asker, "see"),), by="floor")
    if hand.rights.has_renounced(q.target) and q.asker not in best_shown(hand):
        hand.rights.give_up(q.target)
        rule(table, "show.spoken", q.target, (Kill(q.target),), by="floor")
    hand.rights.table_hand(q.target)
    _go_on(table, hand)


# --- killed and thrown ----------------------------------------------------------------------------------------------


def at_muck_out_of_turn(table: Table, hand: Hand, seat: Seat, whole: bool) -> None:
    """A card of a live hand lies at the muck although its seat is not on turn."""
    if hand.rights.has_shown(seat):
        if not _said_of_tabled(table, hand, seat):
            rule(table, "killed.tabled", seat, ())
        return
    if hand.phase is SHOWDOWN or hand.rights.is_exposed(seat):
        if whole:
            renounce(table, hand, seat)
        return
    if f"live-{seat}" in table.asks:
        return  # the alarm and the question came with the first card
    table.alarm("muck.live_hand", seat)
    table.ask(LiveAtMuck(seat))


def _said_of_tabled(table: Table, hand: Hand, seat: Seat) -> bool:
    """Whether a ruling on the tabled hand was made already, with its first card."""
    return any(
        r.matter == "killed.tabled" and r.seat == seat and r.id[0] > hand.records.opened for r in table.rulings
    )


def winner_at_muck(table: Table, hand: Hand, seat: Seat) -> None:
    """Raise an alarm: the winning hand is at the muck before its player has the chips."""
    said = any(alarm.key == "muck.winner" and alarm.seat == seat for alarm in table.alarms)
    if hand.pots.won[seat] and table.felt.total[POT] and not said:
        table.alarm("muck.winner", seat)


def killed(table: Table, hand: Hand, seat: Seat, by: str) -> None:
    """Kill a hand that was swept in by mistake.

    If the rulebook says so, its last bet goes back, if no player has called or raised it.
    """
    if not hand.betting.is_live(seat) or hand.rights.has_shown(seat):
        refuse(table, "killed.tabled", seat)
        return
    n = last_act_of(hand, seat) if hand.stage is ACTS else -1
    refund = table.book.entries.killed.refund == "last_uncalled"
    uncalled = refund and n >= 0 and hand.betting.aggressor == seat and not _answered(hand, n)
    effects: tuple[Effect, ...] = (
        (Refold(seat, "fold", front_before(hand, seat, n), n),) if uncalled else (Kill(seat),)
    )
    rule(table, "killed", seat, effects, by=by)
    note_swept(hand, seat)


def _answered(hand: Hand, n: int) -> bool:
    return any(act.act in ("call", "raise") for act in hand.betting.acts[n + 1 :])


def thrown(table: Table, hand: Hand, seat: Seat, by: str) -> None:
    """Kill a hand that its player threw away. The rulebook may return the chips that no opponent could cover."""
    if not hand.betting.is_live(seat):
        raise Refused("not_now")
    betting, n = hand.betting, last_act_of(hand, seat) if hand.stage is ACTS else -1
    others = [s for s in hand.seats if s != seat and betting.is_live(s)]
    cover = max((betting.bet[s] + betting.stack[s] for s in others), default=0)
    effects: tuple[Effect, ...] = (Kill(seat),)
    figure = table.book.entries.thrown.refund
    if n >= 0 and figure == "uncovered" and betting.bet[seat] > cover:
        effects = (Refold(seat, betting.acts[n].act, cover, n), Kill(seat))
    rule(table, "thrown", seat, effects, by=by)


def _killed(table: Table, e: DealerCommand) -> None:
    said, hand = said_by(e, KilledHand), hand_of(table)
    if said.cause == "accident" and swept_in_too(table, hand, said.seat, e.role):
        return
    if hand.phase in SHOWDOWN_OVER or not hand.betting.contested:
        refuse(table, "killed.tabled", said.seat)
    elif said.cause == "thrown":
        thrown(table, hand, said.seat, e.role)
    else:
        killed(table, hand, said.seat, e.role)


def answer_live(table: Table, hand: Hand, q: LiveAtMuck, answer: Answer) -> None:
    """The dealer says how a live hand came to the muck."""
    if answer.choice == "killed" and swept_in_too(table, hand, q.seat, "dealer"):
        return
    if not hand.betting.is_live(q.seat) or hand.phase in SHOWDOWN_OVER or not hand.betting.contested:
        return
    if answer.choice == "killed":
        killed(table, hand, q.seat, "dealer")
    elif answer.choice == "thrown":
        thrown(table, hand, q.seat, "dealer")
    elif answer.choice == "fold":
        rule(table, "fold.muck", q.seat, (Kill(q.seat),), by="dealer")


def whole_hand_at_muck(table: Table, hand: Hand, seat: Seat) -> bool:
    """Whether every card of a seat was last proven at the muck."""
    return all(table.felt.spot_of.get(e) == MUCK for e in hand.plan.cards_of(seat))


def undetermined(table: Table, e: DealerCommand) -> None:
    """The floor enters that the pot was pushed too early and the winner is unknown."""
    winner_undetermined(table, hand_of(table), e.role)


COMMANDS: Final[dict[str, tuple[Callable[..., None], str | None]]] = {
    "mucks": (muck, "seat"),
    "renounced": (_renounced, "seat"),
    "one_card": (one_card, "role"),
    "showed": (showed, "role"),
    "retrieve": (retrieve, "role"),
    "indistinct": (indistinct, "role"),
    "turned": (turned, "role"),
    "see": (see, "role"),
    "killed": (_killed, "role"),
    "undetermined": (undetermined, "role"),
}
