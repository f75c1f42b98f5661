"""Which method a path is for."""

from __future__ import annotations

import pytest

from service.access.auth import Keyring
from service.app import Application
from service.config.settings import Settings
from service.rest.faults import HttpFault
from service.rest.paths import Paths, bindings_of
from service.store import Store
from service.telemetry.metrics import Metrics
from tests.service.asking import collection
from tests.service.rest.calling import HTTP_METHODS, METHODS, Rest, where


@pytest.fixture(scope="module")
def paths() -> Paths:
    app = Application(Store("redis://nowhere"), Keyring(bytes(32)), Settings(), Metrics())  # nothing is called
    return Paths([binding for method in app.methods() for binding in bindings_of(method)])


@pytest.mark.parametrize(
    ("verb", "path", "method", "values"),
    [
        ("GET", "/v1/matches", "ListMatches", {}),
        ("POST", "/v1/matches", "CreateMatch", {}),
        ("POST", "/v1/matches:quickMatch", "QuickMatch", {}),
        ("GET", "/v1/matches/abc", "GetMatch", {"name": "matches/abc"}),
        ("POST", "/v1/matches/abc:join", "JoinMatch", {"name": "matches/abc"}),
        ("GET", "/v1/matches/abc:watch", "WatchMatch", {"name": "matches/abc"}),
        ("GET", "/v1/matches/abc/view", "GetView", {"name": "matches/abc"}),
        ("GET", "/v1/matches/abc/decisions:next", "NextDecision", {"name": "matches/abc"}),
        ("POST", "/v1/series", "CreateSeries", {}),
        ("GET", "/v1/series/abc", "GetSeries", {"name": "series/abc"}),
        ("POST", "/v1/series/abc:startMatch", "StartSeriesMatch", {"name": "series/abc"}),
        ("GET", "/v1/matches/a%2Fb", "GetMatch", {"name": "matches/a/b"}),
        ("GET", "/v1/matches/%e6%a1%83", "GetMatch", {"name": "matches/桃"}),
    ],
)
def test_a_path_is_for_one_method(paths: Paths, verb: str, path: str, method: str, values: dict[str, str]) -> None:
    found = paths.find(verb, path)
    assert (found.binding.method.name, found.values) == (method, values)


@pytest.mark.parametrize(
    "path",
    [
        *("", "/", "/v1", "/v2/matches", "/v1/matches/", "/v1/matches//view", "/v1/matches/a/", "/V1/matches"),
        *("/v1/matches/a:b:join", "/v1/matches/:join", "/v1/matches/a:joins", "/v1/matches/a/b:join", "/v1/matches:no"),
        *("/v1/matches/a/view/b", "/v1/games/a", "/v1/matches/a%3Ajoin:watch:x", "/v1/matches/%ff", "//v1/matches"),
    ],
)
def test_any_other_path_is_unknown(paths: Paths, path: str) -> None:
    with pytest.raises(HttpFault) as fault:
        paths.find("GET", path)
    assert fault.value.reason == "PATH_UNKNOWN"


@pytest.mark.parametrize(
    ("verb", "path", "allowed"),
    [
        ("PUT", "/v1/matches", "GET, POST"),
        ("HEAD", "/v1/matches/a", "GET"),
        ("GET", "/v1/matches/a:join", "POST"),
        ("POST", "/v1/matches/a:watch", "GET"),
    ],
)
def test_another_verb_is_told_which_there_are(paths: Paths, verb: str, path: str, allowed: str) -> None:
    with pytest.raises(HttpFault) as fault:
        paths.find(verb, path)
    assert (fault.value.reason, fault.value.headers) == ("VERB_UNKNOWN", {"allow": allowed})


def test_every_method_has_a_path_but_the_one_that_streams_both_ways() -> None:
    assert set(METHODS) - set(HTTP_METHODS) == {"PlayMatch"}


@pytest.mark.parametrize("name", HTTP_METHODS)
async def test_every_method_is_served(rest: Rest, name: str) -> None:
    """With nothing in the request, every one of them answers, or says what it misses."""
    from google.protobuf import message_factory

    request = message_factory.GetMessageClass(METHODS[name].input_type)()
    if "name" in METHODS[name].input_type.fields_by_name:
        request.name = f"{collection(name)}/nowhere"  # type: ignore[attr-defined]  # so the contract says
    verb, path, _ = where(name, request)
    reply = await rest.client.request(verb, path, json={} if verb == "POST" else None)
    if reply.status_code != 200:
        assert reply.json()["error"]["details"][0]["domain"] == "sanguosha.v1"
