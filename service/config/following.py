"""Files that are taken up again whenever they change: keys and certificates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from typing import TypeVar

from ..access.keys import HostKeys, host_keys
from ..access.tls import Certificates, Tls, certificates
from ..app import Application
from ..beside import beside
from ..telemetry.metrics import Metrics
from .reloading import Reloading
from .settings import ConfigError, Settings
from .unusable_file import UnusableFile

T = TypeVar("T")


def follow_keys(stack: AsyncExitStack, app: Application) -> None:
    """Raises `ConfigError`."""
    backend, settings = app.backend, app.backend.settings

    def take(keys: HostKeys) -> None:
        backend.keyring.host_keys = keys
        backend.store.wake_all()  # so that the streams of a key that is gone end

    def read() -> HostKeys:
        return host_keys(settings.api_keys, settings.api_keys_file)

    if settings.api_keys_file:
        _follow(stack, "api_keys", (settings.api_keys_file,), read, take, backend.metrics)


def follow_certificates(stack: AsyncExitStack, settings: Settings, metrics: Metrics) -> Tls | None:
    """None without TLS. Raises `ConfigError`."""
    if not settings.tls_cert:
        return None
    tls = Tls(settings)

    def take(found: Certificates) -> None:
        tls.take(found)
        metrics.certificate_expiry.set(found.expires.timestamp())

    files = [file for file in (settings.tls_cert, settings.tls_key, settings.tls_client_ca) if file]
    _follow(stack, "tls", files, lambda: certificates(settings), take, metrics)
    return tls


def _follow(
    stack: AsyncExitStack,
    what: str,
    files: Sequence[str],
    read: Callable[[], T],
    take: Callable[[T], None],
    metrics: Metrics,
) -> None:
    """Take files up, now and whenever they change. Raises `ConfigError`."""
    try:
        reloading = Reloading(what, files, read, take, metrics)
    except UnusableFile as error:
        raise ConfigError(str(error)) from None
    beside(stack, reloading.run(), what)
