"""House players: legal, quick and not suicidal. They see what their seat sees, and no more.

Every option gets a score from what it pays, whom it touches and what the viewer wishes them; the best one is taken.
What a house player does not understand counts little, so it passes or takes what comes first.
"""

from __future__ import annotations

from functools import cached_property
from random import Random
from zlib import crc32

import msgspec

from engine.deeds.use import SLASHES
from engine.match import Match
from engine.playing import DISCARD_HAND, RECAST
from engine.questions import (
    PASS,
    Answer,
    Assignment,
    Candidate,
    Chosen,
    Option,
    Pick,
    Question,
    Subset,
)
from engine.rules import Rules
from engine.view import View, view

from .declared import NOTHING, Declared
from .prospects import FRIEND, Prospects
from .sides import goodwill
from .worth import HARMFUL, HELPFUL, judged_well, known_as, rank, worth

THRIFT = 0.4  # what a spent card counts, against what it does
DAMAGE = 5.0
GAIN = 4.0  # of a skill that nothing more is known of
DOUBT = 2.5  # what it is that an enemy's word is not taken
MARK = 0.3
ELEMENTAL = ("fire_slash", "thunder_slash")
JUNK = 3.1  # cards worth less are exchanged for others
COIN = 0.75  # how often a skill that pays nothing lasting is invoked again, so that no phase lasts
BETTER_DECLINED = ("ice_sword",)
STAKES = {"double_swords": 2.0}  # what refusing to pay costs; else a point of damage


def choose(live: Match, seat: int) -> Answer:
    """The answer of the house to the seat's open decision: a function of what the seat sees and is asked."""
    return HousePlayer(view(live.game, seat), live.open[seat].question, live.game.rules).answer()


