"""An answer as a client gives it, applied to a running match."""

from __future__ import annotations

from sanguosha.v1 import decision_pb2

from engine.match import Match
from engine.questions import Answer, IllegalAnswer

from . import decisions


def answered(live: Match, seat: int, answer: decision_pb2.Answer) -> Answer | None:
    """What the answer meant, now that it is applied; None where its decision had closed, and then nothing has changed.

    Raises `IllegalAnswer`, with DECISION_UNKNOWN where the seat was never asked it, and has changed nothing.
    """
    waiting = live.open.get(seat)
    if waiting is None or waiting.id != answer.decision:
        if 0 < answer.decision <= live.game.players[seat].asked:
            return None
        raise IllegalAnswer("DECISION_UNKNOWN", f"seat {seat} has not been asked decision {answer.decision}")
    meant = decisions.from_message(waiting.question, answer)
    live.answer(seat, waiting.id, meant)
    return meant
