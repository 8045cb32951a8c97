"""The order in which the bridge is told things after a commit."""

from __future__ import annotations

from collections.abc import Iterator

from controller.pages import Page
from controller.service.transport.bridge_orders import Orders
from firmware_bridge.messages.orders import Attention, HandLatch, ShowPage


def _pages(*seats: int, made: list[int] | None = None) -> Iterator[tuple[int, Page]]:
    for seat in seats:
        if made is not None:
            made.append(seat)
        yield seat, Page("seat", {"turn": f"of {seat}"})


def test_the_first_page_goes_before_the_latch_and_attention_and_the_others_behind() -> None:
    told = list(Orders(1).due(_pages(4, 1, 2), ("bet:4",), in_hand=True))
    assert [type(order) for order in told] == [ShowPage, HandLatch, Attention, ShowPage, ShowPage]
    assert [order.seat for order in told if isinstance(order, ShowPage)] == [4, 1, 2]


def test_the_first_page_is_out_before_the_second_is_made() -> None:
    made: list[int] = []
    next(Orders(1).due(_pages(4, 1, 2, made=made), (), in_hand=False))
    assert made == [4]


def test_revisions_rise_in_the_order_of_telling() -> None:
    told = list(Orders(7).due(_pages(4, 1), ("bet:4",), in_hand=True))
    versions = [(o.epoch, o.revision) for o in told if isinstance(o, ShowPage | HandLatch | Attention)]
    assert versions == [(7, 1), (7, 2), (7, 3), (7, 4)]


def test_what_the_bridge_knows_is_not_told_again_in_whatever_order_it_comes() -> None:
    orders = Orders(1)
    list(orders.due(_pages(4, 1), ("bet:4",), in_hand=True))
    assert list(orders.due(_pages(1, 4), ("bet:4",), in_hand=True)) == []


def test_a_bridge_that_is_new_is_told_everything() -> None:
    orders = Orders(1)
    list(orders.due(_pages(4, 1), (), in_hand=True))
    orders.forget()
    assert len(list(orders.due(_pages(4, 1), (), in_hand=True))) == 4
