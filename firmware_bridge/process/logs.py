"""Logs of a process: lines of key=value on standard error, or JSON. They name no card, and a tag only by its alias.

With SABOT_LOG=debug the controller also logs for each event when its commit began and ended.
"""

from __future__ import annotations

import logging
import os
import sys

import structlog

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
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
