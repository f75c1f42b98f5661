"""The catalogue names everything that a match may name, and a front end that has it needs no other texts."""

from __future__ import annotations

import string
from contextlib import suppress
from itertools import product

import pytest
from google.protobuf.message import Message
from sanguosha.v1 import catalogue_service_pb2 as pb

from engine.editions import EDITIONS, every_pack
from engine.modes import MODES
from engine.options import OPTIONS
from engine.pack import print_deck
from engine.packs import PACKS
from engine.rules import check, rules_of
from engine.ruleset import Ruleset, UnknownRuleset
from engine.texts import TERMS
from service.convert import decisions, events, rulesets
from service.convert.catalogue import catalogue
from service.fleet.rules_version import rules_version
from tests.service.playing import stops

WHOLE = catalogue([])
EVERYTHING = Ruleset(8, packs=tuple(PACKS)[1:], gods=True)
RULES = rules_of(EVERYTHING)


OF_MODES = [skill.id for mode in MODES.values() for skill in mode.skills]  # whatever the packs


def ids(entries: object) -> list[str]:
    return [entry.id for entry in entries]  # type: ignore[attr-defined]  # every entry of the catalogue has an id


def test_it_lists_what_the_server_has() -> None:
    assert WHOLE.rules_version == rules_version()
    assert ids(WHOLE.editions) == list(EDITIONS)
    assert [(mode.id, mode.min_seat_count, mode.max_seat_count) for mode in WHOLE.modes] == [
        ("identity", 4, 10),
        ("3v3", 6, 6),
    ]
    assert ids(WHOLE.packs) == list(PACKS)
    assert ids(WHOLE.options) == list(rulesets.KNOWN_OPTIONS)


def test_an_edition_lists_the_modes_that_it_is_played_in() -> None:
    listed = {(edition.id, mode) for edition in WHOLE.editions for mode in edition.modes}
    played = set()
    for edition, mode, seats in product(EDITIONS, MODES, range(2, 11)):
        with suppress(UnknownRuleset):
            check(Ruleset(seats, edition, mode, packs=()))
            played.add((edition, mode))
    assert listed == played


def test_it_lists_every_copy_of_every_card() -> None:
    printed = [(card.id, copy.suit, copy.rank) for card in WHOLE.cards for copy in card.prints]
    suits = ["", "spade", "heart", "club", "diamond"]
    decks = [print_deck(pack.cards) for pack in every_pack().values()]
    assert sorted(printed) == sorted((card.name, suits.index(card.suit), card.rank) for deck in decks for card in deck)
    lightning = next(card for card in WHOLE.cards if card.id == "lightning")
    assert [copy.pack for copy in lightning.prints] == ["standard", "ex", "proto"]
    assert lightning.type == "delayed-trick"


def test_a_weapon_alone_has_an_attack_range() -> None:
    ranges = {card.id: card.attack_range for card in WHOLE.cards if card.attack_range}
    assert ranges.keys() == {card.id for card in WHOLE.cards if card.type == "weapon"}
    assert (ranges["crossbow"], ranges["axe"], ranges["kylin_bow"]) == (1, 3, 5)


def test_it_lists_every_hero_with_its_skills_in_printed_order() -> None:
    assert ids(WHOLE.heroes) == [hero.id for pack in every_pack().values() for hero in pack.heroes]
    caocao = WHOLE.heroes[0]
    assert (caocao.id, caocao.name.zh, caocao.name.en, caocao.kingdom) == ("caocao", "曹操", "Cao Cao", "wei")
    assert (caocao.pack, caocao.sex, caocao.max_hp, list(caocao.skills)) == (
        "standard",
        "male",
        4,
        ["jianxiong", "hujia"],
    )
    listed = ids(WHOLE.skills)
    assert len(set(listed)) == len(listed)
    assert {skill for hero in WHOLE.heroes for skill in hero.skills} <= set(listed)


