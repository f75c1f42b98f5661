"""What players say to each other, as it is kept and as one viewer hears it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sanguosha.v1 import talk_pb2

from ..reticent import Reticent
from ..store import Timed


class Message(Reticent, array_like=True, frozen=True):
    """`hearers` are the seats that it is for (-1: spectators); empty: it is for everybody."""

    seat: int
    audience: int
    text: str
    hearers: tuple[int, ...] = ()

    shown = ("seat", "audience")


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(Message)


def encode(message: Message) -> bytes:
    return _encoder.encode(message)


def to_message(message: Message, ms: int) -> talk_pb2.TalkMessage:
    said = talk_pb2.TalkMessage(seat=message.seat, text=message.text)
    said.audience = talk_pb2.TalkAudience.ValueType(message.audience)
    said.create_time.FromMilliseconds(ms)
    return said


def heard(kept: Sequence[Timed], viewer: int, most: int) -> list[talk_pb2.TalkMessage]:
    """Those of the messages that the viewer may hear, the last ones. What it may not hear is not counted."""
    messages = [(_decoder.decode(timed.entry), timed.ms) for timed in kept]
    allowed = [(message, ms) for message, ms in messages if not message.hearers or viewer in message.hearers]
    return [to_message(message, ms) for message, ms in allowed[max(0, len(allowed) - most) :]]
