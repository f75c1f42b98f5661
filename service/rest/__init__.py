"""HTTP: JSON and server-sent events, by the paths that the contract annotates its methods with."""

from __future__ import annotations

from starlette.types import ASGIApp

from ..app import Application
from .cross_origin import CrossOrigin
from .gateway import Gateway
from .listener import Listener

__all__ = ["Listener", "application"]


def application(app: Application) -> ASGIApp:
    """Everything that is served over HTTP."""
    gateway = Gateway(app)
    origins = app.backend.settings.origins
    return CrossOrigin(gateway, origins) if origins else gateway
