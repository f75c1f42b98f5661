"""A match as an environment of PettingZoo, each seat an agent. Needs the extra `rl`.

One step is one small choice: an answer is put together by one or more of them (`service.local.drafting`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, TypedDict

import numpy as np
import pettingzoo  # type: ignore[import-untyped]  # it comes without types
from gymnasium import spaces
from pettingzoo.utils.wrappers import (  # type: ignore[import-untyped]  # it comes without types
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
)
from sanguosha.v1 import ruleset_pb2, view_pb2

from service.convert import rulesets

from .drafting import CHOICES, Draft
from .layout import SIZE
from .match import LocalMatch, ruleset_of
from .observing import LEAST, MOST, Numbers, mask, observe

RENDER_MODES = ("ansi", "human")
MAX_STEPS = 10_000
"""Almost twenty times what the longest matches of chance took, of ten seats. Agents that do nothing but draw and
discard never end one."""


class Observation(TypedDict):
    """`observation`: `SIZE` numbers; `action_mask`: 1 for each of the `CHOICES` that may be taken."""

    observation: Numbers
    action_mask: Numbers


def env(
    seats: int = 5,
    *,
    edition: str = "",
    mode: str = "",
    packs: Iterable[str] = (),
    render_mode: str | None = None,
    max_steps: int = MAX_STEPS,
    **options: Any,
) -> Any:
    """`SanguoshaEnv` in the usual wrappers: an action outside the space, or a step before `reset`, is told of clearly.
    Takes what `LocalMatch.of` takes, and raises what it raises; `render_mode` is `ansi`, `human` or None."""
    ruleset = ruleset_of(seats, edition=edition, mode=mode, packs=packs, **options)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(SanguoshaEnv(ruleset, render_mode, max_steps)))


class SanguoshaEnv(pettingzoo.AECEnv):  # type: ignore[misc]  # the base class comes without types
    """Agents `seat_0`, `seat_1` and so on. Who has to act is in `agent_selection`; a seat that dies stays an agent, for
    it can still win.

    Of seats that are asked together, the one whose answer counts last acts first. Whoever acts has therefore not been
    told by its turn to act that others have passed, as it would not be told at a table.
    """

    metadata = {  # noqa: RUF012  # the name, and that it is a plain dict, are of the base class
        "name": "sanguosha_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
    }

    def __init__(
        self, ruleset: ruleset_pb2.Ruleset, render_mode: str | None = None, max_steps: int = MAX_STEPS
    ) -> None:
        """A match that is not over after `max_steps` steps is truncated for all, without a reward. Raises
        `engine.ruleset.UnknownRuleset` for a ruleset that a server would refuse, `ValueError` for a render mode that
        there is not."""
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"render modes are {RENDER_MODES}, not {render_mode!r}")
        self.render_mode = render_mode
        self._max_steps = max_steps
        self._ruleset = ruleset
        self._seeds = Random()
        self.possible_agents = [f"seat_{seat}" for seat in range(rulesets.from_message(ruleset).seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._spaces = {agent: _observation_space() for agent in self.possible_agents}
        self._actions = {agent: spaces.Discrete(CHOICES) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match: `LocalMatch(ruleset, seed)`. Without a seed it is another match each time, and which follows
        from the last seed given. There are no options."""
        if seed is None:
            seed = self._seeds.getrandbits(64)
        else:
            self._seeds = Random(int(seed))
        self.match = LocalMatch(self._ruleset, int(seed))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._seen: dict[int, view_pb2.MatchView] = {}
        self._draft: Draft | None = None
        self._steps = 0
        self._ask()

    def observe(self, agent: str) -> Observation:
        """What the seat sees, and, of the agent that has to act, its decision. A function of its view and its own
        decision alone."""
        seat = self._seat_of[agent]
        draft = self._draft if agent == self.agent_selection else None
        if seat not in self._seen:
            self._seen[seat] = self.match.view(seat)
        return {"observation": observe(self._seen[seat], draft), "action_mask": mask(draft)}

    def step(self, action: int | None) -> None:
        """One small choice of the agent to act; None once all are done. Raises `ValueError`, and then has changed
        nothing, where the mask does not allow it."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or self._draft is None:
            raise ValueError("an agent that has to act needs an action")
        self._draft.take(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self._draft.answer is not None:
            self._answer(self._draft)
            self._ask()
        self._steps += 1
        if self._steps >= self._max_steps and not self.match.over:
            self._draft = None
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The table as a spectator sees it, in a few lines: returned with `ansi`, printed with `human`."""
        if self.render_mode is None:
            return None
        text = "\n".join(_told(self.match.view()))
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """There is nothing to release."""

    def _ask(self) -> None:
        """Find who acts next, or end the match."""
        while self.match.asked:
            seat = self.match.asked[-1]
            decision = self.match.decision(seat)
            assert decision is not None
            draft = Draft(decision)
            if draft.answer is None:
                self._draft = draft
                self.agent_selection = self.possible_agents[seat]
                return
            self._answer(draft)  # buckets can leave a single choice where the engine does not count them out
        self._draft = None
        for agent, seat in self._seat_of.items():
            self.terminations[agent] = True
            if self.match.winners:
                self.rewards[agent] = 1.0 if seat in self.match.winners else -1.0

    def _answer(self, draft: Draft) -> None:
        assert draft.answer is not None
        self.match.answer(draft.answer, draft.decision.seat)
        self._seen.clear()


def _observation_space() -> spaces.Dict:
    return spaces.Dict(
        {
            "observation": spaces.Box(LEAST, MOST, (SIZE,), np.int8),
            "action_mask": spaces.Box(0, 1, (CHOICES,), np.int8),
        }
    )


def _told(view: view_pb2.MatchView) -> Iterator[str]:
    yield f"round {view.round}, {view.phase or 'between turns'}, {view.draw_pile_count} cards to draw"
    for seat in view.seats:
        turn = ">" if view.HasField("turn_seat") and view.turn_seat == seat.seat else " "
        state = f"{seat.hp}/{seat.max_hp} hp, {seat.hand_count} in hand" if seat.alive else "dead"
        names = (f"seat_{seat.seat}", seat.role or "?", seat.hero or "no hero")
        laid = [face.name for face in seat.equipment] + [f"({lying.name})" for lying in seat.judging]
        yield f"{turn} {' '.join(names)}: {', '.join([state, *laid])}"
    if view.HasField("result"):
        winners = ", ".join(f"seat_{seat}" for seat in view.result.winners) or "nobody"
        yield f"won by {winners}: {view.result.reason}"
