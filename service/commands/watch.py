"""`sgs watch`: a match as it goes, as a spectator or a seat may see it."""

from __future__ import annotations

from collections.abc import Callable

from sanguosha.v1 import event_pb2, event_turns_pb2, match_pb2
from sanguosha.v1 import match_service_pb2 as pb

from .connection import Connection
from .narrator import Narrator
from .words import Language, Words

Say = Callable[[str], object]


def watch(connection: Connection, name: str, language: Language, token: str = "", say: Say = print) -> None:
    """Prints until the match is over, or the connection is closed."""
    words = Words(connection.catalogue(), language, connection.get(name).ruleset.mode)
    telling = Telling(Narrator(words), say)
    for update in connection.follow(name, token):
        telling.tell(update)


class Telling:
    """Says what each update brings."""

    def __init__(self, narrator: Narrator, say: Say) -> None:
        self.narrator = narrator
        self._say = say
        self._waits = False

    def tell(self, update: pb.Update) -> None:
        words = self.narrator.words
        if update.state == match_pb2.MATCH_STATE_LOBBY and not self._waits:
            self._waits = True
            self._say(words.either("等待开始。", "Waiting for the match to start."))
        if update.HasField("snapshot"):
            self._say("\n".join(words.table(update.snapshot)))
            if update.snapshot.HasField("result"):
                result = update.snapshot.result
                ended = event_turns_pb2.MatchEnded(winners=result.winners, roles=result.roles, reason=result.reason)
                self._event(event_pb2.Event(match_ended=ended))
        for event in update.events:
            self._event(event)
        if update.state == match_pb2.MATCH_STATE_ABANDONED:
            self._say(words.either("对局已中止。", "The match was broken off."))

    def _event(self, event: event_pb2.Event) -> None:
        line = self.narrator.line(event)
        if line:
            self._say(line)
        if event.HasField("match_ended"):
            self._say(f"   {self.narrator.roles(list(event.match_ended.roles))}")
