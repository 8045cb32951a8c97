"""What a display should show, what it shows, and the next instruction that brings the one to the other.

- `Page.want(page, values)`: replace what should be shown. Nothing is sent twice, the last value wins
- `Page.next()`: the next `Step`, most urgent first, or None
- `Page.sent(step)`: it is under way. Until acknowledged, what the display shows there is unknown
- `Page.done(step)`: the display acknowledged it
- `Page.refuse(step)`: the display will not take it. Not tried again until the value changes
- `Page.forget()`: the display's state is unknown, so everything is to be sent again

The facts of the display project come in by the protocol `DisplayContract`.

    DisplayError
     ├─ NoSuchPage        the contract has no such page
     ├─ NoSuchComponent   the page has no such component or attribute that a host may set
     └─ ValueRefused      wrong type, too long, or out of range
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from drivers.nextion.codec import assignment, displayable

Value = str | int
_INT_RANGE = range(-(2**31), 2**31)  # every number of the display has 32 bits and a sign


class DisplayError(ValueError):
    """Base of all errors a caller of a display can make."""


class NoSuchPage(DisplayError):
    """The contract has no such page."""


class NoSuchComponent(DisplayError):
    """The page has no such component, or none that the host may set."""


class ValueRefused(DisplayError):
    """The component cannot hold this value."""


class PlacedComponent(Protocol):
    """What the driver needs to know of one component of the display project."""

    @property
    def page(self) -> str: ...
    @property
    def id(self) -> int:
        """The number that touch events carry."""

    @property
    def name(self) -> str: ...
    @property
    def attribute(self) -> str | None:
        """What a value without an attribute means, `txt` or `val`. None if it holds none."""

    @property
    def settable(self) -> Mapping[str, Value]:
        """The attributes that the host may set, each with its design-time value."""

    @property
    def maximum(self) -> int:
        """The greatest length of its text, in characters."""

    @property
    def urgency(self) -> int:
        """The order of instructions, 0 first."""


class DisplayContract(Protocol):
    """What the driver needs to know of the display project."""

    @property
    def version(self) -> str: ...
    @property
    def version_at(self) -> str:
        """The attribute that holds the version, on every page."""

    @property
    def heartbeat_at(self) -> str:
        """The attribute that counts down on the display, on every page."""

    @property
    def heartbeat_value(self) -> int:
        """What a heartbeat writes there: seconds until the display pauses itself."""

    @property
    def pages(self) -> Mapping[str, int]: ...
    @property
    def components(self) -> Sequence[PlacedComponent]: ...


@dataclass(frozen=True, slots=True)
class Step:
    """One instruction: to show a page (`where` is None) or to set an attribute (`t0.txt`) on it."""

    page: str
    where: str | None = None
    value: Value | None = None

    @property
    def instruction(self) -> str:
        if self.where is None or self.value is None:
            return f"page {self.page}"
        return assignment(self.where, self.value)


@dataclass(frozen=True, slots=True)
class _Attribute:
    """One settable attribute of one component."""

    component: str
    initial: Value
    maximum: int

    def check(self, where: str, value: Value) -> Value:
        """The value as the display will hold it."""
        if isinstance(self.initial, str):
            return self._check_text(where, value)
        if not isinstance(value, int) or value not in _INT_RANGE:
            raise ValueRefused(f"{where} takes a number of 32 bits, not {type(value).__name__}")
        return int(value)

    def _check_text(self, where: str, value: Value) -> str:
        if not isinstance(value, str):
            raise ValueRefused(f"{where} takes text, not {type(value).__name__}")
        text = displayable(value)
        if len(text) > self.maximum:
            raise ValueRefused(f"{where} holds {self.maximum} characters, the text has {len(text)}")
        return text


class Page:
    """The page model of one display. Values are compared, so that only what has changed is sent."""

    def __init__(self, contract: DisplayContract) -> None:
        self._attributes = {page: _attributes(contract, page) for page in contract.pages}
        self._defaults = {
            (c.page, c.name): f"{c.name}.{c.attribute}" for c in contract.components if c.attribute is not None
        }
        self._wanted_page: str | None = None
        self._wanted: dict[str, Value] = {}
        self._shown_page: str | None = None
        self._shown: dict[str, Value] = {}
        self._refused: dict[str | None, Value | None] = {}

    @property
    def shown(self) -> str | None:
        """The page that the display shows, as far as it has acknowledged."""
        return self._shown_page

    @property
    def complete(self) -> bool:
        """Whether the display has acknowledged all that is wanted."""
        return self._wanted_page == self._shown_page and all(
            self._shown.get(where) == value for where, value in self._wanted.items()
        )

    def want(self, page: str, values: Mapping[str, Value]) -> None:
        """Replace what should be shown. A component not named goes back to its design-time value.

        `values`: component name, or `name.attribute`, to text or number. Raises DisplayError, changing nothing.
        """
        if page not in self._attributes:
            raise NoSuchPage(f"no page {page!r}. The display has {', '.join(self._attributes)}")
        attributes = self._attributes[page]
        wanted = {where: attribute.initial for where, attribute in attributes.items()}
        for name, value in values.items():
            where = self._defaults.get((page, name), name)
            if where not in attributes:
                allowed = ", ".join(dict.fromkeys(a.component for a in attributes.values()))
                raise NoSuchComponent(f"page {page!r} has no {name!r} to be set. It has {allowed}")
            wanted[where] = attributes[where].check(where, value)
        self._wanted_page, self._wanted = page, wanted

    def next(self) -> Step | None:
        """What is to be sent next: the page, then what differs on it, most urgent first."""
        page = self._wanted_page
        if page is None:
            return None
        if page != self._shown_page:
            step = Step(page)
            return None if self._is_refused(step) else step
        for where, value in self._wanted.items():
            if self._shown.get(where) != value:
                step = Step(page, where, value)
                if not self._is_refused(step):
                    return step
        return None

    def sent(self, step: Step) -> None:
        """The step is under way. Whether it took effect is unknown until it is acknowledged."""
        if step.where is None:
            self._shown_page, self._shown = None, {}
        else:
            self._shown.pop(step.where, None)

    def done(self, step: Step) -> None:
        """The display acknowledged the step."""
        self._refused.pop(step.where, None)
        if step.where is None:
            # Local components start at their design-time values. A project that made one global is filled as well.
            self._shown_page, self._shown = step.page, {}
        elif step.page == self._shown_page and step.value is not None:
            self._shown[step.where] = step.value

    def refuse(self, step: Step) -> None:
        """The display answered the step with an error, more than once."""
        self._refused[step.where] = step.page if step.where is None else step.value

    def forget(self) -> None:
        """The display was reset, slept, or lost instructions."""
        self._shown_page = None
        self._shown = {}
        self._refused.clear()

    def _is_refused(self, step: Step) -> bool:
        expected = step.page if step.where is None else step.value
        return step.where in self._refused and self._refused[step.where] == expected


def _attributes(contract: DisplayContract, page: str) -> dict[str, _Attribute]:
    """The page's settable attributes, most urgent first. Version and heartbeat are not the caller's."""
    own = {contract.version_at, contract.heartbeat_at}
    components = sorted((c for c in contract.components if c.page == page), key=lambda c: (c.urgency, c.id))
    return {
        where: _Attribute(component.name, initial, component.maximum)
        for component in components
        for attribute, initial in component.settable.items()
        if (where := f"{component.name}.{attribute}") not in own
    }
