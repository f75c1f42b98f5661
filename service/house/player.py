"""House players: legal, quick and not suicidal. They see what their seat sees, and no more.

Every option gets a score from what it pays, whom it touches and what the viewer wishes them; the best one is taken.
What a house player does not understand counts little, so it passes or takes what comes first.
"""

from __future__ import annotations

from engine.deeds.use import SLASHES
from engine.match import Match
from engine.playing import DISCARD_HAND, RECAST
from engine.questions import PASS, Answer, Assignment, Candidate, Chosen, Option, Pick, Question
from engine.rules import Rules
from engine.view import View, view

from .declared import NOTHING
from .likings import Likings
from .responses import Responses
from .sides import leads_to
from .sight import Sight
from .souls import SERVICES, serves
from .uses import DAMAGE, Uses
from .worth import HELPFUL

THRIFT = 0.4  # what a spent card counts, against what it does
GAIN = 4.0  # of a skill that nothing more is known of
DOUBT = 2.5  # what it is that an enemy's word is not taken
MARK = 0.3
JUNK = 3.1  # cards worth less are exchanged for others
COIN = 0.75  # how often a skill that pays nothing lasting is invoked again, so that no phase lasts
BETTER_DECLINED = ("ice_sword",)
STAKES = {"double_swords": 2.0, "old_double_swords": 2.0}  # what refusing to pay costs; else a point of damage


def choose(live: Match, seat: int) -> Answer:
    """The answer of the house to the seat's open decision: a function of what the seat sees and is asked."""
    return HousePlayer(view(live.game, seat), live.open[seat].question, live.game.rules).answer()


