"""灯会 — A sample pack: two heroes and a trick of our own invention, with their texts."""

from __future__ import annotations

from engine.card import Card
from engine.cards.kind import Targeting, Trick, one_of
from engine.deeds.damage import Damage
from engine.deeds.draw import Draw
from engine.deeds.marks import Mark
from engine.deeds.use import Aim
from engine.discarding import may_discard
from engine.game import Game
from engine.hero import Hero
from engine.pack import Pack
from engine.picks import one_seat, other
from engine.questions import Reason
from engine.skill import Skill, active, changes, on
from engine.state import Player
from engine.texts import Entry, PackTexts, Text

LANTERN = "lantern"


class Kindle(Skill):
    """燃灯 — Locked. For each point of damage you suffer you get a lantern."""

    tags = ("locked",)

    @on(Damage.suffered, me="target", times=lambda me, hit: hit.amount)
    async def light(self, game: Game, me: Player, hit: Damage) -> None:
        await Mark(me, LANTERN)


class Drift(Skill):
    """放灯 — Once in your play phase you may give up a lantern and choose another character: you draw a card each."""

    cost = (LANTERN, 1)

    @active(once="phase", target=one_seat(other))
    async def send_off(self, game: Game, me: Player, _: None, target: Player) -> None:
        await Draw(me)
        await Draw(target)


class Vigil(Skill):
    """守夜 — Locked. Your hand limit is 1 more for each other character who is wounded."""

    tags = ("locked",)

    @changes("hand_limit")
    def watch_over(self, game: Game, me: Player, limit: int, who: Player) -> int:
        if who is not me:
            return limit
        return limit + sum(player.wounds > 0 for player in game.others(me))


class LanternRiddle(Trick):
    """灯谜 — On another character with a hand card, who may discard a hand card; else you draw two cards."""

    id = "lantern_riddle"

    def targetings(self, game: Game, me: Player, card: Card) -> list[Targeting]:
        return one_of([player for player in self.others(game, me, card) if player.hand])

    async def effect(self, game: Game, aim: Aim) -> None:
        if aim.user is None:
            return
        reason = Reason(self.id, "lantern_riddle", aim.user.seat, aim.target.seat, self.id)
        if not await may_discard(game, aim.target, aim.target.hand, 1, reason):
            await Draw(aim.user, 2)


TEXTS = PackTexts(
    cards={
        "lantern_riddle": Entry(
            name=Text(zh="灯谜", en="Lantern Riddle"),
            text=Text(
                zh="出牌阶段，对一名有手牌的其他角色使用：其可弃置一张手牌，否则你摸两张牌。",
                en="In your play phase, use on another character with a hand card, who may discard a hand card; if "
                "not, you draw two cards.",
            ),
        )
    },
    heroes={
        "lantern_maker": Entry(
            name=Text(zh="灯匠", en="Lantern Maker"), text=Text(zh="万家灯火", en="A Light for Every House")
        ),
        "night_watch": Entry(
            name=Text(zh="更夫", en="Night Watch"), text=Text(zh="夜半更声", en="The Drum at Midnight")
        ),
    },
    skills={
        "kindle": Entry(
            name=Text(zh="燃灯", en="Kindle"),
            text=Text(
                zh="锁定技。你每受到 1 点伤害后，获得一枚“灯”标记。",
                en="Locked. For each point of damage you have suffered you get a lantern.",
            ),
        ),
        "drift": Entry(
            name=Text(zh="放灯", en="Drift"),
            text=Text(
                zh="出牌阶段限一次，你可弃一枚“灯”并选择一名其他角色：你与其各摸一张牌。",
                en="Once per play phase you may give up a lantern and choose another character: each of you draws a "
                "card.",
            ),
        ),
        "vigil": Entry(
            name=Text(zh="守夜", en="Vigil"),
            text=Text(
                zh="锁定技。每有一名其他角色受伤，你的手牌上限便 +1。",
                en="Locked. Your hand limit is 1 more for each other character who is wounded.",
            ),
        ),
    },
    terms={"pack.lanterns": Text(zh="灯会", en="Lanterns"), "mark.lantern": Text(zh="灯", en="lantern")},
    prompts={
        "lantern_riddle": Text(
            zh="{source}的【灯谜】：弃置一张手牌，否则其摸两张牌。",
            en="{source}'s Lantern Riddle: discard a hand card, or else {source} draws two cards.",
        )
    },
)

PACK = Pack(
    "lanterns",
    cards=(("lantern_riddle", "S5 H5 C5 D5"),),
    kinds=(LanternRiddle,),
    heroes=(Hero("lantern_maker", "shu", 3, (Kindle, Drift), "female"), Hero("night_watch", "qun", 4, (Vigil,))),
    texts=TEXTS,
)
