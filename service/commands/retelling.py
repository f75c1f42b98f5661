"""`sgs replay show`: a match that is over, as whoever sees everything or one of its seats would have read it."""

from __future__ import annotations

from sanguosha.v1 import match_pb2
from sanguosha.v1 import match_service_pb2 as pb
from sanguosha.v1 import replay_service_pb2 as replays

from engine.events import RoundBegan
from engine.match import Decision, Match
from engine.view import EVERYTHING, view

from ..convert import decisions, events, views
from ..convert.catalogue import catalogue
from ..matches.stored import Answerer, LogEntry
from ..replays.file import BadReplay, visible
from ..replays.rerun import Rerun
from .chronicle import Chronicle, Line
from .watch import Say, Telling
from .words import Language, Words

BY = {
    Answerer.PLAYER: ("玩家", "player"),
    Answerer.HOUSE: ("系统代打", "house"),
    Answerer.DEADLINE: ("超时", "deadline"),
}


def retell(replay: replays.Replay, language: Language, seat: int | None, say: Say) -> None:
    """Say the match, as far as its steps lead, as one seat saw it or with everything face up. Raises `BadReplay`, and
    `Misfit` where the steps lead no further."""
    rerun = Rerun(replay)
    if seat is not None and not 0 <= seat < replay.match.ruleset.seat_count:
        raise BadReplay(f"there is no seat {seat} in it")
    retelling = Retelling(Words(catalogue(()), language), EVERYTHING if seat is None else seat, say)
    retelling.introduce(replay.match)
    for step in replay.steps:
        waiting = rerun.live.open.get(step.answer.seat) if rerun.live else None
        entry = rerun.take(step)
        if rerun.live is None:
            continue
        if waiting is not None and entry.decision:
            retelling.decision(rerun.live, waiting, entry)
        elif step.HasField("conceded"):
            retelling.concession(entry.seat)
        retelling.events(rerun.live)
    retelling.end(abandoned=rerun.abandoned)


class Retelling:
    """Reads on in a match that is played again. `viewer` is a seat or `EVERYTHING`."""

    def __init__(self, words: Words, viewer: int, say: Say) -> None:
        self._words = words
        self._viewer = viewer
        self._say = say
        self._chronicle = Chronicle(words)
        self._telling = Telling(self._chronicle, say)
        self._told = 0

    def introduce(self, match: match_pb2.Match) -> None:
        """What was played, by whom."""
        words, ruleset = self._words, match.ruleset
        words.mode = ruleset.mode
        when = match.create_time.ToDatetime().strftime("%Y-%m-%d %H:%M UTC")
        mode = words.term("mode", visible(ruleset.mode))
        seats = words.either(f"{ruleset.seat_count} 人", f"{ruleset.seat_count} seats")
        self._say(f"{visible(match.name)}  {when}  {mode}, {seats}")
        for seat in match.seats:
            name = visible(seat.display_name) or words.either("（无名）", "(no name)")
            self._say(f"   {words.seat(seat.seat)}: {words.either('系统', 'house') if seat.bot else name}")
        if match.seeded_by_creator:
            self._say(words.either("   种子由建局者选定。", "   The creator chose the seed."))

    def decision(self, live: Match, waiting: Decision, entry: LogEntry) -> None:
        """What a seat answered: only its own, where it is a seat that sees this."""
        if self._viewer in (EVERYTHING, entry.seat):
            line = Line(self._words, decisions.to_message(waiting, live.game.rules))
            by = self._words.either(*BY[entry.answerer])
            self._say(self._chronicle.headed(line.answered(waiting.question, entry.answer, by)))

    def concession(self, seat: int) -> None:
        who = self._words.seat(seat)
        self._say(self._chronicle.headed(self._words.either(f"   {who}认输。", f"   {who} concedes.")))

    def events(self, live: Match) -> None:
        """What has happened since."""
        for ordinal, event in enumerate(live.game.events[self._told :], self._told + 1):
            if self._viewer == EVERYTHING:
                message = events.unveiled(event, ordinal, live.game.rules)
            else:
                message = events.to_message(event, ordinal, self._viewer, live.game.rules)
            self._telling.tell(pb.Update(events=[message]))
            if isinstance(event, RoundBegan):
                self._table(live)
        self._told = len(live.game.events)

    def _table(self, live: Match) -> None:
        """How it stands when a round begins."""
        seen = views.to_message(view(live.game, self._viewer), live.game.rules)
        seen.ClearField("turn_seat")
        for line in self._words.table(seen):
            self._say(line)

    def end(self, *, abandoned: bool) -> None:
        if abandoned:
            self._telling.tell(pb.Update(state=match_pb2.MATCH_STATE_ABANDONED))
