"""The content of an entry, as the fields of a message."""

from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from controller.poker.cards import cards, name
from controller.poker.parts import part_called
from controller.poker.said import Kind, Need, Said


def needs_of(says: type[Said]) -> dict[str, Need]:
    """The needs of a class, by its fields."""
    kind: Any = says
    found: dict[str, Need] = _needs(kind)
    return found


@cache
def _needs(says: Any) -> Any:
    hints = get_type_hints(says, include_extras=True)
    return {name: _need(hints[name]) for name in (f.name for f in fields(says))}


def _need(hint: Any) -> Need:
    if get_origin(hint) is Annotated:
        found: Need = hint.__metadata__[0]
        return found
    if get_origin(hint) in (Union, UnionType):
        return _need(next(one for one in get_args(hint) if one is not type(None)))._replace(optional=True)
    return Need("choice", "choice", choices=get_args(hint))


def read_from(says: type[Said], told: object) -> Said:
    """Return the values of a checked message, in which each stands under the name of its field."""
    values = {name: (need.kind, getattr(told, need.field)) for name, need in needs_of(says).items()}
    return says(**{name: None if value is None else _read(kind, value) for name, (kind, value) in values.items()})


def _read(kind: Kind, value: Any) -> Any:
    match kind:
        case "cards":
            return cards(value)
        case "amount":
            return int(value)
        case "winners":
            return tuple(tuple(map(int, pot.split(","))) for pot in value.split(";"))
        case "part":
            return part_called(value)
        case _:
            return value


def fields_of(said: Said | None) -> Iterator[tuple[Need, Any]]:
    """Yield each need with the value that a message has for it, without values that are left out."""
    for part, need in needs_of(type(said)).items() if said is not None else ():
        value = getattr(said, part)
        if value is not None:
            yield need, _written(need, value)


def _written(need: Need, value: Any) -> Any:
    match need.kind:
        case "cards":
            return "".join(map(name, value))
        case "winners":
            return ";".join(",".join(map(str, pot)) for pot in value)
        case "part":
            return value.name
        case _:
            return str(value) if need.field == "value" else value
