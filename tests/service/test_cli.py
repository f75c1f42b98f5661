"""The command line as a client, against a real server."""

from __future__ import annotations

import re
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sanguosha.v1 import event_pb2

from engine.events import EVENTS
from engine.match import Match
from engine.ruleset import Ruleset
from engine.view import SPECTATOR
from service.bots import choose
from service.catalogue import catalogue
from service.cli import main
from service.commands.connection import Connection
from service.commands.narrator import UNTOLD, Narrator
from service.commands.play import play
from service.commands.watch import watch
from service.commands.words import Language, Words
from service.convert.events import to_message
from tests.service.serving import Server

LANGUAGES: tuple[Language, ...] = ("en", "zh")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One whose house does not wait."""
    with Server(tmp_path_factory.mktemp("server"), bot_delay_ms=0, sweep_ms=10) as running:
        yield running


@pytest.fixture
def connection(server: Server) -> Iterator[Connection]:
    with Connection(server.address) as opened:
        yield opened


def house_match(connection: Connection, seats: int = 5) -> str:
    name = connection.create(seats, range(seats)).name
    connection.start(name)
    return name


def sgs(server: Server, *words: str) -> int:
    return main([words[0], "--address", server.address, *words[1:]])


def test_a_match_is_created_joined_started_and_watched(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    assert sgs(server, "create", "--seats", "5", "--bots", "4") == 0
    name = capsys.readouterr().out.strip()
    assert sgs(server, "start", name) == 1
    assert "SEATS_FREE" in capsys.readouterr().err
    assert sgs(server, "join", name) == 0
    seat, token = capsys.readouterr().out.split()
    assert seat == "0"
    assert sgs(server, "start", name) == 0
    with Connection(server.address) as connection:
        said: list[str] = []
        play(connection, name, token, "en", 5, read=lambda prompt: "", say=said.append)
    assert sgs(server, "watch", name.removeprefix("matches/")) == 0
    assert " win." in capsys.readouterr().out


@pytest.mark.parametrize("words", [("watch", "nosuchmatch"), ("start", "nosuchmatch"), ("play", "nosuchmatch")])
def test_an_unknown_match_is_said_to_be_unknown(
    server: Server, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert sgs(server, *words) == 1
    assert capsys.readouterr().err == "sgs: there is no such match (MATCH_NOT_FOUND)\n"


@pytest.mark.parametrize("words", [("create",), ("bots", "--matches", "1"), ("play",)])
def test_a_server_that_is_not_there_is_said_not_to_be_there(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "--address", "127.0.0.1:1"]) == 1
    said = capsys.readouterr().err
    assert said.startswith("sgs: no server answers at 127.0.0.1:1")
    assert "Traceback" not in said


@pytest.mark.parametrize("how", [(), ("--house",)])
def test_matches_by_bots_end_and_are_counted(
    server: Server, how: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert sgs(server, "bots", "--matches", "3", "--seats", "4", *how) == 0
    said = capsys.readouterr().out
    assert said.startswith("3 matches ended in ")
    assert said.endswith("errors: none\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_player_who_only_presses_enter_plays_to_the_end(connection: Connection, language: Language) -> None:
    said: list[str] = []
    asked: list[str] = []

    def read(prompt: str) -> str:
        asked.append(prompt)
        return ""

    play(connection, "", "", language, 4, read=read, say=said.append)
    assert asked
    text = "\n".join(said)
    assert re.search(r"sgs play matches/\w+ --token \S+", text)
    assert ("获胜" if language == "zh" else " win.") in text
    assert not re.search(r"[{}]", text)


def test_choices_are_taken_by_their_numbers(connection: Connection) -> None:
    """Whoever always types 1 takes the first of everything; what does not fit is asked again."""
    said: list[str] = []
    typed = iter(["9999", "one"])

    def read(prompt: str) -> str:
        wanted = re.match(r"(\d+)", prompt)
        assert wanted
        return next(typed, " ".join(map(str, range(1, int(wanted[1]) + 1))))

    play(connection, "", "", "en", 4, read=read, say=said.append)
    assert any(" win." in line for line in said)


def test_a_watch_tells_a_spectator_no_hand(connection: Connection) -> None:
    said: list[str] = []
    name = connection.create(5, range(5)).name
    seen = threading.Thread(target=watch, args=(connection, name, "en"), kwargs={"say": said.append})
    seen.start()
    time.sleep(0.1)
    connection.start(name)
    seen.join(60)
    assert said[0] == "Waiting for the match to start."
    assert " win." in said[-2]


def followed(connection: Connection, name: str) -> list[int]:
    """The ordinals of what a watch learns, in order: from events, or all at once from a snapshot."""
    learnt: list[int] = []
    for update in connection.follow(name):
        if update.HasField("snapshot"):
            learnt += range(len(learnt) + 1, update.snapshot.event_ordinal + 1)
        learnt += [event.ordinal for event in update.events]
    return learnt


def test_a_watch_goes_on_from_its_cursor_when_its_stream_ends(tmp_path: Path) -> None:
    with (
        Server(tmp_path, bot_delay_ms=10, sweep_ms=5, max_stream_age=0.15) as server,
        Connection(server.address) as connection,
    ):
        ordinals = followed(connection, house_match(connection, 4))
    assert ordinals == list(range(1, len(ordinals) + 1))
    assert len(ordinals) > 100


def test_a_watch_outlives_a_restart_of_the_server(tmp_path: Path) -> None:
    with (
        Server(tmp_path, bot_delay_ms=20, sweep_ms=5, lease_ms=500) as server,
        Connection(server.address) as connection,
    ):
        name = house_match(connection, 4)
        ordinals: list[int] = []
        watching = threading.Thread(target=lambda: ordinals.extend(followed(connection, name)))
        watching.start()
        time.sleep(0.5)
        server.stop(signal.SIGKILL)
        server.start()
        watching.join(60)
        assert not watching.is_alive()
    assert ordinals == list(range(1, len(ordinals) + 1))
    assert len(ordinals) > 100


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_event_has_a_line(language: Language) -> None:
    """An event of each kind, its fields at their defaults."""
    narrator = Narrator(Words(catalogue(()), language))
    kinds = [field.name for field in event_pb2.Event.DESCRIPTOR.fields if field.name != "ordinal"]
    assert len(kinds) >= len(EVENTS)
    for kind in kinds:
        event = event_pb2.Event()
        told: Any = getattr(event, kind)
        told.SetInParent()
        line = narrator.line(event)
        assert "{" not in line
        assert bool(line) == (kind not in UNTOLD and kind != "cards_moved"), kind


@pytest.mark.parametrize("seed", range(5))
def test_the_words_of_a_whole_match_are_chinese(seed: int) -> None:
    match = Match.start(Ruleset(8), bytes([seed]) * 16)
    while not match.over:
        seat = min(match.open)
        match.answer(seat, match.open[seat].id, choose(match, seat))
    for viewer in (SPECTATOR, 0):
        narrator = Narrator(Words(catalogue(()), "zh"))
        events = [to_message(event, n, viewer, match.game.rules) for n, event in enumerate(match.game.events, 1)]
        lines = [line for line in map(narrator.line, events) if line]
        assert len(lines) > 100
        assert not [line for line in lines if re.search(r"[a-z]{2,}", line)]
