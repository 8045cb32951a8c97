"""Plays the tree of a scenario at a table, under one rulebook, and checks every expectation."""

from collections.abc import Callable
from typing import Any

from controller.rulebooks import Rulebook
from controller.rulebooks.articles import article_of
from controller.rulebooks.variants import HOLDEM
from controller.table import Setup
from controller.table.view.open_prompts import STEPS
from hardware_sim.physics.things import CARD_SPOTS
from hardware_sim.scenario.language import act_nodes, player_acts
from hardware_sim.scenario.language.expectation_nodes import Expect, Want, WantDisplay
from hardware_sim.scenario.language.notation import joined
from hardware_sim.scenario.language.table_fields import movements
from hardware_sim.scenario.language.tree import Line, Scenario
from hardware_sim.shown import Shown, ShownAsk, standing

from . import display_text
from .chip_race import deals, draws, pays, strays
from .core_commands import answer, correct, enter, overrule
from .dealer import Dealer
from .expectation_checker import Watch, in_words
from .goto import Going
from .level import PACE, Depth, Impossible, Unsupported
from .onlooker import Checked, Onlooker
from .players import Players
from .result import Failure, Passage, Result
from .table_setup import setup_of

Open = Callable[[Setup, Rulebook], Depth]


def run(
    scenario: Scenario, rulebook: Rulebook, source: str, open_depth: Open, onlooker: Onlooker | None = None
) -> Result:
    """Run one scenario under one rulebook. Never raises for what the table does, nor for what it cannot do.

    `onlooker`: sees each step of it, and keeps it waiting for as long as they look.
    """
    onlooker = onlooker or Onlooker()
    line = scenario.at.line
    result = Result(source, scenario.name, _book(rulebook), line, scenario.shown_by(rulebook.key))
    try:
        setup = setup_of(scenario, rulebook)
    except ValueError as error:
        result.failures.append(Failure(line, f"no such table: {error}"))
        return result
    try:
        depth = open_depth(setup, rulebook)
    except Impossible as error:
        result.unsupported = isinstance(error, Unsupported)
        result.failures.append(Failure(line, f"no such table: {error}"))
        return result
    try:
        Play(scenario, rulebook, depth, setup.smallest_chip, result, onlooker).run()
        onlooker.ended(result)
    finally:
        depth.close()
    return result


def _book(rulebook: Rulebook) -> str:
    structure = "" if rulebook.structure == "no_limit" else rulebook.structure
    variant = "" if rulebook.variant == HOLDEM.key else rulebook.variant
    return joined(rulebook.key, structure, variant)


