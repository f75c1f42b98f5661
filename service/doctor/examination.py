"""All checks, one after the other."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack
from pathlib import Path

from service.config.settings import ConfigError, Settings
from service.config.sources import Configured
from service.store import BadAddress, EmbeddedError, EmbeddedServer, Store, StoreError

from . import conversation, machine, server
from .finding import Finding, fail, ok, warn

PATIENCE = 5.0  # seconds; a store that is merely slow is told by its round trip, not as one that is away


async def examine(configured: Callable[[], Configured]) -> AsyncIterator[Finding]:
    """What there is to say about a server that is configured so. Changes nothing that is there."""
    try:
        found = configured()
    except ConfigError as error:
        yield fail("settings", str(error), "see docs/settings.md")
        return
    settings = found.settings
    if found.exposed:
        yield warn("settings", found.exposed, "chmod 640 it, or let it name the files of secrets")
    else:
        yield ok("settings", found.sources)
    for finding in machine.findings(settings):
        yield finding
    with ExitStack() as stack:
        try:
            url = settings.redis_url or _embedded(stack, settings)
            store = Store(url, timeout=PATIENCE, connect_timeout=PATIENCE)
        except BadAddress as error:
            yield fail("redis", f"REDIS_URL: {error}", "see docs/settings.md")
            return
        except (EmbeddedError, OSError) as error:
            yield fail("embedded store", str(error), "set REDIS_URL, or make this machine fit to run Valkey")
            return
        if not settings.redis_url:
            running = url == EmbeddedServer(settings.data_dir).url
            yield ok("embedded store", "it is running" if running else "one could be started, in another folder")
        async with store:
            async for finding in _store(store, settings):
                yield finding


def _embedded(stack: ExitStack, settings: Settings) -> str:
    """The address of the one that runs, or of a new one in a folder of its own: to look at is not to begin."""
    embedded = EmbeddedServer(settings.data_dir)
    if embedded.answers():
        return embedded.url
    folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="sgs-doctor-"))
    bound = settings.embedded_max_memory_mb
    return stack.enter_context(EmbeddedServer(Path(folder), max_memory_mb=bound)).url


async def _store(store: Store, settings: Settings) -> AsyncIterator[Finding]:
    reached = await conversation.reached(store)
    yield reached
    if reached.advice:
        return
    try:
        for finding in server.findings(await server.server_behind(store, settings)):
            yield finding
        async for finding in conversation.findings(store):
            yield finding
    except StoreError as error:
        yield fail("redis", f"no longer answers: {error}", "run this again when Redis is well")
    except Exception as error:  # whatever it is, it is not read as what Redis says
        said = f"answers what no Redis does ({type(error).__name__})"
        yield fail("redis", said, "look at REDIS_URL: does it lead to Redis, and to nothing between?")
