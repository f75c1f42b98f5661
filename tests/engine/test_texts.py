"""Every card, hero and skill of the reference sheets that is in a pack has its texts, in Chinese and in English."""

import ast
import csv
import re
import string
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import NamedTuple, get_args
from unittest.mock import patch

import pytest

import engine
from engine import events
from engine.card import SUITS
from engine.cards.kind import CardType
from engine.deeds.damage import Nature
from engine.editions import EDITIONS, every_pack
from engine.events import Event, MarkChanged
from engine.hero import Kingdom, Sex
from engine.match import Match
from engine.modes import MODES
from engine.pack import Pack
from engine.packs import PACKS
from engine.questions import Question, Reason
from engine.ruleset import Ruleset
from engine.skill import Skill, Tag
from engine.state import Role
from engine.texts import CARDS, EVENTS, HEROES, PROMPTS, SKILLS, TERMS, Entry, Text, take_in
from engine.zones import ZoneKind
from service.scenario import Failed, Malformed, load, run
from service.scenario.runner import Run
from tests.engine.playing import stops

DATA = Path(__file__).parent.parent / "data"
SCENARIOS = Path(__file__).parent.parent / "scenarios"


def rows(sheet: str) -> list[dict[str, str]]:
    with (DATA / sheet).open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t"))


DECKS = rows("decks.tsv")
HERO_SHEET = rows("heroes.tsv") + rows("heroes_first_edition.tsv")
EVERY_PACK = every_pack()  # those of the editions too
IN_A_PACK = {hero.id for pack in EVERY_PACK.values() for hero in pack.heroes}
PRINTED_CARDS = {row["english_id"]: row for row in DECKS if row["pack"] in PACKS}
PRINTED_HEROES = {row["id"]: row for row in HERO_SHEET if row["pack"] in EVERY_PACK and row["id"] in IN_A_PACK}
PRINTED_SKILLS = {
    skill: name
    for row in PRINTED_HEROES.values()
    for skill, name in zip(row["skills_id"].split(","), row["skills_zh"].split(","), strict=True)
}
OPENINGS = {"锁定技": "locked", "主公技": "lord", "限定技": "limited", "觉醒技": "awakening", "转化技": "switch"}


def skills_of(pack: Pack) -> list[type[Skill]]:
    """The printed skills of a pack's heroes, and those that they lend."""
    return [skill for skill in lent_too(skill for hero in pack.heroes for skill in hero.skills) if skill.printed]


def lent_too(skills: Iterable[type[Skill]]) -> list[type[Skill]]:
    found: dict[str, type[Skill]] = {}
    waiting = list(skills)
    while waiting:
        skill = waiting.pop()
        if skill.id not in found:
            found[skill.id] = skill
            waiting += skill.lends
    return list(found.values())


def every_text() -> Iterator[tuple[str, Text]]:
    for kind, entries in (("card", CARDS), ("hero", HEROES), ("skill", SKILLS)):
        for key, entry in entries.items():
            yield f"{kind} {key} name", entry.name
            yield f"{kind} {key} text", entry.text
    for kind, texts in (("term", TERMS), ("prompt", PROMPTS), ("event", EVENTS)):
        for key, text in texts.items():
            yield f"{kind} {key}", text


ALL_TEXTS = dict(every_text())


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


@pytest.mark.parametrize("card", sorted(PRINTED_CARDS))
def test_a_card_carries_its_printed_name(card: str) -> None:
    assert CARDS[card].name.zh == PRINTED_CARDS[card]["chinese_name"]


@pytest.mark.parametrize("hero", sorted(PRINTED_HEROES))
def test_a_hero_carries_his_printed_name(hero: str) -> None:
    assert HEROES[hero].name.zh == PRINTED_HEROES[hero]["chinese_name"]


@pytest.mark.parametrize("skill", sorted(PRINTED_SKILLS))
def test_a_skill_carries_its_printed_name(skill: str) -> None:
    assert SKILLS[skill].name.zh == PRINTED_SKILLS[skill]


def test_the_sheets_were_read_whole() -> None:
    standard = [row for row in HERO_SHEET if row["pack"] == "standard"]
    cards = {row["english_id"] for row in DECKS if row["pack"] in ("standard", "ex")}
    assert (len(cards), len(standard)) == (32, 25)
    assert PRINTED_CARDS.keys() >= cards
    assert PRINTED_HEROES.keys() >= {row["id"] for row in standard}


