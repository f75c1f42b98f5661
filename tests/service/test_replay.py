"""What is left of a match when it is over, and whether it is what happened."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import grpc
import pytest
from google.protobuf import json_format
from sanguosha.v1 import match_pb2, table_service_pb2, table_service_pb2_grpc
from sanguosha.v1 import match_service_pb2 as pb
from sanguosha.v1 import replay_service_pb2 as replays

from service.replays.checking import check
from service.replays.file import BadReplay, parse, to_json
from service.replays.steps import steps_digest
from tests.service.replay_matches import KINDS, SEATS, get_replay, get_result, play_everything
from tests.service.serving import Server
from tests.service.tables import Calls, Table, refusal, request_id, ruleset

FINISHED = KINDS[:5]


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("quick"), bot_delay_ms=0, sweep_ms=2) as running:
        yield running


@pytest.fixture(scope="module")
def played(quick: Server) -> dict[str, replays.Replay]:
    """A replay of each kind; never change one."""
    return asyncio.run(play_everything(quick.address))


def copied(replay: replays.Replay) -> replays.Replay:
    copy = replays.Replay()
    copy.CopyFrom(replay)
    return copy


def faults(replay: replays.Replay) -> dict[str, str]:
    return {finding.name: finding.said for finding in check(replay).findings if not finding.holds}


@pytest.mark.parametrize("kind", KINDS)
def test_a_replay_is_verified(played: dict[str, replays.Replay], kind: str) -> None:
    report = check(played[kind])
    assert report.verified, report.findings
    answers = [step.answer for step in played[kind].steps if step.HasField("answer")]
    assert report.answers == Counter(answer.answerer for answer in answers)
    assert report.events == played[kind].event_count


@pytest.mark.parametrize("kind", KINDS)
def test_a_replay_comes_back_from_json_and_from_the_wire(played: dict[str, replays.Replay], kind: str) -> None:
    replay = played[kind]
    forms = [
        to_json(replay).encode(),
        json_format.MessageToJson(replay).encode(),
        json_format.MessageToJson(replay, preserving_proto_field_name=True).encode(),
        b"\xef\xbb\xbf \n" + to_json(replay).encode(),
        replay.SerializeToString(),
    ]
    for form in forms:
        assert parse(form) == replay


def steps_of(replay: replays.Replay) -> Counter[str]:
    return Counter(step.WhichOneof("step") for step in replay.steps)


def answerers(replay: replays.Replay) -> set[int]:
    return {step.answer.answerer for step in replay.steps if step.HasField("answer")}


def test_the_replays_are_of_what_they_should_be(played: dict[str, replays.Replay]) -> None:
    assert answerers(played["house"]) == {replays.ANSWERER_HOUSE}
    assert answerers(played["players"]) == {replays.ANSWERER_PLAYER}
    assert answerers(played["late"]) == {replays.ANSWERER_HOUSE, replays.ANSWERER_DEADLINE}
    assert steps_of(played["silent"])["window_elapsed"] > 5
    assert steps_of(played["conceded"])["conceded"] == 1
    assert steps_of(played["lobby"]) == {"abandoned": 1}
    assert not played["lobby"].event_count
    for kind in KINDS[:-1]:
        assert played[kind].steps[0].started
        assert steps_of(played[kind])["started"] == 1
    for kind in KINDS:
        assert played[kind].steps[-1].abandoned == (kind not in FINISHED)


def test_a_candidate_has_no_number(played: dict[str, replays.Replay]) -> None:
    picks = [pick for step in played["players"].steps for pick in step.answer.picks]
    assert any(pick.items for pick in picks)
    assert not [item for pick in picks for item in (*pick.items, *pick.buckets) if item.id]


# -- what is altered is noticed

Alteration = Callable[[Random, replays.Replay], None]


def flipped(rng: Random, blob: bytes) -> bytes:
    place = rng.randrange(len(blob))
    return blob[:place] + bytes([blob[place] ^ rng.randint(1, 255)]) + blob[place + 1 :]


def of_bytes(of_match: bool, field: str) -> Alteration:
    def alter(rng: Random, replay: replays.Replay) -> None:
        owner = replay.match if of_match else replay
        setattr(owner, field, flipped(rng, getattr(owner, field)))

    return alter


def any_answer(rng: Random, replay: replays.Replay) -> replays.ReplayAnswer:
    return rng.choice([step.answer for step in replay.steps if step.HasField("answer")])


def another_answerer(rng: Random, replay: replays.Replay) -> None:
    answer = any_answer(rng, replay)
    answer.answerer = replays.Answerer.ValueType(answer.answerer % 3 + 1)


def another_option(rng: Random, replay: replays.Replay) -> None:
    answer = any_answer(rng, replay)
    others = {step.answer.option for step in replay.steps if step.HasField("answer")} - {answer.option}
    answer.option = rng.choice(sorted(others))


def another_seat(rng: Random, replay: replays.Replay) -> None:
    answer = any_answer(rng, replay)
    answer.seat = (answer.seat + rng.randint(1, SEATS)) % (SEATS + 1)


def another_decision(rng: Random, replay: replays.Replay) -> None:
    any_answer(rng, replay).decision += rng.randint(1, 5)


def another_item(rng: Random, replay: replays.Replay) -> None:
    picks = [pick for step in replay.steps for pick in step.answer.picks if pick.items]
    item = rng.choice(rng.choice(picks).items)
    kind = item.WhichOneof("kind")
    assert kind is not None
    if kind == "hand":
        item.hand.seat += 1
    else:
        value = getattr(item, kind)
        setattr(item, kind, f"{value}x" if isinstance(value, str) else (value + 1) % 5 if kind == "suit" else value + 1)


def one_item_less(rng: Random, replay: replays.Replay) -> None:
    picks = [pick for step in replay.steps for pick in step.answer.picks if pick.items]
    rng.choice(picks).items.pop()


def two_steps_swapped(rng: Random, replay: replays.Replay) -> None:
    steps = list(replay.steps)
    first = rng.randrange(len(steps) - 1)
    second = rng.choice([first + 1, rng.choice([n for n in range(len(steps)) if n != first])])
    steps[first], steps[second] = steps[second], steps[first]
    del replay.steps[:]
    replay.steps.extend(steps)


def one_step_less(rng: Random, replay: replays.Replay) -> None:
    del replay.steps[rng.randrange(len(replay.steps))]


def one_step_twice(rng: Random, replay: replays.Replay) -> None:
    place = rng.randrange(len(replay.steps))
    replay.steps.insert(place, replay.steps[place])


def another_time(rng: Random, replay: replays.Replay) -> None:
    rng.choice(replay.steps).time.seconds += rng.randint(1, 1000)


def another_event_count(rng: Random, replay: replays.Replay) -> None:
    replay.event_count += rng.randint(1, 9)


def another_result(rng: Random, replay: replays.Replay) -> None:
    result = replay.match.result
    seat = rng.choice(result.seats)
    match rng.randrange(7):
        case 0:
            result.winners.append(99)
        case 1:
            result.roles[seat.seat] += "x"
        case 2:
            result.reason += "x"
        case 3:
            seat.points += 1
        case 4:
            seat.alive = not seat.alive
        case 5:
            seat.hero += "x"
        case 6:
            del result.seats[-1]


def another_ruleset(rng: Random, replay: replays.Replay) -> None:
    playing = replay.match.ruleset
    match rng.randrange(3):
        case 0:
            playing.seat_count += 1
        case 1:
            playing.options.heroes = not playing.options.heroes
        case 2:
            playing.options.silent_waits.seconds += 1


ALTERATIONS: dict[str, Alteration] = {
    "seed": of_bytes(True, "seed"),
    "salt": of_bytes(True, "salt"),
    "commitment": of_bytes(True, "commitment"),
    "final_state_digest": of_bytes(False, "final_state_digest"),
    "steps_digest": of_bytes(False, "steps_digest"),
    **{
        alter.__name__: alter
        for alter in (
            another_answerer,
            another_option,
            another_seat,
            another_decision,
            another_item,
            one_item_less,
            two_steps_swapped,
            one_step_less,
            one_step_twice,
            another_time,
            another_event_count,
            another_result,
            another_ruleset,
        )
    },
}


@pytest.mark.parametrize("name", ALTERATIONS)
def test_what_is_altered_is_noticed(played: dict[str, replays.Replay], name: str, pytestconfig: pytest.Config) -> None:
    for seed in range(200 if pytestconfig.getoption("nightly") else 6):
        altered = copied(played["conceded"])
        ALTERATIONS[name](Random(seed), altered)
        assert altered != played["conceded"]
        try:
            assert not check(parse(altered.SerializeToString())).verified, f"{name}, Random({seed})"
        except BadReplay:
            continue


@pytest.mark.parametrize("kind", ["players", "abandoned"])
def test_an_answer_that_was_not_listed_is_named(played: dict[str, replays.Replay], kind: str) -> None:
    """Whoever alters it may well have made the digest of the steps anew."""
    altered = copied(played[kind])
    step = altered.steps[len(altered.steps) // 2]
    step.answer.option = "no such option"
    altered.steps_digest = steps_digest(altered.steps)
    found = faults(altered)
    assert found["answers"].startswith(f"answer {step.answer.decision} of seat {step.answer.seat} is not listed")
    assert "final state" in found["not reached"]


def test_each_thing_that_does_not_hold_is_named(played: dict[str, replays.Replay]) -> None:
    altered = copied(played["house"])
    altered.match.salt = bytes(16)
    altered.final_state_digest = bytes(32)
    altered.event_count += 1
    altered.match.result.seats[1].points += 1
    altered.match.seats[2].conceded = True
    points = played["house"].match.result.seats[1].points
    found = faults(altered)
    assert set(found) == {"commitment", "final state", "events", "result", "concessions"}
    assert found["result"] == f"seat 1: points {points}, not {points + 1}"
    assert found["concessions"] == "none, not 2"


@pytest.mark.parametrize("kind", ["house", "abandoned"])
def test_steps_before_the_start_and_after_the_end_do_not_fit(played: dict[str, replays.Replay], kind: str) -> None:
    started, abandoned = replays.ReplayStep(started=True), replays.ReplayStep(abandoned=True)
    steps = list(played[kind].steps)
    for wrong in ([*steps, abandoned], [*steps, steps[-1]], [*steps, started], [started, *steps], steps[1:]):
        altered = copied(played[kind])
        del altered.steps[:]
        altered.steps.extend(wrong)
        altered.steps_digest = steps_digest(altered.steps)
        assert "answers" in faults(altered)


def test_a_match_that_is_cut_short_is_not_over(played: dict[str, replays.Replay]) -> None:
    altered = copied(played["house"])
    del altered.steps[-1]
    altered.steps_digest = steps_digest(altered.steps)
    found = faults(altered)
    assert found["end"] == "it is not over, not finished"
    assert {"events", "final state", "result"} <= set(found)


def test_a_replay_by_other_rules_is_tried_all_the_same(played: dict[str, replays.Replay]) -> None:
    other = copied(played["house"])
    for step in other.steps:
        step.rules_version = "0123456789abcdef"
    other.steps_digest = steps_digest(other.steps)
    assert check(other).verified


# -- the calls


async def test_a_match_that_is_not_over_refuses_the_same_way_whatever_is_hidden(calls: Calls) -> None:
    """Another seed is another hand for every seat; the lobby has none at all."""
    tables: list[Table] = [await calls.table(SEATS, seed=bytes([n]) * 16) for n in range(4)]
    for moves, table in enumerate(tables):
        await table.move(5 * moves)
    names = [(await calls.create(SEATS)).name, *(table.name for table in tables)]
    tokens = ["", *(table.tokens[0] for table in tables)]
    seen = set()
    for name, token in zip(names, tokens, strict=True):
        for credentials in {"", token}:
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                await get_replay(calls, name, credentials)
            error = caught.value
            seen.add((error.code(), error.details(), tuple(sorted(error.trailing_metadata() or ()))))
        assert (await refusal(get_replay(calls, name, token))).reason == "MATCH_NOT_OVER"
        assert (await refusal(get_result(calls, name))).reason == "MATCH_NOT_OVER"
    assert len(seen) == 1


@pytest.mark.parametrize("kind", KINDS)
async def test_the_result_is_that_of_the_match(quick: Server, played: dict[str, replays.Replay], kind: str) -> None:
    match = played[kind].match
    async with Calls(quick.address) as calls:
        if kind in FINISHED:
            assert await get_result(calls, match.name) == match.result == (await calls.get(match.name)).result
            assert [seat.seat for seat in match.result.seats] == list(range(SEATS))
            assert [seat.seat for seat in match.result.seats if seat.won] == list(match.result.winners)
        else:
            assert (await refusal(get_result(calls, match.name))).reason == "MATCH_NOT_OVER"
            assert not match.HasField("result")


async def watched(calls: Calls, access: match_pb2.SpectatorAccess.ValueType) -> tuple[str, str, str]:
    """A match that was broken off: its name, the token of a seat, and one to watch with where there may be one."""
    match = match_pb2.Match(ruleset=ruleset(SEATS), spectator_access=access)
    create = pb.CreateMatchRequest(match=match, request_id=request_id(), bot_seats=range(1, SEATS))
    name = (await calls.stub.CreateMatch(create)).name
    token, watching = (await calls.join(name)).seat_token, ""
    if access != match_pb2.SPECTATOR_ACCESS_NOBODY:
        tables: Any = table_service_pb2_grpc.TableServiceStub(calls.channels[0])
        issue = table_service_pb2.IssueTokenRequest(name=name, request_id=request_id(), spectator=True)
        watching = (await tables.IssueToken(issue)).token
    await calls.abandon(name)
    return name, token, watching


@pytest.mark.parametrize("access", match_pb2.SpectatorAccess.values())
async def test_a_replay_is_for_those_who_may_watch(calls: Calls, access: match_pb2.SpectatorAccess.ValueType) -> None:
    name, seat, watching = await watched(calls, access)
    open_to_all = access in (match_pb2.SPECTATOR_ACCESS_UNSPECIFIED, match_pb2.SPECTATOR_ACCESS_EVERYBODY)
    assert (await get_replay(calls, name, seat)).match.name == name
    if watching:
        assert (await get_replay(calls, name, watching)).match.name == name
    if open_to_all:
        assert (await get_replay(calls, name)).match.name == name
    else:
        refused = await refusal(get_replay(calls, name))
        assert (refused.code, refused.reason) == (grpc.StatusCode.PERMISSION_DENIED, "SPECTATORS_REFUSED")
    other, _, _ = await watched(calls, access)
    assert (await refusal(get_replay(calls, other, seat))).reason == "TOKEN_INVALID"


async def test_a_replay_of_what_is_not_there(calls: Calls) -> None:
    for call in (get_replay, get_result):
        assert (await refusal(call(calls, "matches/nosuchmatch"))).reason == "MATCH_NOT_FOUND"
        assert (await refusal(call(calls, "replays/x"))).reason == "NAME_INVALID"
