"""Packs that are installed beside the service: whatever distribution says `sanguosha.packs` among its entry points.

The engine knows nothing of it: what is found here is registered there before anything is played.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import NamedTuple

from engine.packs import register

from ..config.settings import ConfigError
from .checking import faults

GROUP = "sanguosha.packs"


class UnusablePack(ConfigError):
    """What cannot be registered; the message says of which distribution it is."""


class InstalledPack(NamedTuple):
    """`digest` is of its source: who has another has other rules."""

    id: str
    distribution: str
    version: str
    digest: str


@cache
def register_installed() -> tuple[InstalledPack, ...]:
    """Register the packs of all other distributions, in the order of the names of their entry points: the same on
    every server that has them. Only the first call does; whoever starts a process calls it before anything else. Raises
    `UnusablePack`."""
    found = sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value))
    return tuple(_registered(entry) for entry in found)


def _registered(entry: EntryPoint) -> InstalledPack:
    name, version = (entry.dist.name, entry.dist.version) if entry.dist else ("?", "?")
    where = f"the pack {entry.name!r} of the distribution {name} {version} ({entry.value})"
    try:
        pack = entry.load()
    except Exception as error:  # whatever a module does when it is imported
        raise UnusablePack(f"{where} cannot be imported: {type(error).__name__}: {error}") from error
    if wrong := faults(pack):
        raise UnusablePack(f"{where} cannot be used: {'; '.join(wrong)}")
    register(pack)
    try:
        return InstalledPack(pack.id, name, version, _digest(entry.module))
    except OSError as error:
        raise UnusablePack(f"{where} has no source that can be read: {error}") from error


def _digest(module: str) -> str:
    digest = sha256()
    for name, content in _source(module):
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def _source(module: str) -> Iterator[tuple[str, bytes]]:
    """The files of the package that the module is in, of the outermost that is no mere namespace; or its own file.
    Raises `OSError`."""
    parts = module.split(".")
    names = [".".join(parts[: n + 1]) for n in range(len(parts))]
    file = next(Path(found) for name in names if (found := sys.modules[name].__file__))
    if file.stem != "__init__":
        yield file.name, file.read_bytes()
        return
    for path in sorted(file.parent.rglob("*")):
        relative = path.relative_to(file.parent.parent)
        if path.is_file() and "__pycache__" not in relative.parts:
            yield relative.as_posix(), path.read_bytes()