class HousePlayer:
    """One seat before one question."""

    def __init__(self, seen: View, question: Question, rules: Rules) -> None:
        self.view = seen
        self.question = question
        self.rules = rules
        self.me = seen.seats[seen.viewer]
        self.wish = goodwill(seen, rules.ruleset)
        self.declared = Declared(rules, question)
        self.prospects = Prospects(seen, self.wish)

    @cached_property
    def chance(self) -> Random:
        """Always the same for the same question at the same table."""
        return Random(crc32(msgspec.msgpack.encode(self.question)) ^ self.view.event_ordinal)

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
        paid = 0.0 if self._keeps(option) else sum(map(self._worth, self._paid(option, chosen)))
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
                return self._answers(option, seats) - self._burden(option) - paid, answer
            case "INVOKE" if self.declared.replaces_a_judgement(option):
                return (GAIN if self._retrial(chosen) else -1.0), answer
            case "INVOKE":
                return self._invoke(option, seats) - paid, answer
        return self._choice(option) - paid, answer

    def _price(self, option: Option, chosen: list[Candidate]) -> float:
        """What it costs to use a card; of several that it is made of only the dearest is in its place."""
        worths = sorted(map(self._worth, self._paid(option, chosen)), reverse=True)
        return THRIFT * sum(worths[:1]) + sum(worths[1:])

    def _burden(self, option: Option) -> float:
        """What using the card costs by a skill of one's own: one that speaks of it, or one that makes it."""
        kind = self.rules.kinds.get(option.as_card)
        if kind is None:
            return 0.0
        return -sum(
            map(self.prospects.own, (self.declared.burden(self.me.skills, kind.type), self.declared.making(option)))
        )

    def _lies(self, option: Option, chosen: list[Candidate]) -> bool:
        """Whether a card would be laid face down for what it is not: that may be found out."""
        names = [self.rules.deck[int(value)].name for kind, value in chosen if kind == "card"]
        return self.declared.lies_face_down(option) and any(name != option.as_card for name in names)

    def _keeps(self, option: Option | None) -> bool:
        """Whether the cards that are picked are those that stay."""
        outcome = self.declared.outcome(option) if option else None
        return outcome is not None and outcome.keeps

    # -- filling picks

    def _filled(self, pick: Pick, option: Option) -> Chosen:
        if isinstance(pick, Assignment):
            return self._handed_out(pick)
        spare = JUNK if self._exchanges(option) else 0.0
        liked = sorted(((self._liking(c, option) + spare, -n, c) for n, c in enumerate(pick.of)), reverse=True)
        return Chosen(tuple(c for n, (score, _, c) in enumerate(liked) if n < pick.min or (score > 0 and n < pick.max)))

    def _handed_out(self, pick: Assignment) -> Chosen:
        """To the best friends; of one's own cards no more than would have to be discarded."""
        takers = sorted(pick.buckets, key=lambda bucket: -self._wish_for(bucket.to))
        places = [bucket.to for bucket in takers for _ in range(bucket.min)]
        least = max(pick.min, len(places))
        places += [bucket.to for bucket in takers for _ in range(bucket.max - bucket.min)]
        mine = any(self._is_mine(item) for item in pick.items)
        count = min(pick.max, len(places), max(least, self._surplus) if mine else pick.max)
        items = sorted(pick.items, key=lambda item: -self._liking(item, None))[:count]
        return Chosen(tuple(items), tuple(places[:count]))

    def _liking(self, candidate: Candidate, option: Option | None) -> float:
        """What it is to the viewer that this candidate is picked."""
        kind, value = candidate
        if kind == "seat":
            return self._seat_liking(int(value), option)
        if kind == "hand":
            return -3.0 * self.wish[int(value)]
        if kind == "card":
            return self._card_liking(int(value), option)
        if kind in ("skill", "hero"):
            return self._guise_liking(kind, str(value)) + self.chance.random()
        return 0.0 if kind == "number" else self.chance.random()

    def _guise_liking(self, kind: str, value: str) -> float:
        """A skill to have, or a hero to have one of: who lives by a skill alone keeps it."""
        hero = self.rules.heroes.get(value) if kind == "hero" else None
        skills = [skill.id for skill in hero.skills] if hero else [value]
        lives_on = self.me.hp < 1 and any(map(self.declared.keeps_alive, skills))
        return 9.0 * lives_on - 2.0 * all(map(self.declared.harms_its_owner, skills))

    def _seat_liking(self, seat: int, option: Option | None) -> float:
        if option is not None and option.as_card:
            return self._harm(option, seat)
        outcome = self.declared.outcome(option) if option else None
        return self.wish[seat] if outcome is not None and outcome.them > 0 else -self.wish[seat]

    def _card_liking(self, card_id: int, option: Option | None) -> float:
        if option is not None and self.declared.replaces_a_judgement(option):
            return 20.0 - self._worth(card_id) if self._helps_judgement(card_id) else -self._worth(card_id)
        if option is not None and self.declared.lies_face_down(option):
            return 20.0 * (self.rules.deck[card_id].name == option.as_card) - self._worth(card_id)
        if self._keeps(option):
            return self._worth(card_id)
        if self._is_mine(Candidate("card", card_id)):
            return -self._worth(card_id)
        for seat in self.view.seats:
            if card_id in seat.equipment:
                return -self.wish[seat.seat] * self._worth(card_id)
            if any(card_id == lying for lying, _ in seat.judging):
                return self.wish[seat.seat] * GAIN
        return self._worth(card_id)

    # -- the play phase

    def _use(self, option: Option, seats: list[int]) -> float:
        """What using the card does, by the card's name."""
        me, kind = self.me, self.rules.kinds[option.as_card]
        if kind.slot:
            worn = next((k for i in me.equipment if (k := self.rules.kind_of(i)).slot == kind.slot), None)
            return 8.0 if worn is None else 2.0 * (rank(kind) - rank(worn))
        match known_as(kind):
            case "savage_assault" | "archery_attack":
                return self.prospects.attack()
            case "god_salvation":
                return self._salvation()
            case "peach" | "ex_nihilo":
                return 12.0 * sum(self.wish[seat] for seat in seats or [me.seat])
            case "amazing_grace":
                return 2.0 + sum(self.wish[seat.seat] for seat in self.view.seats if seat.alive)
            case "lightning":
                return -2.0 * sum(self.wish[seat.seat] for seat in self.view.seats if seat.alive)
            case "analeptic":
                return self._before_a_slash()
            case "collateral":
                return -2.0 * sum(self.wish[seat] for seat in seats)
        return sum(self._harm(option, seat) for seat in seats)

    def _before_a_slash(self) -> float:
        """A little more than the best Slash that may be used now; and nothing where the drink may save a life."""
        slashes = [option for option in self.question.options if option.as_card in SLASHES and not option.skill]
        best = max((self._scored(option)[0] for option in slashes), default=0.0)
        return best + 2.5 if best > 0 and self.me.hp > 1 else 0.0

    def _harm(self, option: Option, seat: int) -> float:
        """What it is to the viewer that the card is used on the seat."""
        kind, them, wish = self.rules.kinds[option.as_card], self.view.seats[seat], self.wish[seat]
        worn = self._names(them.equipment)
        match known_as(kind):
            case "peach":
                return wish * (1.0 + (them.hp <= 1))
            case "snatch" | "dismantlement" if wish > 0:
                return 6.0 * wish if them.judging and getattr(kind, "judging", True) else -5.0 * wish
            case "snatch" | "dismantlement":
                return -7.0 * wish if them.hand_count or them.equipment else 6.0 * wish
            case "indulgence":
                return -3.0 * wish * min(3, them.hand_count)
            case "supply_shortage":
                return -6.0 * wish
            case "iron_chain":
                return (2.0 if them.chained else -2.0) * wish
            case "fire_attack" if seat == self.me.seat:
                return self.prospects.along_the_chain()
            case "fire_attack":
                return -wish * DAMAGE / 2 + self._along_the_chain(seat) / 2
            case "slash" if "vine" in worn:
                return 0.0
            case "slash" | "fire_slash" | "thunder_slash" if "nioh_shield" in worn and self._is_black(option):
                return 0.0
            case name if name in ELEMENTAL:
                return -wish * (DAMAGE + 4.0 * (them.hp <= 1)) + self._along_the_chain(seat)
            case "duel":
                risk = 0.3 * them.hand_count - sum(name == "slash" for name in self._names(self.me.hand))
                return -wish * (DAMAGE + 4.0 * (them.hp <= 1)) - max(0.0, risk)
        return -wish * (DAMAGE + 4.0 * (them.hp <= 1))

    def _along_the_chain(self, struck: int) -> float:
        """What elemental damage does to the others that are chained, oneself among them."""
        if not self.view.seats[struck].chained:
            return 0.0
        chained = [seat for seat in self.view.seats if seat.alive and seat.chained and seat.seat != struck]
        own = self.prospects.along_the_chain()
        return sum(own if seat.seat == self.me.seat else -self.prospects.hurt(seat) for seat in chained)

    def _salvation(self) -> float:
        return sum(3.0 * self.wish[seat.seat] for seat in self.view.seats if seat.alive and seat.hp < seat.max_hp)

    def _activate(self, option: Option, filled: tuple[Chosen, ...], seats: list[int], paid: float) -> float:
        """What invoking a skill does: what is declared of it, else what it asks for."""
        outcome = self.declared.outcome(option)
        known = outcome or NOTHING
        if known.them > 0 and not (seats or self.prospects.has_friends):
            return -1.0
        if any(isinstance(pick, Assignment) for pick in option.picks):
            best = max((self._wish_for(to) for one in filled for to in one.buckets), default=0.0)
            return best if best > 0 and self._surplus else -1.0
        if seats:
            touched = sum(self._seat_liking(seat, option) for seat in seats)
            heals = known.them > 0 and self.me.hp < self.me.max_hp
            if heals and self._alive == 2 and self.chance.random() < COIN:
                return -1.0  # or the last two might heal as fast as they strike, for hundreds of turns
            return GAIN * touched + self.prospects.kills(known, seats) + self.prospects.own(known) - THRIFT * paid
        if self._exchanges(option):
            junk = sum(self._worth(int(c.value)) < JUNK for one in filled for c in one.items)
            return 0.4 * junk if self.chance.random() < COIN else -1.0
        if outcome is not None:
            return self.prospects.own(outcome) + self.prospects.of_others(outcome) - THRIFT * paid
        return 1.0 - THRIFT * paid if self.me.hp > 2 and self.chance.random() < COIN else -1.0

    # -- answering others

    def _invoke(self, option: Option, seats: list[int]) -> float:
        """Being offered something is good, unless a phase is given for it or something else is declared."""
        if option.skill in BETTER_DECLINED:
            return -1.0
        outcome, reason = self.declared.outcome(option), self.question.reason
        known = outcome or NOTHING
        value = self.prospects.own(known) + self.prospects.of_others(known)
        if outcome is not None and not option.skill:  # a choice within a skill: for whom, and against whom
            value += GAIN * known.them * (self.wish[reason.target] if reason.target >= 0 else 0.0)
            return value - (DOUBT * self.wish[reason.source] if known.hp < 0 and reason.source >= 0 else 0.0)
        touched = sum(self._seat_liking(seat, option) for seat in seats)
        return value + (0.0 if known.skips else GAIN) + GAIN * touched + self.prospects.kills(known, seats)

    def _choice(self, option: Option) -> float:
        """To pay so that nothing worse comes; to do something to somebody; or one of several things that happen."""
        outcome, reason = self.declared.outcome(option), self.question.reason
        if not option.picks:
            return self.prospects.own(outcome) + self.prospects.of_others(outcome) if outcome else 0.0
        if reason.source == self.me.seat and reason.target >= 0:
            kindly = outcome is not None and outcome.them > 0
            return DAMAGE * self.wish[reason.target] * (1.0 if kindly else -1.0)
        return STAKES.get(reason.name, DAMAGE + (20.0 if self.me.hp <= 1 else 1.0))

    def _answers(self, option: Option, seats: list[int]) -> float:
        """A card that is asked for; one that is aimed besides serves for what it does, and spares what else comes."""
        if any(candidate.kind == "seat" for pick in option.picks for candidate in pick.listed):
            return self._use(option, seats) + DAMAGE + (20.0 if self.me.hp <= 1 else 0.0)
        struck = self.question.reason.target  # where a Slash is used on him, not played in a Duel
        strikes = option.as_card in ELEMENTAL and struck not in (-1, self.me.seat)
        comes_back = min(0.0, self._along_the_chain(struck)) if strikes else 0.0
        return 100.0 + 2.0 * comes_back if self._responds(option) else -1.0

    def _responds(self, option: Option) -> bool:
        reason = self.question.reason
        source = self.wish[reason.source] if reason.source >= 0 else 0.0
        target = self.wish[reason.target] if reason.target >= 0 else 0.0
        if reason.prompt.endswith(".ask"):
            return source >= FRIEND
        match reason.prompt:
            case "rescue":
                return target >= FRIEND
            case "nullify" if reason.card in HARMFUL:
                return target >= FRIEND and not (source >= FRIEND and reason.card in ("snatch", "dismantlement"))
            case "nullify" if reason.card in HELPFUL:
                return target <= -FRIEND and reason.card != "amazing_grace"
            case "nullify":
                return False
            case "counter_nullify":
                return self._counters(target)
            case "collateral" | "blade":
                return target <= 0
        return source < FRIEND or self.me.hp <= 2 or reason.card != "duel"

    def _counters(self, target: float) -> bool:
        """Whether one more Nullification serves: after an odd number of them it lets the trick through."""
        reason = self.question.reason
        welcome = target if reason.card in HELPFUL else -target if reason.card in HARMFUL else 0.0
        return (welcome if reason.count % 2 else -welcome) >= FRIEND

    def _retrial(self, chosen: list[Candidate]) -> bool:
        """Whether the chosen card, or one that nobody knows, should change the judgement of a delayed trick (of others
        nothing can be told)."""
        helps = all(self._helps_judgement(int(card.value)) for card in chosen)
        return bool(self._delayed) and helps and not self._helps_judgement(self.view.processing[-1])

    def _helps_judgement(self, card_id: int) -> bool:
        judged = self._delayed
        return bool(judged) and judged_well(judged, self.rules.deck[card_id]) == (self.wish[self.view.turn] > 0)

    @cached_property
    def _delayed(self) -> str:
        """The delayed trick that is judged now, if one is."""
        lying = [i for i in self.view.processing if self.rules.kind_of(i).type == "delayed-trick"]
        return self.rules.deck[lying[0]].name if lying and self.view.phase == "judge" else ""

    # -- what is what

    @property
    def _alive(self) -> int:
        return sum(seat.alive for seat in self.view.seats)

    @property
    def _surplus(self) -> int:
        """How many cards would be discarded if the turn ended now."""
        return max(0, len(self.me.hand) - max(self.me.hp, 0))

    def _exchanges(self, option: Option) -> bool:
        """A skill of the play phase that takes any number of one's own cards and names nobody."""
        only = option.picks[0] if len(option.picks) == 1 else None
        counts = isinstance(only, Subset) and only.min < only.max and all(map(self._is_mine, only.of))
        return counts and self.question.kind == "PLAY" and not option.as_card

    def _paid(self, option: Option, chosen: list[Candidate]) -> list[int]:
        return [*option.cards, *(int(c.value) for c in chosen if self._is_mine(c) and c.value not in option.cards)]

    def _is_mine(self, candidate: Candidate) -> bool:
        return candidate.kind == "card" and (candidate.value in self.me.hand or candidate.value in self.me.equipment)

    def _wish_for(self, to: Candidate) -> float:
        return self.wish[int(to.value)] if to.kind == "seat" else 0.0

    def _worth(self, card_id: int) -> float:
        name = self.rules.deck[card_id].name
        return worth(self.rules.kinds[name], self._names(self.me.hand).count(name))

    def _names(self, ids: tuple[int, ...]) -> list[str]:
        return [self.rules.deck[card_id].name for card_id in ids]

    def _is_black(self, option: Option) -> bool:
        return any(self.rules.deck[card_id].is_black for card_id in option.cards)
