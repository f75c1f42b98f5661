"""The weapons: all have their range, six of them a skill only by the advanced rules (`ADVANCED`)."""

from __future__ import annotations

from ...card import Card
from ...deeds.damage import Damage
from ...deeds.draw import Draw
from ...deeds.move import discard
from ...deeds.use import Aim
from ...discarding import may_discard, must_discard
from ...game import Game
from ...numbers import opposite_sex, weapons
from ...picks import exactly, in_hand, one, to_discard
from ...questions import Reason
from ...skill import Skill, on, view_as
from ...state import Player
from ...striking import strike
from ..equipment.halberd import HalberdSkill
from ..equipment.kylin_bow import horses_of
from ..equipment.qinggang_sword import QinggangSwordSkill
from ..kind import Weapon


class OldQinggangSwordSkill(QinggangSwordSkill, id="old_qinggang_sword"):
    """Locked: against your Slash the target's Eight Diagram, which is all the armor there is, has no effect."""


class OldQinggangSword(Weapon):
    id = "old_qinggang_sword"
    attack_range = 2
    skills = (OldQinggangSwordSkill,)


class OldDoubleSwords(Weapon):
    id = "old_double_swords"
    attack_range = 2


class OldAxe(Weapon):
    id = "old_axe"
    attack_range = 3


class OldBlade(Weapon):
    id = "old_blade"
    attack_range = 3


class OldSpear(Weapon):
    id = "old_spear"
    attack_range = 3


class OldHalberd(Weapon):
    id = "old_halberd"
    attack_range = 4


class OldKylinBow(Weapon):
    id = "old_kylin_bow"
    attack_range = 5


def hit_the_other_sex(game: Game, me: Player, hit: Damage) -> bool:
    return hit.is_by_slash and hit.target.alive and opposite_sex(me, hit.target)


class OldDoubleSwordsSkill(Skill, id="old_double_swords"):
    """Your Slash has hit a character of the other sex: that discards a hand card, or you draw one, as it chooses."""

    @on(Damage.dealt, me="source", given=hit_the_other_sex, compulsory=True)
    async def choose(self, game: Game, me: Player, hit: Damage) -> None:
        foe = hit.target
        reason = Reason(self.id, "old_double_swords", me.seat, foe.seat)
        if not await may_discard(game, foe, foe.hand, 1, reason):
            await Draw(me)


def not_the_axe(game: Game, me: Player, card: Card, deed: object) -> bool:
    """It gives no skill to what it pays for (D28). One's own weapon may pay for a borrowed axe."""
    return card.name != OldAxe.id


class OldAxeSkill(Skill, id="old_axe"):
    """Your Slash was dodged, and your maximum hp is more than 3: you may discard two cards, then it hits all the
    same."""

    @on(
        Aim.dodged,
        me="user",
        given=lambda game, me, aim: aim.is_dodged and me.max_hp > 3,
        cards=exactly(2, not_the_axe, to_discard),
    )
    async def cleave(self, game: Game, me: Player, aim: Aim, cards: list[int]) -> None:
        await discard(cards)
        aim.is_dodged = False


def wields_blade(game: Game, me: Player, target: Player, slash: Card) -> bool:
    """The follow-up needs no reach, but the blade itself cannot pay for it."""
    return any(game.rules.kind_of(card_id).id == "old_blade" for card_id in weapons(game, me))


def first_dodged(game: Game, me: Player, aim: Aim) -> bool:
    """The Slash is no follow-up itself."""
    return aim.is_dodged and me.hp > 2 and aim.use is not None and aim.use.within is None


class OldBladeSkill(Skill, id="old_blade"):
    """Your Slash was dodged, and your hp are more than 2: you may use one more on the same target."""

    @on(Aim.dodged, me="user", given=first_dodged, quiet=True)
    async def follow_up(self, game: Game, me: Player, aim: Aim) -> None:
        reason = Reason(self.id, "old_blade", me.seat, aim.target.seat)
        await strike(game, me, aim.target, reason, wields_blade, aim)


def in_a_duel(game: Game, me: Player, about: object) -> bool:
    return me.hp > 2 and isinstance(about, Aim) and about.card.name == "duel"


class OldSpearSkill(Skill, id="old_spear"):
    """In a Duel, if your hp are more than 2, you may play any hand card as a Slash."""

    @view_as("slash", cards=one(in_hand), when=("play",), given=in_a_duel)
    async def as_slash(self, game: Game, me: Player, card: Card) -> None: ...


class OldHalberdSkill(HalberdSkill, id="old_halberd"):
    """A Slash that is your last hand card may name up to three targets."""


def hit_far_horseman(game: Game, me: Player, hit: Damage) -> bool:
    """Further away than 2 as it was hit, horses counted."""
    far = hit.is_by_slash and hit.target.alive and hit.apart is not None and hit.apart > 2
    return far and bool(horses_of(game, hit.target))


class OldKylinBowSkill(Skill, id="old_kylin_bow"):
    """Your Slash has hit a character further away than 2: it discards one of its horses."""

    @on(Damage.dealt, me="source", given=hit_far_horseman, compulsory=True)
    async def unhorse(self, game: Game, me: Player, hit: Damage) -> None:
        reason = Reason(self.id, "old_kylin_bow.horse", me.seat, hit.target.seat)
        await must_discard(game, hit.target, horses_of(game, hit.target), 1, reason)


class AdvancedDoubleSwords(OldDoubleSwords):
    skills = (OldDoubleSwordsSkill,)


class AdvancedAxe(OldAxe):
    skills = (OldAxeSkill,)


class AdvancedBlade(OldBlade):
    skills = (OldBladeSkill,)


class AdvancedSpear(OldSpear):
    skills = (OldSpearSkill,)


class AdvancedHalberd(OldHalberd):
    skills = (OldHalberdSkill,)


class AdvancedKylinBow(OldKylinBow):
    skills = (OldKylinBowSkill,)


PLAIN = (OldDoubleSwords, OldAxe, OldBlade, OldSpear, OldHalberd, OldKylinBow)
ADVANCED = (AdvancedDoubleSwords, AdvancedAxe, AdvancedBlade, AdvancedSpear, AdvancedHalberd, AdvancedKylinBow)