class Play:
    """A scenario on its way through a table."""

    def __init__(
        self, scenario: Scenario, rulebook: Rulebook, depth: Depth, smallest: int, result: Result, onlooker: Onlooker
    ) -> None:
        self.scenario, self.rulebook, self.depth, self.result = scenario, rulebook, depth, result
        self.onlooker = onlooker
        self.watch = Watch()
        absent = set(scenario.header.absent)
        self.players = Players(depth, smallest, named=bool({"faces", "cards"} & absent))
        self.dealer = Dealer(depth, self.players, scenario.header)
        self.going = Going(depth, self.players, self.dealer)
        self._proven: set[str] = set()
        self._next: object = None  # what is done after the statement at hand
        self._waited = 0  # ns already waited of the pause that is written next
        self._last: Line | None = None
        self._done: dict[type, Callable[[Any], None]] = self._verbs()

    def _verbs(self) -> dict[type, Callable[[Any], None]]:
        players, dealer, depth = self.players, self.dealer, self.depth
        return {
            player_acts.Plain: players.plain,
            player_acts.Says: lambda act: self._before_the_next(players.says, act),
            player_acts.Presses: lambda act: self._before_the_next(players.presses, act),
            player_acts.Pushes: players.pushes,
            player_acts.TakesBack: players.takes_back,
            player_acts.Posts: players.posts,
            player_acts.Shows: players.shows,
            player_acts.Mucks: dealer.muck,
            player_acts.Chair: players.chair,
            player_acts.Sits: players.sits,
            player_acts.Brings: players.brings,
            player_acts.Pockets: players.pockets,
            act_nodes.Deals: dealer.deal,
            act_nodes.Street: dealer.street,
            act_nodes.MovesCards: dealer.move,
            act_nodes.NextCard: dealer.next_card,
            act_nodes.CarriesOut: dealer.remedy.carry_out,
            act_nodes.Reshuffles: dealer.remedy.reshuffle,
            act_nodes.Gathers: dealer.gather,
            act_nodes.Settles: players.settle,
            act_nodes.Simple: self._simple,
            act_nodes.PushesPots: dealer.push_pots_to,
            act_nodes.SweepsIn: dealer.sweep_in,
            act_nodes.PutsButton: dealer.place,
            act_nodes.Waits: self._wait,
            act_nodes.Goto: self.going.go,
            act_nodes.Draws: lambda act: draws(depth, act),
            act_nodes.RaceDeals: lambda act: deals(depth, act),
            act_nodes.RaceChips: lambda act: pays(depth, act),
            act_nodes.Strays: lambda act: strays(depth, act),
            act_nodes.Tells: self._tell,
            act_nodes.Answers: lambda act: answer(depth, act),
            act_nodes.Overrules: lambda act: overrule(depth, act),
            act_nodes.Corrects: lambda act: correct(depth, act),
            act_nodes.Senses: self._sense,
            act_nodes.Gap: lambda act: depth.blind(act.source, act.duration),
        }

    # --- the whole ----------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Run every line in turn. A line that cannot be done ends the scenario."""
        script = [x for x in self.scenario.script if not x.under or self.rulebook.key in x.under]
        for number, line in enumerate(script):
            self._next = next(
                (x.statement for x in script[number + 1 :] if not isinstance(x.statement, Expect)), None
            )
            if not self._line(line):
                return
        self._close_act()
        self._check_cases()
        view = self.depth.view
        self.result.stacks = tuple((seat.seat, seat.stack) for seat in view.seats)
        self.result.awards = tuple((seat.seat, seat.won) for seat in view.seats if seat.won)

    def _line(self, line: Line) -> bool:
        if isinstance(line.statement, Expect):
            self._expect(line, line.statement)
            return True
        self._close_act()
        self._last = line
        self.onlooker.begins(line)
        try:
            self._done[type(line.statement)](line.statement)
        except Impossible as error:
            self.result.unsupported = isinstance(error, Unsupported)
            self._note(line)
            self._fail(line, f"{line.statement}: {error}")
            return False
        except Exception as error:  # noqa: BLE001 - a rule that breaks fails its scenario, not the whole run
            self._fail(line, f"{line.statement}: the table broke: {type(error).__name__}: {error}")
            return False
        self._note(line)
        return True

    def _note(self, line: Line) -> None:
        self.watch.note(self.depth.outcomes(), {ask.id for ask in self.depth.view.asks})
        answers = tuple(self.watch.answers)
        view = self.depth.view
        passage = Passage(line.at.line, str(line.statement), answers, view.phase, stands(view))
        self.result.course.append(passage)
        self.onlooker.acted(passage)

    def _close_act(self) -> None:
        for found in self.watch.unexpected():
            if self._last is not None:
                self._fail(self._last, f"{self._last.statement}: unexpected {in_words(found)}")

    def _fail(self, line: Line, text: str) -> None:
        self.result.failures.append(Failure(line.at.line, text))

    # --- expectations -------------------------------------------------------------------------------------------

    def _expect(self, line: Line, expect: Expect) -> None:
        checked = [Checked(str(want), self._miss(want) or "") for want in expect.wants]
        checked += [Checked(f"by {by}", miss) for by, miss in self._by(expect)]
        found = [one.miss for one in checked if one.miss]
        for miss in found:
            self._fail(line, miss)
        if not found:
            self._proven |= set(expect.by)
            self.result.proofs += [(case, line.at.line) for case in expect.shows]
        self.onlooker.expected(line, checked)

    def _miss(self, want: Want) -> str | None:
        if isinstance(want, WantDisplay):
            return display_text.miss(want, self.depth.display(want.seat))
        return self.watch.miss(want, self.depth.view)

    def _by(self, expect: Expect) -> list[tuple[str, str]]:
        """Articles in `by` that decide nothing in this rulebook, each with its error. A field may rest only on
        articles that do."""
        known = {cite.article for rule in self.rulebook.rules.values() for cite in rule.cites}
        book = _book(self.rulebook)
        return [(by, f"`by {by}`: {book} decides nothing by it") for by in expect.by if by not in known]

    def _check_cases(self) -> None:
        self.result.articles = frozenset(self.watch.articles | self._proven)
        marked = {case for proof in self.scenario.proofs(self.rulebook.key) for case in proof.statement.shows}
        for case in self.result.cases:
            article = article_of(case)
            if case not in marked and article not in self.result.articles:
                text = f"shows {case}, but no ruling cited {article} and no expectation held `by {article}`"
                self.result.failures.append(Failure(self.scenario.at.line, text))

    # --- verbs --------------------------------------------------------------------------------------------------

    def _simple(self, act: act_nodes.Simple) -> None:
        if act.word == "shuffle":
            self.dealer.shuffle()
        else:
            self.dealer.push_pots()

    def _tell(self, act: act_nodes.Tells) -> None:
        if act.word == "shuffle":
            self.dealer.shuffle()
            return
        if act.word == "button_draw" and not act.arguments:
            self.dealer.mix_for_button()
        enter(self.depth, act.role, act.word, act.arguments)
        self._pause()

    def _before_the_next(self, do: Callable[[Any], None], act: object) -> None:
        """Enter words or press a key. The usual pause follows unless the next act gives its own time."""
        do(act)
        if not _timed(self._next):
            self.depth.rest()

    def _pause(self) -> None:
        """Pause after an entry. If a time is written next, it counts from the entry itself."""
        if isinstance(self._next, act_nodes.Waits):
            self._waited = min(PACE, self._next.duration)
            self.depth.wait(self._waited)
        elif not _timed(self._next):
            self.depth.rest()

    def _wait(self, act: act_nodes.Waits) -> None:
        waited, self._waited = self._waited, 0
        self.depth.wait(act.duration - waited)

    def _sense(self, act: act_nodes.Senses) -> None:
        if act.place == "button":
            self.depth.see_button(act.seat or None)
        elif act.place in CARD_SPOTS:
            self.depth.see_cards(act.place, act.cards)
        else:
            self.depth.see_chips(act.place, act.chips or ())


def _timed(act: object) -> bool:
    """Whether an act gives its own time after the act before it."""
    return (isinstance(act, player_acts.Pushes) and act.motions[0].gap is not None) or (
        isinstance(act, player_acts.Presses) and act.gap is not None
    )


def stands(view: Shown) -> str:
    """Return in one line how the table stands in its phase."""
    dues = "".join(f", due {area.removeprefix('bet:')} {amount:+}" for area, amount in view.dues)
    asks = "".join(f", asks {_ask(ask)}" for ask in view.asks) + _told(view)
    if view.turn is None:
        return f"pot {view.pot_total}{dues}{asks}"
    least = "may not raise" if view.min_raise is None else f"raise from {view.min_raise}"
    return f"turn {view.turn}, to call {view.to_call}, {least}, pot {view.pot_total}{dues}{asks}"


def _told(view: Shown) -> str:
    """What the pages show beside the next step, and the movements that are still to be made."""
    prompts = [prompt.key for prompt in standing(view) if prompt.key not in STEPS]
    lists = (("prompts", prompts), ("movements", movements(view)))
    return "".join(f", {name} {', '.join(words)}" for name, words in lists if words)


def _ask(ask: ShownAsk) -> str:
    return f"the {ask.role} {ask.key}"
