"""What an identity match scores, by the fourth version of the table (text 001, 计分)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .state import Player, Role

if TYPE_CHECKING:
    from .game import Game

SIDES: tuple[Role, ...] = ("lord", "rebel", "renegade")
FOES_OF_THE_LORD: dict[Role, int] = {"rebel": 1, "renegade": 1}
BOUNTIES: dict[Role, dict[Role, int]] = {
    "lord": FOES_OF_THE_LORD,
    "loyalist": FOES_OF_THE_LORD,
    "rebel": {"loyalist": 1, "renegade": 1, "lord": 2},
}


def points(game: Game) -> tuple[int, ...]:
    """The points of each seat of a match that is over: those of its role, and those of its kills."""
    side = winning_side(game)
    return tuple(of_role(game, player, side) + of_kills(game, player) for player in game.players)


def winning_side(game: Game) -> Role:
    """The side that has won; none where the match is drawn."""
    winners = [game.players[seat].role for seat in game.winners]
    return next((side for side in SIDES if side in winners), "")


def of_role(game: Game, me: Player, side: Role) -> int:
    """A draw scores nothing (R18); of two renegades only the one who has won is paid for it (R17)."""
    living = [player.role for player in game.never_dead]
    match me.role, side:
        case "renegade", "renegade":
            return 4 + 2 * len(game.players) if me.seat in game.winners else 0
        case "renegade", "lord":
            return len(game.players) if lost_the_duel(game, me) else 0
        case "renegade", "rebel":
            return int(me in game.never_dead)
        case "lord", "lord":
            return 4 + 2 * living.count("loyalist")
        case "lord", "renegade":
            return 1
        case "loyalist", "lord":
            return 5 + living.count("loyalist")
        case "rebel", "rebel":
            return 3 * living.count("rebel")
    return 0


def lost_the_duel(game: Game, renegade: Player) -> bool:
    """Only he and the lord lived when he died, whatever he died of (R16)."""
    last = [death.seat for death in game.fallen[-1:]]
    return last == [renegade.seat] and [player.role for player in game.never_dead] == ["lord"]


def of_kills(game: Game, me: Player) -> int:
    """The lord and loyalists must win to have theirs; rebels have it in any case (D20). Nobody is paid for twice."""
    if me.role != "rebel" and me.seat not in game.winners:
        return 0
    bounties = BOUNTIES.get(me.role, {})
    first = {death.seat: death for death in reversed(game.fallen)}
    return sum(bounties.get(game.players[seat].role, 0) for seat, death in first.items() if death.killer == me.seat)
