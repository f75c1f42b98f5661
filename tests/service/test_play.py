"""`sgs play`: a seat at a terminal, against a real server."""

from __future__ import annotations

import io
import os
import re
import shlex
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from sanguosha.v1 import card_pb2, decision_pb2, view_pb2

from service import cli
from service.commands import terminal
from service.commands.asking import Asking
from service.commands.connection import Connection
from service.commands.play import play
from service.commands.words import Language, Words
from service.convert.catalogue import catalogue
from tests.service.games import ALONE, EDITION_GAMES, MODE_GAMES, ruleset_of
from tests.service.serving import Server
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_player_who_only_presses_enter_plays_to_the_end(connection: Connection, language: Language) -> None:
    said: list[str] = []
    asked: list[str] = []

    def read(prompt: str) -> str:
        asked.append(prompt)
        return ""

    play(connection, "", "", language, ruleset(4, heroes=True), read=read, say=said.append)
    assert asked
    text = "\n".join(said)
    assert re.search(r"sgs play matches/\w+ --token \S+", text)
    assert ("获胜" if language == "zh" else ", won by ") in text
    assert not re.search(r"[{}]", text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("subject", [*EDITION_GAMES, *MODE_GAMES, "reincarnation", "dark_souls"])
def test_every_edition_and_mode_is_played_at_a_terminal(
    connection: Connection, language: Language, subject: str
) -> None:
    said: list[str] = []
    play(connection, "", "", language, ruleset_of(ALONE[subject][0]), read=lambda prompt: "", say=said.append)
    text = "\n".join(said)
    assert ("获胜" if language == "zh" else ", won by ") in text
    assert not re.search(r"[{}]", text)


def first_ones(prompt: str) -> str:
    """The numbers of the first of everything, as few as are taken."""
    wanted = re.match(r"choose (?:(\d+)(?: to \d+)? numbers from )?1", prompt)
    assert wanted, prompt
    return " ".join(map(str, range(1, int(wanted[1] or 1) + 1)))


def test_choices_are_taken_by_their_numbers(connection: Connection) -> None:
    """Whoever always types 1 takes the first of everything; what does not fit is asked again."""
    said: list[str] = []
    typed = iter(["9999", "one"])
    playing = ruleset(4, heroes=True)
    play(connection, "", "", "en", playing, lambda prompt: next(typed, None) or first_ones(prompt), said.append)
    assert any(", won by " in line for line in said)
    refused = [line for line in said if "will not do" in line]
    assert len(refused) == 2
    assert re.fullmatch(r"  '9999' will not do: choose 1 to \d\.", refused[0])
    assert re.fullmatch(r"  'one' will not do: choose 1 to \d\.", refused[1])


class Leave(Exception):
    pass


def asked_first(connection: Connection, *typed: str, language: Language = "en") -> list[str]:
    """What a player is told and asked who types this and leaves."""
    said: list[str] = []
    left = iter(typed)

    def read(prompt: str) -> str:
        said.append(prompt)
        line = next(left, None)
        if line is None:
            raise Leave
        return line

    with pytest.raises(Leave):
        play(connection, "", "", language, ruleset(4, heroes=True), read=read, say=said.append)
    return said


def test_the_choice_of_a_hero_is_shown_before_anybody_has_one(connection: Connection) -> None:
    said = asked_first(connection)
    assert re.fullmatch(r"choose 1 to \d, Enter takes 1, \? explains, \? 3 explains seat 3 > ", said[-2])
    assert "Your hand is empty." in said
    assert not any("0/0" in line for line in said)


def test_a_question_mark_explains_what_is_offered(connection: Connection) -> None:
    said = asked_first(connection, "?")
    offered = [line.split(". ")[1] for line in said if re.match(r"  \d\. ", line)]
    explained = [line for line in said if re.match(r"  [^\d].*: \w+, \d♥$", line)]
    assert [line.strip().split(":")[0] for line in explained] == offered
    skills = [line for line in said if line.startswith("    ")]
    assert len(skills) >= len(offered)
    assert all(len(line) > 20 for line in skills)


@pytest.mark.parametrize(("language", "told"), [("en", "no seat 42: there are 0, 1, 2, 3."), ("zh", "没有 42 号位")])
def test_a_seat_that_there_is_not_is_told_of(connection: Connection, language: Language, told: str) -> None:
    assert told in "".join(asked_first(connection, "? 42", language=language))


def test_a_seat_without_a_hero_has_nothing_to_explain() -> None:
    hero = decision_pb2.Option(id="hero", skill="ganglie")
    decision = decision_pb2.Decision(id=1, options=[hero, decision_pb2.Option(id="pass")])
    decision.default_answer.option = "pass"
    view = view_pb2.MatchView(seats=[view_pb2.SeatView()])
    said: list[str] = []
    typed = iter(["? 0"])
    Asking(Words(catalogue(()), "en"), view, decision, lambda _: next(typed, ""), said.append).answer()
    assert said[-1] == "  There is nothing to explain."


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pick_can_be_taken_back(language: Language) -> None:
    """Of two options the first takes a card: taken back, the other can be taken."""
    words = Words(catalogue(()), language)
    faces = [card_pb2.CardFace(id=n, name="slash", suit=card_pb2.SUIT_SPADE, rank=n) for n in (7, 8)]
    of = [decision_pb2.Candidate(id=n, card=face.id) for n, face in enumerate(faces)]
    pick = decision_pb2.Pick(id="cards", subset=decision_pb2.Subset(of=of, min=1, max=2))
    options = [decision_pb2.Option(id="choose", picks=[pick]), decision_pb2.Option(id="pass")]
    default = decision_pb2.Answer(decision=1, option="pass")
    decision = decision_pb2.Decision(id=1, options=options, default_answer=default, faces=faces)
    typed = iter(["1", "b", "2"])
    prompts: list[str] = []

    def read(prompt: str) -> str:
        prompts.append(prompt)
        return next(typed)

    view = view_pb2.MatchView(viewer=0, seats=[view_pb2.SeatView(alive=True)])
    assert Asking(words, view, decision, read, print).answer() == default
    assert prompts[0] == prompts[2] != prompts[1]
    assert "b" in prompts[1]
    assert "b" not in prompts[0]


def test_items_are_handed_out_where_there_is_room() -> None:
    """Whoever only presses Enter fills what must be filled; what does not fit is said, and asked again."""
    of = [decision_pb2.Candidate(id=n, number=n) for n in range(3)]
    places = [decision_pb2.Candidate(seat=1), decision_pb2.Candidate(seat=2)]
    buckets = [decision_pb2.Bucket(to=places[0], max=3), decision_pb2.Bucket(to=places[1], min=2, max=2)]
    shape = decision_pb2.Assignment(items=of, buckets=buckets, min=3, max=3)
    option = decision_pb2.Option(id="give", picks=[decision_pb2.Pick(id="give", assignment=shape)])
    decision = decision_pb2.Decision(id=1, options=[option], default_answer=decision_pb2.Answer(option="give"))
    view = view_pb2.MatchView(viewer=0, seats=[view_pb2.SeatView(alive=True)])
    said: list[str] = []
    typed = iter(["1 2 3", "1", "1", "1"])
    asking = Asking(Words(catalogue(()), "en"), view, decision, lambda _: next(typed, ""), said.append)
    assert list(asking.answer().picks[0].bucket) == [1, 1, 0]
    assert "  That does not fit: seat 1: 0 to 3, seat 2: 2. Once more:" in said


def test_recasting_a_card_is_told_from_using_it() -> None:
    chain = card_pb2.CardFace(id=7, name="iron_chain", suit=card_pb2.SUIT_CLUB, rank=13)
    options = [
        decision_pb2.Option(id="recast:iron_chain#7", cards=[7]),
        decision_pb2.Option(id="recast:lianhuan:iron_chain~club", skill="lianhuan"),
        decision_pb2.Option(id="iron_chain#7", cards=[7]),
        decision_pb2.Option(id="end"),
    ]
    default = decision_pb2.Answer(decision=1, option="end")
    decision = decision_pb2.Decision(id=1, options=options, default_answer=default, faces=[chain])
    said: list[str] = []
    view = view_pb2.MatchView(seats=[view_pb2.SeatView()])
    Asking(Words(catalogue(()), "en"), view, decision, lambda _: "", said.append).answer()
    told = "\n".join(said)
    face = Words(catalogue(()), "en").face(chain)
    assert told.count(f"Recast {face}") == 1
    assert told.count(face) == 2
    assert told.count("Recast") == 2


def test_what_is_typed_before_a_question_does_not_answer_it(monkeypatch: pytest.MonkeyPatch) -> None:
    master, slave = os.openpty()

    class Screen(io.StringIO):
        """Somebody who answers when he sees the prompt."""

        def write(self, text: str) -> int:
            os.write(master, b"2\n")
            return len(text)

    with os.fdopen(slave, "r") as keyboard:
        monkeypatch.setattr(sys, "stdin", keyboard)
        monkeypatch.setattr(sys, "stdout", Screen())
        os.write(master, b"1\n")
        assert terminal.read("> ") == "2"
    os.close(master)


def test_who_leaves_is_told_how_to_come_back(connection: Connection) -> None:
    said = asked_first(connection)
    told = [line for line in said if "sgs play matches/" in line]
    assert told[-1] == said[-1] == f"\n{told[0]}"
    command = told[0].partition("sgs play ")[2].split()
    assert command[2::2] == [command[2], connection.address]
    assert command[1::2] == ["--token", "--address"]
    seen = connection.view(command[0], command[2])
    assert seen.view.viewer == 0
    assert said[0] == "Ctrl-C leaves."


def test_the_way_back_is_the_command_as_it_was_called(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With its path and the options for TLS; what a shell would take apart is quoted."""
    path = tmp_path / "two words" / "sgs"
    monkeypatch.setattr(sys, "argv", [str(path)])
    monkeypatch.setattr(cli, "credentials_of", lambda parsed: None)  # the server has no TLS
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert cli.main(["play", "--seats", "4", "--address", server.address, "--tls", "--tls-ca", "ca.pem"]) == 130
    told = capsys.readouterr().out.splitlines()[-1].partition(": ")[2]
    assert shlex.split(told)[:5] == [str(path), "play", "--tls", "--tls-ca", "ca.pem"]
    monkeypatch.setattr(sys, "argv", ["/somewhere/service/cli.py"])  # as by `python -m`
    assert cli.main(["play", "--seats", "4", "--address", server.address]) == 130
    assert ": sgs play matches/" in capsys.readouterr().out.splitlines()[-1]


def test_a_player_outlives_a_restart_of_the_server(tmp_path: Path) -> None:
    """The server goes away while the player thinks, and is not back yet when the answer is given."""
    with (
        Server(tmp_path, bot_delay_ms=0, sweep_ms=5, lease_ms=500) as server,
        Connection(server.address) as connection,
    ):
        said: list[str] = []
        back = threading.Timer(1.0, server.start)

        def read(prompt: str) -> str:
            if not back.ident and len(said) > 30:
                server.stop(signal.SIGKILL)
                back.start()
            return ""

        play(connection, "", "", "en", ruleset(4, heroes=True), read=read, say=said.append)
        back.join()
    assert any(", won by " in line for line in said)
    assert "(too late)" not in said
