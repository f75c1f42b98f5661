"""The command `sgs`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import grpc
import structlog
import uvloop

from .access.auth import Keyring
from .commands import bots_options, credentials, replay_options, ruleset_options
from .commands.connection import DEFAULT_ADDRESS, Connection, explain, full_name, grpc_address
from .commands.credentials import BadCredentials, credentials_of
from .commands.given import BadPath, given
from .commands.ruleset_options import ruleset_of
from .config.settings import ConfigError, Settings
from .config.sources import Configured, configured
from .packs.installed import register_installed
from .server import keys_of, serve
from .store import StoreError, made_key
from .store.embedded import EmbeddedError
from .telemetry.logs import configure
from .telemetry.tracing import log_processors

OLDER_SECRETS = (
    "sgs: as long as SGS_SERVER_KEY has several keys, results are signed by the secrets of them all. Give receivers the"
    " one above; until an older key is removed, what they have now does as well:"
)

NAME = "sgs"

log = structlog.get_logger(__name__)


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns the exit code: 0 done, 1 failed, 2 called or configured wrongly."""
    parsed = _parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], int] = parsed.command
    try:
        register_installed()
        return command(parsed)
    except (ConfigError, BadCredentials, BadPath, TooManyBots) as error:
        print(f"sgs: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # who reads our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (StoreError, EmbeddedError, OSError) as error:
        print(f"sgs: {error}", file=sys.stderr)
        return 1
    except grpc.RpcError as error:
        print(f"sgs: {explain(error, parsed.address, parsed.api_key)}", file=sys.stderr)
        return 1
    except (KeyboardInterrupt, EOFError):
        return 130


class TooManyBots(Exception):
    """More than there are seats."""


class Commands(Protocol):
    """What `add_subparsers` returns; it has no public name."""

    def add_parser(self, name: str, **how: Any) -> argparse.ArgumentParser: ...


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=NAME, description="Host and play matches of Sanguosha.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_server(commands)
    _add_clients(commands)
    return parser


def _add_server(commands: Commands) -> None:
    stored = argparse.ArgumentParser(add_help=False)
    stored.add_argument("--config", type=Path, metavar="FILE", help="settings in TOML (default $SGS_CONFIG, or none)")
    stored.add_argument("--data-dir", type=Path, help="folder of the embedded store (default data)")
    served = argparse.ArgumentParser(add_help=False, parents=[stored])
    served.add_argument("--host", help="where to listen (default 127.0.0.1)")
    served.add_argument("--port", type=int, help="gRPC port (default 50051)")
    served.add_argument("--http-port", type=int, help="HTTP port (default 8080; -1: none)")
    served.add_argument("--metrics-port", type=int, help="Prometheus port (default 9464; -1: none)")
    served.add_argument(
        "--open-to-all", action="store_true", default=None, help="listen beyond loopback although there are no keys"
    )

    where = "Settings come from SGS_ variables, REDIS_URL and a file; docs/settings.md lists them all."
    serving = commands.add_parser("serve", parents=[served], help="run a server", epilog=where)
    serving.set_defaults(command=_serve)

    examining = commands.add_parser(
        "doctor", parents=[served], help="look whether a server with these settings would be well", epilog=where
    )
    examining.add_argument("--json", action="store_true", help="say it as JSON")
    examining.set_defaults(command=_doctor)

    secret = commands.add_parser(
        "webhook-secret",
        parents=[stored],
        help="print the secret that the results are signed with that are sent for a host",
        epilog="It derives from SGS_SERVER_KEY and the name of the host. While that setting has a new key and an old"
        " one, results are signed by the secrets of both, so that receivers may change over at any time.",
    )
    secret.add_argument(
        "host_name", metavar="HOST", nargs="?", default="", help="as in SGS_API_KEYS; none: without keys"
    )
    secret.set_defaults(command=_webhook_secret)

    scenario = commands.add_parser("scenario", help="rule cases as files").add_subparsers(required=True)
    run = scenario.add_parser("run", help="run scenario files and folders")
    run.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="a .yaml file, or a folder of them")
    run.add_argument("--fast", action="store_true", help="do not store, load and replay the match after every answer")
    run.add_argument("--report", action="store_true", help="list every file with its id and how it came out")
    run.set_defaults(command=_run_scenarios)


