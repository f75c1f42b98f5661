"""The document at /openapi.json describes what is served, all of it and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator
from sanguosha.v1 import error_pb2

from service.rest.faults import HTTP_REASONS
from tests.service.rest.calling import HTTP_METHODS, METHODS, Rest, RestCalls, where


@pytest.fixture
async def document(rest: Rest) -> Any:
    reply = await rest.client.get("/openapi.json")
    assert reply.headers["content-type"] == "application/json"
    return reply.json()


def operations(document: Any) -> Iterator[tuple[str, str, Any]]:
    for path, verbs in document["paths"].items():
        for verb, operation in verbs.items():
            yield verb.upper(), path, operation


async def test_the_document_is_openapi(document: Any) -> None:
    OpenAPIV31SpecValidator(document).validate()
    assert document["openapi"].startswith("3.1.")


async def test_every_method_has_its_operation_and_the_other_way_round(document: Any) -> None:
    described = {operation["operationId"]: (verb, path) for verb, path, operation in operations(document)}
    assert sorted(described) == sorted(HTTP_METHODS)
    for name, (verb, path) in described.items():
        request = METHODS[name].input_type._concrete_class()
        if "name" in METHODS[name].input_type.fields_by_name:
            request.name = "series/{id}" if "Series" in name else "matches/{id}"
        assert where(name, request)[:2] == (verb, path)


async def test_every_field_of_a_request_is_in_its_operation(document: Any) -> None:
    for verb, path, operation in operations(document):
        fields = {field.json_name for field in METHODS[operation["operationId"]].input_type.fields}
        named = {parameter["name"] for parameter in operation["parameters"] if parameter["in"] == "query"}
        if verb == "POST":
            body = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
            named |= set(document["components"]["schemas"][body]["properties"])
        assert fields - {"name"} == named - {"name"}
        assert ("{id}" in path) == (operation["parameters"][:1] != [] and operation["parameters"][0]["name"] == "id")


async def test_everything_has_the_words_of_the_contract(document: Any) -> None:
    for _, _, operation in operations(document):
        assert operation["description"]
        assert all(parameter.get("description") for parameter in operation["parameters"] if parameter["in"] != "path")
    for name, schema in document["components"]["schemas"].items():
        assert schema.get("description") or name == "Error", name
        for field, described in schema.get("properties", {}).items():
            assert name in ("Error", "ErrorInfo", "RetryInfo") or described.get("description"), f"{name}.{field}"


async def test_every_reason_is_listed(document: Any) -> None:
    reasons = document["components"]["schemas"]["ErrorInfo"]["properties"]["reason"]
    contract = {name.removeprefix("ERROR_REASON_") for name in list(error_pb2.ErrorReason.keys())} - {"UNSPECIFIED"}
    assert set(reasons["enum"]) == contract | set(HTTP_REASONS)
    assert "seed is not 16 bytes" in reasons["description"]


def validator(document: Any, name: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": document["components"]})


async def test_what_is_served_fits_its_schema(rest: Rest, rest_calls: RestCalls, document: Any) -> None:
    table = await rest_calls.table(4)
    await table.move(30)
    for name, path in (
        ("Match", f"/v1/{table.name}"),
        ("GetViewResponse", f"/v1/{table.name}/view"),
        ("ServerInfo", "/v1/server"),
        ("ListMatchesResponse", "/v1/matches"),
        ("Error", "/v1/nothing"),
        ("Error", "/v1/matches/nowhere"),
    ):
        validator(document, name).validate((await rest.client.get(path)).json())
    async with rest.watch(table.name, cursor="0") as events:
        validator(document, "WatchMatchResponse").validate((await anext(events)).data)


async def test_events_are_described_as_events(document: Any) -> None:
    ((media, described),) = document["paths"]["/v1/matches/{id}:watch"]["get"]["responses"]["200"]["content"].items()
    assert media == "text/event-stream"
    data = {
        name: one["properties"]["data"]["contentSchema"]["$ref"].rpartition("/")[2]
        for one in described["schema"]["oneOf"]
        for name in one["properties"]["event"]["enum"]
    }
    assert data == {"update": "WatchMatchResponse", "end": "WatchMatchResponse", "error": "Error"}
    assert set(document["components"]["securitySchemes"]) == {"token", "key"}
