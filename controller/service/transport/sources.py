"""Which sources the controller accepts, and what each of them may send."""

from firmware_bridge.messages.base import Message
from firmware_bridge.messages.told import Command, Entered
from firmware_bridge.process.users import Users, user_of

BRIDGE = "bridge"
CONSOLE = "console"
ROBOT = "robot"  # the simulator's people

KNOWN = frozenset({BRIDGE, CONSOLE})


def speakers(users: Users | None) -> dict[str, int]:
    """Which user may speak for each source. The simulator's people have no user of their own."""
    return {
        BRIDGE: user_of(users, "bridge"),
        CONSOLE: user_of(users, "console"),
        ROBOT: user_of(users, "controller"),
    }


def is_known(source: str, *, simulated: bool) -> bool:
    """Whether a source of this name belongs to the table. Robots belong only to a simulated one."""
    return source in KNOWN or (simulated and source == ROBOT)


def may_send(source: str, body: Message) -> bool:
    """Whether a known source may send this: the bridge what is sensed, the others what is entered.

    No source may send a `Command`, as it would name its own role and author.
    """
    return not isinstance(body, Command) and isinstance(body, Entered) != (source == BRIDGE)
