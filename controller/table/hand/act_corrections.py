"""Corrections of acts: misread, withdrawn or overruled. They are possible only until the bets are gathered.

The round is judged again from the act in question:

- Folds stand.
- Acts that were read from chips or words are read again in turn order.
- Cards and chips are not moved. Any difference becomes an amount due.
"""

from typing import Final, NamedTuple

from controller.poker.act_records import Deed
from controller.poker.betting import NOBODY, Act, Betting
from controller.poker.book import Book
from controller.poker.hand import SHOWDOWN_OVER, Hand, Phase, Stage
from controller.poker.irregular import Early
from controller.poker.judge import RAISES, judge
from controller.poker.matters import Facing, Said, SilentChips
from controller.poker.outcomes import (
    Ask,
    Effect,
    Kill,
    Prompt,
    Refold,
    Revive,
    Ruling,
    RulingId,
    SetTurn,
    Take,
    id_text,
)
from controller.poker.places import BET, Seat
from controller.table.betting.actions import provisional
from controller.table.hand.hand_reinstatement import award_back, come_back, forget_award, may_come_back
from controller.table.state.question import Answer
from controller.table.state.questions_of_betting import Confirm
from controller.table.state.rulings import AUTHORITY, last_word, refuse, rule
from controller.table.state.table import Table
from firmware_bridge.messages.roles import outranks

DECISIONS: Final = ("fold", "check", "call", "bet", "raise", "all_in", "void", "dead", "live")


class Anew(NamedTuple):
    """A round judged again.

    - `effects`: what changes.
    - `early`: the acts that wait for their turn again.
    - `changed`: the chips or words from which each changed act is read, by its number.
    """

    effects: tuple[Effect, ...]
    early: list[Early]
    changed: dict[int, SilentChips | Said | None]


# --- the round from an act on ---------------------------------------------------------------------------------------


def rejudge_from(hand: Hand, book: Book, n: int, first: Act, source: SilentChips | Said | None) -> Anew:
    """Judge the round again with `first` in place of its n-th act. Later acts are judged again in order."""
    acts, deeds = list(hand.betting.acts), hand.records.deeds
    fronts = [front_before(hand, act.seat, i) for i, act in enumerate(acts)]
    betting = hand.betting.replayed([*acts[:n], first], book.betting)
    effects: list[Effect] = [Refold(first.seat, first.act, first.total, n)]
    changed: dict[int, SilentChips | Said | None] = {n: source}
    early: list[Early] = []
    for i in range(n + 1, len(acts)):
        act = acts[i]
        if first.act != "hold" and _overtaken(hand, act, deeds[i]):
            effects.append(SetTurn(act.seat, i))
            early = _early_again(betting, book, act, deeds[i], first.seat)
            break
        if act.act == "fold":
            again: Act | None = act if act.total != fronts[i] else Act(act.seat, "fold", betting.bet[act.seat])
        else:
            again = act if first.act == "hold" else _again(hand, betting, book, act, deeds[i].source)
        if again is None or (first.act == "hold" and act.act != "fold"):
            effects.append(SetTurn(act.seat if again is None else first.seat, i))
            early = _waiting(hand, acts[i:], deeds[i:], act.seat if again is None else first.seat)
            break
        if again != act:
            effects.append(Refold(again.seat, again.act, again.total, i))
            changed[i] = deeds[i].source
        betting.take(again.seat, again.act, again.total, book.betting)
    return Anew(tuple(effects), early, changed)


def _again(hand: Hand, betting: Betting, book: Book, act: Act, source: SilentChips | Said | None) -> Act | None:
    """Read an act again from its chips or words. Return None if it is no act any more, so that its seat must act."""
    if source is None:
        return act
    return _read(hand.facing(act.seat, book.betting, betting), book, source)


def _read(facing: Facing, book: Book, source: SilentChips | Said) -> Act | None:
    """Return the act that chips or words make, or None."""
    answer = judge(_now(facing, source), book, (0, 0))
    take = None if isinstance(answer, Ask) else next((e for e in answer.effects if isinstance(e, Take)), None)
    return None if take is None or take.act == "hold" else Act(take.seat, take.act, take.total)


def _overtaken(hand: Hand, act: Act, deed: Deed) -> bool:
    """Whether the chips belong to a player who acted too early, was overtaken, and still has to act."""
    held = hand.commitments.restrained.get(act.seat)
    return act.act == "hold" and deed.source is not None and held is not None and held.matter == "oot.changed"


