"""What cards are worth to a house player: to keep, to gain, to pay with."""

from __future__ import annotations

from engine.card import Card
from engine.cards.kind import Kind

KEEP = {
    "peach": 9.0,
    "jink": 5.0,
    "nullification": 5.0,
    "slash": 3.0,
    "ex_nihilo": 8.0,
    "snatch": 6.0,
    "dismantlement": 5.0,
    "indulgence": 5.0,
    "duel": 4.0,
    "archery_attack": 3.0,
    "savage_assault": 3.0,
    "god_salvation": 2.5,
    "amazing_grace": 2.0,
    "collateral": 1.5,
    "old_collateral": 1.5,
    "lightning": 1.0,
    "analeptic": 5.0,
    "fire_slash": 3.5,
    "thunder_slash": 3.5,
    "supply_shortage": 5.0,
    "fire_attack": 2.5,
    "iron_chain": 2.0,
}
BY_TYPE = {"armor": 5.0, "+1horse": 4.0, "weapon": 3.0, "-1horse": 3.0}
PLAIN = 3.0
CROSSBOW_REACH = 2.5  # any number of slashes makes up for its short reach

HARMFUL = (
    *("slash", "duel", "snatch", "dismantlement", "indulgence", "collateral", "savage_assault", "archery_attack"),
    *("fire_attack", "supply_shortage"),
)
HELPFUL = ("peach", "ex_nihilo", "god_salvation", "amazing_grace")
KNOWN = {*KEEP, *HARMFUL, "crossbow"}


def known_as(kind: Kind) -> str:
    """The card that the house plays it like: the nearest one that it knows among those which the kind is made from."""
    names = (str(vars(made_from).get("id", "")) for made_from in type(kind).__mro__)
    return next((name for name in names if name in KNOWN), kind.id)


def worth(kind: Kind, copies: int = 1) -> float:
    """One card of this kind in a hand that has so many: a second Slash or Jink is worth less than the first."""
    name = known_as(kind)
    value = KEEP.get(name, BY_TYPE.get(kind.type, PLAIN))
    return value / (1 + 0.4 * max(0, copies - 1)) if kind.type == "basic" and name != "peach" else value


def rank(kind: Kind) -> float:
    """To compare what goes into the same slot."""
    return CROSSBOW_REACH if known_as(kind) == "crossbow" else float(kind.attack_range)


def judged_well(trick: str, card: Card) -> bool:
    """Whether the judgement card spares whom the delayed trick lies before."""
    if trick == "lightning":
        return not (card.suit == "spade" and 2 <= card.rank <= 9)
    return card.suit == ("club" if trick == "supply_shortage" else "heart")
