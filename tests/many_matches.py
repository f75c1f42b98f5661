"""Many matches by clients that know the contract alone, in three languages, over gRPC and over HTTP.

python -m tests.many_matches packs    1,000 with every pack, on every table, with heroes and without
python -m tests.many_matches modes    200 of every edition, mode and option; alone, and with what goes together
"""

from __future__ import annotations

import argparse
import re
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple

from tests.service.clients import PYTHON, REST, Played, node, play, typescript
from tests.service.games import ALONE, GAMES, TOGETHER, Game
from tests.service.serving import Server

CLIENTS = {
    "python": (PYTHON, []),
    "python, http": (REST, []),
    "node": (node(), []),
    "node, streams": (node(), ["--stream"]),
    "typescript": (typescript(), []),
    "typescript, streams": (typescript(), ["--stream"]),
}
OVER_HTTP = ("python, http", "typescript", "typescript, streams")
OF_SERIES = "python"
ENDED_MEANWHILE = "FAILED_PRECONDITION of Act"  # the match, while an answer was on its way

Turn = tuple[str, Game]


class Share(NamedTuple):
    """What a client has played of a game, or how it failed."""

    client: str
    game: Game
    played: Played
    failure: str = ""


def of_packs(matches: int) -> dict[str, list[Turn]]:
    """As many for each client, spread evenly over the tables."""
    return {"every pack": list(islice(cycle((name, game) for name in CLIENTS for game in GAMES), matches))}


def of_modes(matches: int, subjects: Sequence[str]) -> dict[str, list[Turn]]:
    """So many of each edition, mode and option: half as many of each thing that goes together, and then what is missing
    of each alone, a tenth in any case. Spread evenly over its games and over the clients."""
    planned = {subject: _turns(TOGETHER[subject], matches // 2) for subject in subjects if subject in TOGETHER}
    for subject in subjects:
        if subject in ALONE:
            missing = matches - having(subject, planned)
            planned[subject] = _turns(ALONE[subject], max(matches // 10, missing))
    return planned


def having(name: str, planned: Mapping[str, Sequence[Turn]]) -> int:
    """How many matches have this edition, mode or option."""
    return sum(name in game.has for turns in planned.values() for _, game in turns)


def _turns(games: Sequence[Game], matches: int) -> list[Turn]:
    """Whole series only, each of them one turn."""
    pairs = list(islice(zip(cycle(CLIENTS), cycle(games), strict=False), max(len(CLIENTS), len(games))))
    turns: list[Turn] = []
    for name, game in cycle(pairs):
        if len(turns) >= matches:
            return turns
        turns += [(OF_SERIES, game)] * game.seats if game.series else [(name, game)]
    raise AssertionError("unreachable")


def play_turns(server: Server, turns: Sequence[Turn]) -> list[Share]:
    """By two clients at a time. What fails does not keep the others from playing."""

    def share(job: tuple[Turn, int]) -> Share:
        (name, game), count = job
        client, more = CLIENTS[name]
        address = server.http_address if name in OVER_HTTP else server.address
        try:
            return Share(name, game, play(client, address, game, matches=count, more=more))
        except (AssertionError, subprocess.TimeoutExpired) as error:
            return Share(name, game, Played(0, Counter()), f"{name}, {game}: {error}")

    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(share, Counter(turns).items()))


def statuses(server: Server) -> Counter[str]:
    """How many calls were answered how, of both transports."""
    handled = Counter[str]()
    for labels, value in re.findall(r"^\w+_server_handled_total\{(.*)\} (\S+)$", server.metrics_text(), re.MULTILINE):
        code, method = re.findall(r'"(\w+)"', labels)  # in the order of their names
        handled[code if code == "OK" else f"{code} of {method}"] += int(float(value))
    return handled


def play_subjects(server: Server, subjects: Mapping[str, Sequence[Turn]]) -> list[Share]:
    """Prints a line for each: what its clients were answered, and how it went at the server meanwhile."""
    shares = []
    for subject, turns in subjects.items():
        began, answered, drifted = time.monotonic(), statuses(server), server.metric("sanguosha_drifts_total")
        mine = play_turns(server, turns)
        matches, answers = sum(share.played.matches for share in mine), sum(share.played.answers for share in mine)
        codes = dict(statuses(server) - answered)
        drifts = server.metric("sanguosha_drifts_total") - drifted
        seconds = time.monotonic() - began
        print(
            f"{subject:45} {matches:5} matches {answers:7} answers  {codes}, {drifts:.0f} drifts, {seconds:.0f} s",
            *(share.failure for share in mine if share.failure),
            sep="\n",
            flush=True,
        )
        shares += mine
    return shares


def report(server: Server, shares: Sequence[Share], seconds: float) -> None:
    """Print the figures. Raises `AssertionError` where something was refused, failed or drifted."""
    for name in CLIENTS:
        mine = [share.played for share in shares if share.client == name]
        seen = sum((played.seen for played in mine), Counter[str]())
        print(f"{name:20} {sum(played.matches for played in mine):5} matches  {dict(sorted(seen.items()))}")
    for seats in range(4, 11):
        here = [share.played for share in shares if share.game.seats == seats]
        count, answers = sum(played.matches for played in here), sum(played.answers for played in here)
        print(f"{seats:2} seats             {count:5} matches  {answers / max(count, 1):6.1f} answers a match")
    answers, codes = sum(share.played.answers for share in shares), statuses(server)
    acts = server.metric("grpc_server_handling_seconds_count", grpc_method="Act")
    spent = server.metric("grpc_server_handling_seconds_sum", grpc_method="Act")
    drifts, conflicts = server.metric("sanguosha_drifts_total"), server.metric("sanguosha_commit_conflicts_total")
    memory = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{server.pid}/status").read_text())
    print(
        f"{seconds:.0f} s, {answers} answers, {answers / seconds:.0f} answers/s, Act {1000 * spent / acts:.2f} ms mean"
    )
    print(f"calls by status {dict(codes)}, drifts {drifts:.0f}, conflicts {conflicts:.0f}")
    print(f"server at most {int(memory[1]) / 1024 if memory else 0:.0f} MiB; its log: {server.log() or 'empty'}")
    assert not any(share.failure for share in shares)
    assert set(codes) <= {"OK", ENDED_MEANWHILE}, codes
    assert drifts == 0


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=("packs", "modes"))
    parser.add_argument("--matches", type=int, help="how many; of modes, so many of each")
    parser.add_argument("--of", action="append", choices=ALONE | TOGETHER, metavar="SUBJECT", help="of these alone")
    given = parser.parse_args()
    if given.what == "packs":
        subjects = of_packs(given.matches or 1000)
    else:
        subjects = of_modes(given.matches or 200, given.of or [*ALONE, *TOGETHER])
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), log_level="info", sweep_ms=10) as server:
        began = time.monotonic()
        shares = play_subjects(server, subjects)
        report(server, shares, time.monotonic() - began)
    if given.what == "modes":
        print("matches of each:", {name: having(name, subjects) for name in ALONE})
    assert sum(share.played.matches for share in shares) == sum(map(len, subjects.values()))


if __name__ == "__main__":
    main()