def _early_again(betting: Betting, book: Book, act: Act, deed: Deed, passed: Seat) -> list[Early]:
    """The early act that waits again. Whether it is overtaken is decided when its turn comes."""
    source = deed.source
    again = None if source is None else _read(betting.facing(act.seat, book.betting), book, source)
    if again is None or source is None:
        return []
    return [Early(again.seat, again.act, again.total, source.facing.call, 0, source, "early", passed)]


def _now(facing: Facing, source: SilentChips | Said) -> SilentChips | Said:
    if isinstance(source, SilentChips):
        return source._replace(facing=facing, total=min(facing.before + sum(source.chips), facing.all_in))
    return source._replace(facing=facing)


def _waiting(hand: Hand, acts: list[Act], deeds: list[Deed], turn: Seat) -> list[Early]:
    """The acts that followed the changed act. Each is judged again when its turn comes."""
    del hand
    return [
        Early(act.seat, act.act, act.total, deed.source.facing.call, 0, deed.source, "corrected", turn)
        for act, deed in zip(acts, deeds, strict=True)
        if act.act != "fold" and deed.source is not None
    ]


def carry_out(
    table: Table, hand: Hand, matter: str, seat: Seat, anew: Anew, replaces: RulingId | None, by: str, also: str = ""
) -> None:
    """Apply the corrected round and go on from there. An award is taken back first."""
    awarded = hand.phase is Phase.AWARD
    back = award_back(hand) if awarded else ()
    if awarded:
        table.forget_prompts()
    if hand.stage is Stage.GATHER:
        hand.reopen_round()
    hand.records.end_motion()
    others = ("correction",) if len(anew.changed) > 1 else ()  # later acts followed from the error
    made = rule(table, matter, seat, (*back, *anew.effects), replaces, by, (also, *others))
    if awarded:
        forget_award(hand)
    for n, source in anew.changed.items():
        if n < len(hand.records.deeds):
            hand.records.correct(n, made, source)
    for early in anew.early:
        hand.waiting.wait(early, sum(early.matter.chips) if isinstance(early.matter, SilentChips) else None)


def last_act_of(hand: Hand, seat: Seat) -> int:
    """The number of a seat's last act of the round, -1 if it has none."""
    acts = hand.betting.acts
    return max((n for n, act in enumerate(acts) if act.seat == seat), default=-1)


def front_before(hand: Hand, seat: Seat, n: int) -> int:
    """The seat's bet before the n-th act of the round, in minor units."""
    earlier = [act for act in hand.betting.acts[:n] if act.seat == seat]
    return earlier[-1].total if earlier else hand.betting.start.bet[seat]


def substantial(book: Book, acts: list[Act]) -> bool:
    """Whether the acts are substantial action, so that what came before them stands.

    The rulebook says how many acts with chips, or how many acts, are needed.
    """
    chip_actions = sum(act.act in ("call", "bet", "raise") for act in acts)
    needed = (
        book.entries.substantial.chip_actions,
        book.entries.substantial.actions,
    )
    return chip_actions >= needed[0] or len(acts) >= needed[1]


def _open_still(table: Table, hand: Hand, seat: Seat) -> bool:
    """Whether the bets of the round are not gathered, or a seat's fold ended the hand and no chip was pushed."""
    return provisional(hand) or (hand.stage is Stage.GATHER and may_come_back(table, hand, seat))


def _too_late(table: Table, hand: Hand, book: Book, seat: Seat) -> str:
    """The rule key under which an act can no longer be corrected, or "" if it still can.

    The limit is the gathering of the bets, or already the round's last act.
    """
    round_alone = book.entries.correction.until == "round_over"
    if _open_still(table, hand, seat) and not (round_alone and hand.stage is Stage.GATHER):
        return ""
    return "correction" if round_alone else "round.gathered"


# --- the dealer's own errors ----------------------------------------------------------------------------------------


def misread(table: Table, hand: Hand, seat: Seat, word: str, amount: int | None, by: str) -> bool:
    """The dealer entered an act wrongly: it was `word`. Return True if there was one to correct.

    After substantial action it stands as it was entered. `amount`: minor units.
    """
    book, n = table.book, last_act_of(hand, seat)
    matter = "act.misread" if book.has("act.misread") else "correction"
    if n < 0 and not _of_an_earlier_street(hand, book, seat):
        return False
    if late := _too_late(table, hand, book, seat) or ("round.gathered" if n < 0 else ""):
        refuse(table, late, seat)
        return True
    if substantial(book, hand.betting.acts[n + 1 :]):
        if _within_the_rules(hand.records.deeds[n].source):
            _stands(table, book, seat, len(hand.betting.acts) - n - 1, matter, by)
            return True
        matter = "correction"  # no player is held to an impossible act
    act, source = _as_said(hand, book, n, seat, word, amount)
    if act is None:
        return False
    replaced = hand.records.deeds[n].ruling
    carry_out(table, hand, matter, seat, rejudge_from(hand, book, n, act, source), replaced, by)
    return True


