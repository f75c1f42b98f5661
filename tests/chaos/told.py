"""What one viewer of a match was told, and whether it is what was stored."""

from __future__ import annotations

from sanguosha.v1 import match_service_pb2 as pb

from engine.rules import rules_of
from service.convert import events
from service.matches.stored import decode_event, decode_stored
from service.store import Store
from tests.service.tables import reached


class Told:
    """Takes updates in the order in which they came, whatever they came by. `viewer` is a seat, or -1 for a spectator.
    `went_back` is how often the viewer was told that the match has gone back."""

    def __init__(self, viewer: int) -> None:
        self.viewer = viewer
        self.cursor = ""
        self.events: dict[int, bytes] = {}
        self.went_back = 0
        self._reached = 0

    def take(self, update: pb.Update) -> None:
        """Raises `AssertionError` where the events of an update do not follow those before it, each once."""
        if update.HasField("snapshot"):
            self.went_back += update.reset == pb.RESET_CURSOR_AHEAD
            self._reached = update.snapshot.event_ordinal
            self.events = {ordinal: event for ordinal, event in self.events.items() if ordinal <= self._reached}
        for event in update.events:
            assert event.ordinal == self._reached + 1, f"{event.ordinal} follows {self._reached}"
            self._reached = event.ordinal
            self.events[event.ordinal] = event.SerializeToString(deterministic=True)
        assert reached(update) == self._reached
        self.cursor = update.cursor

    async def differing(self, store: Store, match_id: str) -> int:
        """How many of the events told are not those that are stored, as this viewer may see them."""
        found = await store.load(match_id)
        assert found is not None
        page = await store.events(match_id, 0, max(found.head, 1))
        assert page is not None
        rules = rules_of(decode_stored(found.state).ruleset.of_rules)
        seen = [events.to_message(decode_event(blob), n, self.viewer, rules) for n, blob in enumerate(page.events, 1)]
        stored = {event.ordinal: event.SerializeToString(deterministic=True) for event in seen}
        return sum(stored.get(ordinal) != event for ordinal, event in self.events.items())
