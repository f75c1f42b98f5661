"""Pages of other origins that may call: those that the operator names."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.datastructures import Headers
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import Response
from starlette.types import ASGIApp

from .faults import HttpFault, failure
from .reading import JSON

EXPOSED = ("date", "retry-after")  # by which a page knows how much time is left, and when to try again
HEADERS = ("authorization", "x-api-key", "content-type", "last-event-id")


class CrossOrigin(CORSMiddleware):
    """Without cookies: who calls is told by headers that a page must have itself."""

    def __init__(self, app: ASGIApp, origins: Sequence[str]) -> None:
        super().__init__(
            app, allow_origins=origins, allow_methods=("GET", "POST"), allow_headers=HEADERS, expose_headers=EXPOSED
        )

    def preflight_response(self, request_headers: Headers) -> Response:
        reply = super().preflight_response(request_headers)
        if reply.status_code == 200:
            return reply
        said = failure(HttpFault("ORIGIN_REFUSED", "pages of this origin may not call so"))
        kept = {name: value for name, value in reply.headers.items() if not name.startswith("content-")}
        return Response(said.body, said.status, kept, JSON)
