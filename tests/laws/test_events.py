"""The events tell a viewer everything its view shows: a front end that draws only events is never wrong."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from hypothesis import given

from engine import events
from engine.ruleset import Ruleset
from engine.view import view
from tests.engine.playing import stops
from tests.laws.watching import Watcher, everybody
from tests.laws.worlds import chance, examples, rulesets, seeds, start

ALWAYS_OPEN = ("discard", "equipment", "judging")
UNSEEN = ("draw", "give")  # reasons to move from hand or draw pile to a hand that show the table nothing
SHOWING = ("enyuan", "xuanhuo", "mingce", "huangtianv")  # skills that show what is given (R75, R137)


PRIVATE = (events.CardsLookedAt, events.RoleDealt, events.HeroCardsTaken)


@examples(15)
@given(rulesets, seeds)
def test_the_events_a_viewer_sees_explain_its_view_at_every_stop(ruleset: Ruleset, seed: int) -> None:
    match = start(ruleset, seed)
    watchers = [Watcher(viewer, ruleset.seats, len(match.game.rules.deck)) for viewer in everybody(match)]
    told = 0
    for _ in stops(match, chance(seed)):
        for watcher in watchers:
            for event in match.game.events[told:]:
                watcher.watch(event.seen_by(watcher.viewer))
            watcher.assert_explains(view(match.game, watcher.viewer))
        told = len(match.game.events)


@examples(15)
@given(rulesets, seeds)
def test_the_hidden_part_of_an_event_reaches_only_those_it_names(ruleset: Ruleset, seed: int) -> None:
    *_, match = stops(start(ruleset, seed), chance(seed))
    for event in match.game.events:
        for viewer in everybody(match):
            seen = event.seen_by(viewer)
            assert type(seen) is type(event)
            if isinstance(event, events.CardsMoved):
                assert seen.cards == (event.cards if event.open or viewer in event.seen else ())
            elif isinstance(event, PRIVATE) and viewer != event.seat:
                assert not any(getattr(seen, face, ()) for face in ("cards", "role", "heroes"))
            else:
                assert seen == event


@examples(15)
@given(rulesets, seeds)
def test_the_face_of_a_moving_card_is_told_to_those_who_hold_it_before_or_after(ruleset: Ruleset, seed: int) -> None:
    """To everybody where it lies open before or after; a card laid face down stays known to who laid it."""
    *_, match = stops(start(ruleset, seed), chance(seed))
    last_held: dict[int, int] = {}
    invoked = ""
    for event in match.game.events:
        if isinstance(event, events.SkillInvoked):
            invoked = event.skill
        if isinstance(event, events.CardsMoved):
            holders = {zone.seat for zone in (event.source, event.destination) if zone.seat >= 0}
            covers = {last_held[card_id] for card_id in event.cards if card_id in last_held}
            assert set(event.seen) <= holders | covers
            assert len(event.cards) in (0, event.count)
            if event.destination.kind in ALWAYS_OPEN:
                assert event.open
            if event.source.kind in ("hand", "draw") and event.destination.kind == "hand":
                assert event.open or set(event.seen) == holders
                assert not (event.open and event.reason in UNSEEN) or (event.reason == "give" and invoked in SHOWING)
            if match.game.rules.hides(event.destination.name) and event.source.kind == "hand":
                assert not event.open
            if event.destination.kind == "hand":
                last_held |= dict.fromkeys(event.cards, event.destination.seat)


@examples(30)
@given(rulesets, seeds)
def test_every_window_that_opens_is_closed_before_anything_else_happens(ruleset: Ruleset, seed: int) -> None:
    *_, match = stops(start(ruleset, seed), chance(seed))
    for before, after in pairwise(match.game.events):
        assert isinstance(before, events.WindowOpened) == isinstance(after, events.WindowClosed)
        if isinstance(before, events.WindowOpened):
            assert before.seats == after.seats
    kinds = Counter(type(event) for event in match.game.events)
    assert kinds[events.TurnBegan] >= kinds[events.TurnEnded]
