"""Creating, finding, joining and ending matches with the client in Python."""

from __future__ import annotations

import grpc
import pytest
from sanguosha.v1 import match_pb2, ruleset_pb2
from sanguosha.v1 import match_service_pb2 as pb
from sanguosha_client import Client, SanguoshaError, Seat, ruleset
from sanguosha_client.rulesets import Rules

from tests.clients.python.playing import play, table
from tests.service.serving import Server

KEY = "k" * 16


async def test_a_whole_match_is_played_against_the_house(client: Client) -> None:
    [seat] = await table(client)
    assert (seat.number, seat.match.state) == (0, match_pb2.MATCH_STATE_LOBBY)
    assert (await client.start(seat.name)).state == match_pb2.MATCH_STATE_PLAYING
    outcomes = await play(seat)
    assert outcomes[pb.OUTCOME_APPLIED] > 0
    assert set(outcomes) <= {pb.OUTCOME_APPLIED, pb.OUTCOME_SUPERSEDED}
    match = await client.get(seat.name)
    assert match.state == seat.match.state == match_pb2.MATCH_STATE_FINISHED
    assert await client.result(seat.name) == match.result
    replay = await client.replay(seat.name)
    assert sum(step.HasField("answer") for step in replay.steps) >= outcomes[pb.OUTCOME_APPLIED]
    revealed = await client.view(seat.name, reveal_all=True)
    assert [shown.role for shown in revealed.view.seats] == list(match.result.roles)


async def test_what_is_asked_for_is_what_is_created(client: Client) -> None:
    match = await client.create_match(
        seats=6,
        packs=["standard"],
        edition="standard",
        mode="identity",
        heroes=False,
        dual_renegade=True,
        gods=True,
        talk=True,
        deadlines={"play": 30, "respond": 7.5},
        missed_limit=3,
        spectator_delay=60,
        bots=[1, 2],
        display_names={3: "Zhuge"},
        annotations={"room": "7"},
        spectators="token",
        unlisted=True,
        auto_start=True,
        seed=bytes(16),
    )
    played, options = match.ruleset, match.ruleset.options
    assert (played.seat_count, list(played.packs), played.edition, played.mode) == (
        *(6, ["standard"]),
        *("standard", "identity"),
    )
    assert (options.heroes, options.dual_renegade, options.gods, options.talk) == (False, True, True, True)
    assert (options.deadlines.play.seconds, options.deadlines.respond.ToMilliseconds()) == (30, 7500)
    assert not options.deadlines.HasField("setup")
    assert (options.deadlines.missed_limit, options.spectator_delay.seconds) == (3, 60)
    assert [(seat.bot, seat.display_name) for seat in match.seats] == [
        *((False, ""), (True, ""), (True, "")),
        *((False, "Zhuge"), (False, ""), (False, "")),
    ]
    assert dict(match.annotations) == {"room": "7"}
    assert match.spectator_access == match_pb2.SPECTATOR_ACCESS_TOKEN
    assert (match.unlisted, match.auto_start, match.seeded_by_creator) == (True, True, True)


async def test_a_whole_ruleset_takes_the_place_of_single_rules(client: Client) -> None:
    given = ruleset(seats=4, heroes=False, deadlines=20)
    assert {getattr(given.options.deadlines, kind).seconds for kind in ("setup", "play", "discard")} == {20}
    assert (await client.create_match(given)).ruleset.seat_count == 4
    with pytest.raises(ValueError, match="seats"):
        await client.create_match(given, seats=5)
    with pytest.raises(ValueError, match="no decision is of the kind dance"):
        ruleset(seats=4, deadlines={"dance": 1})  # type: ignore[dict-item]  # what is refused
    assert ruleset(silent_waits=0.25) == ruleset_pb2.Ruleset(options={"silent_waits": {"nanos": 250_000_000}})


def test_a_rule_that_there_is_not_is_not_passed_over() -> None:
    with pytest.raises(TypeError, match=r"there is no rule heros, nonsense: there are .*heroes"):
        ruleset(seats=5, heros=False, nonsense=1)  # type: ignore[call-arg]  # what is refused
    with pytest.raises(TypeError, match="packs is a list"):
        ruleset(seats=5, packs="wind")


def test_every_option_of_the_contract_is_among_the_rules() -> None:
    of_the_ruleset, of_deadlines = {"seats", "edition", "mode", "packs"}, {"missed_limit"}
    options = {field.name: field for field in ruleset_pb2.RulesetOptions.DESCRIPTOR.fields}
    assert set(Rules.__annotations__) == options.keys() | of_the_ruleset | of_deadlines
    for name, field in options.items():
        value = True if field.type == field.TYPE_BOOL else 1
        made = ruleset(**{name: value}).options
        assert [set_one.name for set_one, _ in made.ListFields()] == [name]
        assert field.message_type is not None or getattr(made, name) == value


async def test_who_may_watch_is_one_of_three_words(client: Client) -> None:
    with pytest.raises(ValueError, match="spectators are not 'friends': write everybody, token, nobody"):
        await client.create_match(seats=4, spectators="friends")  # type: ignore[arg-type]  # what is refused


