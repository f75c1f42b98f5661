"""Every scenario file comes out as written; the example in the documentation too."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from engine.view import SeatView
from service.scenario import Failed, Malformed, Scenario, load, run, run_paths
from service.scenario.document import parse
from service.scenario.schema import schema

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "tests" / "scenarios").rglob("*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_scenario_comes_out_as_written(path: Path) -> None:
    for scenario in load(path):
        run(scenario, paranoid=True)


def test_a_file_is_named_after_its_case() -> None:
    for path in FILES:
        assert path.stem.partition("_")[0] == load(path)[0].id, path


def test_an_id_is_given_once() -> None:
    ids = [path.stem.partition("_")[0] for path in FILES]
    assert sorted(ids) == sorted(set(ids))


def test_every_marked_note_has_a_scenario_and_every_note_scenario_is_listed() -> None:
    listed = set(re.findall(r"\b[CNO]\d+\b", (ROOT / "tests" / "scenarios" / "README.md").read_text(encoding="utf-8")))
    ids = {path.stem.partition("_")[0] for path in FILES}
    in_tests = {"C010", "C011", "C014", "C015"}
    assert sorted(listed - ids - in_tests) == []
    assert sorted(case for case in ids - listed if case.startswith("N")) == []


def test_an_untouched_seat_is_as_it_was() -> None:
    outcome("""
seats: {P1: {hand: [slash S7]}, P3: {hp: 2/4, hand: [any a], judging: [indulgence S6], this_turn: {slash: 1}}}
steps:
  - P1: {use: slash S7, on: P2}
  - expect: {untouched: [P3, P4]}
""")
    failed = failure("""
seats: {P1: {hand: [dismantlement S3, any b]}, P2: {equipment: [dilu C5]}}
steps:
  - P1: {use: dismantlement S3, on: P2}
  - expect: {untouched: P2}
""")
    assert failed.detail == "expected P2 untouched, found another equipment, skills"


def examples() -> list[Scenario]:
    text = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
    return [scenario for block in blocks if block.startswith("id:") for scenario in parse(block, "docs/scenarios.md")]


def test_the_example_of_the_documentation_comes_out_as_written() -> None:
    assert examples()
    for scenario in examples():
        run(scenario, paranoid=True)


# -- the format

HEAD = "id: X\ntitle: x\nsource: x\n"


def outcome(text: str) -> None:
    for scenario in parse(HEAD + text, "case.yaml"):
        run(scenario)


def failure(text: str) -> Failed:
    with pytest.raises(Failed) as caught:
        outcome(text)
    return caught.value


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("steps: [{P1: end}, {P1: {use}}]", "case.yaml:4: steps.1.P1.use: expected a card"),
        ("seats: {P1: {hnad: 2}}\nsteps: [{P1: end}]", "case.yaml:4: seats.P1.hnad: unknown key; known here: hero"),
        ("seats:\n  P1:\n    hp: four\nsteps: [{P1: end}]", "case.yaml:6: seats.P1.hp: expected hit points, e.g. 3/4"),
        (
            "seats: {P1: {hand: [slash S3]}}\nsteps: [{P1: end}]",
            "case.yaml:4: seats.P1.hand.0: the deck in play has no",
        ),
        ("seats: {P1: {hand: [slsh]}}\nsteps: [{P1: end}]", "seats.P1.hand.0: no card in play is called 'slsh'"),
        ("seats: {P1: {hand: [ice_sword]}}\nsteps: [{P1: end}]", "no card in play is called 'ice_sword'"),
        ("seats: {P1: {equipment: [slash S7]}}\nsteps: [{P1: end}]", "slash S7 is no equipment"),
        ("seats: {P1: {hand: [duel SA]}, P2: {hand: [duel SA]}}\nsteps: [{P1: end}]", "already somewhere else"),
        ("seats: {P1: {hero: nobody}}\nsteps: [{P1: end}]", "case.yaml:4: seats.P1.hero: no hero in play is called"),
        ("ruleset: {packs: [none]}\nsteps: [{P1: end}]", "case.yaml:4: ruleset: pack 'none' is not known: there are "),
        ("seats: {P1: {hero: zuoci}}\nsteps: [{P1: end}]", "'zuoci': the ruleset has to name the pack mountain"),
        ("seats: {P1: {hand: [vine]}}\nsteps: [{P1: end}]", "'vine': the ruleset has to name the pack military"),
        ("steps: [{P1: ends}]", "case.yaml:4: steps.0.P1: expected pass, end, default, or a mapping; found ends"),
        ("steps: [{P1: end, P2: pass}]", "case.yaml:4: steps.0: 2 keys where one is needed"),
        ("steps: [{P9: pass}]", "case.yaml:4: nobody sits at P9"),
        ("steps:\n- P1: end\n- refused: {P1: {use: slash S7, on: P2}}", "case.yaml:6: P1 has no slash S7"),
        ("steps:\n- now: {events: [{damage: {}}]}", "case.yaml:5: no event is called 'damage'; known: cards_moved"),
        ("steps:\n- now: {events: [{damaged: {to: P2}}]}", "case.yaml:5: damaged has no field 'to'; known: source"),
        ("steps:\n- now: {sees: {P1: {P2: {marks: [fog]}}}}", "case.yaml:5: steps.0.now.sees.P1.P2.marks: expected"),
        ("steps:\n- now: {sees: {P1: {P2: {hands: 1}}}}", "sees.P1.P2.hands: unknown key; known here: hero, kingdom"),
        ("steps:\n- now: {sees: {P1: {P9: {hand: 1}}}}", "case.yaml:5: nobody sits at P9"),
        ("steps:\n- now: {sees: {P9: {P1: {hand: 1}}}}", "case.yaml:5: nobody sits at P9"),
        ("id: Y\nsteps: [{P1: end}]", "case.yaml:4: id: the key 'id' is written twice"),
        ("steps: [", "case.yaml:4: not YAML"),
        ("seats: {}", "a scenario without runs needs steps"),
    ],
)
def test_a_malformed_file_is_told_where_and_what(text: str, complaint: str) -> None:
    with pytest.raises(Malformed) as caught:
        outcome(text)
    assert complaint in str(caught.value)


def test_a_key_that_is_missing_is_named() -> None:
    with pytest.raises(Malformed, match=r"case.yaml:1: the key 'title' is missing"):
        parse("id: X\nsource: x\nsteps: [{P1: end}]", "case.yaml")


def test_a_failure_tells_the_step_what_was_expected_and_found_and_what_happened() -> None:
    failed = failure("""
