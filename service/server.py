"""One process: the store's client, the application, gRPC, HTTP, the sweeper and the metrics port."""

from __future__ import annotations

import asyncio
import gc
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import msgspec
import structlog
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection
from prometheus_client import start_http_server

from .access.auth import Keyring
from .access.tls import Tls
from .app import SERVICES, Application
from .beside import beside
from .config.following import follow_certificates, follow_keys
from .config.settings import ConfigError, Settings, authority, reachable
from .duty.due import Sweeper
from .packs.installed import register_installed
from .rest import Listener, application
from .servicer import add_to_server
from .store import BadAddress, DataFolderUnusable, EmbeddedServer, ServerKeyError, Store, StoreUnavailable, server_key
from .telemetry.census import Census
from .telemetry.loop_lag import measure_loop_lag
from .telemetry.metrics import Metrics
from .telemetry.observed_store import observe
from .telemetry.probes import Probes
from .telemetry.tracing import trace, tracing
from .transport import native_port, transport

STARTING_TRIES = 5
COLLECTED_AFTER = (50_000, 20, 50)  # objects made and kept; and how many passes until older ones are searched, too

log = structlog.get_logger(__name__)


class Running:
    """A server that is up. The addresses are where it listens; empty where it does not."""

    def __init__(self, app: Application, address: str, http_address: str, metrics_address: str) -> None:
        self.app = app
        self.address = address
        self.http_address = http_address
        self.metrics_address = metrics_address


@asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[Running]:
    """A server, from its store to its ports; stopped in order on leaving: no new calls, streams drained, store last.

    Raises `ConfigError`, `StoreError` where Redis cannot be reached, `OSError` where a port is taken.
    """
    settings.check()
    if settings.transport == "native":
        native_port()  # before anything is begun
    for pack in register_installed():
        log.info("pack_installed", pack=pack.id, distribution=pack.distribution, version=pack.version)
    async with AsyncExitStack() as stack:
        metrics = Metrics()
        url = settings.redis_url or _embedded(stack, settings, metrics)
        store = await stack.enter_async_context(_store(url, settings, metrics))
        keys = keys_of(settings)
        observe(store, metrics)
        await _reach(store)
        app = Application(store, Keyring(keys, settings.host_keys), settings, metrics)
        # When nothing more is begun, and before the store is closed.
        stack.push_async_callback(app.backend.host.to_its_end.settled)
        if settings.tracing:
            await trace(stack, app)
        follow_keys(stack, app)
        tls = follow_certificates(stack, settings, metrics)
        probes = Probes()
        metrics_address = _serve_metrics(stack, settings, metrics, probes)
        beside(stack, Sweeper(app.backend).run(), "sweeper")
        beside(stack, Census(store, metrics).run(), "census")
        beside(stack, measure_loop_lag(metrics), "loop-lag")
        http = _listen(stack, settings, app, tls)
        address = await _serve(stack, settings, app, http, tls)
        http_address = http.address if http else ""
        _announce(stack, app, address)
        log.info(
            "serving",
            address=address,
            http=http_address,
            metrics=metrics_address,
            store="redis" if settings.redis_url else "embedded",
        )
        probes.serving = True
        stack.callback(probes.stop_serving)  # before anything else stops
        yield Running(app, address, http_address, metrics_address)
        log.info("stopping")


async def _reach(store: Store) -> None:
    """Waits a little, for a Redis that is starting as well. Raises `StoreUnavailable`."""
    for _ in range(STARTING_TRIES - 1):
        try:
            return await store.ping()
        except StoreUnavailable:
            await asyncio.sleep(0.25)
    try:
        await store.ping()
    except StoreUnavailable as error:
        raise StoreUnavailable(f"the store of REDIS_URL cannot be reached: {error}") from error


def _store(url: str, settings: Settings, metrics: Metrics) -> Store:
    try:
        return Store(
            url,
            replicas=settings.redis_wait,
            replicas_ms=settings.redis_wait_ms,
            on_late_replicas=metrics.unreplicated.inc,
        )
    except BadAddress as error:
        raise ConfigError(f"REDIS_URL: {error}") from error


