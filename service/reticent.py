"""Records that may turn up in a log or an error, and hold what nobody may read there."""

from __future__ import annotations

from typing import ClassVar

import msgspec


class Reticent(msgspec.Struct, frozen=True):
    """Its `repr` shows the fields named in `shown` alone: others are keys, seeds, hands or messages to one seat."""

    shown: ClassVar[tuple[str, ...]] = ()

    def __repr__(self) -> str:
        told = (f"{name}={getattr(self, name)!r}" for name in self.shown)
        return f"{type(self).__name__}({', '.join((*told, '...'))})"
