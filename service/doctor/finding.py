"""What a check comes to."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Status(StrEnum):
    """WARN: it works, and there is something to know. FAIL: it does not work, or matches may be lost."""

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


class Finding(NamedTuple):
    """`said` is what was found, `advice` what to do about it. Neither holds a key, or an address with a password."""

    check: str
    status: Status
    said: str
    advice: str = ""


def ok(check: str, said: str) -> Finding:
    return Finding(check, Status.OK, said)


def warn(check: str, said: str, advice: str) -> Finding:
    return Finding(check, Status.WARN, said, advice)


def fail(check: str, said: str, advice: str) -> Finding:
    return Finding(check, Status.FAIL, said, advice)


def measured(check: str, amount: float, said: str, advice: str, *, warn_above: float, fail_above: float) -> Finding:
    """By how much it is; the bounds are in the unit of the amount."""
    if amount > fail_above:
        return fail(check, said, advice)
    if amount > warn_above:
        return warn(check, said, advice)
    return ok(check, said)


def cannot_tell(check: str, command: str) -> Finding:
    """Managed servers refuse some commands."""
    return warn(check, f"cannot tell: Redis refuses {command}", "look it up where this Redis is managed")
