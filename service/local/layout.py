"""Where each number of an observation is. Words have the places that the catalogue's order gives them.

An observation is `table`, `hand`, `seats`, `asked` and `rows`, one after the other. A field is as wide as its
vocabulary (one number for each word: 1 where it is said, or how many), as the table has seats (the viewer first, then
in order of play), or a single number. Its size depends on what cards, heroes and skills there are, not on the ruleset.
"""

from __future__ import annotations

from collections.abc import Iterable

from sanguosha.v1 import card_pb2, decision_pb2

from service.convert.catalogue import catalogue
from service.convert.offered_options import MOST_SEATS

from .drafting import SLOTS

Words = dict[str, int]


def _numbered(words: Iterable[str]) -> Words:
    return {word: n for n, word in enumerate(words)}


_all = catalogue(())


def _terms(kind: str) -> list[str]:
    return [term.id.removeprefix(f"{kind}.") for term in _all.terms if term.id.startswith(f"{kind}.")]


CARDS = _numbered(card.id for card in _all.cards)
HEROES = _numbered(hero.id for hero in _all.heroes)
SKILLS = _numbered(skill.id for skill in _all.skills)
ABILITIES = _numbered((*SKILLS, *CARDS))
"""What an option may be the use of: equipment has skills as well."""
REASONS = _numbered(dict.fromkeys((*ABILITIES, *_terms("reason"), *_terms("phase"))))
PROMPTS = _numbered(prompt.id for prompt in _all.prompts)
PHASES = _numbered(_terms("phase"))
KINGDOMS = _numbered(_terms("kingdom"))
SEXES = _numbered(_terms("sex"))
ROLES = _numbered(_terms("role"))
SUITS = len(card_pb2.Suit.keys()) - 1
"""Suits of the contract count from 1; a card without one has none."""
KINDS = len(decision_pb2.DecisionKind.keys()) - 1
STAGES = _numbered(("option", "item", "bucket"))
THINGS = _numbered(
    field.name for field in decision_pb2.Candidate.DESCRIPTOR.fields if field.containing_oneof is not None
)


class Layout:
    """Fields side by side: `at` has the place of each field's first number, `width` is how many numbers there are."""

    def __init__(self, **widths: int) -> None:
        self.at: dict[str, int] = {}
        self.width = 0
        for field, width in widths.items():
            self.at[field] = self.width
            self.width += width


TABLE = Layout(
    seats=1,
    round=1,
    phase=len(PHASES),
    turn=MOST_SEATS,
    draw_pile=1,
    covered=1,
    discard=len(CARDS),
    processing=len(CARDS),
)
HAND = Layout(cards=len(CARDS) * SUITS)
"""How many of each card name in each suit, name by name."""
SEAT = Layout(
    present=1,
    alive=1,
    hp=1,
    max_hp=1,
    hand=1,
    role=len(ROLES),
    role_shown=1,
    hero=len(HEROES),
    kingdom=len(KINGDOMS),
    sex=len(SEXES),
    skills=len(SKILLS),
    equipment=len(CARDS),
    judging=len(CARDS),
    piles=1,
    marks=1,
    hero_cards=1,
    face_down=1,
    chained=1,
)
ROW = Layout(
    present=1,
    taken=1,
    thing=len(THINGS),
    declines=1,
    cards=len(CARDS),
    suits=SUITS,
    rank=1,
    as_card=len(CARDS),
    ability=len(ABILITIES),
    seats=MOST_SEATS,
    reach=MOST_SEATS,
    hero=len(HEROES),
    number=1,
)
"""An option, candidate or bucket. Of an option, `cards` and `suits` are those it uses or lets choose, `seats` those it
is aimed at, `reach` those among whom it lets choose."""
ASKED = Layout(
    asked=1,
    kind=KINDS,
    reason=len(REASONS),
    prompt=len(PROMPTS),
    source=MOST_SEATS,
    target=MOST_SEATS,
    card=len(CARDS),
    count=1,
    withdrawable=1,
    stage=len(STAGES),
    filled=1,
    min=1,
    max=1,
    chosen=1,
    option=ROW.width,
    item=ROW.width,
)
"""The decision, and how far its answer is: picks `filled`, how many are `chosen` of the present one and its bounds, the
`option` chosen, and the `item` for which a bucket is chosen."""

_WHOLE = Layout(
    table=TABLE.width,
    hand=HAND.width,
    seats=MOST_SEATS * SEAT.width,
    asked=ASKED.width,
    rows=SLOTS * ROW.width,
)
SIZE = _WHOLE.width
"""How many numbers an observation has."""
SLICES = {
    part: slice(at, end)
    for (part, at), end in zip(_WHOLE.at.items(), [*list(_WHOLE.at.values())[1:], SIZE], strict=True)
}
"""The part of an observation that each layout describes; `seats` and `rows` repeat theirs."""
