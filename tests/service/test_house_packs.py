"""House players of every pack do not hurt themselves where they need not: questions as they come, at tables laid by
hand; and whole matches."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any, get_args

import pytest

from engine.cards.kind import CardType
from engine.events import Died, HpLost, MatchEnded, SkillInvoked
from engine.match import Match
from engine.outcome import Outcome
from engine.packs import PACKS
from engine.questions import Answer, Chosen, Question, first_answer
from engine.rules import rules_of
from engine.ruleset import Ruleset
from engine.texts import PROMPTS
from service.house import choose
from service.house.declared import Declared
from service.scenario.table import set_table

EVERY_PACK = tuple(name for name in PACKS if name != "standard")
MOST_ANSWERS = 4_000


def laid(**setup: Any) -> Match:
    """The match at its first question."""
    stored, _ = set_table({"ruleset": {"packs": list(EVERY_PACK)}, **setup})
    return Match.begin(stored)


def answer(match: Match, seat: int, chosen: Answer) -> None:
    match.answer(seat, match.open[seat].id, chosen)


def declining(question: Question) -> Answer:
    option = next((option for option in question.options if option.id in ("pass", "end")), None)
    return Answer(option.id) if option else question.default


def until_asked(match: Match, seat: int, name: str) -> Answer:
    """What the house answers for the seat when it is asked about this; everything before is declined."""
    for _ in range(50):
        decision = match.open.get(seat)
        if decision is not None and name in (decision.question.reason.name, decision.question.reason.prompt):
            chosen = choose(match, seat)
            decision.question.check(chosen)
            return chosen
        asked = min(match.open)
        answer(match, asked, declining(match.open[asked].question))
    raise AssertionError(f"seat {seat} is never asked about {name}")


def played_out(match: Match, seat: int) -> list[str]:
    """The house plays the seat's phase, everybody declines; the options that it took."""
    taken: list[str] = []
    while not match.over and match.game.turn == seat and match.game.phase == "play":
        asked = min(match.open)
        question = match.open[asked].question
        if asked == seat and question.kind == "PLAY":
            chosen = choose(match, seat)
            taken.append(chosen.option)
        else:
            chosen = choose(match, seat) if asked == seat else declining(question)
        answer(match, asked, chosen)
        assert len(taken) < 40
    return taken


def picked(chosen: Answer) -> list[object]:
    return [candidate.value for pick in chosen.picks for candidate in pick.items]


FOE = {"role": "rebel", "role_shown": True}
FRIEND = {"role": "loyalist", "role_shown": True}


@pytest.mark.parametrize(("hp", "invokes"), [("1/4", False), ("2/4", False), ("4/4", True)])
def test_kurou_costs_no_hp_that_is_needed(hp: str, invokes: bool) -> None:
    taken = played_out(laid(seats={"P1": {"hero": "huanggai", "hp": hp}, "P2": FOE}), 0)
    assert ("kurou" in taken) is invokes


def test_qiangxi_is_paid_with_a_weapon_rather_than_with_the_last_hp() -> None:
    poor: dict[str, Any] = {"P1": {"hero": "dianwei", "hp": "1/4"}, "P2": FOE}
    assert played_out(laid(seats=poor), 0) == ["end"]
    armed = {**poor, "P1": {"hero": "dianwei", "hp": "1/4", "hand": ["crossbow CA"], "equipment": ["axe D5"]}}
    taken = played_out(laid(seats=armed), 0)
    assert not any(option.startswith("qiangxi.by_blood") for option in taken)
    assert any(option.startswith("qiangxi.by_weapon") for option in taken)
    healthy = {**poor, "P1": {"hero": "dianwei", "hp": "4/4"}}
    assert any(option.startswith("qiangxi.by_blood") for option in played_out(laid(seats=healthy), 0))


