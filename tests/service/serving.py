"""A server as operators run it: the command `sgs serve` in a process of its own, on free loopback ports."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Self
from urllib.request import urlopen

SGS = Path(sys.executable).with_name("sgs")
SERVER_KEY = "5e" * 32
EAST, WEST = "0123456789abcdef", "fedcba9876543210"  # the keys of two hosts
READY_WITHIN = 60.0  # seconds; on a busy machine, too


def transport_under_test() -> str:
    """What serves gRPC, as the option --transport of the tests says. That option may be read after this is imported."""
    return os.environ.get("TESTED_TRANSPORT", "grpc")


class Server:
    """`start`, then `stop`; or a context manager. Settings are the names of `Settings`, in capitals or not.

    Its standard error goes to `log_path`, at debug level, so that tests can look for what must not be there.
    """

    def __init__(
        self,
        folder: Path,
        *,
        port: int = 0,
        redis_url: str = "",
        source: Path | None = None,
        packs: Path | None = None,
        **settings: object,
    ) -> None:
        """`source`: a folder with another version of the packages; `packs`: one in which packs are installed."""
        self._command = [SGS, "serve"]
        if source is not None:
            self._command = [sys.executable, "-P", "-m", "service.cli", "serve"]  # -P: not those of the working folder
        folder.mkdir(parents=True, exist_ok=True)
        self.log_path = folder / "server.log"
        self.port = port
        given = {"data_dir": folder / "data", "http_port": 0, "metrics_port": 0, "log_level": "debug"}
        given |= {"calls_per_second": 0, "host_calls_per_second": 0}  # tests are faster than players
        given |= {"transport": transport_under_test()} if source is None else {}  # older versions know none
        given |= settings
        if redis_url:
            given.setdefault("server_key", SERVER_KEY)
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("SGS_", "REDIS_URL"))}
        self._environment = {
            **clean,
            **{f"SGS_{name.upper()}": str(value) for name, value in given.items()},
            **({"REDIS_URL": redis_url} if redis_url else {}),
            **({"PYTHONPATH": f"{source}{os.pathsep}{source / 'proto'}"} if source is not None else {}),
            **({"PYTHONPATH": str(packs)} if packs is not None else {}),
        }
        self._process: subprocess.Popen[bytes] | None = None
        self.http_address = ""
        self.metrics_address = ""

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> Self:
        """Returns when it serves; on the port of its first start whenever it is started again."""
        before = len(self.log())
        with self.log_path.open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                env={**self._environment, "SGS_PORT": str(self.port)},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=log,
            )
        deadline = time.monotonic() + READY_WITHIN
        while time.monotonic() < deadline:
            for line in self.log()[before:].splitlines():
                if '"serving"' in line and line.endswith("}"):
                    said = json.loads(line)
                    self.port = int(said["address"].rpartition(":")[2])
                    self.http_address = said["http"]
                    self.metrics_address = said["metrics"]
                    return self
            if self._process.poll() is not None:
                break
            time.sleep(0.01)
        raise AssertionError(f"the server did not start: {self.log()[before:]}")

    def run(self) -> int:
        """Start one that is expected to give up; its exit code."""
        with self.log_path.open("ab") as log:
            return subprocess.run(
                self._command, env={**self._environment, "SGS_PORT": str(self.port)}, stderr=log, timeout=READY_WITHIN
            ).returncode

    def stop(self, signum: int = signal.SIGTERM) -> int:
        """The exit code."""
        assert self._process is not None
        self._process.send_signal(signum)
        return self._process.wait(READY_WITHIN)

    def signal(self, signum: int) -> None:
        assert self._process is not None
        self._process.send_signal(signum)

    def wait(self) -> int:
        assert self._process is not None
        return self._process.wait(READY_WITHIN)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        if self._process is not None and self._process.poll() is None:
            self.stop()

    def log(self) -> str:
        return self.log_path.read_text() if self.log_path.exists() else ""

    def logged(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.log().splitlines() if line.startswith("{")]

    def metrics_text(self) -> str:
        with urlopen(f"http://{self.metrics_address}/metrics", timeout=5) as page:
            text: str = page.read().decode()
        return text

    def metric(self, name: str, **labels: str) -> float:
        """The sum of the samples of this name that carry these labels. The server must have such a metric."""
        text = self.metrics_text()
        assert f"# TYPE {re.sub('_(bucket|count|sum)$', '', name)} " in text, f"there is no metric {name}"
        wanted = {f'{label}="{value}"' for label, value in labels.items()}
        samples = re.findall(rf"^{name}(?:{{(.*)}})? (\S+)$", text, re.MULTILINE)
        return sum(float(value) for found, value in samples if wanted <= set(found.split(",")))
