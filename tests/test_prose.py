"""The hand-written pages are plain technical English: short sentences, no semicolons, no dialect.

Add a page to `PAGES` when it is rewritten. Name a sentence that must stay long in `LONG`, which only shrinks.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
LIMIT = 25
PAGES = (
    "README.md",
    "docs/architecture.md",
    "docs/bench.md",
    "docs/between-hands.md",
    "docs/bridge.md",
    "docs/commissioning.md",
    "docs/configuration.md",
    "docs/console.md",
    "docs/decks.md",
    "docs/display-project.md",
    "docs/entries.md",
    "docs/extending.md",
    "docs/glossary.md",
    "docs/hand.md",
    "docs/index.md",
    "docs/journal.md",
    "docs/pages.md",
    "docs/pi-share.md",
    "docs/parts/feig_obid.md",
    "docs/parts/gpio.md",
    "docs/parts/nextion.md",
    "docs/parts/pepper_c1.md",
    "docs/parts/pn532.md",
    "docs/parts/port.md",
    "docs/rulebooks.md",
    "docs/scenario-cases.md",
    "docs/scenarios.md",
    "docs/secrecy.md",
    "docs/installation.md",
    "docs/sensing.md",
    "docs/simulation.md",
    "docs/simulator.md",
    "docs/testing.md",
)
LONG: frozenset[str] = frozenset()
"""The beginnings of sentences that may have more than `LIMIT` words."""

DIALECT = {
    "nobody": "no one, no player, no process",
    "somebody": "a person, a player",
    "whoever": "the person who, a player who",
    "anew": "again",
    "he": "they",
    "him": "them",
    "his": "their",
}
"""Words that the pages do not use, and what stands for them."""

FENCE = re.compile(r"^ *```")
NO_PROSE = re.compile(r"^(\||#|>| {4}|<|\[.*\]:)")
ITEM = re.compile(r"^ *(?:[-*]|\d+\.) +")
CODE = re.compile(r"`[^`]+`")
LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
END = re.compile(r"(?<=[.!?])[\"')*_]*\s+")
SHORT = re.compile(r"\b(e\.g|i\.e|etc|cf|vs)\.")


class Sentence(NamedTuple):
    line: int
    text: str

    @property
    def words(self) -> int:
        return len([word for word in self.text.split() if re.search(r"\w", word)])


def paragraphs(text: str) -> Iterator[Sentence]:
    """Each paragraph and list item, with its first line's number. Code, tables, quotations, headings are not."""
    fenced, first, parts = False, 0, list[str]()
    for number, line in enumerate([*text.split("\n"), ""], start=1):
        fence = bool(FENCE.match(line))
        fenced ^= fence
        prose = not (fence or fenced or not line.strip() or NO_PROSE.match(line))
        if parts and (not prose or ITEM.match(line)):
            yield Sentence(first, "\n".join(parts))
            parts = []
        if prose:
            first = first if parts else number
            parts.append(ITEM.sub("", line).strip())


def sentences(text: str) -> Iterator[Sentence]:
    """The sentences of a page of Markdown. A piece of code is one word, a link is its text."""
    for line, paragraph in paragraphs(text):
        code = CODE.sub(lambda found: "`x`" + "\n" * found[0].count("\n"), paragraph)
        plain, start = SHORT.sub(r"\1", LINK.sub(r"\1", code)), 0
        for end in [*(found.end() for found in END.finditer(plain)), len(plain)]:
            if part := " ".join(plain[start:end].split()):
                yield Sentence(line + plain[:start].count("\n"), part)
            start = end


def said_wrongly(name: str, text: str) -> Iterator[str]:
    for sentence in sentences(text):
        if ";" in sentence.text:
            yield f"{name}:{sentence.line}: a semicolon; make two sentences or a list: {sentence.text}"
        if sentence.words > LIMIT and not any(sentence.text.startswith(begin) for begin in LONG):
            yield f"{name}:{sentence.line}: {sentence.words} words, at most {LIMIT}: {sentence.text}"
        for word in sorted(DIALECT.keys() & set(re.findall(r"[a-z]+", sentence.text.lower()))):
            yield f"{name}:{sentence.line}: for '{word}' write {DIALECT[word]}: {sentence.text}"


@pytest.mark.parametrize("name", PAGES)
def test_page_has_short_sentences_and_no_semicolons(name: str) -> None:
    wrong = list(said_wrongly(name, (ROOT / name).read_text("utf-8")))
    assert not wrong, "\n" + "\n".join(wrong)


def test_every_exception_is_still_needed() -> None:
    every = [one for name in PAGES for one in sentences((ROOT / name).read_text("utf-8")) if one.words > LIMIT]
    assert [begin for begin in LONG if not any(one.text.startswith(begin) for one in every)] == []


def test_long_sentence_is_named_with_file_line_and_words() -> None:
    long = "word " * 26 + "end."
    assert list(said_wrongly("a.md", f"# Head\n\nShort one.\n{long}")) == [f"a.md:4: 27 words, at most 25: {long}"]


def test_dialect_is_named_with_the_word_to_write() -> None:
    assert list(said_wrongly("a.md", "It starts anew.")) == ["a.md:1: for 'anew' write again: It starts anew."]


def test_semicolon_counts_in_prose_only() -> None:
    page = "| a; b |\n\n    code; code\n\n```\nfence; fence\n```\n\nUse `a; b`.\n\n- One; two.\n"
    assert [one.split(":")[1] for one in said_wrongly("a.md", page)] == ["11"]


def test_list_item_and_link_are_sentences_of_their_own() -> None:
    page = "- Read [the page](a;b.md)\n  first. Then go.\n- Next."
    assert [one.text for one in sentences(page)] == ["Read the page first.", "Then go.", "Next."]


LINKS = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("name", PAGES)
def test_links_to_files_lead_somewhere(name: str) -> None:
    page = ROOT / name
    assert [to for to in LINKS.findall(page.read_text("utf-8")) if not (page.parent / to).exists()] == []


def test_names_of_tests_have_eighty_characters_at_most() -> None:
    files = sorted((ROOT / "tests").rglob("test_*.py"))
    names = [name for path in files for name in re.findall(r"^def (test_\w+)", path.read_text("utf-8"), re.MULTILINE)]
    assert len(names) > 2000
    assert [name for name in names if len(name) > 80] == []
