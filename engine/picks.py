"""How many of which: what a skill lets its owner choose, declared as data.

Readiness, the legal options, validation, bots and front ends all read the same declaration. `possible` looks at public
facts alone (how many hand cards, never which); `build` lists what the owner may really choose.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .card import Card
from .numbers import in_attack_range
from .questions import Assignment, Bucket, Candidate, Pick, Reply, Subset, cards_of, seats_of
from .zones import Zone

if TYPE_CHECKING:
    from .game import Game
    from .state import Player

CardFits = Callable[["Game", "Player", Card, Any], bool]
SeatFits = Callable[["Game", "Player", "Player", Any], bool]


class PickSpec:
    """A declared pick; the rule's body gets what was chosen under the pick's name."""

    def possible(self, game: Game, me: Player, deed: Any) -> bool:
        raise NotImplementedError

    def build(self, pick_id: str, game: Game, me: Player, deed: Any) -> Pick:
        raise NotImplementedError

    def read(self, pick_id: str, game: Game, reply: Reply) -> Any:
        raise NotImplementedError

    def players(self, chosen: Any) -> list[Player]:
        """The characters among what `read` gave, each once."""
        return []


def in_hand(game: Game, me: Player, card: Card, deed: Any) -> bool:
    """Only hand cards."""
    return game.where[card.ids[0]].kind == "hand"


def equipped(game: Game, me: Player, card: Card, deed: Any) -> bool:
    """Only cards in the equipment area."""
    return game.where[card.ids[0]].kind == "equipment"


def red(game: Game, me: Player, card: Card, deed: Any) -> bool:
    return card.is_red


def black(game: Game, me: Player, card: Card, deed: Any) -> bool:
    return card.is_black


def suited(suit: str) -> CardFits:
    def fits(game: Game, me: Player, card: Card, deed: Any) -> bool:
        return card.suit == suit

    return fits


def to_discard(game: Game, me: Player, card: Card, deed: Any) -> bool:
    """Only cards that one may discard: for what is chosen in order to be."""
    return game.fold("may_spend", True, card, me, "discard")


def to_play(game: Game, me: Player, card: Card, deed: Any) -> bool:
    """Only cards that one may play: for what is played otherwise than in answer to a demand."""
    return game.fold("may_spend", True, card, me, "play")


def named(*names: str) -> CardFits:
    def fits(game: Game, me: Player, card: Card, deed: Any) -> bool:
        return card.name in names

    return fits


def of_type(*types: str) -> CardFits:
    """Only cards of these types: basic, trick, delayed-trick, weapon, armor, +1horse, -1horse."""

    def fits(game: Game, me: Player, card: Card, deed: Any) -> bool:
        return game.rules.kinds[card.name].type in types

    return fits


EQUIPMENT = ("weapon", "armor", "+1horse", "-1horse")


class FromPile:
    """Only cards of a pile on one's hero."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, game: Game, me: Player, card: Card, deed: Any) -> bool:
        return game.where[card.ids[0]] == Zone("pile", me.seat, self.name)


Count = int | Callable[["Game", "Player"], int]


class Cards(PickSpec):
    """Some of one's own cards: hand and equipment unless a fit says otherwise. Counts may depend on the state."""

    def __init__(self, least: Count, most: Count, fits: tuple[CardFits, ...], single: bool = False) -> None:
        self.least = least
        self.most = most
        self.fits = fits
        self.single = single

    def bounds(self, game: Game, me: Player) -> tuple[int, int]:
        """How many cards at least and at most, now."""
        least, most = (c if isinstance(c, int) else c(game, me) for c in (self.least, self.most))
        return least, most

    def _reach(self, game: Game, me: Player) -> tuple[list[int], list[int]]:
        """The cards to choose among: those that others do not see, and those that they do."""
        for fit in self.fits:
            if isinstance(fit, FromPile):
                pile = me.piles.get(fit.name, [])
                return (pile, []) if game.rules.hides(fit.name) else ([], pile)
        return [] if equipped in self.fits else me.hand, [] if in_hand in self.fits else me.equipment

    def fitting(self, game: Game, me: Player, ids: list[int], deed: Any) -> list[int]:
        return [i for i in ids if all(fit(game, me, game.card(i), deed) for fit in self.fits)]

    def candidates(self, game: Game, me: Player, deed: Any) -> list[int]:
        unseen, seen = self._reach(game, me)
        return self.fitting(game, me, unseen + seen, deed)

    def possible(self, game: Game, me: Player, deed: Any) -> bool:
        unseen, seen = self._reach(game, me)
        return len(unseen) + len(self.fitting(game, me, seen, deed)) >= self.bounds(game, me)[0]

    def build(self, pick_id: str, game: Game, me: Player, deed: Any) -> Subset:
        candidates = self.candidates(game, me, deed)
        least, most = self.bounds(game, me)
        return Subset(pick_id, cards_of(candidates), least, min(most, len(candidates)))

    def read(self, pick_id: str, game: Game, reply: Reply) -> Any:
        ids = reply.numbers(pick_id)
        return ids[0] if self.single else ids


