"""Logs of the bridge: key=value on standard error, or JSON. Tags appear as aliases, if at all."""

from __future__ import annotations

import logging
import sys

import structlog


def configure(log_json: bool, level: int = logging.INFO) -> None:
    """Set up structlog once for this process."""
    renderer: structlog.typing.Processor = (
        structlog.processors.JSONRenderer() if log_json else structlog.processors.LogfmtRenderer(bool_as_flag=False)
    )
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
