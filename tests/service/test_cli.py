"""The command line as a client, against a real server."""

from __future__ import annotations

import re
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from sanguosha.v1 import event_pb2, match_pb2

from engine.events import EVENTS
from engine.match import Match
from engine.ruleset import Ruleset
from engine.view import SPECTATOR
from service.cli import main
from service.commands import connection as connection_module
from service.commands.connection import PATIENCE, PAUSE, Connection
from service.commands.load_report import two_digits
from service.commands.narrator import UNTOLD, Narrator
from service.commands.play import play
from service.commands.watch import watch
from service.commands.words import Language, Words
from service.convert.catalogue import catalogue
from service.convert.events import to_message
from service.house import choose
from tests.service.serving import SGS, Server
from tests.service.tables import ruleset

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
    name = connection.create(ruleset(seats, heroes=True), range(seats)).name
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
        play(connection, name, token, "en", ruleset(5, heroes=True), read=lambda prompt: "", say=said.append)
    assert sgs(server, "watch", name.removeprefix("matches/")) == 0
    assert ", won by " in capsys.readouterr().out


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


def test_a_server_with_which_no_tls_comes_about_makes_one_look_at_the_options_for_it(
    server: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sgs(server, "list", "--tls") == 1
    assert "--tls-ca" in capsys.readouterr().err
    assert main(["list", "--tls", "--address", "127.0.0.1:1"]) == 1
    assert "--tls-ca" not in capsys.readouterr().err


@pytest.mark.parametrize("how", [(), ("--house",)])
def test_matches_by_bots_end_and_are_counted(
    server: Server, how: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert sgs(server, "bots", "--matches", "3", "--seats", "4", *how) == 0
    said = capsys.readouterr().out
    assert said.startswith("3 matches ended in ")
    assert said.endswith("errors: none\n")


def test_every_edition_mode_and_option_is_chosen_by_name(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    options = ("competitive", "warm_seat=4", "silent_waits=0.5s", "spectator_delay=2s", 'deadlines={"play":"30s"}')
    chosen = [word for option in options for word in ("--option", option)]
    assert sgs(server, "create", "--mode", "3v3", "--seats", "6", "--gods", *chosen) == 0
    with Connection(server.address) as connection:
        made = connection.get(capsys.readouterr().out.strip()).ruleset
    assert (made.edition, made.mode, made.seat_count) == ("standard", "3v3", 6)
    assert (made.options.competitive, made.options.warm_seat, made.options.gods) == (True, 4, True)
    assert (made.options.silent_waits.ToMilliseconds(), made.options.spectator_delay.seconds) == (500, 2)
    assert made.options.deadlines.play.seconds == 30
    assert sgs(server, "create", "--edition", "proto-1.0", "--option", "heroes=false", "--option", "gods=false") == 0
    with Connection(server.address) as connection:
        made = connection.get(capsys.readouterr().out.strip()).ruleset
    assert (made.edition, made.options.heroes, made.options.gods) == ("proto-1.0", False, False)


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("no_such_option", "there is no option 'no_such_option': there are advanced_weapons, attrition"),
        ("lord_seat=north", "option 'lord_seat' takes a number: lord_seat=3\n"),
        ("lord_seat", "option 'lord_seat' takes a number: lord_seat=3\n"),
        ("warm_seat=-1", "option 'warm_seat' takes a number: warm_seat=3\n"),
        ("talk=7", "option 'talk' takes true or false\n"),
        ("gods=yes", "option 'gods' takes true or false\n"),
        ("silent_waits=long", "option 'silent_waits' takes a time: silent_waits=0.5s\n"),
        ("deadlines=10s", 'option \'deadlines\' takes an object: deadlines={"play": "60s"}\n'),
    ],
)
def test_an_option_that_there_is_not_is_told_of(option: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        main(["create", "--option", option])
    assert refused.value.code == 2
    assert said in capsys.readouterr().err


def test_an_address_of_http_is_told_of(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        main(["list", "--address", "http://localhost:8080"])
    assert refused.value.code == 2
    assert "write host:port of gRPC" in capsys.readouterr().err


@pytest.mark.parametrize("seats", ["-3", "0", "99999999999", "many"])
def test_m804_a_number_that_is_none_of_players_is_told_of(seats: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        main(["create", f"--seats={seats}"])
    assert refused.value.code == 2
    assert "--seats" in capsys.readouterr().err


def test_a_mode_for_one_number_of_players_needs_no_seats(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    assert sgs(server, "create", "--mode", "3v3", "--bots", "6") == 0
    with Connection(server.address) as connection:
        made = connection.get(capsys.readouterr().out.strip())
    assert [seat.bot for seat in made.seats] == [True] * 6
    assert sgs(server, "bots", "--mode", "3v3", "--matches", "1", "--house") == 0


def test_there_are_no_more_bots_than_seats(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    assert sgs(server, "create", "--seats", "5", "--bots", "6") == 2
    assert capsys.readouterr().err == "sgs: --bots: there are 5 seats, and not 6\n"


def test_a_listed_ruleset_shows_what_its_options_say(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    options = ("last_blood", "protected_seat=0", "lord_seat=0", "heroes=false")
    assert sgs(server, "create", "--seats", "4", *(word for option in options for word in ("--option", option))) == 0
    assert sgs(server, "create", "--mode", "3v3", "--option", "warm_seat=4") == 0
    identity, sides = capsys.readouterr().out.split()
    assert sgs(server, "list") == 0
    lines = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()}
    assert lines[identity].endswith(", no heroes, last_blood, lord_seat=0, protected_seat=0")
    assert lines[sides].endswith(" 3v3, ex, warm_seat=4")


def test_what_does_not_combine_is_refused_with_its_reason(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    assert sgs(server, "create", "--option", "reincarnation", "--option", "dark_souls") == 1
    said = capsys.readouterr().err
    assert "exclude each other" in said
    assert "RULESET_INVALID" in said


@pytest.mark.parametrize(
    "words",
    [
        ("--mode", "3v3", "--seats", "6"),
        ("--edition", "proto-1.0", "--seats", "4"),
        ("--edition", "first-edition", "--seats", "4", "--option", "advanced_weapons", "--option", "reincarnation"),
        ("--seats", "4", "--option", "dark_souls", "--option", "attrition"),
        ("--seats", "4", "--option", "last_blood", "--option", "protected_seat=1", "--option", "lord_seat=2"),
    ],
)
@pytest.mark.parametrize("how", [(), ("--house",)])
def test_bots_play_what_is_chosen(
    server: Server, words: tuple[str, ...], how: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert sgs(server, "bots", "--matches", "1", *words, *how) == 0
    assert capsys.readouterr().out.endswith("errors: none\n")


def test_a_watch_tells_a_spectator_no_hand(connection: Connection) -> None:
    said: list[str] = []
    watching = threading.Event()

    def say(line: str) -> None:
        said.append(line)
        watching.set()

    name = connection.create(ruleset(5, heroes=True), range(5)).name
    seen = threading.Thread(target=watch, args=(connection, name, "en"), kwargs={"say": say})
    seen.start()
    assert watching.wait(60)
    connection.start(name)
    seen.join(60)
    assert said[0] == "Waiting for the match to start."
    assert ", won by " in said[-2]


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


class Clock:
    """A time that passes when it is told to."""

    def __init__(self, *, passes: bool) -> None:
        self.now = 0.0
        self._passes = passes

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        if self._passes:
            self.now += seconds
        else:
            time.sleep(0.05)


def test_a_quiet_match_takes_nothing_of_a_watchs_patience(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing happens for an hour, and then the server restarts."""
    clock = Clock(passes=False)
    monkeypatch.setattr(connection_module, "time", clock)
    with Server(tmp_path, bot_delay_ms=0, sweep_ms=5) as server, Connection(server.address) as connection:
        name = connection.create(ruleset(4, heroes=True), range(4)).name
        updates = connection.follow(name)
        assert next(updates).state == match_pb2.MATCH_STATE_LOBBY
        clock.now += 3600
        server.stop(signal.SIGKILL)

        def bring_back() -> None:
            server.start()
            subprocess.run([SGS, "start", name, "--address", server.address], check=True, timeout=20)

        back = threading.Timer(0.5, bring_back)
        back.start()
        assert [update.state for update in updates][-1] == match_pb2.MATCH_STATE_FINISHED
        back.join()


def test_a_watch_gives_up_when_the_server_stays_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(passes=True)
    monkeypatch.setattr(connection_module, "time", clock)
    with Server(tmp_path) as server, Connection(server.address) as connection:
        updates = connection.follow(connection.create(ruleset(4, heroes=True)).name)
        next(updates)
        server.stop()
        with pytest.raises(grpc.RpcError):
            next(updates)
    assert PATIENCE < clock.now <= PATIENCE + 2 * PAUSE


def test_the_matches_are_listed_the_newest_first(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    with Connection(server.address) as connection:
        older = connection.create(ruleset(5, heroes=True), [3, 4]).name
        newer = connection.create(ruleset(8, heroes=True), range(8)).name
    assert sgs(server, "list", "--most", "2") == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{newer}  lobby      8 seats (8 house)  standard identity, ex",
        f"{older}  lobby      5 seats (2 house, 3 free)  standard identity, ex",
    ]


@pytest.mark.parametrize(("figure", "written"), [(0.0339, "0.034"), (1.26, "1.3"), (96.4, "96"), (12345.6, "12,000")])
def test_figures_have_two_significant_digits(figure: float, written: str) -> None:
    assert two_digits(figure) == written


UNASKED = """
id: X
title: P2 holds no Jink
source: x
seats: {P1: {hand: [slash S7]}, P2: {hand: [any a]}}
steps:
  - P1: {use: slash S7, on: P2}
"""


@pytest.mark.parametrize(
    "step", ["asked: {P2: jink}", "P2: {pass: jink}", "expect: {was_asked: [{P2: jink}]}", "asked: {P2: {about: jink}}"]
)
def test_a_scenario_that_waits_for_a_question_that_never_comes_is_told_why(
    tmp_path: Path, step: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(f"{UNASKED}  - {step}\n")
    assert main(["scenario", "run", "--fast", str(path)]) == 1
    assert "(P2 was not asked about jink: it had no choice, or nothing called for one)" in capsys.readouterr().out


def test_scenarios_are_listed_on_request(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(f"{UNASKED}  - expect: {{P2: {{hp: 3/4}}}}\n")
    assert main(["scenario", "run", "--report", str(path)]) == 0
    assert capsys.readouterr().out == "passed  X  P2 holds no Jink\n1 passed, 0 failed\n"


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
