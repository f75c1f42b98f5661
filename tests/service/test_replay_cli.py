"""`sgs replay`: fetched from a real server, verified and read without one."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from google.protobuf import json_format
from sanguosha.v1 import match_pb2
from sanguosha.v1 import match_service_pb2 as pb
from sanguosha.v1 import replay_service_pb2 as replays

from service.cli import main
from service.commands.connection import Connection, request_id
from service.replays.file import MOST_BYTES, parse, to_json
from service.replays.steps import steps_digest
from tests.service.replay_matches import KINDS, SEATS, play_everything
from tests.service.serving import SGS, Server

Captured = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server"), bot_delay_ms=0, sweep_ms=2) as running:
        yield running


@pytest.fixture(scope="module")
def played(server: Server) -> dict[str, replays.Replay]:
    return asyncio.run(play_everything(server.address))


@pytest.fixture
def files(played: dict[str, replays.Replay], tmp_path: Path) -> dict[str, Path]:
    """Every replay as a file of its own, which a test may change."""
    found = {kind: tmp_path / f"{kind}.json" for kind in KINDS}
    for kind, path in found.items():
        path.write_text(to_json(played[kind]), encoding="utf-8")
    return found


def replay(*words: str | Path) -> int:
    return main(["replay", *map(str, words)])


def test_a_replay_that_was_fetched_is_verified(
    server: Server, played: dict[str, replays.Replay], tmp_path: Path, capsys: Captured
) -> None:
    name, path = played["players"].match.name, tmp_path / "match.json"
    assert replay("get", name, "--address", server.address, "--out", path) == 0
    assert capsys.readouterr().out == ""
    assert parse(path.read_bytes()) == played["players"]
    assert replay("get", name.removeprefix("matches/"), "--address", server.address) == 0
    assert capsys.readouterr().out == path.read_text(encoding="utf-8")
    assert replay("verify", path) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"{path}: verified\n  ok  commitment: SHA-256 of seed and salt is ")
    assert re.search(r"\d+ answers and \d+ events played again in \d+\.\d\d s", said)
    assert "ok  result: " in said
    assert "the creator of the match chose its seed" in said


def test_each_file_is_verified(files: dict[str, Path], capsys: Captured) -> None:
    assert replay("verify", *files.values()) == 0
    assert capsys.readouterr().out.count(": verified\n") == len(KINDS)


def test_one_bad_file_among_good_ones_fails_and_the_others_are_verified(
    files: dict[str, Path], capsys: Captured
) -> None:
    broken, kept = files["house"], files["players"]
    whole = parse(broken.read_bytes())
    broken.write_text(broken.read_text().replace(b64encode(whole.match.salt).decode(), b64encode(bytes(16)).decode()))
    missing = kept.with_name("missing.json")
    assert replay("verify", missing, broken, kept) == 1
    said = capsys.readouterr()
    assert said.err == f"sgs: {missing}: No such file or directory\n"
    assert f"{broken}: NOT verified\n  NO  commitment: SHA-256 of seed and salt is not " in said.out
    assert f"{kept}: verified\n" in said.out


def test_an_altered_answer_is_named(files: dict[str, Path], capsys: Captured) -> None:
    altered = parse(files["players"].read_bytes())
    step = altered.steps[30]
    step.answer.option = "no such\x1b[2J"
    altered.steps_digest = steps_digest(altered.steps)
    files["players"].write_bytes(altered.SerializeToString())
    assert replay("verify", files["players"]) == 1
    said = capsys.readouterr().out
    assert f"NO  answers: answer {step.answer.decision} of seat {step.answer.seat} is not listed (step 31)" in said
    assert "\x1b" not in said
    assert replay("show", files["players"]) == 1
    shown = capsys.readouterr()
    assert shown.out.count("\n") > 30  # as far as it leads
    assert "is not listed (step 31)" in shown.err


def test_other_rules_are_named(files: dict[str, Path], capsys: Captured) -> None:
    other = parse(files["house"].read_bytes())
    for step in other.steps:
        step.rules_version = "0123456789abcdef"
    other.steps_digest = steps_digest(other.steps)
    files["house"].write_bytes(other.SerializeToString())
    assert replay("verify", files["house"]) == 0
    assert "--  played by rules 0123456789abcdef, looked at with rules " in capsys.readouterr().out


def test_a_replay_is_only_for_those_who_may_watch(server: Server, tmp_path: Path, capsys: Captured) -> None:
    with Connection(server.address) as connection:
        match = match_pb2.Match(spectator_access=match_pb2.SPECTATOR_ACCESS_NOBODY)
        match.ruleset.seat_count = SEATS
        create = pb.CreateMatchRequest(match=match, request_id=request_id())
        name = connection.matches.CreateMatch(create).name
        token = connection.join(name).seat_token
        get = ("get", name, "--address", server.address)
        assert replay(*get) == 1
        assert capsys.readouterr().err == "sgs: the match is not over (MATCH_NOT_OVER)\n"
        connection.matches.AbandonMatch(pb.AbandonMatchRequest(name=name, request_id=request_id()))
    path = tmp_path / "match.json"
    assert replay(*get, "--out", path) == 1
    assert "(SPECTATORS_REFUSED)" in capsys.readouterr().err
    assert not path.exists()
    assert replay(*get, "--out", path, "--token", token) == 0
    assert replay("verify", path) == 0


def test_it_is_written_where_it_can_be(server: Server, played: dict[str, replays.Replay], capsys: Captured) -> None:
    where = ("--address", server.address, "--out", "/nowhere/at/all.json")
    assert replay("get", played["house"].match.name, *where) == 2
    assert capsys.readouterr() == ("", "sgs: --out: /nowhere/at/all.json: No such file or directory\n")


# -- the transcript


def test_a_transcript_shows_everything_and_who_answered(files: dict[str, Path], capsys: Captured) -> None:
    told = {}
    for kind in KINDS:
        assert replay("show", files[kind], "--all") == 0
        said = capsys.readouterr()
        assert said.err == ""
        told[kind] = said.out
    assert "(house)" in told["house"]
    assert "(player)" in told["players"]
    assert "(deadline)" in told["late"]
    assert "[0] concedes." in told["conceded"] or "seat 0 concedes." in told["conceded"]
    assert len(re.findall(r"seat \d's role is \w+\.", told["players"])) == SEATS
    assert re.search(r"== The match ends .*, won by ", told["players"])
    assert "==== Round 1\n" in told["abandoned"]
    for kind in ("abandoned", "lobby"):
        assert told[kind].endswith("The match was broken off.\n")


def test_a_seat_sees_its_own_cards_and_answers_alone(files: dict[str, Path], capsys: Captured) -> None:
    assert replay("show", files["players"], "--seat", "2") == 0
    told = capsys.readouterr().out
    assert re.findall(r"seat (\d)'s role is \w+\.", told) == ["2"]
    assert set(re.findall(r"^   \? (?:[^:]*? \[|seat )(\d)\]?: ", told, re.MULTILINE)) == {"2"}
    drawn = re.findall(r"^   (.*): draw pile to .*\[(\d)\]'s hand\.", told, re.MULTILINE)
    assert {seat for faces, seat in drawn if re.search("[♠♥♣♦]", faces)} == {"2"}


@pytest.mark.parametrize("kind", KINDS)
def test_a_transcript_in_chinese_has_no_english(files: dict[str, Path], kind: str, capsys: Captured) -> None:
    assert replay("show", files[kind], "--language", "zh") == 0
    _, *lines = capsys.readouterr().out.splitlines()  # the first has the match's name
    assert not [line for line in lines if re.search(r"[a-z]{2,}", line)]


def test_a_seat_that_there_is_not_is_said_not_to_be_there(files: dict[str, Path], capsys: Captured) -> None:
    for seat in ("9", "-1", "-2"):
        assert replay("show", files["house"], f"--seat={seat}") == 1
        assert capsys.readouterr().err == f"sgs: {files['house']}: there is no seat {seat} in it\n"


def test_what_players_are_called_does_not_move_the_cursor(files: dict[str, Path], capsys: Captured) -> None:
    named = parse(files["lobby"].read_bytes())
    named.match.seats[0].display_name = "\x1b[2Jred\nsgs: verified"
    named.match.name = "matches/\x07"
    files["lobby"].write_bytes(named.SerializeToString())
    assert replay("show", files["lobby"]) == 0
    told = capsys.readouterr().out
    assert "   seat 0: ?[2Jred?sgs: verified\n" in told
    assert not re.search(r"[\x00-\x09\x0b-\x1f]", told)


# -- files that are no replays


def other_files(replay: replays.Replay) -> dict[str, bytes]:
    text, wire = to_json(replay).encode(), replay.SerializeToString()
    return {
        "empty": b"",
        "blank": b" \n\t ",
        "no json": b"not JSON at all",
        "a list": b"[1, 2]",
        "another json": b'{"name": "x"}',
        "no fields": b"{}",
        "another message as json": json_format.MessageToJson(replay.match).encode(),
        "another message": replay.match.SerializeToString(),
        "an answer": replay.steps[9].SerializeToString(),
        "json cut short": text[: len(text) // 2],
        "wire cut short": wire[: len(wire) // 2],
        "a match not over": replays.Replay(match=match_pb2.Match(seed=bytes(16))).SerializeToString(),
        "a field of tomorrow": wire + b"\xfa\x01\x01x",
        "deep": b'{"match":' * 100_000,
        "deep lists": b'{"steps":' + b"[" * 100_000,
        "endless number": b'{"eventCount": 1e999}',
        "long number": b'{"eventCount": ' + b"9" * 10_000 + b"}",
        "half a letter": b'{"match": {"name": "\\ud800"}}',
        "no utf-8": b'{"match": {"name": "\xff\xfe"}}',
        "a null": b'{"match": null, "steps": [null]}',
        "twice": b'{"match": {}, "match": {}}',
        "not a number": b'{"eventCount": NaN}',
        "a time that is none": _without_time(replay),
        "a time without end": b'{"steps": [{"time": "99999-01-01T00:00:00Z"}]}',
    }


def _without_time(replay: replays.Replay) -> bytes:
    altered = parse(replay.SerializeToString())
    altered.match.create_time.seconds = 1 << 60
    return altered.SerializeToString()


@pytest.mark.parametrize("command", ["verify", "show"])
def test_what_is_no_replay_is_said_not_to_be_one(
    played: dict[str, replays.Replay], command: str, tmp_path: Path, capsys: Captured
) -> None:
    path = tmp_path / "file"
    for what, blob in other_files(played["house"]).items():
        path.write_bytes(blob)
        assert replay(command, path) == 1, what
        said = capsys.readouterr()
        assert said.out == "", what
        assert re.fullmatch(rf"sgs: {path}: [^\n]{{1,300}}\n", said.err), (what, said.err)


def test_a_file_is_read_within_bounds(tmp_path: Path, capsys: Captured) -> None:
    huge = tmp_path / "huge"
    with huge.open("wb") as file:
        file.truncate(MOST_BYTES * 1000)
    for path in (huge, Path("/dev/zero")):
        assert replay("verify", path) == 1
        assert capsys.readouterr().err == f"sgs: {path}: a replay has at most 16 MiB\n"
    assert replay("verify", tmp_path) == 1
    assert capsys.readouterr().err == f"sgs: {tmp_path}: Is a directory\n"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seatCount", 4_000_000_000),
        ("seatCount", 0),
        ("mode", "chess"),
        ("packs", ["tomorrow\x1b"]),
        ("options", {"firstGame": True}),
        ("options", {"silentWaits": "3155760000s"}),
    ],
)
def test_a_match_of_other_rules_cannot_be_played_here(
    played: dict[str, replays.Replay], field: str, value: object, tmp_path: Path, capsys: Captured
) -> None:
    changed = json_format.MessageToDict(played["house"])
    changed["match"]["ruleset"][field] = value
    path = tmp_path / "file"
    path.write_text(to_json(json_format.ParseDict(changed, replays.Replay())))
    for command in ("verify", "show"):
        assert replay(command, path) == 1
        said = capsys.readouterr()
        assert said.err.startswith(f"sgs: {path}: it is of a match that cannot be played here: ")
        assert "\x1b" not in said.err


@pytest.mark.parametrize("seed", range(20))
def test_bytes_altered_anywhere_never_end_in_a_traceback(
    played: dict[str, replays.Replay], seed: int, tmp_path: Path, capsys: Captured
) -> None:
    """Some of what a replay says, for instance who sat where, is nobody's to check: the exit code may be either."""
    rng, path = Random(seed), tmp_path / "file"
    whole = played["abandoned"]
    for form in (to_json(whole).encode(), whole.SerializeToString()):
        altered = bytearray(form)
        for _ in range(rng.randint(1, 3)):
            altered[rng.randrange(len(altered))] = rng.randrange(256)
        path.write_bytes(altered)
        verified = replay("verify", path)
        shown = replay("show", path)
        assert verified == shown, f"Random({seed})"
        assert verified in (0, 1)


def test_who_has_read_enough_may_go(files: dict[str, Path]) -> None:
    told = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {SGS} replay show {files['players']} | head -1"],
        capture_output=True,
        text=True,
        timeout=30,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert told.stderr == ""
    assert told.stdout.startswith("matches/")
