"""The catalogue as a reader: names of things in one language."""

from __future__ import annotations

from typing import Literal

from sanguosha.v1 import card_pb2, catalogue_service_pb2, decision_pb2, view_pb2

Language = Literal["zh", "en"]

SUITS = {card_pb2.SUIT_SPADE: "♠", card_pb2.SUIT_HEART: "♥", card_pb2.SUIT_CLUB: "♣", card_pb2.SUIT_DIAMOND: "♦"}
RANKS = {1: "A", 11: "J", 12: "Q", 13: "K"}
NAMED_KINDS = ("phase", "reason", "suit", "kingdom", "mark")
SIDES = {"3v3": (("lord", "loyalist"), ("renegade", "rebel"))}  # by mode, the roles of those who win together
TABLE_ZONES = ("draw", "discard", "processing")


class Words:
    """Looks words up by id; in some modes roles have their own. `heroes` are those on display by seat, `marks` how
    many of each a seat has: whoever reads on keeps them up to date."""

    def __init__(self, catalogue: catalogue_service_pb2.Catalogue, language: Language, mode: str = "") -> None:
        self.language = language
        self.mode = mode
        self.names = {card.id: self.text(card.name) for card in catalogue.cards}
        self.names |= {skill.id: self.text(skill.name) for skill in catalogue.skills}
        self.texts = {card.id: self.text(card.text) for card in catalogue.cards}
        self.texts |= {skill.id: self.text(skill.text) for skill in catalogue.skills}
        self.hero_names = {hero.id: self.text(hero.name) for hero in catalogue.heroes}
        self.printed_heroes = {hero.id: hero for hero in catalogue.heroes}
        self.terms = {term.id: self.text(term.text) for term in catalogue.terms}
        self.prompts = {prompt.id: self.text(prompt.text) for prompt in catalogue.prompts}
        self.lines = {line.id: self.text(line.text) for line in catalogue.event_lines}
        self.heroes: dict[int, str] = {}
        self.marks: dict[tuple[int, str], int] = {}

    @property
    def is_chinese(self) -> bool:
        return self.language == "zh"

    def either(self, zh: str, en: str) -> str:
        """Of two texts, the one in the reader's language."""
        return zh if self.is_chinese else en

    def text(self, text: catalogue_service_pb2.LocalizedText) -> str:
        return self.either(text.zh, text.en)

    def listed(self, things: list[str]) -> str:
        return self.either("、", ", ").join(things)

    def term(self, kind: str, word: str) -> str:
        return self.terms.get(f"{kind}.{word}", word)

    def role(self, role: str) -> str:
        return self.terms.get(f"role.{self.mode}.{role}") or self.term("role", role)

    def name(self, word: str) -> str:
        """Of a card, skill or whatever else events and decisions name; what has no name is shown by its id."""
        terms = (self.terms.get(f"{kind}.{word}") for kind in NAMED_KINDS)
        return self.names.get(word) or next(filter(None, terms), self.hero(word))

    def of_kind(self, kind: str, word: str) -> str:
        """A mark, a pile, a sex ...: named by its term, or else by the skill or card that it is called after."""
        return self.terms.get(f"{kind}.{word}") or self.name(word)

    def chosen(self, reason: str, value: str) -> str:
        """What was openly chosen: one of the named things to do, or else a card, a suit, a skill ..."""
        said = self.prompts.get(f"{reason}.{value}")
        return self.name(value) if said is None or "{" in said else said

    def hero(self, hero: str) -> str:
        return self.hero_names.get(hero, hero)

    def explained(self, word: str) -> list[str]:
        """What the catalogue says of a card, a skill or a hero, a line each; nothing of anything else."""
        colon = self.either("：", ": ")
        if hero := self.printed_heroes.get(word):
            lines = [line for skill in hero.skills for line in self.explained(skill)]
            printed = self.listed([self.term("kingdom", hero.kingdom), f"{hero.max_hp}♥"])
            return [f"{self.hero(word)}{colon}{printed}", *(f"  {line}" for line in lines)]
        return [f"{self.name(word)}{colon}{self.texts[word]}"] if self.texts.get(word) else []

    def seat(self, seat: int) -> str:
        hero = self.hero(self.heroes.get(seat, ""))
        if self.is_chinese:
            return f"{hero}[{seat}]" if hero else f"{seat}号位"
        return f"{hero} [{seat}]" if hero else f"seat {seat}"

    def suit(self, suit: card_pb2.Suit.ValueType) -> str:
        return SUITS.get(suit) or self.term("suit", "none")

    def face(self, card: card_pb2.CardFace) -> str:
        printed = f"{SUITS.get(card.suit, '')}{RANKS.get(card.rank, card.rank)}"
        return f"{self.name(card.name)}{'' if self.is_chinese else ' '}{printed}"

    def zone(self, zone: card_pb2.Zone) -> str:
        kind = card_pb2.ZoneKind.Name(zone.kind).removeprefix("ZONE_KIND_").lower()
        place = self.of_kind("pile", zone.name) if zone.name else self.term("zone", kind)
        if kind in TABLE_ZONES or not zone.HasField("seat"):
            return place
        return f"{self.seat(zone.seat)}的{place}" if self.is_chinese else f"{self.seat(zone.seat)}'s {place}"

    def candidate(self, candidate: decision_pb2.Candidate, faces: dict[int, card_pb2.CardFace]) -> str:
        """One thing to choose; `faces` are those of the decision."""
        kind = candidate.WhichOneof("kind")
        match kind:
            case "card":
                return self.face(faces[candidate.card])
            case "seat":
                return self.seat(candidate.seat)
            case "hand":
                return self.zone(card_pb2.Zone(kind=card_pb2.ZONE_KIND_HAND, seat=candidate.hand.seat))
            case "suit":
                return self.suit(candidate.suit)
            case "hero":
                return self.hero(candidate.hero)
            case "skill":
                return self.name(candidate.skill)
        return self.name(str(getattr(candidate, kind or "value")))

    def table(self, view: view_pb2.MatchView) -> list[str]:
        """A line for each seat."""
        self.heroes.update({seat.seat: seat.hero for seat in view.seats if seat.hero})
        self.marks = {(seat.seat, mark.name): mark.count for seat in view.seats for mark in seat.marks}
        return [self._seat_line(seat, view) for seat in view.seats]

    def _seat_line(self, seat: view_pb2.SeatView, view: view_pb2.MatchView) -> str:
        mark = ">" if view.HasField("turn_seat") and seat.seat == view.turn_seat else " "
        me = self._relation(seat, view)
        parts = [self.role(seat.role)] if seat.role else []
        if not seat.alive:
            parts.append("阵亡" if self.is_chinese else "dead")
            if seat.hand_count:  # what was offered to it
                parts.append(f"{self.term('zone', 'hand')} {seat.hand_count}")
            return f"{mark}{me} {self.seat(seat.seat)}: {self.listed(parts)}"
        if seat.max_hp:  # with its hero
            parts.append(f"{max(seat.hp, 0)}/{seat.max_hp}♥")
        parts.append(f"{self.term('zone', 'hand')} {seat.hand_count}")
        parts += [self.face(card) for card in seat.equipment]
        parts += [f"({self.name(lying.name)})" for lying in seat.judging]
        parts += self._standing(seat)
        return f"{mark}{me} {self.seat(seat.seat)}: {self.listed(parts)}"

    def _relation(self, seat: view_pb2.SeatView, view: view_pb2.MatchView) -> str:
        """Whether the row is the viewer's own, or one of the viewer's side."""
        if not view.HasField("viewer"):
            return " "
        if seat.seat == view.viewer:
            return "*"
        sides = SIDES.get(self.mode, ())
        together = any({seat.role, view.seats[view.viewer].role} <= {*roles} for roles in sides)
        return "+" if together else " "

    def _standing(self, seat: view_pb2.SeatView) -> list[str]:
        """How the seat differs from a fresh one with its hero: what lies on the hero, and what was lent to it."""
        parts = [self.either("横置", "chained")] if seat.chained else []
        if seat.face_down:
            parts.append(self.either("翻面", "face down"))
        for mark in seat.marks:
            parts.append(self.of_kind("mark", mark.name) + (f"×{mark.count}" if mark.count > 1 else ""))
        for pile in seat.piles:
            faces = f" ({self.listed([self.face(card) for card in pile.cards])})" if pile.cards else ""
            parts.append(f"{self.of_kind('pile', pile.name)} {pile.count}{faces}")
        parts += [f"{self.name(note.name)}={self.name(note.value)}" for note in seat.notes]
        if seat.hero_card_count:
            faces = f" ({self.listed([self.hero(hero) for hero in seat.hero_cards])})" if seat.hero_cards else ""
            parts.append(f"{self.either('武将牌', 'hero cards')} {seat.hero_card_count}{faces}")
        printed = self.printed_heroes.get(seat.hero)
        if printed is not None:
            if (seat.kingdom, seat.sex) != (printed.kingdom, printed.sex):
                parts += [self.of_kind("kingdom", seat.kingdom), self.of_kind("sex", seat.sex)]
            if lent := [self.name(skill) for skill in self.lent(seat)]:
                parts.append(self.either("另有", "also ") + self.listed(lent))
        return parts

    def lent(self, seat: view_pb2.SeatView) -> list[str]:
        """The skills that the seat has besides those printed on its hero."""
        printed = self.printed_heroes[seat.hero].skills if seat.hero in self.printed_heroes else []
        return [skill for skill in seat.skills if skill not in printed]
