"""Pages of matches that a client asks for by what they are."""

from __future__ import annotations

from sanguosha.v1 import match_pb2
from sanguosha.v1 import match_service_pb2 as pb

from ..backend import Backend
from ..errors import ServiceError
from ..store import BadPageToken

MOST_LOOKED_AT = 1000  # matches for one page, however few of them fit
AT_ONCE = 200  # of them, where not all fit: each look costs the store a round over all buckets


async def page_of(backend: Backend, request: pb.ListMatchesRequest) -> pb.ListMatchesResponse:
    """The next matches that fit, the newest first. Raises FIELD_INVALID and PAGE_TOKEN_INVALID."""
    if request.page_size < 0:
        raise ServiceError("FIELD_INVALID", "page_size is negative", field="page_size")
    size = min(request.page_size or backend.settings.max_page_size, backend.settings.max_page_size)
    all_fit = not (request.state or request.joinable or request.mode or request.edition or request.seat_count)
    response, token, looked_at = pb.ListMatchesResponse(), request.page_token, 0
    while len(response.matches) < size and looked_at < MOST_LOOKED_AT:
        missing = size - len(response.matches)
        at_once = missing if all_fit else max(missing, AT_ONCE)
        try:
            page = await backend.reaching(backend.store.list_matches(at_once, token))
        except BadPageToken as error:
            raise ServiceError("PAGE_TOKEN_INVALID", "the page token was not given by this method") from error
        listed = [(match_pb2.Match.FromString(found.summary), found.page_token) for found in page.matches]
        fitting = [(match, after) for match, after in listed if fits(match, request)]
        response.matches.extend(match for match, _ in fitting[:missing])
        token, looked_at = page.next_page_token, looked_at + at_once
        if len(fitting) > missing:
            token = fitting[missing - 1][1]
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
