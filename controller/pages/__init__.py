"""The texts that people read: the words in English and French, and the pages of the seat displays as values."""

from controller.pages.catalogue import Catalogue, catalogue
from controller.pages.seat import Page, Shown, paused_page, seat_page, shown_at

__all__ = ["Catalogue", "Page", "Shown", "catalogue", "paused_page", "seat_page", "shown_at"]
