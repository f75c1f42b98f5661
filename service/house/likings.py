"""How much a house player likes it that somebody or something is picked."""

from __future__ import annotations

from engine.questions import Candidate, Option

from .sight import Sight
from .uses import Uses

CURED = 4.0  # that a delayed trick lies there no more
STRANGER = 0.01  # good is done to him before a known foe who is wished no worse


class Likings:
    """Of the candidates of one question's picks."""

    def __init__(self, sight: Sight, uses: Uses) -> None:
        self.sight = sight
        self.me = sight.me
        self.wish = sight.wish
        self.declared = sight.declared
        self.uses = uses

    def of(self, candidate: Candidate, option: Option | None) -> float:
        """What it is to the viewer that this candidate is picked."""
        kind, value = candidate
        if kind == "seat":
            return self.of_seat(int(value), option)
        if kind == "hand":
            return -3.0 * self.wish[int(value)]
        if kind == "card":
            return self._of_card(int(value), option)
        if kind in ("skill", "hero"):
            return self._of_guise(kind, str(value)) + self.sight.chance.random()
        return 0.0 if kind == "number" else self.sight.chance.random()

    def _of_guise(self, kind: str, value: str) -> float:
        """A skill to have, or a hero to have one of: who lives by a skill alone keeps it."""
        hero = self.sight.rules.heroes.get(value) if kind == "hero" else None
        skills = [skill.id for skill in hero.skills] if hero else [value]
        lives_on = self.me.hp < 1 and any(map(self.declared.keeps_alive, skills))
        return 9.0 * lives_on - 2.0 * all(map(self.declared.harms_its_owner, skills))

    def of_seat(self, seat: int, option: Option | None) -> float:
        if option is not None and option.as_card:
            return self.uses.on(option, seat)
        outcome = self.declared.outcome(option) if option else None
        if outcome is None or outcome.them <= 0:
            return -self.wish[seat]
        return self.wish[seat] + STRANGER * (not self.sight.view.seats[seat].role)

    def _of_card(self, card_id: int, option: Option | None) -> float:
        if option is not None and self.declared.replaces_a_judgement(option):
            return (
                20.0 - self.sight.worth(card_id) if self.sight.helps_judgement(card_id) else -self.sight.worth(card_id)
            )
        if option is not None and self.declared.lies_face_down(option):
            return 20.0 * (self.sight.rules.deck[card_id].name == option.as_card) - self.sight.worth(card_id)
        if self.declared.keeps(option):
            return self.sight.worth(card_id)
        if self.sight.is_mine(Candidate("card", card_id)):
            return -self.sight.worth(card_id)
        for seat in self.sight.view.seats:
            if card_id in seat.equipment:
                return -self.wish[seat.seat] * self.sight.worth(card_id)
            if any(card_id == lying for lying, _ in seat.judging):
                return self.wish[seat.seat] * CURED
        return self.sight.worth(card_id)
