"""A seat's display: the public view of the table, as values for the component contract of the display. Pure."""

from dataclasses import dataclass, field

from controller.pages.catalogue import SUITS, Catalogue, grouped
from controller.pages.countdown import MINUTE, SECOND, ends_of_level, left_of
from controller.pages.remedy import held_by, movement, next_movement, wrong_cards
from controller.poker import outcomes
from controller.table import SeatView, View, Winner, still_due
from controller.table.state.chip_sales import CLOSING_HANDS
from firmware_bridge.messages.contest import ShownRace
from firmware_bridge.messages.display import CONTRACT, ENCODING, TURN_HELD, TURN_WAITING, TURN_YOURS
from firmware_bridge.messages.public import Param, Share, Which

Value = str | int
FIGURE_WIDTH = CONTRACT.component("seat", "to_call").maximum
_STATES = ("sitting_out", "missed", "waiting", "leaving", "out")  # of a seat that is not dealt in
_MOST = {(component.page, component.name): component.maximum for component in CONTRACT.components}


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the contract and what stands on it."""

    name: str
    values: dict[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Shown:
    """The content of a seat's page beside the view.

    - `raise_to`: the raise that its keys stand at
    - `held`: what holds play, in words, empty while play goes on
    - `seconds`: whole seconds left to the seat on the clock
    - `minutes`: whole minutes left of the level or the break
    - `patience`: whole minutes left of the seat's own absence
    """

    raise_to: int | None = None
    held: str = ""  # words, empty while play goes on
    seconds: int = 0
    minutes: int | None = None
    patience: int | None = None


def fit(page: str, name: str, text: str) -> str:
    """Return the text as a component can hold it: in the display's characters, and cut if it is too long."""
    plain = text if text.isascii() else _sayable(text)
    most = _MOST[page, name]
    return plain if len(plain) <= most else plain[: most - 2] + ".."


def _sayable(text: str) -> str:
    """The text in the characters that the display has."""
    near = text.replace("œ", "oe").replace("’", "'").replace("–", "-").replace("€", "EUR")
    return near.encode(ENCODING, "replace").decode(ENCODING)


def figure(amount: int) -> str:
    """An amount as nine characters can hold it: grouped, then plain, then in thousands or millions."""
    for text in (grouped(amount), str(amount), f"{grouped(amount // 1000)}k", f"{grouped(amount // 10**6)}M"):
        if len(text) <= FIGURE_WIDTH:
            return text
    return f"{amount // 10**9}G"


def paused_page(seat: int, words: Catalogue, reason: str) -> Page:
    """Return the page that a display shows while the table is locked."""
    values: dict[str, Value] = {"seat": str(seat), "title": words.say("paused.title"), "reason": reason}
    return Page("paused", _fitted("paused", values))


def shown_at(view: View, seat: int, words: Catalogue, raise_to: int | None, now: int) -> Shown:
    """Return what a seat's page shows beside the view at a time (ns) of the table's clock."""
    waits = next((ask.role for ask in view.asks if ask.scope in ("hand", "seat")), "")
    held = words.say(f"held.{waits or 'remedy'}") if waits or held_by(view) is not None else ""
    seconds = 0 if view.clock is None else left_of(view.clock[1] - now, SECOND)
    ends = next((one.absence_ends for one in view.seats if one.seat == seat), None)
    return Shown(raise_to, held, seconds, _minutes(ends_of_level(view), now), _minutes(ends, now))


def _minutes(ends: int | None, now: int) -> int | None:
    return None if ends is None else left_of(ends - now, MINUTE)


def seat_page(view: View, seat: int, words: Catalogue, shown: Shown) -> Page:
    """The page of a seat: stack, to call, smallest raise, turn, result, keys."""
    held = next((s for s in view.seats if s.seat == seat), None)
    if held is None:
        return Page("seat", _fitted("seat", {"seat": str(seat), "turn": words.say("turn.empty_seat")}))
    values: dict[str, Value] = {"seat": str(seat), "level": _level(view, words, shown)}
    values |= _turn(view, held, words, shown)
    values |= _figures(view, held, words)
    values |= _keys(view, held, words, shown)
    values["prompt"] = _prompt(view, held, words)
    values["result"] = _result(view, held, words) or _movement(view, words)
    return Page("seat", _fitted("seat", values))


