"""The bench still runs. What it measures is for no test to judge."""

from __future__ import annotations

import os
import re
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.bench import __main__, against_peers, decisions, instructions, replicas
from tests.bench.__main__ import PARTS
from tests.bench.processes import child_of, elsewhere
from tests.bench.report import Figure, Part, at_most, missed, rewrite, table
from tests.deploy.nginx import NGINX

ABSENT = {
    "instructions": instructions.VALGRIND is None and "there is no valgrind: see requirements-debian.txt",
    "peers": not against_peers.IS_THERE and "there is no Node, or not its packages: make peers",
    "replicas": NGINX is None and "there is no nginx: see requirements-debian.txt",
}


@pytest.mark.timeout(600)  # so many servers, on a busy machine
@pytest.mark.parametrize("name", PARTS)
def test_every_part_gives_figures(name: str, pytestconfig: pytest.Config) -> None:
    if reason := ABSENT.get(name):
        pytest.skip(str(reason))
    if name == "instructions" and not pytestconfig.getoption("nightly"):
        pytest.skip("under valgrind the interpreter alone takes long to start: --nightly")
    part = PARTS[name](True, 1)
    assert part.figures
    assert all(figure.name and figure.value for figure in part.figures)
    assert len(table(part).splitlines()) == len(part.figures) + 4


def test_what_is_absent_is_said_and_not_made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(instructions, "VALGRIND", None)
    monkeypatch.setattr(replicas, "NGINX", None)
    for part in (instructions.run(True, 1), replicas.run(True, 1)):
        [figure] = part.figures
        assert figure.value.startswith("not measured: there is no ")
    ours = [{"rate": 822.0, "p50_ms": 1.0, "p99_ms": 1.0, "cpu_us": [1.0, 1.0]}]
    nobody: dict[str, list[dict[str, Any]]] = {"boardgame.io": [], "Colyseus": []}
    of_ours = against_peers.compared("watched", {"watched": ours}, nobody)
    of_native = against_peers.compared_native("watched", ours, nobody)
    for figure in (of_ours[-1], of_native[-1]):
        assert (figure.value, figure.met, figure.ratio) == ("not measured", False, "")
    assert not any("boardgame.io: actions" in figure.name for figure in of_ours)


def test_instructions_are_read_from_what_valgrind_says() -> None:
    assert instructions.references("==1== \n==1== I   refs:      1,468,983,426\n") == 1_468_983_426
    with pytest.raises(RuntimeError, match="no such tool"):
        instructions.references("valgrind: no such tool")
    for told in (False, True):
        assert decisions.main({"ruleset": "plain", "told": told, "matches": 1, "times": 1}) > 100


def test_what_others_do_is_counted_and_what_we_do_is_not() -> None:
    with elsewhere() as busy:
        began = time.process_time()
        while time.process_time() - began < 0.3:
            pass
    assert 0 <= busy() <= os.cpu_count()
    with pytest.raises(LookupError, match="no child"):
        child_of(os.getpid(), "no such word")


def test_a_quick_run_judges_no_budget_and_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    part = Part("How.", [at_most("slow", 3, 2, "ms"), at_most("fast", 1, 2, "ms")])
    monkeypatch.setitem(PARTS, "engine", lambda quick, runs: part)
    monkeypatch.setattr(__main__.signal, "signal", lambda *_: None)
    monkeypatch.setattr(sys, "argv", ["bench", "engine", "--quick"])
    assert __main__.main() == 0
    said = capsys.readouterr().out
    assert "A quick run is no measurement: no budget is judged by it. How." in said
    assert "| slow | 3 ms |  | at most 2 ms |  |  |" in said
    assert not re.search(r"\bmet\b", said)
    document = tmp_path / "performance.md"
    document.touch()
    monkeypatch.setattr(sys, "argv", ["bench", "--quick", "--write", str(document)])
    with pytest.raises(SystemExit):
        __main__.main()
    assert "--write: the figures of --quick mean nothing" in capsys.readouterr().err


def test_a_row_says_its_ratio_and_its_runs() -> None:
    row = table(Part("", [at_most("slow", 3, 2, "ms", 1, runs=[2.5, 3, 4])])).splitlines()[-1]
    assert row == "| slow | 3.0 ms | 2.5 to 4.0 | at most 2 ms | 1.50 | **not met** |"


def test_the_document_keeps_everything_but_the_figures(tmp_path: Path) -> None:
    document = tmp_path / "performance.md"
    document.write_text("before\n<!-- bench:engine -->\nold\n<!-- /bench:engine -->\nafter\n")
    rewrite(document, "engine", "new")
    assert document.read_text() == "before\n<!-- bench:engine -->\nnew\n<!-- /bench:engine -->\nafter\n"
    with pytest.raises(ValueError, match="no markers for stored"):
        rewrite(document, "stored", "new")


def test_what_is_not_met_is_listed(tmp_path: Path) -> None:
    document = tmp_path / "performance.md"
    document.write_text(table(Part("", [at_most("slow", 3, 2, "ms"), at_most("quick", 1, 2, "ms"), Figure("n", "1")])))
    assert missed(document) == "* slow: 3 ms, at most 2 ms"


def test_the_committed_document_has_a_place_for_every_part() -> None:
    document = (Path(__file__).parents[2] / "docs" / "performance.md").read_text()
    for name in (*PARTS, "missed"):
        assert document.count(f"<!-- bench:{name} -->") == document.count(f"<!-- /bench:{name} -->") == 1
