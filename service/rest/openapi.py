"""The document that describes what is served over HTTP: OpenAPI 3.1, out of the descriptors of the contract."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from typing import Any

from sanguosha.v1.error_pb2 import ErrorReason

from ..errors import DOMAIN
from .faults import HTTP_DOMAIN, HTTP_REASONS
from .paths import Binding
from .reading import JSON, in_query
from .schemas import REQUEST_ID, ROOT, Schemas

PATH = "/openapi.json"
PREFIX = "ERROR_REASON_"
ID = {"name": "id", "in": "path", "required": True, "schema": {"type": "string", "pattern": "^[0-9A-Za-z]{1,40}$"}}
LAST_EVENT_ID = {
    "name": "Last-Event-ID",
    "in": "header",
    "schema": {"type": "string", "pattern": "^[0-9a-f.]*$"},
    "description": "The `id` of the last event that the client has; it goes before `cursor`.",
}
EVENTS = (
    "Server-sent events: an `update` for each change, whose id is the cursor; in the end one `end`, which says why, or "
    "one `error`."
)
ERROR = {
    "type": "object",
    "description": "Why a call failed. The status of HTTP follows from the code of the contract.",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["code", "status", "message", "details"],
            "properties": {
                "code": {"type": "integer", "description": "The status of HTTP."},
                "status": {"type": "string", "description": "The name of the google.rpc.Code."},
                "message": {"type": "string", "description": "For people; it may change."},
                "details": {
                    "type": "array",
                    "prefixItems": [{"$ref": f"{ROOT}ErrorInfo"}, {"$ref": f"{ROOT}RetryInfo"}],
                    "items": False,
                    "minItems": 1,
                },
            },
        }
    },
}
RETRY_INFO = {
    "type": "object",
    "description": "google.rpc.RetryInfo: where the same call is worth another try, and after how long.",
    "required": ["@type", "retryDelay"],
    "properties": {
        "@type": {"const": "type.googleapis.com/google.rpc.RetryInfo"},
        "retryDelay": {"type": "string", "pattern": r"^[0-9]+\.[0-9]{3}s$"},
    },
}
SECURITY = {
    "token": {"type": "http", "scheme": "bearer", "description": "The token of a seat, or one to watch with."},
    "key": {"type": "apiKey", "in": "header", "name": "x-api-key", "description": "The key of a host."},
}


def document(bindings: Iterable[Binding], comments: Mapping[str, str]) -> dict[str, Any]:
    """The whole of it. `comments` are those of the contract, by full name."""
    schemas = Schemas(comments)
    paths: dict[str, dict[str, Any]] = {}
    services: dict[str, str] = {}
    for binding in bindings:
        service = binding.method.descriptor.containing_service
        services[service.name] = comments.get(service.full_name, "")
        paths.setdefault(path_of(binding), {})[binding.verb.lower()] = _operation(binding, schemas)
    schemas.named |= {"Error": ERROR, "ErrorInfo": _error_info(comments), "RetryInfo": RETRY_INFO}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Sanguosha",
            "version": version("sanguosha"),
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "tags": [{"name": name, "description": said} for name, said in services.items()],
        # Whether a call takes one, its description says.
        "security": [{}, {"token": []}, {"key": []}],
        "paths": paths,
        "components": {
            "schemas": dict(sorted(schemas.named.items())),
            "responses": {"Error": {"description": "Why it failed.", "content": _json({"$ref": f"{ROOT}Error"})}},
            "securitySchemes": SECURITY,
        },
    }


def path_of(binding: Binding) -> str:
    """The template as OpenAPI writes it: `/v1/matches/{id}:join`."""
    return re.sub(r"\{\w+=([^{}]+)\}", lambda variable: variable[1].replace("*", "{id}"), binding.template)


def _operation(binding: Binding, schemas: Schemas) -> dict[str, Any]:
    method = binding.method.descriptor
    said = schemas.said(method.full_name)
    operation: dict[str, Any] = {
        "operationId": method.name,
        "tags": [method.containing_service.name],
        "summary": said.partition(". ")[0].rstrip("."),
        "description": said,
        "parameters": _parameters(binding, schemas),
    }
    if binding.takes_body:
        body = schemas.request(method.input_type, without=binding.variables)
        required = REQUEST_ID in method.input_type.fields_by_name
        operation["requestBody"] = {"required": required, "content": _json(body)}
    operation["responses"] = {"200": _reply(binding, schemas), "default": {"$ref": "#/components/responses/Error"}}
    return operation


def _parameters(binding: Binding, schemas: Schemas) -> list[dict[str, Any]]:
    method = binding.method.descriptor
    parameters: list[dict[str, Any]] = [ID] if binding.variables else []
    if not binding.takes_body:
        for field in method.input_type.fields:
            if field.name not in binding.variables and in_query(field):
                schema = schemas.field(field, request=True)
                said = schema.pop("description", "")
                parameters.append({"name": field.json_name, "in": "query", "schema": schema, "description": said})
    if method.server_streaming:
        parameters.append(LAST_EVENT_ID)
    return parameters


def _reply(binding: Binding, schemas: Schemas) -> dict[str, Any]:
    method = binding.method.descriptor
    schema = schemas.reply(method.output_type)
    said = schemas.said(method.output_type.full_name)
    if not method.server_streaming:
        return {"description": said, "content": _json(schema)}
    # Before OpenAPI 3.2, the schema of such a stream is that of each event.
    events = [_event(["update", "end"], schema), _event(["error"], {"$ref": f"{ROOT}Error"})]
    return {"description": EVENTS, "content": {"text/event-stream": {"schema": {"oneOf": events}}}}


def _event(names: list[str], schema: dict[str, Any]) -> dict[str, Any]:
    """Events of these names, whose data is JSON of a schema."""
    data = {"type": "string", "contentMediaType": JSON, "contentSchema": schema}
    return {
        "type": "object",
        "required": ["event", "data"],
        "properties": {"event": {"enum": names}, "id": {"type": "string"}, "data": data},
    }


def _error_info(comments: Mapping[str, str]) -> dict[str, Any]:
    said = {}
    for name in ErrorReason.keys()[1:]:
        said[name.removeprefix(PREFIX)] = comments.get(f"{ErrorReason.DESCRIPTOR.full_name}.{name}", "")
    said |= {name: f"{reason.status}, of HTTP alone: {reason.meaning}" for name, reason in HTTP_REASONS.items()}
    lines = [f"* `{name}`: {text}" for name, text in said.items()]
    return {
        "type": "object",
        "description": "google.rpc.ErrorInfo: what a program reads.",
        "required": ["@type", "reason", "domain", "metadata"],
        "properties": {
            "@type": {"const": "type.googleapis.com/google.rpc.ErrorInfo"},
            "reason": {"type": "string", "enum": list(said), "description": "\n".join(lines)},
            "domain": {"enum": [DOMAIN, HTTP_DOMAIN], "description": f"{HTTP_DOMAIN} for a reason of HTTP alone."},
            "metadata": {"type": "object", "additionalProperties": {"type": "string"}},
        },
    }


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {JSON: {"schema": schema}}
