"""Recorded matches, played as often as is asked.

    python -m tests.bench.decisions '{"ruleset": "every pack, with gods", "told": false, "matches": 6, "times": 3}'

says how many decisions they have. With `told`, every seat is told what each answer brought, to the bytes of the
message.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from sanguosha.v1 import match_service_pb2 as pb

from service.hosting import Hosted
from service.telling.cursors import Cursor, tag_of
from service.telling.updates import News, tell

from .engine import RULESETS, play
from .planting import stored_at
from .scripts import Script, answers_in, scripts, stops


def main(asked: dict[str, Any]) -> int:
    played = scripts(RULESETS[asked["ruleset"]], asked["matches"])
    work = _play_and_tell if asked["told"] else play
    for _ in range(asked["times"]):
        work(played)
    return answers_in(played)


def _play_and_tell(played: list[Script]) -> None:
    for number, script in enumerate(played):
        stored, match_id = stored_at(script), str(number)
        has = dict.fromkeys(range(script.ruleset.seats), Cursor(0, 0, 0, tag_of(match_id)))
        for match in stops(script):
            hosted = Hosted(match_id, b"", match.game.event_count, stored, match, 0)
            for seat, cursor in has.items():
                response = pb.WatchMatchResponse()
                news = News(match.events_after(cursor.ordinal))
                has[seat] = tell(response.update, hosted, seat, cursor, news)
                response.SerializeToString()


if __name__ == "__main__":
    print(main(json.loads(sys.argv[1])))
