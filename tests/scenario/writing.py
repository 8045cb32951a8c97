"""A scenario as text in its language, so that a test can read again what was read."""

from __future__ import annotations

from hardware_sim.scenario.language.notation import chips_text, joined, rake_text, seats_text, time_text
from hardware_sim.scenario.language.tree import File, Header, Scenario


def file_text(file: File) -> str:
    return "\n\n".join(map(_scenario_text, file.scenarios)) + "\n"


def _scenario_text(scenario: Scenario) -> str:
    shows = [f"under {book}: shows {case}" for book, case in scenario.shows_under]
    script = map(str, scenario.script)
    return "\n".join([f"scenario {scenario.name}", *header_lines(scenario.header), *shows, *script])


def header_lines(header: Header) -> list[str]:
    pairs: list[tuple[str, object]] = [
        ("under", ", ".join(map(str, header.books))),
        ("rule", ", ".join(header.rules)),
        ("shows", ", ".join(header.shows)),
        *(("note", note) for note in header.notes),
        ("blinds", "/".join(map(str, header.blinds or ()))),
        ("ante", header.ante),
        ("big blind ante", header.big_blind_ante),
        ("bets", "/".join(map(str, header.bets or ()))),
        ("seats", seats_text(header.seats)),
        ("stacks", header.stack),
        *(("seat", f"{seat} stack {stack}") for seat, stack in header.stacks),
        *(("seat", f"{seat} chips {chips_text(chips)}") for seat, chips in header.chips),
        ("sitting out", seats_text(header.sitting_out)),
        ("empty", seats_text(header.empty)),
        ("buy-in", " to ".join(map(str, header.buyin or ()))),
        ("button", header.button),
        ("smallest", header.smallest),
        ("unit", header.unit),
        ("", None if header.cash is None else "cash" if header.cash else "tournament"),
        ("", "self-dealt" if header.self_dealt else None),
        ("without", ", ".join(part.replace(":", " ") for part in header.absent)),
        ("resolution", None if header.resolution is None else time_text(header.resolution)),
        ("rake", rake_text(header.rake)),
        ("levels", _levels_text(header.levels)),
        ("players", header.players),
        ("starting", header.starting),
        ("rebuys", _rebuys_text(header.rebuys)),
        ("addon", _addon_text(header.addon)),
        ("latecomers", _latecomers_text(header.latecomers)),
        ("shoe", " ".join(header.shoe)),
        *(("hand", f"{seat} {' '.join(cards)}") for seat, cards in header.hands),
        ("board", " ".join(header.board)),
    ]
    return [joined(word, value) for word, value in pairs if value not in (None, "")]


def _levels_text(levels: tuple[tuple[str, int, int], ...]) -> str:
    if not levels:
        return ""
    each = f"each {time_text(levels[0][1])}" if levels[0][1] else ""
    pause = next((f"break {time_text(pause)} after {n}" for n, (_, _, pause) in enumerate(levels, 1) if pause), "")
    return joined(", ".join(text for text, _, _ in levels), each, pause)


def _rebuys_text(rebuys: tuple[int, int, int] | None) -> str:
    if rebuys is None:
        return ""
    stack, levels, most = rebuys
    return f"{stack} levels {levels}" + (f" at most {most}" if most else "")


def _latecomers_text(latecomers: tuple[str, int] | None) -> str:
    if latecomers is None:
        return ""
    kind, levels = latecomers
    return kind + (f" for {levels} levels" if levels else "")


def _addon_text(addon: tuple[int, int] | None) -> str:
    return "" if addon is None else f"{addon[0]} times {addon[1]}"
