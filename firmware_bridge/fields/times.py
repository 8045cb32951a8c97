"""T(n): how long one complete read of n tags takes, air and wire together. Estimates to plan with, not measured."""

from bisect import bisect_left

MS = 1_000_000

# ISO15693, 16 slots, 26.48 kbit/s both ways, random UIDs: milliseconds of a complete inventory, calculated from the
# slot times of the standard. Without a tag: the request and sixteen empty slots.
ISO15693_AIR = ((0, 10), (1, 14), (2, 19), (5, 39), (10, 82), (20, 181), (40, 375), (60, 548), (100, 868))

# ISO14443A: REQA and two cascade levels are 4.8 ms on air. Readers' firmware makes 20-50 ms of it [estimate].
CARD = 50

# Request, acknowledgement and answer of a PN532 or Pepper command: under 5 ms at 115200, two commands a read.
SHORT_COMMANDS = 10

# A FEIG reader wants 5 ms of silence before a frame (H60301-3e). RF reset and inventory are two frames.
FEIG_PAUSES = 10

# Bytes of both FEIG requests and of the answers' frames without tags, and of each tag in the answer.
FEIG_FRAMES = 7 + 8 + 9 + 9
FEIG_PER_TAG = 10

# Eleven bits a character. The parity bit counts even if there is none.
BITS = 11

# Switching a field off is one short command.
SWITCH = 20 * MS


def feig_read_time(tags: int, baud: int) -> int:
    """Nanoseconds for one complete read of `tags` chips by a FEIG reader at this baud rate."""
    wire = (FEIG_FRAMES + FEIG_PER_TAG * tags) * BITS * 1000 * MS // baud
    return round(_between(ISO15693_AIR, tags) * MS) + wire + FEIG_PAUSES * MS


def card_read_time(tags: int, _baud: int) -> int:
    """Nanoseconds for one complete read of `tags` cards by a PN532 or a Pepper, whose commands are short."""
    return (SHORT_COMMANDS + CARD * max(tags, 1)) * MS


def _between(table: tuple[tuple[int, int], ...], tags: int) -> float:
    """Linear between the table's points, and beyond its last two."""
    at = min(max(bisect_left(table, (tags, 0)), 1), len(table) - 1)
    (x0, y0), (x1, y1) = table[at - 1], table[at]
    return y0 + (y1 - y0) * (tags - x0) / (x1 - x0)
