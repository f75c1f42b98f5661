"""A match that was backed up as docs/operations.md says is played on after everything else is gone."""

from __future__ import annotations

import asyncio
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import grpc
import pytest
from redis import Redis
from sanguosha.v1 import match_pb2
from sanguosha.v1 import match_service_pb2 as pb

from service.replays.checking import check
from service.store import EmbeddedServer, Store
from tests.service.planting import answered
from tests.service.replay_matches import get_replay
from tests.service.serving import Server
from tests.service.streaming import update_where, watch
from tests.service.tables import Calls, Table, reached, refusal, request_id
from tests.service.valkey import Valkey

SEATS = 4
AOF = {"appendonly": "yes", "repl_diskless_sync_delay": "0"}
OTHER_KEY = "6f" * 32
SOON = 20.0  # seconds


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + SOON
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[Valkey]:
    with Valkey(tmp_path / "redis", **AOF) as server:
        yield server


def snapshot_of(redis: Valkey, copy: Path) -> None:
    with redis.client as client:
        client.bgsave()
        wait_for(lambda: not client.info("persistence")["rdb_bgsave_in_progress"])
        assert client.info("persistence")["rdb_last_bgsave_status"] == "ok"
    shutil.copy(redis.folder / "dump.rdb", copy)


def destroy(redis: Valkey) -> None:
    redis.stop(signal.SIGKILL)
    shutil.rmtree(redis.folder)


def restore_snapshot(redis: Valkey, copy: Path) -> None:
    """With the append-only file off at first: with it on, Redis would begin an empty one, and not look at the rest."""
    redis.folder.mkdir()
    shutil.copy(copy, redis.folder / "dump.rdb")
    redis.start(appendonly="no")
    with redis.client as client:
        client.config_set("appendonly", "yes")
        wait_for(
            lambda: (
                not ((found := client.info("persistence"))["aof_rewrite_in_progress"] or found["aof_rewrite_scheduled"])
            )
        )


async def playing(calls: Calls) -> Table:
    """A match in the midst of play."""
    table = await calls.table(SEATS)
    await table.move(25)
    return table


async def come_back(table: Table) -> None:
    """Until the server has found the store again."""
    async with asyncio.timeout(SOON):
        while True:
            try:
                await table.match()
                return
            except grpc.aio.AioRpcError as error:
                if error.code() != grpc.StatusCode.UNAVAILABLE:
                    raise
                await asyncio.sleep(0.05)


async def play_to_the_end(table: Table) -> None:
    assert (await table.play_out()).state == match_pb2.MATCH_STATE_FINISHED
    report = check(await get_replay(table.calls, table.name))
    assert report.verified, report.findings


async def test_after_a_restore_of_an_earlier_moment_clients_begin_anew_and_requests_happen_once(
    tmp_path: Path, redis: Valkey
) -> None:
    with Server(tmp_path, redis_url=redis.url) as server:
        async with Calls(server.address) as calls, Store(redis.url) as store:
            table = await playing(calls)
            asked = await table.asked()
            kept = request_id()
            reply = await table.act(asked.seat, asked.default_answer, id=kept)
            then = await table.view(0)
            backed_up = await answered(store, table.id)
            snapshot_of(redis, tmp_path / "backup.rdb")

            next_asked = await table.asked()
            lost = request_id()
            await table.act(next_asked.seat, next_asked.default_answer, id=lost)
            await table.move(10)
            ahead = await table.next(0)
            stream = watch(table, 0, ahead.cursor)
            destroy(redis)
            restore_snapshot(redis, tmp_path / "backup.rdb")
            await come_back(table)

            assert await table.view(0) == then
            begun_anew = await table.next(0, cursor=ahead.cursor)
            assert begun_anew.reset == pb.RESET_CURSOR_AHEAD
            assert begun_anew.snapshot == then.view
            assert reached(begun_anew) < reached(ahead)
            stream.cancel()
            again = watch(table, 0, ahead.cursor)
            assert (await update_where(again, lambda update: bool(update.reset))).reset == pb.RESET_CURSOR_AHEAD
            again.cancel()

            assert await table.act(asked.seat, asked.default_answer, id=kept) == reply, "it had happened before"
            assert await answered(store, table.id) == backed_up
            assert await table.asked() == next_asked
            first = await table.act(next_asked.seat, next_asked.default_answer, id=lost)
            assert first.outcome == pb.OUTCOME_APPLIED, "it was lost, and happens now"
            assert await table.act(next_asked.seat, next_asked.default_answer, id=lost) == first
            assert await answered(store, table.id) == backed_up + 1

            redis.stop(signal.SIGKILL)
            redis.start()
            await come_back(table)
            assert await answered(store, table.id) == backed_up + 1, "what was restored is on disk, and so is the rest"
            await play_to_the_end(table)


