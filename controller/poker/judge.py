"""From facts to a ruling. Pure: the rules are the policies, and this module holds the order in which they are
asked."""

from collections.abc import Callable

from controller.poker.announced import impose_minimum
from controller.poker.book import Book
from controller.poker.matters import Facing, Reading, Said, SilentChips
from controller.poker.outcomes import ActKind, Ask, Cite, Effect, Restrain, Ruling, RulingId, Take, Void
from controller.poker.silent import bet_or_raise, call_or_check, doubtful

# a reading, a question, or the rule key by which it is no act. None: the floor decides
Answer = Reading | Ask | str | None
WAGERS = ("bet", "raise")
ACTED = (*WAGERS, "call")


def judge(matter: SilentChips | Said, book: Book, ruling_id: RulingId) -> Ruling | Ask:
    """Judge chips or words of the seat on turn. Return a Ruling with its articles, or an Ask if the rulebook is
    silent."""
    if isinstance(matter, Said):
        matter = spelled_out(matter, book)
    facing, whole = matter.facing, matter
    seat, in_multiples = facing.seat, facing.increment > 1
    if in_multiples:
        matter = proper(matter, book)
    answer = read_chips(matter, book) if isinstance(matter, SilentChips) else read_word(matter, book)
    if answer is None or (in_multiples and _unsettled(matter, answer, book)):
        return ask_what_it_is(seat, "silent_chips" if isinstance(matter, SilentChips) else "announcement", ruling_id)
    if not isinstance(answer, Reading):
        if isinstance(answer, Ask):
            return answer
        return Ruling(ruling_id, answer, _and_how(matter, book.cites(answer), book), seat, (Void(seat),))
    act, total, decided = answer
    if in_multiples and act in WAGERS and total % facing.increment:
        total, decided = rounded(facing, total, decided, book)
    if matter is not whole and act in ACTED:
        decided = "bet.rounding"
    effects = _on_hold(matter, total, decided) if act == "hold" else (Take(seat, act, total),)
    return Ruling(ruling_id, decided, _cites(matter, act, total, decided, book), seat, effects)


def _on_hold(m: SilentChips | Said, total: int, decided: str) -> tuple[Effect, ...]:
    """The turn stays: until the chips say how much, after the bare word "raise", or until a short call is
    complete."""
    seat = m.facing.seat
    if isinstance(m, Said) and m.leaves_amount_open:
        return (Restrain(seat, ("raise",), "act"),)
    held = Take(seat, "hold", total)
    return (held, Restrain(seat, ("fold", "call"), "act", decided)) if decided == "call.short" else (held,)


def _cites(m: SilentChips | Said, act: ActKind, total: int, decided: str, book: Book) -> tuple[Cite, ...]:
    """Return the articles on:

    - the rule key that decided, and how an amount is understood
    - an announced raise that is made up
    - going all-in, if it was announced or is the result
    - an announced amount above the stack
    - the largest bet, if the bet was cut to it
    """
    cites = book.cites(decided)
    if act not in ACTED:
        return cites
    cites = _and_how(m, cites, book)
    if act in WAGERS and _made_up(m, total, book):
        cites = _with(cites, book.cites("announce.short_raise"))
    all_in, asked = m.facing.all_in, m.total if isinstance(m, SilentChips) else m.amount or 0
    goes_all_in = isinstance(m, Said) and m.word == "all_in"
    if total >= all_in or goes_all_in:
        cites += book.cites("act.all_in")
    if asked > all_in == total and isinstance(m, Said):
        cites += book.cites("announce.above_stack")
    if book.betting.pot_limit and act in WAGERS and total == m.facing.highest < (all_in if goes_all_in else asked):
        cites += book.cites("pot_limit")
    return cites


def _with(cites: tuple[Cite, ...], more: tuple[Cite, ...]) -> tuple[Cite, ...]:
    return cites + tuple(cite for cite in more if cite not in cites)


def _and_how(m: SilentChips | Said, cites: tuple[Cite, ...], book: Book) -> tuple[Cite, ...]:
    """These articles, and those by which the words stand for the amount."""
    return _with(cites, book.cites(m.how)) if isinstance(m, Said) and m.how else cites


def _made_up(m: SilentChips | Said, total: int, book: Book) -> bool:
    """Whether chips after the word "raise" are too few and are made up to the smallest raise, like a spoken one."""
    short = isinstance(m, SilentChips) and m.announced and m.total < total
    return short and book.bound("announce.short_raise")[0] is impose_minimum


