"""What was stored in an older format, brought to the present one.

A field that is added at the end of a stored structure, with a default, takes no new format: what is older has the
default. Whatever else changes in what is stored (also inside the engine's record) takes the next number and a function
here. `make corpus` keeps matches as they are stored today, at every release; they have to be read for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

FORMAT = 2
UNNUMBERED = 1
MOST_FORMAT = 0x7F  # the unnumbered format begins with a greater byte: that of an array

Fields = list[Any]


def _unchanged(fields: Fields) -> Fields:
    """1 to 2: from then on the number of the format is stored."""
    return fields


UPCASTS: Mapping[int, Callable[[Fields], Fields]] = {UNNUMBERED: _unchanged}
"""By the format they bring to the next one: the fields of a stored match, as MessagePack has them."""


def upcast(fields: Fields, stored_format: int) -> Fields:
    """The fields in the present format."""
    for each in range(stored_format, FORMAT):
        fields = UPCASTS[each](fields)
    return fields
