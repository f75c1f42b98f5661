"""A turn as steps on the agenda, quiet between any two of them."""

from __future__ import annotations

from .deeds.death import Death
from .deeds.draw import Draw
from .deeds.lapse import had_until, had_until_turn_of, lapse
from .deeds.move import Move
from .deeds.turn_over import TurnOver
from .deeds.use import Aim
from .discarding import must_discard
from .events import PhaseBegan, PhaseSkipped, RoundBegan, TurnBegan, TurnEnded
from .game import Game
from .numbers import hand_limit
from .playing import Act
from .questions import Reason
from .skill import Given
from .state import Player, Step
from .words import Deed, Timing
from .zones import PROCESSING

EXTRA = "extra"
TURNED_UP = "turned_up"  # instead of a turn


class Phase(Deed[None]):
    """A phase of a turn: `before` may stop it, `began` and `ended` frame it."""

    before = Timing()
    began = Timing()
    ended = Timing()

    def __init__(self, who: Player, name: str) -> None:
        self.who = who
        self.name = name

    def __repr__(self) -> str:
        return f"Phase({self.name} of {self.who})"


def in_phase(*names: str) -> Given:
    """That the phase is one of these, at the moments of `Phase`."""

    def given(game: Game, me: Player, phase: Phase) -> bool:
        return phase.name in names

    return given


class Turn(Deed[None]):
    """A turn: `before` it, even where its owner only turns up; `began` before its first phase, `ended` when it is over,
    its tallies still kept."""

    before = Timing()
    began = Timing()
    ended = Timing()

    def __init__(self, who: Player) -> None:
        self.who = who


class DrawPhase(Deed[None]):
    """Drawing in the draw phase: skills change `count` or stop it to do something instead; `drawn` is after it."""

    drawing = Timing()
    drawn = Timing()

    def __init__(self, who: Player) -> None:
        self.who = who
        self.count = 2

    async def resolve(self, game: Game) -> None:
        await self.drawing
        if not self.stopped:
            await Draw(self.who, self.count)
            await self.drawn


class ComeDue(Deed[None]):
    """A delayed trick in a judgement area is resolved."""

    def __init__(self, who: Player, card_id: int) -> None:
        self.who = who
        self.card_id = card_id

    async def resolve(self, game: Game) -> None:
        card = game.card_lying(self.card_id)
        game.table.leave_lying([self.card_id])
        await Move([self.card_id], PROCESSING, "come_due")
        await Aim(card, None, self.who)


async def begin_turn(game: Game, step: Step) -> None:
    """The phases of the edition; who lies face down only turns up (D4)."""
    me = game.players[step.seat]
    if not me.alive:
        return
    game.turn = me.seat
    lapse(game, had_until_turn_of(game, me))
    if step.name != EXTRA:
        game.anchor = me.seat
        game.rules.mode.takes_turn(game, me)
    turn = Turn(me)
    await turn.before
    if not me.alive:
        return
    game.emit(TurnBegan(me.seat))
    if me.face_down:
        await TurnOver(me)
        game.schedule(Step("turn_over", me.seat, TURNED_UP, me.seat))
        return
    phases = (Step("phase", me.seat, name, me.seat) for name in game.rules.edition.phases)
    game.schedule(*phases, Step("turn_over", me.seat, "", me.seat))
    await turn.began


async def run_phase(game: Game, step: Step) -> None:
    me = game.players[step.seat]
    phase = Phase(me, step.name)
    game.phase = step.name
    game.discarded = []
    for player in game.players:
        player.this_phase.clear()
    await phase.before
    if phase.stopped:
        game.emit(PhaseSkipped(me.seat, step.name))
        return
    game.emit(PhaseBegan(me.seat, step.name))
    end = Step("phase_over", me.seat, step.name, step.turn)
    body = Step("act", me.seat, "", step.turn) if step.name == "play" else None
    game.schedule(*(s for s in (body, end) if s))
    await phase.began
    if me.alive:
        match step.name:
            case "judge":
                await judge_delayed_tricks(game, me)
            case "draw":
                await DrawPhase(me)
            case "discard":
                await discard_excess(game, me)


async def judge_delayed_tricks(game: Game, me: Player) -> None:
    for card_id in game.rules.edition.judge_order(game, me):
        if card_id in me.judging:
            await ComeDue(me, card_id)


async def discard_excess(game: Game, me: Player) -> None:
    """Down to the hand limit, no more (S56) unless the edition lets one."""
    excess = len(me.hand) - hand_limit(game, me)
    more = game.rules.edition.discards_freely
    reason = Reason("discard", "discard_at_least" if more else "discard")
    await must_discard(game, me, me.hand, excess, reason, or_more=more)


async def run_act(game: Game, step: Step) -> None:
    """One action of the play phase; the table is quiet between two."""
    game.schedule(step)
    if not await Act(game.players[step.seat]):
        game.unschedule(step)


async def end_phase(game: Game, step: Step) -> None:
    await Phase(game.players[step.seat], step.name).ended
    lapse(game, had_until(game, "phase"))


async def end_turn(game: Game, step: Step) -> None:
    """What lasts until the end of a turn ends here, whether or not its owner lived to see it."""
    if step.name != TURNED_UP:
        await Turn(game.players[step.seat]).ended
    lapse(game, had_until(game, "phase", "turn"))
    for player in game.players:
        player.this_turn.clear()
    game.phase = ""
    game.discarded = []
    game.emit(TurnEnded(step.seat))


async def next_turn(game: Game, step: Step) -> None:
    """The next living seat; a round begins when it comes round to the first seat again (D1)."""
    count, first = len(game.players), game.rules.mode.first_seat(game)
    me = next(player for player in game.in_order((game.anchor + 1) % count) if player.alive)
    comes_round = (me.seat - first) % count <= (game.anchor - first) % count
    over = (*game.rules.mode.between_rounds(game.ruleset), Step("round")) if comes_round else ()
    game.schedule(*over, Step("turn", me.seat))


async def begin_round(game: Game, step: Step) -> None:
    game.round += 1
    game.emit(RoundBegan(game.round))


async def concede(game: Game, step: Step) -> None:
    """Who has given up dies without a killer, and is not dying first: nobody may rescue (R20)."""
    me = game.players[step.seat]
    if me.alive:
        await Death(me, None)


def extra_turn(game: Game, who: Player) -> None:
    """Another turn for `who`, after the current one and the extra turns that were granted before."""
    after = next((n for n, step in enumerate(game.agenda) if step.kind == "turn_over"), -1) + 1
    while after < len(game.agenda) and game.agenda[after].name == EXTRA:
        after += 1
    game.agenda.insert(after, Step("turn", who.seat, EXTRA))


def skip(game: Game, me: Player, phase: str) -> None:
    """A phase still to come in this turn does not take place."""
    if game.unschedule(Step("phase", me.seat, phase, me.seat)):
        game.emit(PhaseSkipped(me.seat, phase))


STEPS = {
    "turn": begin_turn,
    "phase": run_phase,
    "act": run_act,
    "phase_over": end_phase,
    "turn_over": end_turn,
    "next_turn": next_turn,
    "round": begin_round,
    "concede": concede,
}
