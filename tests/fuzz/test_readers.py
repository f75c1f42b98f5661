"""What reads texts and bytes of clients takes any of them: there is a value, or a fault of the client."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from google.protobuf import message_factory
from hypothesis import given, settings
from hypothesis import strategies as st
from sanguosha.v1 import match_service_pb2 as pb

from service.access.auth import Keyring
from service.access.keys import host_keys
from service.app import SERVICES
from service.checks import check_request_id, display_name_of, match_id_of, talk_of
from service.errors import ServiceError
from service.rest.faults import HttpFault
from service.rest.wire import message_of, object_of
from service.telling import cursors

KEYRING = Keyring(bytes(32), host_keys("east:0123456789abcdef", ""))
REQUESTS = [message_factory.GetMessageClass(method.input_type) for service in SERVICES for method in service.methods]
NAMES = sorted(
    {field.name for kind in REQUESTS for field in kind.DESCRIPTOR.fields} | {"ruleset", "seatCount", "seconds"}
)

texts = st.text() | st.from_regex(
    r"(Bearer )?[a-z0-9.]*\.[w0-9]\.[0-9]+\.[A-Za-z0-9_=-]*|matches/\w+|[0-9.]+[a-f0-9]{8}"
)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES) | st.text(), inner, max_size=3),
    max_leaves=8,
)


def faultless(call: Callable[[], Any]) -> None:
    with suppress(ServiceError, HttpFault):
        call()


READERS: dict[str, Callable[[str], Any]] = {
    "a token": lambda text: KEYRING.caller(text, ""),
    "a key": lambda text: KEYRING.caller("", text),
    "a ticket": lambda text: KEYRING.read_ticket(text, 0),
    "a cursor": lambda text: cursors.read(text, "m"),
    "a name": match_id_of,
    "a display name": display_name_of,
    "talk": talk_of,
    "a request id": lambda text: check_request_id(pb.ActRequest(request_id=text)),
    "a body": lambda text: object_of(text.encode()),
}


@pytest.mark.parametrize("reader", READERS)
@given(text=texts)
def test_any_text_can_be_read(reader: str, text: str) -> None:
    faultless(lambda: READERS[reader](text))


@given(body=st.binary())
def test_any_body_can_be_read(body: bytes) -> None:
    faultless(lambda: object_of(body))


@settings(max_examples=300)
@given(kind=st.sampled_from(REQUESTS), fields=st.dictionaries(st.sampled_from(NAMES) | st.text(), values, max_size=4))
def test_any_fields_can_be_read_as_any_message(kind: Any, fields: dict[str, Any]) -> None:
    faultless(lambda: message_of(fields, kind))
