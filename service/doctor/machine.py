"""What the settings, the folders and the code on this machine are like."""

from __future__ import annotations

import os
import shutil
import socket
import stat
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from pathlib import Path

from engine.packs import PACKS
from service.access.tls import certificates
from service.config.settings import ConfigError, Settings, is_loopback
from service.config.unusable_file import UnusableFile
from service.duty.archive import ArchiveError, Folder, place_at
from service.fleet.rules_version import rules_version
from service.packs.installed import register_installed
from service.store import ServerKeyError, made_key
from service.store.server_key import KEY_FILE
from service.transport import native_port

from .finding import Finding, fail, ok, warn

FEW_BYTES = 12  # different ones, in a key of 32 that should be random
SHORT_KEY, FEW_LETTERS = 24, 10
SOON = timedelta(days=14)  # that a certificate expires
LITTLE, VERY_LITTLE = 1_000_000_000, 100_000_000  # bytes left on a disk
NEW_KEY = "openssl rand -hex 32"


def findings(settings: Settings) -> Iterator[Finding]:
    yield rules()
    yield key_of_the_server(settings)
    yield keys_of_hosts(settings)
    yield address("address", "SGS_HOST", settings.host)
    if settings.metrics_port >= 0:
        yield address("address of metrics", "SGS_METRICS_HOST", settings.metrics_host)
    yield certificate(settings)
    yield grpc_transport(settings)
    if not settings.redis_url:
        yield data_folder(settings.data_dir)
    if settings.archive:
        yield archive(settings.archive)


def rules() -> Finding:
    installed = {pack.id: f" ({pack.distribution} {pack.version})" for pack in register_installed()}
    packs = ", ".join(pack + installed.get(pack, "") for pack in PACKS)
    return ok("rules", f"sanguosha {version('sanguosha')}, rules {rules_version()}, packs {packs}")


def key_of_the_server(settings: Settings) -> Finding:
    check, path = "server key", settings.data_dir / KEY_FILE
    if not settings.server_key:
        try:
            made = made_key(settings.data_dir)
        except (ServerKeyError, OSError) as error:
            return fail(check, str(error), "every token in use is void with another key: restore it from a backup")
        return ok(check, f"in {path}" if made else f"made when the server first starts, in {path}")
    keys = settings.server_keys()
    if any(len(set(key)) < FEW_BYTES for key in keys):
        return fail(check, "it is no random one: whoever guesses it plays every seat", NEW_KEY)
    if settings.redis_url and any(_is_in(path, key) for key in keys):
        said = f"it is the one that the embedded store made for itself in {path}"
        return warn(check, said, f"keep it if you moved that store's matches here; else {NEW_KEY}")
    return ok(check, f"{len(keys[0])} bytes")


def _is_in(path: Path, key: bytes) -> bool:
    try:
        return bytes.fromhex(path.read_text()) == key
    except (OSError, ValueError):
        return False


def keys_of_hosts(settings: Settings) -> Finding:
    check = "API keys"
    if not settings.host_keys:
        if is_loopback(settings.host):
            return ok(check, "none; only this machine can call")
        said = f"none: whoever reaches {settings.host} may create matches, and abandon those of others"
        return warn(check, said, "set SGS_API_KEYS")
    lines = settings.api_keys.split(",")
    if settings.api_keys_file:
        lines += Path(settings.api_keys_file).read_text("utf-8").splitlines()
    entries = [line.strip().partition(":") for line in lines if line.strip() and not line.strip().startswith("#")]
    weak = [name for name, _, key in entries if len(key) < SHORT_KEY or len(set(key)) < FEW_LETTERS]
    if weak:
        return warn(check, f"easily guessed: {', '.join(weak)}", NEW_KEY)
    if settings.api_keys_file and (mode := _mode(settings.api_keys_file)) & 0o007:
        return warn(check, f"{settings.api_keys_file} is open to everybody (mode {mode:03o})", "chmod 600 it")
    return ok(check, f"{len(entries)}")


def _mode(path: str | Path) -> int:
    return stat.S_IMODE(Path(path).stat().st_mode)


def address(check: str, setting: str, host: str) -> Finding:
    """Whether one can listen there; not whether its ports are free, for a server may be running."""
    try:
        family, _, _, _, where = socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        with socket.socket(family) as listening:
            listening.bind(where)
    except OSError as error:
        return fail(
            check, f"cannot listen on {host} ({error.strerror})", f"write an address of this machine in {setting}"
        )
    return ok(check, host)


def certificate(settings: Settings) -> Finding:
    check = "TLS"
    if not settings.tls_cert:
        if is_loopback(settings.host):
            return ok(check, "none; only this machine can call")
        said = f"none: tokens and keys go to {settings.host} in the clear, unless a proxy in front of it speaks TLS"
        return warn(check, said, "set SGS_TLS_CERT and SGS_TLS_KEY, where there is no such proxy")
    try:
        expires = certificates(settings).expires
    except UnusableFile as error:
        return fail(check, str(error), "renew it, or mend its path: the server does not start with these files")
    said = f"the certificate is good until {expires:%Y-%m-%d}"
    if expires - datetime.now(UTC) < SOON:
        return warn(check, said, "renew it: its files are taken up while the server runs")
    return ok(check, said)


def grpc_transport(settings: Settings) -> Finding:
    check = "transport"
    if settings.transport == "grpc":
        return ok(check, "grpc")
    try:
        native_port()
    except ConfigError as error:
        return fail(check, str(error), "install it, or take grpc: the server does not start")
    if is_loopback(settings.host):
        return ok(check, "native; it has no TLS and ends no connection by its age")
    said = (
        f"native: it reads requests whole, however large, before it refuses them, and {settings.host} takes anybody's"
    )
    return warn(check, said, "have a proxy in front of it that bounds requests, or take grpc")


def data_folder(folder: Path) -> Finding:
    check = "data folder"
    there = next(path for path in (folder.absolute(), *folder.absolute().parents) if os.path.exists(path))
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        return fail(check, f"{there} is no folder that can be written to", "set SGS_DATA_DIR")
    if there != folder.absolute():
        return _room(check, there, f"{folder} is made when the server first starts")
    mode = _mode(folder)
    if mode & 0o077:
        return warn(check, f"{folder} is open to others (mode {mode:03o})", f"chmod 700 {folder}")
    return _room(check, folder, str(folder))


def archive(address: str) -> Finding:
    check = "archive"
    try:
        place = place_at(address)
        place.probe()
    except (ConfigError, ArchiveError) as error:
        return fail(check, str(error), "matches that are over stay in the store until they are archived or given up")
    if isinstance(place, Folder):
        return _room(check, Path(address), address)
    return ok(check, f"{address} takes files")


def _room(check: str, folder: Path, said: str) -> Finding:
    free = shutil.disk_usage(folder).free
    said = f"{said}; {free / 1_000_000_000:.1f} GB free"
    if free < VERY_LITTLE:
        return fail(check, said, "make room on this disk")
    return warn(check, said, "make room on this disk") if free < LITTLE else ok(check, said)
