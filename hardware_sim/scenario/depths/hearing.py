"""The answers of a table that is heard through what it publishes."""

from firmware_bridge.messages.public import PublicAlarm, PublicAsk, PublicPrompt, PublicState
from hardware_sim.scenario.play.expectation_checker import Answer
from hardware_sim.shown import ShownPrompt

UNDECIDED = "card_undecided"
"""The alarm that several draws could lie at a place. Sensing raises it, so not at core."""


class Hearing:
    """Keeps every ruling, question, alarm and prompt that was published, each once, in order.

    - `state`: what the table published last, without the questions and alarms as to which card lies at a place
    - `which`: those questions. The hands answer them
    """

    def __init__(self) -> None:
        self.state: PublicState | None = None
        self.which: list[PublicAsk] = []
        self._rulings: set[str] = set()
        self._asks: set[str] = set()
        self._alarms: list[PublicAlarm] = []
        self._prompts: tuple[PublicPrompt, ...] = ()
        self._heard: list[Answer | ShownPrompt] = []

    def note(self, published: PublicState) -> None:
        """Note what the table publishes now: the last rulings and the open questions."""
        self.which = [ask for ask in published.asks if ask.scope == "senses"]
        asks = tuple(ask for ask in published.asks if ask.scope != "senses")
        alarms = tuple(alarm for alarm in published.alarms if alarm.key != UNDECIDED)
        self.state = state = published.model_copy(update={"asks": asks, "alarms": alarms})
        for ruling in state.rulings:
            if ruling.id not in self._rulings:
                self._rulings.add(ruling.id)
                self._heard.append(ruling)
        self._heard += [ask for ask in state.asks if ask.id not in self._asks]
        self._asks = {ask.id for ask in state.asks}
        self._heard += _more(state.alarms, self._alarms)
        self._alarms = list(state.alarms)
        prompts = (*state.prompts, *state.floor_prompts)
        self._heard += [prompt for prompt in prompts if prompt not in self._prompts]
        self._prompts = prompts

    def take(self) -> list[Answer | ShownPrompt]:
        """Return what was heard since the last call."""
        heard, self._heard = self._heard, []
        return heard


def _more(now: tuple[PublicAlarm, ...], before: list[PublicAlarm]) -> list[PublicAlarm]:
    """The alarms that are there more often than before."""
    left, more = list(before), []
    for alarm in now:
        if alarm in left:
            left.remove(alarm)
        else:
            more.append(alarm)
    return more
