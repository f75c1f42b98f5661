"""How the Redis server is set up, from what it says about itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from service.config.settings import Settings
from service.store import Store

from .finding import Finding, cannot_tell, fail, ok, warn

OLDEST = (7, 0)  # the scripts carry flags
FULL, NEARLY_FULL = 0.95, 0.8  # of maxmemory
CONFIGURATION = ("appendfsync", "save", "min-replicas-to-write")


class Server(NamedTuple):
    """What INFO and CONFIG GET say; empty where Redis refuses them.

    ours             it is the embedded one
    cluster_address  the address is that of a cluster
    waited_for       how many replicas must have a write before it is acknowledged
    """

    info: dict[str, str]
    configuration: dict[str, str]
    in_cluster: dict[str, str]
    ours: bool = False
    cluster_address: bool = False
    waited_for: int = 0

    @property
    def replicas(self) -> int:
        return int(self.info.get("connected_slaves", 0))


async def server_behind(store: Store, settings: Settings) -> Server:
    """Raises `StoreUnavailable`."""
    info = _lines(await store.inquire("INFO", "ALL"))
    configuration: dict[str, str] = {}
    for name in CONFIGURATION:
        found = await store.inquire("CONFIG", "GET", name)
        if isinstance(found, list) and found:
            configuration[name] = found[1].decode()
    in_cluster = _lines(await store.inquire("CLUSTER", "INFO")) if info.get("cluster_enabled") == "1" else {}
    ours, in_a_cluster = not settings.redis_url, "+cluster:" in settings.redis_url
    return Server(info, configuration, in_cluster, ours, in_a_cluster, settings.redis_wait)


def _lines(reply: object) -> dict[str, str]:
    text = reply.decode() if isinstance(reply, bytes) else ""
    pairs = (line.partition(":") for line in text.splitlines() if not line.startswith("#"))
    return {name: value for name, colon, value in pairs if colon}


def version(server: Server) -> Finding:
    said = server.info.get("redis_version")
    if said is None:
        return cannot_tell("redis version", "INFO")
    valkey = server.info.get("valkey_version")
    name = f"Valkey {valkey} (Redis {said})" if valkey else f"Redis {said}"
    if tuple(int(part) for part in said.split(".")[:2] if part.isdigit()) < OLDEST:
        return fail("redis version", name, "Redis 7.0 or later, or Valkey, is needed")
    return ok("redis version", name)


def role(server: Server) -> Finding:
    said = server.info.get("role")
    if said is None:
        return cannot_tell("redis role", "INFO")
    if said != "master":
        return fail(
            "redis role", "a replica, which takes no writes", "give the primary's address, or that of the sentinels"
        )
    return ok("redis role", "primary")


def eviction(server: Server) -> Finding:
    policy = server.info.get("maxmemory_policy")
    if policy is None:
        return cannot_tell("eviction", "INFO")
    if policy != "noeviction":
        said = f"maxmemory-policy {policy}: Redis deletes matches, or what was answered to a request, when it is full"
        return fail("eviction", said, "set maxmemory-policy noeviction")
    return ok("eviction", "maxmemory-policy noeviction")


def memory(server: Server) -> Finding:
    used, limit = server.info.get("used_memory"), server.info.get("maxmemory")
    if used is None or limit is None:
        return cannot_tell("memory", "INFO")
    in_use = f"{_megabytes(used)} used"
    if not int(limit):
        if server.ours:
            return ok("memory", f"{in_use}, without a limit")
        return warn(
            "memory", f"{in_use}, without a limit: the system ends Redis when there is none left", "set maxmemory"
        )
    uncounted = int(server.info.get("mem_not_counted_for_evict", 0))
    part = (int(used) - uncounted) / int(limit)
    said = f"{in_use} of {_megabytes(limit)} ({part:.0%})"
    if part >= FULL:
        return fail("memory", said, "raise maxmemory, or lower SGS_IDLE_EXPIRY: Redis refuses writes when it is full")
    if part >= NEARLY_FULL:
        return warn("memory", said, "raise maxmemory, or lower SGS_IDLE_EXPIRY")
    return ok("memory", said)


def _megabytes(count: str) -> str:
    return f"{int(count) / 1_000_000:.1f} MB"


def persistence(server: Server) -> Finding:
    check = "persistence"
    if "aof_enabled" not in server.info:
        return cannot_tell(check, "INFO")
    if server.info.get("aof_last_write_status", "ok") != "ok":
        return fail(check, "the append-only file cannot be written", "look at the disk of Redis and at its log")
    if server.info.get("rdb_last_bgsave_status", "ok") != "ok":
        return fail(check, "the last snapshot failed", "look at the disk of Redis, its memory and its log")
    if server.info["aof_enabled"] == "1":
        return _flushed(server.configuration.get("appendfsync"))
    save = server.configuration.get("save")
    if save:
        said = f"snapshots alone (save {save}): what happened after the last one is lost when Redis dies"
        return warn(check, said, "set appendonly yes")
    if save is None or server.replicas:
        return warn(check, "no append-only file", "set appendonly yes, unless replicas on other machines are enough")
    return fail(check, "none: every match is lost when Redis ends", "set appendonly yes")


def _flushed(how: str | None) -> Finding:
    check = "persistence"
    match how:
        case "always":
            return ok(check, "append-only file, on disk before a call is answered")
        case "everysec":
            return ok(check, "append-only file; the last second may be lost when the machine dies, nothing otherwise")
        case None:
            return ok(check, "append-only file; how often it is flushed, this Redis does not tell")
    return warn(
        check, f"append-only file with appendfsync {how}: half a minute may be lost", "set appendfsync everysec"
    )


def replicas(server: Server) -> Finding:
    check, count = "redis replicas", server.replicas
    if "connected_slaves" not in server.info:
        return cannot_tell(check, "INFO")
    wanted = server.configuration.get("min-replicas-to-write")
    good = int(server.info.get("min_slaves_good_slaves", count))
    if wanted is not None and int(wanted) > good:
        said = f"{good} in step, and Redis refuses writes with less than {wanted} (min-replicas-to-write)"
        return fail(check, said, "look at the replicas of Redis, or lower min-replicas-to-write")
    if server.waited_for > count:
        said = f"{count} connected, and every write waits for {server.waited_for} (SGS_REDIS_WAIT)"
        return fail(check, said, "look at the replicas of Redis, or lower SGS_REDIS_WAIT")
    if not count:
        return ok(check, "none" if server.ours else "none: what outlives its machine is in your backups")
    asked = f"; min-replicas-to-write {wanted}" if wanted is not None else ""
    return ok(check, f"{count} connected{asked}")


def cluster(server: Server) -> Finding:
    check = "redis cluster"
    if server.info.get("cluster_enabled") != "1":
        return ok(check, "a single node")
    state = server.in_cluster.get("cluster_state")
    if state is None:
        return cannot_tell(check, "CLUSTER INFO")
    if state != "ok":
        return fail(check, f"cluster_state {state}", "look at the nodes of the cluster and its slots")
    if not server.cluster_address:
        return fail(
            check, "REDIS_URL names a single node, and this is one of a cluster", "write redis+cluster://host:port,..."
        )
    return ok(check, f"{server.in_cluster.get('cluster_size', '?')} primaries")


CHECKS: tuple[Callable[[Server], Finding], ...] = (*(version, role, cluster, replicas, persistence, eviction, memory),)


def findings(server: Server) -> Iterator[Finding]:
    return (check(server) for check in CHECKS)
