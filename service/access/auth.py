"""Who calls: hosts by key, seats by token. Neither is ever stored."""

from __future__ import annotations

import hmac
import time
from base64 import b32encode, urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

import msgspec

from ..errors import ServiceError
from .keys import HostKeys

SPECTATOR = -1
MOST_TOKEN = 120  # characters; ours are shorter
WATCHING = "w"  # in a token, where others have a seat
CODE_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's: none that looks like another
CODE_LENGTH = 8
SERVER = "Server "  # the scheme of an authorization that another server with the same key has written
INTRODUCTION_AGE = 120  # seconds, for clocks that do not agree


class SeatToken(NamedTuple):
    """What a valid token says: a seat of a match (SPECTATOR: the right to watch it), and which of its tokens it is."""

    match_id: str
    seat: int
    generation: int


class Caller(NamedTuple):
    """Where a call comes from. `host` is the name of the key it carries; empty on a server without keys. `key` is the
    hash of that very key, and `admin` whether it may administer every match. `introduced` is whether another server
    has handed the call over."""

    host: str
    token: SeatToken | None
    key: bytes = b""
    admin: bool = False
    introduced: bool = False

    def seat_of(self, match_id: str) -> int:
        """The caller's seat in the match; a spectator without a token. Raises TOKEN_INVALID for another match's."""
        if self.token is None:
            return SPECTATOR
        if self.token.match_id != match_id:
            raise ServiceError("TOKEN_INVALID", "the token is for another match")
        return self.token.seat


_introductions = msgspec.msgpack.Encoder()
_introduction = msgspec.msgpack.Decoder(tuple[Caller, int])


class Keyring:
    """Derives ids and tokens from the server's key, and knows the hosts' keys. `host_keys` may be replaced."""

    def __init__(self, server_keys: bytes | Sequence[bytes], host_keys: HostKeys | None = None) -> None:
        """Of several server keys the first derives what is given out; what was derived from any of them is valid."""
        self._server_keys = (server_keys,) if isinstance(server_keys, bytes) else tuple(server_keys)
        self.host_keys = host_keys or HostKeys()
        self._token = lru_cache(maxsize=8192)(self._read_token)  # a valid token is valid for ever

    def caller(self, authorization: str, api_key: str) -> Caller:
        """Raises TOKEN_INVALID and KEY_REQUIRED for credentials that are not ours; without keys, any key will do."""
        if authorization.startswith(SERVER):
            return self._introduced(authorization)
        token = self._token(authorization) if authorization else None
        if not (api_key and self.host_keys):
            return Caller("", token)
        found = self.host_keys.find(api_key)
        if found is None:
            raise ServiceError("KEY_REQUIRED", "the key is not valid")
        return Caller(found.host, token, found.digest, found.admin)

    def require_host(self, caller: Caller) -> str:
        """The host who may create and administer matches; everybody on a server without keys."""
        if self.host_keys and not caller.host:
            raise ServiceError("KEY_REQUIRED", "this call needs a key: metadata x-api-key")
        return caller.host

    def check_key(self, caller: Caller) -> None:
        """For a caller who was let in a while ago. Raises KEY_REQUIRED where its key was revoked since."""
        if caller.key and not self.host_keys.holds(caller.key):
            raise ServiceError("KEY_REQUIRED", "the key is not valid any more")

    def introduction(self, caller: Caller, now_s: int) -> str:
        """The authorization of a call that one server hands over to another: who its caller is, as the first found."""
        said = urlsafe_b64encode(_introductions.encode((caller, now_s + INTRODUCTION_AGE))).decode()
        return f"{SERVER}{said}.{_short(self._mac('introduction', said))}"

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
        mac = self._mac(*_seat_parts(match_id, seat, generation))
        return f"{match_id}.{_seat_name(seat)}.{generation}.{_short(mac)}"

    def ticket(self, token: SeatToken, expires_ms: int) -> str:
        """What stands for a token until an instant."""
        match_id, seat, generation = token
        said = f"{match_id}.{_seat_name(seat)}.{generation}.{expires_ms}"
        return f"{said}.{_short(self._mac('ticket', said))}"

    def read_ticket(self, ticket: str, now_ms: int) -> SeatToken:
        """Raises TICKET_INVALID."""
        said, _, mac = ticket.rpartition(".")
        if len(ticket) <= MOST_TOKEN and self._signed(mac, "ticket", said):
            match_id, seat, generation, expires_ms = said.split(".")
            if now_ms < int(expires_ms):
                return SeatToken(match_id, SPECTATOR if seat == WATCHING else int(seat), int(generation))
        raise ServiceError("TICKET_INVALID", "the ticket is not valid, or too old")

    def webhook_secrets(self, host: str) -> list[bytes]:
        """What results are signed with that are sent for a host: with each of them, the present one first."""
        return list(self._macs("webhook", host))

    def _introduced(self, authorization: str) -> Caller:
        said, _, mac = authorization.removeprefix(SERVER).rpartition(".")
        if self._signed(mac, "introduction", said):
            caller, expires_s = _introduction.decode(urlsafe_b64decode(said))
            if time.time() < expires_s:
                return caller._replace(introduced=True)
        raise ServiceError("TOKEN_INVALID", "the token is not valid")

    def _read_token(self, authorization: str) -> SeatToken:
        scheme, _, token = authorization.partition(" ")
        token = token.strip()
        match_id, *rest = token.split(".") if len(token) <= MOST_TOKEN else ("",)
        named = len(rest) == 3 and (rest[0] == WATCHING or rest[0].isdecimal()) and rest[1].isdecimal()
        if scheme.lower() == "bearer" and named:
            seat, generation = SPECTATOR if rest[0] == WATCHING else int(rest[0]), int(rest[1])
            if self._signed(rest[2], *_seat_parts(match_id, seat, generation)):
                return SeatToken(match_id, seat, generation)
        raise ServiceError("TOKEN_INVALID", "the token is not valid")

    def _signed(self, mac: str, *parts: str) -> bool:
        valid = False
        for expected in self._macs(*parts):
            valid |= hmac.compare_digest(_short(expected).encode(), mac.encode())
        return valid

    def _mac(self, *parts: str) -> bytes:
        return next(self._macs(*parts))

    def _macs(self, *parts: str) -> Iterator[bytes]:
        """By each of the server's keys."""
        said = "\0".join(parts).encode()
        return (hmac.digest(key, said, sha256) for key in self._server_keys)


def _seat_parts(match_id: str, seat: int, generation: int) -> tuple[str, ...]:
    return "seat", match_id, str(seat), str(generation)


def _short(mac: bytes) -> str:
    return urlsafe_b64encode(mac[:24]).decode()


def _seat_name(seat: int) -> str:
    return WATCHING if seat == SPECTATOR else str(seat)
