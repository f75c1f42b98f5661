"""`sgs play`, `watch` and `replay show` say everything in words: no id of the rules is left in a line. The line of a
seat has what lies on its hero."""

from __future__ import annotations

import re
from random import Random

import pytest
from sanguosha.v1 import card_pb2, decision_pb2, event_cards_pb2, event_pb2, event_seats_pb2, view_pb2

from engine.chance import SEED_BYTES
from engine.match import Match
from engine.packs import PACKS
from engine.rules import rules_of
from engine.ruleset import Ruleset
from engine.texts import PROMPTS
from service.commands.asking import Asking
from service.commands.narrator import Narrator
from service.commands.words import Language, Words
from service.convert import decisions
from service.convert.catalogue import catalogue
from service.local.drafting import Draft
from tests.playthroughs.transcript import Reader

EVERYTHING = Ruleset(8, packs=tuple(PACKS)[1:], gods=True)
SEEDS = range(8)


def words(language: Language) -> Words:
    told = Words(catalogue(()), language)
    told.heroes[3] = "zuoci"
    return told


@pytest.mark.parametrize("seed", SEEDS)
def test_a_chinese_log_has_chinese_words_alone(seed: int) -> None:
    match, lines, chance = Match.start(EVERYTHING, seed.to_bytes(SEED_BYTES, "big")), [""], Random(seed)
    reader = Reader(match, lines, "zh")
    while not match.over:
        reader.tell_events()
        seat = min(match.open)
        waiting = match.open[seat]
        draft = Draft(decisions.to_message(waiting, match.game.rules))
        while draft.answer is None:
            draft.take(chance.choice(draft.legal))
        answer = decisions.from_message(waiting.question, draft.answer)
        reader.tell_decision(waiting, answer)
        match.answer(seat, waiting.id, answer)
    reader.tell_events()
    left = {word for line in lines for word in re.findall(r"[a-z_]{3,}", line)}
    assert not left


def test_every_pile_of_a_skill_has_a_name() -> None:
    told = words("zh")

    piles = {pile for skill in rules_of(EVERYTHING).skills for pile in (*skill.piles, *skill.hidden_piles)}
    assert piles
    assert all(not told.of_kind("pile", pile).isascii() for pile in piles)
    assert (told.of_kind("pile", "stars"), told.of_kind("pile", "tuntian"), told.of_kind("pile", "buqu")) == (
        "星",
        "田",
        "不屈",
    )


