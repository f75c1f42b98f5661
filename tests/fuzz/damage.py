"""What happens to bytes on the way, and what never was a message or a request: damaged, cut off, or noise."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

MOST = 200  # bytes of noise


def damaged(chance: Random, sent: bytes) -> bytes:
    """Bytes of a message, with something wrong with them most of the time."""
    return chance.choice(_DAMAGES)(chance, sent)


def _cut_off(chance: Random, sent: bytes) -> bytes:
    return sent[: chance.randrange(len(sent) + 1)]


def _flipped(chance: Random, sent: bytes) -> bytes:
    changed = bytearray(sent)
    for _ in range(chance.choice((1, 1, 2, 8)) if changed else 0):
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def _inserted(chance: Random, sent: bytes) -> bytes:
    at = chance.randrange(len(sent) + 1)
    return sent[:at] + noise(chance, 8) + sent[at:]


def _twice(chance: Random, sent: bytes) -> bytes:
    return sent + sent


def _nested(chance: Random, sent: bytes) -> bytes:
    """A message within a message within a message, deeper than any parser goes."""
    number = chance.choice((1, 3, 4))
    if chance.random() < 0.5:
        return bytes([number << 3 | 3]) * 5000  # groups
    for _ in range(120):
        sent = bytes([number << 3 | 2]) + _varint(len(sent)) + sent
    return sent


def _varint(number: int) -> bytes:
    said = bytearray()
    while number > 127:
        said.append(number & 127 | 128)
        number >>= 7
    return bytes(said + bytes([number]))


def _noise(chance: Random, sent: bytes) -> bytes:
    return noise(chance)


def noise(chance: Random, most: int = MOST) -> bytes:
    return chance.randbytes(chance.randrange(1, most + 1))


_DAMAGES: tuple[Callable[[Random, bytes], bytes], ...] = (
    _cut_off,
    _flipped,
    _flipped,
    _inserted,
    _twice,
    _nested,
    _noise,
)


def odd_json(chance: Random, fields: dict[str, Any]) -> bytes:
    """A body that says about the same, or what no parser should trip over."""
    text = json.dumps(fields, ensure_ascii=chance.random() < 0.5)
    name = json.dumps(chance.choice(list(fields) or ["name"]))
    wrong = chance.choice(('"x"', "-1", "1e999", "1" * 5000, "NaN", "null", "true", "[]", "{}", '"\\ud800"', "[[[]]]"))
    deep = chance.choice((50, 5000, 30_000))
    inside = text[1:-1]
    return chance.choice(
        (
            text.encode(),
            text.encode(),
            text.encode(),
            f"{{{inside}{',' * bool(inside)}{name}: {wrong}}}".encode(),  # the name again, or for the first time
            f'{{{inside}{"," * bool(inside)}"no such field": {wrong}}}'.encode(),
            f"{{{name}: {wrong}}}".encode(),
            (f"{{{name}:" * deep + "1" + "}" * deep).encode()[:60_000],
            (f"{{{name}: " + "[" * deep + "]" * deep + "}").encode()[:60_000],
            text.encode("utf-16"),
            b"\xef\xbb\xbf" + text.encode(),
            text.encode()[: chance.randrange(len(text) + 1)],
            damaged(chance, text.encode()),
            wrong.encode(),
            b"",
        )
    )


METHODS = (
    b"GET",
    b"POST",
    b"PUT",
    b"DELETE",
    b"HEAD",
    b"OPTIONS",
    b"PATCH",
    b"TRACE",
    b"CONNECT",
    b"get",
    b"X" * 40,
    b"\xff",
)
PATHS = (
    *(b"/", b"//", b"*", b"/v1", b"/v1/matches", b"/v1/matches/", b"/v1/matches//view", b"/v1/matches/%2e%2e/view"),
    *(b"/v1/matches/a%2fb/view", b"/v1/matches/%00", b"/v1/matches/%ff", b"/v1/matches/\xff", b"/v1/matches/a:b:c"),
    *(
        b"/v1/matches?pageSize=1&pageSize=2",
        b"/v1/matches?%ff=%zz",
        b"/v1/matches?pageSize=" + b"9" * 400,
        b"/v1/server#x",
    ),
    *(
        b"/v1/matches?state=99",
        b"/v1/catalogue?packs=" + b"a&packs=" * 500,
        b"/openapi.json",
        b"http://elsewhere/v1/server",
    ),
    b"/v1/matches/" + b"a" * 40_000,
)
HEADER_LINES = (
    *(b"content-length: -1", b"content-length: 99999999999999999999", b"content-length: 5\r\ncontent-length: 6"),
    *(b"content-length: 3", b"transfer-encoding: chunked", b"transfer-encoding: chunked\r\ncontent-length: 3"),
    *(
        b"transfer-encoding: gzip, chunked",
        b"expect: 100-continue",
        b"upgrade: h2c\r\nconnection: upgrade, http2-settings",
    ),
    *(
        b"upgrade: websocket\r\nconnection: upgrade\r\ncontent-length: 3",
        b"no colon",
        b": empty",
        b"a" * 40_000,
        b"x: \0",
    ),
    *(b"x: " + b"y" * 40_000, b"authorization: \xff\xfe", b"authorization: Bearer", b"x-api-key: \xe6\x9d\x80"),
    *(
        b"content-type: text/plain",
        b"content-type: ;;;",
        b"accept-encoding: gzip, br, \xff",
        b"last-event-id: \xff",
        b" folded",
    ),
    *(b"host: a\r\nhost: b", b"origin: null", b"range: bytes=0-", b"content-encoding: gzip"),
)
BODIES = (
    *(
        b"",
        b"{}",
        b"{" * 3,
        b"3\r\nabc\r\n0\r\n\r\n",
        b"zz\r\nabc",
        b"ffffffffffffffffff\r\n",
        b"3\r\nabcdef\r\n0\r\n\r\n",
    ),
    *(b"0;ext=" + b"x" * 5000, b"GET /v1/server HTTP/1.1\r\nhost: a\r\n\r\n", b"x" * 70_000),
)
OPENINGS = (
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # what TLS begins with
    b"\r\n\r\n\r\n",
    b"GET /v1/server\r\n",
    b"GET /v1/server HTTP/0.9\r\n\r\n",
    b"GET /v1/server HTTP/9.9\r\nhost: a\r\n\r\n",
    b"GET  /v1/server  HTTP/1.1\r\nhost: a\r\n\r\n",
)


def odd_request(chance: Random) -> bytes:
    """Bytes for the port of HTTP."""
    if chance.random() < 0.15:
        return chance.choice(OPENINGS) + noise(chance)
    if chance.random() < 0.1:
        return noise(chance)
    version = chance.choice((b"HTTP/1.1", b"HTTP/1.1", b"HTTP/1.1", b"HTTP/1.0"))
    line = b" ".join((chance.choice(METHODS), chance.choice(PATHS), version))
    headers = [
        b"host: a",
        *chance.choices(HEADER_LINES, k=chance.randrange(3)),
        *[b"connection: close"] * chance.randrange(2),
    ]
    request = b"\r\n".join([line, *headers, b"", chance.choice(BODIES)])
    return request if chance.random() < 0.8 else damaged(chance, request)


# -- the port of gRPC, below its messages

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
SETTINGS, HEADERS, DATA = 4, 1, 0
END_HEADERS = 4
CALLED = (b"GetMatch", b"Act", b"PlayMatch", b"\xff", b"", b"\xc3\x28", b"x" * 60)
NAMED = (b"authorization", b"x-api-key", b"x", b"grpc-encoding", b"grpc-timeout", b"content-type")


def odd_frames(chance: Random) -> bytes:
    """Bytes for the port of gRPC: noise, or frames of HTTP/2 that may or may not be a call."""
    if chance.random() < 0.2:
        return noise(chance)
    frames = [PREFACE, frame(SETTINGS, 0, 0, b"")]
    for stream in range(1, 1 + 2 * chance.randrange(1, 4), 2):
        path = b"/sanguosha.v1.MatchService/" + chance.choice(CALLED)
        frames.append(frame(HEADERS, END_HEADERS, stream, headers(path, (chance.choice(NAMED), noise(chance, 40)))))
        frames.append(frame(DATA, chance.randrange(2), stream, noise(chance)))
    if chance.random() < 0.5:
        frames.append(frame(chance.randrange(12), chance.randrange(256), chance.randrange(6), noise(chance)))
    sent = b"".join(frames)
    return sent if chance.random() < 0.7 else damaged(chance, sent)


def headers(path: bytes, *more: tuple[bytes, bytes]) -> bytes:
    """Those of a call, every field spelled out (RFC 7541, 6.2.2), whatever its bytes are."""
    fields = [
        (b":method", b"POST"),
        (b":scheme", b"http"),
        (b":path", path),
        (b":authority", b"a"),
        (b"content-type", b"application/grpc"),
        (b"te", b"trailers"),
        *more,
    ]
    return b"".join(b"\0" + _text(name) + _text(value) for name, value in fields)


def frame(kind: int, flags: int, stream: int, payload: bytes) -> bytes:
    return len(payload).to_bytes(3) + bytes([kind, flags]) + stream.to_bytes(4) + payload


def _text(text: bytes) -> bytes:
    assert len(text) < 127  # so that its length is one byte
    return bytes([len(text)]) + text