def test_a_skill_has_its_tags() -> None:
    tags = {skill.id: list(skill.tags) for skill in WHOLE.skills}
    assert (tags["jianxiong"], tags["hujia"], tags["kongcheng"]) == ([], ["lord"], ["locked"])


def test_a_skill_says_which_skills_it_lends() -> None:
    lends = {skill.id: list(skill.lends) for skill in WHOLE.skills}
    assert (lends["mouduan"], lends["huangtian"]) == (["jiang", "qianxun", "yingzi", "keji"], ["huangtianv"])
    assert lends["jianxiong"] == lends["luoyi"] == []  # what only lies on somebody until the turn is over has no text


@pytest.mark.parametrize("pack", every_pack())
def test_what_the_skills_of_a_pack_lend_is_listed_with_it(pack: str) -> None:
    listed = catalogue([pack]).skills
    assert {lent for skill in listed for lent in skill.lends} <= set(ids(listed))


def test_only_what_the_packs_print_is_listed() -> None:
    ex = catalogue(["ex"])
    assert ids(ex.cards) == ["ice_sword", "lightning", "nioh_shield", "nullification"]
    assert [copy.pack for card in ex.cards for copy in card.prints] == ["ex"] * 4
    assert (ids(ex.heroes), ids(ex.skills)) == ([], OF_MODES)
    assert (ids(ex.packs), ids(ex.terms)) == (ids(WHOLE.packs), ids(WHOLE.terms))
    assert catalogue(["ex", "standard", "ex"]) == catalogue(["standard", "ex"])
    assert catalogue([*reversed(every_pack()), "ex"]) == WHOLE


def test_cards_that_heroes_make_are_listed_without_copies() -> None:
    fire = catalogue(["fire"])
    assert {"fire_attack", "iron_chain"} == set(ids(fire.cards))
    assert not any(card.prints for card in fire.cards)


def test_it_is_made_once() -> None:
    assert catalogue(["ex", "standard"]) is catalogue(["standard", "ex"])
    assert catalogue([*reversed(every_pack())]) is catalogue(())


def test_an_unknown_pack_is_refused() -> None:
    with pytest.raises(UnknownRuleset, match="no_such_pack"):
        catalogue(["ex", "no_such_pack"])


def test_its_words_are_among_the_terms() -> None:
    terms = set(ids(WHOLE.terms))
    used = {f"type.{card.type}" for card in WHOLE.cards} | {f"tag.{t}" for skill in WHOLE.skills for t in skill.tags}
    used |= {f"{kind}.{getattr(hero, kind)}" for hero in WHOLE.heroes for kind in ("kingdom", "sex", "pack")}
    ruleset = {"edition": WHOLE.editions, "mode": WHOLE.modes, "pack": WHOLE.packs, "option": WHOLE.options}
    named = {f"{kind}.{entry}" for kind, entries in ruleset.items() for entry in ids(entries)}
    named |= {f"pack.{edition.pack}" for edition in WHOLE.editions}
    assert used | named <= terms
    assert {term for term in terms if term.partition(".")[0] in ruleset} == named
    assert terms == TERMS.keys()


def test_every_skill_that_acts_is_a_skill_or_a_card_of_the_catalogue() -> None:
    """The others, such as what a horse does to distance, are never named; nor is what a skill leaves behind."""
    unnamed = [s for s in RULES.skills if not s.printed]
    assert all(trigger.compulsory and trigger.quiet for skill in unnamed for trigger in skill.triggers)
    assert not any(skill.actives or skill.views or skill.providers for skill in unnamed)
    acting = {s.id for s in RULES.skills if s.printed and (s.triggers or s.actives or s.views or s.providers)}
    assert acting <= {*ids(WHOLE.skills), *ids(WHOLE.cards)}


def test_everything_has_a_text_in_both_languages() -> None:
    found = list(texts_in(WHOLE))
    assert len(found) > 300
    assert all(text.zh and text.en for text in found)


def texts_in(message: Message) -> list[pb.LocalizedText]:
    if isinstance(message, pb.LocalizedText):
        return [message]
    found: list[pb.LocalizedText] = []
    for field, value in message.ListFields():
        if field.message_type is not None:
            for part in value if field.is_repeated else [value]:
                found += texts_in(part)
    return found


