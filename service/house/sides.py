"""Whom a house player helps and harms, by its own role, the roles shown, and the odds of those still hidden."""

from __future__ import annotations

from collections import Counter

from engine.modes import MODES
from engine.modes.identity import roles_for
from engine.modes.sides import COMMANDING
from engine.ruleset import Ruleset
from engine.state import RETURNED
from engine.view import SeatView, View

LORDS_SIDE = {"lord": 1.0, "loyalist": 1.0, "rebel": -1.0, "renegade": -0.5}
# While there are strangers, a rebel strikes at them as readily as at the lord: he would fall in the first round.
REBELS = {"lord": -0.5, "loyalist": -1.0, "rebel": 1.0, "renegade": -0.3}
SUSPICION = 0.5  # of a stranger who may be an enemy: who spared every stranger would never find one
VANGUARD = 0.8  # against a commander: who loses that one loses
OUT = 0.5  # against a foe who has come back: he does harm, but need not die again
DUEL_WITH_LORD = 2  # the living, when nobody else stands between the renegade and the lord


def goodwill(view: View, ruleset: Ruleset) -> list[float]:
    """For each seat what the viewer wishes it, from -1 (its death) to 1 (as oneself). A role that the viewer does not
    know counts by how many of each are still out."""
    team = MODES[ruleset.mode].team(ruleset, view.viewer)
    if team:
        return _of_team(view, team)
    hidden = Counter[str](roles_for(ruleset))
    hidden.subtract(seat.role for seat in view.seats if seat.role)
    out = +hidden
    wishes = _wishes(view, out)
    guess = sum(wishes.get(role, -SUSPICION) * count for role, count in out.items()) / max(1, out.total())
    if any(wishes.get(role, -SUSPICION) < 0 for role in out):
        guess = min(guess, -SUSPICION)
    wished = [wishes.get(seat.role, -SUSPICION) if seat.role else guess for seat in view.seats]
    back = [seat.seat for seat in view.seats if has_returned(seat)]
    wished = [wish * OUT if wish < 0 and seat in back else wish for seat, wish in enumerate(wished)]
    wished[view.viewer] = 1.0
    return wished


def has_returned(seat: SeatView) -> bool:
    """Whether the seat has come back, and so is in nobody's way to victory (转世)."""
    return RETURNED in dict(seat.marks)


def _of_team(view: View, team: tuple[int, ...]) -> list[float]:
    weights = [1.0 if seat.role in COMMANDING or seat.seat == view.viewer else VANGUARD for seat in view.seats]
    return [weight if seat in team else -weight for seat, weight in enumerate(weights)]


def leads_to(view: View, direction: str) -> int:
    """The first living seat in that direction from whose turn it is."""
    count, step = len(view.seats), 1 if direction == view.direction else -1
    around = ((view.turn + step * n) % count for n in range(1, count + 1))
    return next(seat for seat in around if view.seats[seat].alive)


def _wishes(view: View, hidden: Counter[str]) -> dict[str, float]:
    match view.seats[view.viewer].role:
        case "lord" | "loyalist":
            return LORDS_SIDE
        case "rebel":
            return REBELS if hidden else REBELS | {"lord": -1.0}
        case "renegade":
            return _renegades(view, hidden)
    return {}


def _renegades(view: View, hidden: Counter[str]) -> dict[str, float]:
    """Against the stronger side; the lord dies last, or the rebels win."""
    if sum(seat.alive and not has_returned(seat) for seat in view.seats) == DUEL_WITH_LORD:
        return {"lord": -1.0}
    if hidden["rebel"] > hidden["loyalist"]:
        return {"lord": 0.6, "loyalist": 0.2, "rebel": -1.0, "renegade": -0.5}
    return {"lord": 0.3, "loyalist": -1.0, "rebel": -0.2, "renegade": -0.5}
