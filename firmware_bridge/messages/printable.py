"""Text of others as one line of a terminal or a log: nothing in it moves the cursor or begins a line of its own."""


def printable(text: str) -> str:
    """Return the text with each sign that is not printed as its escape, as in Python: "\\x1b", "\\n", "\\u202e"."""
    return text if text.isprintable() else "".join(sign if sign.isprintable() else _escaped(sign) for sign in text)


def _escaped(sign: str) -> str:
    return sign.encode("unicode_escape").decode("ascii")
