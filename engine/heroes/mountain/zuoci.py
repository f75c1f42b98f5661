"""左慈"""

from __future__ import annotations

from ...asking import choose_value
from ...deeds.character import ChangeCharacter, TakeHeroCards
from ...deeds.damage import Damage
from ...deeds.marks import Note
from ...deeds.opening import Opening
from ...deeds.skills import GainSkill, LoseSkill
from ...game import Game
from ...hero import Hero
from ...questions import Reason
from ...skill import Skill, on
from ...state import Player
from ...turn import Turn

FIRST_MASKS = 2
BARRED = ("limited", "awakening", "lord")


def declarable(hero: Hero) -> list[str]:
    return [skill.id for skill in hero.skills if not any(tag in BARRED for tag in skill.tags)]


def declared(game: Game, me: Player) -> str:
    """The skill that he has of the hero he shows; empty where he has none."""
    shown = game.rules.heroes.get(me.notes.get(Huashen.id, ""))
    gained = [held.skill for held in me.skills if held.origin == "gained"]
    return next((skill for skill in declarable(shown) if skill in gained), "") if shown else ""


class Huashen(Skill):
    """化身 — When all heroes are shown you take two unused hero cards at random, unseen by the others. You show one of
    them and declare one of its skills, which must be no limited, awakening or lord skill: until the card is replaced
    you have that skill, and the card's kingdom and sex. At the beginning of each of your turns and after it you may
    replace the card, and then declare a skill anew."""

    @on(Opening.ready, compulsory=True)
    async def take_masks(self, game: Game, me: Player, opening: Opening) -> None:
        await self.gained(game, me)

    async def gained(self, game: Game, me: Player) -> None:
        await TakeHeroCards(me, FIRST_MASKS)
        await self._put_on(game, me)

    @on(Turn.began, Turn.ended, me="who", given=lambda game, me, turn: bool(me.hero_cards))
    async def change(self, game: Game, me: Player, turn: Turn) -> None:
        await self._put_on(game, me)

    async def _put_on(self, game: Game, me: Player) -> None:
        """The card is seen by all before its skill is declared: whether there is a choice at all follows from it."""
        if not me.hero_cards:
            return
        mask = str(await choose_value(me, Reason(self.id, "huashen.mask", me.seat), "hero", me.hero_cards))
        hero, before, skill = game.rules.heroes[mask], declared(game, me), ""
        await Note(me, self.id, mask)
        if skills := declarable(hero):
            skill = str(await choose_value(me, Reason(self.id, "huashen.skill", me.seat), "skill", skills))
        await ChangeCharacter(me, hero.kingdom, hero.sex)
        if skill != before:
            if before:
                await LoseSkill(me, before)
            if skill:
                await GainSkill(me, skill)

    async def lost(self, game: Game, me: Player) -> None:
        """He is himself again."""
        himself, skill = game.rules.heroes.get(me.hero), declared(game, me)
        await Note(me, self.id, "")
        if skill:
            await LoseSkill(me, skill)
        if himself is not None:
            await ChangeCharacter(me, himself.kingdom, himself.sex)


class Xinsheng(Skill):
    """新生 — For each point of damage you suffer you may take another unused hero card for 化身."""

    @on(
        Damage.suffered,
        me="target",
        given=lambda game, me, hit: bool(game.hero_pile),
        times=lambda me, hit: hit.amount,
    )
    async def be_reborn(self, game: Game, me: Player, hit: Damage) -> None:
        await TakeHeroCards(me, 1)


ZUOCI = Hero("zuoci", "qun", 3, (Huashen, Xinsheng))
