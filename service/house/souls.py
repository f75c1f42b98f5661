"""When the soul of a house player serves its host (暗魂)."""

from __future__ import annotations

from engine.deeds.use import SLASHES

from .sight import Sight
from .worth import HARMFUL

ANSWERS = {
    **dict.fromkeys((*SLASHES, "archery_attack"), ("jink",)),
    **dict.fromkeys(("savage_assault", "duel"), SLASHES),
}
KEPT = ("jink", "nullification", "peach", "analeptic")  # for when the host needs them
GOOD = 4.5  # cards worth more are put into the host's hand in its play phase
FEW = 2  # so many hand cards are hardly worth exchanging
SERVICES = ("luohan", "xuanwu", "zhuyou")


def serves(sight: Sight) -> float:
    """What it is to the soul to serve now; above 0 only where it does good."""
    reason = sight.question.reason
    host = sight.view.seats[reason.target]
    wish = sight.wish[host.seat]
    match reason.name:
        case "luohan":
            return wish
        case "zhuyou":  # what somebody has kept is as a rule better than what he draws for it
            return -wish * (host.hand_count - FEW)
    own = next(iter(sight.me.hand), None)
    return wish * _exchange(sight, own) if own is not None else -1.0


def _exchange(sight: Sight, card_id: int) -> float:
    """What its card is to the host of 玄武 in the place of one that chance takes."""
    reason, name = sight.question.reason, sight.rules.deck[card_id].name
    if reason.prompt == "xuanwu.in_danger":
        return 1.0 if sight.rules.kind_of(card_id).saves else -1.0
    if reason.prompt == "xuanwu.under_a_card":
        asked_for = ANSWERS.get(sight.known(reason.card), ())
        nullifies = name == "nullification" and reason.card in HARMFUL and reason.card not in SLASHES
        return 1.0 if name in asked_for or nullifies else 0.0
    own_phase = sight.view.turn == reason.target and sight.view.phase == "play"
    return sight.worth(card_id) - GOOD if own_phase and name not in KEPT else 0.0
