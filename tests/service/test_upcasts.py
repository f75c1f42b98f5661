"""Whatever was stored once is read for ever: matches of every format are kept in tests/data/stored."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.codec import decode_snapshot
from service.config.settings import Settings
from service.errors import ServiceError
from service.fleet.rules_version import rules_version
from service.hosting import Host
from service.matches import stored as stored_module
from service.matches import upcasts
from service.matches.stored import State, decode_event, decode_log, decode_stored, encode_stored
from service.store import Request as StoreRequest
from service.store import Store, Write, new_commit_id
from service.telemetry.metrics import Metrics
from tests.corpus.gathering import FOLDER, PLACES, corpus, read

CORPUS = corpus()


def test_matches_of_every_format_are_kept() -> None:
    folders = [path.name for path in FOLDER.iterdir()]
    assert {int(folder.partition("-")[0]) for folder in folders} == set(range(1, upcasts.FORMAT + 1))
    assert sorted(upcasts.UPCASTS) == list(range(1, upcasts.FORMAT))
    for folder in folders:
        names = {name.partition("/")[2] for name in CORPUS if name.startswith(f"{folder}/")}
        assert names >= {"lobby", "held", "conceding", "finished", "abandoned", *PLACES}


@pytest.mark.parametrize("name", CORPUS)
def test_all_that_is_stored_of_a_match_is_read(name: str) -> None:
    kept = read(CORPUS[name])
    stored = decode_stored(kept.state)
    assert len(list(map(decode_event, kept.events))) == (stored.record.event_count if stored.record else 0)
    assert bool(list(map(decode_log, kept.log))) == (stored.record is not None)
    assert decode_stored(encode_stored(stored)) == stored
    if stored.record:
        snapshot = decode_snapshot(stored.record.checkpoint)
        assert len(snapshot.players) == len(stored.seats) == stored.ruleset.seats


@pytest.mark.parametrize("name", CORPUS)
async def test_a_match_goes_on_or_waits_for_its_rules(name: str, store: Store) -> None:
    kept = read(CORPUS[name])
    write = Write(commit=new_commit_id(), state=kept.state, events=kept.events, log=kept.log)
    await store.create("kept", StoreRequest.of("", "kept", b""), write)
    hosted = await Host(store, Settings(), Metrics()).read("kept")
    if hosted.fault is not None:
        assert hosted.fault.reason in ("RULES_VERSION_UNAVAILABLE", "PACK_UNAVAILABLE")
        assert hosted.stored.rules_version != rules_version()
    else:
        assert (hosted.sound is not None) == (hosted.stored.record is not None)
        assert hosted.stored.state != State.PLAYING or hosted.sound is not None


def test_a_match_is_brought_from_format_to_format(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the next two formats were there: one that renames the host, one that puts a field in front of all."""
    lobby = next(path for name, path in CORPUS.items() if name.startswith(f"{upcasts.FORMAT}-") and "lobby" in name)
    kept = decode_stored(read(lobby).state)

    def renamed(fields: list[Any]) -> list[Any]:
        return [fields[0], "somebody else", *fields[2:]]

    def dropped(fields: list[Any]) -> list[Any]:
        return fields[1:]

    now = upcasts.FORMAT
    body = msgspec.msgpack.encode(["in front", *msgspec.msgpack.decode(msgspec.msgpack.encode(kept))])
    numbered = bytes([now]) + body
    older = stored_module._digest(numbered) + numbered
    monkeypatch.setattr(upcasts, "FORMAT", now + 2)
    monkeypatch.setattr(stored_module, "FORMAT", now + 2)
    monkeypatch.setattr(upcasts, "UPCASTS", {now: dropped, now + 1: renamed})
    assert decode_stored(older) == msgspec.structs.replace(kept, host="somebody else")


def test_a_match_that_a_later_server_stored_is_refused_with_its_format() -> None:
    numbered = bytes([upcasts.FORMAT + 1]) + b"whatever that will be"
    with pytest.raises(ServiceError) as refused:
        decode_stored(stored_module._digest(numbered) + numbered)
    assert refused.value.reason == "RULES_VERSION_UNAVAILABLE"
    assert refused.value.metadata == {"stored_format": str(upcasts.FORMAT + 1)}


def test_what_is_kept_is_never_written_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.corpus import __main__ as writing

    folder = tmp_path / f"{upcasts.FORMAT}-{rules_version()}"
    folder.mkdir()
    monkeypatch.setattr(writing, "FOLDER", tmp_path)
    assert writing.main() == 1
    assert not list(folder.iterdir())
