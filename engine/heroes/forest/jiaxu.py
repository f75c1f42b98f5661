"""贾诩"""

from __future__ import annotations

from ...card import Card
from ...deeds.dying import in_danger
from ...deeds.hp import LoseHp
from ...game import Game
from ...hero import Hero
from ...numbers import distance
from ...outcome import Outcome
from ...questions import Reason
from ...skill import Skill, active, changes
from ...state import Player
from ...striking import strike_one_of


class Wansha(Skill):
    """完杀 — Locked: in your turn nobody but you and those who are dying may use a Peach."""

    tags = ("locked",)

    @changes("may_rescue")
    def forsake(self, game: Game, me: Player, may: bool, name: str, saver: Player, dying: Player) -> bool:
        return may and not (name == "peach" and game.has_turn(me) and saver is not me and not in_danger(game, saver))


def nearest(game: Game, who: Player) -> list[Player]:
    """Whoever of the others is no farther than any of them."""
    apart = {player.seat: distance(game, who, player) for player in game.others(who)}
    return [player for player in game.others(who) if apart[player.seat] == min(apart.values())]


class Luanwu(Skill):
    """乱武 — Limited: in your play phase each other character in order uses a Slash on another one that is nearest to
    it, or loses 1 hp."""

    tags = ("limited",)

    @active(outcome=Outcome(hp=-0.5, others=-1))
    async def let_loose(self, game: Game, me: Player, _: None) -> None:
        for player in game.others(me):
            if player.alive and not await strike_one_of(game, player, Reason(self.id, "luanwu", me.seat), nearest):
                await LoseHp(player, by=me)


class Weimu(Skill):
    """帷幕 — Locked: you cannot be the target of a black trick."""

    tags = ("locked",)

    @changes("may_be_target")
    def curtained(self, game: Game, me: Player, may: bool, card: Card, user: Player, target: Player) -> bool:
        is_trick = game.rules.kinds[card.name].type in ("trick", "delayed-trick")
        return may and not (target is me and card.is_black and is_trick)


JIAXU = Hero("jiaxu", "qun", 3, (Wansha, Luanwu, Weimu))
