"""What a guided test asks a technician to do, by key and language, for terminal and pages."""

from collections.abc import Mapping

from .base import Message, Name
from .languages import Language
from .texts import flat_texts


def order_texts(language: Language) -> Mapping[str, str]:
    """Return the text of every order by its key, such as `lay_seat`. `{n}` stands for its number."""
    return flat_texts("guided_orders", language, "_")


class Order(Message):
    """One order. `number`: of the seat or of the spot, 0 if there is one of the kind."""

    key: Name
    number: int = 0

    def said(self, language: Language = "en") -> str:
        """The order in words."""
        return order_texts(language)[self.key].format(n=self.number)
