"""`python -m service.scenario PATH...`: run scenario files, or every one in a folder."""

from __future__ import annotations

import argparse
import sys

from .batch import run_paths


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m service.scenario", description="Run rule scenarios.")
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a .yaml file, or a folder of them")
    parser.add_argument("--fast", action="store_true", help="do not reload the match after every answer")
    arguments = parser.parse_args()
    return run_paths(arguments.paths, paranoid=not arguments.fast, out=sys.stdout)


if __name__ == "__main__":
    sys.exit(main())