def test_jiushi_is_for_danger_and_not_for_a_slash() -> None:
    poet = {"hero": "caozhi", "hp": "1/3", "hand": ["slash S7"]}
    assert "jiushi:analeptic" not in played_out(laid(seats={"P1": poet, "P2": FOE}), 0)
    struck = laid(turn="P2", seats={"P1": poet, "P2": {**FOE, "hand": ["archery_attack HA"]}})
    arrows = next(option for option in struck.open[1].question.options if option.as_card == "archery_attack")
    answer(struck, 1, first_answer(arrows))
    assert until_asked(struck, 0, "dying").option == "jiushi:analeptic"


def test_yeyan_is_for_enemies_and_not_for_three_hp() -> None:
    hand = ["slash S7", "jink H2", "slash C3", "jink D3"]
    seats = {"P1": {"hero": "godzhouyu", "hp": "3/4", "hand": hand}, "P2": FOE, "P3": FRIEND, "P4": FOE}
    chosen = choose(laid(seats=seats), 0)
    assert chosen.option == "yeyan.scorch"
    assert picked(chosen) == [1, 3]


def test_luanwu_not_at_the_last_hp() -> None:
    seats: dict[str, Any] = {"P1": {"hero": "jiaxu", "hp": "1/3"}, "P2": FOE, "P3": FOE, "P4": FOE}
    assert played_out(laid(seats=seats), 0) == ["end"]
    assert "luanwu" in played_out(laid(seats={**seats, "P1": {"hero": "jiaxu", "hp": "3/3"}}), 0)


def test_under_luanwu_a_friend_is_struck_only_to_live() -> None:
    for hp, strikes in (("4/4", False), ("1/4", True)):
        match = laid(
            turn="P4",
            seats={
                "P1": {"role": "lord", "hp": "4/4"},
                "P2": {**FRIEND, "hp": hp, "hand": ["slash S7"]},
                "P3": {**FRIEND},
                "P4": {"hero": "jiaxu", **FOE},
            },
        )
        answer(match, 3, Answer("luanwu"))
        assert (until_asked(match, 1, "luanwu").option != "pass") is strikes


def test_nobody_chains_himself() -> None:
    match = laid(seats={"P1": {"hand": ["iron_chain CK"]}, "P2": FRIEND, "P3": FOE, "P4": FOE})
    assert picked(choose(match, 0)) == [2, 3]
    alone = laid(seats={"P1": {"hand": ["iron_chain CK"]}, "P2": FRIEND, "P3": {**FOE, "chained": True}, "P4": FRIEND})
    assert 0 not in picked(choose(alone, 0))


def test_nobody_burns_himself() -> None:
    match = laid(seats={"P1": {"hand": ["fire_attack H2", "peach H3"]}, "P2": FRIEND})
    assert [option.as_card for option in match.open[0].question.options] == ["fire_attack", ""]
    assert played_out(match, 0) == ["end"]


def test_nobody_burns_himself_to_burn_the_others() -> None:
    foes = {f"P{n}": {**FOE, "chained": True} for n in (2, 3, 4)}
    match = laid(seats={"P1": {"hand": ["fire_attack H2", "peach H3"], "chained": True}, **foes})
    assert played_out(match, 0) == ["end"]


def test_who_must_show_a_card_to_himself_does_not_pay_to_be_burnt() -> None:
    match = laid(seats={"P1": {"hand": ["fire_attack H2", "peach H3", "slash H10"]}, "P2": FRIEND})
    answer(match, 0, first_answer(match.open[0].question.options[0]))
    assert until_asked(match, 0, "fire_attack.discard").option == "pass"


def test_the_blade_follows_up_with_what_does_not_come_back() -> None:
    hand = ["slash S7", "thunder_slash S4"]
    striker = {"hand": hand, "equipment": ["blade S5"], "chained": True}
    match = laid(seats={"P1": striker, "P2": {**FOE, "chained": True, "hand": ["jink D2"]}, "P4": FRIEND})
    plain = next(option for option in match.open[0].question.options if option.id.startswith("slash#"))
    answer(match, 0, first_answer(plain))
    jink = next(option for option in match.open[1].question.options if option.as_card == "jink")
    answer(match, 1, first_answer(jink))
    assert until_asked(match, 0, "blade").option == "pass"