def _of_an_earlier_street(hand: Hand, book: Book, seat: Seat) -> bool:
    """Whether a seat that has not acted on this street acted on one whose bets are gathered."""
    return hand.street > 0 and seat in hand.seats and book.has("round.gathered")


def _stands(table: Table, book: Book, seat: Seat, followed: int, matter: str, by: str) -> None:
    """Rule that an act stands as it was understood, because substantial action followed it."""
    if book.has("substantial"):
        rule(table, "substantial", seat, (), by=by, also=matter)
    else:
        rule(table, matter, seat, (), by=by)
    table.prompt(Prompt("dealer", seat, "stands_as_read", (("seat", seat), ("acts", followed))))


def _within_the_rules(source: SilentChips | Said | None) -> bool:
    """Whether an act as it was understood was possible: not a raise below the smallest."""
    if not isinstance(source, Said) or source.amount is None or source.word not in RAISES:
        return True
    return source.facing.lowest is None or source.amount >= source.facing.lowest


def _as_said(
    hand: Hand, book: Book, n: int, seat: Seat, word: str, amount: int | None
) -> tuple[Act | None, Said | None]:
    """The act that an announcement would have made as the n-th act, with the announcement itself. (None, None) if
    none."""
    before = hand.betting.replayed(hand.betting.acts[:n], book.betting)
    said = Said(hand.facing(seat, book.betting, before), word, amount)
    answer = judge(said, book, (0, 0))
    take = None if isinstance(answer, Ask) else next((e for e in answer.effects if isinstance(e, Take)), None)
    return (None, None) if take is None else (Act(take.seat, take.act, take.total), said)


def withdraw(table: Table, hand: Hand, seat: Seat, by: str) -> bool:
    """The dealer takes back the act entered for a seat, which is on turn again.

    Return False if another act followed, or if the round can no longer be corrected.
    """
    if not may_withdraw(table, hand, seat):
        return False
    book, n = table.book, last_act_of(hand, seat)
    matter = "act.misread" if book.has("act.misread") else "correction"
    carry_out(table, hand, matter, seat, Anew((SetTurn(seat, n),), [], {}), hand.records.deeds[n].ruling, by)
    return True


def may_withdraw(table: Table, hand: Hand, seat: Seat) -> bool:
    """Whether a seat's act is the last one of a round that can still be corrected."""
    n = last_act_of(hand, seat)
    return 0 <= n == len(hand.betting.acts) - 1 and not _too_late(table, hand, table.book, seat)


def unaware(table: Table, hand: Hand, seat: Seat, by: str) -> bool:
    """A player had not seen the raise. They take their chips back if the rulebook allows it and no one acted since.

    Return False if the seat has not acted.
    """
    book, n = table.book, last_act_of(hand, seat)
    if n < 0:
        return False
    allowed = book.entries.call_short.unaware_withdraws
    if not allowed or n != len(hand.betting.acts) - 1 or _too_late(table, hand, book, seat):
        refuse(table, "call.short", seat)
        return True
    carry_out(table, hand, "call.short", seat, Anew((SetTurn(seat, n),), [], {}), hand.records.deeds[n].ruling, by)
    return True


def misunderstanding(table: Table, hand: Hand, seat: Seat, by: str) -> bool:
    """A gross misunderstanding of the amount. The player gives up the hand and the chips they put in, no more."""
    book, n = table.book, last_act_of(hand, seat)
    if n < 0 or _too_late(table, hand, book, seat):
        return False
    lines = hand.lines.when_closed if hand.stage is Stage.GATHER else hand.lines.lying
    lying = table.felt.total[BET + seat] - lines[seat]
    act = Act(seat, "fold", max(front_before(hand, seat, n), min(lying, hand.betting.acts[n].total)))
    anew = rejudge_from(hand, book, n, act, None)
    carry_out(table, hand, "chips.short", seat, anew, hand.records.deeds[n].ruling, by)
    return True


def replay_round(table: Table, hand: Hand, seat: Seat, by: str) -> bool:
    """Start the betting of this round again. Bets go back, folds stand."""
    acts = hand.betting.acts
    if not provisional(hand) or not acts:
        return False
    carry_out(table, hand, "show.folded", seat, Anew((SetTurn(NOBODY, 0),), [], {}), None, by)
    return True


