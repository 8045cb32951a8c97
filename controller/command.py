"""How `sabot` begins. Little is imported here, so that Ctrl-C is answered in words from the first moment on."""

import os
import signal
from importlib import import_module
from types import FrameType

INTERRUPTED = b"sabot: interrupted before anything was started.\n"
EXIT_INTERRUPTED = 128 + signal.SIGINT  # as a shell says it of a process that a signal ended


def _leave(_signal: int, _frame: FrameType | None) -> None:
    """End at once. An exception would come up in the midst of an import, which may take it for its own."""
    os.write(2, INTERRUPTED)
    os._exit(EXIT_INTERRUPTED)


def main() -> None:
    """Run the command that the command line names. A process that ignores SIGINT, as under `nohup`, goes on ignoring
    it."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)
    import_module("controller.dispatcher").run(ready=_listen)


def _listen() -> None:
    """Everything is imported. From now on Ctrl-C is the command's own matter."""
    if signal.getsignal(signal.SIGINT) is _leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)
