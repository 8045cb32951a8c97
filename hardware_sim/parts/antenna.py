"""How a reader part turns its field on, reads an antenna, and spends the time for it. Shared by the three readers."""

from hardware_sim.physics.fields import Fields, Listing
from hardware_sim.physics.noise import dice, within
from hardware_sim.physics.things import Technology
from hardware_sim.physics.timing import CARD_AIR, inventory_air


class Radio:
    """A reader's access to the physics. ``name`` seeds its spread of times."""

    def __init__(self, name: str, fields: Fields) -> None:
        self.fields = fields
        self._luck = dice(fields.world.seed, f"radio/{name}")

    def on(self, antenna: str, now: int) -> None:
        """Switch the field of an antenna on."""
        self.fields.field_on(antenna, now)

    def off(self, antenna: str, now: int) -> None:
        """Switch the field of an antenna off."""
        self.fields.field_off(antenna, now)

    def chips_there(self, antenna: str, now: int) -> int:
        """ISO15693 tags in reach of an antenna."""
        return self.fields.load(antenna, Technology.ISO15693, now)

    def inventory_time(self, antenna: str, began: int) -> int:
        """How long (ns) an ISO15693 inventory begun now keeps the air busy."""
        spread = self._luck if self.fields.world.noise.air_spread else None
        return inventory_air(self.chips_there(antenna, began), spread)

    def cards(self, antenna: str, began: int) -> Listing:
        """One ISO14443A look from ``began`` to ``began + CARD_AIR``. Call it then."""
        return self.fields.listing(antenna, Technology.ISO14443A, began, began + CARD_AIR)

    def overhead(self, cards: int) -> int:
        """The time (ns) that the firmware takes for the cards found."""
        return sum(within(self._luck, self.fields.world.noise.card_overhead) for _ in range(cards))

    def chips(self, antenna: str, began: int, ended: int) -> Listing:
        """One ISO15693 inventory over the interval."""
        return self.fields.listing(antenna, Technology.ISO15693, began, ended)