def _level(view: View, words: Catalogue, shown: Shown) -> str:
    """The blinds, and the last hands once they are announced. In a tournament also the minutes left, and the next
    level."""
    contest = view.contest
    said = words.say("caption.level", level=view.level)
    if view.last_hands is not None:
        said = f"{said}, {words.say('caption.last_hands', count=view.last_hands)}"
    if contest is None:
        return said
    if shown.minutes is not None and not contest.on_break:
        said = words.say("caption.level_left", level=view.level, minutes=shown.minutes)
    if contest.closing:
        said = f"{said}, {words.say('caption.closing_hand', count=contest.closing, total=CLOSING_HANDS)}"
    return (
        said if contest.next_level is None else f"{said}, {words.say('caption.next_level', level=contest.next_level)}"
    )


def _fitted(page: str, values: dict[str, Value]) -> dict[str, Value]:
    return {name: fit(page, name, value) if isinstance(value, str) else value for name, value in values.items()}


def _turn(view: View, seat: SeatView, words: Catalogue, shown: Shown) -> dict[str, Value]:
    if shown.held:
        return {"turn": shown.held, "turn.bco": TURN_HELD}
    if view.turn == seat.seat:
        return {"turn": _yours(view, seat, words, shown), "turn.bco": TURN_YOURS}
    return {"turn": _waiting(view, seat, words, shown), "turn.bco": TURN_WAITING}


def _yours(view: View, seat: SeatView, words: Catalogue, shown: Shown) -> str:
    """It is this player's turn. Once their time was called, the seconds left change on their display only."""
    if view.clock is None or view.clock[0] != seat.seat:
        return words.say("turn.yours")
    return words.say("turn.clock", seconds=shown.seconds)


def _waiting(view: View, seat: SeatView, words: Catalogue, shown: Shown) -> str:
    between = _between_hands(view, words, shown)
    if between:
        return between
    if seat.suspended is not None and not seat.in_hand:
        return words.say(f"turn.suspended_{seat.suspended.kind}", count=seat.suspended.left)
    if seat.folded:
        return words.say("turn.folded")
    if seat.state in _STATES:
        return words.say(f"turn.{seat.state}")
    if seat.state in ("absent", "late", "reserved", "broke"):
        return _waited_for(seat, words, shown)
    if seat.all_in and seat.in_hand:
        return words.say("turn.all_in")
    if view.clock is not None:
        return words.say("turn.other_clock", seat=view.clock[0])
    if view.turn is not None:
        return words.say("turn.other", seat=view.turn)
    return words.say(f"phase.{view.phase}")


def _waited_for(seat: SeatView, words: Catalogue, shown: Shown) -> str:
    """How long the table waits for an absent player: the minutes left, or the seat that the button must reach."""
    if shown.patience is not None:
        return words.say(f"turn.{seat.state}_left", minutes=shown.patience)
    if seat.absence_until is not None:
        return words.say("turn.absent_until", seat=seat.absence_until)
    return words.say(f"turn.{seat.state}")


def _between_hands(view: View, words: Catalogue, shown: Shown) -> str:
    """A chip race or a break. A break waits for the hand in play."""
    contest = view.contest
    if contest is None or view.phase not in ("waiting", "claims"):
        return ""
    if contest.race is not None:
        return words.say("turn.race", low=contest.race.low, high=contest.race.high)
    if contest.on_break and shown.minutes is not None:
        return words.say("turn.break_left", minutes=shown.minutes)
    if contest.on_break:
        return words.say("turn.break")
    return words.say("turn.hand_for_hand") if contest.waiting else ""


def _figures(view: View, seat: SeatView, words: Catalogue) -> dict[str, Value]:
    """Captions and sums. A sum is empty if the seat cannot do that act."""
    raises = view.turn == seat.seat and view.min_raise is not None
    sums = {
        "to_call": figure(seat.to_call) if seat.to_call else "",
        "min_raise": figure(view.min_raise or 0) if raises else "",
        "bet": figure(seat.bet) if seat.bet else "",
        "pot": figure(view.pot_total) if view.pot_total and "pot" in view.shown_to_players else "",
    }
    values: dict[str, Value] = {"stack_name": words.say("caption.stack"), "stack": figure(seat.stack)}
    for name, amount in sums.items():
        values |= {f"{name}_name": words.say(f"caption.{name}"), name: amount}
    return values


