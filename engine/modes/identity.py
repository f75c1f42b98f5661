"""身份局: hidden roles, 4 to 10 seats (seeds 003, 004)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..deeds.draw import Draw
from ..deeds.end import EndMatch
from ..discarding import discard_all
from ..events import RoleDealt, RoleShown
from ..ruleset import Ruleset, UnknownRuleset
from ..scoring import points
from ..state import Player, Role, Step
from ..words import Deed, Timing
from . import selection
from .mode import Mode

if TYPE_CHECKING:
    from ..deeds.death import Death
    from ..game import Game

# lord, loyalists, rebels, renegades (docs/rulings/sources.md, Roles)
ROLE_TABLE = {
    4: (1, 1, 1, 1),
    5: (1, 1, 2, 1),
    6: (1, 1, 3, 1),
    7: (1, 2, 3, 1),
    8: (1, 2, 4, 1),
    9: (1, 3, 4, 1),
    10: (1, 3, 4, 2),
}
DUAL_RENEGADE_TABLE = {6: (1, 1, 2, 2), 8: (1, 2, 3, 2)}
ROLES: tuple[Role, ...] = ("lord", "loyalist", "rebel", "renegade")
STARTING_HAND = 4
REBEL_REWARD = 3


def roles_for(ruleset: Ruleset) -> list[Role]:
    """The role cards in play, in table order."""
    table = DUAL_RENEGADE_TABLE if ruleset.dual_renegade else ROLE_TABLE
    return [role for role, count in zip(ROLES, table[ruleset.seats], strict=True) for _ in range(count)]


class Identity(Mode):
    """The lord is known, the others are not. Lord and loyalists against rebels; the renegade wants to be last."""

    id = "identity"

    def __init__(self) -> None:
        self.steps = {
            "deal_roles": deal_roles,
            "lord_selection": selection.lord_selects,
            "selection": selection.others_select,
            "plain_heroes": selection.everybody_plain,
            "deal_hands": deal_hands,
            "start": start,
        }

    def check(self, ruleset: Ruleset) -> None:
        if ruleset.seats not in ROLE_TABLE:
            raise UnknownRuleset("SEATS_OUT_OF_RANGE", "mode 'identity' takes 4 to 10 seats")
        if ruleset.dual_renegade and ruleset.seats not in DUAL_RENEGADE_TABLE:
            raise UnknownRuleset("DUAL_RENEGADE_SEATS", "option 'dual_renegade' takes 6 or 8 seats")

    def opening(self, ruleset: Ruleset) -> list[Step]:
        heroes = ("lord_selection", "selection") if ruleset.heroes else ("plain_heroes",)
        return [Step(kind) for kind in ("deal_roles", *heroes, "deal_hands", "start")]

    def first_seat(self, game: Game) -> int:
        return lord_of(game).seat

    async def check_victory(self, game: Game) -> None:
        """Lord dead: the renegade if he alone lives, else the rebels, dead ones too. All rebels and renegades dead:
        lord and loyalists, dead ones too (S94, S95)."""
        living = [player.role for player in game.living]
        if "lord" not in living:
            side: tuple[Role, ...] = ("renegade",) if living == ["renegade"] else ("rebel",)
            alone = side == ("renegade",)
            await EndMatch([p for p in game.players if p.role in side and (p.alive or not alone)], "lord_dead")
        elif "rebel" not in living and "renegade" not in living:
            await EndMatch([p for p in game.players if p.role in ("lord", "loyalist")], "enemies_dead")

    async def reward(self, game: Game, death: Death) -> None:
        """Who kills a rebel draws three; a lord who kills a loyalist discards all he has (S91, S92)."""
        killer = death.killer
        if killer is None or not killer.alive:
            return
        if death.who.role == "rebel":
            await Draw(killer, REBEL_REWARD)
        elif death.who.role == "loyalist" and killer.role == "lord":
            await discard_all(game, killer)

    def points(self, game: Game) -> tuple[int, ...]:
        return points(game)


def lord_of(game: Game) -> Player:
    return next(player for player in game.players if player.role == "lord")


async def deal_roles(game: Game, step: Step) -> None:
    roles = roles_for(game.ruleset)
    game.shuffle(roles)
    for player, role in zip(game.players, roles, strict=True):
        player.role = role
        game.emit(RoleDealt(player.seat, role))
    lord = lord_of(game)
    lord.role_shown = True
    game.emit(RoleShown(lord.seat, lord.role))
    game.turn = lord.seat


async def deal_hands(game: Game, step: Step) -> None:
    for player in game.in_order():
        await Draw(player, STARTING_HAND)


class Opening(Deed[None]):
    """Heroes are shown and hands dealt; the first turn is still to come (游戏开始时)."""

    ready = Timing()


async def start(game: Game, step: Step) -> None:
    await Opening().ready
    game.schedule(Step("round"), Step("turn", lord_of(game).seat))