def copy_while_it_runs(client: Redis, folder: Path, copy: Path) -> None:
    """With the last writes in it, which a busy disk may keep out of the file for a second or two."""
    client.config_set("auto-aof-rewrite-percentage", 0)
    wait_for(lambda: not client.info("persistence")["aof_rewrite_in_progress"])
    wait_for(lambda: not client.info("persistence")["aof_buffer_length"])
    subprocess.run(["cp", "-a", folder, copy], check=True)


async def restored_by_copy(redis: Valkey) -> Valkey:
    """The folder of the append-only file, copied while Redis runs."""
    copy = redis.folder.with_name("copy")
    with redis.client as client:
        copy_while_it_runs(client, redis.folder / "appendonlydir", copy)
    destroy(redis)
    redis.folder.mkdir()
    copy.rename(redis.folder / "appendonlydir")
    return redis.start()


async def restored_by_replica(redis: Valkey) -> Valkey:
    """A replica that takes over."""
    replica = Valkey(redis.folder.with_name("replica"), replicaof=f"127.0.0.1 {redis.port}", **AOF).start()
    with replica.client as client:
        wait_for(lambda: client.info("replication")["master_link_status"] == "up")
        destroy(redis)
        client.execute_command("REPLICAOF", "NO", "ONE")
    return replica


@pytest.mark.parametrize("restored", [restored_by_copy, restored_by_replica])
async def test_a_match_is_played_on_by_other_servers_on_what_was_restored(
    tmp_path: Path, redis: Valkey, restored: Callable[[Valkey], Valkey]
) -> None:
    with Server(tmp_path / "before", redis_url=redis.url) as before:
        async with Calls(before.address) as calls:
            table = await playing(calls)
            then = await table.view(0)
        before.stop(signal.SIGKILL)
    with await restored(redis) as found, Server(tmp_path / "after", redis_url=found.url) as after:
        async with Calls(after.address) as calls:
            table.calls = calls
            assert await table.view(0) == then
            await play_to_the_end(table)


async def test_an_embedded_store_is_restored_from_a_copy_of_its_folder_made_while_it_runs(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    with Server(tmp_path / "before") as before:
        folder = tmp_path / "before/data"
        async with Calls(before.address) as calls:
            table = await playing(calls)
            then = await table.view(0)
            with Redis(unix_socket_path=str(folder / "valkey.sock")) as client:
                copy_while_it_runs(client, folder, copy)
        before.stop(signal.SIGKILL)
    wait_for(lambda: not EmbeddedServer(folder).answers())
    shutil.rmtree(folder)
    with Server(tmp_path / "after", data_dir=copy) as after:
        async with Calls(after.address) as calls:
            table.calls = calls
            assert await table.view(0) == then
            await play_to_the_end(table)


async def test_without_its_server_key_a_restored_match_knows_no_token(tmp_path: Path, redis: Valkey) -> None:
    with Server(tmp_path / "before", redis_url=redis.url) as before:
        async with Calls(before.address) as calls:
            table = await playing(calls)
    with Server(tmp_path / "after", redis_url=redis.url, server_key=OTHER_KEY) as after:
        async with Calls(after.address) as calls:
            table.calls = calls
            assert (await table.match()).state == match_pb2.MATCH_STATE_PLAYING
            assert (await refusal(table.view(0))).reason == "TOKEN_INVALID"
