"""Every standard card, hero and skill of the reference sheets has its texts, in Chinese and in English."""

import csv
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.texts import CARDS, EVENTS, HEROES, PROMPTS, SKILLS, TERMS, Entry, Text, merge, prompts

DATA = Path(__file__).parent.parent / "data"


def rows(sheet: str) -> list[dict[str, str]]:
    with (DATA / sheet).open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t"))


DECKS = rows("decks.tsv")
HERO_SHEET = rows("heroes.tsv")
STANDARD_CARDS = {row["english_id"]: row for row in DECKS if row["pack"] in ("standard", "ex")}
STANDARD_HEROES = {row["id"]: row for row in HERO_SHEET if row["pack"] == "standard"}
STANDARD_SKILLS = {
    skill: name
    for row in STANDARD_HEROES.values()
    for skill, name in zip(row["skills_id"].split(","), row["skills_zh"].split(","), strict=True)
}


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


@pytest.mark.parametrize("card", sorted(STANDARD_CARDS))
def test_a_standard_or_ex_card_carries_its_printed_name(card: str) -> None:
    assert CARDS[card].name.zh == STANDARD_CARDS[card]["chinese_name"]


@pytest.mark.parametrize("hero", sorted(STANDARD_HEROES))
def test_a_standard_hero_carries_his_printed_name(hero: str) -> None:
    assert HEROES[hero].name.zh == STANDARD_HEROES[hero]["chinese_name"]


@pytest.mark.parametrize("skill", sorted(STANDARD_SKILLS))
def test_a_standard_skill_carries_its_printed_name(skill: str) -> None:
    assert SKILLS[skill].name.zh == STANDARD_SKILLS[skill]


def test_the_sheets_were_read_whole() -> None:
    assert (len(STANDARD_CARDS), len(STANDARD_HEROES), len(STANDARD_SKILLS)) == (32, 25, 40)


@pytest.mark.parametrize("hero", sorted(STANDARD_HEROES))
def test_a_skill_text_opens_with_the_tags_of_the_sheet(hero: str) -> None:
    row = STANDARD_HEROES[hero]
    ids = dict(zip(row["skills_zh"].split(","), row["skills_id"].split(","), strict=True))
    tagged = dict(part.strip().split(":") for part in row["tags"].split(";") if ":" in part)
    for name, skill in ids.items():
        tags = tagged.get(name, "").split(",")
        text = SKILLS[skill].text
        assert ("主公技" in text.zh, "Lord skill" in text.en) == ("lord" in tags, "lord" in tags)
        assert ("锁定技" in text.zh, "locked" in text.en.lower()) == ("locked" in tags, "locked" in tags)


@pytest.mark.parametrize("skill", ["rende", "zhiheng", "fanjian", "jieyin", "qingnang", "lijian"])
def test_a_skill_limited_to_once_per_phase_says_so(skill: str) -> None:
    text = SKILLS[skill].text
    assert "阶段限一次" in text.zh
    assert "once per play phase" in text.en.lower()


@pytest.mark.parametrize("card", sorted(key for key, row in STANDARD_CARDS.items() if row["type"] == "weapon"))
def test_a_weapon_text_states_its_printed_range(card: str) -> None:
    reach = STANDARD_CARDS[card]["attack_range"]
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


def test_a_prompt_asks_for_no_more_than_a_reason_carries() -> None:
    used = set().union(*(placeholders(text.zh) for text in PROMPTS.values()))
    assert used == {"skill", "source", "target", "card", "count"}


def test_a_prompt_of_a_card_or_skill_is_keyed_by_its_id() -> None:
    assert {key.split(".")[0] for key in prompts.CARDS} <= CARDS.keys()
    assert {key.split(".")[0] for key in prompts.SKILLS} <= SKILLS.keys()


def test_only_prompts_and_events_have_placeholders() -> None:
    fixed = [text for key, text in ALL_TEXTS.items() if not key.startswith(("prompt ", "event "))]
    assert not any(placeholders(text.zh) for text in fixed)


def test_the_words_of_the_sheets_have_terms() -> None:
    used = {f"suit.{row['suit']}" for row in DECKS} | {f"type.{row['type']}" for row in DECKS}
    used |= {f"kingdom.{row['kingdom']}" for row in HERO_SHEET} | {f"sex.{row['gender']}" for row in HERO_SHEET}
    used |= {f"pack.{row['pack']}" for row in DECKS + HERO_SHEET}
    assert used - TERMS.keys() == set()


def test_a_further_question_or_case_belongs_to_a_plain_one() -> None:
    for table in (PROMPTS, EVENTS):
        assert {key.split(".")[0] for key in table} - table.keys() == set()


def test_a_text_is_written_once() -> None:
    slash = {"slash": CARDS["slash"]}
    with pytest.raises(ValueError, match="slash"):
        merge(CARDS, slash)
    added = {"new_card": Entry(name=Text(zh="新", en="New"), text=Text(zh="新。", en="New."))}
    assert merge(CARDS, added).keys() == CARDS.keys() | added.keys()
