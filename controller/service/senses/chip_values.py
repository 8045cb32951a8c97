"""Whether a chip counts at this table, and for how much."""

from controller.registers import Chip, ChipState, Known

UNKNOWN_CHIP = "unknown_chip"
RETIRED_CHIP = "retired_chip"
SERIES_CHIP = "series_chip"  # of another game or event than the one that is played


def alarm_on(chip: Chip | Known, series: str) -> str:
    """Return why a chip may not be played with, as the key of an alarm. "" if it may.

    `series`: of the chips that play here, "" for all that are registered.
    """
    if isinstance(chip, Known):
        return UNKNOWN_CHIP
    if chip.state is not ChipState.IN_PLAY:
        return RETIRED_CHIP
    return SERIES_CHIP if series and chip.series != series else ""


def value_of(chip: Chip | Known, series: str) -> int | None:
    """Return the denomination of a chip, None if it may not be played with."""
    return None if isinstance(chip, Known) or alarm_on(chip, series) else chip.denomination
