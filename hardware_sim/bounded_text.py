"""The text of a file that a person names. A device without an end is refused and fills no memory."""

import errno
from pathlib import Path


def read(path: Path, most: int) -> str:
    """The file as UTF-8 text.

    Raises OSError where it cannot be read or has more than `most` bytes, and UnicodeDecodeError.
    """
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it does not end after {most:,} bytes. Allowed are at most so many", str(path))
    return data.decode("utf-8")


def why(error: OSError | UnicodeDecodeError) -> str:
    """What `read` failed at, in words, without the file's name."""
    if isinstance(error, UnicodeDecodeError):
        return f"byte {error.start + 1} is {error.object[error.start]:#04x}. Allowed is UTF-8 text"
    return error.strerror or type(error).__name__
