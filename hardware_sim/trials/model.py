"""The fault model: how often which reading goes wrong, and how players treat their cards. One table of figures.

The figures are fixed beforehand, and never fitted to what the table can bear. None was measured at a real table. Each
is several times what builders and data sheets report, so that a thousand hands hold every kind.

- At level bus, `senses.BlurredSenses` turns the figures into a bridge's reports.
- At level wire, `orders` gives those that the simulated parts know as orders of `hardware_sim.faults`. The noise that
  every table has comes on top, and the bytes go wrong by themselves.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from firmware_bridge.messages.places import spot_called
from hardware_sim.physics.noise import QUIET, REAL, SLOW, Noise
from hardware_sim.physics.things import CARD_SPOTS

MS = 1_000_000


@dataclass(frozen=True, slots=True)
class FaultModel:
    """Probabilities are 0-1, a draw or a landing each. Spans are (least, most) in ns."""

    no_read: float
    """A card leaves the shoe unread, or is not read where it lands until the next sweep but one."""
    stale: float = 0.01
    """The shoe reports the card before once more."""
    next_card: float = 0.01
    """The shoe reports the stub's next card instead."""
    swapped: float = 0.005
    """The shoe reports two cards in a row for one another: two tags of the deck are exchanged."""
    both: float = 0.01
    """The shoe reports two tags, that of the card and that of the stub's next."""
    neighbour: float = 0.005
    """A card is read at the spot beside before it is read at its own."""
    late: float = 0.02
    """A spot's reader reports a card late."""
    flicker: float = 0.03
    """A card that lies still is missed so often that it seems gone, and is read again later."""
    peek: float = 0.25
    riffle: float = 0.2
    cap: float = 0.1
    """A player on turn looks at their cards, plays with a chip, or lays one on the cards."""
    cap_acts: int = 5
    """How many acts a chip lies on the cards, 2 s in all: longer than a card is missed before it seems gone."""
    capped: float = 0.5
    """Cards under a chip are not read."""
    landing: tuple[int, int] = (100 * MS, 300 * MS)
    """From the landing to the second reading of an attended spot."""
    leaving: tuple[int, int] = (200 * MS, 600 * MS)
    """From leaving to the fourth miss in a row."""
    lateness: tuple[int, int] = (300 * MS, 900 * MS)
    sweep: tuple[int, int] = (1_000 * MS, 2_000 * MS)
    """Until a missed spot is read again: two sweeps of unattended places."""
    pitch: int = 333 * MS
    """From one card to the next, at three cards a second."""


RATES = (0.005, 0.03, 0.10)
"""No-read rates of the three runs."""


def at_rate(no_read: float) -> FaultModel:
    """Return the model with this rate of no-reads. Nothing else differs between the runs."""
    if not 0 <= no_read < 1:
        raise ValueError(f"no-read rate is {no_read}. Allowed are 0 up to, not including, 1")
    return FaultModel(no_read)


FAULTLESS = replace(
    FaultModel(0.0), stale=0.0, next_card=0.0, swapped=0.0, both=0.0, neighbour=0.0, late=0.0, flicker=0.0, capped=0.0
)
"""Senses without faults, which still take their time. Players fidget all the same."""


def noise(model: FaultModel, *, wire: bool) -> Noise:
    """Return what the physics of the table adds. At bus the senses err in its place."""
    if not wire:
        return QUIET
    return SLOW if model == FAULTLESS else REAL


def orders(model: FaultModel, antennas: Iterable[str]) -> Iterator[str]:
    """Return the figures that simulated parts know, as orders of `hardware_sim.faults`.

    They are no-reads at all places for cards, the neighbours' cards, and the stub's next card.
    """
    spots = [name for name in antennas if name in CARD_SPOTS or name == "shoe"]
    for name in spots:
        yield f"noread {name} {model.no_read}"
    yield f"leak shoe {model.next_card}"
    for name in spots:
        kind, number = spot_called(name)
        beside = f"{kind}:{number + 1}"
        if beside in spots:
            yield f"cross {name} {beside} {model.neighbour}"
            yield f"cross {beside} {name} {model.neighbour}"
