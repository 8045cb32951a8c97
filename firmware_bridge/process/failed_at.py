"""Where an error came from, for logs that must not repeat its words."""

import traceback
from pathlib import Path


def where(error: BaseException) -> str:
    """Return an error's kind and the line it came from, without its words, which may name a card."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" in {Path(frames[-1].filename).name}, line {frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{place}"
