"""Tracing, which is loaded only where it is asked for."""

from __future__ import annotations

from contextlib import AsyncExitStack
from types import ModuleType

from structlog.typing import Processor

from ..app import Application
from ..config.settings import ConfigError, Settings


def log_processors(settings: Settings) -> list[Processor]:
    """What adds to every line of the log. Raises `ConfigError`."""
    return [tracing().log_ids] if settings.tracing else []


def tracing() -> ModuleType:
    """Raises `ConfigError` where OpenTelemetry is not installed."""
    try:
        from . import otel as loaded
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("opentelemetry"):
            raise
        raise ConfigError("SGS_TRACING: takes the extra otel: pip install 'sanguosha[otel]'") from error
    return loaded


async def trace(stack: AsyncExitStack, app: Application) -> None:
    """Raises `ConfigError`."""
    exporting = tracing().exporting()
    exporting.watch(app)
    stack.push_async_callback(exporting.close)
