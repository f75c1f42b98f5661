"""`sgs replay`: fetch what is left of a match, look whether it is true, and read it."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from sanguosha.v1 import replay_service_pb2 as pb

from ..replays import file as replay_file
from ..replays.checking import check, rules_line
from ..replays.file import BadReplay
from ..replays.rerun import Misfit
from .connection import Connection
from .given import given
from .retelling import retell
from .watch import Say
from .words import Language


def get(connection: Connection, name: str, token: str, out: Path | None) -> None:
    """Writes to the file, or to standard output. Raises `grpc.RpcError` and `BadPath`."""
    text = replay_file.to_json(connection.replay(name, token))
    if out is None:
        sys.stdout.write(text)
    else:
        with given("--out", out):
            out.write_text(text, encoding="utf-8")


def verify(paths: Sequence[Path], say: Say = print, complain: Say | None = None) -> bool:
    """Whether every file holds a replay that is true to itself."""
    verified = [_verified(path, say, complain or _complain) for path in paths]
    return all(verified)


def show(path: Path, language: Language, seat: int | None, say: Say = print, complain: Say | None = None) -> bool:
    """Whether the file holds a replay that could be told to its end, and was true to itself."""
    complain = complain or _complain
    try:
        replay = _read(path)
        with suppress(Misfit):  # the report says where
            retell(replay, language, seat, say)
        report = check(replay)
    except BadReplay as error:
        complain(f"sgs: {path}: {error}")
        return False
    for finding in report.findings:
        if not finding.holds:
            complain(f"sgs: {path}: {finding}")
    return report.verified


def _verified(path: Path, say: Say, complain: Say) -> bool:
    began = time.perf_counter()
    try:
        replay = _read(path)
        report = check(replay)
    except BadReplay as error:
        complain(f"sgs: {path}: {error}")
        return False
    seconds = time.perf_counter() - began
    say(f"{path}: {'verified' if report.verified else 'NOT verified'}")
    for finding in report.findings:
        say(f"  {finding}")
    if replay.match.seeded_by_creator:
        say("  --  the creator of the match chose its seed, and may have known every card")
    say(f"  --  {rules_line(replay)}")
    say(f"  --  {report.answers.total()} answers and {report.events} events played again in {seconds:.2f} s")
    return report.verified


def _read(path: Path) -> pb.Replay:
    """Raises `BadReplay`, also for a file that cannot be read: the next one may be fine."""
    try:
        return replay_file.read(path)
    except OSError as error:
        raise BadReplay(error.strerror or str(error)) from error


def _complain(line: str) -> None:
    print(line, file=sys.stderr)
