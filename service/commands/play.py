"""`sgs play`: one seat at a plain terminal."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

import grpc
from sanguosha.v1 import decision_pb2, ruleset_pb2
from sanguosha.v1 import match_service_pb2 as pb

from .asking import Asking, Read
from .connection import DEFAULT_ADDRESS, OVER, Connection, reason_of
from .narrator import Narrator
from .terminal import read as read_terminal
from .watch import Say, Telling
from .words import Language, Words


def play(
    connection: Connection,
    name: str,
    token: str,
    language: Language,
    ruleset: ruleset_pb2.Ruleset,
    read: Read = read_terminal,
    say: Say = print,
    called: Sequence[str] = ("sgs", "play"),
) -> None:
    """Plays to the end. Without a name, in a match of its own against the house; without a token, in a free seat.
    `called` is how this command was called, with the options that the connection needs besides its address."""
    words = Words(connection.catalogue(), language)
    if not name:
        name = connection.create(ruleset, range(1, ruleset.seat_count)).name
        token = connection.join(name).seat_token
        connection.start(name)
    elif not token:
        token = connection.join(name).seat_token
    words.mode = connection.get(name).ruleset.mode
    back = words.either("离开后可用此命令回到座位：", "Once you have left, this takes you back to your seat: ")
    back += _command(called, connection, name, token, language)
    say(words.either("按 Ctrl-C 离开。", "Ctrl-C leaves."))
    say(back)
    over = False
    try:
        telling = Telling(Narrator(words), say)
        for update in connection.follow(name, token):
            telling.tell(update)
            over = update.state in OVER
            for decision in update.decisions:
                seen = connection.view(name, token)
                if any(open_now.id == decision.id for open_now in seen.decisions):
                    answer = Asking(words, seen.view, decision, read, say).answer()
                    if not _act(connection, name, token, answer):
                        say(words.either("（太迟了）", "(too late)"))
    finally:
        if not over:
            say(f"\n{back}")


def _command(called: Sequence[str], connection: Connection, name: str, token: str, language: Language) -> str:
    """What brings a player back."""
    words = [*called, name, "--token", token]
    if connection.address != DEFAULT_ADDRESS:
        words += ["--address", connection.address]
    if language != "en":
        words += ["--language", language]
    return shlex.join(words)


def _act(connection: Connection, name: str, token: str, answer: decision_pb2.Answer) -> bool:
    """Whether the answer came in time."""
    try:
        return connection.act(name, token, answer).outcome == pb.OUTCOME_APPLIED
    except grpc.RpcError as error:
        if reason_of(error) != "MATCH_OVER":
            raise
        return False
