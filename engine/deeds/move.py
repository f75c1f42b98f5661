"""Cards go from where they are to another zone. Every change of a card's place is this deed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..events import CardsMoved
from ..state import Discarded, Held
from ..words import Deed, Rule, Timing
from ..zones import DISCARD, PROCESSING, Zone, equipment_of, hand_of

if TYPE_CHECKING:
    from ..game import Game
    from ..skill import Trigger
    from ..state import Player


class Move(Deed[None]):
    """The cards, all at once, wherever each of them is, go to one zone; nothing goes to the dead, but what is for a
    soul (`to_soul`): where somebody dead may yet come back, or serve the living, such cards are his hand.

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
        to_soul: bool = False,
    ) -> None:
        self.ids = list(ids)
        self.to = to
        self.reason = reason
        self.shown = shown
        self.covered = covered
        self.judged = judged
        self.to_soul = to_soul
        self.taken_from: dict[Zone, list[int]] = {}
        self.emptied_hands: list[int] = []
        self._covers: list[int] = []  # the owners of the cards that lay face down before
        self._unequipped: list[int] = []

    def lost_equipment(self, player: Player) -> list[int]:
        """The cards that left the player's equipment area."""
        return self.taken_from.get(equipment_of(player.seat), [])

    def resolve(self, game: Game) -> Rule[None] | None:
        if not self.ids or not (self.to.seat < 0 or self.to_soul or game.players[self.to.seat].alive):
            return None
        self.carry(game)
        self.tell(game)
        return self._announce() if Move.moved in game.listeners or self.parting else None

    def tell(self, game: Game) -> None:
        """Say what was carried where, and let equipment lend its skills or take them back."""
        hands = (zone.seat for zone in self.taken_from if zone.kind == "hand")
        self.emptied_hands = [seat for seat in hands if not game.players[seat].hand]
        for source, ids in self.taken_from.items():
            game.emit(self._event(game, source, ids))
        if self._unequipped or self.to.kind == "equipment":
            self.parting = fit_out(game, self._unequipped, self.to, self.ids)

    def carry(self, game: Game) -> None:
        """Put the cards where they go, without a word."""
        destination = game.zone(self.to)
        for card_id in self.ids:
            source = game.where[card_id]
            cards = game.zone(source)
            cards.remove(card_id)
            if source.kind == "equipment":
                self._unequipped.append(card_id)
            if self.reason == "discard":
                game.discarded.append(Discarded(card_id, source.seat, source.kind))
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

    def _event(self, game: Game, source: Zone, ids: list[int]) -> CardsMoved:
        covers = self._covers if source == PROCESSING else []
        comes_open = self.shown or (game.is_open(source) and not covers)
        goes_open = game.is_open(self.to) and not self.covered
        if comes_open or goes_open:
            return CardsMoved(source, self.to, len(ids), tuple(ids), True, (), self.reason)
        owners = {zone.seat: None for zone in (source, self.to) if zone.seat >= 0} | dict.fromkeys(covers)
        return CardsMoved(source, self.to, len(ids), tuple(ids), False, tuple(owners), self.reason)

    async def _announce(self) -> None:
        await self.moved

    def __repr__(self) -> str:
        return f"Move({self.ids} to {self.to})"


class Together(Deed[None]):
    """Several moves happen as one: nobody speaks before all of them are made (缔盟, D41)."""

    def __init__(self, *moves: Move) -> None:
        self.moves = [move for move in moves if move.ids]

    async def resolve(self, game: Game) -> None:
        for move in self.moves:
            move.carry(game)
        for move in self.moves:
            move.tell(game)
        for move in self.moves:
            await move.moved


def exchange(game: Game, one: Zone, other: Zone, reason: str) -> Together:
    """All cards of two zones change places."""
    return Together(Move(game.zone(one), other, reason), Move(game.zone(other), one, reason))


def fit_out(game: Game, unequipped: list[int], to: Zone, ids: list[int]) -> list[tuple[Player, Held, Trigger]]:
    """Equipment lends its skills while it is in play. Gives the abilities that go with what left."""
    gone: list[tuple[Player, Held, Trigger]] = []
    if unequipped:
        for player in game.players:
            lost = [held for held in player.skills if held.card in unequipped]
            gone += [(player, held, trigger) for held in lost for trigger in game.rules.skill(held.skill).triggers]
            player.skills = [held for held in player.skills if held not in lost]
    if to.kind == "equipment":
        for card_id in ids:
            skills = game.rules.kind_of(card_id).skills
            game.players[to.seat].skills += [Held(skill.id, "equipment", card_id) for skill in skills]
    game.reindex()
    return gone


def discard(ids: Sequence[int]) -> Move:
    """Straight to the discard pile (弃置)."""
    return Move(ids, DISCARD, "discard")


def obtain(me: Player, ids: Sequence[int], *, shown: bool = False) -> Move:
    """Into a player's hand (获得)."""
    return Move(ids, hand_of(me.seat), "obtain", shown=shown)


def lay_down(ids: Sequence[int]) -> Move:
    """Onto the table, to be used, played or shown."""
    return Move(ids, PROCESSING, "lay_down")