def test_an_element_does_not_come_back_along_the_chain() -> None:
    for chained, uses in ((True, False), (False, True)):
        striker = {"hp": "1/4", "hand": ["fire_slash H4"], "chained": chained}
        match = laid(seats={"P1": striker, "P2": {**FOE, "chained": True}, "P4": FRIEND})
        assert (choose(match, 0).option != "end") is uses


def test_the_fan_is_not_lit_in_chains() -> None:
    for chained, lights in ((True, False), (False, True)):
        seats = {"P1": {"hand": ["slash S7"], "equipment": ["fan DA"], "chained": chained}, "P2": FOE}
        match = laid(seats=seats)
        answer(match, 0, choose(match, 0))
        assert (until_asked(match, 0, "fan").option == "fan") is lights


@pytest.mark.parametrize("hp", ["1/4", "2/4"])
def test_yuji_is_not_doubted_at_the_cost_of_what_one_lives_by(hp: str) -> None:
    match = laid(turn="P2", seats={"P1": {"hp": hp}, "P2": {"hero": "yuji", "hand": ["ex_nihilo H7"], **FOE}})
    bluff = next(option for option in match.open[1].question.options if option.id == "guhuo:ex_nihilo")
    answer(match, 1, first_answer(bluff))
    assert until_asked(match, 0, "guhuo").option == "pass"


def test_yuji_says_what_is_true() -> None:
    match = laid(seats={"P1": {"hero": "yuji", "hand": ["jueying S5", "peach H3"]}, "P2": FOE})
    options = match.open[0].question.options
    assert any(option.skill == "guhuo" for option in options)
    assert not any(option.startswith("guhuo") for option in played_out(match, 0))


@pytest.mark.parametrize(("hp", "loses"), [("8/8", "hp"), ("5/8", "max_hp"), ("2/8", "max_hp"), ("2/2", "hp")])
def test_benghuai_takes_what_can_be_spared(hp: str, loses: str) -> None:
    match = laid(turn="P2", phase="finish", seats={"P1": {"hp": "1/4"}, "P2": {"hero": "dongzhuo", "hp": hp}})
    assert until_asked(match, 1, "benghuai").option == loses


def test_wumou_takes_a_mark_rather_than_hp() -> None:
    ((_, burden),) = rules_of(Ruleset(4, packs=EVERY_PACK)).skill("wumou").burdens
    wrath = burden.mark
    match = laid(seats={"P1": {"hero": "godlvbu", "hand": ["ex_nihilo H7"], "marks": {wrath: 1}}, "P2": FOE})
    answer(match, 0, choose(match, 0))
    assert until_asked(match, 0, "wumou").option == "mark"


def test_wumou_lets_no_trick_cost_the_last_hp() -> None:
    seats = {"P1": {"hero": "godlvbu", "hp": "1/5", "hand": ["ex_nihilo H7"]}, "P2": FOE}
    assert played_out(laid(seats=seats), 0) == ["end"]
    seats = {
        "P1": {"hero": "godlvbu", "hp": "1/5", "hand": ["nullification SJ"]},
        "P2": {**FOE, "hand": ["dismantlement S3"]},
    }
    match = laid(turn="P2", seats=seats)
    answer(match, 1, choose(match, 1))
    assert until_asked(match, 0, "nullify").option == "pass"


def test_qinyin_does_not_play_its_owner_to_death() -> None:
    seats = {"P1": {"hero": "godzhouyu", "hp": "1/4", "hand": ["slash S7", "slash S8", "slash S9"]}, "P2": FOE}
    match = laid(phase="discard", seats=seats)
    answer(match, 0, match.open[0].question.default)
    answer(match, 0, Answer("qinyin"))
    assert until_asked(match, 0, "qinyin").option == "recover"


@pytest.mark.parametrize(("hero", "skill"), [("jiangwei", "tiaoxin"), ("xunyu", "quhu")])
def test_nobody_is_challenged_at_the_last_hp(hero: str, skill: str) -> None:
    foe = {**FOE, "hp": "4/4", "hand": 2}
    weak = played_out(laid(seats={"P1": {"hero": hero, "hp": "1/4", "hand": ["any"]}, "P2": foe}), 0)
    assert skill not in weak


