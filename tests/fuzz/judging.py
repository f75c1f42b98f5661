"""What every reply must be, whatever was asked."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from service.errors import CODES, DOMAIN
from service.rest.faults import HTTP_DOMAIN, HTTP_REASONS

FAULTS = ("INTERNAL", "UNKNOWN", "DATA_LOSS", "UNAVAILABLE")
MOST_SHOWN = 3000  # characters of what was asked
SPOKEN = re.compile(rb"HTTP/1\.[01] (\d{3}) ")


class Reply(NamedTuple):
    """What came back. `said` is all of it; `asked` is enough to ask it again."""

    kind: str
    method: str
    status: str
    reason: str
    said: bytes
    asked: str


class Judge:
    """Counts replies, and keeps those that may not be."""

    def __init__(self, secrets: Iterable[str], max_request_bytes: int) -> None:
        self._secrets = [secret.encode() for secret in secrets]
        self._max_request_bytes = max_request_bytes
        self.statuses: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        self.wrong: list[str] = []

    def grpc(self, reply: Reply, sent_bytes: int) -> None:
        if reply.status == "OK":
            fault = ""
        elif reply.reason:
            known = reply.reason in CODES and CODES[reply.reason].name == reply.status
            fault = "" if known and reply.status not in FAULTS else "a fault, or not a reason of that status"
        else:
            beyond = reply.status == "RESOURCE_EXHAUSTED" and sent_bytes > self._max_request_bytes
            fault = "" if beyond else "no reason"  # beyond the limit it is the transport's own
        self._keep(reply, fault)

    def http(self, reply: Reply, *, bodiless: bool) -> None:
        """`bodiless` are replies to HEAD, which say nothing but their status."""
        statuses = [int(status) for status in SPOKEN.findall(reply.said)]
        fault = ""
        if any(status >= 500 for status in statuses):
            fault = "a status of 5xx"
        elif statuses and statuses[0] >= 400 and not bodiless:
            domain, reason = reason_in(reply.said)
            fault = "" if reason in {DOMAIN: CODES, HTTP_DOMAIN: HTTP_REASONS}.get(domain, {}) else "no reason"
        self._keep(reply, fault)

    def _keep(self, reply: Reply, fault: str) -> None:
        self.statuses[reply.kind, reply.method][f"{reply.status} {reply.reason}".rstrip()] += 1
        if not fault and any(secret in reply.said for secret in self._secrets):
            fault = "a secret is in it"
        if fault:
            said = f"{reply.said[:500]!r} {reply.asked[:MOST_SHOWN]}"
            self.wrong.append(f"{fault}: {reply.kind}, {reply.method}: {reply.status} {reply.reason}: {said}")

    def summary(self) -> str:
        """How often each method answered what."""
        lines = []
        for (kind, method), counts in sorted(self.statuses.items()):
            said = ", ".join(f"{status} {count:,}" for status, count in counts.most_common())
            lines.append(f"{kind}, {method}: {sum(counts.values()):,}: {said}")
        return "\n".join(lines)


def reason_in(received: bytes) -> tuple[str, str]:
    """Domain and reason of an error over HTTP, if it is the first reply; empty where there is none."""
    head, _, body = received.partition(b"\r\n\r\n")
    length = re.search(rb"content-length: (\d+)", head)
    try:
        (info,) = json.loads(body[: int(length[1])] if length else body)["error"]["details"]
        return info["domain"], info["reason"]
    except (ValueError, KeyError, TypeError):
        return "", ""
