"""How `sgs replay` is called."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from .connection import Connection, full_name
from .credentials import credentials_of


def add(commands: Any, client: argparse.ArgumentParser) -> None:
    """Add the command to those that `add_subparsers` returned. `client` says which server is meant."""
    replays = commands.add_parser("replay", help="matches that are over: fetch, verify, read")
    kinds = replays.add_subparsers(required=True, metavar="COMMAND")

    getting = kinds.add_parser("get", parents=[client], help="write the replay of a match as JSON")
    getting.add_argument(
        "name", metavar="NAME", type=full_name, help="the match, matches/... or what follows the slash"
    )
    getting.add_argument("--out", type=Path, metavar="FILE", help="where to (default: standard output)")
    getting.add_argument(
        "--token", default="", help="of a seat, or to watch with; needed where not everybody may watch"
    )
    getting.set_defaults(command=_get)

    verifying = kinds.add_parser("verify", help="play replays again, and say whether they are true to themselves")
    verifying.add_argument("files", metavar="FILE", nargs="+", type=Path, help="what `sgs replay get` wrote")
    verifying.set_defaults(command=_verify)

    showing = kinds.add_parser("show", help="print a replay as a transcript")
    showing.add_argument("file", metavar="FILE", type=Path, help="what `sgs replay get` wrote")
    showing.add_argument("--language", choices=("zh", "en"), default="en", help="(default %(default)s)")
    seen = showing.add_mutually_exclusive_group()
    seen.add_argument("--seat", type=int, metavar="N", help="as that seat saw it")
    seen.add_argument("--all", action="store_true", help="with every card and role face up (the default)")
    showing.set_defaults(command=_show)


def _get(parsed: argparse.Namespace) -> int:
    from . import replay

    with Connection(parsed.address, parsed.api_key, credentials_of(parsed)) as connection:
        replay.get(connection, parsed.name, parsed.token, parsed.out)
    return 0


def _verify(parsed: argparse.Namespace) -> int:
    from . import replay

    return 0 if replay.verify(parsed.files) else 1


def _show(parsed: argparse.Namespace) -> int:
    from . import replay

    return 0 if replay.show(parsed.file, parsed.language, parsed.seat) else 1
