"""What speaks before a damage and as hp or maximum hp go, and what is known of it then."""

from __future__ import annotations

from engine.deeds.damage import Damage
from engine.deeds.hp import LoseHp, Recover
from engine.deeds.marks import Mark
from engine.deeds.max_hp import ChangeMaxHp
from engine.deeds.turn_over import TurnOver
from engine.deeds.use import Use
from engine.events import Damaged, DyingBegan, HpLost, MarkChanged, Recovered
from engine.game import Game
from engine.picks import one_seat
from engine.skill import Skill, active, on
from engine.state import Player
from tests.engine.words.play import IDLE, Play, Seat, pack_of


class Leech(Skill):
    """Deal 1 fire damage; have somebody lose 1 hp; or 1 maximum hp; or heal 3."""

    @active(target=one_seat())
    async def burn(self, game: Game, me: Player, _: None, target: Player) -> None:
        await Damage(me, target, 1, "fire")

    @active(target=one_seat())
    async def drain(self, game: Game, me: Player, _: None, target: Player) -> None:
        await LoseHp(target)

    @active(target=one_seat())
    async def age(self, game: Game, me: Player, _: None, target: Player) -> None:
        await ChangeMaxHp(target, -1)

    @active(target=one_seat())
    async def heal(self, game: Game, me: Player, _: None, target: Player) -> None:
        await Recover(target, 3, me)


class Heartless(Skill):
    """Locked: your damage is loss of hp."""

    tags = ("locked",)

    @on(Damage.before, me="source")
    async def bleed(self, game: Game, me: Player, hit: Damage) -> None:
        hit.stop()
        await LoseHp(hit.target, hit.amount)


class Witness(Skill):
    """Locked: you count each change of your hp for the worse, and heal at once; how you lay is noted."""

    tags = ("locked",)

    @on(Damage.taken, me="target")
    @on(LoseHp.taken, me="who")
    @on(ChangeMaxHp.changed, me="who")
    async def count(self, game: Game, me: Player, deed: object) -> None:
        await Mark(me, "witnessed")
        if isinstance(deed, Damage):
            me.notes["lay"] = "down" if deed.met_face_down else "up"

    @on(Recover.healed, me="who")
    async def thank(self, game: Game, me: Player, recover: Recover) -> None:
        me.notes["gained"] = str(recover.gained)


class Stumble(Skill):
    """Locked: when you suffer damage you turn over before your hp go."""

    tags = ("locked",)

    @on(Damage.inflicted, me="target")
    async def fall(self, game: Game, me: Player, hit: Damage) -> None:
        await TurnOver(me)


class Tally(Skill):
    """Locked: you note whom a card of yours hurt."""

    tags = ("locked",)

    @on(Use.finished, me="user")
    async def note(self, game: Game, me: Player, use: Use) -> None:
        me.notes["hurt"] = " ".join(str(player.seat) for player in use.hurt)


PACK = pack_of(Leech, Heartless, Witness, Stumble, Tally)


def test_what_is_no_damage_any_more_is_neither_dealt_nor_passed_on() -> None:
    play = Play(Seat(["leech", "heartless"], [IDLE]), Seat(["stumble"], chained=True), Seat(chained=True))
    play.answer("leech.burn", 1)
    assert play.events(Damaged) == []
    assert [event.seat for event in play.events(HpLost)] == [1]
    assert play.player(1).chained
    assert not play.player(1).face_down


def test_each_loss_is_told_before_anybody_is_dying() -> None:
    play = Play(Seat(["leech"], [IDLE]), Seat(["witness"], hp=3))
    for loss in ("burn", "drain", "age", "burn"):
        play.answer(f"leech.{loss}", 1)
    told = [event for event in play.game.events if isinstance(event, MarkChanged | DyingBegan)]
    assert [type(event) for event in told[:5]] == [MarkChanged] * 4 + [DyingBegan]


def test_who_has_no_maximum_left_does_not_live_to_speak() -> None:
    play = Play(Seat(["leech"], [IDLE]), Seat(["witness"], hp=1), Seat(), Seat(), Seat())
    for _ in range(4):
        play.answer("leech.age", 1)
    assert not play.player(1).alive
    assert play.player(1).marks == {}


def test_how_the_hero_lay_is_known_as_it_was_when_hp_went() -> None:
    for skills, lay in ((["witness"], "up"), (["stumble", "witness"], "down")):
        play = Play(Seat(["leech"], [IDLE]), Seat(skills))
        play.answer("leech.burn", 1)
        assert play.player(1).notes == {"lay": lay}


def test_what_is_gained_is_known_not_what_was_given() -> None:
    play = Play(Seat(["leech"], [IDLE]), Seat(["witness"], hp=2))
    play.answer("leech.heal", 1)
    assert play.player(1).notes == {"gained": "2"}
    assert [event.amount for event in play.events(Recovered)] == [2]


def test_a_use_knows_whom_it_hurt() -> None:
    play = Play(Seat(["tally"], ["savage_assault"]), Seat(), Seat(hand=["slash"]), Seat())
    play.answer("savage_assault")
    play.answer("slash")
    assert play.player(0).notes == {"hurt": "1 3"}
