"""A primary with replicas, and the sentinels that watch them."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from pathlib import Path
from typing import Self
from urllib.parse import quote

from tests.loopback import free_ports
from tests.service.redis_processes import Process, ask, until, until_replicated

SERVICE = "matches"


class Watched:
    """`start`, then `close`; or `async with`. Started when the sentinels know the replicas and each other.
    `down_after_ms`: how long a server may be silent before they take it to be down."""

    def __init__(
        self,
        folder: Path,
        *,
        replicas: int,
        sentinels: int,
        password: str = "",
        theirs: str = "",
        down_after_ms: int = 300,
    ) -> None:
        self._stack = ExitStack()
        self._password, self._theirs = password or None, theirs or None
        first, *ports = free_ports(1 + replicas + sentinels)
        login = ("--requirepass", password, "--masterauth", password) if password else ()
        self.primary = Process(folder / "primary", first, *login)
        self.replicas = [
            Process(folder / f"replica-{port}", port, "--replicaof", f"127.0.0.1 {first}", *login)
            for port in ports[:replicas]
        ]
        self.sentinels = []
        for port in ports[replicas:]:
            configuration = folder / f"sentinel-{port}.conf"
            configuration.write_text(
                f"sentinel monitor {SERVICE} 127.0.0.1 {first} {sentinels // 2 + 1}\n"
                f"sentinel down-after-milliseconds {SERVICE} {down_after_ms}\n"
                f"sentinel failover-timeout {SERVICE} 2000\n"
                + (f"sentinel auth-pass {SERVICE} {password}\n" if password else "")
                + (f"requirepass {theirs}\nsentinel sentinel-pass {theirs}\n" if theirs else "")
            )
            self.sentinels.append(Process(folder / f"sentinel-{port}", port, str(configuration), "--sentinel"))

    @property
    def url(self) -> str:
        hosts = ",".join(f"127.0.0.1:{sentinel.port}" for sentinel in self.sentinels)
        login = f":{quote(self._password, safe='')}@" if self._password else ""
        theirs = f"?sentinel_password={quote(self._theirs)}" if self._theirs else ""
        return f"redis+sentinel://{login}{hosts}/{SERVICE}{theirs}"

    async def start(self) -> None:
        for process in (self.primary, *self.replicas):
            self._stack.enter_context(process)
        await until_replicated(self.primary.port, len(self.replicas), password=self._password)
        for process in self.sentinels:  # which now find the replicas at once; they look again only every ten seconds
            self._stack.enter_context(process)
        for sentinel in self.sentinels:
            for replica in self.replicas:
                await until(
                    sentinel.port, "SENTINEL", "replicas", SERVICE, answer=str(replica.port), password=self._theirs
                )
            await until(
                sentinel.port, "INFO", "sentinel", answer=f"'sentinels': {len(self.sentinels)}", password=self._theirs
            )

    def close(self) -> None:
        self._stack.close()

    async def __aenter__(self) -> Self:
        try:
            await self.start()
        except BaseException:
            self.close()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    async def named(self) -> int:
        """The port of the primary, as the first sentinel has it."""
        answer = await ask(
            self.sentinels[0].port, "SENTINEL", "GET-MASTER-ADDR-BY-NAME", SERVICE, password=self._theirs
        )
        assert isinstance(answer, (list, tuple))
        return int(answer[1])

    async def until_another(self, port: int) -> None:
        """Until the sentinels name another primary than this."""
        async with asyncio.timeout(20):
            while await self.named() == port:
                await asyncio.sleep(0.05)
