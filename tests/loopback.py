"""Servers of tests are on this machine: on ports that nobody has, and behind no proxy."""

from __future__ import annotations

import os
import socket
from contextlib import ExitStack


def free_port(host: str = "127.0.0.1") -> int:
    [port] = free_ports(1, host)
    return port


def free_ports(count: int, host: str = "127.0.0.1") -> list[int]:
    """So many different ones, of TCP."""
    with ExitStack() as stack:
        probes = [stack.enter_context(socket.create_server((host, 0))) for _ in range(count)]
        return [probe.getsockname()[1] for probe in probes]


def without_proxies() -> dict[str, str]:
    """The environment, for a program that calls this machine."""
    return {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
