"""The frames of FEIG readers for dumps. The driver has the sources of their layout."""

from typing import Final

from drivers.checksums import crc16_mcrf4xx
from drivers.feig_obid import MAX_FRAME, STX, Command, FeigDecoder, FeigFrame, status_name, transponders

from .frames import MASK, Alias, Located, Place, Told, hidden, located

_LISTING: Final = (0x00, 0x94)
_LONGEST_INFO: Final = 16
"""Bytes of a reader's information: versions, types and sizes of buffers."""

_NAMES: Final[dict[int, str]] = {
    Command.GET_READER_INFO: "reader info",
    Command.RF_RESET: "RF reset",
    Command.RF_ON_OFF: "RF on/off",
    Command.ISO_HOST: "inventory",
}


class _Decoder(Located[FeigFrame], FeigDecoder):
    pass


class FeigFrames:
    """See `Frames`."""

    mask = MASK

    def cut(self, stream: bytes, sent: bool) -> list[Place]:  # noqa: ARG002 - both ways alike
        return located(_Decoder(), stream)

    def masked(self, frame: bytes, alias: Alias, sent: bool) -> bytes:
        command, data = frame[4], frame[5:-2]
        body = frame[:5] + (_request(command, data) if sent else _answer(command, data, alias))
        return body + crc16_mcrf4xx(body).to_bytes(2, "little")

    def framing(self, noise: bytes) -> bytes:
        fits = noise[0] == STX and 7 <= len(noise) <= MAX_FRAME
        return bytes((STX,)) + len(noise).to_bytes(2, "big") if fits else b""

    def told(self, frame: bytes, sent: bool) -> Told:
        command, data = frame[4], frame[5:-2]
        words = f"{_NAMES.get(command, f'command 0x{command:02X}')} at address {frame[3]}"
        fields = [1, 2, 1, 1]
        if not sent and data:
            words += f": {status_name(data[0])}"
            fields.append(1)
            data = data[1:]
            if command == Command.ISO_HOST and data and len(data) == 1 + 10 * data[0]:
                words += f", tags: {data[0]}"
                fields += [1, *(1, 1, 8) * data[0]]
                data = b""
        return Told((*fields, *([len(data)] if data else []), 2), words)


def _request(command: int, data: bytes) -> bytes:
    return data if command in _NAMES and len(data) <= 2 else hidden(data)


def _answer(command: int, data: bytes, alias: Alias) -> bytes:
    status, rest = data[:1], data[1:]
    if command == Command.GET_READER_INFO and len(rest) <= _LONGEST_INFO:
        return data
    if command == Command.ISO_HOST and status and status[0] in _LISTING:
        return status + _listing(rest, alias)
    return status + hidden(rest)


def _listing(records: bytes, alias: Alias) -> bytes:
    """An inventory. The DSFID of a tag is its owner's to choose, so it is masked, too."""
    try:
        transponders(records)
    except ValueError:
        return hidden(records)
    tags = (records[at : at + 10] for at in range(1, len(records), 10))
    return records[:1] + b"".join(tag[:1] + b"\0" + alias("iso15693", tag[2:]) for tag in tags)
