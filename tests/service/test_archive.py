"""The replay of a match is archived when it is over: whole, again until it is kept, and not for ever."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from errno import ENOSPC
from pathlib import Path

import boto3
import pytest
from moto.server import ThreadedMotoServer
from redis.asyncio import Redis
from sanguosha.v1 import match_pb2
from sanguosha.v1 import match_service_pb2 as pb

from service.config.settings import ConfigError
from service.duty.archive import Archive, ArchiveError, Folder, name_of, place_at
from service.duty.errands import Errands
from service.duty.owed import DONE, PAUSES_MS
from service.errors import ServiceError
from service.hosting import Host
from service.matches.stored import Stored, decode_stored
from service.replays import file as replay_file
from service.store import BUCKETS, EmbeddedServer, Store, bucket_of
from service.store.keys import due_key, expiry_key
from tests.service.replay_matches import get_replay
from tests.service.replica import SOMEBODY, Replica
from tests.service.serving import SGS, Server
from tests.service.tables import Calls, request_id, ruleset
from tests.service.test_webhook import DONE as TAKEN
from tests.service.test_webhook import receiving

SOON = 20.0  # seconds
BOTS = range(5)
BUCKET = "replays"


@pytest.fixture(scope="module")
def s3() -> Iterator[str]:
    """The address of something that speaks like S3."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    yield "http://{}:{}".format(*server.get_host_and_port())
    server.stop()


