"""神吕布"""

from __future__ import annotations

from ...asking import choose_option
from ...deeds.damage import Damage
from ...deeds.hp import LoseHp
from ...deeds.marks import Mark
from ...deeds.move import discard
from ...deeds.opening import Opening
from ...deeds.skills import GainSkill, Linger
from ...deeds.turn_over import TurnOver
from ...deeds.use import Use
from ...discarding import must_discard
from ...game import Game
from ...hero import Hero
from ...outcome import Outcome
from ...picks import one_seat, other
from ...questions import Reason
from ...skill import Skill, active, changes, on
from ...state import Player
from ..standard.lvbu import Wushuang

WRATH = "wrath"  # 暴怒
HAND_CARDS = 4


class Kuangbao(Skill):
    """狂暴 — Locked: at the start of the match you have two Wrath marks; for each point of damage that you have dealt
    or suffered you get one."""

    tags = ("locked",)

    @on(Opening.ready)
    async def begin(self, game: Game, me: Player, opening: Opening) -> None:
        await Mark(me, WRATH, 2)

    @on(Damage.dealt, me="source")
    @on(Damage.suffered, me="target")
    async def rage(self, game: Game, me: Player, hit: Damage) -> None:
        await Mark(me, WRATH, hit.amount)


class Wumou(Skill):
    """无谋 — Locked: when you use a trick that is not delayed, discard a Wrath mark or lose 1 hp."""

    tags = ("locked",)
    choices = (("hp", Outcome(hp=-1)), ("mark", Outcome()))
    burdens = (("trick", Outcome(hp=-1, mark=WRATH)),)

    @on(Use.declared, me="user", given=lambda game, me, use: game.rules.kinds[use.card.name].type == "trick")
    async def pay(self, game: Game, me: Player, use: Use) -> None:
        reason = Reason(self.id, "wumou", me.seat)
        if me.marks.get(WRATH) and await choose_option(me, reason, ("hp", "mark")) == "mark":
            await Mark(me, WRATH, -1)
        else:
            await LoseHp(me, by=me)


class Disarmed(Skill, id="wuqian_disarmed"):
    """What 无前 leaves on its target until the end of the turn: armor has no effect."""

    printed = False

    @changes("armor_holds")
    def gives_way(self, game: Game, me: Player, holds: bool, wearer: Player, about: object) -> bool:
        return holds and wearer is not me


class Wuqian(Skill):
    """无前 — In your play phase you may discard two Wrath marks and name another character: until the end of the turn
    its armor has no effect and you have 无双."""

    cost = (WRATH, 2)
    lends = (Disarmed, Wushuang)

    @active(target=one_seat(other))
    async def overwhelm(self, game: Game, me: Player, _: None, target: Player) -> None:
        await Linger(target, Disarmed.id)
        if not game.has(me, Wushuang.id):
            await GainSkill(me, Wushuang.id, "turn")


class Shenfen(Skill):
    """神愤 — Once in your play phase you may discard six Wrath marks: you deal 1 damage to each other character; then
    each discards its equipment, then each discards four hand cards; then you turn your hero over."""

    cost = (WRATH, 6)

    @active(once="phase", outcome=Outcome(others=-2, turned=True))
    async def rage_at_all(self, game: Game, me: Player, _: None) -> None:
        others = game.others(me)
        for player in others:
            await Damage(me, player)
        for player in others:
            await discard(player.equipment)
        for player in others:
            await must_discard(game, player, player.hand, HAND_CARDS, Reason(self.id, "discard", me.seat, player.seat))
        await TurnOver(me)


GODLVBU = Hero("godlvbu", "god", 5, (Kuangbao, Wumou, Wuqian, Shenfen))
