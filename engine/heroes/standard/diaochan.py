"""貂蝉"""

from __future__ import annotations

from ...asking import choose_seat
from ...card import Card
from ...deeds.draw import Draw
from ...deeds.move import discard
from ...deeds.use import Use
from ...game import Game
from ...hero import Hero
from ...numbers import may_be_target
from ...picks import male, one, one_seat, to_discard
from ...questions import Reason
from ...skill import Skill, active, on
from ...state import Player
from ...turn import Phase, in_phase

DUEL = Card("duel", "", 0, (), "lijian")


def opponents(game: Game, user: Player) -> list[Player]:
    """Men he may be made to duel."""
    return [p for p in game.others(user) if p.sex == "male" and may_be_target(game, DUEL, user, p)]


class Lijian(Skill):
    """离间 — Once in your play phase you may discard a card and name two men: it is as if one used a Duel on the other,
    which no Nullification answers."""

    @active(
        once="phase",
        card=one(to_discard),
        user=one_seat(male, lambda game, me, player, _: bool(opponents(game, player))),
    )
    async def sow_discord(self, game: Game, me: Player, _: None, card: int, user: Player) -> None:
        await discard([card])
        reason = Reason(self.id, "lijian", me.seat, user.seat)
        target = await choose_seat(me, reason, opponents(game, user), game)
        if target is not None and user.alive:
            await Use(user, DUEL, [target], nullifiable=False)


class Biyue(Skill):
    """闭月 — At the end of your turn you may draw a card."""

    @on(Phase.began, me="who", given=in_phase("finish"))
    async def hide_the_moon(self, game: Game, me: Player, phase: Phase) -> None:
        await Draw(me)


DIAOCHAN = Hero("diaochan", "qun", 3, (Lijian, Biyue), "female")