def _keys(view: View, seat: SeatView, words: Catalogue, shown: Shown) -> dict[str, Value]:
    """Labels of the keys that count now. An empty label is a key that is not offered."""
    if view.turn != seat.seat or shown.held:
        return {}
    options = set(view.options)
    values: dict[str, Value] = {"time_text": words.say("key.time")}
    if "fold" in options:
        values["fold_text"] = words.say("key.fold")
    if "check" in options:
        values["check_text"] = words.say("key.check")
    if "call" in options:
        values["call_text"] = words.say("key.call", amount=view.to_call)
    if "all_in" in options:
        values["all_in_text"] = words.say("key.all_in", amount=seat.bet + seat.stack)
    if options & {"bet", "raise"} and shown.raise_to is not None:
        values["raise_text"] = words.say("key.raise" if "raise" in options else "key.bet")
        values |= {"raise_to": figure(shown.raise_to), "minus_text": "-", "plus_text": "+"}
    return values


def _prompt(view: View, seat: SeatView, words: Catalogue) -> str:
    """Return what this player should do with their chips, or else what the table tells them."""
    if seat.due > 0:
        return words.say("prompt.pay", amount=seat.due)
    if seat.due < 0:
        return words.say("prompt.take_back", amount=-seat.due)
    if view.contest is not None and view.contest.race is not None:
        return _racing(view.contest.race, seat.seat, words)
    if any(p.key == "muck" and p.seat == seat.seat and still_due(p, view) for p in view.prompts):
        return words.say("prompt.throw_cards")
    to_him = [p for p in view.prompts if p.to == "seat" and p.seat == seat.seat]
    if to_him:
        return words.say(f"prompt.{to_him[-1].key}", spoken_params(to_him[-1].params))
    if view.next_step and view.next_step.key in ("show", "show_or_muck") and _step_seat(view) == seat.seat:
        return words.say(f"prompt.your_{view.next_step.key}")
    remedy = held_by(view)
    return "" if remedy is None else words.say(f"matter.{remedy.matter}")


def _movement(view: View, words: Catalogue) -> str:
    """What the dealer does while a remedy holds play. A display has no signs of suits, and room to name one card."""
    found = next_movement(view.remedies) if held_by(view) is not None else None
    if found is None:
        return ""
    text = next((wrong for remedy in view.remedies for wrong in wrong_cards(remedy)), movement(*found))
    said = words.say(text.key, {name: _shortened(value) for name, value in text.params.items()})
    for suit, sign in SUITS.items():
        said = said.replace(sign, words.say(f"suit.{suit}"))
    while len(said) > _MOST["seat", "result"] and "," in said:  # what stands behind a comma is how, not what
        said = said.rpartition(",")[0]
    return said


def _shortened(param: Param) -> Param:
    """Several named cards by their number."""
    if isinstance(param, Which) and len(param.names) > 1:
        return Which(called="unseen", count=len(param.names))
    return param


def _racing(race: ShownRace, seat: int, words: Catalogue) -> str:
    """What a chip race gives this player, or asks of them."""
    if seat in race.served:
        return words.say("prompt.race_served", chip=race.high)
    if race.stage == "pay":
        return words.say("prompt.race_nothing") if seat in race.odd else ""
    odd = race.odd.get(seat, 0)
    return words.say("prompt.race_odd", count=odd, chip=race.low) if odd else ""


def _step_seat(view: View) -> object:
    return dict(view.next_step.params).get("seat") if view.next_step else None


def _result(view: View, seat: SeatView, words: Catalogue) -> str:
    own = [winner for winner in view.winners if winner.seat == seat.seat]
    if own:
        return _won(words, "result.you", own, seat.seat)
    others = list(dict.fromkeys(winner.seat for winner in view.winners))
    if not others:
        return ""
    first = [winner for winner in view.winners if winner.seat == others[0]]
    return _won(words, "result.seat", first, others[0]) + (" ..." if len(others) > 1 else "")


def _won(words: Catalogue, key: str, wins: list[Winner], seat: int) -> str:
    amount, category = sum(win.amount for win in wins), wins[0].category
    if category is None:
        return words.say(key, seat=seat, amount=amount)
    return words.say(f"{key}_with", seat=seat, amount=amount, category=category)


def spoken_params(params: tuple[tuple[str, outcomes.Param], ...]) -> dict[str, Param]:
    """Parameters of the core as a text carries them: lists as words, what is not given left out."""
    return {name: _spoken(value) for name, value in params if value is not None}


def _spoken(value: int | str | tuple[int, ...] | outcomes.CardLabel | outcomes.Shares) -> Param:
    match value:
        case outcomes.CardLabel():
            return Which(called=value.called, seat=value.seat, nth=value.nth)
        case outcomes.Shares():
            return tuple(Share(seat=seat, amount=amount) for seat, amount in value.by_seat)
        case tuple():
            return ", ".join(map(str, value))
    return value
