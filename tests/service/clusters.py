"""A Redis Cluster of primaries with a replica each."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from pathlib import Path

from service.store.cluster import slot_of
from service.store.keys import match_key
from tests.loopback import free_ports
from tests.service.redis_processes import Process, ask, until

SLOTS = 16_384
NODE_TIMEOUT_MS = 600
WITHIN = 30.0  # seconds


class ClusterProcesses:
    """`start`, then `close`. Started when every node knows every slot's node and the replicas have their primaries."""

    def __init__(self, folder: Path, *, primaries: int = 3, replicas: bool = True, password: str = "") -> None:
        self._stack = ExitStack()
        self._primaries = primaries
        self._replicas = replicas
        self.password = password or None
        count = primaries * 2 if replicas else primaries
        ports = free_ports(2 * count)
        login = ("--requirepass", password, "--masterauth", password) if password else ()
        self._buses = dict(zip(ports[:count], ports[count:], strict=True))
        self.nodes = {
            port: Process(
                folder / f"node-{port}",
                port,
                *("--cluster-enabled", "yes", "--cluster-port", str(bus)),
                *("--cluster-node-timeout", str(NODE_TIMEOUT_MS), "--cluster-require-full-coverage", "no"),
                *login,
            )
            for port, bus in self._buses.items()
        }

    @property
    def url(self) -> str:
        login = f":{self.password}@" if self.password else ""
        return f"redis+cluster://{login}" + ",".join(f"127.0.0.1:{port}" for port in self.nodes)

    async def start(self) -> None:
        for node in self.nodes.values():
            self._stack.enter_context(node)
        ports = list(self.nodes)
        for port in ports:
            await until(port, "PING", answer="True", password=self.password)
        primaries = ports[: self._primaries]
        for number, port in enumerate(primaries):
            begin, end = number * SLOTS // len(primaries), (number + 1) * SLOTS // len(primaries) - 1
            await self.ask(port, "CLUSTER ADDSLOTSRANGE", begin, end)
            await self.ask(port, "CLUSTER SET-CONFIG-EPOCH", number + 1)
        for port in ports[1:]:
            await self.ask(ports[0], "CLUSTER MEET", "127.0.0.1", port, self._buses[port])
        for port in ports:
            await until(port, "CLUSTER INFO", answer=f"'cluster_known_nodes': '{len(ports)}'", password=self.password)
        if self._replicas:
            for port, primary in zip(ports[self._primaries :], primaries, strict=True):
                await self.replicate(port, primary)
        await self.healthy()

    def close(self) -> None:
        self._stack.close()

    async def ask(self, port: int, *command: str | int) -> object:
        return await ask(port, *command, password=self.password)

    async def replicate(self, port: int, primary: int) -> None:
        """Make a node the replica of another."""
        name = str(await self.ask(primary, "CLUSTER MYID"))
        await until(port, "CLUSTER NODES", answer=f"127.0.0.1:{primary}", password=self.password)
        await until(port, "CLUSTER REPLICATE", name, answer="True", password=self.password)

    async def healthy(self) -> None:
        """Until every node serves, and every primary has its replica."""
        for port in self.nodes:
            await until(port, "CLUSTER INFO", answer="'cluster_state': 'ok'", password=self.password)
        if not self._replicas:
            return
        async with asyncio.timeout(WITHIN):
            for port in self.nodes:
                while True:
                    about = str(await self.ask(port, "INFO", "replication"))
                    if "'state': 'online'" in about or "'master_link_status': 'up'" in about:
                        break
                    await asyncio.sleep(0.05)

    async def owner_of(self, match_id: str) -> int:
        """The port of the node that has the match."""
        slot = slot_of(match_key(match_id))
        for port, node in self.nodes.items():
            if node.alive:
                ranges = await self.ask(port, "CLUSTER SLOTS")
                assert isinstance(ranges, list)
                return int(next(owner[1] for begin, end, owner, *_ in ranges if begin <= slot <= end))
        raise AssertionError("no node is left")

    async def until_moved(self, match_id: str, port: int) -> None:
        """Until another node than this has the match."""
        async with asyncio.timeout(WITHIN):
            while await self.owner_of(match_id) == port:
                await asyncio.sleep(0.05)


class Migration:
    """A slot on its way from one node to another."""

    def __init__(self, cluster: ClusterProcesses, match_id: str, source: int, target: int) -> None:
        self._cluster = cluster
        self._slot = slot_of(match_key(match_id))
        self._source, self._target = source, target

    async def begin(self) -> None:
        await self._set(self._target, "IMPORTING", self._source)
        await self._set(self._source, "MIGRATING", self._target)

    async def move_keys(self) -> None:
        keys = await self._cluster.ask(self._source, "CLUSTER GETKEYSINSLOT", self._slot, 1000)
        assert isinstance(keys, list)
        login = ("AUTH", self._cluster.password) if self._cluster.password else ()
        await self._cluster.ask(self._source, "MIGRATE", "127.0.0.1", self._target, "", 0, 5000, *login, "KEYS", *keys)

    async def end(self) -> None:
        await self._set(self._target, "NODE", self._target)
        await self._set(self._source, "NODE", self._target)

    async def _set(self, port: int, what: str, other: int) -> None:
        name = str(await self._cluster.ask(other, "CLUSTER MYID"))
        await self._cluster.ask(port, "CLUSTER SETSLOT", self._slot, what, name)
