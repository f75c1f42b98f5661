"""How the commanders of 3v3 choose heroes for their sides: openly in turns, then three of eight in secret."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..events import ChoiceMade, HeroesLaidOut
from ..questions import Answer, Candidate, Option, Question, Reason, Sequence, Subset, first_answer
from ..state import Player, Step
from ..words import Ask, AskEach
from .selection import become, one_of_each
from .sides import SIDES, Side, commander_of, members, other_side, side_of

if TYPE_CHECKING:
    from ..game import Game

TABLE = -1  # where heroes lie that nobody has chosen yet
PILE = 8
ROUNDS = 9
AT_ONCE = 2  # but one in the first round, and the one that is left in the last


async def lay_out_heroes(game: Game, step: Step) -> None:
    """A pile of eight for each commander: chance takes them, as they lie face down (R161). The others are unused."""
    pile = [id for id, hero in game.rules.heroes.items() if hero.kingdom != "god" or game.ruleset.gods]
    game.shuffle(pile)
    cards = list(one_of_each(game, pile).values())
    game.laid_out[TABLE], game.hero_pile = cards[: 2 * PILE], cards[2 * PILE :]
    game.emit(HeroesLaidOut(TABLE, tuple(game.laid_out[TABLE])))


async def choose_side(game: Game, me: Player, reason: str) -> Side:
    """Openly; the own side where time is over."""
    options = tuple(Option(side) for side in SIDES)
    question = Question(me.seat, "SETUP", Reason(reason, reason), options, Answer(side_of(me.role)))
    side: Side = "warm" if (await Ask(question)).option.id == "warm" else "cold"
    game.emit(ChoiceMade(me.seat, reason, side))
    return side


async def first_draft(game: Game, step: Step) -> None:
    """The warm commander says who drafts first; then they take turns."""
    first = await choose_side(game, commander_of(game, "warm"), "first_draft")
    seats = [commander_of(game, side).seat for side in (first, other_side(first))]
    game.schedule(*(Step("draft", seats[n % 2]) for n in range(ROUNDS)))


async def draft(game: Game, step: Step) -> None:
    """One hero in the first round and in the last, else two; they lie before the commander for all to see."""
    me, lying = game.players[step.seat], game.laid_out[TABLE]
    count = 1 if len(lying) == 2 * PILE else min(AT_ONCE, len(lying))
    pick = Subset("hero", tuple(Candidate("hero", hero) for hero in lying), count, count)
    option = Option("choose", (pick,))
    reason = Reason("draft", "draft", count=count)
    reply = await Ask(Question(me.seat, "SETUP", reason, (option,), first_answer(option)))
    chosen = [str(candidate.value) for candidate in reply.picked("hero")]
    left = [hero for hero in game.laid_out.pop(TABLE) if hero not in chosen]
    game.laid_out |= {TABLE: left} if left else {}
    game.laid_out[me.seat] = [*game.laid_out.get(me.seat, ()), *chosen]
    game.emit(HeroesLaidOut(me.seat, tuple(chosen)))


async def line_up(game: Game, step: Step) -> None:
    """Each commander puts three of his eight face down before his side's seats, in their order; then all are turned up
    together. What nobody plays is unused, as the other piles are (R164)."""
    sides = [side for _, side in sorted((commander_of(game, side).seat, side) for side in SIDES)]
    commanders = [commander_of(game, side) for side in sides]
    replies = await AskEach(tuple(_line_up(commander, game.laid_out[commander.seat]) for commander in commanders))
    for side, commander in zip(sides, commanders, strict=True):
        chosen = [str(candidate.value) for candidate in replies[commander.seat].picked("heroes")]
        for player, hero in zip(members(game, side), chosen, strict=True):
            become(game, player, hero)
        game.hero_pile += [hero for hero in game.laid_out[commander.seat] if hero not in chosen]
    game.laid_out = {}


def _line_up(commander: Player, drafted: list[str]) -> Question:
    option = Option("choose", (Sequence("heroes", tuple(Candidate("hero", hero) for hero in drafted), 3, 3),))
    return Question(commander.seat, "SETUP", Reason("line_up", "line_up"), (option,), first_answer(option))
