"""A seat gives up: its character dies at the next quiet point, killed by nobody (ruling R20)."""

from __future__ import annotations

import pytest

from engine.codec import Given, Record, decode_snapshot, encode_snapshot
from engine.events import CardsMoved, Died, DyingBegan, Event, RoundBegan, TurnBegan, TurnEnded
from engine.game import Game
from engine.match import Drift, Match, NotAsked, concession, new_snapshot
from engine.modes.identity import roles_for
from engine.questions import Answer
from engine.ruleset import Ruleset
from engine.scoring import points
from engine.state import Fallen, Role, Step
from tests.engine.playing import many_stops
from tests.engine.tables import SEED

FIVE: tuple[Role, ...] = ("lord", "loyalist", "rebel", "rebel", "renegade")
LORD, LOYALIST, REBEL, OTHER_REBEL, RENEGADE = range(5)


def in_play(*dead: int, turn: int = LORD, roles: tuple[Role, ...] = FIVE) -> Match:
    """A match of plain characters at the first question of a turn."""
    stored = new_snapshot(Ruleset(len(roles), heroes=False), SEED)
    stored.round, stored.agenda, stored.turn = 1, [Step("turn", turn)], turn
    for player, role in zip(stored.players, roles, strict=True):
        player.role, player.role_shown = role, role == "lord"
        player.hp = player.max_hp = 4
        player.hand = [stored.draw_pile.pop() for _ in range(4)]
    for seat in dead:
        player = stored.players[seat]
        stored.discard_pile += player.hand
        player.alive, player.role_shown, player.hand = False, True, []
    match = Match.begin(decode_snapshot(encode_snapshot(stored)))
    assert kind_asked(match) == {turn: "PLAY"}
    return match


def kind_asked(match: Match) -> dict[int, str]:
    return {seat: decision.question.kind for seat, decision in match.open.items()}


def time_out(match: Match, seat: int) -> None:
    match.answer(seat, match.open[seat].id, match.open[seat].question.default)


def go_on(match: Match) -> None:
    if match.open:
        time_out(match, min(match.open))
    else:
        match.elapse()


def deaths(game: Game) -> list[Fallen]:
    return [Fallen(event.seat, event.killer) for event in game.events if isinstance(event, Died)]


def happened(match: Match, kind: type[Event]) -> list[Event]:
    return [event for event in match.game.events if isinstance(event, kind)]


# -- when


def test_nothing_happens_before_the_next_quiet_point_and_the_questions_stay() -> None:
    match = in_play()
    asked, told = dict(match.open), match.game.event_count
    match.concede(REBEL)
    assert match.open == asked
    assert match.game.event_count == told
    assert match.game.players[REBEL].alive
    assert match.game.conceding == [REBEL]


def test_at_the_next_quiet_point_the_character_dies_without_a_killer_and_without_a_chance_of_rescue() -> None:
    match = in_play()
    match.concede(REBEL)
    time_out(match, LORD)
    assert deaths(match.game) == match.game.fallen == [Fallen(REBEL, -1)]
    assert happened(match, DyingBegan) == []
    assert match.game.conceding == []


def test_the_resolution_in_which_a_seat_gives_up_goes_on_with_it() -> None:
    """It is asked to answer a card, and still may; it dies when all that is done."""
    match = next(match for match in many_stops(Ruleset(5)) if [*kind_asked(match).values()] == ["RESPOND"])
    ((seat, decision),) = match.open.items()
    match.concede(seat)
    assert match.open == {seat: decision}
    time_out(match, seat)
    while match.game.players[seat].alive:
        assert seat in match.game.conceding
        time_out(match, min(match.open))
    assert match.game.fallen[-1] == Fallen(seat, -1)


def test_who_gives_up_during_the_setup_dies_right_after_it() -> None:
    match = Match.start(Ruleset(5), SEED)
    (lord,) = match.open
    time_out(match, lord)
    seat = min(match.open)
    match.concede(seat)
    while match.game.round == 0:
        assert match.game.players[seat].alive
        time_out(match, min(match.open))
    told = match.game.events
    (died,) = [n for n, event in enumerate(told) if isinstance(event, Died)]
    dealt = [n for n, event in enumerate(told) if isinstance(event, CardsMoved) and event.source.kind == "draw"]
    assert dealt[4] < told.index(RoundBegan(1)) < died < told.index(TurnBegan(lord))
    assert match.game.players[seat].hand == []


def test_a_lord_who_gives_up_before_the_first_turn_has_lost_right_after_the_setup() -> None:
    match = Match.start(Ruleset(5), SEED)
    (lord,) = match.open
    match.concede(lord)
    while not match.over:
        time_out(match, min(match.open))
    assert match.ending == "lord_dead"
    assert happened(match, TurnBegan) == []


# -- what becomes of it


def test_who_gives_up_in_the_own_turn_ends_it() -> None:
    match = in_play(turn=REBEL)
    match.concede(REBEL)
    time_out(match, REBEL)
    assert happened(match, TurnEnded) == [TurnEnded(REBEL)]
    assert happened(match, TurnBegan)[-1] == TurnBegan(OTHER_REBEL)
    assert kind_asked(match) == {OTHER_REBEL: "PLAY"}


def test_a_turn_that_would_have_come_is_passed_over() -> None:
    match = in_play()
    match.concede(LOYALIST)
    while len(happened(match, TurnBegan)) < 2:
        time_out(match, min(match.open))
    assert happened(match, TurnBegan) == [TurnBegan(LORD), TurnBegan(REBEL)]