async def test_seats_are_taken_by_name_by_code_and_by_number(client: Client) -> None:
    match = await client.create_match(seats=4)
    assert (await client.look_up(match.code)).name == match.name
    seats = [
        await client.join(match.name, seat=2, display_name="Cao"),
        await client.join(match.name),
        await client.join_by_code(match.code.lower(), display_name="Liu"),
        await client.join_by_code(match.code, seat=3),
    ]
    assert [seat.number for seat in seats] == [2, 0, 1, 3]
    assert len({seat.token for seat in seats}) == 4
    assert [seat.display_name for seat in (await client.get(match.name)).seats] == ["", "Liu", "Cao", ""]


async def test_those_who_ask_for_the_same_meet_in_a_quick_match(client: Client) -> None:
    seats = [await client.quick_match(seats=4, heroes=False, display_name=f"player {n}") for n in range(3)]
    seats.append(await client.quick_match(ruleset(seats=4, heroes=False)))
    assert len({seat.name for seat in seats}) == 1
    assert (await client.get(seats[0].name)).state == match_pb2.MATCH_STATE_PLAYING
    assert (await play(*seats))[pb.OUTCOME_APPLIED] > 0


async def test_matches_are_listed_page_after_page(client: Client) -> None:
    made = [(await client.create_match(seats=9)).name for _ in range(5)]
    await client.create_match(seats=9, unlisted=True)
    await client.abandon(made[0])
    listed = [match.name async for match in client.matches(seats=9, page_size=2)]
    assert listed == made[::-1]
    lobby = match_pb2.MATCH_STATE_LOBBY
    filtered = client.matches(seats=9, state=lobby, joinable=True, mode="identity", edition="standard")
    assert [match.name async for match in filtered] == made[:0:-1]


async def test_the_creator_gives_seats_and_the_right_to_watch_away(client: Client) -> None:
    match = await client.create_match(seats=4, bots=[1, 2, 3], display_names={0: "Sun"}, spectators="token")
    seat = await Seat.resume(client, match.name, await client.issue_token(match.name, 0))
    assert (seat.number, seat.name, seat.match.state) == (0, match.name, match_pb2.MATCH_STATE_LOBBY)
    await client.start(match.name)
    assert (await seat.view()).view.viewer == 0
    again = await Seat.resume(client, match.name, seat.token)
    assert (again.number, again.name, again.match.state) == (0, match.name, match_pb2.MATCH_STATE_PLAYING)
    with pytest.raises(SanguoshaError, match="SPECTATORS_REFUSED"):
        await client.view(match.name)
    watching = await client.issue_token(match.name)
    assert not (await client.view(match.name, watching)).view.HasField("viewer")
    for token, reason in ((watching, "TOKEN_MISSING"), ("wrong", "TOKEN_INVALID")):
        with pytest.raises(SanguoshaError) as caught:
            await Seat.resume(client, match.name, token)
        assert caught.value.reason == reason
    named = await client.issue_token(match.name, 1, display_name="Lu")
    assert (await Seat.resume(client, match.name, named)).match.seats[1].display_name == "Lu"


async def test_the_players_go_on_to_a_rematch(client: Client) -> None:
    [seat] = await table(client, heroes=False)
    with pytest.raises(SanguoshaError, match="MATCH_NOT_OVER"):
        await seat.rematch()
    await client.start(seat.name)
    await client.abandon(seat.name)
    again = await Seat.resume(client, seat.name, seat.token)
    assert (again.number, again.match.state) == (seat.number, match_pb2.MATCH_STATE_ABANDONED)
    following = await again.rematch()
    assert following.number == seat.number
    assert (await client.get(seat.name)).rematch == following.name
    assert (await client.get(following.name)).state == match_pb2.MATCH_STATE_PLAYING


async def test_the_server_tells_what_it_is_and_has(client: Client) -> None:
    info, catalogue = await client.server_info(), await client.catalogue()
    assert info.rules_version == catalogue.rules_version
    assert info.limits.max_wait.seconds > 0
    alone = await client.catalogue(packs=["standard"])
    assert 0 < len(alone.cards) <= len(catalogue.cards)
    with pytest.raises(SanguoshaError, match="FIELD_INVALID"):
        await client.catalogue(packs=["no such"])


async def test_a_host_shows_its_key(server: Server, tmp_path_factory: pytest.TempPathFactory) -> None:
    with Server(tmp_path_factory.mktemp("keys"), api_keys=f"host:{KEY}") as keyed:
        async with Client(keyed.address, api_key=KEY) as host, Client(keyed.address) as anybody:
            match = await host.create_match(seats=4)
            await anybody.join(match.name)
            with pytest.raises(SanguoshaError) as caught:
                await anybody.create_match(seats=4)
            assert (caught.value.reason, caught.value.code) == ("KEY_REQUIRED", grpc.StatusCode.UNAUTHENTICATED)
