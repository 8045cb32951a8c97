"""Put the planned files below a root, remember them, and take exactly those away again."""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from controller.installation.layout import Planned

RECORD: Final = Path("/etc/sabot/installed.json")
"""The files written: {path: SHA-256}. It is written first, so that an installation that broke off can be undone."""


class InstallationError(Exception):
    """Something stands in the way. Nothing has been written, or removed."""


def install(planned: Iterable[Planned], root: Path) -> list[Path]:
    """Write the files below `root`. Return their paths there, the record's last.

    An existing file of ours is replaced. Raises InstallationError, which names every existing file that no
    installation of ours wrote or that was changed since.
    """
    files = tuple(planned)
    known = _recorded(root)
    foreign = [file.path for file in files if _is_foreign(file, root, known)]
    if foreign:
        raise InstallationError(_in_the_way(foreign))
    record = {str(file.path): _digest(file.text.encode()) for file in files}
    _write(_below(root, RECORD), json.dumps({**known, **record}, indent=1) + "\n", 0o644)
    for file in files:
        _write(_below(root, file.path), file.text, file.mode)
    for gone in sorted(known.keys() - record.keys()):  # of an older version of Sabot
        _remove(root, Path(gone))
    _write(_below(root, RECORD), json.dumps(record, indent=1) + "\n", 0o644)
    return [*(_below(root, file.path) for file in files), _below(root, RECORD)]


def uninstall(root: Path) -> list[Path]:
    """Remove what `install` wrote below `root`, and the folders that are then empty. The state directory stays.

    Return what was removed. Raises InstallationError if nothing is installed there, or if a file was changed since.
    It then names the file, and everything stays.
    """
    known = _recorded(root)
    if not known:
        raise InstallationError(f"nothing is installed below {root}: {_below(root, RECORD)} is not there")
    changed = [Path(path) for path, digest in known.items() if _now(root, Path(path)) not in (digest, None)]
    if changed:
        raise InstallationError(_in_the_way(changed))
    removed = [_below(root, Path(path)) for path in known]
    for path in known:
        _remove(root, Path(path))
    _remove(root, RECORD)
    return [*removed, _below(root, RECORD)]


def adopt(root: Path, path: Path) -> None:
    """Take a file below `root` as Sabot wrote it, if it is one of an installation. A command has changed it."""
    known = _recorded(root)
    if str(path) in known:
        record = {**known, str(path): _digest(_below(root, path).read_bytes())}
        _write(_below(root, RECORD), json.dumps(record, indent=1) + "\n", 0o644)


def _is_foreign(file: Planned, root: Path, known: dict[str, str]) -> bool:
    lies = _now(root, file.path)
    return lies is not None and lies not in (known.get(str(file.path)), _digest(file.text.encode()))


def _in_the_way(paths: Iterable[Path]) -> str:
    names = ", ".join(map(str, paths))
    return f"{names}: not as Sabot wrote it. Move it away, or put back what it was. Then run the command again."


def _recorded(root: Path) -> dict[str, str]:
    try:
        found = json.loads(_below(root, RECORD).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except ValueError as error:
        raise InstallationError(f"{_below(root, RECORD)} cannot be read: {error}") from None
    return {str(path): str(digest) for path, digest in found.items()}


def _now(root: Path, path: Path) -> str | None:
    try:
        return _digest(_below(root, path).read_bytes())
    except FileNotFoundError:
        return None


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _below(root: Path, path: Path) -> Path:
    return root / path.relative_to("/")


def _write(path: Path, text: str, mode: int) -> None:
    _make_folder(path.parent)
    aside = path.with_name(f".{path.name}.new")  # a full disk leaves no half file
    try:
        aside.write_text(text, encoding="utf-8")
        aside.chmod(mode)
        aside.replace(path)
    except OSError:
        aside.unlink(missing_ok=True)
        raise


def _make_folder(path: Path) -> None:
    """Make a folder that every user may enter: this process's own files are private (`keep_memory_private`)."""
    if not path.is_dir():
        _make_folder(path.parent)
        path.mkdir(exist_ok=True)
        path.chmod(0o755)


def _remove(root: Path, path: Path) -> None:
    """The file, and each folder above it that is empty then, up to the root."""
    _below(root, path).unlink(missing_ok=True)
    for folder in _below(root, path).parents:
        if folder == root or not folder.is_dir() or any(folder.iterdir()):
            return
        folder.rmdir()
