"""Reading a rulebook from its TOML file, its silences filled from base and lenders."""

import tomllib
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from pydantic import ValidationError

from controller.rulebooks.figures import Cited, Figure, Rule, Rulebook
from controller.rulebooks.model import Entry, Matters, RulebookFile

HERE: Final = Path(__file__).parent
NOT_FIGURES: Final = {"policy", "article"}


class RulebookError(ValueError):
    """A rulebook cannot be used; the message lists every error, each with the key, the value and what is allowed."""


def available(folder: Path = HERE) -> tuple[tuple[str, str], ...]:
    """(key, structure) of every rulebook of a folder, the product's own by default."""
    files = (_read(path.stem, folder) for path in sorted(folder.glob("*.toml")) if path.stem != "articles")
    return tuple((file.key, structure) for file in files for structure in file.structures)


def load(key: str, structure: str = "no_limit", folder: Path = HERE) -> Rulebook:
    """The rulebook of a key and structure; raises RulebookError."""
    file = _read(key, folder)
    if structure not in file.structures:
        raise RulebookError(f"rulebook {key!r} has no structure {structure!r}; allowed: {', '.join(file.structures)}")
    rules: dict[str, Rule] = {}
    for lender, lent_by in _layers(file, folder):
        for matter, rule in _rules(lender, structure, lent_by).items():
            rules.setdefault(matter, rule)
    missing = [m for m in ("raise.min", "raise.reopen", "raise.cap", "silent_chips") if m not in rules]
    if missing:
        raise RulebookError(f"rulebook {key!r} says nothing, and borrows nothing, on {', '.join(missing)}")
    return Rulebook(file.key, file.title, structure, MappingProxyType(rules))


def _read(key: str, folder: Path) -> RulebookFile:
    path = folder / f"{key}.toml"
    if not path.is_file():
        known = ", ".join(sorted(p.stem for p in folder.glob("*.toml") if p.stem != "articles"))
        raise RulebookError(f"no rulebook is called {key!r}; allowed: {known}")
    try:
        file = RulebookFile.model_validate(_flat(tomllib.loads(path.read_text("utf-8"))))
    except tomllib.TOMLDecodeError as error:
        raise RulebookError(f"{path.name}: {error}") from None
    except ValidationError as error:
        raise RulebookError("\n".join(_errors(path, error))) from None
    if file.key != key:
        raise RulebookError(f"{path.name}: key {file.key!r}; it must be the name of the file")
    return file


def _errors(path: Path, error: ValidationError) -> list[str]:
    return [
        f"{path.name}: {'.'.join(map(str, e['loc'])) or 'the file'}: {e['msg']}; found {e['input']!r:.60}"
        for e in error.errors(include_url=False)
    ]


def _flat(data: dict[str, object]) -> dict[str, object]:
    """TOML's nested tables of matters, `[rules.chip.single]`, as the model's dotted names."""
    return {
        k: _dotted(v) if k in ("rules", "limit", "no_limit") and isinstance(v, dict) else v for k, v in data.items()
    }


def _dotted(tables: dict[str, object]) -> dict[str, object]:
    flat: dict[str, object] = {}
    for key, value in tables.items():
        inner = isinstance(value, dict) and value and all(isinstance(v, dict) for v in value.values())
        if inner and isinstance(value, dict):
            flat |= {f"{key}.{name}": entry for name, entry in value.items()}
        else:
            flat[key] = value
    return flat


def _layers(file: RulebookFile, folder: Path) -> list[tuple[RulebookFile, str | None]]:
    """The file itself, its bases (the same house's own), then its lenders (cited as lent)."""
    layers: list[tuple[RulebookFile, str | None]] = [(file, None)]
    base = file.base
    while base is not None:
        if any(layer.key == base for layer, _ in layers):
            raise RulebookError(f"rulebook {file.key!r}: base {base!r} leads back to itself")
        layers.append((_read(base, folder), None))
        base = layers[-1][0].base
    return layers + [(_read(lender, folder), lender) for lender in file.borrows]


def _rules(file: RulebookFile, structure: str, lent_by: str | None) -> dict[str, Rule]:
    own: Matters = getattr(file, structure) if structure in ("limit", "no_limit") else Matters()
    rules: dict[str, Rule] = {}
    for matters in (own, file.rules):
        for name, field in Matters.model_fields.items():
            entry: Entry | None = getattr(matters, name)
            matter = str(field.validation_alias or name)
            if entry is not None and matter not in rules:
                rules[matter] = _rule(matter, entry, lent_by)
    return rules


def _rule(matter: str, entry: Entry, lent_by: str | None) -> Rule:
    values: dict[str, Figure] = entry.model_dump(exclude=NOT_FIGURES, exclude_none=True)
    cites = tuple(Cited(article, lent_by) for article in entry.articles)
    return Rule(matter, entry.policy, cites, MappingProxyType(values))  # type: ignore[attr-defined]  # every entry has one


@cache
def _articles() -> dict[str, str]:
    texts: dict[str, str] = tomllib.loads((HERE / "articles.toml").read_text("utf-8"))["articles"]
    return texts


def article_text(article: str) -> str:
    """One sentence, in our own words, for an article id; the id itself where none is written."""
    return _articles().get(article, article)
