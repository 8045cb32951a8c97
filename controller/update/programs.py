"""Versions of the program on this machine: installed from a release without registries, run for their self-test."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from controller.release.archive import PACKAGES, REQUIREMENTS, opened, unpack
from controller.release.installed import State, verify
from controller.release.manifest import ManifestError
from controller.update.folder import Folder, UpdateError
from controller.update.selftest import Examined
from controller.update.steps import Update
from firmware_bridge.messages.tablefile import TableFile

# The longest replay takes 5 s, and the rest of the self-test 3 s, on the machine of the benches. A Pi 3B+ takes
# twelve times that (docs/pi-share.md). Beside a table that plays it may take as long again.
TESTED_WITHIN_S: Final = 200
BEHIND_PLAY: Final = 10  # nice(2): a table that plays goes before

Run = Callable[..., "subprocess.CompletedProcess[str]"]


class Versions:
    """The versions of one table's machine. `key`: of those whose releases run here."""

    def __init__(self, folder: Folder, table: TableFile, config: Path, key: bytes, run: Run = subprocess.run) -> None:
        self._folder, self._table, self._config, self._key, self._run = folder, table, config, key, run

    def place(self, update: Update) -> None:
        """Unpack a release, install it beside the others, and hold it against its signed list. Raises UpdateError."""
        release = self._folder.home / "update" / "release"
        shutil.rmtree(release, ignore_errors=True)
        try:
            archive = opened(Path(update.archive), self._key)
            if archive.digest != update.digest:
                raise UpdateError(f"{update.archive} is another file than the one that the update began with")
            unpack(archive, release)
            self._install(release, self._folder.fresh(update.goal))
            self._folder.make_whole(update.goal, archive.digest)
        except (ManifestError, OSError) as error:
            raise UpdateError(str(error)) from None
        finally:
            shutil.rmtree(release, ignore_errors=True)

    def _install(self, release: Path, to: Path) -> None:
        packages = release / PACKAGES
        programs = [str(path) for path in packages.glob("sabot-*.whl")]
        if not programs:
            raise UpdateError(f"the release has no program, no {PACKAGES}/sabot-*.whl. Make it with `make dist`")
        self._must([sys.executable, "-m", "venv", str(to)])
        pip = [str(to / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        pip += ["--no-index", "--find-links", str(packages)]
        self._must([*pip, "--require-hashes", "--requirement", str(release / REQUIREMENTS)])
        self._must([*pip, "--no-deps", "--no-compile", *programs])  # what is compiled came signed with it
        (packages_there,) = (to / "lib").glob("python3.*/site-packages")
        verified = verify(self._key, packages_there)
        if verified.state is not State.RELEASE:
            raise UpdateError(f"what was installed is not the release: {verified.detail}")

    def _must(self, words: Sequence[str]) -> None:
        done = self._run(words, capture_output=True, text=True, check=False)
        if done.returncode:
            said = " ".join((done.stderr or done.stdout).split())
            raise UpdateError(f"{words[2]} failed: {said[-600:]}")

    def examine(self, version: str, *, kept: str = "", journal_alone: bool = False) -> Examined:
        """Run the self-test of a version as the user who owns the state."""
        words = [str(self._folder.versions / version / "bin" / "sabot"), "self-test", "--json"]
        words += ["--config", str(self._config)]
        words += ["--kept", kept] if kept else []
        words += ["--journal-alone"] if journal_alone else []
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "TYPER_STANDARD_TRACEBACK": "1"}
        try:
            done = self._run(
                words, capture_output=True, text=True, check=False, env=environment, timeout=TESTED_WITHIN_S,
                preexec_fn=lambda: os.nice(BEHIND_PLAY), **self._whose(),
            )  # fmt: skip
            return Examined.from_json(done.stdout.strip().splitlines()[-1])
        except subprocess.TimeoutExpired:
            return Examined((), (f"the self-test of {version} did not end within {TESTED_WITHIN_S} s",))
        except (OSError, subprocess.SubprocessError) as error:
            return Examined((), (f"version {version} cannot be run: {error}",))
        except (ValueError, KeyError, TypeError, IndexError):
            said = done.stderr.strip().rpartition("\n")[2]
            return Examined((), (f"the self-test of {version} ended with status {done.returncode}: {said}",))

    def _whose(self) -> dict[str, Any]:
        state = self._table.paths.state
        if os.geteuid() != 0 or not state.exists():
            return {}
        about = state.stat()
        return {"user": about.st_uid, "group": about.st_gid, "extra_groups": []}
