"""Make a release: the program compiled, listed and signed, and put into a wheel with its list."""

import base64
import compileall
import csv
import hashlib
import io
import py_compile
import tempfile
import zipfile
from datetime import UTC, datetime
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from controller.release.manifest import EVERYTHING, NAME, Manifest, digests, sign

SAME_TIME = (1980, 1, 1, 0, 0, 0)  # the earliest that a zip can say: the same release gives the same file


def list_and_sign(root: Path, key: Ed25519PrivateKey, release: str, covers: tuple[str, ...]) -> Manifest:
    """Compile what lies below `root`, and lay the signed list beside it. Return the list. Raises OSError.

    Modules are compiled so that Python holds each against its source, and writes none at the table.
    """
    for name in covers:
        mode = py_compile.PycInvalidationMode.CHECKED_HASH
        compileall.compile_dir(root / name, quiet=2, force=True, invalidation_mode=mode)
    return _signed(root, key, release, covers)


def _signed(root: Path, key: Ed25519PrivateKey, release: str, covers: tuple[str, ...]) -> Manifest:
    listed = Manifest(release, datetime.now(UTC).isoformat(timespec="seconds"), covers, digests(root, covers))
    (root / NAME).write_text(sign(listed, key), encoding="utf-8")
    (root / NAME).chmod(0o644)
    return listed


def release_wheel(wheel: Path, key: Ed25519PrivateKey, release: str, covers: tuple[str, ...]) -> Manifest:
    """Put compiled modules and the signed list into the program's wheel, in its place. Return the list.

    What pip installs from it is then what the table verifies. Raises OSError, zipfile.BadZipFile.
    """
    with tempfile.TemporaryDirectory(dir=wheel.parent) as folder:
        root = Path(folder) / "tree"
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(root)
        listed = list_and_sign(root, key, release, covers)
        _write_record(root)
        fresh = Path(folder) / wheel.name
        zip_tree(root, fresh)
        fresh.replace(wheel)
    return listed


def release_archive(folder: Path, key: Ed25519PrivateKey, release: str, to: Path) -> Manifest:
    """Sign everything in a folder, and put it into one file. Return the list. Raises OSError."""
    listed = _signed(folder, key, release, (EVERYTHING,))
    fresh = to.with_name(f".{to.name}.new")
    zip_tree(folder, fresh)
    fresh.replace(to)
    return listed


def zip_tree(root: Path, to: Path) -> None:
    """Write a folder's files into a zip, by path. Raises OSError."""
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in sorted(path for path in root.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(path.relative_to(root).as_posix(), SAME_TIME)
            entry.external_attr = 0o100644 << 16
            with path.open("rb") as file, packed.open(entry, "w") as into:
                while chunk := file.read(1 << 20):
                    into.write(chunk)


def _write_record(root: Path) -> None:
    """Write the wheel's own list of files again, as pip wants it (PyPA, binary distribution format)."""
    (record,) = root.glob("*.dist-info/RECORD")
    rows = io.StringIO()
    lines = csv.writer(rows, lineterminator="\n")
    for path in sorted(path for path in root.rglob("*") if path.is_file() and path != record):
        data = path.read_bytes()
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.writerow([path.relative_to(root).as_posix(), f"sha256={digest}", len(data)])
    lines.writerow([record.relative_to(root).as_posix(), "", ""])
    record.write_text(rows.getvalue(), encoding="utf-8")
