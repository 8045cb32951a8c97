"""Logs of a process: lines of key=value on standard error, or JSON. They never name a tag or a card.

With SABOT_LOG=debug they also say of each event when its commit began and ended.
"""

from __future__ import annotations

import logging
import os
import sys

import structlog

ENVIRONMENT = "SABOT_LOG"


def configure_logs(as_json: bool) -> None:
    """Set up structlog for this process."""
    last: structlog.typing.Processor = (
        structlog.processors.JSONRenderer()
        if as_json
        else structlog.processors.KeyValueRenderer(key_order=["timestamp", "level", "event"])
    )
    level = logging.DEBUG if os.environ.get(ENVIRONMENT) == "debug" else logging.INFO
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            last,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
