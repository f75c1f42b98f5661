"""Commands that are called wrongly: one line says which option or argument it is, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from service import cli
from tests.service.serving import EAST, Server

Captured = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server"), api_keys=f"east:{EAST}") as running:
        yield running


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder, but for one file."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("no folder\n")


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("list --tls-ca nowhere", "--tls-ca: nowhere: No such file or directory"),
        ("bots --tls-ca .", "--tls-ca: .: Is a directory"),
        ("list --tls-cert nowhere --tls-key file", "--tls-cert: nowhere: No such file or directory"),
        ("list --tls-cert file --tls-key nowhere", "--tls-key: nowhere: No such file or directory"),
        ("scenario run file nowhere", "PATH: nowhere: No such file or directory"),
        ("scenario run file/nowhere", "PATH: file/nowhere: Not a directory"),
    ],
)
def test_the_option_or_argument_and_the_path_are_named(call: str, said: str, capsys: Captured) -> None:
    assert cli.main(call.split()) == 2
    assert capsys.readouterr() == ("", f"sgs: {said}\n")


@pytest.mark.parametrize(("folder", "why"), [("file", "File exists"), ("file/data", "Not a directory")])
def test_a_data_folder_that_cannot_be_made_is_named_with_its_setting(
    tmp_path: Path, folder: str, why: str, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli, "configure", lambda *_: None)  # later tests would log to what is captured here
    assert cli.main(["serve", "--data-dir", folder]) == 2
    said = f"SGS_DATA_DIR: {tmp_path / folder} cannot be written ({why}); SGS_DATA_DIR is from --data-dir"
    assert capsys.readouterr().err == f"sgs: {said}\n"


def test_a_scenario_that_cannot_be_read_says_why(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "folder.yaml").mkdir()
    assert cli.main(["scenario", "run", "."]) == 1
    assert "BROKEN folder.yaml: cannot be read: Is a directory\n" in capsys.readouterr().out


def test_a_key_with_its_name_is_refused_with_a_hint_and_another_without(server: Server, capsys: Captured) -> None:
    call = ["list", "--address", server.address, "--api-key"]
    assert cli.main([*call, f"east:{EAST}"]) == 1
    assert "(KEY_REQUIRED); --api-key takes the key alone, without the name" in capsys.readouterr().err
    assert cli.main([*call, f"{EAST}x"]) == 1
    assert capsys.readouterr().err == "sgs: the key is not valid (KEY_REQUIRED)\n"
