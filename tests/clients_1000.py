"""A thousand matches with every pack, from 4 to 10 seats, both role tables, with heroes and without, by clients in
three languages, over gRPC and over HTTP.

python -m tests.clients_1000 [matches]
"""

from __future__ import annotations

import re
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle, islice
from pathlib import Path

from tests.service.clients import GAMES, PYTHON, REST, Game, Played, node, play, typescript
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


def shares(matches: int) -> list[tuple[str, Game, int]]:
    """As many for each client, spread evenly over the tables."""
    turns = [(name, game) for name in CLIENTS for game in GAMES]
    counted = Counter(islice(cycle(turns), matches))
    return [(name, game, count) for (name, game), count in counted.items()]


def main() -> None:
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), log_level="info") as server:
        began = time.monotonic()

        def share(job: tuple[str, Game, int]) -> tuple[str, Game, Played]:
            name, game, count = job
            client, more = CLIENTS[name]
            address = server.http_address if name in OVER_HTTP else server.address
            return name, game, play(client, address, game, matches=count, more=more)

        with ThreadPoolExecutor(2) as pool:
            results = list(pool.map(share, shares(matches)))
        seconds = time.monotonic() - began
        report(server, results, seconds)
    assert sum(played.matches for _, _, played in results) == matches


def report(server: Server, results: list[tuple[str, Game, Played]], seconds: float) -> None:
    """Print the figures. Raises `AssertionError` where something was refused, failed or drifted."""
    for name in CLIENTS:
        mine = [played for of, _, played in results if of == name]
        seen = sum((played.seen for played in mine), Counter[str]())
        print(f"{name:20} {sum(played.matches for played in mine):5} matches  {dict(sorted(seen.items()))}")
    for seats in range(4, 11):
        here = [played for _, game, played in results if game.seats == seats]
        count, answers = sum(played.matches for played in here), sum(played.answers for played in here)
        print(f"{seats:2} seats             {count:5} matches  {answers / count:6.1f} answers a match")
    answers = sum(played.answers for _, _, played in results)
    text = server.metrics_text()
    handled = Counter[str]()
    for labels, value in re.findall(r"^\w+_server_handled_total\{(.*)\} (\S+)$", text, re.MULTILINE):
        of = dict(re.findall(r'(\w+)="(\w+)"', labels))
        code = next(status for name, status in of.items() if name.endswith("code"))
        method = next(method for name, method in of.items() if name.endswith("method"))
        handled[code if code == "OK" else f"{code} of {method}"] += int(float(value))
    acts = server.metric("grpc_server_handling_seconds_count", grpc_method="Act")
    spent = server.metric("grpc_server_handling_seconds_sum", grpc_method="Act")
    drifts, conflicts = server.metric("sanguosha_drifts_total"), server.metric("sanguosha_commit_conflicts_total")
    memory = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{server.pid}/status").read_text())
    print(
        f"{seconds:.0f} s, {answers} answers, {answers / seconds:.0f} answers/s, Act {1000 * spent / acts:.2f} ms mean"
    )
    print(f"calls by status {dict(handled)}, drifts {drifts:.0f}, conflicts {conflicts:.0f}")
    print(f"server at most {int(memory[1]) / 1024 if memory else 0:.0f} MiB; its log: {server.log() or 'empty'}")
    assert set(handled) <= {"OK", "FAILED_PRECONDITION"}, handled
    assert drifts == 0


if __name__ == "__main__":
    main()
