"""What was agreed when a match was created, apart from its rules."""

from __future__ import annotations

from enum import IntEnum

import msgspec

from ..reticent import Reticent


class Access(IntEnum):
    """Numbers of `SpectatorAccess` in the contract."""

    EVERYBODY = 1
    TOKEN = 2
    NOBODY = 3


class TableOptions(msgspec.Struct, array_like=True, frozen=True):
    """The options of a ruleset that no rule reads. `deadlines_ms` is by kind of decision; a kind left out has none."""

    talk: bool = False
    deadlines_ms: dict[str, int] = msgspec.field(default_factory=dict)
    missed_limit: int = 0
    spectator_delay_ms: int = 0
    seat_lottery: bool = False


class Terms(Reticent, array_like=True, frozen=True):
    """As the fields of the same names in `Match`."""

    access: Access = Access.EVERYBODY
    unlisted: bool = False
    auto_start: bool = False
    annotations: dict[str, str] = msgspec.field(default_factory=dict)
    webhook_uri: str = ""
    code: str = ""

    shown = ("access", "unlisted", "auto_start")
