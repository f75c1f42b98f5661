"""Structured logs: JSON lines on standard error, no line per call at the default level."""

from __future__ import annotations

import logging
import sys

import structlog
from structlog.tracebacks import ExceptionDictTransformer
from structlog.typing import Processor


def configure(level: str, *more: Processor) -> None:
    """`level` is debug, info, warning or error; `more` adds to what every line says."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            *more,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            # Not `dict_tracebacks`, which shows local variables: seeds, tokens and hands are among them.
            structlog.processors.ExceptionRenderer(ExceptionDictTransformer(show_locals=False)),
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
