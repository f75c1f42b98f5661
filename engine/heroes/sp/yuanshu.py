"""袁术"""

from __future__ import annotations

from ...discarding import must_discard
from ...game import Game
from ...hero import Hero
from ...numbers import kingdoms
from ...questions import Reason
from ...skill import Skill, on
from ...state import Player
from ...turn import DrawPhase, Phase, in_phase


class Yongsi(Skill):
    """庸肆 — Locked: in your draw phase you draw X more; in your discard phase you discard at least X cards, or all
    (X: the kingdoms in play)."""

    tags = ("locked",)

    @on(DrawPhase.drawing, me="who")
    async def indulge(self, game: Game, me: Player, drawing: DrawPhase) -> None:
        drawing.count += kingdoms(game)

    @on(Phase.began, me="who", given=in_phase("discard"))
    async def squander(self, game: Game, me: Player, phase: Phase) -> None:
        await must_discard(game, me, me.own_cards, kingdoms(game), Reason(self.id, "discard", me.seat, me.seat))


class Weidi(Skill):
    """伪帝 — Locked: you have the lord skills that the lord has."""

    tags = ("locked",)

    def lent(self, game: Game, me: Player) -> tuple[str, ...]:
        lords = filter(game.rules.mode.is_lord, game.players)
        of_the_lord = (held.skill for lord in lords for held in lord.skills)
        return tuple(skill for skill in of_the_lord if "lord" in game.rules.skill(skill).tags)


YUANSHU = Hero("yuanshu", "qun", 4, (Yongsi, Weidi))
