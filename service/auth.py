"""Who calls: hosts by key, seats by token. Neither is ever stored."""

from __future__ import annotations

import hmac
from base64 import b32encode, urlsafe_b64encode
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from .errors import ServiceError

SPECTATOR = -1
MOST_TOKEN = 120  # characters; ours are shorter
WATCHING = "w"  # in a token, where others have a seat
CODE_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's: none that looks like another
CODE_LENGTH = 8


class SeatToken(NamedTuple):
    """What a valid token says: a seat of a match (SPECTATOR: the right to watch it), and which of its tokens it is."""

    match_id: str
    seat: int
    generation: int


class Caller(NamedTuple):
    """Where a call comes from. `host` names the key it carries; empty on a server without keys."""

    host: str
    token: SeatToken | None

    def seat_of(self, match_id: str) -> int:
        """The caller's seat in the match; a spectator without a token. Raises TOKEN_INVALID for another match's."""
        if self.token is None:
            return SPECTATOR
        if self.token.match_id != match_id:
            raise ServiceError("TOKEN_INVALID", "the token is for another match")
        return self.token.seat


class Keyring:
    """Derives ids and tokens from the server's key, and knows the hosts' keys."""

    def __init__(self, server_key: bytes, host_keys: Mapping[str, str]) -> None:
        self._server_key = server_key
        self._host_keys = dict(host_keys)
        self._token = lru_cache(maxsize=8192)(self._read_token)  # a valid token is valid for ever

    def caller(self, authorization: str, api_key: str) -> Caller:
        """Raises TOKEN_INVALID and KEY_REQUIRED for credentials that are not ours; without keys, any key will do."""
        token = self._token(authorization) if authorization else None
        return Caller(self._host(api_key) if api_key else "", token)

    def require_host(self, caller: Caller) -> str:
        """The host who may create and administer matches; everybody on a server without keys."""
        if self._host_keys and not caller.host:
            raise ServiceError("KEY_REQUIRED", "this call needs a key: metadata x-api-key")
        return caller.host

    def key_of(self, host: str) -> str:
        """With which another server knows the host."""
        return self._host_keys[host]

    def match_id(self, host: str, request_id: str) -> str:
        """The id of the match that this request creates: the same for a repeat of it."""
        return b32encode(self._mac("match", host, request_id)[:15]).decode().lower()

    def next_id(self, match_id: str) -> str:
        """The id of the match that the players of a match go on to."""
        return b32encode(self._mac("rematch", match_id)[:15]).decode().lower()

    def code(self, match_id: str, attempt: int) -> str:
        """A code that people can say, out of which nobody reads the match."""
        digest = int.from_bytes(self._mac("code", match_id, str(attempt))[:8])
        return "".join(CODE_LETTERS[digest >> 5 * n & 31] for n in range(CODE_LENGTH))

    def seat_token(self, match_id: str, seat: int, generation: int) -> str:
        return f"{match_id}.{_seat_name(seat)}.{generation}.{self._seat_mac(match_id, seat, generation)}"

    def ticket(self, token: SeatToken, expires_ms: int) -> str:
        """What stands for a token until an instant."""
        match_id, seat, generation = token
        said = f"{match_id}.{_seat_name(seat)}.{generation}.{expires_ms}"
        return f"{said}.{self._short_mac('ticket', said)}"

    def read_ticket(self, ticket: str, now_ms: int) -> SeatToken:
        """Raises TICKET_INVALID."""
        said, _, mac = ticket.rpartition(".")
        if len(ticket) <= MOST_TOKEN and hmac.compare_digest(self._short_mac("ticket", said).encode(), mac.encode()):
            match_id, seat, generation, expires_ms = said.split(".")
            if now_ms < int(expires_ms):
                return SeatToken(match_id, SPECTATOR if seat == WATCHING else int(seat), int(generation))
        raise ServiceError("TICKET_INVALID", "the ticket is not valid, or too old")

    def webhook_secret(self, host: str) -> bytes:
        """What results are signed with that are sent for a host."""
        return self._mac("webhook", host)

    def _read_token(self, authorization: str) -> SeatToken:
        scheme, _, token = authorization.partition(" ")
        token = token.strip()
        match_id, *rest = token.split(".") if len(token) <= MOST_TOKEN else ("",)
        named = len(rest) == 3 and (rest[0] == WATCHING or rest[0].isdecimal()) and rest[1].isdecimal()
        if scheme.lower() == "bearer" and named:
            seat, generation = SPECTATOR if rest[0] == WATCHING else int(rest[0]), int(rest[1])
            if hmac.compare_digest(self._seat_mac(match_id, seat, generation).encode(), rest[2].encode()):
                return SeatToken(match_id, seat, generation)
        raise ServiceError("TOKEN_INVALID", "the token is not valid")

    def _host(self, api_key: str) -> str:
        if not self._host_keys:
            return ""
        found = ""
        for name, key in self._host_keys.items():
            if hmac.compare_digest(key.encode(), api_key.encode()):
                found = name
        if not found:
            raise ServiceError("KEY_REQUIRED", "the key is not valid")
        return found

    def _seat_mac(self, match_id: str, seat: int, generation: int) -> str:
        return self._short_mac("seat", match_id, str(seat), str(generation))

    def _short_mac(self, *parts: str) -> str:
        return urlsafe_b64encode(self._mac(*parts)[:24]).decode()

    def _mac(self, *parts: str) -> bytes:
        return hmac.digest(self._server_key, "\0".join(parts).encode(), sha256)


def _seat_name(seat: int) -> str:
    return WATCHING if seat == SPECTATOR else str(seat)
