"""A rulebook ready to play by, its silences filled from base and lenders."""

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from controller.rulebooks.articles import articles
from controller.rulebooks.figures import Cited, Rule, Rulebook
from controller.rulebooks.files import RulebookError, from_dict, parse, read
from controller.rulebooks.layers import Layer, chain, layers
from controller.rulebooks.mixes import mixes
from controller.rulebooks.model import Matters, RulebookFile, sections_of
from controller.rulebooks.variants import HOLDEM, VARIANTS, GameVariant

HERE: Final = Path(__file__).parent
ENDING: Final = ".toml"


def available(folder: Path = HERE) -> tuple[tuple[str, str], ...]:
    """(key, structure) of every rulebook of a folder that can rule a table, the product's own by default."""
    files = [read(path) for path in sorted(folder.glob(f"*{ENDING}"))]
    return tuple((file.key, s) for file in files if not file.layer for s in _structures(_chain(file, folder)))


def load(
    key: str, structure: str = "no_limit", folder: Path = HERE, *, host: str | None = None,
    irregularities: str | None = None, variant: str | None = None,
) -> Rulebook:  # fmt: skip
    """Return the rulebook of a key and structure. A key that ends in `.toml` is the path of a house's own file.

    - `host`: the rulebook that a partial one stands in. It decides all that the partial one leaves out
    - `irregularities`: the rulebook that decides errors, in place of the one that the file names
    - `variant`: the game to be played, None for the rulebook's first

    Raises RulebookError.
    """
    file, place = _placed(key, folder)
    return _whole(file, structure, place, host, irregularities, variant)


def loads(source: str | dict[str, Any], structure: str = "no_limit", folder: Path = HERE) -> Rulebook:
    """Return the rulebook of a TOML text, or of a dictionary parsed from one.

    `folder` holds its base and lenders, by default the product's. Raises RulebookError.
    """
    file = from_dict(source, "rulebook") if isinstance(source, dict) else parse(source, "rulebook")
    return _whole(file, structure, folder, None, None, None)


def structures(key: str, folder: Path = HERE) -> tuple[str, ...]:
    """The structures of a rulebook. Raises RulebookError."""
    return _structures(_chain(*_placed(key, folder)))


def variants(key: str, folder: Path = HERE) -> tuple[str, ...]:
    """The games that a rulebook may be played at. Raises RulebookError."""
    return _variants(_chain(*_placed(key, folder)))


def documents(key: str, folder: Path = HERE) -> tuple[str, ...]:
    """The rulebooks that a rulebook stands on, itself first: with these keys its own articles' ids may begin.

    Raises RulebookError.
    """
    return tuple(book.key for book in _chain(*_placed(key, folder)))


def _placed(key: str, folder: Path) -> tuple[RulebookFile, Path]:
    return (_house(Path(key)), Path(key).parent) if key.endswith(ENDING) else (_find(key, folder), folder)


def _whole(
    file: RulebookFile, structure: str, folder: Path, host: str | None, irregularities: str | None,
    variant: str | None,
) -> Rulebook:  # fmt: skip
    if file.layer:
        raise RulebookError(f"rulebook {file.key!r} is a layer under others, no table can play by it alone")
    if irregularities is not None:
        file = file.model_copy(update={"irregularities": irregularities})
    books = _chain(file, folder)
    game = _game(file.key, variant, _variants(books))
    structures = _structures(books)
    if structure not in structures:
        raise RulebookError(f"rulebook {file.key!r} has no structure {structure!r}. Allowed: {', '.join(structures)}")
    rules: dict[str, Rule] = {}
    for layer in layers(file, lambda name: _find(name, folder), host):
        for matter, rule in _rules(layer, structure).items():
            rules.setdefault(matter, replace(rule, cites=tuple(c for c in rule.cites if _speaks_of(c.article, game))))
    mode = next((book.mode for book in books if book.mode), "")
    errors = list(mixes(file.key, rules, structure, mode))
    if errors:
        raise RulebookError("\n".join(errors))
    texts = {id_: text for book in reversed(books) for id_, text in book.articles.items()}
    return Rulebook(file.key, file.title, structure, MappingProxyType(rules), mode, MappingProxyType(texts), game.key)


def _game(key: str, variant: str | None, allowed: tuple[str, ...]) -> GameVariant:
    """The game that is played by a rulebook: the one that is asked for, or its first."""
    if variant is not None and variant not in allowed:
        raise RulebookError(f"rulebook {key!r} is not played at {variant!r}. Allowed: {', '.join(allowed)}")
    return VARIANTS[variant or allowed[0]]


def _speaks_of(article: str, game: GameVariant) -> bool:
    """Whether an article holds for a game. An article that counts hole cards holds only for that number."""
    found = articles().get(article)
    return found is None or found.hole_cards in (None, game.hole_cards)


def _house(path: Path) -> RulebookFile:
    if not path.is_file():
        raise RulebookError(
            f"no rulebook lies at {str(path)!r}. Allowed: the path of a TOML file, or one of {_known()}"
        )
    return read(path)


def _find(key: str, folder: Path) -> RulebookFile:
    for place in (folder, HERE):
        path = place / f"{key}{ENDING}"
        if path.is_file():
            return read(path)
    raise RulebookError(f"no rulebook is called {key!r}. Allowed: {_known(folder)}")


def _known(folder: Path = HERE) -> str:
    return ", ".join(sorted({path.stem for place in {folder, HERE} for path in place.glob(f"*{ENDING}")}))


def _chain(file: RulebookFile, folder: Path) -> list[RulebookFile]:
    return chain(file, lambda name: _find(name, folder))


def _structures(books: list[RulebookFile]) -> tuple[str, ...]:
    return next((book.structures for book in books if book.structures), ())


def _variants(books: list[RulebookFile]) -> tuple[str, ...]:
    return next((book.variants for book in books if book.variants), (HOLDEM.key,))


def _rules(layer: Layer, structure: str) -> dict[str, Rule]:
    rules: dict[str, Rule] = {}
    for section in sections_of(structure):
        matters: Matters = getattr(layer.file, section)
        for matter, entry in matters.written():
            if matter not in rules and (layer.only is None or matter in layer.only):
                rules[matter] = Rule(matter, entry, tuple(Cited(a, layer.lent_by) for a in entry.articles))
    return rules
