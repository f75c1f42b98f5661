"""`sgs doctor` says of each thing that is not well that it is not, and of a server that is well that it is."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from service.cli import main
from service.config.sources import configured
from service.doctor import Finding, Status, examine
from service.doctor import machine as machine_checks
from service.fleet.announcing import Announcement, Fleet
from service.store import EmbeddedServer, Store
from tests.loopback import free_port
from tests.service.conftest import Proxy
from tests.service.serving import EAST, SERVER_KEY, SGS
from tests.service.test_tls import Authority
from tests.service.valkey import Valkey

KEY = "0f1e2d3c4b5a69788796a5b4c3d2e1f00123456789abcdeffedcba9876543210"
WELL = {"appendonly": "yes", "maxmemory": "100mb", "repl_diskless_sync_delay": "0"}


class Usage(NamedTuple):
    """Of a disk."""

    free: int


async def found(environment: dict[str, str]) -> dict[str, Finding]:
    """What a server with these variables is said to be like, by check."""
    return {finding.check: finding async for finding in examine(lambda: configured(environment))}


async def found_of(redis_url: str, **settings: object) -> dict[str, Finding]:
    variables = {f"SGS_{name.upper()}": str(value) for name, value in settings.items()}
    return await found({"REDIS_URL": redis_url, "SGS_SERVER_KEY": KEY, **variables})


def not_well(findings: dict[str, Finding]) -> dict[str, Status]:
    return {check: finding.status for check, finding in findings.items() if finding.status != Status.OK}


@pytest.fixture(scope="module")
def well(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Valkey]:
    with Valkey(tmp_path_factory.mktemp("well"), **WELL) as server:
        yield server


async def test_all_is_well_with_a_server_that_is_set_up_as_advised_and_nothing_is_left_in_it(well: Valkey) -> None:
    findings = await found_of(well.url)
    assert not_well(findings) == {}
    assert {"redis version", "redis role", "scripts", "persistence", "memory", "clock", "rules"} <= set(findings)
    assert well.client.dbsize() == 0


@pytest.mark.parametrize(
    ("settings", "check", "status", "said"),
    [
        ({"maxmemory": "0"}, "memory", Status.WARN, "maxmemory"),
        ({"maxmemory_policy": "allkeys-lru"}, "eviction", Status.FAIL, "noeviction"),
        ({"maxmemory_policy": "volatile-ttl"}, "eviction", Status.FAIL, "noeviction"),
        ({"appendonly": "no"}, "persistence", Status.FAIL, "appendonly yes"),
        ({"appendonly": "no", "save": "3600 1"}, "persistence", Status.WARN, "3600 1"),
        ({"appendfsync": "no"}, "persistence", Status.WARN, "appendfsync"),
        ({"min_replicas_to_write": "1"}, "redis replicas", Status.FAIL, "min-replicas-to-write"),
    ],
)
async def test_what_is_set_up_wrongly_is_said(
    tmp_path: Path, settings: dict[str, str], check: str, status: Status, said: str
) -> None:
    with Valkey(tmp_path, **(WELL | settings)) as server:
        findings = await found_of(server.url)
    assert findings[check].status == status
    assert said in findings[check].said + findings[check].advice
    assert set(not_well(findings)) - {check} <= {"scripts"}, "and nothing else, unless Redis refuses writes for it"


@pytest.mark.parametrize(("part", "status"), [(0.7, Status.OK), (0.87, Status.WARN), (0.98, Status.FAIL)])
async def test_a_store_that_is_nearly_full_is_said_to_be(tmp_path: Path, part: float, status: Status) -> None:
    with Valkey(tmp_path, **WELL) as server:
        with server.client as client:
            client.setrange("something", 10_000_000, "x")  # beside which connections come to little
            client.config_set("maxmemory", int(client.info("memory")["used_memory"] / part))
        findings = await found_of(server.url)
    assert findings["memory"].status == status
    assert ("SGS_IDLE_EXPIRY" in findings["memory"].advice) == (status != Status.OK)


async def test_a_full_store_is_one_that_refuses_the_scripts(tmp_path: Path) -> None:
    with Valkey(tmp_path, **(WELL | {"maxmemory": "100kb"})) as server:
        assert not_well(await found_of(server.url)) == {"memory": Status.FAIL, "scripts": Status.FAIL}


async def test_a_snapshot_that_failed_is_said(tmp_path: Path) -> None:
    with Valkey(tmp_path, **WELL) as server:
        with server.client as client:
            (tmp_path / "dump.rdb").mkdir()  # in the way
            (tmp_path / "dump.rdb/file").touch()
            client.bgsave()
            deadline = time.monotonic() + 10
            while client.info("persistence")["rdb_last_bgsave_status"] == "ok" and time.monotonic() < deadline:
                time.sleep(0.02)
        findings = await found_of(server.url)
    assert findings["persistence"].status == Status.FAIL
    assert "snapshot failed" in findings["persistence"].said


async def test_a_replica_is_not_where_to_write(tmp_path: Path, well: Valkey) -> None:
    with Valkey(tmp_path, replicaof=f"127.0.0.1 {well.port}", **WELL) as replica:
        with replica.client as client:
            deadline = time.monotonic() + 20
            while client.info("replication")["master_link_status"] != "up" and time.monotonic() < deadline:
                time.sleep(0.02)
        findings = await found_of(replica.url)
        of_primary = await found_of(well.url)
    assert not_well(findings) == {"redis role": Status.FAIL, "scripts": Status.FAIL}
    assert of_primary["redis replicas"].said.startswith("1 connected")


async def test_a_node_of_a_cluster_is_no_single_server(tmp_path: Path) -> None:
    with Valkey(tmp_path, cluster_enabled="yes", cluster_port=str(free_port()), **WELL) as server:
        findings = await found_of(server.url)
    assert findings["redis cluster"].status == Status.FAIL
    assert "cluster_state" in findings["redis cluster"].said


async def test_all_is_well_with_a_cluster_that_is_called_one(tmp_path: Path) -> None:
    with Valkey(tmp_path, cluster_enabled="yes", cluster_port=str(free_port()), **WELL) as server:
        with server.client as client:
            client.execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 16383)
            deadline = time.monotonic() + 20
            while client.execute_command("CLUSTER INFO")["cluster_state"] != "ok" and time.monotonic() < deadline:
                time.sleep(0.02)
        single = await found_of(server.url)
        whole = await found_of(server.url.replace("redis:", "redis+cluster:"))
    assert single["redis cluster"].status == Status.FAIL
    assert "redis+cluster://" in single["redis cluster"].advice
    assert not_well(whole) == {}
    assert whole["redis cluster"].said == "1 primaries"


async def test_what_a_managed_server_refuses_to_tell_cannot_be_told(tmp_path: Path) -> None:
    with Valkey(tmp_path, user="default on nopass ~* &* +@all -info -config -cluster", **WELL) as server:
        findings = await found_of(server.url)
    statuses = not_well(findings)
    assert set(statuses.values()) == {Status.WARN}
    assert {"redis version", "redis role", "persistence", "eviction", "memory"} <= set(statuses)
    assert all("cannot tell" in findings[check].said for check in statuses)
    assert findings["scripts"].status == Status.OK


async def test_without_config_the_rest_is_told(tmp_path: Path) -> None:
    with Valkey(tmp_path, user="default on nopass ~* &* +@all -config", **WELL) as server:
        assert not_well(await found_of(server.url)) == {}


@pytest.mark.parametrize("url", ["redis://:hush@127.0.0.1:1", "redis://user:hush@127.0.0.1:{port}"])
async def test_a_redis_that_cannot_be_used_is_the_last_thing_said_and_no_password_is(url: str, tmp_path: Path) -> None:
    with Valkey(tmp_path, requirepass="other", **WELL) as server:
        findings = await found_of(url.format(port=server.port))
    assert list(findings)[-1] == "redis"
    assert findings["redis"].status == Status.FAIL
    assert "hush" not in str(findings)


async def test_an_address_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    findings = await found_of("http://user:hush@127.0.0.1")
    assert (findings["redis"].status, findings["redis"].advice) == (Status.FAIL, "see docs/settings.md")
    assert "hush" not in str(findings)


class SlowProxy(Proxy):
    """Each reply takes its time."""

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, replies: bool) -> None:
        while data := await reader.read(65536):
            await asyncio.sleep(0.02 if replies else 0)
            writer.write(data)
        writer.close()


@pytest.fixture
async def far(embedded: EmbeddedServer) -> AsyncIterator[str]:
    """The address of a store that is far away."""
    proxy = SlowProxy(partial(asyncio.open_unix_connection, embedded.url.removeprefix("unix://")))
    await proxy.open()
    yield proxy.url
    await proxy.close()


async def test_a_redis_that_is_far_away_is_said_to_be(far: str) -> None:
    findings = await found_of(far)
    assert findings["round trip"].status == Status.WARN
    assert findings["clock"].status == Status.OK, "how long a reply takes is no difference of clocks"


@pytest.mark.parametrize(
    ("ahead", "status"), [(0.5, Status.OK), (-5, Status.WARN), (5, Status.WARN), (-60, Status.FAIL)]
)
async def test_clocks_that_differ_are_said_to(
    well: Valkey, monkeypatch: pytest.MonkeyPatch, ahead: float, status: Status
) -> None:
    now = time.time
    monkeypatch.setattr("service.doctor.conversation.time.time", lambda: now() + ahead)
    finding = (await found_of(well.url))["clock"]
    assert finding.status == status
    assert ("behind" if ahead > 0 else "ahead of") in finding.said


@pytest.mark.parametrize(
    ("settings", "check", "status", "said"),
    [
        ({"server_key": "5e" * 32}, "server key", Status.FAIL, "random"),
        ({"server_key": KEY[:10]}, "settings", Status.FAIL, "SGS_SERVER_KEY"),
        ({"host": "0.0.0.0", "open_to_all": "true"}, "API keys", Status.WARN, "SGS_API_KEYS"),
        ({"host": "0.0.0.0"}, "settings", Status.FAIL, "SGS_HOST"),
        ({"api_keys": f"east:{EAST}"}, "API keys", Status.WARN, "east"),
        ({"api_keys": f"east:{'ab' * 16}"}, "API keys", Status.WARN, "east"),
        ({"api_keys": f"east:{KEY}"}, "API keys", Status.OK, "1"),
        ({"archive": "/dev/null/archive"}, "archive", Status.FAIL, "Not a directory"),
        ({"archive": "s3://bucket/@"}, "archive", Status.FAIL, "credentials"),
        ({"no_such": "1"}, "settings", Status.FAIL, "SGS_NO_SUCH"),
        ({"host": "192.0.2.1", "open_to_all": "true"}, "address", Status.FAIL, "SGS_HOST"),
        ({"metrics_host": "192.0.2.1"}, "address of metrics", Status.FAIL, "SGS_METRICS_HOST"),
    ],
)
async def test_what_is_configured_badly_is_said(
    well: Valkey,
    monkeypatch: pytest.MonkeyPatch,
    settings: dict[str, str],
    check: str,
    status: Status,
    said: str,
) -> None:
    for name in [name for name in os.environ if name.startswith("AWS_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    finding = (await found_of(well.url, **settings))[check]
    assert finding.status == status
    assert said in finding.said + finding.advice
    assert KEY not in str(finding)
    assert EAST not in str(finding)


async def test_a_key_in_a_file_that_is_easily_guessed_is_said_to_be(well: Valkey, tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    keys.write_text(f"# of the shops\neast:{KEY}\nwest/admin:{EAST}\n")
    finding = (await found_of(well.url, api_keys_file=keys))["API keys"]
    assert finding.status == Status.WARN
    assert "west/admin" in finding.said
    assert "east" not in finding.said


async def test_a_file_of_keys_that_everybody_may_read_is_said_to_be(well: Valkey, tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    keys.write_text(f"east:{KEY}\n")
    for mode, status in ((0o640, Status.OK), (0o644, Status.WARN)):
        keys.chmod(mode)
        assert (await found_of(well.url, api_keys_file=keys))["API keys"].status == status


@pytest.mark.parametrize(("days", "status"), [(100, Status.OK), (3, Status.WARN), (-1, Status.FAIL)])
async def test_a_certificate_that_expires_is_said_to(well: Valkey, tmp_path: Path, days: int, status: Status) -> None:
    now = datetime.now(UTC)
    made = {"not_before": now - timedelta(days=9), "not_after": now + timedelta(days=days)}
    cert, key = Authority(tmp_path, "ours").certify("server", **made)
    assert (await found_of(well.url, tls_cert=cert, tls_key=key))["TLS"].status == status


async def test_without_tls_beyond_loopback_everybody_on_the_way_can_read(well: Valkey) -> None:
    assert (await found_of(well.url, host="0.0.0.0", api_keys=f"east:{KEY}"))["TLS"].status == Status.WARN


async def test_replicas_that_every_write_would_wait_for_in_vain_are_said_to_be_missing(well: Valkey) -> None:
    finding = (await found_of(well.url, redis_wait=1))["redis replicas"]
    assert finding.status == Status.FAIL
    assert "SGS_REDIS_WAIT" in finding.said


async def test_a_key_that_an_embedded_store_made_for_itself_is_known_again(well: Valkey, tmp_path: Path) -> None:
    (tmp_path / "server.key").write_text(KEY)
    finding = (await found_of(well.url, data_dir=tmp_path))["server key"]
    assert finding.status == Status.WARN
    assert KEY not in str(finding)


async def test_what_is_not_redis_is_said_to_be_none(tmp_path: Path) -> None:
    async def agree(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while line := await reader.readline():
            if line.startswith(b"*"):  # a command
                writer.write(b"+OK\r\n")

    async with await asyncio.start_server(agree, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        assert "what no Redis does" in (await found_of(f"redis://127.0.0.1:{port}"))["redis"].said


async def test_what_is_no_server_among_the_announced_is_not_counted(well: Valkey) -> None:
    well.client.hset("servers", mapping={"a": "9999999999999", "b": "9999999999999{}"})
    assert (await found_of(well.url))["servers"].said == "0 on this store"
    well.client.delete("servers")


async def test_servers_with_other_rules_are_said_to_be_there(well: Valkey) -> None:
    async with Store(well.url) as store:
        like_us, others = Fleet(store), Fleet(store)
        await like_us.look_around()
        assert (await found_of(well.url))["servers"].said == "1 on this store"
        others.me = Announcement("", "of another day", 1)
        await others.look_around()
        findings = await found_of(well.url)
        assert findings["servers"].status == Status.WARN
        assert "2 on this store, 1 of them with other rules: of another day" in findings["servers"].said
    well.client.flushall()


async def test_an_archive_that_takes_files_is_left_as_it_was(well: Valkey, tmp_path: Path) -> None:
    findings = await found_of(well.url, archive=tmp_path)
    assert findings["archive"].status == Status.OK
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("free", "status"), [(5 * 10**8, Status.WARN), (10**7, Status.FAIL)])
async def test_a_disk_that_is_nearly_full_is_said_to_be(
    well: Valkey, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, status: Status
) -> None:
    monkeypatch.setattr(machine_checks.shutil, "disk_usage", lambda _: Usage(free))
    assert (await found_of(well.url, archive=tmp_path))["archive"].status == status


async def test_without_a_redis_the_embedded_one_is_tried_and_nothing_is_begun(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    findings = await found({"SGS_DATA_DIR": str(folder)})
    assert not_well(findings) == {}
    assert "could be started" in findings["embedded store"].said
    assert "of 1073.7 MB" in findings["memory"].said, "the bound that the server will give it"
    assert not folder.exists()


async def test_an_embedded_store_that_runs_is_the_one_that_is_looked_at(embedded: EmbeddedServer) -> None:
    folder = Path(embedded.url.removeprefix("unix://")).parent
    findings = await found({"SGS_DATA_DIR": str(folder)})
    assert "is running" in findings["embedded store"].said
    assert findings["scripts"].status == Status.OK


@pytest.mark.parametrize(("name", "mode", "check"), [("server.key", 0o644, "server key"), (".", 0o755, "data folder")])
async def test_a_data_folder_that_is_open_to_others_is_said_to_be(
    tmp_path: Path, name: str, mode: int, check: str
) -> None:
    tmp_path.chmod(0o700)
    (tmp_path / "server.key").write_text(KEY)
    (tmp_path / "server.key").chmod(0o600)
    (tmp_path / name).chmod(mode)
    findings = await found({"SGS_DATA_DIR": str(tmp_path)})
    assert list(not_well(findings)) == [check]
    assert "chmod" in findings[check].said + findings[check].advice


async def test_a_data_folder_that_is_none_is_said_to_be(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    assert (await found({"SGS_DATA_DIR": str(tmp_path / "data")}))["data folder"].status == Status.FAIL


def test_the_command_says_a_line_for_each_check_and_its_code_whether_all_is_well(
    well: Valkey, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REDIS_URL", well.url)
    monkeypatch.setenv("SGS_SERVER_KEY", KEY)
    assert main(["doctor"]) == 0
    *lines, last = capsys.readouterr().out.splitlines()
    assert {line[:6] for line in lines} == {"ok    "}
    assert last == f"{len(lines)} ok, 0 warn, 0 fail"
    monkeypatch.setenv("SGS_SERVER_KEY", SERVER_KEY)
    assert main(["doctor"]) == 1
    assert any(line.startswith("fail  server key: ") for line in capsys.readouterr().out.splitlines())


def test_the_command_says_it_as_json(well: Valkey) -> None:
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("SGS_", "REDIS_URL"))}
    environment = {**clean, "REDIS_URL": well.url, "SGS_SERVER_KEY": KEY}
    done = subprocess.run(
        [SGS, "doctor", "--json", "--host", "0.0.0.0"], env=environment, capture_output=True, text=True
    )
    whole: dict[str, Any] = json.loads(done.stdout)
    assert (done.returncode, done.stderr, whole["well"]) == (1, "", False)
    (check,) = whole["checks"]
    assert set(check) == {"check", "status", "said", "advice"}
    assert (check["check"], check["status"]) == ("settings", "fail")