seats: {P1: {hand: [slash S7]}}
steps:
  - P1: {use: slash S7, on: P2}
  - expect: {P2: {hp: 4/4}}
""")
    assert str(failed.step) == "line 8: expect: {P2: {hp: 4/4}}"
    assert failed.detail == "expected P2 hp 4/4, found 3/4"
    assert "P1 answers slash S7 (P2)" in failed.transcript
    assert any("damaged source=P1 target=P2 amount=1" in line for line in failed.transcript)


def test_a_question_that_may_not_be_declined_needs_a_step() -> None:
    failed = failure("""
seats: {P1: {hand: [dismantlement S3]}, P2: {hand: 1, equipment: [axe D5]}}
steps:
  - P1: {use: dismantlement S3, on: P2}
  - expect: {P2: {hand: 1}}
""")
    assert "P1 is asked CHOOSE dismantlement/choose_card_of: choose (card: 1 of hand of P2, axe D5)" in failed.detail


def test_what_no_step_answers_is_declined() -> None:
    outcome("""
seats: {P1: {hand: [slash S7]}, P2: {hand: [jink D2]}}
steps:
  - P1: {use: slash S7, on: P2}
  - expect: {P2: {hp: 3/4, hand: [jink D2]}}
""")


def test_an_act_that_is_not_listed_fails() -> None:
    failed = failure("seats: {P1: {hand: [slash S7]}}\nsteps: [{P1: {use: slash S7, on: P3}}]")
    assert failed.detail == "expected P1 can do that, but P3 is not a choice for targets"


def test_a_refusal_of_what_is_listed_fails() -> None:
    failed = failure("seats: {P1: {hand: [slash S7]}}\nsteps: [{refused: {P1: {use: slash S7, on: P2}}}]")
    assert failed.detail == "expected P1 refused, but the question lists it"


def test_a_refusal_by_one_who_is_not_asked_says_nothing() -> None:
    failed = failure("""
