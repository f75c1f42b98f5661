"""Questions that rules ask again and again."""

from __future__ import annotations

from collections.abc import Sequence

from .game import Game
from .questions import (
    PASS,
    Answer,
    Assignment,
    Bucket,
    Candidate,
    CandidateKind,
    Option,
    Question,
    QuestionKind,
    Reason,
    Reply,
    Subset,
    cards_of,
    first_answer,
    seats_of,
)
from .questions import (
    Sequence as Ordering,
)
from .state import Player
from .words import Ask, AskEach


async def confirm(me: Player, reason: Reason, accept: str = "accept") -> bool:
    """Yes or no; a timeout says no."""
    question = Question(me.seat, "INVOKE", reason, (Option(accept), Option(PASS)), Answer(PASS))
    return not (await Ask(question)).passed


async def who_accepts(players: Sequence[Player], reason: Reason, accept: str = "accept") -> list[Player]:
    """Yes or no, asked of several together; those who said yes. A timeout says no."""
    if not players:
        return []
    options = (Option(accept), Option(PASS))
    questions = tuple(Question(player.seat, "INVOKE", reason, options, Answer(PASS)) for player in players)
    replies = await AskEach(questions)
    return [player for player in players if not replies[player.seat].passed]


async def choose_option(me: Player, reason: Reason, options: Sequence[str]) -> str:
    """One of several named things to do or undergo; a timeout takes the last."""
    question = Question(me.seat, "CHOOSE", reason, tuple(Option(o) for o in options), Answer(options[-1]))
    return (await Ask(question)).option.id


async def choose_value(me: Player, reason: Reason, kind: CandidateKind, values: Sequence[str | int]) -> str | int:
    """One of several values: a suit, a number, a hero."""
    pick = Subset(kind, tuple(Candidate(kind, value) for value in values), 1, 1)
    return (await _ask_pick(me, "CHOOSE", reason, pick)).picked(kind)[0].value


async def choose_cards(
    me: Player,
    reason: Reason,
    ids: Sequence[int],
    least: int,
    most: int,
    *,
    may_decline: bool = False,
    unseen: bool = False,
    kind: QuestionKind = "CHOOSE",
) -> list[int]:
    """Some of the listed cards; none when declined, or when there are too few to do it at all. `unseen`: the others do
    not know whether there are enough, and must not learn it from being asked; then it may be declined."""
    if len(ids) < least:
        if unseen:
            await Ask(Question(me.seat, kind, reason, (Option(PASS),), Answer(PASS)))
        return []
    pick = Subset("cards", cards_of(ids), least, min(most, len(ids)))
    return (await _ask_pick(me, kind, reason, pick, may_decline or unseen)).numbers("cards")


async def choose_seat(
    me: Player, reason: Reason, players: Sequence[Player], game: Game, *, may_decline: bool = False
) -> Player | None:
    """One of the players; None when declined or when there is nobody."""
    if not players:
        return None
    pick = Subset("target", seats_of(player.seat for player in players), 1, 1)
    chosen = (await _ask_pick(me, "CHOOSE", reason, pick, may_decline)).numbers("target")
    return game.players[chosen[0]] if chosen else None


async def choose_card_of(
    game: Game,
    me: Player,
    target: Player,
    reason: Reason,
    *,
    judging: bool = False,
    hand: bool = True,
    besides: Sequence[int] = (),
) -> list[int]:
    """A card of the target: a blind hand card, or one that lies open; none when it has none, or `me` is dead by now.
    What is chosen blind is decided by chance (seed 004: 随机). `besides`: those that are chosen already."""
    blind = [card_id for card_id in target.hand if hand and card_id not in besides]
    lying = [card_id for card_id in target.equipment + (target.judging if judging else []) if card_id not in besides]
    listed = (*([Candidate("hand", target.seat)] if blind else []), *cards_of(lying))
    if not listed or not me.alive:
        return []
    pick = Subset("card", listed, 1, 1)
    chosen = (await _ask_pick(me, "CHOOSE", reason, pick)).picked("card")[0]
    return [blind[game.below(len(blind))] if chosen.kind == "hand" else int(chosen.value)]


async def choose_cards_of(game: Game, me: Player, target: Player, reason: Reason, count: int) -> list[int]:
    """So many cards of the target, chosen one after the other and all before any is moved; what it has where it has no
    more."""
    chosen: list[int] = []
    for _ in range(count):
        chosen += await choose_card_of(game, me, target, reason, besides=chosen)
    return chosen


def random_hand_card(game: Game, target: Player) -> int:
    return target.hand[game.below(len(target.hand))]


async def arrange(me: Player, reason: Reason, ids: Sequence[int]) -> tuple[list[int], list[int]]:
    """Cards in an order, and how many of them stay on top: (top, bottom), each in the chosen order."""
    counts = tuple(Candidate("number", n) for n in range(len(ids), -1, -1))
    order = Ordering("order", cards_of(ids), len(ids), len(ids))
    option = Option("arrange", (order, Subset("top", counts, 1, 1)))
    reply = await Ask(Question(me.seat, "CHOOSE", reason, (option,), first_answer(option)))
    ordered, (top,) = reply.numbers("order"), reply.numbers("top")
    return ordered[:top], ordered[top:]


async def order_on_top(me: Player, reason: Reason, ids: Sequence[int]) -> list[int]:
    """Cards in the order in which they are to lie on top of the draw pile, the first topmost."""
    option = Option("arrange", (Ordering("order", cards_of(ids), len(ids), len(ids)),))
    return (await Ask(Question(me.seat, "CHOOSE", reason, (option,), first_answer(option)))).numbers("order")


async def hand_out(
    game: Game, me: Player, reason: Reason, ids: Sequence[int], to: Sequence[Player], least: int, most: int
) -> list[tuple[int, Player]]:
    """Cards assigned to players, as (card, player) pairs."""
    buckets = tuple(Bucket(Candidate("seat", player.seat), 0, len(ids)) for player in to)
    option = Option("give", (Assignment("gift", cards_of(ids), buckets, least, most),))
    reply = await Ask(Question(me.seat, "CHOOSE", reason, (option,), first_answer(option)))
    return [(card, game.players[seat]) for card, seat in reply.pairs("gift")]


async def _ask_pick(me: Player, kind: QuestionKind, reason: Reason, pick: Subset, may_decline: bool = False) -> Reply:
    option = Option("choose", (pick,))
    options = (option, Option(PASS)) if may_decline else (option,)
    default = Answer(PASS) if may_decline else first_answer(option)
    return await Ask(Question(me.seat, kind, reason, options, default))