@pytest.mark.parametrize("hero", sorted(PRINTED_HEROES))
def test_a_skill_text_opens_with_the_tags_of_the_sheet(hero: str) -> None:
    """`主公技，锁定技。...`, `Lord skill, locked. ...`"""
    row = PRINTED_HEROES[hero]
    ids = dict(zip(row["skills_zh"].split(","), row["skills_id"].split(","), strict=True))
    tagged = dict(part.strip().split(":") for part in row["tags"].split(";") if ":" in part)
    for name, skill in ids.items():
        tags = {*tagged.get(name, "").split(",")} & {*OPENINGS.values()}
        text = SKILLS[skill].text
        zh, en = text.zh.partition("。")[0].split("，"), text.en.partition(".")[0].lower().split(", ")
        assert {OPENINGS[word] for word in zh if word in OPENINGS} == tags
        assert {word.removesuffix(" skill") for word in en} & {*OPENINGS.values()} == tags


def limited_to_once(skill: Skill, scope: str) -> bool:
    """By an ability of its own, not of a skill that it is made of (极略)."""
    return any(active.once == scope and active.name in vars(type(skill)) for active in skill.actives)


LIMITS = {"phase": ("阶段限一次", "once per play phase"), "turn": ("每回合限一次", "once per turn")}
EVERY_SKILL = [skill for pack in EVERY_PACK.values() for skill in skills_of(pack)]
ONCE = sorted({(skill.id, scope) for skill in EVERY_SKILL for scope in LIMITS if limited_to_once(skill(), scope)})


@pytest.mark.parametrize(("skill", "scope"), [("rende", "phase"), ("qice", "phase"), *ONCE])
def test_a_skill_limited_to_once_per_phase_or_turn_says_so(skill: str, scope: str) -> None:
    text, (zh, en) = SKILLS[skill].text, LIMITS[scope]
    assert zh in text.zh
    assert en in text.en.lower()


LENT = [
    (skill.id, lent.id)
    for pack in EVERY_PACK.values()
    for skill in skills_of(pack)
    for lent in skill.lends
    if lent.printed and not skill().lends_to_others
]


@pytest.mark.parametrize(("skill", "lent"), LENT)
def test_a_skill_text_names_the_skills_that_it_gives(skill: str, lent: str) -> None:
    assert SKILLS[lent].name.zh in SKILLS[skill].text.zh
    assert SKILLS[lent].name.en in SKILLS[skill].text.en


@pytest.mark.parametrize("card", sorted(key for key, row in PRINTED_CARDS.items() if row["type"] == "weapon"))
def test_a_weapon_text_states_its_printed_range(card: str) -> None:
    reach = PRINTED_CARDS[card]["attack_range"]
    assert f"攻击范围 {reach}。" in CARDS[card].text.zh
    assert f"range {reach}." in CARDS[card].text.en


@pytest.mark.parametrize("key", sorted(ALL_TEXTS))
def test_a_text_is_filled_in_both_languages(key: str) -> None:
    text = ALL_TEXTS[key]
    assert text.zh.strip() == text.zh != ""
    assert text.en.strip() == text.en != ""
    assert set(text.en) <= set(string.printable + "ü☆")


@pytest.mark.parametrize("key", sorted(ALL_TEXTS))
def test_both_languages_have_the_same_placeholders(key: str) -> None:
    text = ALL_TEXTS[key]
    assert placeholders(text.zh) == placeholders(text.en)
    assert all(name.isidentifier() for name in placeholders(text.zh))


def test_a_prompt_is_filled_in_from_its_reason() -> None:
    used = set().union(*(placeholders(text.zh) for text in PROMPTS.values()))
    assert used == {"name", "source", "target", "card", "count"} <= set(Reason.__struct_fields__)


def test_a_prompt_of_a_card_or_skill_is_keyed_by_its_id() -> None:
    named = {*CARDS, *SKILLS}
    assert {
        key.removeprefix("option.").split(".")[0] for pack in EVERY_PACK.values() for key in pack.texts.prompts
    } <= named


