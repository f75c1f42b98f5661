"""The state of every match, in Redis and nowhere else."""

from service.store.embedded import DataFolderInUse, EmbeddedError, EmbeddedServer
from service.store.errors import BadAddress, BadPageToken, OutcomeUnknown, StoreError, StoreUnavailable
from service.store.keys import BUCKETS, bucket_of
from service.store.records import (
    After,
    Applied,
    At,
    Change,
    Conflict,
    DueMatch,
    EventPage,
    Exists,
    Instant,
    ListedMatch,
    MatchPage,
    NotFound,
    Repeat,
    Request,
    RequestReused,
    StoredMatch,
    Write,
    new_commit_id,
)
from service.store.server_key import ServerKeyError, server_key
from service.store.store import Store
from service.store.watch import Watch

__all__ = [
    "BUCKETS",
    "After",
    "Applied",
    "At",
    "BadAddress",
    "BadPageToken",
    "Change",
    "Conflict",
    "DataFolderInUse",
    "DueMatch",
    "EmbeddedError",
    "EmbeddedServer",
    "EventPage",
    "Exists",
    "Instant",
    "ListedMatch",
    "MatchPage",
    "NotFound",
    "OutcomeUnknown",
    "Repeat",
    "Request",
    "RequestReused",
    "ServerKeyError",
    "Store",
    "StoreError",
    "StoreUnavailable",
    "StoredMatch",
    "Watch",
    "Write",
    "bucket_of",
    "new_commit_id",
    "server_key",
]
