"""Settings come from options, variables and a file, in this order, and what is wrong is said by its place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from service.cli import main
from service.config.settings import ConfigError, Settings
from service.config.sources import configured, settings_from
from tests.service.serving import SERVER_KEY, Server

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples/sgs.toml"
HUSH = "redis://:hush@127.0.0.1:1"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "sgs.toml"


def refused(environment: dict[str, str], **options: object) -> str:
    with pytest.raises(ConfigError) as caught:
        settings_from(environment, **options)
    assert "hush" not in str(caught.value)
    return str(caught.value)


def test_options_go_before_variables_and_these_before_the_file(file: Path) -> None:
    file.write_text("port = 1\nhttp_port = 1\nmetrics_port = 1\nmax_wait = 5\n")
    settings = settings_from({"SGS_CONFIG": str(file), "SGS_HTTP_PORT": "2", "SGS_METRICS_PORT": "2"}, metrics_port=3)
    assert settings == Settings(port=1, http_port=2, metrics_port=3, max_wait=5.0)


def test_the_file_of_the_option_goes_before_that_of_the_variable(file: Path) -> None:
    file.write_text("port = 1")
    assert configured({"SGS_CONFIG": "/no/such/file"}, file).settings.port == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("port = '7'", "port: Expected `int`, got `str`"),
        ("port = 99999", "port: Expected `int` <= 65535"),
        ("open_to_all = 1", "open_to_all: Expected `bool`, got `int`; write true or false"),
        ("data_dir = 7", "data_dir: "),
        ("log_level = 'loud'", "log_level: Invalid enum value 'loud'; write debug, info, warning or error"),
        ("idle_expiry = 1.5", "idle_expiry: Expected `int`, got `float`"),
        ("prot = 7", "prot: there is no such setting"),
        ("[server]\nport = 7", "server: there is no such setting"),
        ("SGS_PORT = 7", "SGS_PORT: there is no such setting"),
        ("port_file = '/hush'", "port_file: there is no such setting"),
        ("server_key_file = 7", "server_key_file: write the path of a file"),
        ("port = ", "this is not TOML"),
        ("port = 1\nport = 2", "this is not TOML"),
        ("max_wait = inf", "max_wait: Expected `float` <= 2147483"),
        ('archive = "/a\\u0000"', "archive: there is a NUL in it"),
        ('data_dir = "\\u0000"', "data_dir: there is a NUL in it"),
    ],
)
def test_what_is_wrong_in_a_file_is_said_by_file_and_key(file: Path, text: str, said: str) -> None:
    file.write_text(text)
    assert refused({"SGS_CONFIG": str(file)}).startswith(f"{file}: {said}")


@pytest.mark.parametrize("content", [b"\xff\xfe", None])
def test_a_file_that_cannot_be_read_is_named(file: Path, content: bytes | None) -> None:
    if content:
        file.write_bytes(content)
    assert str(file) in refused({"SGS_CONFIG": str(file)})


def test_what_is_wrong_elsewhere_is_said_by_variable_and_option() -> None:
    assert refused({"SGS_PORT": "many"}) == "SGS_PORT: Expected `int`"
    assert refused({}, port=99999).startswith("--port: Expected `int` <= 65535")
    assert refused({"SGS_ON_DRIFT": ""}) == "SGS_ON_DRIFT: Invalid enum value ''; write wait or rewind"
    assert refused({"SGS_TRACING": "yes"}).endswith("; write true or false")
    assert refused({"SGS_PROT": "7"}) == "SGS_PROT: there is no such setting"
    assert refused({"SGS_REDIS_URL": HUSH}) == "SGS_REDIS_URL: write REDIS_URL"


@pytest.mark.parametrize(
    ("text", "said", "key"),
    [
        ("host = '0.0.0.0'", "SGS_HOST", "host"),
        ("server_key = 'hush'", "SGS_SERVER_KEY", "server_key"),
        (f"redis_url = '{HUSH}'", "REDIS_URL", "redis_url"),
        ("cors_origins = 'hush'", "SGS_CORS_ORIGINS", "cors_origins"),
    ],
)
def test_settings_of_a_file_that_do_not_go_together_are_said_by_file_and_key(
    file: Path, text: str, said: str, key: str
) -> None:
    file.write_text(text)
    assert f"{said} is from {file}: {key}" in refused({"SGS_CONFIG": str(file)})


def test_what_turns_out_to_be_wrong_later_is_said_by_its_place_too(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("service.cli.configure", lambda level: None)
    monkeypatch.setenv("SGS_SERVER_KEY", SERVER_KEY)
    file.write_text("redis_url = 'http://user:hush@somewhere'")
    assert main(["serve", "--config", str(file)]) == 2
    said = capsys.readouterr().err
    assert said.startswith("sgs: REDIS_URL: ")
    assert said.endswith(f"; REDIS_URL is from {file}: redis_url\n")
    assert "hush" not in said


@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_secrets_are_read_from_the_files_that_are_named(tmp_path: Path, end: str) -> None:
    key, url = tmp_path / "key", tmp_path / "url"
    key.write_text(SERVER_KEY + end)
    url.write_text(HUSH + end)
    settings = settings_from({"SGS_SERVER_KEY_FILE": str(key), "REDIS_URL_FILE": str(url)})
    assert (settings.server_key, settings.redis_url) == (SERVER_KEY, HUSH)


def test_a_file_of_settings_may_name_the_files_of_secrets(file: Path, tmp_path: Path) -> None:
    (tmp_path / "key").write_text(SERVER_KEY)
    file.write_text(f"server_key_file = '{tmp_path}/key'")
    assert settings_from({"SGS_CONFIG": str(file)}).server_key == SERVER_KEY
    other = SERVER_KEY[::-1]
    assert settings_from({"SGS_CONFIG": str(file), "SGS_SERVER_KEY": other}).server_key == other


@pytest.mark.parametrize("variable", ["SGS_SERVER_KEY", "REDIS_URL"])
def test_a_secret_and_its_file_are_not_given_both(tmp_path: Path, variable: str) -> None:
    (tmp_path / "secret").write_text("hush")
    said = refused({variable: "hush", f"{variable}_FILE": str(tmp_path / "secret")})
    assert said == f"{variable}, {variable}_FILE: give one of the two"
    assert settings_from({variable: "", f"{variable}_FILE": ""}) == Settings()


@pytest.mark.parametrize("content", [None, b"", b"\n", b"hush\nhush\n", b"\xff\xfe"])
def test_a_secret_that_cannot_be_read_is_said_by_its_variable(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "secret"
    if content is not None:
        path.write_bytes(content)
    said = refused({"SGS_SERVER_KEY_FILE": str(path)})
    assert said.startswith("SGS_SERVER_KEY_FILE: ")
    assert str(path) in said


def test_a_secret_of_a_file_that_is_no_key_is_said_by_its_variable(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("hush")
    said = refused({"SGS_SERVER_KEY_FILE": str(tmp_path / "key")})
    assert said.endswith("; SGS_SERVER_KEY is from SGS_SERVER_KEY_FILE")


@pytest.mark.parametrize(
    ("text", "mode", "exposed"),
    [
        (f"server_key = '{SERVER_KEY}'", 0o644, True),
        (f"server_key = '{SERVER_KEY}'", 0o640, False),
        ("port = 0", 0o644, False),
    ],
)
def test_a_file_with_secrets_that_everybody_may_read_is_noticed(
    file: Path, text: str, mode: int, exposed: bool
) -> None:
    file.write_text(text)
    file.chmod(mode)
    said = configured({"SGS_CONFIG": str(file)}).exposed
    assert said == (f"{file} holds server_key and is open to everybody on this machine" if exposed else "")


def test_a_server_warns_of_a_file_with_secrets_that_everybody_may_read(file: Path, tmp_path: Path) -> None:
    file.write_text(f"server_key = '{SERVER_KEY}'")
    file.chmod(0o644)
    with Server(tmp_path, config=file) as server:
        assert [line["level"] for line in server.logged() if line["event"] == "secrets_exposed"] == ["warning"]
    assert SERVER_KEY not in server.log()


def test_a_server_runs_by_the_example(tmp_path: Path) -> None:
    with Server(tmp_path, config=EXAMPLE) as server:
        assert server.metric("sanguosha_commits_total") == 0


def test_every_line_of_the_example_is_taken(tmp_path: Path, file: Path) -> None:
    (tmp_path / "redis-url").write_text(HUSH)
    (tmp_path / "server-key").write_text(SERVER_KEY)
    text = re.sub(r"^# (?=\w+ = )", "", EXAMPLE.read_text(), flags=re.MULTILINE)
    assert text.count("\n") == EXAMPLE.read_text().count("\n")
    file.write_text(text.replace("/run/secrets", str(tmp_path)))
    settings = settings_from({"SGS_CONFIG": str(file)})
    assert settings.archive
    assert settings.host_keys
    assert settings.redis_url == HUSH


def test_the_lines_of_the_example_that_hold_are_the_defaults() -> None:
    assert settings_from({"SGS_CONFIG": str(EXAMPLE)}) == Settings()
