"""Pages of matches that a client asks for by what they are."""

from __future__ import annotations

from sanguosha.v1 import match_pb2
from sanguosha.v1 import match_service_pb2 as pb

from .backend import Backend
from .errors import ServiceError
from .store import BadPageToken

MOST_LOOKED_AT = 1000  # matches for one page, however few of them fit


async def page_of(backend: Backend, request: pb.ListMatchesRequest) -> pb.ListMatchesResponse:
    """The next matches that fit, the newest first. Raises FIELD_INVALID and PAGE_TOKEN_INVALID."""
    if request.page_size < 0:
        raise ServiceError("FIELD_INVALID", "page_size is negative", field="page_size")
    size = min(request.page_size or backend.settings.max_page_size, backend.settings.max_page_size)
    response, token, looked_at = pb.ListMatchesResponse(), request.page_token, 0
    while len(response.matches) < size and looked_at < MOST_LOOKED_AT:
        try:
            page = await backend.reaching(backend.store.list_matches(size - len(response.matches), token))
        except BadPageToken as error:
            raise ServiceError("PAGE_TOKEN_INVALID", "the page token was not given by this method") from error
        listed = [match_pb2.Match.FromString(match.summary) for match in page.matches]
        response.matches.extend(match for match in listed if fits(match, request))
        token, looked_at = page.next_page_token, looked_at + len(listed)
        if not token:
            break
    response.next_page_token = token
    return response


def fits(match: match_pb2.Match, request: pb.ListMatchesRequest) -> bool:
    """Whether the match is what the request asks for."""
    free = match.state == match_pb2.MATCH_STATE_LOBBY and not all(seat.taken for seat in match.seats)
    return (
        request.state in (match_pb2.MATCH_STATE_UNSPECIFIED, match.state)
        and (free or not request.joinable)
        and request.mode in ("", match.ruleset.mode)
        and request.edition in ("", match.ruleset.edition)
        and request.seat_count in (0, match.ruleset.seat_count)
    )
