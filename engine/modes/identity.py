"""身份局: hidden roles, 4 to 10 seats (seeds 003, 004)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from ..deeds.draw import Draw
from ..deeds.end import EndMatch
from ..deeds.move import discard
from ..deeds.opening import Opening
from ..editions import EDITIONS, RoleTable
from ..events import RoleDealt, RoleShown
from ..numbers import spendable
from ..ruleset import NO_SEAT, Ruleset, UnknownRuleset, check_seats
from ..scoring import points
from ..state import Player, Role, Step
from . import attrition, last_blood, selection
from .dark_souls import SOULS, leave_and_attach
from .mode import Mode
from .reincarnation import Offering, lay_down_hero

if TYPE_CHECKING:
    from ..deeds.death import Death
    from ..game import Game
    from ..skill import Skill

ROLES: tuple[Role, ...] = ("lord", "loyalist", "rebel", "renegade")
REBEL_REWARD = 3


def roles_for(ruleset: Ruleset) -> list[Role]:
    """The role cards in play, in table order."""
    counts = role_table(ruleset)[ruleset.seats]
    return [role for role, count in zip(ROLES, counts, strict=True) for _ in range(count)]


def role_table(ruleset: Ruleset) -> RoleTable:
    edition = EDITIONS[ruleset.edition]
    return edition.dual_renegade_roles if ruleset.dual_renegade else edition.roles


class Identity(Mode):
    """The lord is known, the others are not. Lord and loyalists against rebels; the renegade wants to be last."""

    id = "identity"
    skills = (Offering, *SOULS.values())
    options = (
        *("dual_renegade", "gods", "advanced_weapons", "first_game"),
        *("reincarnation", "dark_souls", "last_blood", "attrition"),
        *("lord_seat", "protected_seat"),
    )

    def __init__(self) -> None:
        self.steps = {
            "deal_roles": deal_roles,
            "lord_selection": selection.lord_selects,
            "selection": selection.others_select,
            "open_selection": selection.others_select_openly,
            "plain_heroes": selection.everybody_plain,
            "deal_hands": deal_hands,
            "start": start,
            "attrition": attrition.wear,
            "protection": last_blood.protect,
        }

    def check(self, ruleset: Ruleset) -> None:
        seats = EDITIONS[ruleset.edition].roles
        limited = any(count not in seats for other in EDITIONS.values() for count in other.roles)
        check_seats(ruleset, seats, f"edition {ruleset.edition!r}" if limited else "mode 'identity'")
        if ruleset.seats not in role_table(ruleset):
            raise UnknownRuleset("DUAL_RENEGADE_SEATS", "option 'dual_renegade' takes 6 or 8 seats")
        if ruleset.reincarnation and not ruleset.heroes:
            raise UnknownRuleset("REINCARNATION_WITHOUT_HEROES", "option 'reincarnation' is played with heroes")

    def shared_skills(self, ruleset: Ruleset) -> tuple[type[Skill], ...]:
        offering = (Offering,) if ruleset.reincarnation else ()
        protection = (last_blood.LastBlood,) if ruleset.last_blood else ()
        return (*offering, *protection)

    def opening(self, ruleset: Ruleset) -> list[Step]:
        selection = EDITIONS[ruleset.edition].selection(ruleset)
        protection = [Step("protection", ruleset.protected_seat)] if ruleset.protected_seat != NO_SEAT else []
        return [Step("deal_roles"), *selection, Step("deal_hands"), *protection, Step("start")]

    def between_rounds(self, ruleset: Ruleset) -> list[Step]:
        return [Step("attrition")] if ruleset.attrition else []

    def hp_bonus(self, game: Game, player: Player) -> int:
        """One for the lord, from so many seats on as the edition says (seed 003 ◆)."""
        return int(player.role == "lord" and len(game.players) >= game.rules.edition.lord_bonus_from_seats)

    def first_seat(self, game: Game) -> int:
        return lord_of(game).seat

    def rematch(self, ruleset: Ruleset, roles: Sequence[str], first_out: int) -> Ruleset:
        """The last blood is that of who died first just now, not of whom the last match protected (R320)."""
        return msgspec.structs.replace(ruleset, protected_seat=first_out) if ruleset.last_blood else ruleset

    async def check_victory(self, game: Game) -> None:
        """Lord dead: the renegade if he alone lives, else the rebels, dead ones too. All rebels and renegades dead:
        lord and loyalists, dead ones too (S94, S95). Who has come back is dead for that (S99)."""
        living = [player.role for player in game.never_dead]
        if "lord" not in living:
            side: tuple[Role, ...] = ("renegade",) if living == ["renegade"] else ("rebel",)
            alone = side == ("renegade",)
            await EndMatch(
                [p for p in game.players if p.role in side and (p in game.never_dead or not alone)], "lord_dead"
            )
        elif "rebel" not in living and "renegade" not in living:
            await EndMatch([p for p in game.players if p.role in ("lord", "loyalist")], "enemies_dead")

    async def reward(self, game: Game, death: Death) -> None:
        """Who kills a rebel draws three; a lord who kills a loyalist pays with his cards (S91, S92). For who dies again
        there is neither (S99)."""
        killer = death.killer
        if killer is None or not killer.alive or death.again:
            return
        if death.who.role == "rebel":
            await Draw(killer, REBEL_REWARD)
        elif death.who.role == "loyalist" and killer.role == "lord":
            await discard(spendable(game, killer, game.rules.edition.lord_forfeits(killer), "discard"))

    async def after_death(self, game: Game, death: Death) -> None:
        if game.ruleset.reincarnation:
            await lay_down_hero(game, death)
        if game.ruleset.dark_souls:
            await leave_and_attach(game, death)

    def points(self, game: Game) -> tuple[int, ...]:
        return points(game)


def lord_of(game: Game) -> Player:
    return next(player for player in game.players if player.role == "lord")


async def deal_roles(game: Game, step: Step) -> None:
    """By chance; where the ruleset says who is the lord, the others' roles alone."""
    roles = roles_for(game.ruleset)
    lords = [roles.pop(roles.index("lord"))] if game.ruleset.lord_seat != NO_SEAT else []
    game.shuffle(roles)
    roles[game.ruleset.lord_seat : game.ruleset.lord_seat] = lords
    for player, role in zip(game.players, roles, strict=True):
        player.role = role
        game.emit(RoleDealt(player.seat, role))
    lord = lord_of(game)
    lord.role_shown = True
    game.emit(RoleShown(lord.seat, lord.role))
    game.turn = lord.seat


async def deal_hands(game: Game, step: Step) -> None:
    for player in game.in_order():
        await Draw(player, game.rules.edition.starting_hand(player))


async def start(game: Game, step: Step) -> None:
    """Whose turn it is when the setup is over has the first one."""
    await Opening()
    game.schedule(Step("round"), Step("turn", game.turn))
