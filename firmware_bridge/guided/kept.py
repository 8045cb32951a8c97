"""What a walk keeps in the bridge's own directory until it is finished. Terminal and page have the same store.

Only who has the parts writes there, so there is one writer.
"""

import os
from pathlib import Path
from typing import Final, Literal, TypeVar

from pydantic import ValidationError

from firmware_bridge.messages.base import Message
from firmware_bridge.messages.guided_facts import FileTrouble, Refusal, WrongFile
from firmware_bridge.process.durable import replace_durably

M = TypeVar("M", bound=Message)

LARGEST: Final = 1_000_000
"""Bytes of a kept file. A test of the reference table has 50,000, a commissioning of it 100,000."""


class KeptError(ValueError):
    """What is kept cannot be read or written. `why` says what to do."""

    def __init__(self, why: Refusal) -> None:
        super().__init__(f"{why.said()}.")
        self.why = why


def machine_trouble(kind: Literal["unreadable", "unwritable"], file: Path, error: OSError) -> KeptError:
    """Return the error for a file that the machine cannot read or write."""
    return KeptError(FileTrouble(kind=kind, file=str(file), trouble=os.strerror(error.errno or 0)))


def read_kept(file: Path, kind: type[M]) -> M | None:
    """Read what was kept. None if there is nothing. Raises KeptError."""
    try:
        with file.open("rb") as opened:
            return kind.model_validate_json(opened.read(LARGEST))
    except FileNotFoundError:
        return None
    except PermissionError:
        raise KeptError(WrongFile(kind="not_yours", file=str(file))) from None
    except OSError as error:
        raise machine_trouble("unreadable", file, error) from None
    except ValidationError:
        raise KeptError(WrongFile(kind="other_version", file=str(file))) from None


def write_kept(file: Path, text: str) -> None:
    """Replace a file as a whole. It survives a power failure, as an afternoon's work is in it. Raises KeptError."""
    try:
        replace_durably(file, text.encode())
    except OSError as error:
        raise machine_trouble("unwritable", file, error) from None
