"""What commissioning has found so far, and the table file that is written from it. Terminal and page share all of it.

- The *box*, beside the table file: all parts and lines, with names that are right or wrong. A terminal makes it of
  what it finds at the ports. Without one the table file is the box.
- What was found, in the bridge's own directory.
"""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from pydantic import Field

from firmware_bridge.guided.kept import KeptError, machine_trouble, read_kept, write_kept
from firmware_bridge.messages.base import Message
from firmware_bridge.messages.guided_facts import FileTrouble
from firmware_bridge.messages.tablefile import TableFile, load_table_file, parse_table_file
from firmware_bridge.messages.tablefile_complaints import TableFileError
from firmware_bridge.process.durable import replace_keeping
from firmware_bridge.tabletext import as_box, as_table, with_parts, with_sensing

from .found import Commissioned, ends_of, renamed
from .survey import named_table, proposed

BOX: Final = ".commission"
"""The box of `table.toml` is `table.commission.toml`."""


class Progress(Message):
    """What is kept. `notes`: a comment for each part. `written`: the table file has these names."""

    found: Commissioned = Commissioned()
    notes: dict[str, str] = Field(default_factory=dict)
    written: bool = False


def kept_file(folder: Path) -> Path:
    """Where what was found is kept. `folder`: the bridge's own directory."""
    return folder / "table.found.json"


def kept(folder: Path) -> Progress | None:
    """Read what was found. None if nothing was. Raises KeptError."""
    return read_kept(kept_file(folder), Progress)


def keep(so_far: Progress, folder: Path) -> None:
    """Keep what was found. Raises KeptError."""
    write_kept(kept_file(folder), so_far.model_dump_json(indent=1))


def box_file(config: Path) -> Path:
    """Where the box of a table file lies."""
    return config if config.stem.endswith(BOX) else config.with_name(f"{config.stem}{BOX}{config.suffix}")


def target_of(config: Path) -> Path:
    """The table file that is written from a box, or from itself."""
    return config.with_name(f"{config.stem.removesuffix(BOX)}{config.suffix}")


@dataclass(slots=True)
class Work:
    """One commissioning.

    - `file`: the table file that is to be. `text`: what the names are written into
    - `box`: all that can get a name, as it stands in the file `source`
    - `so_far`: None if nothing was found yet
    """

    file: Path
    text: str
    box: TableFile
    source: Path
    so_far: Progress | None = None

    @property
    def found(self) -> Commissioned:
        """What was found so far."""
        return Commissioned() if self.so_far is None else self.so_far.found

    @property
    def differs(self) -> bool:
        """Whether the table file is not yet as it was found."""
        try:
            return not self.file.exists() or self.named_text() != self.text
        except KeptError:
            return True  # to write it says what is wrong

    @property
    def proposes(self) -> bool:
        """Whether other thresholds would fit what was read."""
        try:
            sensing = parse_table_file(self.text).sensing
        except TableFileError:
            return False
        return proposed(self.found, sensing) != sensing

    def keep(self, found: Commissioned, *, written: bool = False) -> None:
        """Keep what was found. Raises KeptError."""
        self.so_far = (self.so_far or Progress()).model_copy(update={"found": found, "written": written})
        folder = self.box.paths.bridge
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        keep(self.so_far, folder)

    def named_text(self, *, sensing: bool = False) -> str:
        """The table file with the names that were found, and with the thresholds that fit. Raises KeptError.

        Sections other than parts, lines and exclusion groups stay as they are, and without `sensing` that one.
        """
        notes = {} if self.so_far is None else self.so_far.notes
        try:
            text = with_parts(self.text, named_table(self.box, self.found), notes)
            return with_sensing(text, proposed(self.found, parse_table_file(text).sensing)) if sensing else text
        except (TableFileError, ValueError) as error:
            raise _unfit(self.file, error) from None

    def write(self, at: datetime, *, sensing: bool = False) -> Path | None:
        """Write the names into the table file. Return where the one before is kept, called after `at`.

        `sensing`: with the thresholds that fit.

        None: there was none, or it says the same. Both files are on the medium on return. Raises KeptError. The table
        file then stays as it was.
        """
        text = self.named_text(sensing=sensing)
        if self.source == self.file and not set(ends_of(self.box).values()) <= set(self.found.ends.values()):
            write_kept(box_file(self.file), as_box(self.text))  # what is left out now can get a name later
        backup, self.text = put_table(self.file, text, at), text
        self.keep(self.found, written=True)
        return backup


def opened(config: Path) -> Work | None:
    """Take up the commissioning of a table file, or of its box. None if neither is there. Raises KeptError.

    Once the names were written, the table file has the word: a person may have changed it since.
    """
    file, box = target_of(config), box_file(config)
    try:
        text = file.read_text(encoding="utf-8") if file.exists() else None
        table = None if text is None else parse_table_file(text, str(file))
        all_ends = load_table_file(box) if box.exists() else None
        if table is None and all_ends is None:
            return None
        if all_ends is not None and (table is None or _covers(all_ends, table)):
            work = Work(file, text or as_table(box.read_text(encoding="utf-8")), all_ends, box)
        else:
            assert table is not None and text is not None  # noqa: S101, PT018 - of the two one is there
            work = Work(file, text, table, file)
    except (OSError, UnicodeDecodeError, TableFileError) as error:
        raise _unfit(file, error) from None
    work.so_far = kept(work.box.paths.bridge)
    if work.so_far is not None and work.so_far.written and table is not None:
        work.so_far = work.so_far.model_copy(update={"found": renamed(work.found, table)})
    if not set(work.found.ends.values()) <= set(ends_of(work.box).values()):
        work.so_far = None  # of other parts
    return work


def _covers(box: TableFile, table: TableFile) -> bool:
    """Whether a table has no parts, and no ends of them, beside those of a box."""
    ports = {part.name: (part.kind, part.port) for part in box.part}
    same = all(ports.get(part.name) == (part.kind, part.port) for part in table.part)
    return same and set(ends_of(table).values()) <= set(ends_of(box).values())


def _unfit(file: Path, error: Exception) -> KeptError:
    return KeptError(FileTrouble(kind="no_table_file", file=str(file), trouble=str(error)[:1000]))


def put_table(file: Path, text: str, at: datetime) -> Path | None:
    """Write a table file, if it says something else. Return where the one before is kept, None if there was none.

    Both are on the medium on return. Raises KeptError, and the file then stays as it was.
    """
    if not file.exists():
        write_kept(file, text)
        return None
    try:
        return None if file.read_bytes() == text.encode() else replace_keeping(file, text.encode(), at)
    except OSError as error:
        raise machine_trouble("unwritable", file, error) from None
