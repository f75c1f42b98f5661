"""HTTP: JSON and server-sent events, by the paths that the contract annotates its methods with."""

from __future__ import annotations

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp

from ..app import Application
from .cross_origin import CrossOrigin
from .gateway import Gateway
from .listener import Listener

__all__ = ["Listener", "application"]


def application(app: Application) -> ASGIApp:
    """Everything that is served over HTTP."""
    compressed = GZipMiddleware(Gateway(app), minimum_size=1024, compresslevel=6)
    origins = app.backend.settings.origins
    return CrossOrigin(compressed, origins) if origins else compressed
