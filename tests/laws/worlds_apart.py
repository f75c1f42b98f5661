"""Two worlds that differ in nothing a viewer may see, and what the viewer is told in each.

The law: the viewer is told the same in both until the game itself shows the difference, that is until

* a face that the viewer may see is another one (a card moved openly or to or from its hand, a role shown, an unused
  hero turned up), or
* another seat has chosen otherwise, as it may, holding other cards. Up to the close of that question all is the same;
  and whether a seat has a choice at all is no such difference: who can only pass has passed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

import msgspec

from engine import events
from engine.codec import decode_snapshot
from engine.events import Event
from engine.match import Match
from engine.questions import Answer, Candidate, Question
from engine.rules import rules_of
from engine.ruleset import Ruleset
from engine.state import Snapshot
from engine.view import View, view
from engine.words import Suspension
from engine.zones import OPEN_ZONES
from tests.engine.playing import random_answer, stops
from tests.laws.watching import encoded, everybody
from tests.laws.worlds import chance, start

ANSWERS = 80  # how far two worlds are followed
MOODS = ((0.8, 0.0), (0.4, 0.1), (0.8, 0.5))  # how often anybody acts in its play phase, and answers but by default
PASSES = ("pass", "end")
T = TypeVar("T", int, str)


@dataclass
class Told:
    """All that one viewer is told, by event ordinal; and how the others answered, as far as anybody may notice."""

    events: list[Event] = field(default_factory=list)
    first: int = 0  # ordinals of `events` count from here
    asked: dict[int, bytes] = field(default_factory=dict)
    views: dict[int, bytes] = field(default_factory=dict)
    others: dict[tuple[int, int], str] = field(default_factory=dict)
    choices: set[tuple[int, int]] = field(default_factory=set)  # (ordinal, seat): who had a choice at all


def interference(ruleset: Ruleset, seed: int, points: int = 4) -> str:
    """Play a match by chance and part the worlds at some of its quiet points, for one viewer each; what the viewer is
    told differently without a right to, or the empty string."""
    return interference_in(start(ruleset, seed), seed, points)


def interference_in(begun: Match, seed: int, points: int = 4) -> str:
    """The same, of a match that has begun."""
    rng = chance(seed, "worlds")
    quiet = list(dict.fromkeys(match.record().checkpoint for match in stops(begun, chance(seed))))
    for checkpoint in rng.sample(quiet[:-1], min(points, len(quiet) - 1)):
        match = Match.begin(decode_snapshot(checkpoint))
        for viewer in rng.sample(everybody(match), 2):
            mood, policy = rng.choice(MOODS), rng.random()
            other = decode_snapshot(checkpoint)
            permute_hidden(rng, other, viewer)
            told = [follow(s, viewer, policy, mood) for s in (decode_snapshot(checkpoint), other)]
            found = difference(viewer, *told)
            if found:
                return f"viewer {viewer}: {found}"
    return ""


def permute_hidden(rng: Random, snapshot: Snapshot, viewer: int) -> None:
    """Deal anew what the state hides from the viewer, all of it or a few cards: the others' hands and hidden piles, the
    draw pile, the roles not shown, the hero cards, kept or left over. What the viewer once saw there is dealt anew too:
    the engine remembers it for nobody."""
    others = [player for player in snapshot.players if player.seat != viewer]
    hides = rules_of(snapshot.ruleset).hides
    hidden = [player.hand for player in others]
    hidden += [pile for player in others for name, pile in player.piles.items() if hides(name)]
    held, in_pile = places_of(hidden), places_of([snapshot.draw_pile])
    few = rng.choice((2, 5, len(in_pile)))
    permute(rng, rng.sample(held, min(few, len(held))) + rng.sample(in_pile, min(few, len(in_pile))))
    if all(player.hero for player in snapshot.players):  # what is offered to choose from is told by no event
        permute(rng, places_of([player.hero_cards for player in others] + [snapshot.hero_pile]))
    secret = [player for player in others if not player.role_shown]
    roles = [player.role for player in secret]
    rng.shuffle(roles)
    for player, role in zip(secret, roles, strict=True):
        player.role = role


def places_of(zones: list[list[T]]) -> list[tuple[list[T], int]]:
    return [(zone, n) for zone in zones for n in range(len(zone))]


def permute(rng: Random, places: list[tuple[list[T], int]]) -> None:
    things = [zone[n] for zone, n in places]
    rng.shuffle(things)
    for (zone, n), thing in zip(places, things, strict=True):
        zone[n] = thing


class Noticing(Match):
    """A match that notes also how those have answered who had no choice, for the table sees what they do."""

    def __init__(self, snapshot: Snapshot) -> None:
        super().__init__(snapshot)
        self.unasked: dict[tuple[int, int], str] = {}

    def suspend(self, suspension: Suspension) -> None:
        super().suspend(suspension)
        for question in suspension.questions:
            answer = question.forced()
            if answer is not None:
                self.unasked[self.game.event_count, question.seat] = as_noticed(self, answer)


def follow(snapshot: Snapshot, viewer: int, policy: float, mood: tuple[float, float]) -> Told:
    """Play on from the quiet point and note what the viewer is told. Everybody, the viewer too, answers by the same
    function of its own view and question."""
    match = Noticing.begin(snapshot)
    told = Told(first=match.game.event_count - len(match.game.events))
    for _ in range(ANSWERS):
        note(told, match, viewer)
        if match.over:
            break
        seat, decision = next(iter(match.open.items()))
        answer = chosen(view(match.game, seat), decision.question, policy, mood)
        if seat != viewer:
            told.others[match.game.event_count, seat] = as_noticed(match, answer)
        match.answer(seat, decision.id, answer)
    told.others |= {by: noticed for by, noticed in match.unasked.items() if by[1] != viewer}
    told.events = match.game.events
    return told


def note(told: Told, match: Match, viewer: int) -> None:
    now = match.game.event_count
    seen = encoded(view(match.game, viewer))
    assert told.views.setdefault(now, seen) == seen, "the view changes while others answer"
    told.choices.update((now, seat) for seat in match.open)
    if viewer in match.open:
        told.asked.setdefault(now, encoded(match.open[viewer]))


def chosen(seen: View, question: Question, policy: float, mood: tuple[float, float]) -> Answer:
    coin = Random(repr((policy, seen.viewer, seen.event_ordinal)))
    acts = coin.random() < mood[question.kind != "PLAY"]
    return random_answer(coin, question) if acts else question.default


def as_noticed(match: Match, answer: Answer) -> str:
    """The answer without the faces of hidden cards: what the table can tell of it before it takes effect."""

    def known(card_id: int) -> int:
        return card_id if match.game.where[card_id].kind in OPEN_ZONES else -1

    def noticed(candidate: Candidate) -> Candidate:
        return Candidate("card", known(int(candidate.value))) if candidate.kind == "card" else candidate

    if answer.option in PASSES:
        return ""
    option = re.sub(r"#(\d+)", lambda found: f"#{known(int(found[1]))}", answer.option)
    return repr((option, [(tuple(map(noticed, pick.items)), pick.buckets) for pick in answer.picks]))


def alike_until(viewer: int, one: Told, two: Told) -> tuple[int, str]:
    """The ordinal up to which the worlds are one to the viewer; and the event that differs without a right to."""
    parted = min(
        (at for at in (*one.others, *two.others) if one.others.get(at, "") != two.others.get(at, "")),
        default=(1_000_000, -1),
    )
    followed = min(max(one.views), max(two.views))
    told_until = min(followed, parted[0] + 1)  # the question on which they part closes alike
    for n, (a, b) in enumerate(zip(one.events, two.events, strict=False), one.first + 1):
        if n > told_until:
            break
        if a.seen_by(viewer) != b.seen_by(viewer):
            if not (may_see(viewer, a) and may_see(viewer, b) and another_face(a, b)):
                return 0, f"event {n}: {a.seen_by(viewer)} or {b.seen_by(viewer)}"
            told_until = n - 1
    return min(told_until, parted[0]), ""


def difference(viewer: int, one: Told, two: Told) -> str:
    """The first thing the viewer is told in one world only, before the game shows that the worlds differ."""
    until, found = alike_until(viewer, one, two)
    if found:
        return found
    for what, a_told, b_told in (("view", one.views, two.views), ("question", one.asked, two.asked)):
        stops_of_both = one.views.keys() & two.views.keys()
        for n in sorted(a_told.keys() | b_told.keys()):
            if n > until:
                break
            if (n in stops_of_both or what == "question") and a_told.get(n) != b_told.get(n):
                return f"{what} after event {n}: {a_told.get(n)!r} or {b_told.get(n)!r}"
    return ""


def may_see(viewer: int, event: Event) -> bool:
    """Whether the viewer may see the face that the event carries. (That a moved card names the right seats is a law of
    its own.)"""
    match event:
        case events.CardsMoved():
            return event.open or viewer in event.seen
        case events.CardsLookedAt() | events.RoleDealt() | events.HeroCardsTaken():
            return event.seat == viewer
        case events.CardsShown() | events.RoleShown() | events.MatchEnded():
            return True
        case events.HeroShown() | events.HeroesTurnedUp():
            return True
    return False


def another_face(one: Event, two: Event) -> bool:
    """Whether two events are the same but for the faces they show. What is told of a hero follows from who it is."""
    if isinstance(one, events.HeroShown) and isinstance(two, events.HeroShown) and one.hero == two.hero:
        return False
    return faceless(one) == faceless(two)


def faceless(event: Event) -> Event:
    """The event without the faces it shows."""
    match event:
        case events.CardsMoved() | events.CardsLookedAt() | events.CardsShown():
            return msgspec.structs.replace(event, cards=())
        case events.HeroCardsTaken() | events.HeroesTurnedUp():
            return msgspec.structs.replace(event, heroes=())
        case events.HeroShown():  # the hp that are left are no matter of who the hero is
            return events.HeroShown(event.seat, "", "", "", event.hp, 0, ())
        case events.RoleShown() | events.RoleDealt():
            return type(event)(event.seat, "")
        case events.MatchEnded():
            return type(event)((), (), event.reason)
    return event
