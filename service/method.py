"""What transports call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import Message


class Method(NamedTuple):
    """A method of the contract and its implementation, which takes a request (a stream of them) and a `Caller`, and
    returns a response (a stream of them) or raises `ServiceError`."""

    descriptor: MethodDescriptor
    request_class: type[Message]
    call: Callable[..., Any]

    @property
    def name(self) -> str:
        return self.descriptor.name
