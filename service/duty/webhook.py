"""Sends the result of a match to where its creator wants it, after the Standard Webhooks specification."""

from __future__ import annotations

import base64
import hmac
from hashlib import sha256
from urllib.parse import urlsplit

import httpx
from sanguosha.v1 import replay_service_pb2

from ..backend import Backend
from ..config.settings import Settings, is_loopback
from ..convert.json import to_json
from ..errors import ServiceError
from ..hosting import Hosted
from ..telling.resources import match_message

MOST_URI = 500  # characters


def uri_of(uri: str, settings: Settings) -> str:
    """Where to send, if the operator has allowed it. Raises FIELD_INVALID."""
    if not uri:
        return ""
    try:
        parts = urlsplit(uri)
        host, _ = parts.hostname or "", parts.port  # which is checked by being read
    except ValueError:
        parts, host = urlsplit(""), ""
    secure = parts.scheme == "https" or (parts.scheme == "http" and is_loopback(host))
    allowed = host in settings.webhook_host_names and not (parts.username or parts.password or parts.fragment)
    if not (secure and allowed and len(uri) <= MOST_URI and uri.isprintable() and " " not in uri):
        raise ServiceError(
            "FIELD_INVALID", "webhook_uri: an https URI of a host that the operator has allowed", field="webhook_uri"
        )
    return uri


async def send(backend: Backend, client: httpx.AsyncClient, hosted: Hosted, now_ms: int) -> bool:
    """Try once; whether it was taken. A repeat has the same `webhook-id`."""
    stored, match_id = hosted.stored, hosted.match_id
    message = replay_service_pb2.MatchFinished(match=match_message(match_id, stored))
    body = to_json(message)
    secrets = backend.keyring.webhook_secrets(stored.host)
    headers = {
        "content-type": "application/json",
        "accept-encoding": "identity",
        "webhook-id": match_id,
        "webhook-timestamp": str(now_ms // 1000),
        # While the server's key is changed there are two: a receiver looks for one that it can verify.
        "webhook-signature": " ".join(signature(secret, match_id, now_ms // 1000, body) for secret in secrets),
    }
    uri = stored.terms.webhook_uri
    client.cookies.clear()  # those of one receiver are not for another one
    try:
        # What is answered is not read: it may be without end.
        async with client.stream("POST", uri, content=body, headers=headers) as response:
            return response.is_success
    except (httpx.HTTPError, httpx.InvalidURL):
        return False


def signature(secret: bytes, message_id: str, timestamp: int, body: bytes) -> str:
    signed = b".".join((message_id.encode(), str(timestamp).encode(), body))
    return "v1," + base64.b64encode(hmac.digest(secret, signed, sha256)).decode()


def secret_text(secret: bytes) -> str:
    """As the libraries of the specification take it."""
    return "whsec_" + base64.b64encode(secret).decode()
