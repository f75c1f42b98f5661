"""曹彰"""

from __future__ import annotations

from ...asking import choose_option
from ...card import Card
from ...deeds.skills import Linger
from ...deeds.use import SLASHES
from ...game import Game
from ...hero import Hero
from ...outcome import Outcome
from ...questions import Reason
from ...skill import Manner, Skill, changes, on
from ...state import Player
from ...turn import DrawPhase

MORE = "draw_more"
LESS = "draw_less"


class Reined(Skill, id="jiangchi_reined"):
    """What 将驰 leaves until the end of the turn to who drew more."""

    printed = False

    @changes("may_lay_down")
    def refrain(self, game: Game, me: Player, may: bool, card: Card, who: Player, manner: Manner) -> bool:
        return may and not (who is me and manner in ("use", "play") and card.name in SLASHES)


class Spurred(Skill, id="jiangchi_spurred"):
    """What 将驰 leaves until the end of the turn to who drew less."""

    printed = False

    @changes("ignores_distance")
    def anywhere(self, game: Game, me: Player, may: bool, card: Card, who: Player, target: Player) -> bool:
        return may or (who is me and game.phase == "play")

    @changes("slash_quota")
    def once_more(self, game: Game, me: Player, n: int, who: Player) -> int:
        return n + 1 if who is me else n


class Jiangchi(Skill):
    """将驰 — When you draw in your draw phase you may either draw one more, and neither use nor play a Slash until the
    end of the turn; or draw one less, and until the end of the turn your Slashes in the play phase need no reach and
    you may use one more."""

    lends = (Reined, Spurred)
    choices = ((MORE, Outcome(cards=1)), (LESS, Outcome(cards=-1)))

    @on(DrawPhase.drawing, me="who", outcome=Outcome(cards=-2))  # a turn without a Slash is dearer than a card
    async def charge_or_wait(self, game: Game, me: Player, drawing: DrawPhase) -> None:
        if await choose_option(me, Reason(self.id, "jiangchi", me.seat), (LESS, MORE)) == MORE:
            drawing.count += 1
            await Linger(me, Reined.id)
        else:
            drawing.count -= 1
            await Linger(me, Spurred.id)


CAOZHANG = Hero("caozhang", "wei", 4, (Jiangchi,))