def _add_clients(commands: Commands) -> None:
    client = argparse.ArgumentParser(add_help=False)
    client.add_argument(
        "--address", type=grpc_address, default=DEFAULT_ADDRESS, help="host:port of the server (default %(default)s)"
    )
    client.add_argument("--api-key", default="", help="for a server whose hosts have keys; without its name")
    credentials.add(client)
    named = argparse.ArgumentParser(add_help=False)
    named.add_argument("name", metavar="NAME", type=full_name, help="the match, matches/... or what follows the slash")
    speaking = argparse.ArgumentParser(add_help=False)
    speaking.add_argument("--language", choices=("zh", "en"), default="en", help="(default %(default)s)")
    speaking.add_argument("--token", default="", help="a seat token: see what the seat sees")
    ruled = argparse.ArgumentParser(add_help=False)
    ruleset_options.add(ruled)

    creating = commands.add_parser("create", parents=[client, ruled], help="create a match and print its name")
    creating.add_argument(
        "--bots", type=bots_options.number, default=0, help="how many seats the house plays (default none)"
    )
    creating.set_defaults(command=_create)

    joining = commands.add_parser("join", parents=[client, named], help="take a free seat; print it and its token")
    joining.set_defaults(command=_join)

    starting = commands.add_parser("start", parents=[client, named], help="start a match whose seats are all taken")
    starting.set_defaults(command=_start)

    listing = commands.add_parser("list", parents=[client], help="list the matches, the newest first")
    listing.add_argument("--most", type=int, default=50, help="how many (default %(default)s)")
    listing.set_defaults(command=_list)

    watching = commands.add_parser("watch", parents=[client, named, speaking], help="print a match as it goes")
    watching.set_defaults(command=_watch)

    playing = commands.add_parser("play", parents=[client, speaking, ruled], help="play a seat at this terminal")
    playing.add_argument(
        "name", metavar="NAME", nargs="?", default="", type=full_name, help="none: a new match against the house"
    )
    playing.set_defaults(command=_play)

    bots_options.add(commands, client, ruled)
    replay_options.add(commands, client)


def _configured(parsed: argparse.Namespace) -> Configured:
    """Raises `ConfigError`."""
    given = {name: value for name, value in vars(parsed).items() if name in Settings.__struct_fields__}
    return configured(os.environ, parsed.config, **given)


def _serve(parsed: argparse.Namespace) -> int:
    chosen = _configured(parsed)
    configure(chosen.settings.log_level, *log_processors(chosen.settings))
    if chosen.exposed:
        log.warning("secrets_exposed", said=chosen.exposed)
    with chosen.named():
        uvloop.run(serve(chosen.settings))
    return 0


def _doctor(parsed: argparse.Namespace) -> int:
    from .commands.doctor import doctor

    return 0 if uvloop.run(doctor(partial(_configured, parsed), as_json=parsed.json)) else 1


def _webhook_secret(parsed: argparse.Namespace) -> int:
    from .duty.webhook import secret_text

    chosen = _configured(parsed)
    with chosen.named():
        secret, *older = Keyring(keys_of(chosen.settings, made_key)).webhook_secrets(parsed.host_name)
    print(secret_text(secret))
    if older:
        print(OLDER_SECRETS, file=sys.stderr)
        print("\n".join(map(secret_text, older)), file=sys.stderr)
    return 0


def _run_scenarios(parsed: argparse.Namespace) -> int:
    from .scenario import run_paths

    for path in parsed.paths:
        with given("PATH", path):
            path.stat()
    return run_paths(parsed.paths, paranoid=not parsed.fast, listed=parsed.report, out=sys.stdout)


def _create(parsed: argparse.Namespace) -> int:
    with _connected(parsed) as connection:
        ruleset = ruleset_of(parsed, connection.catalogue)
        if parsed.bots > ruleset.seat_count:
            raise TooManyBots(f"--bots: there are {ruleset.seat_count} seats, and not {parsed.bots}")
        bots = range(ruleset.seat_count - parsed.bots, ruleset.seat_count)
        print(connection.create(ruleset, bots).name)
    return 0


def _join(parsed: argparse.Namespace) -> int:
    with _connected(parsed) as connection:
        joined = connection.join(parsed.name)
        print(joined.seat, joined.seat_token)
    return 0


def _start(parsed: argparse.Namespace) -> int:
    with _connected(parsed) as connection:
        connection.start(parsed.name)
    return 0


def _list(parsed: argparse.Namespace) -> int:
    from .commands.listing import list_matches

    with _connected(parsed) as connection:
        list_matches(connection, parsed.most)
    return 0


def _watch(parsed: argparse.Namespace) -> int:
    from .commands.watch import watch

    with _connected(parsed) as connection:
        watch(connection, parsed.name, parsed.language, parsed.token)
    return 0


def _play(parsed: argparse.Namespace) -> int:
    from .commands.play import play

    with _connected(parsed) as connection:
        ruleset = ruleset_of(parsed, connection.catalogue)
        called = [_as_called(), "play", *credentials.words_of(parsed)]
        play(connection, parsed.name, parsed.token, parsed.language, ruleset, called=called)
    return 0


def _as_called() -> str:
    """With the path that this command was called by: without it, a shell may find none or another."""
    called = sys.argv[0]
    return called if Path(called).name == NAME else NAME


def _connected(parsed: argparse.Namespace) -> Connection:
    return Connection(parsed.address, parsed.api_key, credentials_of(parsed))


if __name__ == "__main__":
    sys.exit(main())