def test_who_lives_by_buqu_alone_keeps_it() -> None:
    guise = {"huashen": "zhoutai"}
    seats = {
        "P1": {
            "hero": "zuoci",
            "hp": "0/3",
            "hero_cards": ["guanyu", "zhoutai", "zhenji"],
            "notes": guise,
            "skills": ["buqu"],
            "piles": {"buqu": ["slash S7"]},
        }
    }
    match = laid(phase="turn", seats=seats)
    answer(match, 0, Answer("huashen.change"))
    assert picked(choose(match, 0)) == ["zhoutai"]


def test_a_guise_that_harms_is_not_declared() -> None:
    for seed in range(12):
        seats = {"P1": {"hero": "zuoci", "hero_cards": ["dongzhuo"], "hp": "3/3"}}
        match = laid(phase="turn", seed=seed, seats=seats)
        answer(match, 0, Answer("huashen.change"))
        assert picked(choose(match, 0)) in (["jiuchi"], ["roulin"])


def test_a_play_phase_is_not_given_away_for_nothing() -> None:
    seats = {"P1": {"hero": "liushan", "hand": ["slash S7"]}, "P2": FOE}
    assert until_asked(laid(phase="play", turn="P1", seats=seats), 0, "play").option != "end"
    before = laid(phase="draw", seats=seats)
    assert until_asked(before, 0, "fangquan").option == "pass"


def test_the_best_cards_are_kept_under_the_stars() -> None:
    match = laid(phase="opening", draw_pile=["peach H3"], seats={"P1": {"hero": "godzhugeliang", "hand": 4}})
    kept = picked(until_asked(match, 0, "qixing.keep"))
    assert "peach" in {match.game.rules.deck[int(str(card))].name for card in kept}


def test_good_is_done_to_friends() -> None:
    seats = {
        "P1": {"hero": "xunyu", "hp": "3/3", "hand": 3},
        "P2": {**FOE, "hand": ["savage_assault S7"]},
        "P3": FRIEND,
        "P4": FOE,
    }
    match = laid(turn="P2", seats=seats)
    answer(match, 1, first_answer(match.open[1].question.options[0]))
    assert picked(until_asked(match, 0, "jieming")) in ([0], [2])


def test_friends_are_counselled_to_strike_foes_and_do() -> None:
    seats = {"P1": {"hero": "chengong", "hand": ["slash S7"]}, "P2": FRIEND, "P3": FOE, "P4": FOE}
    match = laid(seats=seats)
    counsel = next(option for option in match.open[0].question.options if option.skill == "mingce")
    given, taker = (pick.listed for pick in counsel.picks)
    answer(match, 0, Answer(counsel.id, (Chosen(given), Chosen(taker[:1]))))
    prey = until_asked(match, 0, "mingce.prey")
    assert picked(prey) == [2]
    answer(match, 0, prey)
    assert choose(match, 1).option == "strike"


@pytest.mark.parametrize(("dying", "saves"), [(FRIEND, True), (FOE, False)])
def test_jiefan_is_for_friends(dying: dict[str, Any], *, saves: bool) -> None:
    seats = {"P1": {"hero": "handang", "hand": ["slash S8"]}, "P2": {**FOE, "hand": ["slash S7"]}}
    match = laid(turn="P2", seats={**seats, "P3": {**dying, "hp": "1/4"}, "P4": FOE})
    slash = next(option for option in match.open[1].question.options if option.as_card == "slash")
    answer(match, 1, Answer(slash.id, (Chosen(tuple(c for c in slash.picks[0].listed if c.value == 2)),)))
    assert (until_asked(match, 0, "jiefan").option != "pass") is saves


@pytest.mark.parametrize(("judged", "invokes"), [("slash S7", True), ("peach H3", False)])
def test_zhenlie_replaces_the_judgement_of_a_delayed_trick_that_went_ill(judged: str, *, invokes: bool) -> None:
    seats = {"P1": {"hero": "wangyi", "judging": ["indulgence S6"]}, "P2": FOE}
    match = laid(phase="judge", draw_pile=[judged], seats=seats)
    assert (until_asked(match, 0, "zhenlie").option == "zhenlie") is invokes


