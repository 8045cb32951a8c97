"""`sabot verify` and `sabot release`: what is installed here, and what makes it a release."""

import json
import shutil
import sys
import tempfile
import zipfile
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from controller.registers.files import write_private
from controller.release.archive import CONTENTS, PACKAGES, REQUIREMENTS
from controller.release.gathering import MACHINES, PYTHONS, Pip, Target, gather, table_of
from controller.release.installed import ROOT, State, Verified, covered, package_digests, program_digest
from controller.release.installed import verify as verify_installed
from controller.release.lockfile import locked
from controller.release.making import list_and_sign, release_archive, release_wheel
from controller.release.manifest import NAME, SIMULATOR
from controller.release.manifest import PACKAGES as PROGRAM
from controller.release.sbom import bill
from firmware_bridge.messages.tablefile import load_table_file
from firmware_bridge.process.refusals import refusing

EXITS = {State.RELEASE: 0, State.ALTERED: 1, State.UNKNOWN: 2}

app = typer.Typer(help="Make a release: its key, its signed manifest, its bill of materials.", no_args_is_help=True)


def verify(
    config: Annotated[Path | None, typer.Option(help="The table's description: its [release] key is used.")] = None,
    key: Annotated[str | None, typer.Option(help="The public key of the releases, 64 hexadecimal digits.")] = None,
    root: Annotated[Path, typer.Option(help="Where the packages lie, for a medium in a reader.")] = ROOT,
    as_json: Annotated[bool, typer.Option("--json", help="Say it as JSON.")] = False,
) -> None:
    """Say the digests of the installed program, and whether every file is the one that was released.

    Altered, missing and unknown files are named. The exit status is 0 for a release, 1 if something differs, 2
    if no key says whose release it should be. A program that was altered can lie about itself: to be sure, verify
    the medium from another machine with --root and --key.
    """
    with refusing(ValueError, OSError):
        public = _public(config, key)
        if missing := [name for name in PROGRAM if not (root / name).is_dir()]:
            raise ValueError(f"--root {root}: {', '.join(missing)} must lie there. Name the packages' directory")
        found, verdict = package_digests(root), verify_installed(public, root)
        program = program_digest(root)
    if as_json:
        packages = {name: {"sha256": digest, "files": files} for name, (digest, files) in found.items()}
        said = {"state": verdict.state.name.lower(), "detail": verdict.detail, "release": verdict.release}
        typer.echo(json.dumps({"packages": packages, "program": program, **said}))
    else:
        for name, (digest, files) in found.items():
            typer.echo(f"{name:16} {digest}  {files} files")
        typer.echo(f"{'program':16} {program}")
        typer.echo(_sentence(verdict))
    raise typer.Exit(EXITS[verdict.state])


def _sentence(verdict: Verified) -> str:
    if verdict.state is State.RELEASE:
        return f"release {verdict.release}: {verdict.state.value}"
    return f"{verdict.state.value}: {verdict.detail}"


def _public(config: Path | None, key: str | None) -> bytes | None:
    if key is not None:
        try:
            return bytes.fromhex(key)
        except ValueError:
            raise ValueError(f"--key {key[:80]!r}: allowed are 64 hexadecimal digits") from None
    return None if config is None else load_table_file(config).release.public


@app.command("key")
def make_key(path: Annotated[Path, typer.Argument(help="Where the private key is to lie.")]) -> None:
    """Make the key that signs releases, and print its public half. Keep the file away from every table."""
    if path.exists():
        typer.echo(f"{path} is there already: a key is never overwritten", err=True)
        raise typer.Exit(1)
    private = Ed25519PrivateKey.generate()
    write_private(path, private.private_bytes_raw().hex().encode() + b"\n")
    typer.echo(private.public_key().public_bytes_raw().hex())


Key = Annotated[Path, typer.Option(help="The private key of the releases, as `sabot release key` made it.")]
Name = Annotated[str, typer.Option(help="The name of the release. Left out: the program's version.")]


@app.command()
def manifest(
    key: Key,
    root: Annotated[Path, typer.Option(help="Where the packages of the release lie.")] = ROOT,
    release: Name = "",
    cover: Annotated[
        list[str] | None, typer.Option(help="What is listed. Left out: the program's packages. `.` is everything.")
    ] = None,
) -> None:
    """Compile what is installed, list every file, sign the list, and lay it beside the packages.

    Run it where the release is put together, with the Python that will run it. Modules are compiled so that Python
    holds each against its source, and writes none at the table.
    """
    covers = tuple(cover or covered(root))
    with refusing(OSError, ValueError, says="no manifest was made"):
        listed = list_and_sign(root, _private(key), release or version("sabot"), covers)
    typer.echo(f"{root / NAME}: release {listed.release}, {len(listed.files)} files")


@app.command()
def archive(
    wheel: Annotated[Path, typer.Argument(help="The wheel of the program.")],
    key: Key,
    to: Annotated[Path, typer.Option(help="The folder in which the release is to lie.")],
    lock: Annotated[Path, typer.Option(help="The lock file of what runs.")] = Path("requirements/run.txt"),
    release: Name = "",
    machine: Annotated[list[str] | None, typer.Option(help=f"Left out: {', '.join(MACHINES)}.")] = None,
    python: Annotated[list[str] | None, typer.Option(help=f"Left out: {', '.join(PYTHONS)}.")] = None,
) -> None:
    """Put a release into one file: the program, a wheel of each package for each machine, otherwise its source.

    The program is compiled with the Python that runs this. Another one runs it too, and starts more slowly. What
    cannot be fetched is named. `contents.txt` in the release has the list.
    """
    name = release or version("sabot")
    targets = [Target(kind, one) for kind in machine or MACHINES for one in python or PYTHONS]
    with refusing(OSError, ValueError, zipfile.BadZipFile, says="no release was made"):
        private, text = _private(key), lock.read_text(encoding="utf-8")
        to.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=to) as folder:
            root = Path(folder)
            (root / PACKAGES).mkdir()
            program = shutil.copy(wheel, root / PACKAGES)
            contents = gather(text, targets, root / PACKAGES, Pip(), lambda line: typer.echo(line, err=True))
            listed = release_wheel(Path(program), private, name, (*PROGRAM, SIMULATOR))
            said = f"Sabot {name}: {wheel.name}, compiled with Python {sys.version_info[0]}.{sys.version_info[1]}"
            (root / CONTENTS).write_text(table_of(contents, targets, said), encoding="utf-8")
            (root / REQUIREMENTS).write_text(text, encoding="utf-8")
            whole = release_archive(root, private, name, to / f"sabot-{name}.zip")
    for package, have in contents.items():
        for what in ("source", "missing"):
            if at := [str(target) for target, found in have.items() if found == what]:
                typer.echo(f"{package}: {what} for {', '.join(at)}")
    typer.echo(f"{to / f'sabot-{name}.zip'}: release {whole.release}, {len(whole.files)} files")
    typer.echo(f"the program in it has {len(listed.files)} files")


def _private(key: Path) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(key.read_text(encoding="ascii").strip()))


@app.command()
def sbom(
    lock: Annotated[Path, typer.Argument(help="The lock file of what runs, requirements/run.txt.")],
) -> None:
    """Print the bill of materials of the locked packages, CycloneDX 1.5 as JSON."""
    with refusing(OSError, ValueError, says=f"{lock}"):
        packages = locked(lock.read_text(encoding="utf-8"))
    json.dump(bill(packages, version("sabot")), sys.stdout, indent=2)
    sys.stdout.write("\n")
