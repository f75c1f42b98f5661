"""Cards go from where they are to another zone. Every change of a card's place is this deed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..events import CardsMoved
from ..state import Held
from ..words import Deed, Rule, Timing
from ..zones import DISCARD, PROCESSING, Zone, equipment_of, hand_of

if TYPE_CHECKING:
    from ..game import Game
    from ..state import Player


class Move(Deed[None]):
    """The cards, all at once, wherever each of them is, go to one zone.

    `covered`: they come to lie face down on the table, known to their owner alone, until they move on. `judged`: whose
    judgement a discarded judgement card was, -1 for other cards. `taken_from` tells afterwards which cards left which
    zone, `emptied_hands` the seats whose hand became empty by it.
    """

    moved = Timing()

    def __init__(
        self,
        ids: Sequence[int],
        to: Zone,
        reason: str,
        *,
        shown: bool = False,
        covered: bool = False,
        judged: int = -1,
    ) -> None:
        self.ids = list(ids)
        self.to = to
        self.reason = reason
        self.shown = shown
        self.covered = covered
        self.judged = judged
        self.taken_from: dict[Zone, list[int]] = {}
        self.emptied_hands: list[int] = []
        self._covers: list[int] = []  # the owners of the cards that lay face down before

    def lost_equipment(self, player: Player) -> list[int]:
        """The cards that left the player's equipment area."""
        return self.taken_from.get(equipment_of(player.seat), [])

    def resolve(self, game: Game) -> Rule[None] | None:
        if not self.ids:
            return None
        unequipped = self._carry(game)
        for source, ids in self.taken_from.items():
            game.emit(self._event(game, source, ids))
        if unequipped or self.to.kind == "equipment":
            fit_out(game, unequipped, self.to, self.ids)
        return self._announce() if Move.moved in game.listeners else None

    def _carry(self, game: Game) -> list[int]:
        destination = game.zone(self.to)
        unequipped: list[int] = []
        for card_id in self.ids:
            source = game.where[card_id]
            cards = game.zone(source)
            cards.remove(card_id)
            if source.kind == "hand" and not cards:
                self.emptied_hands.append(source.seat)
            if source.kind == "equipment":
                unequipped.append(card_id)
            if source.kind == "judging" and self.to.kind != "judging":
                game.lying_as.pop(card_id, None)
            if source.kind == "pile" and not cards:
                del game.players[source.seat].piles[source.name]
                destination = game.zone(self.to)
            destination.append(card_id)
            game.where[card_id] = self.to
            if card_id in game.covered:
                self._covers.append(game.covered.pop(card_id))
            if self.covered:
                game.covered[card_id] = source.seat
            self.taken_from.setdefault(source, []).append(card_id)
        return unequipped

    def _event(self, game: Game, source: Zone, ids: list[int]) -> CardsMoved:
        covers = self._covers if source == PROCESSING else []
        comes_open = self.shown or (game.is_open(source) and not covers)
        goes_open = game.is_open(self.to) and not self.covered
        owners = {zone.seat: None for zone in (source, self.to) if zone.seat >= 0} | dict.fromkeys(covers)
        is_open = comes_open or goes_open
        seen = () if is_open else tuple(owners)
        return CardsMoved(source, self.to, len(ids), tuple(ids), is_open, seen, self.reason)

    async def _announce(self) -> None:
        await self.moved

    def __repr__(self) -> str:
        return f"Move({self.ids} to {self.to})"


def fit_out(game: Game, unequipped: list[int], to: Zone, ids: list[int]) -> None:
    """Equipment lends its skills while it is in play."""
    if unequipped:
        for player in game.players:
            player.skills = [held for held in player.skills if held.card not in unequipped]
    if to.kind == "equipment":
        for card_id in ids:
            skills = game.rules.kind_of(card_id).skills
            game.players[to.seat].skills += [Held(skill.id, "equipment", card_id) for skill in skills]
    game.rebuild_skills()


def discard(ids: Sequence[int]) -> Move:
    """Straight to the discard pile (弃置)."""
    return Move(ids, DISCARD, "discard")


def obtain(me: Player, ids: Sequence[int], *, shown: bool = False) -> Move:
    """Into a player's hand (获得)."""
    return Move(ids, hand_of(me.seat), "obtain", shown=shown)


def lay_down(ids: Sequence[int]) -> Move:
    """Onto the table, to be used, played or shown."""
    return Move(ids, PROCESSING, "lay_down")
