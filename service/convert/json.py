"""Messages as JSON, by the mapping of protobuf: what is served over HTTP and sent to webhooks."""

from __future__ import annotations

import json

from google.protobuf import json_format
from google.protobuf.message import Message


def to_json(message: Message) -> bytes:
    """On one line. Every list, map, text and number is there, also where it is empty or zero; a message that is not
    set, and a field marked `optional`, is left out."""
    fields = json_format.MessageToDict(message, always_print_fields_with_no_presence=True)
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()
