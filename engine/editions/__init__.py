"""Editions: the printed rules a match is played by."""

from __future__ import annotations

from .edition import Edition

EDITIONS: dict[str, Edition] = {"standard": Edition()}

__all__ = ["EDITIONS", "Edition"]
