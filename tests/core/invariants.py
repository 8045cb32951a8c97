"""What holds of a table after every event, stated without the core's own sums."""

from collections.abc import Iterator, Sequence
from typing import Any

from controller.poker.hand import STREETS, Hand, Phase, Stage
from controller.poker.outcomes import Alarm, Count, Issue, Outcome, Ruling, Void, Withdraw
from controller.table import Table, checkpoint, view
from controller.table.remedies.engine import burn_on_the_flop
from controller.table.state.physical import Felt

SEATS = range(1, 11)
OVER = (Phase.AWARD, Phase.CLAIMS, Phase.CANCELLED)


def bits(mask: int) -> set[int]:
    return {s for s in range(mask.bit_length()) if mask >> s & 1}


def ledger(table: Table) -> int:
    """What the chips count as, over the whole table; without those too small to play."""
    betting = table.hand.betting if table.hand else None
    return sum(table.stack) + table.stacks.dropped + (betting.pot + sum(betting.bet) if betting else 0)


def accounted(felt: Felt) -> bool:
    """Whether the chips of all places add up to what was issued."""
    return sum(felt.total) == felt.issued


def issued(outcomes: Sequence[Outcome]) -> int:
    """What came into play, by the rulings, less what left it."""
    effects = [e for o in outcomes if isinstance(o, Ruling) for e in o.effects]
    return sum(e.amount if isinstance(e, Issue) else -e.amount for e in effects if isinstance(e, Issue | Withdraw))


def holds(table: Table) -> None:
    """AssertionError where the table is in a state that no table may be in."""
    assert accounted(table.felt)
    assert min(table.felt.total) >= 0
    assert min(table.stack) >= 0
    assert set(table.asks) == set(table.questions)
    if table.hand is not None:
        _accounts(table, table.hand)
        _seats(table, table.hand)
        _turn(table, table.hand)
        _cards(table, table.hand)


def _accounts(table: Table, hand: Hand) -> None:
    b = hand.betting
    assert b.stack is table.stack
    assert min(b.bet) >= 0
    assert min(b.put) >= 0
    assert b.pot >= 0
    assert min(hand.lines.lying) >= 0
    assert min(hand.waiting.chips) >= 0
    if hand.phase in OVER:
        assert b.pot == 0
        assert not any(b.bet)
        assert sum(hand.pots.won) == sum(s.amount for s in hand.pots.shares)
    assert not hand.clock.seat or hand.clock.seat in hand.seats


def _seats(table: Table, hand: Hand) -> None:
    b, live = hand.betting, bits(hand.betting.live)
    assert live <= set(hand.seats)
    assert bool(live) == (hand.phase is not Phase.CANCELLED)
    if hand.phase not in OVER:
        assert bits(b.able) == {s for s in live if table.stack[s]}
    held = {a.seat for a in b.acts if a.act == "hold"}  # all of it may lie there, and the seat still has to say
    assert bits(b.to_act) <= bits(b.able) | held or hand.stage is not Stage.ACTS
    assert not bits(hand.rights.renounced) - live


def _turn(table: Table, hand: Hand) -> None:
    b = hand.betting
    if hand.stage is not Stage.ACTS:
        return
    assert hand.phase in STREETS
    assert (b.live & b.to_act) >> b.turn & 1
    assert len(hand.records.deeds) == len(b.acts)
    assert all(b.bet[s] <= b.call for s in bits(b.live))
    assert b.call <= max(b.start.call, *(act.total for act in b.acts), 0)
    assert table.book is not None
    facing = hand.facing(b.turn, table.book.betting)
    options = hand.options(b.turn, table.book.betting)
    if hand.commitments.announced != b.turn or facing.lowest is None:
        assert options[:2] == (("fold", "call") if b.call > b.bet[b.turn] else ("fold", "check"))
    assert ("all_in" in options) == (facing.lowest is not None)
    if facing.lowest is not None:
        assert b.call < facing.lowest <= facing.highest <= b.bet[b.turn] + table.stack[b.turn]


def _cards(table: Table, hand: Hand) -> None:
    plan = hand.plan
    used = [slot.card for slot in plan.slots if slot.card]
    assert len(set(used)) == len(used)
    assert plan.by_card == {slot.card: slot for slot in plan.slots if slot.card}
    assert plan.missing == sum(not slot.done for slot in plan.up_to_the_gate())
    assert not any(slot.done for slot in plan.slots if slot.street > plan.gate)
    assert hand.watch.watchful or not (plan.loose or hand.watch.misplaced or burn_on_the_flop(table, hand))
    assert [slot.street for slot in plan.slots] == sorted(slot.street for slot in plan.slots)
    assert plan.drawn <= len(plan.up_to_the_gate())


def seen(table: Table) -> None:
    """The view of any state can be made, and its pots add up."""
    v = view(table)
    hand = table.hand
    if hand is not None:
        assert sum(pot.amount for pot in v.pots) == hand.betting.pot
        assert all(pot.seats and pot.amount > 0 for pot in v.pots)
        assert v.pot_total == hand.betting.pot + sum(hand.betting.bet)
        assert v.turn is None or v.to_call <= next(s.stack for s in v.seats if s.seat == v.turn)


# --- what is refused ------------------------------------------------------------------------------------------------

REFUSED = (
    "command.",
    "out_of_turn",
    "decision.refused",
    "correction.",
    "shuffle.refused",
    "shuffle.claim_open",
    "refused.no_rule",
    "muck.must_show",
)
MAY_CHANGE = {
    "sequence", "ruled", "counters", "alarms", "rulings", "prompts",
    "book",  # before the first hand a table has the book that comes with the first command
}  # fmt: skip
LOGGED = {"hand.records.log"}  # what was refused is in the timed log that a dispute shows
ANSWERED = {"asks", "questions", "hand.waiting.early", "hand.waiting.chips"}
# a question is answered, though nothing came of it


def refused(outcomes: Sequence[Outcome]) -> bool:
    """Whether what was told came to nothing: alarms that say so, rulings that void it, counters."""
    return bool(outcomes) and all(
        o.key.startswith((*REFUSED, "repeated.")) if isinstance(o, Alarm) else _voids(o) for o in outcomes
    )


def _voids(o: Outcome) -> bool:
    if not isinstance(o, Ruling) or not any(isinstance(e, Void) for e in o.effects):
        return False
    return all(isinstance(e, Void | Count) for e in o.effects)


def standing(table: Table) -> dict[str, Any]:
    """All of a table that what is refused may not change: fields of the table, "hand.…" those of its hand."""
    saved = checkpoint(table)
    fields = dict(saved.body["table"]["fields"]) | {"faces": saved.faces}
    hand = fields.pop("hand")
    kept = {name: value for name, value in fields.items() if name not in MAY_CHANGE}
    if not table.senses.all_chips:
        del kept["felt"]  # what nothing senses lies as it counts, whatever was sensed there
    return kept | {name: value for name, value in _paths("hand", hand) if name not in LOGGED}


def _paths(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """The fields of an object and of the objects in it, each by its path."""
    if not isinstance(value, dict) or "object" not in value:
        yield name, value
        return
    for slot, inner in value["fields"].items():
        yield from _paths(f"{name}.{slot}", inner)


def changed(before: dict[str, Any], after: dict[str, Any]) -> set[str]:
    """The names of what is not as it was."""
    return {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}
