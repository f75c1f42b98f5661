"""Hero selection: the lord first and openly; the others hidden and together, or openly one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..events import HeroShown
from ..questions import Candidate, Option, Question, Reason, Subset, first_answer
from ..state import Held, Player, Step
from ..words import Ask, AskEach

if TYPE_CHECKING:
    from ..game import Game

ALWAYS_OFFERED_TO_LORD = ("caocao", "liubei", "sunquan")
PLAIN_HP = 4
OFFERED = 3


async def lord_selects(game: Game, step: Step) -> None:
    """曹操, 刘备, 孙权 and two others at random; gods only where the ruleset has them. Of the cards of one character
    chance puts one into the pile (R135)."""
    pile = [id for id, hero in game.rules.heroes.items() if hero.kingdom != "god" or game.ruleset.gods]
    game.shuffle(pile)
    cards = one_of_each(game, pile)
    game.hero_pile = list(cards.values())
    lord = game.current
    fixed = [cards[character] for character in ALWAYS_OFFERED_TO_LORD if character in cards]
    unfit = (*fixed, *game.rules.edition.never_lords)
    others = [hero for hero in game.hero_pile if hero not in unfit]
    offer = fixed + others[:2]
    hero = str((await Ask(hero_question(lord, offer))).picked("hero")[0].value)
    game.hero_pile.remove(hero)
    become(game, lord, hero)


def one_of_each(game: Game, pile: list[str]) -> dict[str, str]:
    """A hero card for each character."""
    return {game.rules.character_of(hero): hero for hero in pile}


async def others_select(game: Game, step: Step) -> None:
    """Three each, two with ten seats; fewer where an even share allows no more. Revealed together."""
    choosers = game.others(game.current)
    share = 2 if game.ruleset.seats == 10 else OFFERED
    share = max(1, min(share, len(game.hero_pile) // len(choosers)))
    game.shuffle(game.hero_pile)
    offers = [game.hero_pile[n * share : (n + 1) * share] for n in range(len(choosers))]
    questions = tuple(hero_question(p, offer) for p, offer in zip(choosers, offers, strict=True))
    replies = await AskEach(questions)
    for player in choosers:
        hero = str(replies[player.seat].picked("hero")[0].value)
        game.hero_pile.remove(hero)
        become(game, player, hero)


async def others_select_openly(game: Game, step: Step) -> None:
    """One after the other from the lord on, for all to see: three drawn from the pile, one chosen, two shuffled back
    (seed 002)."""
    for player in game.others(game.current):
        game.shuffle(game.hero_pile)
        question = hero_question(player, game.hero_pile[:OFFERED])
        hero = str((await Ask(question)).picked("hero")[0].value)
        game.hero_pile.remove(hero)
        become(game, player, hero)


async def everybody_plain(game: Game, step: Step) -> None:
    """Without heroes: no skills, 4 hp, and the lord's bonus (S05)."""
    for player in game.players:
        player.max_hp = player.hp = PLAIN_HP + game.rules.mode.hp_bonus(game, player)
        game.emit(HeroShown(player.seat, "", "", player.sex, player.hp, player.max_hp, ()))


def hero_question(player: Player, offer: list[str]) -> Question:
    pick = Subset("hero", tuple(Candidate("hero", hero) for hero in offer), 1, 1)
    option = Option("choose", (pick,))
    return Question(player.seat, "SETUP", Reason("selection", "choose_hero"), (option,), first_answer(option))


def become(game: Game, player: Player, hero_id: str, hp: int = 0) -> None:
    """Take a hero's card: its kingdom, sex, hp (all of it, or so much) and skills; lord skills are the lord's alone."""
    hero = game.rules.heroes[hero_id]
    player.hero = hero_id
    player.kingdom = hero.kingdom
    player.sex = hero.sex
    player.max_hp = hero.max_hp + game.rules.mode.hp_bonus(game, player)
    player.hp = hp or player.max_hp
    is_lord = game.rules.mode.is_lord(player)
    skills = [skill.id for skill in hero.skills if is_lord or "lord" not in skill.tags]
    player.skills = [Held(skill, "hero") for skill in skills]
    game.reindex()
    game.emit(HeroShown(player.seat, hero_id, hero.kingdom, hero.sex, player.hp, player.max_hp, tuple(skills)))
