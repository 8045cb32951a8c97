"""Mistakes with hole cards and with the deck, committed by hand. They are not entered at the table.

The dealer only enters what no sensor can see: a card was turned up, or fell.
"""

from typing import Final

from controller.rulebooks.variants import variant_of
from firmware_bridge.messages.told import Answer
from hardware_sim.physics.things import OFF, STUB
from hardware_sim.robot.dealer import FLIGHT
from hardware_sim.robot.players import Script
from hardware_sim.robot.says import Pause, Until
from hardware_sim.shown import ShownStep, seats_of

from .erring import NOTICED, ErringDealer

WHILE: Final = 1_500_000_000
"""Time in ns until a dealer goes on who has noticed nothing."""


def wrong_seat(dealer: ErringDealer, step: ShownStep) -> Script:
    """A card is dealt to another seat than the one due. The dealer goes on without noticing."""
    yield from _astray(dealer, step, f"seat:{dealer.another_seat(step)}")


def two_in_a_row(dealer: ErringDealer, step: ShownStep) -> Script:
    """The seat that was dealt to last gets the next card as well."""
    yield from _astray(dealer, step, f"seat:{dealer.seat_before(step)}")


def to_an_empty_place(dealer: ErringDealer, step: ShownStep) -> Script:
    """A card is dealt to a place without a player. The dealer goes on without noticing."""
    yield from _astray(dealer, step, dealer.free_place)


def _astray(dealer: ErringDealer, step: ShownStep, place: str) -> Script:
    yield from dealer.pitch(place)
    yield Pause(WHILE)
    if dealer.link.says.phase == "dealing":
        yield from dealer.pitch(f"seat:{step.seat}")
    yield dealer.noticed(step)


def one_for_nobody(dealer: ErringDealer, step: ShownStep) -> Script:
    """The deal is over, and a card goes to a place without a player."""
    yield from dealer.pitch(dealer.free_place)
    yield dealer.noticed(step)


def left_out(dealer: ErringDealer, step: ShownStep) -> Script:
    """A seat is passed over: the next one gets its card, and so on to the end of the round."""
    order = [seat.seat for seat in dealer.link.says.seats if seat.in_hand]
    start = order.index(step.seat)
    for seat in (*order[start + 1 :], *order[:start]):
        if dealer.link.says.phase != "dealing" or dealer.link.says.asks:
            break
        yield from dealer.pitch(f"seat:{seat}")
        yield Pause(WHILE)
    yield dealer.noticed(step)


def put_right(dealer: ErringDealer, step: ShownStep) -> Script:
    """A card slides to another seat, and the dealer puts it right at once."""
    card = yield from dealer.pitch(f"seat:{dealer.another_seat(step)}")
    yield Pause(dealer.pace.motion)
    dealer.top.lay(card, f"seat:{step.seat}")
    yield dealer.noticed(step)


def one_more(dealer: ErringDealer, step: ShownStep) -> Script:
    """The deal is over, and a seat gets one card more."""
    yield from dealer.pitch(f"seat:{dealer.another_seat(step)}")
    yield dealer.noticed(step)


def one_short(dealer: ErringDealer, step: ShownStep) -> Script:
    """The dealer stops before the last card, and enters that all are dealt."""
    yield Pause(dealer.pace.motion)
    dealer.say("deal_done")
    yield dealer.noticed(step)


def two_at_once(dealer: ErringDealer, step: ShownStep) -> Script:
    """Two cards leave the shoe as one, to one seat."""
    yield Pause(dealer.pace.motion)
    yield Pause(dealer.top.world.shoe_free_at - dealer.top.now())
    both = dealer.draw_two()
    yield Pause(FLIGHT)
    for card in both:
        dealer.top.lay(card, f"seat:{step.seat}")
    yield dealer.noticed(step)
    yield Pause(WHILE)


def left_out_to_the_end(dealer: ErringDealer, step: ShownStep) -> Script:
    """A seat is passed over in all rounds, whatever the table says. Then the dealer enters that all are dealt."""
    whole = variant_of(dealer.link.says.variant).hole_cards
    order = [seat.seat for seat in dealer.link.says.seats if seat.in_hand]
    start = order.index(step.seat)
    others = (*order[start + 1 :], *order[:start])
    while dealer.link.says.phase == "dealing" and any(
        len(dealer.top.cards(f"seat:{seat}")) < whole for seat in others
    ):
        seat = min(others, key=lambda seat: len(dealer.top.cards(f"seat:{seat}")))
        yield from dealer.pitch(f"seat:{seat}")
        yield Pause(WHILE)
        for ask in dealer.link.says.asks:
            if ask.key == "deal_order":
                dealer.link.tell("dealer", Answer(ask=ask.id, option="deal_on"))
                yield Pause(WHILE)
    if dealer.link.says.phase == "dealing":
        dealer.say("deal_done")
    yield dealer.noticed(step)