@pytest.mark.parametrize(
    ("language", "line"),
    [
        (
            "en",
            "   Zuo Ci [3]: 2/3♥, hand 4, chained, face down, Endurance×2, fields 1 (Peach ♥3), stars 7, "
            "Guises=God Lü Bu, hero cards 2 (Jia Xu, Guan Yu), God, male, also Frenzy",
        ),
        (
            "zh",
            "   左慈[3]: 2/3♥、手牌 4、横置、翻面、忍×2、田 1 (桃♥3)、星 7、化身=神吕布、武将牌 2 (贾诩、关羽)、神、"
            "男性、另有狂暴",
        ),
    ],
)
def test_a_seat_is_shown_with_what_lies_on_its_hero(language: Language, line: str) -> None:
    peach = card_pb2.CardFace(id=1, name="peach", suit=card_pb2.SUIT_HEART, rank=3)
    seat = view_pb2.SeatView(
        seat=3,
        hero="zuoci",
        kingdom="god",
        sex="male",
        hp=2,
        max_hp=3,
        alive=True,
        hand_count=4,
        chained=True,
        face_down=True,
        marks=[view_pb2.Mark(name="renjie", count=2)],
        piles=[view_pb2.Pile(name="tuntian", count=1, cards=[peach]), view_pb2.Pile(name="stars", count=7)],
        notes=[view_pb2.Note(name="huashen", value="godlvbu")],
        hero_card_count=2,
        hero_cards=["jiaxu", "guanyu"],
        skills=["huashen", "xinsheng", "kuangbao"],
    )
    assert words(language).table(view_pb2.MatchView(seats=[seat])) == [line]


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            event_pb2.Event(choice_made=event_seats_pb2.ChoiceMade(seat=3, reason="guhuo", value="question")),
            "左慈[3]因蛊惑选择质疑。",
        ),
        (
            event_pb2.Event(choice_made=event_seats_pb2.ChoiceMade(seat=3, reason="fanjian", value="heart")),
            "左慈[3]因反间选择红桃。",
        ),
        (
            event_pb2.Event(character_changed=event_seats_pb2.CharacterChanged(seat=3, kingdom="wu", sex="female")),
            "左慈[3]的势力变为吴，性别变为女性。",
        ),
        (
            event_pb2.Event(mark_changed=event_seats_pb2.MarkChanged(seat=3, mark="renjie", count=2)),
            "左慈[3]的忍标记数变为 2。",
        ),
        (
            event_pb2.Event(note_changed=event_seats_pb2.NoteChanged(seat=3, note="huashen")),
            "左慈[3]的化身不再有效。",
        ),
        (
            event_pb2.Event(hero_cards_taken=event_seats_pb2.HeroCardsTaken(seat=3, count=1, heroes=["guanyu"])),
            "左慈[3]获得武将牌：关羽。",
        ),
        (
            event_pb2.Event(hero_cards_taken=event_seats_pb2.HeroCardsTaken(seat=3, count=1)),
            "左慈[3]获得 1 张未使用的武将牌。",
        ),
        (
            event_pb2.Event(
                cards_moved=event_cards_pb2.CardsMoved(
                    source=card_pb2.Zone(kind=card_pb2.ZONE_KIND_HAND, seat=3),
                    destination=card_pb2.Zone(kind=card_pb2.ZONE_KIND_DISCARD),
                    count=1,
                    cards=[card_pb2.CardFace(id=1, name="iron_chain", suit=card_pb2.SUIT_CLUB, rank=13)],
                    reason="recast",
                )
            ),
            "铁索连环♣K从左慈[3]的手牌移至弃牌堆。（重铸）",
        ),
    ],
)
def test_what_is_declared_is_told_in_words(event: event_pb2.Event, line: str) -> None:
    assert Narrator(words("zh")).line(event).strip() == line


def test_what_a_skill_offers_is_told_apart() -> None:
    """A skill that asks about several things has a label for each, and no label is of another thing."""
    labelled = {key for key in PROMPTS if key.startswith("option.") and key.count(".") == 2}
    apart = set()
    for skill in rules_of(EVERYTHING).skills:
        asked = [trigger for trigger in skill.triggers if not trigger.compulsory]
        for abilities in (asked, skill.actives):
            if len(abilities) > 1 and "locked" not in skill.tags:
                apart |= {f"option.{skill.id}.{ability.name}" for ability in abilities}
    assert labelled == apart


def test_an_option_says_which_thing_its_skill_does() -> None:
    options = [
        decision_pb2.Option(id="shensu.charge#108", skill="shensu"),
        decision_pb2.Option(id="jilue.leave_no_way_out", skill="jilue"),
        decision_pb2.Option(id="rende", skill="rende"),
    ]
    said: list[str] = []
    decision = decision_pb2.Decision(options=options, default_answer=decision_pb2.Answer(option="rende"))
    asking = Asking(
        words("zh"), view_pb2.MatchView(viewer=0, seats=[view_pb2.SeatView()]), decision, lambda _: "", said.append
    )
    asking.answer()
    assert said[-3:] == ["  1. 神速（跳过出牌阶段）", "  2. 极略（完杀）", "  3. 仁德"]


