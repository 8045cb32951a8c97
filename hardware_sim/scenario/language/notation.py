"""How a scenario writes chips, times, seats and reasons."""

from itertools import groupby

Chips = tuple[int, ...]
Seats = tuple[int, ...]
Value = int | str | tuple[int | str, ...] | None


def chips_text(chips: Chips) -> str:
    """Chips as a scenario writes them."""
    runs = ((value, len(list(run))) for value, run in groupby(chips))
    return " + ".join(str(value) if count == 1 else f"{count}x{value}" for value, count in runs)


def time_text(duration: int) -> str:
    """A time as a scenario writes it."""
    milliseconds = duration // 1_000_000
    return f"{milliseconds} ms" if milliseconds % 1_000 else f"{milliseconds // 1_000} s"


def rake_text(rake: tuple[int, int] | None) -> str:
    """A rate in hundredths of a per cent and a hand's maximum, as a scenario writes them."""
    if rake is None:
        return ""
    whole, part = divmod(rake[0], 100)
    rate = f"{whole}.{part:02}".rstrip("0") if part else str(whole)
    return f"{rate} %" + (f" at most {rake[1]}" if rake[1] else "")


def seats_text(seats: Seats) -> str:
    """Seats as a scenario writes them."""
    return ", ".join(map(str, seats))


def joined(*parts: object) -> str:
    """Return the parts that are not empty, as one line."""
    return " ".join(str(part) for part in parts if part not in (None, "", ()))


def named(word: str, value: object) -> str:
    """Return a word and what it is about, if there is anything: "seat 4"."""
    return "" if value in (None, "", ()) else f"{word} {value}"


def at_text(place: str) -> str:
    """Return `board 2` for `board:2`."""
    return place.replace(":", " ")
