"""PINs and passphrases: which are allowed, and what is kept of them.

What is kept is an Argon2id hash (RFC 9106). Making or checking one is meant to be slow: it takes 64 MiB and some
tenths of a second. So it is done beside the controller's loop (`hashing.py`).
"""

import os
from dataclasses import dataclass
from typing import Final

from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

from firmware_bridge.messages.roles import Role

# A PIN is typed at each change of dealer. NIST SP 800-63B, 5.1.1.1: six digits at least. The growing delay after
# failures (`throttle.py`) allows some 30 tries a day, which is a century for a million PINs.
SHORTEST_PIN: Final = 6
# The same section, for secrets that a person chooses.
SHORTEST_PASSPHRASE: Final = 8
ROW: Final = "01234567890987654321"
FEWEST_DIFFERENT: Final = 3  # different characters: 000000 and 121212 are the first guesses

WITH_PIN: Final[frozenset[Role]] = frozenset({"display", "dealer"})


def complaint(role: Role, name: str, secret: str) -> str | None:
    """Return what is wrong with a secret, as a key of the pages' words, None if nothing is. It does not quote the
    secret."""
    if len(secret) < (SHORTEST_PIN if role in WITH_PIN else SHORTEST_PASSPHRASE):
        return "secret_short"
    if len(set(secret)) < FEWEST_DIFFERENT or secret.casefold() == name.casefold() or secret in ROW:
        return "secret_easy"
    return None


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of a hash, for its maker and for a person who guesses."""

    iterations: int
    lanes: int
    memory: int  # KiB


# The second recommended parameters of RFC 9106, section 4: for machines without 2 GiB to spare.
COST: Final = Cost(iterations=3, lanes=4, memory=64 * 1024)
SALT: Final = 16  # bytes, and 32 of hash: the same section
LENGTH: Final = 32


def hashed(secret: str, cost: Cost = COST) -> str:
    """Return what is kept of a secret: hash, salt and cost in one text (PHC string format)."""
    salt = os.urandom(SALT)
    argon = Argon2id(salt=salt, length=LENGTH, iterations=cost.iterations, lanes=cost.lanes, memory_cost=cost.memory)
    return argon.derive_phc_encoded(secret.encode())


def fits(kept: str, secret: str) -> bool:
    """Whether this is the secret. The cost is that with which it was hashed."""
    try:
        Argon2id.verify_phc_encoded(secret.encode(), kept)
    except (InvalidKey, ValueError):
        return False
    return True
