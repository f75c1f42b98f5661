"""How cards are written: `slash S7`, `slash` or `S7` alone, `jink D3 as indulgence`, `any a` (a card that does not
matter, called a from here on)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.card import Card
from engine.packs import PACKS
from engine.rules import Rules

from .schema import Malformed, Place

_FACE = re.compile(r"^([SHCD])([2-9]|10|[AJQK])$")
_SUITS = {"spade": "S", "heart": "H", "club": "C", "diamond": "D", "": "-"}
_RANKS = {1: "A", 11: "J", 12: "Q", 13: "K"}


@dataclass(frozen=True)
class Token:
    """A card as it is written. An empty part is open; `label` names a card that was written `any label`."""

    name: str = ""
    face: str = ""
    lying_as: str = ""
    label: str = ""
    arbitrary: bool = False

    @property
    def precision(self) -> int:
        """How little room the token leaves: those that leave least are dealt first."""
        return 2 * bool(self.face) + bool(self.name)


def face_of(card: Card) -> str:
    """Suit and rank, e.g. S7."""
    return _SUITS[card.suit] + _RANKS.get(card.rank, str(card.rank))


def elsewhere(name: str) -> str:
    """Which pack, if any, would bring the hero or card that is not in play."""
    found = [
        pack.id
        for pack in PACKS.values()
        if any(hero.id == name for hero in pack.heroes) or any(printed == name for printed, _ in pack.cards)
    ]
    return f": the ruleset has to name the pack {' or '.join(found)}" if found else ""


def written(card: Card) -> str:
    return f"{card.name} {face_of(card)}"


class Faces:
    """Reads tokens against the deck in play; `labels` are the names given to cards by `any name`."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.labels: dict[str, int] = {}

    def parse(self, text: str, place: Place = ()) -> Token:
        """Raises `Malformed` for what no card in play can be."""
        words, _, lying_as = text.partition(" as ")
        if lying_as and lying_as not in self.rules.kinds:
            raise Malformed(f"no card in play is called {lying_as!r}{elsewhere(lying_as)}", place)
        parts = words.split()
        if parts and parts[0] == "any" and len(parts) <= 2:
            return Token(label="".join(parts[1:]), lying_as=lying_as, arbitrary=True)
        if len(parts) == 1 and parts[0] in self.labels:
            return Token(label=parts[0], lying_as=lying_as)
        face = parts.pop() if parts and _FACE.match(parts[-1]) else ""
        name = parts.pop() if parts else ""
        if parts or not (face or name):
            raise Malformed(f"{text!r} is not a card; write it like 'slash S7'", place)
        if name and name not in self.rules.kinds:
            raise Malformed(f"no card in play is called {name!r}{elsewhere(name)}", place)
        token = Token(name, face, lying_as)
        if not any(self.fits(token, card_id) for card_id in range(len(self.rules.deck))):
            raise Malformed(f"the deck in play has no {text!r}; does the ruleset name the packs it needs?", place)
        return token

    def fits(self, token: Token, card_id: int) -> bool:
        """Whether the token may mean this physical card."""
        if token.arbitrary:
            return True
        if token.label:
            return self.labels[token.label] == card_id
        card = self.rules.deck[card_id]
        return token.name in ("", card.name) and token.face in ("", face_of(card))

    def find(self, text: str, among: Iterable[int]) -> int | None:
        """The one card among these that the text means; copies of one face are the same. None when there is none.
        Raises `Malformed` when it may mean several."""
        token = self.parse(text)
        found = [card_id for card_id in among if self.fits(token, card_id)]
        if len({written(self.rules.deck[card_id]) for card_id in found}) > 1:
            listed = ", ".join(self.write(card_id) for card_id in found)
            raise Malformed(f"{text!r} may mean any of {listed}: write suit and rank")
        return found[0] if found else None

    def match(self, texts: Sequence[str], ids: Iterable[int]) -> tuple[list[str], list[int]]:
        """Give every text a card of its own among the ids; the texts without one, and the ids left over."""
        left, missing = list(ids), []
        for token, text in sorted(((self.parse(t), t) for t in texts), key=lambda pair: -self._rank(pair[0])):
            found = next((card_id for card_id in left if self.fits(token, card_id)), None)
            if found is None:
                missing.append(text)
            else:
                left.remove(found)
        return missing, left

    @staticmethod
    def _rank(token: Token) -> int:
        return 4 if token.label and not token.arbitrary else token.precision

    def write(self, card_id: int) -> str:
        label = next((f" ({label})" for label, labelled in self.labels.items() if labelled == card_id), "")
        return written(self.rules.deck[card_id]) + label
