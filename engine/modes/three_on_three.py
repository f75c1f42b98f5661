"""3v3: two teams of a commander and two vanguards; who loses the commander loses (seed 001)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from ..cards.directed import DIRECTED
from ..deeds.draw import Draw
from ..deeds.end import EndMatch
from ..deeds.marks import Mark, change_mark
from ..events import ChoiceMade, RoleDealt, RoleShown
from ..questions import Option, Question, Reason, first_answer, seats_of
from ..questions import Sequence as Ordering
from ..ruleset import Ruleset, UnknownRuleset, check_seats
from ..state import Player, Role, Step
from ..words import Ask
from . import drafting
from .identity import deal_hands, start
from .mode import Mode
from .sides import commander_of, is_commander, members, other_side, side_of

if TYPE_CHECKING:
    from ..deeds.death import Death
    from ..game import Game

ACTED = "acted"  # the mark of an identity card that is turned sideways
REWARD = 3
TEAMS = ((0, 1, 2), (3, 4, 5))
COMMANDING_SEATS = (1, 4)  # each in the middle of his team


class ThreeOnThree(Mode):
    """Warm side: the lord's card for the commander, loyalists' for the vanguards; cold side: the renegade's and the
    rebels'. The seats are in order of play (D23)."""

    id = "3v3"
    options = ("gods", "competitive", "warm_seat")
    kinds = DIRECTED
    seating: tuple[Role, ...] = ("rebel", "renegade", "rebel", "loyalist", "lord", "loyalist")

    def __init__(self) -> None:
        self.steps = {
            "deal_sides": deal_sides,
            "lay_out_heroes": drafting.lay_out_heroes,
            "first_draft": drafting.first_draft,
            "draft": drafting.draft,
            "line_up": drafting.line_up,
            "first_action": first_action,
            "deal_hands": deal_hands,
            "start": start,
            "next_side": next_side,
        }

    def check(self, ruleset: Ruleset) -> None:
        check_seats(ruleset, (len(self.seating),), "mode '3v3'")
        if not ruleset.heroes:
            raise UnknownRuleset("MODE_AND_OPTION", "mode '3v3' is not played without heroes")
        if ruleset.warm_seat not in (0, *COMMANDING_SEATS):
            raise UnknownRuleset("WARM_SEAT_OUT_OF_RANGE", "option 'warm_seat' takes a commander's seat, 1 or 4")

    def prints(self, name: str) -> bool:
        return name != "lightning"

    def hp_bonus(self, game: Game, player: Player) -> int:
        """One for the commanders."""
        return int(is_commander(player))

    def opening(self, ruleset: Ruleset) -> list[Step]:
        return [Step(kind) for kind in ("deal_sides", "lay_out_heroes", "first_draft", "line_up", "first_action")]

    def next_step(self, game: Game) -> Step:
        return Step("next_side")

    def first_seat(self, game: Game) -> int:
        return commander_of(game, "warm").seat

    def takes_turn(self, game: Game, player: Player) -> None:
        """The identity card is turned sideways; an extra turn does not turn it (R166)."""
        if not has_acted(player):
            change_mark(game, player, ACTED, 1)

    def team(self, ruleset: Ruleset, seat: int) -> tuple[int, ...]:
        return next(team for team in TEAMS if seat in team)

    def is_lord(self, player: Player) -> bool:
        """Nobody is: the card only tells who commands the warm side (R168)."""
        return False

    def rematch(self, ruleset: Ruleset, roles: Sequence[str], first_out: int) -> Ruleset:
        """The colours change (R162)."""
        return msgspec.structs.replace(ruleset, warm_seat=roles.index("renegade"))

    async def check_victory(self, game: Game) -> None:
        """Who loses the commander loses at once; the others win, the dead among them too (R169)."""
        for player in game.players:
            if is_commander(player) and not player.alive:
                await EndMatch(members(game, other_side(side_of(player.role))), "commander_dead")

    async def reward(self, game: Game, death: Death) -> None:
        """Three cards for whoever kills anybody."""
        if death.killer is not None and death.killer.alive:
            await Draw(death.killer, REWARD)


def has_acted(player: Player) -> bool:
    """Whether the identity card lies sideways."""
    return bool(player.marks.get(ACTED))


async def deal_sides(game: Game, step: Step) -> None:
    """The commanders draw the colours, unless the ruleset has them (R161); the other roles follow. All see them."""
    warm = game.ruleset.warm_seat or COMMANDING_SEATS[game.below(2)]
    turned = (warm - ThreeOnThree.seating.index("lord")) % len(game.players)
    for player in game.players:
        player.role = ThreeOnThree.seating[(player.seat - turned) % len(game.players)]
        player.role_shown = True
        game.emit(RoleDealt(player.seat, player.role))
        game.emit(RoleShown(player.seat, player.role))
    game.turn = warm


async def first_action(game: Game, step: Step) -> None:
    """The cold commander says which side acts first: its commander has the first turn."""
    first = await drafting.choose_side(game, commander_of(game, "cold"), "first_action")
    game.turn = commander_of(game, first).seat
    game.schedule(Step("deal_hands"), Step("start"))


async def next_side(game: Game, step: Step) -> None:
    """The sides take turns to act; one where all have acted leaves it to the other. When everybody has, all cards are
    turned back: a round is from one of these moments to the next (R167)."""
    waiting = [player for player in game.living if not has_acted(player)]
    if not waiting:
        for player in game.from_turn():
            await Mark(player, ACTED, -1)
        game.schedule(Step("round"), Step("next_side"))
        return
    side = other_side(side_of(game.players[game.anchor].role))
    ready = [player for player in waiting if side_of(player.role) == side]
    await choose_action(game, ready or waiting)


async def choose_action(game: Game, ready: list[Player]) -> None:
    """The commander says whether he acts, or all his vanguards, and in which order (D37)."""
    vanguards = tuple(player.seat for player in ready if not is_commander(player))
    options: list[Option] = []
    if len(vanguards) < len(ready):
        options.append(Option("commander"))
    if len(vanguards) > 1:
        options.append(Option("vanguards", (Ordering("order", seats_of(vanguards), len(vanguards), len(vanguards)),)))
    elif vanguards:
        options.append(Option("vanguards", targets=vanguards))
    commander = commander_of(game, side_of(ready[0].role))
    reason = Reason("action", "action", commander.seat)
    reply = await Ask(Question(commander.seat, "CHOOSE", reason, tuple(options), first_answer(options[0])))
    if len(options) > 1:
        game.emit(ChoiceMade(commander.seat, "action", reply.option.id))
    seats = [commander.seat] if reply.option.id == "commander" else reply.numbers("order") or vanguards
    game.schedule(*(Step("turn", seat) for seat in seats))
