"""How players come to a seat, and to a match."""

from __future__ import annotations

from sanguosha.v1 import match_service_pb2 as pb

from ..access.auth import CODE_LENGTH, CODE_LETTERS
from ..backend import Backend
from ..checks import require
from ..errors import ServiceError
from ..hosting import Hosted, Step
from ..telling.resources import whole_message
from .lots import lots
from .steps import seated, started_if_full
from .stored import State

CODE_TRIES = 8


def enter(hosted: Hosted, display_name: str, wanted: int | None) -> Step:
    """Take a free seat, the first one, or the first drawn where seats are drawn by lot, unless a certain one is wanted;
    start a match that starts by itself, if it was the last. The reply, for `joined`, has no token: what stands in its
    place is the seat's generation."""
    require(hosted, State.LOBBY)
    stored = hosted.stored
    seats = stored.seats
    by_lot = stored.options.seat_lottery
    order = lots(stored.seed, stored.salt, len(seats)) if by_lot else range(len(seats))
    free = [seat for seat in order if not seats[seat].taken]
    if not free:
        raise ServiceError("MATCH_FULL", "every seat is taken")
    if wanted is not None and by_lot:
        raise ServiceError("SEATS_BY_LOT", "the seats of this match are drawn by lot")
    if wanted is not None and wanted >= len(seats):
        raise ServiceError("FIELD_INVALID", "there is no such seat", field="seat")
    if wanted is not None and wanted not in free:
        raise ServiceError("SEAT_TAKEN", "the seat is taken")
    seat = free[0] if wanted is None else wanted
    stored = seated(stored, seat, taken=True, display_name=display_name)
    step = started_if_full(Step(stored, None))
    reply = pb.JoinMatchResponse(seat=seat, seat_token=str(seats[seat].generation))
    reply.match.CopyFrom(whole_message(hosted.match_id, step.stored))
    return step.answered(reply)


def joined(backend: Backend, match_id: str, reply: bytes) -> pb.JoinMatchResponse:
    """The response to who took a seat by `enter`: the token is not stored, a repeat derives the same one again."""
    response = pb.JoinMatchResponse.FromString(reply)
    response.seat_token = backend.keyring.seat_token(match_id, response.seat, int(response.seat_token))
    return response


async def renew_code(backend: Backend, match_id: str, code: str) -> None:
    """Let a code live on with its match, which somebody has touched."""
    ttl_ms = backend.settings.idle_expiry * 1000
    await backend.reaching(backend.store.swap(f"code:{code}", match_id, match_id, ttl_ms))


async def reserve_code(backend: Backend, match_id: str) -> str:
    """A code that leads to the match and to no other, for as long as an idle match lives."""
    ttl_ms = backend.settings.idle_expiry * 1000
    for attempt in range(CODE_TRIES):
        code = backend.keyring.code(match_id, attempt)
        if await backend.reaching(backend.store.swap(f"code:{code}", "", match_id, ttl_ms)) == match_id:
            return code
    raise ServiceError("CONTENTION", "no code is free: repeat the call")


async def match_of_code(backend: Backend, code: str) -> str:
    """The id of the match that a code leads to. Raises CODE_UNKNOWN."""
    code = "".join(code.split()).upper()
    known = len(code) == CODE_LENGTH and set(code) <= set(CODE_LETTERS)
    match_id = await backend.reaching(backend.store.value(f"code:{code}")) if known else ""
    if not match_id:
        raise ServiceError("CODE_UNKNOWN", "no match in the lobby has this code")
    return match_id