def literals(function: str, position: int, variable: str = "") -> set[str]:
    """The strings that the engine's source spells out as this argument of the function, or assigns to the variable."""
    found: set[str] = set()
    for path in sorted(Path(engine.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            spelt: list[ast.expr] = []
            match node:
                case ast.Call(func=ast.Name(name), args=args) if name == function:
                    spelt = args[position : position + 1]
                case ast.Assign(targets=[ast.Name(name)], value=value) if name == variable:
                    spelt = [value]
            for expression in spelt:
                branches = [expression.body, expression.orelse] if isinstance(expression, ast.IfExp) else [expression]
                found |= {b.value for b in branches if isinstance(b, ast.Constant) and isinstance(b.value, str)}
    return found


def literal_prompts() -> set[str]:
    return literals("Reason", 1, "prompt")


def test_every_prompt_in_the_source_has_a_text() -> None:
    spelt = literal_prompts()
    assert {"play", "respond_jink", "respond_slash", "invoke", "order"} <= spelt
    assert spelt - PROMPTS.keys() == set()


class Played(NamedTuple):
    questions: list[Question]
    events: list[Event]


@pytest.fixture(scope="module")
def played() -> Played:
    """What is asked and what happens in the scenarios, and in some matches played by chance: with few packs, with all
    of them, and in every mode."""
    seen = Played([], [])
    play = Run.play

    def play_and_keep(run: Run) -> None:
        play(run)
        seen.questions.extend(asked.question for asked in run.match.asked)
        seen.events.extend(run.game.events)

    with patch.object(Run, "play", play_and_keep):
        for path in sorted(SCENARIOS.rglob("*.yaml")):
            for scenario in load(path):
                with suppress(Failed, Malformed):  # told by `test_scenarios.py`
                    run(scenario, paranoid=False)
    rulesets = [
        Ruleset(4 + n % 7, packs=tuple(PACKS)[1:], gods=True) if n % 2 else Ruleset(4 + n % 7) for n in range(21)
    ]
    rulesets += [Ruleset(6, mode="3v3")] * 2
    for n, ruleset in enumerate(rulesets):
        match = Match.start(ruleset, bytes([n]) * 16)
        for stop in stops(match, Random(n)):
            seen.questions.extend(decision.question for decision in stop.open.values())
        seen.events.extend(match.game.events)
    return seen


@pytest.fixture(scope="module")
def asked(played: Played) -> list[Question]:
    return played.questions


def test_every_prompt_that_is_asked_has_a_text_which_its_reason_fills(asked: list[Question]) -> None:
    for reason in {question.reason for question in asked}:
        plain = PROMPTS[reason.prompt]
        text = PROMPTS.get(f"{reason.prompt}.no_source", plain) if reason.source < 0 else plain
        nothing = {"source": reason.source < 0, "target": reason.target < 0, "card": not reason.card}
        nothing["count"] = not reason.count
        assert [field for field in placeholders(text.zh) if nothing.get(field)] == [], reason


def test_every_option_without_card_and_skill_has_a_label(asked: list[Question]) -> None:
    bare = {(q.reason.name, o.id) for q in asked for o in q.options if not o.cards and not o.skill}
    assert ("ganglie", "pass") in bare
    unlabelled = {(n, o) for n, o in bare if f"{n}.{o}" not in PROMPTS and f"option.{o}" not in PROMPTS}
    assert unlabelled == set()


def test_every_prompt_can_be_asked(asked: list[Question]) -> None:
    reasons = {question.reason for question in asked}
    prompts = literal_prompts() | {reason.prompt for reason in reasons}
    prompts |= {f"{reason.prompt}.no_source" for reason in reasons if reason.source < 0}
    bare = {(q.reason.name, o.id) for q in asked for o in q.options if not o.cards and not o.skill}
    labels = {f"{n}.{o}" if f"{n}.{o}" in PROMPTS else f"option.{o}" for n, o in bare}
    labels |= {"option.recast" for q in asked for o in q.options if o.id.startswith("recast:")}
    labels |= {"option." + re.split("[#@]", o.id)[0] for q in asked for o in q.options if o.skill}
    assert PROMPTS.keys() - prompts - labels == set()


def test_every_card_hero_and_skill_with_a_text_is_in_a_pack() -> None:
    heroes = [hero for pack in EVERY_PACK.values() for hero in pack.heroes]
    assert CARDS.keys() == {kind.id for pack in EVERY_PACK.values() for kind in pack.kinds}
    assert HEROES.keys() == {hero.id for hero in heroes}
    of_packs = {skill.id for pack in EVERY_PACK.values() for skill in skills_of(pack)}
    assert SKILLS.keys() == of_packs | {skill.id for mode in MODES.values() for skill in mode.skills}


EVENT_CLASSES = {events.event_name(event): event for event in events.EVENTS}


@pytest.mark.parametrize("name", EVENT_CLASSES)
def test_an_event_has_a_line_filled_in_from_its_fields(name: str) -> None:
    fields = set(EVENT_CLASSES[name].__struct_fields__)
    lines = {key: text for key, text in EVENTS.items() if key.split(".")[0] == name}
    assert name in lines
    for key, text in lines.items():
        assert placeholders(text.zh) <= fields
        assert {case.removeprefix("no_") for case in key.split(".")[1:]} <= fields


def test_every_line_is_of_an_event() -> None:
    assert {key.split(".")[0] for key in EVENTS} == EVENT_CLASSES.keys()


def test_only_prompts_and_events_have_placeholders() -> None:
    fixed = [text for key, text in ALL_TEXTS.items() if not key.startswith(("prompt ", "event "))]
    assert not any(placeholders(text.zh) for text in fixed)


VOCABULARIES = {
    "suit": [*SUITS, "none"],
    "type": get_args(CardType),
    "zone": get_args(ZoneKind),
    "kingdom": get_args(Kingdom),
    "sex": get_args(Sex),
    "role": [
        *(role for role in get_args(Role) if role),
        *(f"{mode.id}.{role}" for mode in MODES.values() for role in mode.seating),
    ],
    "tag": get_args(Tag),
    "nature": get_args(Nature),
    "phase": [phase for edition in EDITIONS.values() for phase in edition.phases],
    "direction": [edition.direction for edition in EDITIONS.values()],
}


@pytest.mark.parametrize("kind", VOCABULARIES)
def test_the_terms_of_a_kind_are_the_words_that_the_engine_has(kind: str) -> None:
    assert terms_of(kind) == set(VOCABULARIES[kind])


def terms_of(kind: str) -> set[str]:
    return {key.partition(".")[2] for key in TERMS if key.partition(".")[0] == kind}


def test_a_term_is_of_a_known_kind() -> None:
    """Those of the ruleset are compared with the catalogue, in `tests/service/test_catalogue.py`."""
    of_the_ruleset = {"edition", "mode", "pack", "option"}
    assert {key.partition(".")[0] for key in TERMS} == {*VOCABULARIES, "reason", "mark", "pile", *of_the_ruleset}


def test_whatever_is_given_as_a_reason_has_a_name_and_nothing_else_has(played: Played) -> None:
    given = literals("Move", 2) | literals("exchange", 3) | literals("EndMatch", 1) | literals("Reason", 0)
    given |= literals("Show", 2) | literals("TurnUp", 2)
    given |= {question.reason.name for question in played.questions}
    given |= {str(event.reason) for event in played.events if hasattr(event, "reason")}
    elsewhere = {*CARDS, *SKILLS, *terms_of("phase")}
    assert {"draw_pile_exhausted", "judged", "arrange_top", "lightning", "play"} <= given
    assert given <= elsewhere | terms_of("reason")
    assert terms_of("reason") <= given


def test_a_mark_has_a_name(played: Played) -> None:
    """That of the card or skill which it is called after, or one of its own."""
    marks = {event.mark for event in played.events if isinstance(event, MarkChanged)}
    assert "analeptic" in marks
    assert marks <= {*CARDS, *SKILLS} | terms_of("mark")
    assert terms_of("mark") <= marks


def test_every_pile_has_a_name() -> None:
    skills = [skill for pack in EVERY_PACK.values() for skill in skills_of(pack)]
    skills += [skill for pack in EVERY_PACK.values() for kind in pack.kinds for skill in kind.skills]
    piles = {pile for skill in skills for pile in (*skill.piles, *skill.hidden_piles)}
    assert piles <= {*SKILLS} | terms_of("pile")
    assert terms_of("pile") <= piles


def test_a_text_is_written_once() -> None:
    table, slash = dict(CARDS), {"slash": CARDS["slash"]}
    with pytest.raises(ValueError, match="slash"):
        take_in(table, slash)
    added = {"new_card": Entry(name=Text(zh="新", en="New"), text=Text(zh="新。", en="New."))}
    take_in(table, added)
    assert table.keys() == CARDS.keys() | added.keys()