seats: {P1: {hand: [any a]}, P2: {hand: [slash S7]}}
steps: [{refused: {P2: {use: slash S7, on: P1}}}]
""")
    assert failed.detail == "expected P2 is asked something, so that a refusal means something"


def test_a_rest_is_kept_where_the_match_went_on_by_itself() -> None:
    outcome("""
seats: {P1: {hand: [slash S7]}}
steps:
  - P1: {use: slash S7, on: P2}
  - expect: {turn: P1, P2: {hp: 3/4, hand: 0}}
  - now: {turn: P2, P2: {hand: 2}}
""")


def test_a_seat_in_a_window_may_answer_before_those_who_precede_it() -> None:
    outcome("""
seats: {P1: {hand: [ex_nihilo H7]}, P2: {hand: [nullification SJ]}, P3: {hand: [nullification CQ]}}
steps:
  - P1: {use: ex_nihilo H7}
  - P3: {use: nullification CQ}
  - expect: {P1: {hand: 0}, P2: {hand: [nullification SJ]}}
""")


def test_a_scenario_may_begin_with_the_setup() -> None:
    outcome("""
phase: setup
ruleset: {heroes: false}
players: 5
seed: 1
steps:
  - asked: {P4: {kind: PLAY}}
  - now: {turn: P4, P4: {hp: 5/5, hand: 6, role: lord}, P1: {hp: 4/4, hand: 4, role_shown: false}}
""")


def test_runs_change_the_table_and_share_the_first_steps() -> None:
    text = """
seats: {P1: {hand: [slash S7]}, P2: {hand: [jink D2]}}
steps: [{P1: {use: slash S7, on: P2}}]
runs:
  - {name: dodged, steps: [{P2: {use: jink D2}}, {expect: {P2: {hp: 4/4}}}]}
  - {name: wounded, change: {seats: {P2: {hp: 3/4, hand: null}}}, steps: [{expect: {P2: {hp: 2/4}}}]}
"""
    assert [scenario.run for scenario in parse(HEAD + text)] == ["dodged", "wounded"]
    outcome(text)


def test_the_command_tells_how_many_came_out_and_ends_accordingly(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.yaml", tmp_path / "bad.yaml"
    good.write_text(HEAD + "steps: [{expect: {turn: P1}}]", encoding="utf-8")
    bad.write_text(HEAD + "steps: [{expect: {turn: P2}}]", encoding="utf-8")
    out = StringIO()
    assert run_paths([good], out=out) == 0
    assert out.getvalue() == "1 passed, 0 failed\n"
    out = StringIO()
    assert run_paths([tmp_path], out=out) == 1
    assert f"FAILED {bad}: X x\n  step: line 4: expect: {{turn: P2}}\n  expected turn P2, found P1\n" in out.getvalue()
    assert out.getvalue().endswith("1 passed, 1 failed\n")
    assert run_paths([tmp_path / "none.yaml"], out=StringIO()) == 1


def test_a_view_is_looked_at_field_by_field() -> None:
    outcome("""
seats: {P2: {marks: {fog: 1}, notes: {suit: heart}}}
steps:
  - now: {sees: {P1: {P2: {marks: {fog: 1, gale: 0}, notes: {suit: heart, colour: ""}, hp: 4}}}}
""")
    failed = failure("""
seats: {P2: {marks: {fog: 1}, notes: {suit: heart}}}
steps:
  - now: {sees: {P1: {P2: {marks: {fog: 2}, notes: {suit: club}}}}}
""")
    assert failed.detail == "expected P1 sees P2 with 2 fog, found 1; P1 sees P2 suit club, found heart"


def test_every_field_of_a_view_may_be_expected() -> None:
    assert set(schema()["$defs"]["seen_seat"]["properties"]) == {*SeatView.__struct_fields__} - {"seat"}


def test_every_key_of_the_schema_is_documented() -> None:
    text = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")
    written = set(re.findall(r"[a-z_]+", text))
    assert sorted(keys_of(schema()) - written) == []


def keys_of(rule: Any) -> set[str]:
    """Every key that a mapping in a scenario may have."""
    if isinstance(rule, list):
        return {key for item in rule for key in keys_of(item)}
    if not isinstance(rule, dict):
        return set()
    found = {key for value in rule.values() for key in keys_of(value)}
    properties = rule.get("properties", {})
    return found | (set(properties) if isinstance(properties, dict) else set())