@pytest.fixture
def aws(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """The environment in which boto3 finds keys and nothing of this machine's."""
    for name in [name for name in os.environ if name.startswith("AWS_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "somebody")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "hush")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-central-1")
    return monkeypatch


async def abandoned(replica: Replica) -> str:
    """The id of a match that was broken off."""
    match_id = await replica.table(bots=BOTS)
    await replica.serve_due(match_id)
    await replica.app.call("AbandonMatch")(
        pb.AbandonMatchRequest(name=f"matches/{match_id}", request_id=request_id()), SOMEBODY
    )
    return match_id


async def stored(store: Store, match_id: str) -> Stored:
    found = await store.load(match_id)
    assert found is not None
    return decode_stored(found.state)


def archives(replica: Replica, outcome: str) -> float:
    registry = replica.app.backend.metrics.registry
    return registry.get_sample_value("sanguosha_archives_total", {"outcome": outcome}) or 0


def files(folder: Path) -> list[Path]:
    """All there are, also what begins with a dot."""
    return [path for path in folder.rglob("*") if path.is_file()]


def obstruct(folder: Path, stored: Stored) -> Path:
    """A file where the archive wants a folder."""
    obstacle = folder / Path(name_of("any", stored)).parts[0]
    obstacle.touch()
    return obstacle


async def test_a_server_archives_what_get_replay_gives_and_verify_verifies(
    tmp_path: Path, apart: EmbeddedServer, apart_records: Store
) -> None:
    folder = tmp_path / "not/yet/there"
    with Server(tmp_path, redis_url=apart.url, archive=folder, bot_delay_ms=0, sweep_ms=20) as server:
        async with Calls(server.address) as calls:
            match = await calls.create(5, bots=BOTS)
            await calls.start(match.name)
            async with asyncio.timeout(SOON):
                while not server.metric("sanguosha_archives_total", outcome="written"):
                    await asyncio.sleep(0.02)
            replay = await get_replay(calls, match.name)
    match_id = match.name.removeprefix("matches/")
    path = folder / name_of(match_id, await stored(apart_records, match_id))
    assert files(folder) == [path]
    assert path.relative_to(folder).as_posix() == f"{match.create_time.ToDatetime():%Y/%m}/{match_id}.json"
    assert path.read_text() == replay_file.to_json(replay)
    assert not path.stat().st_mode & 0o007
    verified = subprocess.run([SGS, "replay", "verify", path], capture_output=True, text=True)
    assert verified.returncode == 0, verified.stderr


async def test_at_s3_a_replay_is_an_object_below_the_prefix(
    store: Store, s3: str, aws: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    aws.setenv("AWS_ENDPOINT_URL_S3", s3)
    client = boto3.client("s3")
    client.create_bucket(Bucket=BUCKET, CreateBucketConfiguration={"LocationConstraint": "eu-central-1"})
    replica = Replica(store, archive=f"s3://{BUCKET}/some/where/", bot_delay_ms=0)
    match_id = await abandoned(replica)
    await replica.serve_due(match_id)
    (kept,) = client.list_objects_v2(Bucket=BUCKET)["Contents"]
    assert kept["Key"] == f"some/where/{name_of(match_id, await stored(store, match_id))}"
    found = client.get_object(Bucket=BUCKET, Key=kept["Key"])
    assert found["ContentType"] == "application/json"
    assert replay_file.parse(found["Body"].read()).match.name == f"matches/{match_id}"
    assert archives(replica, "written") == 1


async def test_a_bucket_that_is_not_there_is_a_failed_try(store: Store, s3: str, aws: pytest.MonkeyPatch) -> None:
    aws.setenv("AWS_ENDPOINT_URL_S3", s3)
    replica = Replica(store, archive="s3://nowhere", bot_delay_ms=0)
    match_id = await abandoned(replica)
    await replica.serve_due(match_id)
    assert (await stored(store, match_id)).archive_tries == 1


async def test_nothing_is_archived_of_a_match_that_goes_on_or_never_began(store: Store, tmp_path: Path) -> None:
    replica = Replica(store, archive=str(tmp_path), bot_delay_ms=0)
    playing = await replica.table(bots=range(4))
    create = pb.CreateMatchRequest(match=match_pb2.Match(ruleset=ruleset(4)), request_id=request_id())
    lobby = (await replica.app.call("CreateMatch")(create, SOMEBODY)).name
    await replica.app.call("AbandonMatch")(pb.AbandonMatchRequest(name=lobby, request_id=request_id()), SOMEBODY)
    for match_id in (playing, lobby.removeprefix("matches/")):
        await replica.serve_due(match_id)
    assert files(tmp_path) == []


async def test_a_match_that_is_not_over_cannot_be_archived(store: Store, tmp_path: Path) -> None:
    playing = await Replica(store).table()
    with pytest.raises(ArchiveError):
        await Archive(Folder(tmp_path)).keep(playing, await stored(store, playing), await store.log(playing))
    assert files(tmp_path) == []


async def test_without_an_archive_a_match_that_is_over_is_due_for_nothing(store: Store) -> None:
    await abandoned(Replica(store))
    assert await store.claim_due(range(BUCKETS), 10, 1000) == []


async def test_a_replay_that_cannot_be_kept_is_tried_again_later_and_later_and_given_up_at_last(
    store: Store, redis: Redis, tmp_path: Path
) -> None:
    replica = Replica(store, archive=str(tmp_path), bot_delay_ms=0)
    match_id = await abandoned(replica)
    obstruct(tmp_path, await stored(store, match_id))
    bucket = bucket_of(match_id)
    for tries, pause in enumerate(PAUSES_MS):
        assert (await stored(store, match_id)).archive_tries == tries
        due_ms = await redis.zscore(due_key(bucket), match_id)
        assert due_ms == pytest.approx(await store.now_ms() + pause, abs=1000)
        assert await redis.zscore(expiry_key(bucket), match_id) is None, "it may not be deleted while it owes"
        await replica.serve_due(match_id)
    assert archives(replica, "failed") == len(PAUSES_MS) - 1
    assert archives(replica, "given_up") == 1
    assert await redis.zscore(due_key(bucket), match_id) is None
    assert await redis.zscore(expiry_key(bucket), match_id) is not None


async def test_what_failed_is_kept_once_it_can_be(store: Store, redis: Redis, tmp_path: Path) -> None:
    replica = Replica(store, archive=str(tmp_path), bot_delay_ms=0)
    match_id = await abandoned(replica)
    obstacle = obstruct(tmp_path, await stored(store, match_id))
    await replica.serve_due(match_id)
    obstacle.unlink()
    await replica.serve_due(match_id)
    assert len(files(tmp_path)) == 1
    assert (await stored(store, match_id)).archive_tries == DONE
    assert await redis.zscore(expiry_key(bucket_of(match_id)), match_id) is not None


async def test_a_disk_that_is_full_leaves_no_part_of_a_file(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(ENOSPC, "No space left on device")

    replica = Replica(store, archive=str(tmp_path), bot_delay_ms=0)
    match_id = await abandoned(replica)
    monkeypatch.setattr("service.duty.archive.os.fsync", full)
    await replica.serve_due(match_id)
    assert files(tmp_path) == []
    assert (await stored(store, match_id)).archive_tries == 1


async def test_a_replica_that_dies_before_it_is_noted_leaves_a_file_that_the_next_one_writes_again(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dying, next_one = (Replica(store, archive=str(tmp_path), bot_delay_ms=0) for _ in range(2))
    match_id = await abandoned(dying)
    step = Host.step

    async def never_noted(host: Host, *arguments: object) -> bytes:
        if files(tmp_path):
            raise ServiceError("STORE_UNAVAILABLE", "as if it had died")
        return await step(host, *arguments)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(Host, "step", never_noted)
        await dying.serve_due(match_id)
    (path,) = files(tmp_path)
    first = path.read_bytes()
    assert (await stored(store, match_id)).archive_tries == 0
    await next_one.serve_due(match_id)
    assert files(tmp_path) == [path]
    assert path.read_bytes() == first
    assert (await stored(store, match_id)).archive_tries == DONE


async def test_a_try_that_fails_late_does_not_undo_that_another_replica_kept_the_replay(
    store: Store, tmp_path: Path
) -> None:
    late, other = (Replica(store, archive=str(tmp_path / name), bot_delay_ms=0) for name in ("late", "other"))
    match_id = await abandoned(late)
    obstruct(tmp_path / "late", await stored(store, match_id))
    owing = await late.app.backend.host.read(match_id)
    await other.serve_due(match_id)
    errands = Errands(late.app.backend)
    errands.begin(owing, await store.now_ms())
    await errands.settled()
    assert archives(late, "failed") == 1
    assert (await stored(store, match_id)).archive_tries == DONE


async def test_a_result_and_a_replay_are_owed_each_by_itself(store: Store, tmp_path: Path) -> None:
    replica = Replica(store, archive=str(tmp_path), webhook_hosts="127.0.0.1", bot_delay_ms=0)
    async with receiving(TAKEN) as receiver:
        create = pb.CreateMatchRequest(
            match=match_pb2.Match(ruleset=ruleset(4), auto_start=True),
            bot_seats=range(4),
            webhook_uri=receiver.uri,
            request_id=request_id(),
        )
        name = (await replica.app.call("CreateMatch")(create, SOMEBODY)).name
        match_id = name.removeprefix("matches/")
        await replica.app.call("AbandonMatch")(pb.AbandonMatchRequest(name=name, request_id=request_id()), SOMEBODY)
        obstacle = obstruct(tmp_path, await stored(store, match_id))
        await replica.serve_due(match_id)
        found = await stored(store, match_id)
        assert (found.webhook_tries, found.archive_tries) == (DONE, 1)
        obstacle.unlink()
        await replica.serve_due(match_id)
        assert receiver.received.qsize() == 1
    assert (await stored(store, match_id)).archive_tries == DONE


async def test_a_replica_without_an_archive_lets_go_of_what_another_one_owes(
    store: Store, redis: Redis, tmp_path: Path
) -> None:
    match_id = await abandoned(Replica(store, archive=str(tmp_path), bot_delay_ms=0))
    await Replica(store).serve_due(match_id)
    assert await store.claim_due(range(BUCKETS), 10, 1000) == []
    assert await redis.zscore(expiry_key(bucket_of(match_id)), match_id) is not None


async def test_a_store_of_objects_that_never_answers_holds_up_no_match(
    tmp_path: Path, apart: EmbeddedServer, aws: pytest.MonkeyPatch
) -> None:
    connected = asyncio.Event()

    async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connected.set()
        await reader.read()
        writer.close()

    async with await asyncio.start_server(say_nothing, "127.0.0.1", 0) as silent:
        aws.setenv("AWS_ENDPOINT_URL_S3", f"http://127.0.0.1:{silent.sockets[0].getsockname()[1]}")
        with Server(tmp_path, redis_url=apart.url, archive=f"s3://{BUCKET}", bot_delay_ms=0, sweep_ms=10) as server:
            async with Calls(server.address) as calls, asyncio.timeout(SOON):
                first, second = [await calls.create(4, bots=range(4)) for _ in range(2)]
                await calls.start(first.name)
                await calls.abandon(first.name)
                await connected.wait()
                await calls.start(second.name)
                assert not server.metric("sanguosha_archives_total", outcome="failed"), "it was answered meanwhile"
                while (await calls.get(second.name)).state != match_pb2.MATCH_STATE_FINISHED:
                    await asyncio.sleep(0.02)
                while not server.metric("sanguosha_archives_total", outcome="failed"):
                    await asyncio.sleep(0.05)
        assert "hush" not in server.log()


@pytest.mark.parametrize(
    "address", ["gs://bucket/prefix", "s3://", "s3:///prefix", "s3://key:hush@bucket/", "s3://bucket/?x=1", "s3://[x/"]
)
def test_an_archive_that_is_neither_a_folder_nor_a_bucket_is_refused(address: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="SGS_ARCHIVE: write") as refused:
        place_at(address)
    assert "hush" not in str(refused.value)


def test_a_server_whose_archive_cannot_be_made_does_not_start(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    server = Server(tmp_path, archive=tmp_path / "file/archive")
    assert server.run() == 2
    assert "SGS_ARCHIVE: Not a directory" in server.log()


def test_what_s3_takes_is_said_where_it_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "boto3", None)
    with pytest.raises(ConfigError, match=r"pip install 'sanguosha\[s3\]'"):
        place_at(f"s3://{BUCKET}")