# --- overruling -----------------------------------------------------------------------------------------------------


def find_ruling(table: Table, text: str) -> Ruling | None:
    """The last kept ruling with an id as the floor enters it, such as "12.1", or None."""
    sequence, dot, number = text.partition(".")
    if not dot or not (sequence.isdecimal() and number.isdecimal()):
        return None
    wanted = (int(sequence), int(number))
    return next((r for r in reversed(table.rulings) if r.id == wanted), None)


def overrule(table: Table, ruling: Ruling, word: str, amount: int | None, role: str) -> bool:
    """A person overrules a ruling. Return True if this led to a ruling, which may be a refusal.

    `word`, `amount`: the decision, as in a `FloorDecision`.
    """
    hand, book, seat = table.hand, table.book, ruling.seat
    if hand is None or seat is None:
        return False
    latest = last_word(table, ruling)
    if role == "dealer" and book.entries.decision.dealer == "confirmed" and outranks(role, latest.by):
        return _to_confirm(table, latest, word, amount)
    if not outranks(role, "floor") or not outranks(role, latest.by):
        refuse(table, "decision", seat)
        return True
    if word not in DECISIONS:
        return False
    if word in ("dead", "live"):
        return _hand_dead_or_live(table, hand, latest, word, role)
    n = next((n for n, d in enumerate(hand.records.deeds) if latest.id in (d.ruling, *d.before)), -1)
    if not _open_still(table, hand, seat) or (n < 0 and latest.id[0] < hand.records.opened):
        refuse(table, "round.gathered", seat)
        return True
    if n < 0:
        return _decided_on_turn(table, hand, latest, word, amount, role)
    return _decided(table, hand, book, latest, n, word, amount, role)


def _to_confirm(table: Table, ruling: Ruling, word: str, amount: int | None) -> bool:
    """Let the dealer's own decision wait until a superior confirms it."""
    if word not in DECISIONS:
        return False
    table.ask(Confirm(id_text(ruling.id), word, amount, ruling.seat))
    return True


def confirmed(table: Table, q: Confirm, answer: Answer) -> None:
    """A superior confirms the dealer's decision. Record it under the rule on decisions, and carry it out."""
    ruling = find_ruling(table, q.ruling)
    if ruling is None:
        table.alarm("decision.refused")
        return
    rule(table, "decision", ruling.seat, (), by=answer.role)
    if not overrule(table, ruling, q.choice, q.amount, answer.role):
        table.alarm("decision.refused", ruling.seat)


def _decided(
    table: Table, hand: Hand, book: Book, ruling: Ruling, n: int, word: str, amount: int | None, role: str
) -> bool:
    seat = hand.betting.acts[n].seat
    if word == "void":
        acts, deeds = hand.betting.acts[n + 1 :], hand.records.deeds[n + 1 :]
        anew = Anew((SetTurn(seat, n),), _waiting(hand, list(acts), list(deeds), seat), {})
    else:
        act, source = _as_said(hand, book, n, seat, word, amount)
        if act is None:
            return False
        anew = rejudge_from(hand, book, n, act, source)
    carry_out(table, hand, ruling.matter, seat, anew, ruling.id, role, AUTHORITY)
    return True


def _decided_on_turn(table: Table, hand: Hand, ruling: Ruling, word: str, amount: int | None, role: str) -> bool:
    """The floor decides that a ruling without an act, such as one on unofficial words, was an act."""
    seat, book = hand.betting.turn, table.book
    if seat == NOBODY or seat != ruling.seat or word == "void":
        return False
    said = Said(hand.facing(seat, book.betting), word, amount)
    answer = judge(said, book, (0, 0))
    take = None if isinstance(answer, Ask) else next((e for e in answer.effects if isinstance(e, Take)), None)
    if take is None:
        return False
    hand.records.read_from(said)
    rule(table, ruling.matter, seat, (take,), ruling.id, role, AUTHORITY)
    return True


def _hand_dead_or_live(table: Table, hand: Hand, ruling: Ruling, word: str, role: str) -> bool:
    seat = ruling.seat
    if seat is not None and word == "live" and may_come_back(table, hand, seat):
        come_back(table, hand, seat, ruling.matter, role, ruling.id, AUTHORITY)
        return True
    live = seat is not None and hand.betting.is_live(seat)
    if (
        seat is None
        or seat not in hand.seats
        or hand.phase in SHOWDOWN_OVER
        or not hand.betting.contested
        or live == (word == "live")
    ):
        return False
    rule(table, ruling.matter, seat, (Kill(seat) if word == "dead" else Revive(seat),), ruling.id, role, AUTHORITY)
    return True
