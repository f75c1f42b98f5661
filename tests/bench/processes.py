"""Child processes of the bench, and the CPU time that they use."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Protocol

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0  # seconds, for a server to listen; a busy machine may want them


class Redis(Protocol):
    """A server of the store."""

    @property
    def url(self) -> str: ...

    @property
    def pid(self) -> int: ...


def cpu_seconds(pid: int) -> float:
    """User and system time of a process so far, its ended threads included."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_mb(pid: int) -> float:
    """What a process has in memory."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def child_of(pid: int, word: str) -> int:
    """The child of a process whose command line has the word."""
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        if word in Path(f"/proc/{child}/cmdline").read_text():
            return int(child)
    raise LookupError(f"{pid} has no child with {word}")


@contextmanager
def elsewhere() -> Iterator[Callable[[], float]]:
    """How many cores were busy, from entering to leaving, with what is neither this process nor started by it. For a
    block that leaves no process running: those that have ended are counted by who has waited for them."""
    began, others = time.monotonic(), _of_others()
    share = float("nan")

    def found() -> float:
        return share

    try:
        yield found
    finally:
        share = max(0.0, (_of_others() - others) / (time.monotonic() - began))


def _of_others() -> float:
    """CPU seconds of the machine so far, without those of this process and of its children that have ended."""
    user, nice, system, _, _, irq, softirq, steal, *_ = Path("/proc/stat").read_text().split("\n")[0].split()[1:]
    busy = sum(map(int, (user, nice, system, irq, softirq, steal))) / os.sysconf("SC_CLK_TCK")
    return busy - sum(os.times()[:4])


@contextmanager
def server(
    arguments: Sequence[str], port: int, environment: Mapping[str, str] | None = None, program: str = sys.executable
) -> Iterator[int]:
    """A process, of Python where nothing else is said, that listens on the port; its pid. Ended on leaving."""
    command = [program, *arguments]
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
    return printed_by([sys.executable, "-m", module, json.dumps(asked)])


def printed_by(command: Sequence[str]) -> dict[str, Any]:
    """What a process prints, as JSON."""
    try:
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True, timeout=300)
    except subprocess.SubprocessError as error:  # without its last argument, which may be thousands of names
        raise RuntimeError(f"{' '.join(command[:-1])}: {type(error).__name__}; see above") from None
    found: dict[str, Any] = json.loads(done.stdout)
    return found
