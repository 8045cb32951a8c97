"""Whether a command may be given now, in the role of the session that it came under."""

from controller.people.roles import least_role, may, right_to
from controller.poker.entries import ENTRIES
from firmware_bridge.messages.public import PublicAsk, Text
from firmware_bridge.messages.roles import Role, outranks
from firmware_bridge.messages.told import Answer, Command, DealerCommand, FloorDecision


def refusal(command: Command, asks: tuple[PublicAsk, ...]) -> Text | None:
    """Return why this role may not give this command, None if it may."""
    role, told = command.role, command.told
    if isinstance(told, DealerCommand) and told.word not in ENTRIES:
        return Text(key="refused.entry", params={"word": told.word, "allowed": ", ".join(ENTRIES)})
    if not may(role, told):
        return Text(key="refused.role", params={"role": role, "least": least_role(right_to(told))})
    if isinstance(told, Answer):
        return _answer_refusal(role, told, asks)
    if isinstance(told, FloorDecision) and not told.reason.strip() and told.decision != "clear_fault":
        return Text(key="refused.reason_missing")
    return None


def _answer_refusal(role: Role, answer: Answer, asks: tuple[PublicAsk, ...]) -> Text | None:
    ask = next((ask for ask in asks if ask.id == answer.ask), None)
    if ask is None:
        return Text(key="refused.no_such_ask", params={"ask": answer.ask})
    if not outranks(role, ask.role):
        return Text(key="refused.role", params={"role": role, "least": ask.role})
    if answer.option not in ask.options:
        return Text(key="refused.option", params={"option": answer.option, "allowed": ", ".join(ask.options)})
    return None
