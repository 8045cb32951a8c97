"""Hands at a box of parts: they do what an order of commissioning says, in its own words or in shorter ones."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from firmware_bridge.messages.display import KEYS, label
from firmware_bridge.messages.guided_orders import Order, order_texts
from firmware_bridge.messages.languages import LANGUAGES
from hardware_sim.physics.things import OFF, STUB, ThingId

from .parts import Box

SHORT: Final = """\
paste an order, or type one of these. Enter repeats the last one.
  card PLACE          lay the card there: shoe, seat:3, board:1, muck
  chip PLACE          lay the chip there: bet:3, stack:3, pot, tray, drop
  away                take card, chips and button away
  draw [up]           draw a card from the shoe, face down or face up
  back                put the card that was drawn back on the deck
  lid|door open|close, button SEAT, post SEAT, touch SEAT
  deck                lay the deck into the shoe in order, ace of spades first
  rack VALUE COUNT    lay the next rack of chips of that value in the tray
  stacks SEAT...      lay a stack before each of these seats
  deal COUNT NAME PASSPHRASE [ADDRESS]   deal so many hands, with a floor manager's account
  where               say what is plugged in where"""

STACK: Final = (*[25] * 8, *[100] * 8, *[500] * 6, *[1000] * 6)
"""10,000 in chips with which most bets can be made."""

ORDERED: Final = {
    "lay_shoe": "card shoe", "lay_seat": "card seat:{n}", "lay_board": "card board:{n}", "lay_muck": "card muck",
    "lay_bet": "chip bet:{n}", "lay_stack": "chip stack:{n}",
    "lay_pot": "chip pot", "lay_tray": "chip tray", "lay_drop": "chip drop",
    "touch_key": "touch {n}", "draw_face_up": "draw up", "act_beam": "draw", "act_back": "draw",
    "act_lid": "lid open", "rest_lid": "lid close", "act_door": "door open", "rest_door": "door close",
    "act_button": "button {n}", "act_post": "post {n}", "rest_button": "away", "rest_post": "away",
    "take_card": "away", "take_chip": "away",
}  # fmt: skip
"""What hands do at an order, in the short words."""


@cache
def orders() -> Mapping[str, Order]:
    """Every order that a technician can read, by its words in each language."""
    return {
        Order(key=key, number=number).said(language): Order(key=key, number=number)
        for language in LANGUAGES
        for key in order_texts(language)
        for number in range(11)
    }


class Hands:
    """The hands of one person. `do` raises ValueError or LookupError if it cannot be done."""

    def __init__(self, box: Box) -> None:
        self._box, self._world = box, box.world
        self._card = self._world.add_card("joker").id
        self._chip = self._world.add_chip(1).id
        self._posted = 0
        self._laid: dict[int, int] = {}  # chips of each value that were in a rack
        self._drawn: ThingId | None = None

    def do(self, text: str, now: int) -> str:
        """Do what stands there. Return what is to be said of it."""
        self._world.wake(now)
        order = orders().get(text.strip())
        words = (text if order is None else ORDERED.get(order.key, "").format(n=order.number)).split()
        acts = {
            "card": self._lay_card, "chip": self._lay_chip, "away": self._away, "draw": self._draw,
            "back": self._back, "lid": self._lid, "door": self._door, "button": self._button,
            "post": self._post, "touch": self._touch, "deck": self._deck, "rack": self._rack,
            "stacks": self._stacks, "where": self._where,
        }  # fmt: skip
        act: Callable[[list[str], int], str | None] | None = acts.get(words[0]) if words else None
        if act is None:
            raise ValueError(SHORT)
        try:
            return act(words[1:], now) or "done"
        except (IndexError, KeyError):
            raise ValueError(SHORT) from None

    def _lay_card(self, words: list[str], now: int) -> None:
        self._world.move([self._card], "shoe.mouth" if words[0] == "shoe" else words[0], now)

    def _lay_chip(self, words: list[str], now: int) -> None:
        self._world.move([self._chip], words[0], now)

    def _away(self, _words: list[str], now: int) -> None:
        self._world.lift_button(now)
        if self._posted:
            self._world.set_post(self._posted, False, now)
            self._posted = 0
        self._world.move([self._card, self._chip, *(chip.id for chip in self._world.at("tray"))], OFF, now)

    def _draw(self, words: list[str], now: int) -> str:
        if not self._world.at(STUB):
            raise ValueError("the shoe is empty. Type deck")
        if words == ["up"]:
            self._world.turn(self._world.at(STUB)[0].id, face_up=True)
        self._drawn = self._world.draw(now)[0].id
        return f"{len(self._world.at(STUB))} cards are left in the shoe"

    def _back(self, _words: list[str], now: int) -> None:
        if self._drawn is None:
            raise ValueError("no card was drawn")
        self._world.turn(self._drawn, face_up=False)
        self._world.move([self._drawn], STUB, now)

    def _lid(self, words: list[str], now: int) -> None:
        self._world.set_lid({"open": False, "close": True}[words[0]], now)

    def _door(self, words: list[str], now: int) -> None:
        self._world.set_door({"open": False, "close": True}[words[0]], now)

    def _button(self, words: list[str], now: int) -> None:
        self._world.place_button(int(words[0]), now)

    def _post(self, words: list[str], now: int) -> None:
        if self._posted:
            self._world.set_post(self._posted, False, now)
        self._posted = int(words[0])
        self._world.set_post(self._posted, True, now)

    def _touch(self, words: list[str], _now: int) -> None:
        """Touch the key that a display marks."""
        display = self._box.rig.displays[int(words[0])]
        shown = display.values()
        marked = [key for key in KEYS if shown.get(f"{label(key)}.txt")]
        if len(marked) != 1:
            raise ValueError("the display marks no key now")
        self._box.rig.touch(int(words[0]), marked[0])

    def _deck(self, _words: list[str], now: int) -> str:
        order = [rank + suit for suit in "shdc" for rank in "A23456789TJQK"]
        faces = {card.face: card.id for card in self._world.cards}
        self._world.move([self._card], OFF, now)
        self._world.load_shoe([faces[face] for face in order], now)
        return "the deck is in the shoe, ace of spades first"

    def _rack(self, words: list[str], now: int) -> str:
        value, wanted = int(words[0]), int(words[1])
        self._away([], now)
        all_chips = [chip.id for chip in self._world.chips if chip.denomination == value]
        done = self._laid.get(value, 0)
        rack = all_chips[done : done + wanted]
        self._laid[value] = done + len(rack)
        self._world.move(rack, "tray", now)
        return f"{len(rack)} chips of {value} lie in the tray. {len(all_chips) - done - len(rack)} are left"

    def _stacks(self, words: list[str], now: int) -> None:
        self._away([], now)
        for seat in words:
            self._box.rack.hand_out(STACK, f"stack:{int(seat)}", now)

    def _where(self, _words: list[str], _now: int) -> str:
        return "\n".join(f"{place:10} {port} {number or ''}" for place, (port, number) in self._box.truth.items())
