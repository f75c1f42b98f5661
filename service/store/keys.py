"""Where a match lives in Redis.

Matches are spread over 256 buckets. The bucket is the hash tag of every key, so all keys of a match share a slot of
Redis Cluster and one script may write them all.

    {b042}:m:<id>           hash    state, commit, head, opened_at, summary, created_ms, updated_ms;
                                    request, body_hash, reply: what a repeated create is answered with
    {b042}:m:<id>:events    list    event blobs; the event with ordinal n is at position n - 1
    {b042}:m:<id>:log       list    every answer since the beginning, each behind its time: 13 digits of milliseconds
    {b042}:m:<id>:talk      zset    the last messages, each behind its time, by that time
    {b042}:m:<id>:t:<seat>  string  how many messages the seat has sent within a minute; expires by itself
    {b042}:m:<id>:r:<hash>  string  body hash and reply of one request; expires by itself
    {b042}:due              zset    match id -> the instant in ms at which somebody must look at it
    {b042}:expiry           zset    match id -> the instant in ms after which it may be deleted
    {b042}:index            zset    match id -> creation, strictly increasing within the bucket; listed matches only
    code:<code>             string  the id of the match that a code leads to; expires by itself
    queue:<hash>            string  the id of the match in which those wait who want to play the same; or, by that of
                                    a request, the match that it went to and a hash of what it asked for
    series:<id>             string  a series of matches; expires by itself
    servers                 hash    what each server says of itself, behind the time until which it holds (13 digits)
    left:<rules version>    list    due matches that servers of other rules leave to those of these; expires by itself
    open:<hash>             zset    what a host has in the lobby or in play: match id -> the instant at which it is
                                    presumed gone; expires by itself
    open-series:<hash>      zset    its series that are not over, in the same way

The key of the match is also the name of the channel on which its commits are published.
"""

from __future__ import annotations

import hashlib
import zlib
from functools import lru_cache
from typing import Final, NamedTuple

BUCKETS: Final = 256


def bucket_of(match_id: str) -> int:
    """The bucket (0..255) of a match. Part of the stored format: it may never change."""
    return zlib.crc32(match_id.encode()) % BUCKETS


def due_key(bucket: int) -> str:
    return f"{{b{bucket:03d}}}:due"


def expiry_key(bucket: int) -> str:
    return f"{{b{bucket:03d}}}:expiry"


def index_key(bucket: int) -> str:
    return f"{{b{bucket:03d}}}:index"


def match_key(match_id: str) -> str:
    return f"{{b{bucket_of(match_id):03d}}}:m:{match_id}"


class MatchKeys(NamedTuple):
    """The keys of one match, in the order in which the scripts expect them."""

    match: str
    events: str
    log: str
    due: str
    expiry: str
    listing: str
    talk: str

    def talk_tally(self, seat: int) -> str:
        return f"{self.match}:t:{seat}"

    def request(self, identity: str) -> str:
        return f"{self.match}:r:{identity}"


@lru_cache(maxsize=4096)
def keys_of(match_id: str) -> MatchKeys:
    bucket, match = bucket_of(match_id), match_key(match_id)
    due, expiry, listing = due_key(bucket), expiry_key(bucket), index_key(bucket)
    return MatchKeys(match, f"{match}:events", f"{match}:log", due, expiry, listing, f"{match}:talk")


def request_identity(caller: str, request_id: str) -> str:
    """One short name for a pair of strings that clients choose: bounded in length and free of separators."""
    pair = f"{len(caller)}:{caller}{request_id}".encode()
    return hashlib.blake2b(pair, digest_size=16).hexdigest()
