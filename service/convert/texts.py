"""Texts out."""

from __future__ import annotations

from sanguosha.v1 import catalogue_service_pb2 as pb

from engine.texts import TERMS, Text


def localized(text: Text) -> pb.LocalizedText:
    return pb.LocalizedText(zh=text.zh, en=text.en)


def term(kind: str, word: str) -> pb.LocalizedText:
    """What a word of the game is called."""
    return localized(TERMS[f"{kind}.{word}"])
