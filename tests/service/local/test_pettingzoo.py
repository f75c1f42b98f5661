"""The environment of PettingZoo keeps that library's rules, ends as the match does, and leaks nothing."""

from __future__ import annotations

import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from sanguosha.v1 import decision_pb2

import service
from engine import view as views
from engine.codec import encode_snapshot
from engine.match import Match
from engine.modes import identity
from engine.ruleset import UnknownRuleset
from service.convert import decisions
from service.local import LocalMatch
from service.local.aec import SanguoshaEnv, env
from service.local.drafting import CHOICES
from service.local.match import ruleset_of
from tests.laws.worlds_apart import permute_hidden
from tests.service.games import ALONE, TOGETHER
from tests.service.games import ruleset_of as playing

EXAMPLE = Path(__file__).parents[3] / "examples" / "rl_random.py"
MOST_STEPS = 20_000
OPTIONAL = ("aec", "observing")  # the modules of service.local that need the extra


def steps(table: Any, seed: int) -> Iterator[Any]:
    """The environment before each step of masked chance, to the end of its match."""
    rng = Random(seed)
    for _ in range(MOST_STEPS):
        agent = table.agent_selection
        if table.terminations[agent]:
            return
        yield table
        table.step(rng.choice(np.flatnonzero(table.observe(agent)["action_mask"])))
    raise AssertionError(f"the match goes on after {MOST_STEPS} steps")


def raw(seats: int = 5, *, heroes: bool = True) -> SanguoshaEnv:
    return SanguoshaEnv(ruleset_of(seats, heroes=heroes))


@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array", "ignore:Observation space for each agent")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")  # of a match that is over
@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("seats", "heroes"), [(4, True), (5, False), (8, True)])
def test_it_keeps_the_rules_of_the_library(seats: int, heroes: bool) -> None:
    api_test(env(seats, heroes=heroes), num_cycles=300)
    api_test(raw(seats, heroes=heroes), num_cycles=300)


def test_the_same_seed_is_the_same_match() -> None:
    seed_test(env, num_cycles=60)


@pytest.mark.parametrize("seats", [4, 5, 8])
@pytest.mark.parametrize("heroes", [True, False])
def test_masked_chance_plays_to_the_end(seats: int, heroes: bool) -> None:
    table = raw(seats, heroes=heroes)
    for seed in range(2):
        table.reset(seed=seed)
        for before in steps(table, seed):
            assert not any(before.rewards.values())
        assert table.match.over
        assert all(table.terminations.values())
        won = {f"seat_{seat}" for seat in table.match.winners}
        assert table.rewards == {agent: 1 if agent in won else -1 if won else 0 for agent in table.possible_agents}
        assert not table.observe("seat_0")["action_mask"].any()
        while table.agents:
            table.step(None)


@pytest.mark.parametrize("subject", [*ALONE, *TOGETHER])
def test_masked_chance_plays_every_edition_mode_and_option_to_its_end(subject: str) -> None:
    table = SanguoshaEnv(playing((ALONE | TOGETHER)[subject][0]))
    table.reset(seed=2)
    for before in steps(table, 2):
        assert table.observation_space(before.agent_selection).contains(before.observe(before.agent_selection))
    assert table.match.over


def test_nobody_has_won_a_match_that_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    end = identity.EndMatch
    monkeypatch.setattr(identity, "EndMatch", lambda winners, reason: end([], reason))
    table = raw(4, heroes=False)
    table.reset(seed=1)
    for _ in steps(table, 1):
        pass
    assert all(table.terminations.values())
    assert set(table.rewards.values()) == {0}


def test_a_match_that_does_not_end_is_truncated() -> None:
    table = env(4, heroes=False, max_steps=300)
    table.reset(seed=1)
    steps = 0
    for agent in table.agent_iter():
        observation, reward, terminated, truncated, _ = table.last()
        assert not terminated
        assert reward == 0
        assert truncated == (steps == 300)
        # The last option ends the phase or passes: nobody ever does anything.
        table.step(None if truncated else np.flatnonzero(observation["action_mask"])[-1])
        assert agent in table.possible_agents
        steps += not truncated
    assert table.agents == []