def keys_of(settings: Settings, own: Callable[[Path], bytes | None] = server_key) -> tuple[bytes, ...]:
    """The server's keys; where none is configured, the `own` one that is in the data folder. Raises `ConfigError`,
    where there is none, too."""
    if settings.server_key:
        return settings.server_keys()
    try:
        key = own(settings.data_dir)
    except ServerKeyError as error:
        raise ConfigError(f"SGS_DATA_DIR: {error}") from error
    if key is None:
        raise ConfigError(f"SGS_DATA_DIR: no server has made its key in {settings.data_dir} yet")
    return (key,)


def _embedded(stack: AsyncExitStack, settings: Settings, metrics: Metrics) -> str:
    embedded = EmbeddedServer(settings.data_dir, max_memory_mb=settings.embedded_max_memory_mb)
    try:
        server = stack.enter_context(embedded)
    except DataFolderUnusable as error:
        raise ConfigError(f"SGS_DATA_DIR: {error}") from error
    beside(stack, server.supervise(metrics.embedded_restarts.inc), "embedded-store")
    return server.url


def _announce(stack: AsyncExitStack, app: Application, address: str) -> None:
    """Tell the other servers on the same store, as long as this one serves."""
    fleet, settings = app.backend.fleet, app.backend.settings
    fleet.me = msgspec.structs.replace(fleet.me, address=settings.advertise or reachable(settings.host, address))
    beside(stack, fleet.run(), "fleet")


def _serve_metrics(stack: AsyncExitStack, settings: Settings, metrics: Metrics, probes: Probes) -> str:
    if settings.metrics_port < 0:
        return ""
    wanted = authority(settings.metrics_host, settings.metrics_port)
    try:
        server, thread = start_http_server(settings.metrics_port, settings.metrics_host, registry=metrics.registry)
    except OSError as error:
        raise OSError(
            f"SGS_METRICS_PORT: cannot listen on {wanted} ({error.strerror}); -1 serves no metrics"
        ) from error
    if serving := server.get_app():
        server.set_app(probes.beside(serving))
    stack.callback(thread.join)
    stack.callback(server.server_close)
    stack.callback(server.shutdown)
    return authority(settings.metrics_host, server.server_port)


def _listen(stack: AsyncExitStack, settings: Settings, app: Application, tls: Tls | None) -> Listener | None:
    """Raises `OSError`."""
    if settings.http_port < 0:
        return None
    served = application(app)
    listener = Listener(
        tracing().continuing(served) if settings.tracing else served, settings, tls.context() if tls else None
    )
    stack.callback(listener.close)
    return listener


async def _serve(
    stack: AsyncExitStack, settings: Settings, app: Application, http: Listener | None, tls: Tls | None
) -> str:
    """gRPC, and HTTP beside it; they stop together. The address of gRPC."""
    server = transport(settings, [tracing().RemoteContext()] if settings.tracing else [])
    add_to_server(app, server)
    served = [service.full_name for service in SERVICES]
    checks = health.aio.HealthServicer()
    health_pb2_grpc.add_HealthServicer_to_server(checks, server)
    reflection.enable_server_reflection((*served, health.SERVICE_NAME, reflection.SERVICE_NAME), server)
    wanted = authority(settings.host, settings.port)
    try:
        port = server.add_secure_port(wanted, tls.credentials()) if tls else server.add_insecure_port(wanted)
    except RuntimeError as error:  # so in grpc
        raise OSError(f"SGS_PORT: cannot listen on {wanted}: it is taken, or not an address of this machine") from error
    await server.start()
    if http:
        await http.start()
    for service in (*served, ""):
        await checks.set(service, health_pb2.HealthCheckResponse.SERVING)

    async def stop() -> None:
        await checks.enter_graceful_shutdown()
        app.backend.drain()
        await app.hand_over.close()
        await asyncio.gather(server.stop(settings.drain), *([http.stop(settings.drain)] if http else []))

    stack.push_async_callback(stop)
    return authority(settings.host, port)


async def serve(settings: Settings) -> None:
    """Run until SIGTERM or SIGINT."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for signum in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(signum, stop.set)
    _collect_seldom()
    async with running(settings):
        await stop.wait()


def _collect_seldom() -> None:
    """What is there by now is never searched again for garbage: the code and the contract. And what a call
    leaves is freed by its references; a pass over every warm match, for the few cycles, is a pause of every call."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED_AFTER)