def ask_what_it_is(seat: int, key: str, ruling_id: RulingId) -> Ask:
    """The rulebook has no rule: the floor says what the act is."""
    name = f"act-{ruling_id[0]}.{ruling_id[1]}"
    return Ask(name, key, "seat", ("fold", "check", "call", "raise", "void"), None, "floor", seat)


def _unsettled(m: SilentChips | Said, answer: Answer, book: Book) -> bool:
    """Whether the player's own amount is no multiple of what bets are made of, and the book has no rule for that.
    All-in and the smallest legal raise are always proper."""
    f, amount = m.facing, (m.total if isinstance(m, SilentChips) else m.amount)
    if not isinstance(answer, Reading) or answer.act not in WAGERS or book.bound("bet.rounding")[0] is not None:
        return False
    return answer.total == amount and bool(amount % f.increment) and amount not in (f.lowest, f.all_in)


def proper(m: SilentChips | Said, book: Book) -> SilentChips | Said:
    """Round an amount just above the call to the call, if the call is the nearest multiple of what bets are made of.
    It is then no raise. An announced raise stays one."""
    f, nearest = m.facing, book.bound("bet.rounding")[0]
    if book.lent("bet.rounding"):
        return m  # the book's own rules decide before a borrowed one
    amount = m.total if isinstance(m, SilentChips) else m.amount
    if nearest is None or not amount or amount >= f.all_in or not amount % f.increment:
        return m
    changed = nearest(amount, f.increment)
    if not f.before < changed == f.call < amount or (isinstance(m, Said) and m.word in RAISES):
        return m
    return m._replace(total=changed) if isinstance(m, SilentChips) else m._replace(amount=changed)