def test_its_match_is_the_engine_s(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[tuple[int, decision_pb2.Answer]] = []
    answer = LocalMatch.answer

    def noted(self: LocalMatch, message: decision_pb2.Answer, seat: int) -> Any:
        given.append((seat, message))
        return answer(self, message, seat)

    monkeypatch.setattr(LocalMatch, "answer", noted)
    table = raw()
    table.reset(seed=5)
    for _ in steps(table, 5):
        pass
    plain = LocalMatch.of(5, seed=5)._match
    for seat, message in given:
        plain.answer(seat, message.decision, decisions.from_message(plain.open[seat].question, message))
    assert encode_snapshot(plain.game.snapshot()) == encode_snapshot(table.match._match.game.snapshot())


def test_without_a_seed_each_match_is_another_that_follows_from_the_last_seed() -> None:
    def series(table: SanguoshaEnv) -> list[bytes]:
        table.reset(seed=9)
        first = table.match.view(0).SerializeToString()
        table.reset()
        return [first, table.match.view(0).SerializeToString()]

    once, twice = series(raw()), series(raw())
    assert once == twice
    assert once[0] != once[1]
    assert once[0] == LocalMatch.of(5, seed=9).view(0).SerializeToString()


def test_only_the_agent_to_act_has_a_mask() -> None:
    table = raw()
    table.reset(seed=2)
    for n, before in enumerate(steps(table, 2)):
        for agent in table.agents if n < 60 else ():
            seen = before.observe(agent)
            assert table.observation_space(agent).contains(seen)
            assert seen["action_mask"].any() == (agent == before.agent_selection)


def test_an_action_that_is_not_in_the_mask_changes_nothing() -> None:
    table = raw()
    table.reset(seed=3)
    agent = table.agent_selection
    before = table.observe(agent)
    for action in (*np.flatnonzero(before["action_mask"] == 0)[:3], CHOICES, None):
        with pytest.raises(ValueError, match=r"is not one of|needs an action"):
            table.step(action)
        after = table.observe(agent)
        assert all(np.array_equal(before[part], after[part]) for part in before)
    assert table.agent_selection == agent


def test_of_seats_asked_together_who_counts_last_acts_first() -> None:
    table = raw(8, heroes=False)
    together = 0
    for seed in range(4):
        table.reset(seed=seed)
        asked: tuple[int, ...] = ()
        for before in steps(table, seed):
            now = before.match.asked
            assert before.agent_selection == f"seat_{now[-1]}"
            assert len(asked) < 2 or now in (asked, asked[:-1]), "a window closed before all had answered"
            together += len(now) > 1
            asked = now
    assert together > 10


def at(match: Match, ruleset_seats: int, patch: pytest.MonkeyPatch) -> SanguoshaEnv:
    """An environment whose match stands where this one does."""
    table = raw(ruleset_seats)
    with patch.context() as patched:
        patched.setattr(Match, "start", lambda ruleset, seed: match)
        table.reset()
    return table


def leak(seed: int, patch: pytest.MonkeyPatch) -> str:
    """Play a match, and at each tenth step let a seat observe a table, and one that differs in what is hidden from it;
    where the observations differ, or nothing."""
    table, rng = raw(), Random(seed)
    table.reset(seed=seed)
    for n, before in enumerate(steps(table, seed)):
        if n % 10:
            continue
        record = before.match._match.record()
        acting = int(before.agent_selection.removeprefix("seat_"))
        for viewer in {acting, rng.randrange(5)}:
            other = Match.resume(record)
            permute_hidden(rng, other.game, viewer)  # a game has the zones of a snapshot
            one, two = (at(match, 5, patch).observe(f"seat_{viewer}") for match in (Match.resume(record), other))
            for part in ("observation", "action_mask"):
                if not np.array_equal(one[part], two[part]):
                    return f"step {n}, seat {viewer}: {part} at {np.flatnonzero(one[part] != two[part])}"
    return ""


@pytest.mark.parametrize("seed", range(4))
def test_an_observation_does_not_depend_on_what_is_hidden(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert leak(seed, monkeypatch) == ""


def test_a_leak_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    seat = views._seat
    monkeypatch.setattr(views, "_seat", lambda game, player, viewer: seat(game, player, player.seat))
    assert "observation at" in leak(0, monkeypatch)


def test_it_tells_the_table_in_a_few_lines(capsys: pytest.CaptureFixture[str]) -> None:
    table = env(4, heroes=False, render_mode="ansi")
    table.reset(seed=1)
    for _ in steps(table, 1):
        pass
    text = table.render()
    assert len(text.splitlines()) == 6
    assert "won by" in text
    assert raw().render_mode is None
    printing = env(4, render_mode="human")
    printing.reset(seed=1)
    assert printing.render() is None
    assert "seat_3" in capsys.readouterr().out
    silent = env(4)
    silent.reset(seed=1)
    assert silent.render() is None
    with pytest.raises(ValueError, match="render modes"):
        env(4, render_mode="rgb_array")


def test_a_ruleset_that_no_server_has_is_refused() -> None:
    with pytest.raises(UnknownRuleset):
        env(3)


def test_the_rest_of_the_service_does_without_the_library() -> None:
    modules = [module.name for module in pkgutil.walk_packages(service.__path__, "service.")]
    needed = [name for name in modules if name.removeprefix("service.local.") not in OPTIONAL]
    assert len(modules) - len(needed) == len(OPTIONAL)
    program = f"import sys, {', '.join(needed)}; print({{'numpy', 'gymnasium', 'pettingzoo'}} & sys.modules.keys())"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert ran.stdout.strip() == "set()"


def test_the_example_plays_a_match() -> None:
    ran = subprocess.run(
        [sys.executable, EXAMPLE, "--matches", "1", "--seats", "4"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert "match 0: {'seat_0':" in ran.stdout
