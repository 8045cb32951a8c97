"""What a Nextion panel understands and returns: codes, system variables, the forms of its instructions.

Source: Nextion instruction set (nextion.tech/instruction-set). Which instructions a sleeping panel obeys is assumed.
"""

import re
from enum import IntEnum

from firmware_bridge.messages.display import Kind


class Code(IntEnum):
    """Return codes and events by their first byte."""

    INVALID_INSTRUCTION = 0x00
    SUCCESS = 0x01
    INVALID_COMPONENT = 0x02
    INVALID_PAGE = 0x03
    INVALID_BAUD = 0x11
    INVALID_VARIABLE = 0x1A
    INVALID_OPERATION = 0x1B
    ASSIGNMENT_FAILED = 0x1C
    PARAMETER_COUNT = 0x1E
    INVALID_ESCAPE = 0x20
    NAME_TOO_LONG = 0x23
    OVERFLOW = 0x24
    TOUCH = 0x65
    PAGE = 0x66
    TOUCH_AT = 0x67
    STRING = 0x70
    NUMBER = 0x71
    AUTO_SLEEP = 0x86
    AUTO_WAKE = 0x87
    READY = 0x88


class Fault(Exception):
    """An instruction that fails. ``code`` is what the panel returns."""

    def __init__(self, code: Code) -> None:
        super().__init__(code.name)
        self.code = code


SYSTEM: dict[str, tuple[int, int, int]] = {
    "addr": (0, 2815, 0),
    "baud": (0, 921600, 0),
    "bauds": (0, 921600, 0),
    "bkcmd": (0, 3, 2),
    "dim": (0, 100, 100),
    "dims": (0, 100, 100),
    "dp": (0, 255, 0),
    "sendxy": (0, 1, 0),
    "sleep": (0, 1, 0),
    "sys0": (-(2**31), 2**31 - 1, 0),
    "sys1": (-(2**31), 2**31 - 1, 0),
    "sys2": (-(2**31), 2**31 - 1, 0),
    "thsp": (0, 65535, 0),
    "thup": (0, 1, 0),
    "ussp": (0, 65535, 0),
    "usup": (0, 1, 0),
}
"""System variables: least, most, at power-on."""

ASSIGNMENT = re.compile(r"(?P<target>[A-Za-z_][\w.]*)(?P<sign>\+=|-=|=|\+\+|--)(?P<value>.*)", re.DOTALL)
ESCAPES = {"r": "\r\n", '"': '"', "\\": "\\"}
LONGEST_NAME = 29
EXTRA = {Kind.TEXT: ("pco", "bco", "font", "xcen", "ycen", "x", "y", "w", "h"), Kind.TIMER: ("en", "tim")}
COMMANDS_ASLEEP = ("get", "sendme", "connect", "rest")
VARIABLES_ASLEEP = ("sleep", "bkcmd", "thup", "usup", "thsp", "ussp")


def unquote(text: str) -> str:
    """The text between quotes. A backslash goes before r, quote or backslash only."""
    if len(text) < 2 or not text.endswith('"'):
        raise Fault(Code.ASSIGNMENT_FAILED)
    out, inner = [], iter(text[1:-1])
    for character in inner:
        if character == '"':
            raise Fault(Code.ASSIGNMENT_FAILED)
        if character == "\\":
            escaped = next(inner, "")
            if escaped not in ESCAPES:
                raise Fault(Code.INVALID_ESCAPE)
            out.append(ESCAPES[escaped])
        else:
            out.append(character)
    return "".join(out)