def test_zhenlie_leaves_a_judgement_of_which_nothing_can_be_told() -> None:
    match = laid(phase="finish", draw_pile=["slash S7"], seats={"P1": {"hero": "wangyi", "hp": "1/3"}, "P2": FOE})
    answer(match, 0, until_asked(match, 0, "miji"))
    assert until_asked(match, 0, "zhenlie").option == "pass"


def test_secret_counsel_and_what_is_drawn_for_it_go_to_friends() -> None:
    seats = {"P1": {"hero": "wangyi", "hp": "1/3"}, "P2": FOE, "P3": FRIEND, "P4": FOE}
    match = laid(phase="finish", draw_pile=["slash S7"], seats=seats)
    answer(match, 0, Answer("miji"))
    answer(match, 0, Answer("pass"))
    assert picked(until_asked(match, 0, "miji")) in ([0], [2])
    schemer = {"hero": "zhonghui", "skills": ["paiyi"], "piles": {"quanji": 1}}
    match = laid(seats={"P1": schemer, "P2": FOE, "P3": FRIEND, "P4": FOE})
    assert picked(choose(match, 0))[1:] in ([0], [2])


def test_the_slashes_of_a_turn_are_not_given_for_a_card() -> None:
    match = laid(phase="draw", seats={"P1": {"hero": "caozhang", "hand": ["slash S7"]}, "P2": FOE})
    assert until_asked(match, 0, "jiangchi").option == "pass"


@pytest.mark.parametrize(
    ("hand", "uses"), [(["jink D2", "jink D3"], True), (["peach H3", "jink D2", "nullification SJ"], False)]
)
def test_qice_does_not_spend_a_good_hand_on_one_trick(hand: list[str], *, uses: bool) -> None:
    taken = played_out(laid(seats={"P1": {"hero": "xunyou", "hand": hand}, "P2": {**FOE, "hp": "4/4"}}), 0)
    assert any(option.startswith("qice") for option in taken) is uses


def test_what_is_declared_is_found_by_the_option() -> None:
    rules = rules_of(Ruleset(4, packs=EVERY_PACK, gods=True))
    match = laid(seats={"P1": {"hero": "dianwei", "hp": "4/4", "equipment": ["axe D5"]}, "P2": FOE})
    question = match.open[0].question
    declared = Declared(rules, question)
    found = {option.id.partition("#")[0]: declared.outcome(option) for option in question.options}
    assert found == {
        "qiangxi.by_blood": Outcome(hp=-1, them=-1),
        "qiangxi.by_weapon": Outcome(them=-1),
        "end": None,
    }


@pytest.mark.parametrize("seed", range(12))
def test_matches_of_all_packs_end_and_nobody_kills_himself(seed: int) -> None:
    ruleset = Ruleset(4 + seed % 7, packs=EVERY_PACK, gods=True)
    match = Match.start(ruleset, seed.to_bytes(16, "big"))
    for _ in range(MOST_ANSWERS):
        if match.over:
            break
        seat = Random(seed).choice(sorted(match.open))
        chosen = choose(match, seat)
        match.open[seat].question.check(chosen)
        answer(match, seat, chosen)
    assert isinstance(match.game.events[-1], MatchEnded)
    events = match.game.events
    for invoked, lost in pairwise(events):
        if isinstance(invoked, SkillInvoked) and isinstance(lost, HpLost) and invoked.seat == lost.seat:
            assert lost.hp > 0, f"{invoked} cost the last hp"
    assert any(isinstance(event, Died) for event in events)


def test_what_is_declared_of_choices_is_of_choices_that_are_asked() -> None:
    for skill in rules_of(Ruleset(4, packs=EVERY_PACK)).skills:
        for key, _ in skill.choices:
            assert {key, f"{skill.id}.{key}", f"option.{key}"} & PROMPTS.keys(), f"{skill.id} asks for no {key}"
        for card_type, _ in skill.burdens:
            assert card_type in get_args(CardType)