def one(*fits: CardFits) -> Cards:
    """One card; the body gets its id."""
    return Cards(1, 1, fits, single=True)


def some(*fits: CardFits) -> Cards:
    """Any number of cards, at least one; the body gets a list of ids."""
    return Cards(1, 999, fits)


def exactly(count: Count, *fits: CardFits) -> Cards:
    return Cards(count, count, fits)


class Among(PickSpec):
    """Any number, at least one, of the cards that are found by the deed spoken of, all open; the body gets a list of
    ids."""

    def __init__(self, found: Callable[[Game, Player, Any], list[int]]) -> None:
        self.found = found

    def possible(self, game: Game, me: Player, deed: Any) -> bool:
        return bool(self.found(game, me, deed))

    def build(self, pick_id: str, game: Game, me: Player, deed: Any) -> Subset:
        found = self.found(game, me, deed)
        return Subset(pick_id, cards_of(found), 1, len(found))

    def read(self, pick_id: str, game: Game, reply: Reply) -> list[int]:
        return reply.numbers(pick_id)


def other(game: Game, me: Player, player: Player, deed: Any) -> bool:
    return player is not me


def in_reach(game: Game, me: Player, player: Player, deed: Any) -> bool:
    return in_attack_range(game, me, player)


def has_hand(game: Game, me: Player, player: Player, deed: Any) -> bool:
    return bool(player.hand)


def male(game: Game, me: Player, player: Player, deed: Any) -> bool:
    return player.sex == "male"


def wounded(game: Game, me: Player, player: Player, deed: Any) -> bool:
    return player.wounds > 0


class Seats(PickSpec):
    """Some of the living characters."""

    def __init__(self, least: int, most: int, fits: tuple[SeatFits, ...], single: bool = False) -> None:
        self.min = least
        self.max = most
        self.fits = fits
        self.single = single

    def fitting(self, game: Game, me: Player, deed: Any) -> list[Player]:
        return [p for p in game.from_turn() if all(fit(game, me, p, deed) for fit in self.fits)]

    def possible(self, game: Game, me: Player, deed: Any) -> bool:
        return len(self.fitting(game, me, deed)) >= self.min

    def build(self, pick_id: str, game: Game, me: Player, deed: Any) -> Subset:
        candidates = seats_of(player.seat for player in self.fitting(game, me, deed))
        return Subset(pick_id, candidates, self.min, min(self.max, len(candidates)))

    def read(self, pick_id: str, game: Game, reply: Reply) -> Any:
        """The chosen players in order of play."""
        players = game.sorted_by_turn(game.players[seat] for seat in reply.numbers(pick_id))
        return players[0] if self.single else players

    def players(self, chosen: Any) -> list[Player]:
        return [chosen] if self.single else chosen


def one_seat(*fits: SeatFits) -> Seats:
    """One character; the body gets the player."""
    return Seats(1, 1, fits, single=True)


def seats(least: int, most: int, *fits: SeatFits) -> Seats:
    """Several characters; the body gets a list of players in order of play."""
    return Seats(least, most, fits)


class Gift(PickSpec):
    """Cards handed out to characters: an assignment."""

    def __init__(self, cards: Cards, to: Seats) -> None:
        self.cards = cards
        self.to = to

    def possible(self, game: Game, me: Player, deed: Any) -> bool:
        return self.cards.possible(game, me, deed) and bool(self.to.fitting(game, me, deed))

    def build(self, pick_id: str, game: Game, me: Player, deed: Any) -> Assignment:
        items = self.cards.candidates(game, me, deed)
        takers = [player.seat for player in self.to.fitting(game, me, deed)]
        least, most = self.cards.bounds(game, me)
        most = min(most, len(items))
        buckets = tuple(Bucket(Candidate("seat", seat), 0, most) for seat in takers)
        return Assignment(pick_id, cards_of(items), buckets, least, most)

    def read(self, pick_id: str, game: Game, reply: Reply) -> Any:
        """(card id, player) pairs."""
        return [(card, game.players[seat]) for card, seat in reply.pairs(pick_id)]

    def players(self, chosen: Any) -> list[Player]:
        return list(dict.fromkeys(player for _, player in chosen))


def fillable(pick: Pick) -> bool:
    """Whether the pick has at least one legal filling."""
    return len(pick.listed) >= pick.min
