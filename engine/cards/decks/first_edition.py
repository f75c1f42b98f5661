"""The deck of the first edition: the standard one, with its own cards where they differ (text 000)."""

from __future__ import annotations

from .standard import STANDARD

DIFFERENT = (
    *("peach", "collateral", "indulgence", "lightning", "qinggang_sword"),
    *("double_swords", "axe", "blade", "spear", "halberd", "kylin_bow"),
)

FIRST_EDITION: tuple[tuple[str, str], ...] = tuple(
    (f"old_{name}" if name in DIFFERENT else name, faces) for name, faces in STANDARD
)
