"""What the contract says of its elements. The generated code has no comments: they are in a file beside it."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet

COMMENTS = "comments_pb2.binpb"  # made with the stubs, and named so that it goes wherever they go


def comments() -> dict[str, str]:
    """By full name, of every service, method, message, field, enum and value that has one."""
    described = FileDescriptorSet.FromString((files("sanguosha.v1") / COMMENTS).read_bytes())
    return {name: text for file in described.file for name, text in _of_file(file)}


def _of_file(file: FileDescriptorProto) -> Iterator[tuple[str, str]]:
    for location in file.source_code_info.location:
        text = " ".join(location.leading_comments.split())
        if text and location.path:
            yield f"{file.package}.{_name_at(file, list(location.path))}", text


def _name_at(file: FileDescriptorProto, path: list[int]) -> str:
    """A path is pairs of a field's number and an index into it. Values of enums are named beside their enum in
    descriptors; here they stand under it."""
    names, element = [], file
    for number, index in zip(path[::2], path[1::2], strict=False):
        inner: Any = element.DESCRIPTOR.fields_by_number[number].name
        element = getattr(element, inner)[index]
        names.append(element.name)
    return ".".join(names)