def test_a_seat_is_explained_with_its_hero_its_lent_skills_and_its_equipment() -> None:
    vine = card_pb2.CardFace(id=9, name="vine", suit=card_pb2.SUIT_SPADE, rank=2)
    there = view_pb2.SeatView(seat=3, hero="zuoci", skills=["huashen", "xinsheng", "kuangbao"], equipment=[vine])
    seen = view_pb2.MatchView(viewer=0, seats=[view_pb2.SeatView(), there])
    options = [decision_pb2.Option(id="pass"), decision_pb2.Option(id="rende", skill="rende")]
    decision = decision_pb2.Decision(options=options, default_answer=decision_pb2.Answer(option="pass"))
    said: list[str] = []
    typed = iter(["? 3", "? 8", ""])
    Asking(words("en"), seen, decision, lambda _: next(typed), said.append).answer()
    explained = [line.split(":")[0].strip() for line in said[said.index("  2. Benevolence") + 1 :]]
    told = words("en")
    skills = [told.name(skill) for skill in ("huashen", "xinsheng", "kuangbao")]
    assert explained == ["Zuo Ci", *skills, "Vine", "There is no seat 8"]


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ["   seat 0: warm vanguard, dead", " + seat 1: cold commander, dead", " * seat 2: cold vanguard, dead"]),
        ("zh", ["   0号位: 暖色方前锋、阵亡", " + 1号位: 冷色方主帅、阵亡", " * 2号位: 冷色方前锋、阵亡"]),
    ],
)
def test_in_3v3_roles_are_of_a_side_and_the_rows_of_ones_own_are_marked(language: Language, lines: list[str]) -> None:
    roles = ("loyalist", "renegade", "rebel")
    seats = [view_pb2.SeatView(seat=seat, role=role) for seat, role in enumerate(roles)]
    told = Words(catalogue(()), language, mode="3v3")
    assert told.table(view_pb2.MatchView(viewer=2, seats=seats)) == lines
    shown = event_pb2.Event(role_shown=event_seats_pb2.RoleShown(seat=1, role="renegade"))
    side = "冷色方主帅" if language == "zh" else "cold commander"
    assert side in Narrator(told).line(shown)
    assert side in Narrator(told).roles(list(roles))


def test_in_the_identity_game_nobody_is_known_to_be_of_a_side() -> None:
    seats = [view_pb2.SeatView(seat=seat, role=role) for seat, role in enumerate(("lord", "loyalist"))]
    told = words("en").table(view_pb2.MatchView(viewer=1, seats=seats))
    assert told == ["   seat 0: lord, dead", " * seat 1: loyalist, dead"]


@pytest.mark.parametrize(
    ("language", "mark", "told"),
    [
        ("en", "renjie", {1: "gets the mark Endurance.", 3: "now has 3 of the mark Endurance.", 0: "loses the mark"}),
        ("zh", "renjie", {1: "获得忍标记。", 3: "的忍标记数变为 3。", 0: "失去忍标记。"}),
        ("en", "acted", {1: "has acted.", 0: "may act again."}),
        ("zh", "acted", {1: "已行动。", 0: "可再次行动。"}),
    ],
)
def test_a_single_mark_is_got_and_lost_and_several_are_counted(
    language: Language, mark: str, told: dict[int, str]
) -> None:
    narrator = Narrator(words(language))
    for count, said in told.items():
        event = event_pb2.Event(mark_changed=event_seats_pb2.MarkChanged(seat=3, mark=mark, count=count))
        assert said in narrator.line(event)


def test_one_mark_that_is_left_of_several_is_not_got() -> None:
    narrator = Narrator(words("en"))
    left = [
        narrator.line(event_pb2.Event(mark_changed=event_seats_pb2.MarkChanged(seat=3, mark="renjie", count=count)))
        for count in (2, 1)
    ]
    assert left == [f"   Zuo Ci [3] now has {count} of the mark Endurance." for count in (2, 1)]


def test_a_single_mark_is_shown_without_a_number() -> None:
    seat = view_pb2.SeatView(seat=3, hero="zuoci", alive=True, marks=[view_pb2.Mark(name="acted", count=1)])
    (line,) = words("en").table(view_pb2.MatchView(seats=[seat]))
    assert "hand 0, acted" in line
    assert "×" not in line
