"""`make run`: the demonstration as somebody who has just cloned the project sees it."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.loopback import without_proxies

DEMO = [sys.executable, "-m", "service.demo", "--pace", "0"]
WITHIN = 60


@contextmanager
def demo(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen([*DEMO, *arguments], stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGINT)


def read_until(process: subprocess.Popen[str], last: str) -> str:
    assert process.stdout is not None
    said = ""
    for line in process.stdout:
        said += line
        if last in line:
            return said
    raise AssertionError(f"the demonstration ended without saying {last!r}: {said}")


def free_ports() -> tuple[str, ...]:
    return "--port", "0", "--http-port", "0", "--metrics-port", "0"


def test_once_plays_a_match_and_ends() -> None:
    done = subprocess.run([*DEMO, *free_ports(), "--once"], capture_output=True, text=True, timeout=WITHIN)
    assert done.returncode == 0
    assert ", won by " in done.stdout
    assert done.stderr == ""


def test_the_match_can_be_told_in_chinese() -> None:
    arguments = [*DEMO, *free_ports(), "--once", "--language", "zh"]
    assert "获胜" in subprocess.run(arguments, capture_output=True, text=True, timeout=WITHIN).stdout


def test_its_shell_lines_work_as_printed() -> None:
    with demo(*free_ports(), "--pace", "5") as process:
        printed = re.search(r"(NAME=.*?)\n\n", read_until(process, "Serving until Ctrl-C"), re.DOTALL)
        assert printed
        lines = printed[1].replace(".venv/bin/", f"{Path(sys.executable).parent}/")
        ran = subprocess.run(
            ["bash", "-e", "-c", lines], capture_output=True, text=True, timeout=WITHIN, env=without_proxies()
        )
    assert ran.returncode == 0, ran.stderr
    assert ", won by " in ran.stdout


def test_the_match_can_be_watched_as_printed() -> None:
    with demo(*free_ports(), "--pace", "5") as process:
        printed = re.search(r"bin/sgs (watch .*)", read_until(process, "See it elsewhere with"))
        assert printed
        sgs = [str(Path(sys.executable).with_name("sgs")), *printed[1].split()]
        assert ", won by " in subprocess.run(sgs, capture_output=True, text=True, timeout=WITHIN).stdout


def test_it_serves_until_interrupted_and_its_python_works_as_printed() -> None:
    with demo(*free_ports(), "--pace", "5") as process:
        said = read_until(process, "Serving until Ctrl-C")
        printed = re.search(r"python - <<'END'\n(.*?)\nEND\n", said, re.DOTALL)
        assert printed
        ran = subprocess.run([sys.executable, "-c", printed[1]], capture_output=True, text=True, timeout=WITHIN)
        assert ran.stderr == ""
        assert "match_ended" in ran.stdout
        process.send_signal(signal.SIGINT)
        assert process.wait(WITHIN) == 0


def test_a_taken_port_is_said_and_another_used() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        arguments = [*DEMO, "--port", port, "--http-port", "0", "--metrics-port", "0", "--once"]
        done = subprocess.run(arguments, capture_output=True, text=True, timeout=WITHIN, env=os.environ)
    assert done.returncode == 0
    assert f"Port {port} (gRPC) is taken" in done.stdout


def test_an_interrupted_match_ends_the_demonstration_at_once() -> None:
    with demo(*free_ports(), "--pace", "300") as process:
        read_until(process, "'s turn begins.")
        process.send_signal(signal.SIGINT)
        assert process.wait(WITHIN) == 0
