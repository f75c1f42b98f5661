"""Child processes of the bench, and the CPU time that they use."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).parents[2]
PATIENCE = 15.0  # seconds, for a server to listen


def cpu_seconds(pid: int) -> float:
    """User and system time of a process so far, its ended threads included."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def server(arguments: Sequence[str], port: int, environment: Mapping[str, str] | None = None) -> Iterator[int]:
    """A Python process that listens on the port; its pid. Ended on leaving."""
    command = [sys.executable, *arguments]
    with tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(command, cwd=ROOT, env={**os.environ, **(environment or {})}, stderr=errors)
        try:
            _await_port(process, port)
            yield process.pid
        finally:
            process.terminate()
            process.wait(PATIENCE)
            _report(errors)


def _report(errors: IO[str]) -> None:
    errors.seek(0)
    if lines := errors.read().splitlines():
        print(f"(the server wrote {len(lines)} lines of errors; the last: {lines[-1].strip()})", file=sys.stderr)


def _await_port(process: subprocess.Popen[bytes], port: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.02)
    raise RuntimeError(f"{process.args!r} does not listen on port {port}")


def result_of(module: str, asked: Mapping[str, Any]) -> dict[str, Any]:
    """What a module run as a process of its own prints, as JSON, when it is asked this."""
    done = subprocess.run(
        [sys.executable, "-m", module, json.dumps(asked)], cwd=ROOT, stdout=subprocess.PIPE, check=True, timeout=300
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found
