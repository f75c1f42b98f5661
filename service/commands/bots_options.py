"""How `sgs bots` is called."""

from __future__ import annotations

import argparse
from math import isfinite
from typing import Any

import uvloop

from .connection import Connection
from .credentials import credentials_of
from .ruleset_options import ruleset_of

MATCHES = 10


def add(commands: Any, client: argparse.ArgumentParser, ruled: argparse.ArgumentParser) -> None:
    """Add the command to those that `add_subparsers` returned. `client` says which server is meant, `ruled` what is
    played."""
    loading = commands.add_parser(
        "bots",
        parents=[client, ruled],
        help="play many matches and say how fast they went",
        epilog="Several servers may be named, --address a:50051,b:50051: calls go to one after the other. Ctrl-C ends"
        " it, and what was measured until then is printed. The exit code is 1 where anything failed.",
    )
    loading.add_argument(
        "--replicas",
        type=_count,
        default=0,
        metavar="N",
        help="the names in --address resolve to so many addresses: call them all (default: call the names)",
    )
    loading.add_argument("--matches", type=_count, help=f"how many in all (default {MATCHES}, no end with --duration)")
    loading.add_argument("--at-once", type=_count, default=8, help="how many at a time (default %(default)s)")
    loading.add_argument(
        "--rate",
        type=_amount,
        default=0.0,
        help="actions a second, due whether or not those before were answered: latencies are from when one was due"
        " (default: each as soon as it can be, and latencies from when it was sent)",
    )
    loading.add_argument(
        "--duration", type=_amount, default=0.0, metavar="SECONDS", help="stop then (default: when all have ended)"
    )
    loading.add_argument("--watchers", type=number, default=0, help="idle spectators of each match (default none)")
    loading.add_argument("--seed", type=int, default=1, help="of the random choices (default %(default)s)")
    loading.add_argument("--house", action="store_true", help="let the house play every seat, at its own pace")
    loading.add_argument("--json", action="store_true", help="print the figures as one object of JSON")
    loading.set_defaults(command=_bots)


def _bots(parsed: argparse.Namespace) -> int:
    from .bots import Asked, bots

    given = {name: value for name, value in vars(parsed).items() if name in Asked._fields}
    if parsed.matches is None and not parsed.duration:
        given["matches"] = MATCHES
    credentials = credentials_of(parsed)
    with Connection(parsed.address.split(",")[0], parsed.api_key, credentials) as connection:
        asked = Asked(ruleset=ruleset_of(parsed, connection.catalogue), **given)
    return 0 if uvloop.run(bots(asked, credentials)) else 1


def number(text: str) -> int:
    given = int(text)
    if given < 0:
        raise argparse.ArgumentTypeError("it is negative")
    return given


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("it is less than 1")
    return number


def _amount(text: str) -> float:
    amount = float(text)
    if not (isfinite(amount) and amount > 0):
        raise argparse.ArgumentTypeError("it is not more than 0")
    return amount
