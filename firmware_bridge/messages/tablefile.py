"""`table.toml`: what the table is made of and what is played at it. Typed, bounded, unknown keys refused.

TableFileError(ValueError)   all that is wrong, one `Complaint` each: line, key, value, what is allowed
"""

import ipaddress
import os
import re
import stat
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from firmware_bridge.messages.tablefile_complaints import Complaint, TableFileError, complaint, shown

from .languages import Language
from .part_kinds import part_kind
from .places import line_called, spot_called


def _spot(text: str) -> str:
    spot_called(text)
    return text


def _kind(name: str) -> str:
    return part_kind(name).name


def _path(text: object) -> object:
    if isinstance(text, str) and (not text or len(text) > LONGEST_PATH or not text.isprintable()):
        raise ValueError(f"{shown(text)}: allowed are 1 to {LONGEST_PATH} printable characters")
    return text


KindName = Annotated[str, AfterValidator(_kind)]
SpotName = Annotated[str, AfterValidator(_spot)]
SeatNumber = Annotated[int, Field(ge=1, le=10)]
Milliseconds = Annotated[int, Field(ge=1, le=60_000)]
Chips = Annotated[int, Field(ge=0, le=10**12)]
Minutes = Annotated[float, Field(ge=0, le=600)]
Line = Annotated[str, Field(max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$")]  # a text without control characters
PathText = Annotated[Path, BeforeValidator(_path)]
PartName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{0,30}$")]
UserName = Annotated[str, Field(pattern=r"^([a-z_][a-z0-9_-]{0,31}|[0-9]{1,9})$")]  # useradd(8), or a number

LONGEST_PATH = 1024
LONGEST = 1_000_000
"""Bytes of a table file. One of ten seats with every part has some 6,000."""

_HUGE = re.compile(r"\d{4000}")  # int() takes 4,300 digits
_DOTTED = re.compile(r"(?:[^.#]*\.){64}")  # tomllib takes the square of a key's parts: 20,000 fill the memory
_DEEP = "a table file has tables in tables at most four deep"


class Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class TableSection(Section):
    """Which table this is."""

    name: Annotated[Line, Field(min_length=1, max_length=40)]
    seats: Annotated[tuple[SeatNumber, ...], Field(min_length=1, max_length=10)] = tuple(
        range(1, 11)
    )  # the chairs at the table
    empty: tuple[SeatNumber, ...] = ()  # of them, those that are free when the table opens
    language: Language = "en"
    seat_language: dict[SeatNumber, Language] = Field(default_factory=dict)
    box: bool = (
        False  # of commissioning: the names of its places are not known yet, and may be of seats that are not there
    )
    simulated: bool = False  # of the simulator: robots act as dealer and floor. Never at a real table

    @model_validator(mode="after")
    def _empty_seats_are_seats(self) -> Self:
        if unknown := [str(seat) for seat in self.empty if seat not in self.seats]:
            allowed = ", ".join(map(str, self.seats))
            raise ValueError(f"empty {', '.join(unknown)}: allowed are the table's seats {allowed}")
        return self

    @property
    def held(self) -> tuple[int, ...]:
        """The seats that are held when the table opens."""
        return tuple(seat for seat in self.seats if seat not in self.empty)


class GameSection(Section):
    """What is played. Amounts in minor units of the chips."""

    rulebook: Line
    structure: Literal["no_limit", "pot_limit", "limit"] = "no_limit"
    variant: Annotated[str, Field(max_length=40)] = "holdem"  # the controller knows which there are
    small_blind: Chips
    big_blind: Annotated[int, Field(ge=1, le=10**12)]
    ante: Chips = 0
    big_blind_ante: Chips = 0
    small_bet: Chips | None = None  # limit only, by default the big blind
    big_bet: Chips | None = None  # limit only, by default twice the small bet
    smallest_chip: Annotated[int, Field(ge=1, le=10**12)] = 1
    chip_series: Annotated[Line, Field(max_length=40)] = ""  # that plays here, "" for every registered chip
    starting_stack: Chips = 0  # 0: what lies there
    bet_unit: Annotated[int, Field(ge=1, le=10**12)] = 1  # bets are multiples of it, if the rulebook says "unit"
    tournament: bool | None = None  # default: as the rulebook says, and cash if it is for either
    rake_basis_points: Annotated[int, Field(ge=0, le=10_000)] = 0  # if the rulebook leaves the rate to the house
    rake_maximum: Chips = 0  # of a hand, 0 for none
    buyin_least: Chips = 0  # of a stake brought to a cash table, and of a stack bought up. 0: no limit
    buyin_most: Chips = 0  # 0: no limit
    self_dealt: bool = False  # the players deal, there is no house dealer
    devices: Literal["strict", "messages", "calls"] = "strict"  # tolerated in a hand: none, messages, calls as well
    absence_minutes: Minutes = 0  # after which the place is given away, 0 for no limit
    motion_resolution_ms: Milliseconds = 300  # two motions closer than this are one motion to the sensors
    simultaneous_ms: Milliseconds = 500  # an announced act this close to another's came at the same time

    @model_validator(mode="after")
    def _blinds_fit(self) -> Self:
        if self.small_blind > self.big_blind:
            raise ValueError(f"small_blind {self.small_blind} is more than big_blind {self.big_blind}")
        if self.structure != "limit" and (self.small_bet is not None or self.big_bet is not None):
            raise ValueError("small_bet and big_bet belong to structure 'limit'")
        if self.bet_unit > 1 and self.bet_unit % self.smallest_chip:
            raise ValueError(f"bet_unit {self.bet_unit} cannot be paid in chips of {self.smallest_chip}")
        if self.buyin_most and self.buyin_least > self.buyin_most:
            raise ValueError(f"buyin_least {self.buyin_least} is more than buyin_most {self.buyin_most}")
        if self.rake_maximum and not self.rake_basis_points:
            raise ValueError(f"rake_maximum {self.rake_maximum} needs rake_basis_points")
        return self


class TournamentSection(Section):
    """What the management has fixed for a tournament. `levels` are written as "100/200/25".

    Minutes may have a fraction. One figure is for each level, or each break. A list has one for each in turn.
    """

    levels: tuple[Annotated[str, Field(pattern=r"^[0-9]{1,13}/[0-9]{1,13}(/(bb)?[0-9]{1,13})?$")], ...] = ()
    level_minutes: Minutes | tuple[Minutes, ...] = 0  # 0: until the floor announces the next
    break_after: tuple[Annotated[int, Field(ge=1, le=1000)], ...] = ()  # numbers of levels, from 1
    break_minutes: Minutes | tuple[Minutes, ...] = 0  # 0: no break
    players: Annotated[int, Field(ge=0, le=100_000)] = 0  # of the whole event, 0 for those of this table
    rebuy_stack: Chips = 0
    rebuy_levels: Annotated[int, Field(ge=0, le=100)] = 0  # 0: a freezeout
    rebuy_limit: Annotated[int, Field(ge=0, le=100)] = 0  # of each player, 0 for none
    addon_stack: Chips = 0
    addon_times: Annotated[int, Field(ge=1, le=10)] = 1  # stacks for the price of one
    latecomers: Literal["", "free", "prepaid", "late_registration"] = ""  # what kind of event it is for them
    late_levels: Annotated[int, Field(ge=0, le=100)] = 0  # during which they may come, 0 for as the rulebook says

    @model_validator(mode="after")
    def _fits(self) -> Self:
        wrong = [text for text in self.levels if int(text.split("/")[0]) > int(text.split("/")[1])]
        if wrong:
            raise ValueError(f"levels {', '.join(wrong)}: the small blind is at most the big blind")
        beyond = [str(n) for n in self.break_after if n > len(self.levels)]
        if beyond:
            raise ValueError(f"break_after {', '.join(beyond)}: there are {len(self.levels)} levels")
        for key, given, wanted, of in (
            ("level_minutes", self.level_minutes, len(self.levels), "levels"),
            ("break_minutes", self.break_minutes, len(self.break_after), "numbers in break_after"),
        ):
            if isinstance(given, tuple) and len(given) != wanted:
                raise ValueError(f"{key} has {len(given)} figures. Allowed is one figure, or {wanted}: the {of}")
        if bool(self.rebuy_levels) != bool(self.rebuy_stack):
            raise ValueError("rebuy_levels and rebuy_stack go together")
        return self


class PathsSection(Section):
    """Where things are kept. `state` outlives a restart. `run` is private to one run (sockets). `copy_to` is a
    directory on another medium, for a second copy of the journal.
    """

    state: PathText
    run: PathText
    copy_to: PathText | None = None

    @property
    def bridge(self) -> Path:
        """What the bridge alone keeps over a restart. It lies beside `state`, which only the controller may enter."""
        return self.state.with_name(f"{self.state.name}-bridge")


class UsersSection(Section):
    """Users of their own for the three processes, by name or number, and the group that they share."""

    bridge: UserName
    controller: UserName
    console: UserName
    group: UserName


class ReleaseSection(Section):
    """Whose releases run at this table."""

    key: Annotated[str, Field(pattern=r"^([0-9a-fA-F]{64})?$")] = ""  # Ed25519, "": the program is not verified

    @property
    def public(self) -> bytes | None:
        """The key as bytes, None if none is named."""
        return bytes.fromhex(self.key) or None


class WebSection(Section):
    """The table's own pages."""

    host: Line = "127.0.0.1"
    port: Annotated[int, Field(ge=1, le=65535)] = 8080
    cert: PathText | None = None  # PEM: the certificate, with what leads to its root
    key: PathText | None = None  # PEM: its private key, which only the console can read

    @property
    def on_this_machine_alone(self) -> bool:
        """Whether no other machine reaches the pages."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def scheme(self) -> str:
        """How the pages are spoken to."""
        return "http" if self.cert is None else "https"

    @model_validator(mode="after")
    def _sealed_on_its_way(self) -> Self:
        if (self.cert is None) != (self.key is None):
            raise ValueError("cert and key belong together: give both, or neither")
        if self.cert is None and not self.on_this_machine_alone:
            raise ValueError(
                f"host {self.host!r} is reached from other machines, where log-ins would be read on their way. Set "
                "cert and key (TLS), or host to 127.0.0.1"
            )
        return self


class PeopleSection(Section):
    """Log-in and sessions."""

    # NIST SP 800-63B, 4.2.3: a session ends after 30 minutes without use, and after 12 hours.
    idle_minutes: Annotated[int, Field(ge=1, le=24 * 60)] = 30
    longest_hours: Annotated[int, Field(ge=1, le=30 * 24)] = 12
    chips_alone: Chips = 0  # what one person issues or withdraws without a second one, minor units


class SensingSection(Section):
    """Figures of the sensing. Each default names its source."""

    gone_after_misses: Annotated[int, Field(ge=1, le=20)] = (
        4  # presence alternates at 14443 readers: 2 % misses, 1e-7 at 4
    )
    placed_after_hits: Annotated[int, Field(ge=1, le=10)] = 2  # "lying still" is two equal reads
    button_dwell_ms: Milliseconds = 400  # a hall switch samples at 20 Hz, a hand rests 300-500 ms
    debounce_ms: Milliseconds = 15  # mechanical contacts and beams settle in 10-20 ms
    shoe_window_ms: Milliseconds = 150  # a pitched card is in the shoe's field for 60-100 ms


class Part(Section):
    """One serial part. `antennas`: antenna number or bus address, as text → the place it looks at."""

    name: PartName
    kind: KindName
    port: Annotated[Line, Field(min_length=1)]
    baud: Literal[9600, 19200, 38400, 57600, 115200, 230400] = 115200
    parity: Literal["N", "E", "O"] = "N"
    antennas: dict[str, SpotName] = Field(default_factory=dict)
    seat: SeatNumber | None = None
    serial: Line | None = None  # the expected serial number. Another part at this port is quarantined

    @model_validator(mode="after")
    def _antennas_fit(self) -> Self:
        allowed = part_kind(self.kind).numbers
        for number in self.antennas:
            if not number.isdecimal() or len(number) > 3 or int(number) not in allowed:
                which = f"{allowed[0]}-{allowed[-1]}" if allowed else "none"
                raise ValueError(f"antenna {number!r} of a {self.kind}: allowed are {which}")
        if not self.reads and self.seat is None:
            raise ValueError(f"a {self.kind} display needs the seat it belongs to")
        if self.reads and not self.antennas:
            raise ValueError(f"a {self.kind} needs at least one antenna")
        return self

    @property
    def reads(self) -> bool:
        """Whether it is a reader of tags, not a display."""
        return part_kind(self.kind).reads


class GpioSection(Section):
    """The GPIO lines: name → line number. Names: shoe:beam1, shoe:beam2, shoe:back, shoe:lid, button:1-10,
    post:1-10, occupied:1-10, door, power."""

    backend: Literal["gpiod", "rpi_gpio", "socket"] = "gpiod"
    socket: Line | None = None
    lines: dict[str, Annotated[int, Field(ge=0, le=53)]] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _lines_fit(self) -> Self:
        for name in self.lines:
            line_called(name)
        by_number: dict[int, str] = {}
        for name, number in self.lines.items():
            if number in by_number:
                raise ValueError(f"line {number} is given to both {by_number[number]!r} and {name!r}")
            by_number[number] = name
        if self.backend == "socket" and not self.socket:
            raise ValueError("backend 'socket' needs the path of the socket")
        return self


class FieldsSection(Section):
    """Which fields disturb each other: of each group only one antenna may be on at a time."""

    exclusion: tuple[tuple[SpotName, ...], ...] = ()


class TableFile(Section):
    """The whole of `table.toml`."""

    table: TableSection
    game: GameSection
    tournament: TournamentSection = TournamentSection()
    paths: PathsSection
    users: UsersSection | None = None  # default: all processes run as the user who starts them
    release: ReleaseSection = ReleaseSection()
    web: WebSection = WebSection()
    people: PeopleSection = PeopleSection()
    sensing: SensingSection = SensingSection()
    part: tuple[Part, ...] = ()
    gpio: GpioSection | None = None
    fields: FieldsSection = FieldsSection()

    @model_validator(mode="after")
    def _levels_begin_with_the_blinds(self) -> Self:
        blinds = f"{self.game.small_blind}/{self.game.big_blind}"
        first = next(iter(self.tournament.levels), blinds)
        if "/".join(first.split("/")[:2]) != blinds:
            raise ValueError(f"tournament: levels begin with {first}, the blinds of the game are {blinds}")
        return self

    @model_validator(mode="after")
    def _nothing_real_at_a_simulated_table(self) -> Self:
        if not self.table.simulated:
            return self
        real = [f"part {part.name!r} at {part.port}" for part in self.part if part.port.startswith("/dev/")]
        if self.gpio is not None and self.gpio.backend != "socket":
            real.append(f"gpio backend {self.gpio.backend!r}")
        if not self.web.on_this_machine_alone:
            real.append(f"web.host {self.web.host!r}")
        if real:
            raise ValueError(f"table.simulated is true, but {', '.join(real)} is real: allowed is false")
        return self

    @model_validator(mode="after")
    def _parts_are_distinct(self) -> Self:
        given: tuple[tuple[str, list[str]], ...] = (
            ("name", [part.name for part in self.part]),
            ("port", [part.port for part in self.part]),
            ("place", [spot for part in self.part for spot in part.antennas.values()]),
            ("display of seat", [str(part.seat) for part in self.part if not part.reads]),
        )
        for what, values in given:
            twice = sorted({value for value in values if values.count(value) > 1})
            if twice:
                raise ValueError(f"part: {what} given twice: {', '.join(twice)}")
        return self

    @property
    def places(self) -> frozenset[str]:
        """Every place that some antenna looks at."""
        return frozenset(spot for part in self.part for spot in part.antennas.values())


def parse_table_file(text: str, path: str = "table.toml") -> TableFile:
    """Parse and check a table file. Raises `TableFileError` with every complaint at once."""
    dotted = next((n for n, row in enumerate(text.splitlines(), 1) if _DOTTED.match(row)), None)
    if dotted is not None:
        raise TableFileError(path, (Complaint(dotted, "file", f"nested too deeply: {_DEEP}"),))
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TableFileError(path, (Complaint(_toml_line(error), "file", f"not valid TOML: {error}"),)) from None
    except RecursionError:
        raise TableFileError(path, (Complaint(None, "file", f"nested too deeply: {_DEEP}"),)) from None
    except ValueError:  # of int(): tomllib gives it more digits than it takes
        line = next((n for n, row in enumerate(text.splitlines(), 1) if _HUGE.search(row)), None)
        raise TableFileError(
            path, (Complaint(line, "file", "a number of too many digits: 15 are allowed"),)
        ) from None
    return check_table_data(data, text, path)


def check_table_data(data: dict[str, Any], text: str = "", path: str = "table.toml") -> TableFile:
    """Check what was parsed from `text`. Raises `TableFileError` with every complaint at once."""
    try:
        return TableFile.model_validate(data)
    except ValidationError as error:
        complaints = tuple(complaint(TableFile, text, detail) for detail in error.errors(include_url=False))
        raise TableFileError(path, complaints) from None


def load_table_file(path: Path) -> TableFile:
    """Read and check a table file. Raises TableFileError, also if it cannot be read."""
    try:
        text = _text(path)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise TableFileError(str(path), (Complaint(None, "file", reason),)) from None
    return parse_table_file(text, str(path))


def _text(path: Path) -> str:
    """Raises OSError, ValueError. A FIFO without a writer is not waited for, a device without an end not read."""
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK)) as file:
        about = os.fstat(file.fileno())
        if not stat.S_ISREG(about.st_mode):
            raise ValueError(f"is {_kind_of(about.st_mode)}. Allowed is a regular file")
        if about.st_size > LONGEST:
            raise ValueError(f"has {about.st_size} bytes. Allowed are {LONGEST}")
        text = file.read(LONGEST)
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ValueError(f"byte {error.start} is not UTF-8 text") from None


def _kind_of(mode: int) -> str:
    return "a FIFO" if stat.S_ISFIFO(mode) else "a device"


def _toml_line(error: tomllib.TOMLDecodeError) -> int | None:
    words = str(error).replace(",", " ").split()
    return next((int(words[i + 1]) for i, word in enumerate(words[:-1]) if word == "line"), None)
