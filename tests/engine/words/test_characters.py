"""Several cards of one character, of which a match has one, and revisions, which take another hero's place."""

from __future__ import annotations

from engine.hero import Hero
from engine.match import Match
from engine.packs import Pack
from engine.questions import Subset
from engine.rules import rules_of
from engine.ruleset import Ruleset
from engine.skill import Skill
from tests.engine.words.play import PACK_ID

SEEDS = range(40)
RULESET = Ruleset(4, packs=(PACK_ID,))


class Plain(Skill):
    """Nothing."""


PACK = Pack(
    PACK_ID,
    heroes=(
        Hero("old", "wu", 4, (Plain,)),
        Hero("new", "wu", 3, (Plain,), replaces="old"),
        Hero("old_again", "wu", 3, (Plain,), character="old"),
        Hero("caocao_again", "qun", 4, (Plain,), character="caocao"),
        Hero("machao_again", "qun", 4, (Plain,), character="machao"),
    ),
)


def piles_and_offers() -> list[tuple[list[str], list[str]]]:
    """For each seed: every hero in the match, and those that the lord is offered."""
    found = []
    for seed in SEEDS:
        match = Match.start(RULESET, seed.to_bytes(16, "big"))
        (decision,) = match.open.values()
        pick = decision.question.options[0].picks[0]
        assert isinstance(pick, Subset)
        found.append((match.game.hero_pile, [str(candidate.value) for candidate in pick.of]))
    return found


def test_a_match_has_one_card_of_a_character_whichever_chance_takes() -> None:
    seen = set()
    for pile, _ in piles_and_offers():
        (card,) = {"machao", "machao_again"}.intersection(pile)
        seen.add(card)
    assert seen == {"machao", "machao_again"}


def test_the_lord_is_always_offered_a_card_of_the_three_lords() -> None:
    cards = [sorted(card for card in offer if card.startswith("caocao")) for _, offer in piles_and_offers()]
    assert all(len(of_one) == 1 for of_one in cards)
    assert {card for (card,) in cards} == {"caocao", "caocao_again"}
    assert all({"liubei", "sunquan"} <= set(offer) and len(offer) == 5 for _, offer in piles_and_offers())


def test_a_revision_takes_the_place_of_the_hero() -> None:
    assert "old" not in rules_of(RULESET).heroes
    assert all("old" not in pile for pile, _ in piles_and_offers())


def test_a_revision_is_a_card_of_the_same_character() -> None:
    seen = [{"new", "old_again"}.intersection(pile) for pile, _ in piles_and_offers()]
    assert all(len(cards) == 1 for cards in seen)
    assert set().union(*seen) == {"new", "old_again"}
