"""A pack that is installed is registered in every process, or its process says what is wrong and does not start."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.packs import PACKS as ENGINE_PACKS
from engine.rules import rules_of
from engine.ruleset import Ruleset
from engine.skill import Skill
from service.packs.abilities import unreadable
from service.packs.checking import faults
from tests.packs.building import distribution, python, sgs, with_packs
from tests.service.serving import Server

HEAD = """
from engine.cards.basic.jink import Jink
from engine.cards.kind import Kind, Trick
from engine.cards.trick.duel import Duel
from engine.deeds.draw import Draw
from engine.hero import Hero
from engine.heroes.standard.machao import Mashu
from engine.pack import Pack
from engine.skill import Skill, active
from engine.texts import Entry, PackTexts, Text

TEXT = Text("字", "word")
NAME = {"pack.more": TEXT}

class Idle(Skill):
    "A skill."

class Wusheng(Skill):
    "A skill of an id that is taken."

class Peach(Trick):
    id = "peach"

class Idler(Trick):
    id = "idle"
"""
PLAIN = f"{HEAD}\nPACK = Pack('more', texts=PackTexts(terms=NAME))\n"
RULES = "from service.fleet.rules_version import rules_version; print(rules_version())"
PACKS = "import service.local; from engine.packs import PACKS; print(*PACKS)"


def more(pack: str) -> str:
    return f"{HEAD}\nPACK = {pack}\n"


def skilled(skill: str, texts: str = "") -> str:
    named = "heroes={'hermit': Entry(TEXT, TEXT)}"
    return more(
        f"Pack('more', heroes=(Hero('hermit', 'qun', 4, ({skill},)),), texts=PackTexts(terms=NAME, {named}, {texts}))"
    )


def test_no_pack_is_installed_here() -> None:
    """Else these tests, and many others, would say something else."""
    assert python("from service.packs.installed import register_installed; print(register_installed())") == "()"


def test_packs_are_registered_in_the_order_of_their_names(tmp_path: Path) -> None:
    for name in ("zeta", "alpha"):
        source = f"{HEAD}\nPACK = Pack('{name}', texts=PackTexts(terms={{'pack.{name}': TEXT}}))\n"
        distribution(tmp_path / name, f"some-{name}", name, source)
    listed = python(PACKS, tmp_path / "zeta", tmp_path / "alpha")
    assert listed.split()[-2:] == ["alpha", "zeta"]
    assert python(PACKS, tmp_path / "alpha", tmp_path / "zeta") == listed


def test_a_pack_may_have_skills_and_cards_of_others(tmp_path: Path) -> None:
    source = skilled("Mashu", "skills={}").replace("Pack('more',", "Pack('more', (('jink', 'H2'),), (Jink, Duel),")
    distribution(tmp_path, "some-more", "more", source)
    assert python(PACKS, tmp_path).split()[-1] == "more"


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("import nowhere", "cannot be imported: ModuleNotFoundError: No module named 'nowhere'"),
        ("PACK = Pack(", "cannot be imported: SyntaxError"),
        ("1 / 0", "cannot be imported: ZeroDivisionError"),
        ("PACKET = 1", "cannot be imported: AttributeError"),
        ("PACK = {}", "it is no engine.pack.Pack but dict"),
        (PLAIN.replace("'more'", "'ex'"), "cannot be used: there is a pack 'ex' already"),
    ],
)
def test_what_cannot_be_used_is_said_with_its_distribution(source: str, said: str, tmp_path: Path) -> None:
    distribution(tmp_path, "some-more", "more", source)
    ended = sgs("scenario", "run", "examples/pack/scenarios", folders=(tmp_path,))
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith("sgs: the pack 'more' of the distribution some-more 1.0 (more:PACK) ")
    assert said in ended.stderr


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (more("Pack('ex', texts=PackTexts(terms=NAME))"), "there is a pack 'ex' already"),
        (more("Pack('More!', texts=PackTexts(terms={'pack.More!': TEXT}))"), "'More!' is no id"),
        (more("Pack('more')"), "there is no text for the term 'pack.more'"),
        (more("Pack('more', heroes=(Hero('caocao', 'wei', 4, ()),), texts=PackTexts(NAME))"), "hero 'caocao' already"),
        (more("Pack('more', heroes=({},))"), "{} is no engine.hero.Hero"),
        (more("Pack('more', heroes=(Hero('hermit', 'qun', 4, (Idle(),)),))"), "idle of hermit is no skill"),
        (skilled("Wusheng"), "there is a skill 'wusheng' already"),
        (skilled("Idle"), "there is no text for the skill 'idle'"),
        (skilled("Idle").replace("hermit': E", "hermits': E"), "there is no text for the hero 'hermit'"),
        (skilled("Idle").replace("'qun', 4", "'chu', 0"), "hermit is of the kingdom 'chu'"),
        (skilled("Idle").replace("'qun', 4", "'chu', 0"), "hermit has 0 hp"),
        (skilled("Idle").replace("(Idle,)", "(), 'none'"), "hermit has the sex 'none'"),
        (
            skilled("Idle").replace("(Idle,)", "(), character='no'"),
            "hermit is another card of 'no', which is no hero's",
        ),
        (skilled("Idle").replace("(Idle,)", "(), replaces='sp_pangde'"), "hermit is another card of 'sp_pangde'"),
        (skilled("Idle", "cards={'duel': Entry(TEXT, TEXT)}"), "there is a text for the card 'duel' already"),
        (skilled("Idle").replace("'more',", "'more', (), (Idler,),"), "'idle' is a skill and a card"),
        (more("Pack('more', (), (Peach,), texts=PackTexts(terms=NAME))"), "there is a card 'peach' already"),
        (more("Pack('more', (), (Idler,), texts=PackTexts(terms=NAME))"), "there is no text for the card 'idle'"),
        (more("Pack('more', (), (Draw,), texts=PackTexts(terms=NAME))"), "is no kind of card with an id"),
        (more("Pack('more', (), (type('K', (Kind,), {'id': 'k'}),), texts=PackTexts(terms=NAME))"), "'k' has no type"),
        (more("Pack('more', (('vine', 'S2'),), texts=PackTexts(terms=NAME))"), "it prints 'vine', which is no kind"),
        (more("Pack('more', (('jink', 'S2 X3'),), texts=PackTexts(terms=NAME))"), "'X3' of 'jink' is no suit and rank"),
    ],
)
def test_what_is_wrong_with_a_pack_is_said(source: str, said: str) -> None:
    module: dict[str, Any] = {"__name__": "more"}
    exec(source, module)
    assert any(said in fault for fault in faults(module["PACK"])), faults(module["PACK"])


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("tags = ('limitd',)", "odd has the tag 'limitd': there are locked, lord, limited"),
        ("cost = 'wrath'", "odd has the cost 'wrath': it is a mark and how many"),
        ("@active(once='day')\n    async def do(self, game, me, _): ...", "odd.do has the span 'day'"),
        ("@active()\n    def do(self, game, me, _): ...", "odd.do is to be a coroutine, async def"),
        (
            "@active(card=one())\n    async def do(self, game, me, _): ...",
            "odd.do is called with game, me, the deed, card",
        ),
        ("@active()\n    async def do(self, game, me): ...", "odd.do is called with game, me, the deed: too many"),
        ("@on(Damage.suffered)\n    def do(self, game, me, hit): ...", "odd.do is to be a coroutine, async def"),
        ("@changes('distanc')\n    def do(self, *about): ...", "odd.do has the number 'distanc': there are distance"),
        ("@changes('distance')\n    async def do(self, *about): ...", "odd.do is to be a plain function, def"),
        ("@provides('jink', when=('used',))\n    async def do(self, *about): ...", "odd.do has the manner 'used'"),
    ],
)
def test_what_no_rule_would_read_is_said(body: str, said: str) -> None:
    """Else a word that is misspelt is a rule that is missing, without a word."""
    imports = "from engine.deeds.damage import Damage\nfrom engine.picks import one\nfrom engine.skill import *"
    skill = f'class Odd(Skill):\n    "A skill."\n    {body}\n'
    module: dict[str, Any] = {"__name__": "more"}
    exec(skilled("Odd", "skills={'odd': Entry(TEXT, TEXT)}").replace(HEAD, f"{HEAD}\n{imports}\n{skill}"), module)
    (fault,) = faults(module["PACK"])
    assert said in fault


@pytest.mark.parametrize("skill", rules_of(Ruleset(8, packs=tuple(ENGINE_PACKS)[1:])).skills, ids=repr)
def test_every_word_of_the_engines_own_skills_is_read(skill: Skill) -> None:
    assert list(unreadable(type(skill))) == []


def test_nothing_is_wrong_with_a_pack_like_those(tmp_path: Path) -> None:
    hermit = skilled("Idle", "skills={'idle': Entry(TEXT, TEXT)}")
    for source in (PLAIN, hermit, hermit.replace("(Idle,)", "(Idle,), character='huaxiong'")):
        module: dict[str, Any] = {"__name__": "more"}
        exec(source, module)
        assert faults(module["PACK"]) == []


def test_two_distributions_with_one_pack_do_not_go_together(tmp_path: Path) -> None:
    for number in ("1", "2"):
        distribution(tmp_path / number, f"some-{number}", f"more{number}", PLAIN)
    ended = sgs("scenario", "run", "examples", folders=(tmp_path / "1", tmp_path / "2"))
    assert ended.returncode == 2
    assert "'more2' of the distribution some-2 1.0" in ended.stderr
    assert "there is a pack 'more' already" in ended.stderr


def test_a_server_that_has_one_that_cannot_be_used_does_not_start(tmp_path: Path) -> None:
    distribution(tmp_path / "packs", "some-more", "more", "import nowhere")
    server = Server(tmp_path, packs=tmp_path / "packs")
    assert server.run() == 2
    assert "some-more 1.0" in server.log()
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("started", ["-m service.demo --once", "-c import_service.local"])
def test_nor_does_a_demonstration_or_a_local_match(started: str, tmp_path: Path) -> None:
    distribution(tmp_path, "some-more", "more", "import nowhere")
    command = [word.replace("import_", "import ") for word in started.split()]
    ended = subprocess.run(
        [sys.executable, *command], env=with_packs(tmp_path), capture_output=True, text=True, timeout=60
    )
    assert ended.returncode
    assert ended.stderr.splitlines()[-1].endswith("cannot be imported: ModuleNotFoundError: No module named 'nowhere'")
    assert "some-more 1.0" in ended.stderr


def test_a_server_logs_its_installed_packs(lanterns: Path, tmp_path: Path) -> None:
    with Server(tmp_path, packs=lanterns) as server:
        (said,) = [line for line in server.logged() if line["event"] == "pack_installed"]
    assert (said["pack"], said["distribution"], said["version"]) == ("lanterns", "sanguosha-pack-lanterns", "1.0.0")


def test_the_doctor_names_them(lanterns: Path, tmp_path: Path) -> None:
    examined = sgs("doctor", "--json", "--data-dir", str(tmp_path), folders=(lanterns,))
    (rules,) = [found for found in json.loads(examined.stdout)["checks"] if found["check"] == "rules"]
    assert rules["said"].endswith("lanterns (sanguosha-pack-lanterns 1.0.0)")


def test_installed_packs_count_in_the_rules_version(lanterns: Path, tmp_path: Path) -> None:
    without, sample = python(RULES), python(RULES, lanterns)
    assert without != sample == python(RULES, lanterns)
    distribution(tmp_path / "a", "some-more", "more", PLAIN)
    distribution(tmp_path / "b", "some-more", "more", f"{PLAIN}\n# more\n")
    versions = [python(RULES, tmp_path / "a"), python(RULES, tmp_path / "b"), python(RULES, lanterns, tmp_path / "a")]
    assert len({without, sample, *versions}) == 5


def test_all_the_source_of_a_package_counts_and_nothing_else_of_its_namespace(tmp_path: Path) -> None:
    """Nor what Python makes of it."""
    compiled = tmp_path / "house" / "more" / "cards" / "__pycache__" / "words.pyc"
    distribution(tmp_path, "some-more", "more", "", "more = house.more.rules:PACK")
    package = tmp_path / "house" / "more"
    compiled.parent.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "rules.py").write_text(f"from house.more.cards import words\n{PLAIN}")
    (package / "cards" / "words.py").write_text("TIMES = 1\n")
    before = python(RULES, tmp_path)
    compiled.touch()
    (tmp_path / "house" / "other.py").touch()
    assert python(RULES, tmp_path) == before
    (package / "cards" / "words.py").write_text("TIMES = 2\n")
    assert python(RULES, tmp_path) != before