def rounded(f: Facing, total: int, decided: str, book: Book) -> tuple[int, str]:
    """A bet or raise that is no multiple of what bets are made of, and not all-in, is rounded as the book says."""
    nearest, _ = book.bound("bet.rounding")
    if nearest is None or total >= f.all_in or (total == f.lowest and book.lent("bet.rounding")):
        return total, decided  # the smallest raise is the book's own word, and goes before a borrowed one
    proper: int = nearest(total, f.increment)
    least = -(-(f.lowest or 0) // f.increment) * f.increment
    proper = min(max(proper, least), f.highest)
    return (proper, "bet.rounding") if proper != total else (total, decided)


# --- chips ----------------------------------------------------------------------------------------------------------


def read_chips(m: SilentChips, book: Book) -> Answer:
    """Return what a motion of chips counts as."""
    f, total = m.facing, m.total
    if m.announced and f.lowest is not None and (book.decides("announce.raise") or total <= f.call):
        return _ask("announce.raise", m, book)
    if total == f.call:
        return Reading("call", total, "chips.call")
    if total < f.call or (not f.call and total < f.blind):
        return _below(m, book)
    if f.lowest is None:
        return call_or_check(f, f.closed)
    for matter, test, entry in book.tests if not m.announced else ():  # the word has settled what the chips are
        if test is None:
            if doubtful(matter, m):
                return None
            continue
        reading: Reading | None = test(m, entry)
        if reading is not None:
            return reading
    if total >= f.lowest:
        return bet_or_raise(f, total, "chips.raise" if f.call else "chips.bet")
    return _ask("raise.short", m, book)


def _below(m: SilentChips, book: Book) -> Answer:
    f = m.facing
    if m.total >= f.all_in:
        return Reading("call" if f.call else "bet", f.all_in, "chips.call" if f.call else "chips.bet")
    return _ask("bet.short" if f.opening else "call.short", m, book)


def _ask(matter: str, m: SilentChips | Said, book: Book) -> Answer:
    function, entry = book.bound(matter)
    if function is None:
        return None
    reading: Reading | None = function(m, entry)
    return matter if reading is None else reading


# --- words ----------------------------------------------------------------------------------------------------------


def read_word(m: Said, book: Book) -> Answer:
    """Return what an announcement in turn counts as."""
    if m.amount is not None and _is_short(m, book) and (meant := lengthened(m.facing, m.amount or 0)) is not None:
        return _confirm(m.facing, meant, "shortened")
    return _WORDS[m.word](m, book)


def spelled_out(m: Said, book: Book) -> Said:
    """Return the words with the amount that they stand for, if the book leaves no doubt. That is a shortened figure
    whose smallest reading that is a bet at all is legal, or a supplement, which is the total."""
    if m.amount is None and m.word != "plus":
        return m
    if _is_short(m, book):
        meant = lengthened(m.facing, m.amount or 0)
        if meant is not None and meant // 10 < m.facing.blind:
            return m._replace(amount=meant, how="announce.shortened")
    elif m.word == "plus" and book.has("announce.supplement"):
        return m._replace(how="announce.supplement")
    return m


def _is_short(m: Said, book: Book) -> bool:
    return m.amount is not None and m.amount < m.facing.chip and book.has("announce.shortened")


def _fold(m: Said, _book: Book) -> Answer:
    return Reading("fold", max(m.facing.before, m.facing.staked), "act.fold")


def _check(m: Said, book: Book) -> Answer:
    f = m.facing
    return _ask("check.facing_bet", m, book) if f.faces_bet else Reading("check", f.before, "act.check")


def _call(m: Said, _book: Book) -> Answer:
    f = m.facing
    return call_or_check(f, "act.call" if f.faces_bet else "act.check")


def _raise(m: Said, book: Book) -> Answer:
    f, amount = m.facing, m.amount
    if f.all_in <= f.call:
        return call_or_check(f, "act.call")
    if f.lowest is None:
        return f.closed
    if amount is None:
        return Reading("hold", f.before, "announce.raise") if f.lowest < f.highest else _to(f, f.lowest)
    if amount < f.lowest:
        return _ask("announce.short_raise" if f.call or not book.has("bet.short") else "bet.short", m, book)
    return _to(f, amount)


def _to(f: Facing, total: int) -> Reading:
    return bet_or_raise(f, total, "act.raise" if f.call else "act.bet")


def _all_in(m: Said, book: Book) -> Answer:
    if m.facing.lowest is None and not m.facing.answerable:
        return _call(m, book)  # all that it can put in is the call
    return _raise(m._replace(amount=m.facing.all_in), book)


def _amount(m: Said, book: Book) -> Answer:
    f, amount = m.facing, m.amount or 0
    if amount == f.call or (amount < f.call and amount >= f.all_in):
        return call_or_check(f, "announce.amount")
    chips = SilentChips(f, (), amount)
    if amount < f.call and not f.opening:
        return _ask("announce.short_call", m, book)
    if amount < f.call or (not f.call and amount < f.blind):
        return _below(chips, book)
    if f.lowest is None:
        return f.closed
    return _to(f, amount) if amount >= f.lowest else _ask("raise.short", chips, book)


def _supplement(m: Said, book: Book) -> Answer:
    """ "Plus 4,000": the added amount is taken as the total, if the book says so."""
    return _amount(m, book) if book.has("announce.supplement") else None


def _pot(m: Said, book: Book) -> Answer:
    """ "Pot": `amount` is the pot-size total. In pot limit it is a raise to that total. Otherwise it is counted and
    confirmed, or no bet."""
    f = m.facing
    if book.betting.pot_limit:
        return _raise(m, book)
    if not book.has("announce.pot"):
        return None
    return _confirm(f, m.amount or 0, "pot") if book.entries.announce_pot.accepted else "announce.pot"


def _confirm(f: Facing, total: int, key: str) -> Answer:
    """The dealer is asked whether this total was meant."""
    total = min(total, f.all_in)
    act = "call" if total == f.call else "raise"
    return Ask(f"{key}-{f.seat}", key, "seat", (act, "void"), None, "dealer", f.seat, (("amount", total),))


def lengthened(f: Facing, amount: int) -> int | None:
    """The smallest legal total that a shortened figure can stand for: 5 may be 500 or 5000. None if there is none."""
    while 0 < amount <= f.all_in:
        amount *= 10
        if amount == f.call or (f.lowest is not None and f.lowest <= amount <= f.highest):
            return amount
    return None


RAISES = ("bet", "raise")
_WORDS: dict[str, Callable[[Said, Book], Answer]] = {
    "fold": _fold,
    "check": _check,
    "call": _call,
    "bet": _raise,
    "raise": _raise,
    "all_in": _all_in,
    "amount": _amount,
    "plus": _supplement,
    "pot": _pot,
    "other": lambda _m, _book: "act.unofficial",
}