class HousePlayer:
    """One seat before one question."""

    def __init__(self, seen: View, question: Question, rules: Rules) -> None:
        self.sight = Sight(seen, question, rules)
        self.question = question
        self.me = self.sight.me
        self.wish = self.sight.wish
        self.declared = self.sight.declared
        self.prospects = self.sight.prospects
        self.uses = Uses(self.sight)
        self.likings = Likings(self.sight, self.uses)
        self.responses = Responses(self.sight, self.uses)

    def answer(self) -> Answer:
        question = self.question
        declining = next((option for option in question.options if option.id in (PASS, "end")), None)
        scored = [self._scored(option) for option in question.options if option is not declining]
        best = max(scored, key=lambda pair: pair[0]) if scored else None
        if best is None or (declining and best[0] <= 0):
            return Answer(declining.id) if declining else question.default
        return best[1]

    def _scored(self, option: Option) -> tuple[float, Answer]:
        filled = tuple(self._filled(pick, option) for pick in option.picks)
        answer = Answer(option.id, filled)
        chosen = [candidate for one in filled for candidate in one.items]
        paid = 0.0 if self.declared.keeps(option) else sum(map(self.sight.worth, self.sight.paid(option, chosen)))
        paid += MARK * self.declared.cost(option)
        seats = [int(value) for kind, value in chosen if kind == "seat"]
        match self.question.kind:
            case "PLAY" if option.id.startswith(RECAST):
                return 1.0 - THRIFT * paid, answer
            case _ if self._lies(option, chosen) or (self.question.kind, option.id) == ("PLAY", DISCARD_HAND):
                return -1.0, answer
            case "PLAY" if option.as_card:
                return self._use(option, seats) - self._burden(option) - self._price(option, chosen), answer
            case "PLAY":
                return self._activate(option, filled, seats, paid), answer
            case "RESPOND":
                return self.responses.of(option, seats) - self._burden(option) - paid, answer
            case "INVOKE" if self.declared.replaces_a_judgement(option):
                return (GAIN if self._retrial(chosen) else -1.0), answer
            case "INVOKE":
                return self._invoke(option, seats) - paid, answer
        return self._choice(option) - paid, answer

    def _price(self, option: Option, chosen: list[Candidate]) -> float:
        """What it costs to use a card; of several that it is made of only the dearest is in its place."""
        worths = sorted(map(self.sight.worth, self.sight.paid(option, chosen)), reverse=True)
        return THRIFT * sum(worths[:1]) + sum(worths[1:])

    def _burden(self, option: Option) -> float:
        """What using the card costs by a skill of one's own: one that speaks of it, or one that makes it."""
        kind = self.sight.rules.kinds.get(option.as_card)
        if kind is None:
            return 0.0
        burdens = (self.declared.burden(self.me.skills, kind.type), self.declared.making(option))
        return -sum(map(self.prospects.own, burdens))

    def _lies(self, option: Option, chosen: list[Candidate]) -> bool:
        """Whether a card would be laid face down for what it is not: that may be found out."""
        names = [self.sight.rules.deck[int(value)].name for kind, value in chosen if kind == "card"]
        return self.declared.lies_face_down(option) and any(name != option.as_card for name in names)

    # -- filling picks

    def _filled(self, pick: Pick, option: Option) -> Chosen:
        if isinstance(pick, Assignment):
            return self._handed_out(pick)
        spare = JUNK if self.sight.exchanges(option) else 0.0
        liked = sorted(((self.likings.of(c, option) + spare, -n, c) for n, c in enumerate(pick.of)), reverse=True)
        return Chosen(tuple(c for n, (score, _, c) in enumerate(liked) if n < pick.min or (score > 0 and n < pick.max)))

    def _handed_out(self, pick: Assignment) -> Chosen:
        """To the best friends; of one's own cards no more than would have to be discarded."""
        takers = sorted(pick.buckets, key=lambda bucket: -self.sight.wish_for(bucket.to))
        places = [bucket.to for bucket in takers for _ in range(bucket.min)]
        least = max(pick.min, len(places))
        places += [bucket.to for bucket in takers for _ in range(bucket.max - bucket.min)]
        mine = any(self.sight.is_mine(item) for item in pick.items)
        count = min(pick.max, len(places), max(least, self.sight.surplus) if mine else pick.max)
        items = sorted(pick.items, key=lambda item: -self.likings.of(item, None))[:count]
        return Chosen(tuple(items), tuple(places[:count]))

    # -- the play phase

    def _use(self, option: Option, seats: list[int]) -> float:
        return self._before_a_slash() if option.as_card == "analeptic" else self.uses.of(option, seats)

    def _before_a_slash(self) -> float:
        """A little more than the best Slash that may be used now; and nothing where the drink may save a life."""
        slashes = [option for option in self.question.options if option.as_card in SLASHES and not option.skill]
        best = max((self._scored(option)[0] for option in slashes), default=0.0)
        return best + 2.5 if best > 0 and self.me.hp > 1 else 0.0

    def _activate(self, option: Option, filled: tuple[Chosen, ...], seats: list[int], paid: float) -> float:
        """What invoking a skill does: what is declared of it, else what it asks for."""
        outcome = self.declared.outcome(option)
        known = outcome or NOTHING
        if known.them > 0 and not (seats or self.prospects.has_friends):
            return -1.0
        if any(isinstance(pick, Assignment) for pick in option.picks):
            best = max((self.sight.wish_for(to) for one in filled for to in one.buckets), default=0.0)
            return best if best > 0 and self.sight.surplus else -1.0
        if seats:
            touched = sum(self.likings.of_seat(seat, option) for seat in seats)
            heals = known.them > 0 and self.me.hp < self.me.max_hp
            if heals and self.sight.alive == 2 and self.sight.chance.random() < COIN:
                return -1.0  # or the last two might heal as fast as they strike, for hundreds of turns
            return GAIN * touched + self.prospects.kills(known, seats) + self.prospects.own(known) - THRIFT * paid
        if self.sight.exchanges(option):
            junk = sum(self.sight.worth(int(c.value)) < JUNK for one in filled for c in one.items)
            return 0.4 * junk if self.sight.chance.random() < COIN else -1.0
        if outcome is not None:
            return self.prospects.own(outcome) + self.prospects.of_others(outcome) - THRIFT * paid
        return 1.0 - THRIFT * paid if self.me.hp > 2 and self.sight.chance.random() < COIN else -1.0

    # -- answering others

    def _invoke(self, option: Option, seats: list[int]) -> float:
        """Being offered something is good, unless a phase is given for it or something else is declared."""
        if option.skill in BETTER_DECLINED:
            return -1.0
        if self.question.reason.name in SERVICES:
            return serves(self.sight)
        outcome, reason = self.declared.outcome(option), self.question.reason
        known = outcome or NOTHING
        value = self.prospects.own(known) + self.prospects.of_others(known)
        if outcome is not None and not option.skill:  # a choice within a skill: for whom, and against whom
            value += GAIN * known.them * (self.wish[reason.target] if reason.target >= 0 else 0.0)
            return value - (DOUBT * self.wish[reason.source] if known.hp < 0 and reason.source >= 0 else 0.0)
        if known.them and not seats and reason.target not in (-1, self.me.seat):  # it is for whom the moment is about
            saved = 6.0 * (self.sight.view.seats[reason.target].hp < 2)
            return value + (GAIN + saved) * known.them * self.wish[reason.target]
        touched = sum(self.likings.of_seat(seat, option) for seat in seats)
        return value + (0.0 if known.skips else GAIN) + GAIN * touched + self.prospects.kills(known, seats)

    def _choice(self, option: Option) -> float:
        """To pay so that nothing worse comes; to do something to somebody; or one of several things that happen."""
        outcome, reason = self.declared.outcome(option), self.question.reason
        if reason.name == "direction":
            return (1.0 if reason.card in HELPFUL else -1.0) * self.wish[leads_to(self.sight.view, option.id)]
        if self.question.kind == "SETUP" and not option.picks:
            return float(option.id == self.question.default.option)
        if not option.picks:
            return self.prospects.own(outcome) + self.prospects.of_others(outcome) if outcome else 0.0
        if reason.source == self.me.seat and reason.target >= 0:
            kindly = outcome is not None and outcome.them > 0
            return DAMAGE * self.wish[reason.target] * (1.0 if kindly else -1.0)
        return STAKES.get(reason.name, DAMAGE + (20.0 if self.me.hp <= 1 else 1.0))

    def _retrial(self, chosen: list[Candidate]) -> bool:
        """Whether the chosen card, or one that nobody knows, should change the judgement of a delayed trick (of others
        nothing can be told)."""
        helps = all(self.sight.helps_judgement(int(card.value)) for card in chosen)
        return bool(self.sight.delayed) and helps and not self.sight.helps_judgement(self.sight.view.processing[-1])
