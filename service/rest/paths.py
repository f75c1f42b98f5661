"""The paths of the contract: templates of `google.api.http`, and which of them a request is for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from urllib.parse import unquote

from google.api import annotations_pb2
from google.protobuf.descriptor import MethodDescriptor

from ..method import Method
from .faults import HttpFault, verb_unknown

_VARIABLE = re.compile(r"\{(\w+)=([^{}]+)\}")
# A verb follows the id after a colon, so that neither `:` nor `/` is ever a part of one.
_SEGMENT = "[^/:]+"


class Binding(NamedTuple):
    """A method and where it is served. `template` is as in the contract, `takes_body` whether the request is a body."""

    method: Method
    verb: str
    template: str
    takes_body: bool

    @property
    def variables(self) -> Mapping[str, str]:
        """By the field that each sets, what it looks like: {"name": "matches/*"}."""
        return dict(_VARIABLE.findall(self.template))


class Found(NamedTuple):
    """The binding that a request is for. `values` are the fields set by its path."""

    binding: Binding
    values: Mapping[str, str]


def bindings_of(method: Method) -> Iterator[Binding]:
    """Where a method is served; nowhere, if it has no annotation. Raises `ValueError` for another form."""
    for verb, template, body in _annotations(method.descriptor):
        if body not in ("", "*"):
            raise ValueError(f"{method.name}: a body is the whole request or nothing, not {body}")
        yield Binding(method, verb.upper(), template, body == "*")


def _annotations(descriptor: MethodDescriptor) -> Iterator[tuple[str, str, str]]:
    rule = descriptor.GetOptions().Extensions[annotations_pb2.http]
    for one in (rule, *rule.additional_bindings):
        verb = one.WhichOneof("pattern")
        if verb is not None:
            yield verb, getattr(one, verb), one.body


class Paths:
    """Every binding, to be found by verb and path."""

    def __init__(self, bindings: list[Binding]) -> None:
        self.bindings = bindings
        self._by_template: dict[str, dict[str, Binding]] = {}
        for binding in bindings:
            self._by_template.setdefault(binding.template, {})[binding.verb] = binding
        self._patterns = [(_pattern(template), verbs) for template, verbs in self._by_template.items()]

    def find(self, verb: str, raw_path: str) -> Found:
        """By the path as it was sent, so that an escaped slash is a part of an id and no slash.

        Raises `HttpFault`: 404 for a path that is no method's, 405 for another verb of one.
        """
        for pattern, verbs in self._patterns:
            matched = pattern.fullmatch(raw_path)
            if matched is None:
                continue
            if verb not in verbs:
                raise verb_unknown(sorted(verbs))
            return Found(verbs[verb], {field: _decoded(value) for field, value in matched.groupdict().items()})
        raise HttpFault("PATH_UNKNOWN", "there is nothing at this path")


def _pattern(template: str) -> re.Pattern[str]:
    pattern, end = "", 0
    for variable in _VARIABLE.finditer(template):
        shape = re.escape(variable[2]).replace(r"\*", _SEGMENT)
        pattern += re.escape(template[end : variable.start()]) + f"(?P<{variable[1]}>{shape})"
        end = variable.end()
    return re.compile(pattern + re.escape(template[end:]))


def _decoded(value: str) -> str:
    try:
        return unquote(value, errors="strict")
    except UnicodeDecodeError as error:
        raise HttpFault("PATH_UNKNOWN", "the path is not UTF-8") from error
