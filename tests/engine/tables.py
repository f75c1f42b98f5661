"""Small tables, laid by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.deeds.move import Move
from engine.game import Game
from engine.match import new_snapshot
from engine.modes.identity import roles_for
from engine.modes.selection import become
from engine.questions import Answer, Reply
from engine.rules import rules_of
from engine.ruleset import Ruleset
from engine.state import Player
from engine.table import Table
from engine.words import Deed, Rule, Suspension, Window
from engine.zones import Zone, equipment_of, hand_of, judging_of

SEED = bytes(16)
PLAIN_HP = 4


def table(
    *heroes: str,
    hands: Mapping[int, Sequence[str]] | None = None,
    worn: Mapping[int, Sequence[str]] | None = None,
    judging: Mapping[int, Sequence[str]] | None = None,
    roles: Sequence[str] = (),
    ruleset: Ruleset | None = None,
) -> Game:
    """A quiet table in the turn of seat 0, one hero a seat ("" is a plain character); cards by name, or by name and
    suit ("slash heart"). The roles come in table order, seat 0 is the lord."""
    ruleset = ruleset or Ruleset(len(heroes), heroes=False)
    game = Game(rules_of(ruleset), new_snapshot(ruleset, SEED))
    game.agenda.clear()
    game.table = Table(game)  # the game alone does not keep it
    for player, hero, role in zip(game.players, heroes, roles or roles_for(ruleset), strict=True):
        player.role = role  # type: ignore[assignment]  # a name of a role
        player.role_shown = role == "lord"
        player.max_hp = player.hp = PLAIN_HP
        if hero:
            become(game, player, hero)
    for zone_of, named in ((hand_of, hands), (equipment_of, worn), (judging_of, judging)):
        for seat, names in (named or {}).items():
            put(game, names, zone_of(seat))
    game.events.clear()
    return game


def put(game: Game, names: Sequence[str], zone: Zone) -> list[int]:
    """Cards out of the draw pile."""
    ids: list[int] = []
    for name in names:
        ids.append(next(card_id for card_id in find(game, name) if card_id not in ids))
    perform(game, Move(ids, zone, "laid"))
    return ids


def find(game: Game, name: str) -> list[int]:
    """The cards of the draw pile with that name, or name and suit."""
    kind, _, suit = name.partition(" ")
    deck = game.rules.deck
    return [i for i in game.draw_pile if deck[i].name == kind and deck[i].suit in (suit or deck[i].suit)]


def perform(game: Game, deed: Deed[Any]) -> Any:
    """Do it, whatever it takes; nobody may be asked. Gives what it came to."""
    outcome: list[Any] = []
    asked = begin(game, outcome_of(deed, outcome))
    assert asked is None, f"{asked} is asked"
    return outcome[0] if outcome else None


async def outcome_of(deed: Deed[Any], outcome: list[Any]) -> None:
    outcome.append(await deed)


def begin(game: Game, rule: Rule[Any]) -> Suspension | None:
    """Run a rule to its first question."""
    game.table.begin(rule)
    return game.table.advance()


def reply(game: Game, asked: Suspension | None, answer: Answer | None = None, seat: int = -1) -> Suspension | None:
    """Answer what is asked (a timeout without an answer) and run on to the next question."""
    assert asked is not None
    if isinstance(asked, Window):
        given = {q.seat: Reply(q, answer if answer and q.seat == seat else q.default) for q in asked.questions}
        closed = asked.outcome(given)
        assert closed is not None
        return game.table.advance(closed.value)
    (question,) = asked.questions
    chosen = answer or question.default
    question.check(chosen)
    return game.table.advance(Reply(question, chosen))


def names(game: Game, ids: Sequence[int]) -> list[str]:
    return [game.rules.deck[card_id].name for card_id in ids]


def seats(players: Sequence[Player]) -> list[int]:
    return [player.seat for player in players]
