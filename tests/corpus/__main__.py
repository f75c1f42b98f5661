"""Keeps matches as they are stored today: `make corpus`, at every release and before the stored format changes."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

import msgspec

from service.fleet.rules_version import rules_version
from service.matches.upcasts import FORMAT
from service.store import EmbeddedServer, Store
from tests.corpus.gathering import FOLDER, Kept, gather


async def _gathered(url: str) -> dict[str, Kept]:
    async with Store(url) as store:
        return await gather(store)


def main() -> int:
    folder = FOLDER / f"{FORMAT}-{rules_version()}"
    if folder.exists():
        print(f"{folder} is there: what has been stored once is never written anew", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as data, EmbeddedServer(Path(data)) as server:
        kept = asyncio.run(_gathered(server.url))
    folder.mkdir(parents=True)
    for name, match in kept.items():
        (folder / f"{name}.msgpack").write_bytes(msgspec.msgpack.encode(match))
    print(f"{len(kept)} matches in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
