"""Clients of the store that never give up, and what must be in it afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from service.store import Applied, Repeat, Request, Store, StoreError, Write, new_commit_id
from tests.service.planting import logged


class Writer:
    """Writes one step of its match after the other; repeats what has no answer, with the same request."""

    def __init__(self, store: Store, match_id: str) -> None:
        self._store = store
        self._match_id = match_id
        self._commit = b""
        self.acknowledged: list[bytes] = []
        self.failures = 0

    async def run(self) -> None:
        await self._until_answered(b"")
        while True:
            await self._until_answered(b"%d" % len(self.acknowledged))
            await asyncio.sleep(0.002)

    async def _until_answered(self, entry: bytes) -> None:
        commit = new_commit_id()
        request = Request.of("writer", commit.hex(), b"")
        write = Write(commit=commit, state=b"", log=[entry] if entry else [])
        while True:
            try:
                if entry:
                    answer: object = await self._store.commit(
                        self._match_id, request, write, expected_commit=self._commit, expected_head=0
                    )
                else:
                    answer = await self._store.create(self._match_id, request, write)
                break
            except StoreError:
                self.failures += 1
                await asyncio.sleep(0.05)
        assert isinstance(answer, Applied | Repeat), answer
        self._commit = commit
        if entry:
            self.acknowledged.append(entry)

    async def check(self, store: Store) -> None:
        """What was acknowledged is there once, in order; one more step may be there whose answer did not come."""
        entries = await logged(store, self._match_id)
        assert entries[: len(self.acknowledged)] == self.acknowledged
        assert len(entries) <= len(self.acknowledged) + 1


@asynccontextmanager
async def writing(store: Store, count: int = 4) -> AsyncIterator[list[Writer]]:
    """So many of them, at work; they stop on leaving."""
    writers = [Writer(store, f"written-{number}") for number in range(count)]
    tasks = [asyncio.create_task(writer.run()) for writer in writers]
    try:
        yield writers
    finally:
        for task in tasks:
            task.cancel()
        for outcome in await asyncio.gather(*tasks, return_exceptions=True):
            assert isinstance(outcome, asyncio.CancelledError), outcome


async def progress(writers: list[Writer], steps: int, within: float = 20.0) -> None:
    """Until each has had so many more steps acknowledged."""
    wanted = [len(writer.acknowledged) + steps for writer in writers]
    async with asyncio.timeout(within):
        while any(len(writer.acknowledged) < most for writer, most in zip(writers, wanted, strict=True)):
            await asyncio.sleep(0.01)
