"""A demonstration (`make run`): a server on this machine, and a match of house players on it, told as it goes."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import socket
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

from sanguosha.v1 import ruleset_pb2

from .commands.connection import Connection
from .commands.watch import watch
from .config.settings import Settings
from .packs.installed import UnusablePack, register_installed
from .server import Running, running
from .telemetry.logs import configure

PORT = Settings().port
HTTP_PORT = Settings().http_port
METRICS_PORT = Settings().metrics_port
HOST = Settings().host

GUIDE = """
== Your own match. From Python, five house players at one table:

.venv/bin/python - <<'END'
import grpc
from sanguosha.v1 import match_pb2, match_service_pb2 as pb, match_service_pb2_grpc

matches = match_service_pb2_grpc.MatchServiceStub(grpc.insecure_channel("{address}"))
match = match_pb2.Match(ruleset={{"seat_count": 5}})
create = pb.CreateMatchRequest(match=match, bot_seats=range(5), request_id="{ids[0]}")
name = matches.CreateMatch(create).name
matches.StartMatch(pb.StartMatchRequest(name=name, request_id="{ids[1]}"))
for response in matches.WatchMatch(pb.WatchMatchRequest(name=name, cursor="0")):
    for event in response.update.events:
        print(event.ordinal, event.WhichOneof("event"))
END

== The same from a shell, with the grpcurl that came along:

NAME=$(.venv/bin/grpcurl -plaintext -d '{{"match": {{"ruleset": {{"seat_count": 5}}}}, "bot_seats": [0, 1, 2, 3, 4],
  "request_id": "{ids[2]}"}}' {address} sanguosha.v1.MatchService/CreateMatch |
  grep -o 'matches/[^"]*')
.venv/bin/grpcurl -plaintext -d '{{"name": "'$NAME'", "request_id": "{ids[3]}"}}' \\
  {address} sanguosha.v1.MatchService/StartMatch
.venv/bin/sgs watch --address {address} $NAME

== Play a seat yourself against the house, see which matches there are, or measure:

.venv/bin/sgs play --address {address}
.venv/bin/sgs list --address {address}
.venv/bin/sgs bots --address {address} --matches 20
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns the exit code."""
    parser = argparse.ArgumentParser(prog="make run", description=__doc__)
    parser.add_argument("--once", action="store_true", help="stop after the match")
    parser.add_argument("--language", choices=("zh", "en"), default="en", help="of the match (default %(default)s)")
    parser.add_argument("--seats", type=int, default=5, help="how many play, 4 to 10 (default %(default)s)")
    parser.add_argument("--pace", type=int, default=200, help="milliseconds between two answers (default %(default)s)")
    parser.add_argument("--port", type=int, default=PORT, help="gRPC port (default %(default)s)")
    parser.add_argument("--http-port", type=int, default=HTTP_PORT, help="(default %(default)s)")
    parser.add_argument("--metrics-port", type=int, default=METRICS_PORT, help="(default %(default)s)")
    parsed = parser.parse_args(arguments)
    configure("warning")
    try:
        register_installed()
    except UnusablePack as error:
        print(error, file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="sanguosha-demo-") as folder:
        settings = Settings(
            port=_free(parsed.port, "gRPC"),
            http_port=_free(parsed.http_port, "HTTP"),
            metrics_port=_free(parsed.metrics_port, "metrics"),
            data_dir=Path(folder),
            bot_delay_ms=parsed.pace,
            sweep_ms=20,
        )
        try:
            asyncio.run(_demonstrate(settings, parsed))
        except BrokenPipeError:  # who reads our output has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


async def _demonstrate(settings: Settings, parsed: argparse.Namespace) -> None:
    stop = asyncio.Event()
    for signum in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(signum, stop.set)
    async with running(settings) as server:
        _say(f"Serving gRPC at {server.address}, HTTP at http://{server.http_address}/openapi.json")
        _say(f"Prometheus at http://{server.metrics_address}/metrics")
        with Connection(server.address) as connection:
            shown = asyncio.create_task(asyncio.to_thread(_show, connection, parsed.seats, parsed.language))
            stopped = asyncio.create_task(stop.wait())
            await asyncio.wait((shown, stopped), return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()
        if stop.is_set():
            # The connection is closed under the thread; what it was about to say is of no interest.
            await asyncio.gather(shown, return_exceptions=True)
            return
        await shown
        if not parsed.once:
            await _keep_serving(server, stop)


def _show(connection: Connection, seats: int, language: str) -> None:
    match = connection.create(ruleset_pb2.Ruleset(seat_count=seats), range(seats))
    connection.start(match.name)
    elsewhere = f".venv/bin/sgs watch --address {connection.address} {match.name}"
    _say(f"{match.name}: {seats} house players. See it elsewhere with: {elsewhere}")
    watch(connection, match.name, "zh" if language == "zh" else "en", say=_say)


async def _keep_serving(server: Running, stop: asyncio.Event) -> None:
    _say(GUIDE.format(address=server.address, ids=[uuid4() for _ in range(4)]))
    _say("Serving until Ctrl-C. The data is in a temporary folder; `.venv/bin/sgs serve` keeps it in ./data.")
    await stop.wait()


def _free(port: int, what: str) -> int:
    """The port, or 0 (whichever is free) where it is taken."""
    with socket.socket() as probe, suppress(OSError):
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((HOST, port))
        return port
    _say(f"Port {port} ({what}) is taken: using a free one instead.")
    return 0


def _say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())