# --- seen by others -------------------------------------------------------------------------------------------------


def fallen(dealer: ErringDealer, step: ShownStep) -> Script:
    """A card flies off the table. The dealer enters it, and waits for the table's answer."""
    yield from dealer.pitch(OFF)
    yield Pause(dealer.pace.motion)
    dealer.say("fallen", step.seat)
    yield dealer.noticed(dealer.link.says.next_step or step)


def vanished(dealer: ErringDealer, step: ShownStep) -> Script:
    """A card flies off the table, unnoticed until the table asks."""
    dealer.dealt |= {(step.seat, step.number("round"))}
    yield from dealer.pitch(OFF)
    yield dealer.noticed(step)


def _turned(dealer: ErringDealer, step: ShownStep, word: str, cause: str | None = None) -> Script:
    yield from dealer.pitch(f"seat:{step.seat}")
    yield Until(lambda s: seats_of(s)[step.seat].cards >= step.number("round"), "the card lies there", fatal=False)
    dealer.say(word, step.seat, cause)
    yield Pause(dealer.pace.motion)


def exposed(dealer: ErringDealer, step: ShownStep) -> Script:
    """A card turns over as it lands. The dealer enters it."""
    yield from _turned(dealer, step, "exposed")


def knocked_over(dealer: ErringDealer, step: ShownStep) -> Script:
    """The player's own hand turns the card over by accident."""
    yield from _turned(dealer, step, "exposed", "player")


def flashed(dealer: ErringDealer, step: ShownStep) -> Script:
    """People saw the card as it landed."""
    yield from _turned(dealer, step, "flashed")


def mixed(dealer: ErringDealer, step: ShownStep) -> Script:
    """A card is exposed, and its owner mixes it with their hand."""
    dealer.mixes = step.seat
    yield from exposed(dealer, step)


# --- the deck -------------------------------------------------------------------------------------------------------


def boxed(dealer: ErringDealer, step: ShownStep) -> Script:
    """The next card lies face up in the deck. The dealer sees it as it leaves."""
    dealer.top.world.turn(dealer.top.world.at(STUB)[0].id, face_up=True)
    yield from dealer.pitch("dealer")
    yield dealer.noticed(step)


def two_boxed(dealer: ErringDealer, step: ShownStep) -> Script:
    """The next two cards lie face up in the deck."""
    for thing in dealer.top.world.at(STUB)[:2]:
        dealer.top.world.turn(thing.id, face_up=True)
    for _ in range(2):
        yield from dealer.pitch("dealer")
        yield Pause(WHILE)
    yield dealer.noticed(step)


def pushed_back(dealer: ErringDealer, step: ShownStep) -> Script:
    """A card comes half out of the shoe and goes back."""
    yield Pause(dealer.pace.motion)
    yield from dealer.half_out()
    yield from dealer.pitch(f"seat:{step.seat}")
    yield dealer.noticed(step)


def stranger(dealer: ErringDealer, step: ShownStep) -> Script:
    """A card that does not belong lies next in the stub. It is dealt as any other."""
    yield from dealer.pitch(f"seat:{step.seat}")
    yield Until(lambda s: bool(s.alarms) or s.phase == "cancelled", "it is read where it lies", NOTICED, fatal=False)


def dead_tag(dealer: ErringDealer, step: ShownStep) -> Script:
    """The tag of the next card answers no more. It is dealt as any other."""
    dealer.top.world.kill_tag(dealer.top.world.at(STUB)[0].id)
    yield from dealer.pitch(f"seat:{step.seat}")
    yield dealer.noticed(step)


def past_the_shoe(dealer: ErringDealer, step: ShownStep) -> Script:
    """The lowest card is taken off the stub without the shoe.

    The shoe's window has not seen that card beside another one. Otherwise it would count as one that left with it.
    """
    yield Pause(dealer.pace.motion)
    dealer.draw_from_below()
    card = dealer.take_past_the_shoe()
    yield Pause(FLIGHT)
    dealer.top.lay(card, f"seat:{step.seat}")
    yield dealer.noticed(step)


def card_missing(dealer: ErringDealer, _step: ShownStep) -> Script:
    """A card of the deck is found on the floor, where it has lain since before the shuffle. The dealer enters it."""
    world = dealer.top.world
    world.move([world.at(STUB)[-1].id], OFF, dealer.top.now())
    yield Pause(dealer.pace.motion)
    dealer.say("foul", choice="missing")
    yield Pause(dealer.pace.motion)