# A front end, as the contract describes one.

LINES = {line.id: line.text for line in WHOLE.event_lines}
PROMPTS = {prompt.id: prompt.text for prompt in WHOLE.prompts}


def has(message: Message, field: str) -> bool:
    if message.DESCRIPTOR.fields_by_name[field].has_presence:
        return message.HasField(field)
    return bool(getattr(message, field))


def holds(line: str, name: str, message: Message) -> bool:
    event, *cases = line.split(".")
    return event == name and all(has(message, case.removeprefix("no_")) is not case.startswith("no_") for case in cases)


def placeholders(text: pb.LocalizedText) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text.en) if name}


@pytest.mark.parametrize("seats", [4, 10])
def test_a_log_can_be_written_from_events_and_catalogue_alone(seats: int) -> None:
    match = list(stops(Ruleset(seats, packs=EVERYTHING.packs, gods=True), 100 + seats))[-1]
    shown: dict[str, int] = {}
    for ordinal, event in enumerate(match.game.events, 1):
        for viewer in (-1, 0):
            message = events.to_message(event, ordinal, viewer, match.game.rules)
            name = message.WhichOneof("event")
            assert name is not None
            fields = getattr(message, name)
            line = [line for line in LINES if holds(line, name, fields)][-1]
            shown[line] = shown.get(line, 0) + 1
            for placeholder in placeholders(LINES[line]):
                if placeholder in {"source", "killer", "targets", "winners", "cards", "role", "skill", "hero"}:
                    assert has(fields, placeholder), (line, placeholder)
    assert {"cards_moved", "cards_moved.cards", "card_used.targets", "role_dealt", "role_dealt.role"} <= shown.keys()


def test_a_decision_can_be_shown_from_its_reason_and_the_catalogue_alone() -> None:
    for match in stops(EVERYTHING, 110):
        for decision in match.open.values():
            message = decisions.to_message(decision, match.game.rules)
            reason = message.reason
            fallback = PROMPTS[reason.prompt]
            text = fallback if has(reason, "source") else PROMPTS.get(f"{reason.prompt}.no_source", fallback)
            assert all(has(reason, placeholder) for placeholder in placeholders(text)), reason
            for option in message.options:
                if not option.cards and not option.skill:
                    assert f"{reason.name}.{option.id}" in PROMPTS or f"option.{option.id}" in PROMPTS


def test_an_edition_says_who_may_play_it_and_what_it_is_played_with() -> None:
    editions = {edition.id: edition for edition in WHOLE.editions}
    assert list(editions["standard"].seat_counts) == list(range(4, 11))
    proto = editions["proto-1.0"]
    assert (proto.name.zh, proto.pack, proto.takes_packs) == ("原型 1.0 版", "proto", False)
    assert list(proto.seat_counts) == list(range(4, 10))
    assert list(proto.modes) == ["identity"]
    assert [option.id for option in WHOLE.options if option.id in OPTIONS and "proto-1.0" in option.editions] == []
    caocao = next(hero for hero in WHOLE.heroes if hero.id == "proto_caocao")
    assert (caocao.name.en, caocao.pack, caocao.character, list(caocao.skills)) == ("Cao Cao", "proto", "caocao", [])


def test_a_match_of_an_edition_of_its_own_is_told_by_the_catalogue_alone() -> None:
    for match in stops(Ruleset(6, "proto-1.0", packs=()), 111):
        for decision in match.open.values():
            message = decisions.to_message(decision, match.game.rules)
            assert message.reason.prompt in PROMPTS
            for option in message.options:
                if not option.cards and not option.skill:
                    assert f"{message.reason.name}.{option.id}" in PROMPTS or f"option.{option.id}" in PROMPTS
    for ordinal, event in enumerate(match.game.events, 1):
        told = events.to_message(event, ordinal, -1, match.game.rules)
        assert told.WhichOneof("event")
