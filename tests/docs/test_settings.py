"""The table of settings is that of the server."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from service.cli import main
from service.config.settings import Settings
from service.config.sources import settings_from

ROOT = Path(__file__).parents[2]
ROWS = re.findall(r"^\| `(\w+)` \| (?:`([^`]*)`)? ?\| (.+) \|$", (ROOT / "docs/settings.md").read_text(), re.MULTILINE)
FIELDS = {field.name: field for field in msgspec.structs.fields(Settings)}


def test_the_help_of_the_server_names_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["serve", "--help"])
    assert "docs/settings.md" in capsys.readouterr().out


def variable(field: str) -> str:
    return "REDIS_URL" if field == "redis_url" else f"SGS_{field.upper()}"


def test_every_setting_has_a_row_and_every_row_is_a_setting() -> None:
    assert sorted(name for name, _, _ in ROWS) == sorted(map(variable, FIELDS))


@pytest.mark.parametrize("field", FIELDS)
def test_a_row_has_the_default(field: str) -> None:
    (written,) = (default for name, default, _ in ROWS if name == variable(field))
    default = FIELDS[field].default
    assert written == (str(default).lower() if isinstance(default, bool) else str(default))


def test_the_defaults_as_written_are_taken() -> None:
    assert settings_from({name: default for name, default, _ in ROWS if default}) == Settings()
