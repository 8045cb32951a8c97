"""Hands in the PHH notation: no-limit (NT) and fixed-limit (FT) hold'em, pot-limit Omaha (PO).

PHH is TOML (phh.readthedocs.io). p1 sits left of the button, the last player has it. Heads-up, p1 is the big blind
and p2 the button, and the two blinds are still written small one first. Amounts become integers in minor units. If a
file writes fractions of the currency, every amount is multiplied by 100.

    read_hands(path) -> tuple[Hand, ...]

    PhhError(ValueError)   names the file, the action or field, and what is allowed
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

from controller.poker.cards import DECK_SIZE, Card, card
from controller.rulebooks.variants import HOLDEM, OMAHA, GameVariant
from hardware_sim import bounded_text

MOST = 10**9  # smallest units: a table has chips for less, and each chip of a hand is simulated
MOST_BYTES = 50_000_000  # of a file: some 50,000 hands
SHOWN = 60  # characters of a wrong value
GAMES = {"NT": (HOLDEM, "no_limit"), "FT": (HOLDEM, "limit"), "PO": (OMAHA, "pot_limit")}
"""The game and its structure, by the code of the notation."""


class PhhError(ValueError):
    """A file is no PHH hand, or is of a kind that is not played here."""


@dataclass(frozen=True, slots=True)
class DealHole:
    """`d dh p3 AcKd`: a player's hole cards. None for a card that the file does not know."""

    player: int
    cards: tuple[Card | None, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class DealBoard:
    """`d db 7h8hKd`: cards laid on the board."""

    cards: tuple[Card | None, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Fold:
    """`p3 f`."""

    player: int


@dataclass(frozen=True, slots=True)
class CheckCall:
    """`p3 cc`."""

    player: int


@dataclass(frozen=True, slots=True)
class BetRaise:
    """`p3 cbr 600`: a bet of, or a raise to, this total in front of the player."""

    player: int
    total: int


@dataclass(frozen=True, slots=True)
class Show:
    """`p3 sm AcKd` shows. `p3 sm` or `p3 sm -` mucks, and `cards` is None."""

    player: int
    cards: tuple[Card | None, ...] | None = field(repr=False)


Action = DealHole | DealBoard | Fold | CheckCall | BetRaise | Show
Act = Fold | CheckCall | BetRaise


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand. Players count from 1. `actions` pairs each action with its number in the file, from 1."""

    name: str
    variant: GameVariant
    structure: str
    players: int
    ante: int  # of all players
    big_blind_ante: int  # of the big blind, for all
    small_blind: int
    big_blind: int
    small_bet: int  # limit only, else 0
    big_bet: int
    starting: tuple[int, ...]
    finishing: tuple[Fraction, ...] | None
    actions: tuple[tuple[int, Action], ...] = field(repr=False)

    @property
    def posts(self) -> tuple[int, ...]:
        """Return the blind of each player, p1 first."""
        small, big = self.blind_players
        return tuple({small: self.small_blind, big: self.big_blind}.get(p, 0) for p in range(1, self.players + 1))

    @property
    def blind_players(self) -> tuple[int, int]:
        """Return who posts the small blind and who the big one."""
        return (2, 1) if self.players == 2 else (1, 2)

    @property
    def acts(self) -> tuple[tuple[int, Act], ...]:
        """Return the betting alone, with the actions' numbers."""
        return tuple((n, a) for n, a in self.actions if isinstance(a, Fold | CheckCall | BetRaise))

    @property
    def board(self) -> tuple[Card | None, ...]:
        """Return every board card of the file."""
        return tuple(c for _, a in self.actions if isinstance(a, DealBoard) for c in a.cards)

    def hole(self, player: int) -> tuple[Card | None, ...]:
        """Return a player's hole cards."""
        return next(a.cards for _, a in self.actions if isinstance(a, DealHole) and a.player == player)

    def mucks(self, player: int) -> bool:
        """Return whether the player gives up the hand at the showdown, according to the file."""
        return any(isinstance(a, Show) and a.player == player and a.cards is None for _, a in self.actions)

    def seat(self, player: int) -> int:
        """Return a player's seat. Players sit in order from seat 1, so that the last one has the button."""
        return player


def read_hands(path: Path) -> tuple[Hand, ...]:
    """Return the hands of a `.phh` file (one) or a `.phhs` file (several, as numbered tables). Raises PhhError."""
    try:
        data = tomllib.loads(bounded_text.read(path, MOST_BYTES))
    except (OSError, UnicodeDecodeError) as error:
        raise PhhError(f"{path}: {bounded_text.why(error)}") from None
    except tomllib.TOMLDecodeError as error:
        raise PhhError(f"{path}: not TOML: {error}") from None
    except (RecursionError, ValueError):  # ValueError: of int(), which tomllib gives more digits than it takes
        raise PhhError(f"{path}: nested too deeply, or a number of more than 4,300 digits") from None
    if data and all(isinstance(value, dict) for value in data.values()):
        return tuple(parse_hand(hand, f"{path.name}#{number}") for number, hand in data.items())
    return (parse_hand(data, path.name),)


def find_files(places: list[Path]) -> list[Path]:
    """Return the files themselves, and those of folders (below them too), in an order that a person expects."""
    found: list[Path] = []
    for place in places:
        if place.is_dir():
            found += [path for path in place.rglob("*") if path.suffix in (".phh", ".phhs")]
        elif place.exists():
            found.append(place)
        else:
            raise PhhError(f"{place}: no such file or folder")
    return sorted(dict.fromkeys(found), key=lambda path: (str(path.parent), _natural(path.name)))


def _natural(name: str) -> list[tuple[int, int | str]]:
    words = "".join(c if c.isdecimal() else f" {c} " for c in name).split()
    return [(0, int(word)) if word.isdecimal() else (1, word) for word in words]


def parse_hand(data: Mapping[str, Any], name: str) -> Hand:
    """Return one hand from its TOML table. Raises PhhError."""
    return _Reader(data, name).hand()


class _Reader:
    """The fields of one hand, each read with its own error."""

    def __init__(self, data: Mapping[str, Any], name: str) -> None:
        self.data, self.name = data, name
        self.game, self.structure = self._game()
        self.scale = self._scale()
        self.starting = self._amounts("starting_stacks", None)
        self.players = len(self.starting)

    def hand(self) -> Hand:
        if not 2 <= self.players <= 10:
            raise self._wrong("starting_stacks", f"{self.players} players. Allowed are 2 to 10")
        small, big = self._blinds()
        ante, big_blind_ante = self._antes()
        limit = self.structure == "limit"
        return Hand(
            name=self.name,
            variant=self.game,
            structure=self.structure,
            players=self.players,
            ante=ante,
            big_blind_ante=big_blind_ante,
            small_blind=small,
            big_blind=big,
            small_bet=self._amount("small_bet", self._field("small_bet")) if limit else 0,
            big_bet=self._amount("big_bet", self._field("big_bet")) if limit else 0,
            starting=self.starting,
            finishing=self._finishing(),
            actions=_Actions(self).all(),
        )

    def _wrong(self, what: str, why: str) -> PhhError:
        return PhhError(f"{self.name}: {what}: {why}")

    def _field(self, key: str) -> Any:
        if key not in self.data:
            raise self._wrong(key, "missing")
        return self.data[key]

    def _game(self) -> tuple[GameVariant, str]:
        code = self._field("variant")
        if not isinstance(code, str) or code not in GAMES:
            allowed = ", ".join(f"{of} ({game.key} {structure})" for of, (game, structure) in GAMES.items())
            raise self._wrong("variant", f"{code!r}. Allowed are {allowed}")
        return GAMES[str(code)]

    def _scale(self) -> int:
        """100 if the stakes have fractions, otherwise 1. Finishing stacks may hold half chips and do not count."""
        keys = ("antes", "blinds_or_straddles", "min_bet", "small_bet", "big_bet", "starting_stacks")
        listed = [self.data.get(key, 0) for key in keys]
        amounts = [a for value in listed for a in (value if isinstance(value, list) else [value])]
        actions = self.data.get("actions")
        texts = actions if isinstance(actions, list) else []
        words = [text.split("#")[0].split() for text in texts if isinstance(text, str)]
        fractional = any(isinstance(a, float) and not a.is_integer() for a in amounts)
        return 100 if fractional or any("cbr" in w and "." in w[-1] for w in words) else 1

    def _amount(self, what: str, value: object) -> int:
        amount = self._fraction(what, value)
        if amount.denominator != 1:
            raise self._wrong(what, f"{value!r} is no whole number of the smallest unit")
        return int(amount)

    def _fraction(self, what: str, value: object) -> Fraction:
        text = (
            str(value) if isinstance(value, float) else str(value).lower().replace("e", "no exponent")
        )  # 1e999999999
        try:
            amount = Fraction(text) * self.scale
        except (ValueError, ZeroDivisionError):
            raise self._wrong(what, f"{str(value)[:SHOWN]!r} is no amount") from None
        if isinstance(value, bool) or amount < 0:
            raise self._wrong(what, f"{value!r}. Allowed is an amount, 0 or more")
        if amount > MOST:
            raise self._wrong(what, f"an amount of more than {MOST}, the most that is taken")
        return amount

    def _list(self, key: str, length: int | None) -> list[object]:
        values = self._field(key)
        if not isinstance(values, list) or (length is not None and len(values) != length):
            raise self._wrong(key, f"{values!r}. Allowed is a list of {length or 'one amount a player'}")
        return values

    def _amounts(self, key: str, length: int | None) -> tuple[int, ...]:
        return tuple(self._amount(f"{key}[{n}]", v) for n, v in enumerate(self._list(key, length)))

    def _blinds(self) -> tuple[int, int]:
        blinds = self._amounts("blinds_or_straddles", self.players)
        if any(blinds[2:]) or not blinds[1] or blinds[0] > blinds[1]:
            raise self._wrong(
                "blinds_or_straddles", f"{list(blinds)}. Allowed are a small and a big blind, no straddle"
            )
        return blinds[0], blinds[1]

    def _antes(self) -> tuple[int, int]:
        antes = self._amounts("antes", self.players) if "antes" in self.data else (0,) * self.players
        if len(set(antes)) == 1:
            return antes[0], 0
        if not any(antes[:1] + antes[2:]):  # also heads-up: antes are written in the order of the blinds
            return 0, antes[1]
        raise self._wrong("antes", f"{list(antes)}. Allowed is one ante of all, or one of the big blind alone")

    def _finishing(self) -> tuple[Fraction, ...] | None:
        if "finishing_stacks" not in self.data:
            return None
        values = self._list("finishing_stacks", self.players)
        return tuple(self._fraction(f"finishing_stacks[{n}]", v) for n, v in enumerate(values))


class _Actions:
    """The list of actions. Every error names the action's number."""

    def __init__(self, reader: _Reader) -> None:
        self.reader = reader
        self.seen: set[Card] = set()
        self.at = 0

    def all(self) -> tuple[tuple[int, Action], ...]:
        texts = self.reader._field("actions")
        if not isinstance(texts, list):
            raise PhhError(f"{self.reader.name}: actions: allowed is a list of texts")
        found: list[tuple[int, Action]] = []
        for self.at, text in enumerate(texts, start=1):
            words = str(text).split("#")[0].split()
            if words:
                found.append((self.at, self._action(words)))
        self._complete(found)
        return tuple(found)

    def _wrong(self, why: str) -> PhhError:
        return PhhError(f"{self.reader.name}: action {self.at}: {why}")

    def _action(self, words: list[str]) -> Action:
        match words:
            case ["d", "dh", player, cards]:
                return DealHole(self._player(player), self._cards(cards, self.reader.game.hole_cards))
            case ["d", "db", cards]:
                return DealBoard(self._cards(cards, None))
            case [player, "f"]:
                return Fold(self._player(player))
            case [player, "cc"]:
                return CheckCall(self._player(player))
            case [player, "cbr", total]:
                return BetRaise(self._player(player), self.reader._amount(f"action {self.at}", total))
            case [player, "sm"] | [player, "sm", "-"]:
                return Show(self._player(player), None)
            case [player, "sm", cards]:
                return Show(self._player(player), self._shown(cards))
        allowed = "d dh pN cards, d db cards, pN f, pN cc, pN cbr amount, pN sm [cards]"
        raise self._wrong(f"verb {' '.join(words[1:2])!r} is unknown here. Allowed are {allowed}")

    def _player(self, word: str) -> int:
        number = word[1:]
        if word[:1] == "p" and number.isdecimal() and len(number) <= 2 and 1 <= int(number) <= self.reader.players:
            return int(number)
        raise self._wrong(f"player {word!r}. Allowed are p1 to p{self.reader.players}")

    def _cards(self, text: str, count: int | None) -> tuple[Card | None, ...]:
        cards = self._shown(text)
        known = [c for c in cards if c is not None]
        if (count is not None and len(cards) != count) or not cards:
            most = max(self.reader.game.streets)
            raise self._wrong(f"{len(cards)} cards are dealt. Allowed are {count or f'1 to {most}'}")
        if len(set(known)) != len(known) or self.seen & set(known):
            raise self._wrong("a card is dealt twice")
        self.seen |= set(known)
        return cards

    def _shown(self, text: str) -> tuple[Card | None, ...]:
        pairs = [text[i : i + 2] for i in range(0, len(text), 2)]
        try:
            return tuple(None if pair == "??" else card(pair) for pair in pairs)
        except ValueError as error:
            raise self._wrong(str(error)) from None

    def _complete(self, found: list[tuple[int, Action]]) -> None:
        dealt = sorted(a.player for _, a in found if isinstance(a, DealHole))
        if dealt != list(range(1, self.reader.players + 1)):
            raise self._wrong(f"hole cards go to players {dealt}. Allowed is each player once, with all cards")
        streets = [len(a.cards) for _, a in found if isinstance(a, DealBoard)]
        allowed = self.reader.game.streets
        if tuple(streets) != allowed[: len(streets)]:
            raise self._wrong(f"board cards come as {streets}. Allowed are {', '.join(map(str, allowed))}")


def stub_of(hand: Hand, order: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return all 52 cards in the order of the shoe for this hand.

    They are hole cards from p1, burn and flop, burn and turn, burn and river, then the rest. Burns and unknown cards
    come from `order` (a shuffled deck of 52), in its order.
    """
    known = {c for _, a in hand.actions if isinstance(a, DealHole | DealBoard) for c in a.cards if c is not None}
    free = iter([c for c in order if c not in known])
    holes = [hand.hole(p) for p in range(1, hand.players + 1)]
    game = hand.variant
    board = iter((*hand.board, *(None,) * (game.board_cards - len(hand.board))))
    plan = [hole[turn] for turn in range(game.hole_cards) for hole in holes]
    for count in game.streets:
        plan += [None, *islice(board, count)]
    filled = [next(free) if c is None else c for c in plan]
    stub = (*filled, *free)
    assert len(stub) == DECK_SIZE  # noqa: S101 - each card once, by construction
    return stub
