"""Logs of a process: lines of key=value on standard error, or JSON. They name no card, and a tag only by its alias.

With SABOT_LOG=debug the controller also logs for each event when its commit began and ended.
"""

import logging
import os
import sys

import structlog

from firmware_bridge.messages.printable import printable

ENVIRONMENT = "SABOT_LOG"


def configure_logs(as_json: bool) -> None:
    """Set up structlog once for this process."""
    renderer: structlog.typing.Processor = (
        structlog.processors.JSONRenderer()
        if as_json
        else structlog.processors.LogfmtRenderer(key_order=["timestamp", "level", "event"], bool_as_flag=False)
    )
    level = logging.DEBUG if os.environ.get(ENVIRONMENT) == "debug" else logging.INFO
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *([] if as_json else [_printable]),
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


def _printable(_logger: object, _method: str, said: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """What others chose may not forge a line, or steer the terminal. JSON escapes it by itself."""
    return {key: printable(value) if isinstance(value, str) else value for key, value in said.items()}
