"""nginx with the configuration of deploy/nginx, in front of replicas on loopback."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from pathlib import Path

import httpx
import pytest

from tests.deploy.rendering import DEPLOY
from tests.loopback import free_port
from tests.service.serving import Server

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
CONFIGURATION = (DEPLOY / "nginx/nginx.conf").read_text()

needs_nginx = pytest.mark.skipif(NGINX is None, reason="there is no nginx: see requirements-debian.txt")


class Nginx:
    """A context manager: it listens when it is entered."""

    def __init__(self, folder: Path, replicas: list[Server]) -> None:
        self.log = folder / "log"
        self.address, self.http_address = (f"127.0.0.1:{free_port()}" for _ in range(2))
        text = CONFIGURATION.replace(" /tmp/", f" {folder}/").replace("fail_timeout=5s", "fail_timeout=1s")
        for port, addresses in (
            (50051, [replica.address for replica in replicas]),
            (8080, [replica.http_address for replica in replicas]),
        ):
            first, second = re.findall(rf" *server replica-\d:{port} .*\n", text)
            servers = [first.replace(f"replica-1:{port}", address) for address in addresses]
            text = text.replace(first, "".join(servers)).replace(second, "")
        for port, address in ((50051, self.address), (8080, self.http_address)):
            text = text.replace(f"listen {port}", f"listen {address}")
        text = text.replace("/dev/stdout", str(self.log)).replace("/dev/stderr", str(self.log))
        self.configuration = folder / "nginx.conf"
        self.configuration.write_text(text)
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Nginx:
        assert NGINX is not None
        # The folders of the tests are closed to the user that the workers of a root's nginx have.
        user = "" if os.getuid() else " user root;"
        self._process = subprocess.Popen([NGINX, "-e", self.log, "-c", self.configuration, "-g", f"daemon off;{user}"])
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline and self._process.poll() is None:
            try:
                httpx.get(f"http://{self.http_address}/v1/matches", trust_env=False)
            except httpx.TransportError:
                time.sleep(0.02)
            else:
                return self
        self.__exit__()
        raise AssertionError(f"nginx did not start: {self.log.read_text()}")

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(10)
