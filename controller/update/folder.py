"""The folder of versions on a machine, and the record of an update under way.

    /opt/sabot/versions/<version>/       a version: its Python environment
    /opt/sabot/versions/<version>/whole  written last: the digest of its release
    /opt/sabot/current                   a link: what a start takes. Switched by one rename
    /opt/sabot/previous                  a link: what `sabot update --back` goes to
    /opt/sabot/update/record.json        the update under way

All that a step has done is on the medium before the next step begins.
"""

import fcntl
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Final

from controller.update.steps import Update
from firmware_bridge.process.durable import replace_durably, sync_directory

HOME: Final = Path("/opt/sabot")
CURRENT: Final = HOME / "current"
VERSIONS: Final = HOME / "versions"
WHOLE: Final = "whole"


class UpdateError(Exception):
    """It cannot be done as things are. The text says what to do."""


class Folder:
    """The versions below a root, `/` on a table."""

    def __init__(self, root: Path = Path("/")) -> None:
        self.home = root / HOME.relative_to("/")
        self.versions = self.home / VERSIONS.name
        self._record = self.home / "update" / "record.json"

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the folder for one update. The kernel lets go if the process ends. Raises UpdateError, OSError."""
        for folder in (self.versions, self._record.parent):
            folder.mkdir(parents=True, exist_ok=True, mode=0o755)
        descriptor = os.open(self._record.with_name("lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield
        except BlockingIOError:
            raise UpdateError("another `sabot update` runs on this machine. Wait for its end") from None
        finally:
            os.close(descriptor)

    # --- the record ---

    def record(self) -> Update | None:
        """Return the update under way, None without one. Raises UpdateError."""
        try:
            kept = json.loads(self._record.read_text(encoding="utf-8"))
            return Update(**{**kept, "faults": tuple(kept["faults"])})
        except FileNotFoundError:
            return None
        except (ValueError, TypeError, KeyError) as error:
            raise UpdateError(
                f"{self._record} cannot be read: {error}. Remove it, then see `sabot update --list`"
            ) from None

    def note(self, update: Update) -> None:
        """Write the record. It is on the medium on return. Raises OSError."""
        replace_durably(self._record, json.dumps(asdict(update), indent=1).encode())

    def drop_record(self) -> None:
        """Remove it: no update is under way. Raises OSError."""
        self._record.unlink(missing_ok=True)
        sync_directory(self._record.parent)

    # --- versions ---

    def whole(self) -> frozenset[str]:
        """Return the versions that are complete."""
        found = self.versions.iterdir() if self.versions.is_dir() else ()
        return frozenset(path.name for path in found if (path / WHOLE).is_file())

    def digest(self, version: str) -> str:
        """Return the digest of the release that a whole version came from. Raises OSError."""
        return (self.versions / version / WHOLE).read_text(encoding="ascii").strip()

    def fresh(self, version: str) -> Path:
        """Return an empty folder for a version, in place of what an update that was killed left there. Raises
        OSError."""
        folder = self.versions / version
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        return folder

    def make_whole(self, version: str, digest: str) -> None:
        """Mark a version as complete, once all its files are on the medium. Raises OSError."""
        os.sync()  # an environment has thousands of files
        replace_durably(self.versions / version / WHOLE, f"{digest}\n".encode("ascii"))
        sync_directory(self.versions)

    def remove(self, version: str) -> None:
        """Remove a version that nothing starts. Its mark goes first. Raises OSError."""
        folder = self.versions / version
        (folder / WHOLE).unlink(missing_ok=True)
        if folder.is_dir():
            sync_directory(folder)
        shutil.rmtree(folder, ignore_errors=True)

    def prune(self) -> None:
        """Remove all versions but the present one and the one before. Raises OSError."""
        for path in sorted(self.versions.iterdir()):
            if path.name not in (self.current(), self.previous()):
                self.remove(path.name)

    # --- links ---

    def current(self) -> str:
        """Return the version that a start takes, "" if there is none."""
        return self._target(CURRENT.name)

    def previous(self) -> str:
        """Return the version that was there before, "" if there is none."""
        return self._target("previous")

    def switch(self, version: str) -> None:
        """Have the next start take another version: one rename, on the medium on return. Raises OSError."""
        self._link(CURRENT.name, version)

    def remember(self, version: str) -> None:
        """Make a version the one that `--back` goes to. Raises OSError."""
        self._link("previous", version)

    def _target(self, name: str) -> str:
        try:
            return (self.home / name).readlink().name
        except OSError:
            return ""

    def _link(self, name: str, version: str) -> None:
        aside = self.home / f".{name}.new"
        aside.unlink(missing_ok=True)
        aside.symlink_to(Path(VERSIONS.name) / version)
        aside.replace(self.home / name)
        sync_directory(self.home)
