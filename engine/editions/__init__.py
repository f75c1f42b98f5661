"""Editions: the printed rules a match is played by."""

from __future__ import annotations

from .. import texts
from ..pack import Pack
from ..packs import PACKS
from .edition import Edition, RoleTable
from .first_edition import FirstEdition
from .proto import Proto

EDITIONS: dict[str, Edition] = {edition.id: edition for edition in (Edition(), FirstEdition(), Proto())}

for _edition in EDITIONS.values():
    if _edition.pack.id not in PACKS:
        texts.add(_edition.pack.texts)


def every_pack() -> dict[str, Pack]:
    """Those that a ruleset may name, and those of the editions, which it does not."""
    return PACKS | {edition.pack.id: edition.pack for edition in EDITIONS.values()}


__all__ = ["EDITIONS", "Edition", "RoleTable", "every_pack"]
