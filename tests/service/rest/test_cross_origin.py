"""Pages of other origins: those that the operator names, and no others."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from service.config.settings import ConfigError
from service.config.sources import settings_from
from service.store import EmbeddedServer
from tests.service.rest.calling import Refused, Rest
from tests.service.serving import Server

FRIEND, OTHER = "https://play.example", "https://other.example"
HEADERS = ["authorization", "x-api-key", "content-type", "last-event-id"]


@pytest.fixture(scope="module")
def friendly(tmp_path_factory: pytest.TempPathFactory, backing: EmbeddedServer) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("friendly")
    with Server(folder, redis_url=backing.url, cors_origins=f"{FRIEND},http://localhost:3000") as started:
        yield started


@pytest.fixture
async def page(friendly: Server) -> AsyncIterator[Rest]:
    async with Rest(friendly.http_address) as opened:
        yield opened


def preflight(origin: str, verb: str = "POST") -> dict[str, str]:
    return {
        "origin": origin,
        "access-control-request-method": verb,
        "access-control-request-headers": ", ".join(HEADERS),
    }


async def test_a_page_that_is_named_may_call_with_every_header(page: Rest) -> None:
    for verb in ("GET", "POST"):
        reply = await page.client.options("/v1/matches", headers=preflight(FRIEND, verb))
        assert reply.status_code == 200
        assert reply.headers["access-control-allow-origin"] == FRIEND
        assert set(HEADERS) <= set(reply.headers["access-control-allow-headers"].lower().split(", "))
    for path in ("/v1/server", "/v1/nothing", "/v1/matches/nowhere:watch"):
        reply = await page.client.get(path, headers={"origin": FRIEND})
        assert reply.headers["access-control-allow-origin"] == FRIEND
        assert "origin" in reply.headers["vary"].lower()


async def test_other_pages_and_verbs_are_refused(page: Rest) -> None:
    for headers in (preflight(OTHER), preflight(FRIEND, "DELETE")):
        refused = Refused(await page.client.options("/v1/matches", headers=headers))
        assert (refused.status, refused.reason) == (400, "ORIGIN_REFUSED")
    reply = await page.client.get("/v1/server", headers={"origin": OTHER})
    assert "access-control-allow-origin" not in reply.headers


async def test_a_server_names_nobody_unless_told(rest: Rest) -> None:
    reply = await rest.client.options("/v1/matches", headers=preflight(FRIEND))
    assert reply.status_code == 405
    reply = await rest.client.get("/v1/server", headers={"origin": FRIEND})
    assert not [name for name in reply.headers if name.startswith("access-control")]


@pytest.mark.parametrize("origins", ["play.example", "https://play.example/", "https://a.example, *", "null"])
def test_what_is_no_origin_is_refused(origins: str) -> None:
    with pytest.raises(ConfigError, match="SGS_CORS_ORIGINS"):
        settings_from({"SGS_CORS_ORIGINS": origins})


def test_origins_are_named_or_everybodys() -> None:
    assert settings_from({}).origins == ()
    assert settings_from({"SGS_CORS_ORIGINS": "*"}).origins == ("*",)
    assert settings_from({"SGS_CORS_ORIGINS": f"{FRIEND},{OTHER}:8443"}).origins == (FRIEND, f"{OTHER}:8443")
