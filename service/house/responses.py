"""Whether a house player answers with a card when it is asked for one."""

from __future__ import annotations

from engine.questions import Option

from .prospects import FRIEND
from .sight import Sight
from .uses import DAMAGE, ELEMENTAL, Uses
from .worth import HARMFUL, HELPFUL


class Responses:
    """Of one seat to one question: a card, or none."""

    def __init__(self, sight: Sight, uses: Uses) -> None:
        self.me = sight.me
        self.wish = sight.wish
        self.reason = sight.question.reason
        self.card = sight.known(self.reason.card)
        self.uses = uses

    def of(self, option: Option, seats: list[int]) -> float:
        """A card that is asked for; one that is aimed besides serves for what it does, and spares what else comes."""
        if any(candidate.kind == "seat" for pick in option.picks for candidate in pick.listed):
            return self.uses.of(option, seats) + DAMAGE + (20.0 if self.me.hp <= 1 else 0.0)
        struck = self.reason.target  # where a Slash is used on him, not played in a Duel
        strikes = option.as_card in ELEMENTAL and struck not in (-1, self.me.seat)
        comes_back = min(0.0, self.uses.along_the_chain(struck)) if strikes else 0.0
        return 100.0 + 2.0 * comes_back if self._responds() else -1.0

    def _responds(self) -> bool:
        reason, card = self.reason, self.card
        source = self.wish[reason.source] if reason.source >= 0 else 0.0
        target = self.wish[reason.target] if reason.target >= 0 else 0.0
        if reason.prompt.endswith(".ask"):
            return source >= FRIEND
        match reason.prompt:
            case "rescue" | "nullify_judged":  # which is harmful in any case
                return target >= FRIEND
            case "nullify" if card in HARMFUL:
                return target >= FRIEND and not (source >= FRIEND and card in ("snatch", "dismantlement"))
            case "nullify" if card in HELPFUL:
                return target <= -FRIEND and card != "amazing_grace"
            case "nullify":
                return False
            case "counter_nullify":
                return self._counters(target)
            case "collateral" | "blade" | "old_blade":
                return target <= 0
        return source < FRIEND or self.me.hp <= 2 or reason.card != "duel"

    def _counters(self, target: float) -> bool:
        """Whether one more Nullification serves: after an odd number of them it lets the trick through."""
        welcome = target if self.card in HELPFUL else -target if self.card in HARMFUL else 0.0
        return (welcome if self.reason.count % 2 else -welcome) >= FRIEND