def test_the_turn_of_another_goes_on() -> None:
    match = in_play()
    match.concede(REBEL)
    time_out(match, LORD)
    assert happened(match, TurnEnded) == []
    assert kind_asked(match) == {LORD: "DISCARD"}


def test_the_cards_of_who_gives_up_are_discarded() -> None:
    match = in_play()
    hand = list(match.game.players[REBEL].hand)
    match.concede(REBEL)
    time_out(match, LORD)
    assert match.game.discard_pile == hand
    assert match.game.players[REBEL].role_shown


def test_nobody_is_rewarded_or_punished() -> None:
    match = in_play()
    before = {seat: list(match.game.players[seat].hand) for seat in (LORD, OTHER_REBEL, RENEGADE)}
    match.concede(REBEL)
    match.concede(LOYALIST)
    time_out(match, LORD)
    assert {seat: match.game.players[seat].hand for seat in before} == before


@pytest.mark.parametrize(
    ("dead", "given_up", "winners"),
    [
        ((), [LORD], [REBEL, OTHER_REBEL]),
        ((LOYALIST, REBEL, OTHER_REBEL), [LORD], [RENEGADE]),
        ((LOYALIST, REBEL, OTHER_REBEL), [RENEGADE], [LORD, LOYALIST]),
        ((), [REBEL, RENEGADE, OTHER_REBEL], [LORD, LOYALIST]),
        ((), [LOYALIST, REBEL, OTHER_REBEL, LORD], [RENEGADE]),
        ((), [REBEL, LORD, LOYALIST, OTHER_REBEL, RENEGADE], [REBEL, OTHER_REBEL]),
    ],
)
def test_the_match_is_won_as_by_any_death_one_after_the_other(
    dead: tuple[int, ...], given_up: list[int], winners: list[int]
) -> None:
    match = in_play(*dead)
    for seat in given_up:
        match.concede(seat)
    time_out(match, LORD)
    assert match.over
    assert match.game.winners == winners
    done = [fallen.seat for fallen in deaths(match.game)]
    assert done == given_up[: len(done)]


def test_giving_up_earns_nobody_a_kill_and_loses_the_last_duel() -> None:
    match = in_play(LOYALIST, REBEL, OTHER_REBEL)
    match.concede(RENEGADE)
    time_out(match, LORD)
    assert points(match.game) == (4, 5, 0, 0, 5)


def test_the_living_go_on_when_several_have_given_up() -> None:
    match = in_play()
    for seat in (RENEGADE, LOYALIST, OTHER_REBEL):
        match.concede(seat)
    time_out(match, LORD)
    assert match.game.fallen == [Fallen(RENEGADE), Fallen(LOYALIST), Fallen(OTHER_REBEL)]
    assert not match.over
    while kind_asked(match) != {REBEL: "PLAY"}:
        time_out(match, min(match.open))


# -- who may


def test_who_has_given_up_may_not_again() -> None:
    match = in_play()
    match.concede(REBEL)
    before = match.record()
    for again in (match, Match.resume(before)):
        with pytest.raises(NotAsked):
            again.concede(REBEL)
        assert again.record() == before


def test_who_gave_up_during_the_setup_may_not_again_though_quiet_points_have_passed() -> None:
    match = Match.start(Ruleset(5), SEED)
    (lord,) = match.open
    match.concede(lord)
    time_out(match, lord)
    assert match.tail == []
    for again in (match, Match.resume(match.record())):
        with pytest.raises(NotAsked):
            again.concede(lord)


def test_neither_the_dead_nor_who_does_not_sit_there_may() -> None:
    match = in_play(OTHER_REBEL)
    before = match.record()
    for seat in (OTHER_REBEL, 5, -1):
        with pytest.raises(NotAsked):
            match.concede(seat)
    assert match.record() == before


def test_nobody_may_when_the_match_is_over() -> None:
    match = in_play()
    match.concede(LORD)
    time_out(match, LORD)
    with pytest.raises(NotAsked):
        match.concede(REBEL)


# -- stored


def test_it_is_stored_as_an_answer_without_a_question() -> None:
    match = in_play()
    match.concede(REBEL)
    assert match.record().tail == (Given(REBEL, b"", Answer("concede")),)
    assert Match.resume(match.record()).game.conceding == [REBEL]


def test_it_may_be_while_a_window_is_held_open() -> None:
    match = Match.start(Ruleset(5, silent_waits_ms=500), SEED)
    while not (match.holding and match.open):
        go_on(match)
    seat = min(match.open)
    match.concede(seat)
    copy = Match.resume(match.record())
    for each in (match, copy):
        while each.game.conceding:
            go_on(each)
    assert copy.record() == match.record()
    assert not match.game.players[seat].alive


def forged(record: Record, *tail: Given) -> Record:
    return Record(record.checkpoint, tail, record.open, record.event_count, record.digest)


@pytest.mark.parametrize("seats", [(OTHER_REBEL,), (5,), (-1,), (REBEL, REBEL)])
def test_a_stored_one_of_who_may_not_is_drift(seats: tuple[int, ...]) -> None:
    record = in_play(OTHER_REBEL).record()
    with pytest.raises(Drift):
        Match.resume(forged(record, *map(concession, seats)))


def test_the_tables_of_these_tests_are_those_of_the_mode() -> None:
    assert list(FIVE) == roles_for(Ruleset(5))
