"""Prints the lines of requirements.lock that a server needs, for an image without tools: `make runtime-lock`."""

from __future__ import annotations

from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = "sanguosha"
NOT_FOR_SERVERS = {"rl"}  # of the project's extras


def needed() -> set[str]:
    """The names of what the project needs where it is installed here, and of what these need, down to the last."""
    extras = set(distribution(PROJECT).metadata.get_all("Provides-Extra") or ()) - NOT_FOR_SERVERS
    ahead, seen = [(PROJECT, frozenset(extras))], set()
    while ahead:
        name, extras_asked = ahead.pop()
        if (name, extras_asked) in seen:
            continue
        seen.add((name, extras_asked))
        for requirement in map(Requirement, distribution(name).requires or ()):
            marker = requirement.marker
            if marker is None or any(marker.evaluate({"extra": extra}) for extra in ("", *extras_asked)):
                ahead.append((canonicalize_name(requirement.name), frozenset(requirement.extras)))
    return {name for name, _ in seen} - {PROJECT}


def lines() -> list[str]:
    """Those of the lock, as they are there. Raises `ValueError` where it lacks something."""
    locked = (ROOT / "requirements.lock").read_text().splitlines()
    pins = {canonicalize_name(Requirement(line).name): line for line in locked}
    wanted = needed()
    if missing := wanted - pins.keys():
        raise ValueError(f"requirements.lock lacks {', '.join(sorted(missing))}: run `make lock`")
    return [line for name, line in pins.items() if name in wanted]


if __name__ == "__main__":
    print("\n".join(lines()))
