"""The archive: the replays of matches that are over, as files that outlive the store."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

from ..config.settings import ConfigError
from ..matches.stored import Stored
from ..replays import file as replay_file
from ..replays.message import replay_message
from ..store import Timed

MOST_THREADS = 4  # of the archive alone: one that hangs holds up nothing else
SECONDS_TO_CONNECT, SECONDS_TO_ANSWER = 1.0, 2.5  # of S3; together less than a try may take
FILE_MODE, FOLDER_MODE = 0o640, 0o750  # without what the umask takes: not every match was open to all


class ArchiveError(Exception):
    """Nothing was kept; the message says why."""


class Place(Protocol):
    """Where files are put. Calls block. Both raise `ArchiveError`."""

    def put(self, name: str, content: bytes) -> None:
        """Keep a file under a name, a path with slashes: the whole of it or nothing, in place of one that is there."""

    def probe(self) -> None:
        """Returns if files can be put here. What it puts itself it removes, where it may."""


class Archive:
    """Keeps each match once, under a name that depends on the match alone: who keeps it again writes the same file."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._threads = ThreadPoolExecutor(MOST_THREADS, thread_name_prefix="archive")

    async def keep(self, match_id: str, stored: Stored, steps: Sequence[Timed]) -> None:
        """Of a match that is over, and of no other: a replay holds the seed and every hand. Raises `ArchiveError`."""
        if not stored.over:
            raise ArchiveError("the match is not over")
        await asyncio.get_running_loop().run_in_executor(self._threads, self._put, match_id, stored, steps)

    def close(self) -> None:
        """Without waiting for what hangs."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _put(self, match_id: str, stored: Stored, steps: Sequence[Timed]) -> None:
        replay = replay_file.to_json(replay_message(match_id, stored, steps))
        self._place.put(name_of(match_id, stored), replay.encode())


def archive_at(address: str) -> Archive:
    """As in `Settings.archive`. Raises `ConfigError`."""
    return Archive(place_at(address))


def place_at(address: str) -> Place:
    """`s3://bucket/prefix`, or the path of a folder, which is made. Raises `ConfigError`."""
    if "://" not in address:
        return Folder(Path(address))
    try:
        parts = urlsplit(address)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme != "s3" or not parts.netloc or parts.query or parts.fragment or "@" in parts.netloc:
        raise ConfigError("SGS_ARCHIVE: write the path of a folder, or s3://bucket/prefix")
    return Bucket(parts.netloc, parts.path.strip("/"))


def name_of(match_id: str, stored: Stored) -> str:
    """By the month in which the match was created, UTC."""
    created = datetime.fromtimestamp(stored.created_ms / 1000, UTC)
    return f"{created:%Y/%m}/{match_id}.json"


class Folder:
    """On a disk, or what is mounted like one."""

    def __init__(self, folder: Path) -> None:
        """Raises `ConfigError`."""
        self._folder = folder
        try:
            folder.mkdir(FOLDER_MODE, parents=True, exist_ok=True)
        except OSError as error:
            raise ConfigError(f"SGS_ARCHIVE: {error.strerror}: {folder}") from error

    def put(self, name: str, content: bytes) -> None:
        path = self._folder / name
        # Under another name until it is whole and on disk: a file that is there is a whole replay.
        draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
        try:
            path.parent.mkdir(FOLDER_MODE, parents=True, exist_ok=True)
            try:
                with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE), "wb") as file:
                    file.write(content)
                    file.flush()
                    os.fsync(file.fileno())
                draft.replace(path)
            except BaseException:
                draft.unlink(missing_ok=True)
                raise
            for folder in (path.parent, path.parent.parent, self._folder):
                _sync(folder)
        except OSError as error:
            raise ArchiveError(f"{error.strerror}: {path}") from error

    def probe(self) -> None:
        draft = self._folder / f".probe.{secrets.token_hex(4)}"
        try:
            draft.touch(FILE_MODE, exist_ok=False)
            draft.unlink()
        except OSError as error:
            raise ArchiveError(f"{error.strerror}: {self._folder}") from error


def _sync(folder: Path) -> None:
    """The names in a folder are on disk then."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class Bucket:
    """At S3, or what speaks like it: region, keys and AWS_ENDPOINT_URL_S3 come from where boto3 looks for them."""

    def __init__(self, bucket: str, prefix: str) -> None:
        """Raises `ConfigError`."""
        try:
            import boto3
            from botocore.config import Config
            from botocore.exceptions import BotoCoreError, ClientError
        except ImportError as error:
            raise ConfigError("SGS_ARCHIVE: s3:// takes boto3: pip install 'sanguosha[s3]'") from error
        self._faults = (BotoCoreError, ClientError)
        self._bucket = bucket
        self._prefix = f"{prefix}/" if prefix else ""
        # One try: whoever archives tries again, and later.
        how = Config(
            connect_timeout=SECONDS_TO_CONNECT, read_timeout=SECONDS_TO_ANSWER, retries={"total_max_attempts": 1}
        )
        try:
            self._client: Any = boto3.session.Session().client("s3", config=how)
        except (*self._faults, ValueError) as error:
            raise ConfigError(f"SGS_ARCHIVE: {error}") from error

    def put(self, name: str, content: bytes) -> None:
        try:
            self._client.put_object(
                Bucket=self._bucket, Key=self._prefix + name, Body=content, ContentType="application/json"
            )
        except self._faults as error:
            raise ArchiveError(str(error)) from error

    def probe(self) -> None:
        name = f".probe-{secrets.token_hex(4)}"
        self.put(name, b"")
        try:
            self._client.delete_object(Bucket=self._bucket, Key=self._prefix + name)
        except self._faults:  # who archives need not be allowed to delete
            return
