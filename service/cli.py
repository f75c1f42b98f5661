"""The command `sgs`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import uvloop

from .config import ConfigError, Settings, settings_from
from .logs import configure
from .server import serve
from .store import StoreError
from .store.embedded import EmbeddedError


def main(arguments: Sequence[str] | None = None) -> int:
    """Returns the exit code: 0 done, 1 failed, 2 called or configured wrongly."""
    parsed = _parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], int] = parsed.command
    try:
        return command(parsed)
    except ConfigError as error:
        print(f"sgs: {error}", file=sys.stderr)
        return 2
    except (StoreError, EmbeddedError, OSError) as error:
        print(f"sgs: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="sgs", description="Host and play matches of Sanguosha.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    serving = commands.add_parser("serve", help="run a server; settings come from SGS_ variables and REDIS_URL")
    serving.add_argument("--host", help="where to listen (default 127.0.0.1)")
    serving.add_argument("--port", type=int, help="gRPC port (default 50051)")
    serving.add_argument("--metrics-port", type=int, help="Prometheus port (default 9464; -1: none)")
    serving.add_argument("--data-dir", type=Path, help="folder of the embedded store (default data)")
    serving.add_argument(
        "--open-to-all", action="store_true", default=None, help="listen beyond loopback although there are no keys"
    )
    serving.set_defaults(command=_serve)

    scenario = commands.add_parser("scenario", help="rule cases as files").add_subparsers(required=True)
    run = scenario.add_parser("run", help="run scenario files and folders")
    run.add_argument("paths", nargs="+", type=Path)
    run.set_defaults(command=_run_scenarios)
    return parser


def settings(parsed: argparse.Namespace) -> Settings:
    """The environment's settings with what the command line overrides."""
    given = {name: value for name, value in vars(parsed).items() if name in Settings.__struct_fields__}
    return settings_from(os.environ, **given)


def _serve(parsed: argparse.Namespace) -> int:
    chosen = settings(parsed)
    configure(chosen.log_level)
    uvloop.run(serve(chosen))
    return 0


def _run_scenarios(parsed: argparse.Namespace) -> int:
    from .scenario import run_paths

    return run_paths(parsed.paths, out=sys.stdout)
