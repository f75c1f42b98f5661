"""The key that a server makes for itself."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from service.config.settings import ConfigError, Settings
from service.doctor import Status, machine
from service.server import keys_of
from service.store import ServerKeyError, made_key, server_key


def test_the_server_key_is_made_once_and_is_private(tmp_path: Path) -> None:
    key = server_key(tmp_path)
    assert len(key) == 32
    assert server_key(tmp_path) == key
    assert stat.S_IMODE((tmp_path / "server.key").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["server.key"]
    assert server_key(tmp_path / "another") != key


def test_a_server_key_others_can_read_is_refused(tmp_path: Path) -> None:
    server_key(tmp_path)
    (tmp_path / "server.key").chmod(0o640)
    with pytest.raises(ServerKeyError, match="chmod 600"):
        server_key(tmp_path)


@pytest.mark.parametrize("content", ["", "abcd", "not hexadecimal"])
def test_a_broken_server_key_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "server.key"
    path.write_text(content)
    path.chmod(0o600)
    with pytest.raises(ServerKeyError, match="32 bytes"):
        server_key(tmp_path)


def test_who_only_asks_for_it_makes_none(tmp_path: Path) -> None:
    assert made_key(tmp_path) is None
    with pytest.raises(ConfigError, match="no server has made its key"):
        keys_of(Settings(data_dir=tmp_path), made_key)
    assert list(tmp_path.iterdir()) == []
    assert keys_of(Settings(data_dir=tmp_path)) == keys_of(Settings(data_dir=tmp_path), made_key)


def test_the_doctor_says_of_a_folder_that_it_may_not_look_into_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def exists(_: Path) -> bool:
        raise PermissionError

    monkeypatch.setattr(Path, "exists", exists)
    findings = {finding.check: finding.status for finding in machine.findings(Settings(data_dir=tmp_path))}
    assert findings["server key"] == Status.FAIL
    assert "data folder" in findings
