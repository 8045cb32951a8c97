"""The people of a simulated table, with a PIN that everybody knows. A table with one real part has none of them.

`firmware_bridge.messages.tablefile` refuses `simulated` beside a real part or an address beyond the machine.
"""

from typing import Final

from controller.people.accounts import Account, Accounts
from controller.people.secrets import Cost, hashed
from firmware_bridge.messages.people import DEMO_NAMES, DEMO_PIN

CHEAP: Final = Cost(iterations=1, lanes=1, memory=8)  # there is nothing to guess


def demo_people() -> Accounts:
    """Return one person of each role, the same after each start. So their sessions go on as others do."""
    kept = hashed(DEMO_PIN, CHEAP)
    return Accounts(Account(f"demo-{role}", name, role, kept, demo=True) for role, name in DEMO_NAMES.items())
