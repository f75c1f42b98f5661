"""Settings that cannot be used are refused before anything is done, in words that name them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from service.access.auth import MOST_TOKEN, Keyring
from service.cli import main
from service.config.settings import ConfigError, Settings, authority
from service.config.sources import settings_from
from service.errors import ServiceError
from service.store import BadAddress, Store

KEY = "0123456789abcdef"
OPEN = {"SGS_HOST": "0.0.0.0", "SGS_OPEN_TO_ALL": "true"}


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command would set up the logs of the whole process."""
    monkeypatch.setattr("service.cli.configure", lambda level: None)


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({"SGS_WEBHOOK_HOSTS": "https://results.example"}, "SGS_WEBHOOK_HOSTS"),
        ({"SGS_API_KEYS": f"east:{KEY},west:{KEY}"}, "SGS_API_KEYS: entry 2: the same key"),
        ({"SGS_API_KEYS": "east:short"}, "SGS_API_KEYS: entry 1: a key has at least 16 characters"),
        ({"SGS_API_KEYS": KEY}, "SGS_API_KEYS: entry 1: write name:key"),
        ({"SGS_API_KEYS": f"east/boss:{KEY}"}, "SGS_API_KEYS: entry 1: write name:key, or name/admin:key"),
        ({"SGS_API_KEYS": f"east:{KEY} # for now"}, "SGS_API_KEYS: entry 1: a key has"),
        ({"SGS_API_KEYS_FILE": "/nowhere/keys"}, "SGS_API_KEYS_FILE: /nowhere/keys cannot be read"),
        ({"SGS_SERVER_KEY": "abcd"}, "SGS_SERVER_KEY: "),
        ({"SGS_SERVER_KEY": "5e" * 32 + ","}, "SGS_SERVER_KEY: "),
        ({"SGS_SERVER_KEY": "5e" * 32 + ",abcd"}, "SGS_SERVER_KEY: "),
        ({"SGS_ADVERTISE": "replica-1"}, "SGS_ADVERTISE: write host:port"),
        ({"SGS_ADVERTISE": "https://replica-1:50051"}, "SGS_ADVERTISE: write host:port"),
        ({"SGS_ADVERTISE": ":50051"}, "SGS_ADVERTISE: write host:port"),
        ({"SGS_PORT": "7777", "SGS_HTTP_PORT": "7777"}, "SGS_HTTP_PORT: 7777 is that of SGS_PORT"),
        (OPEN | {"SGS_PORT": "9464"}, "SGS_METRICS_PORT: 9464 is that of SGS_PORT"),
        ({"SGS_METRICS_HOST": "::", "SGS_METRICS_PORT": "8080"}, "SGS_METRICS_PORT: 8080 is that of SGS_HTTP_PORT"),
        ({"SGS_REDIS_WAIT": "1"}, "SGS_REDIS_WAIT: needs REDIS_URL"),
        ({"SGS_PORT": "tcp://10.0.0.7:50051", "SGS_SERVICE_HOST": "10.0.0.7"}, "enableServiceLinks: false"),
        ({"SGS_PORT": "50051", "SGS_GAMES_SERVICE_HOST": "10.0.0.7"}, "enableServiceLinks: false"),
        ({"SGS_SERVICE_HOST": "10.0.0.7", "SGS_PORT_50051_TCP_ADDR": "10.0.0.7"}, "enableServiceLinks: false"),
    ],
)
def test_what_is_wrong_is_said(environment: dict[str, str], said: str) -> None:
    with pytest.raises(ConfigError, match=re.escape(said)) as refused:
        settings_from(environment)
    assert KEY not in str(refused.value)


def test_a_port_may_be_that_of_another_address() -> None:
    elsewhere = settings_from({"SGS_METRICS_HOST": "127.0.0.2", "SGS_METRICS_PORT": "8080"})
    assert elsewhere.metrics_port == elsewhere.http_port
    free = settings_from(OPEN | {"SGS_PORT": "0", "SGS_HTTP_PORT": "0", "SGS_METRICS_PORT": "0"})
    assert free.port == free.metrics_port


@pytest.mark.parametrize("address", ["replica-1:50051", "10.0.0.7:50051", "[fd00::7]:50051"])
def test_an_address_to_be_reached_at_has_a_port(address: str) -> None:
    assert settings_from({"SGS_ADVERTISE": address}).advertise == address


@pytest.mark.parametrize(
    "address",
    [
        "localhost:6379",
        "http://localhost:6379",
        "redis://localhost:hush",
        "redis://:hu/sh#1@localhost:6379",
        "redis://localhost?no_such_option=hush",
        "redis+sentinel://a:26379",
        "redis+sentinel://a/hush",
        "redis+sentinel://a:hush/service",
        "redis+sentinel://a:1/service/hush",
        "redis+cluster://a,b/hush",
        "redis+cluster://a:1,b:hush",
        "rediss+cluster://a:1?no_such_option=hush",
    ],
)
def test_an_address_that_cannot_be_read_is_refused_without_being_quoted(
    address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(BadAddress) as refused:
        Store(address, timeout=0.1)
    assert "hush" not in str(refused.value)
    monkeypatch.setenv("REDIS_URL", address)
    monkeypatch.setenv("SGS_SERVER_KEY", "5e" * 32)
    assert main(["serve", "--port", "0", "--http-port", "-1", "--metrics-port", "-1"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("sgs: REDIS_URL: ")
    assert said.count("\n") == 1


def test_a_server_key_open_to_others_is_a_wrong_setting(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    key = tmp_path / "server.key"
    key.write_text("5e" * 32)
    key.chmod(0o644)
    assert main(["serve", "--port", "0", "--http-port", "-1", "--metrics-port", "-1", "--data-dir", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert said.startswith("sgs: SGS_DATA_DIR: ")
    assert "chmod 600" in said


@pytest.mark.parametrize(
    ("host", "written"),
    [
        ("127.0.0.1", "127.0.0.1:7"),
        ("localhost", "localhost:7"),
        ("::1", "[::1]:7"),
        ("fe80::1%eth0", "[fe80::1%eth0]:7"),
    ],
)
def test_an_ipv6_address_stands_in_brackets(host: str, written: str) -> None:
    assert authority(host, 7) == written


def test_a_token_is_refused_whatever_is_appended_to_it() -> None:
    keyring = Keyring(bytes(32))
    token = keyring.seat_token("m", 3, 0)
    assert keyring.caller(f"Bearer {token}", "").token == ("m", 3, 0)
    long = "m" * (MOST_TOKEN - len(token) + 1)
    fits = keyring.seat_token(long, 3, 0)
    assert len(fits) == MOST_TOKEN
    assert keyring.caller(f"Bearer {fits}", "").token == (long, 3, 0)
    for appended in ("x", " ", ".", "x" * 10_000):
        for whole in (token, fits):
            with pytest.raises(ServiceError, match="not valid"):
                keyring.caller(f"Bearer {whole}{appended}x", "")


def test_a_key_is_nobodys_on_a_server_without_keys() -> None:
    assert Keyring(bytes(32)).caller("", KEY).host == ""
    assert Keyring(bytes(32), Settings(api_keys=f"east:{KEY}").host_keys).caller("", KEY).host == "east"


@pytest.mark.parametrize("address", ["http://a:1", "a", "a:", "fd00::1:50051", "a:1:2", "a b:1", "a:1\n"])
def test_an_address_that_others_could_not_call_is_no_address_to_advertise(address: str) -> None:
    with pytest.raises(ConfigError, match="SGS_ADVERTISE"):
        settings_from({"SGS_ADVERTISE": address})


@pytest.mark.parametrize("address", ["10.0.0.7:50051", "[fd00::1]:50051", "replica-1:50051", "sgs_1.games.svc:1"])
def test_what_others_call_is_a_host_and_a_port(address: str) -> None:
    assert settings_from({"SGS_ADVERTISE": address}).advertise == address


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SGS_PORT", "99999"),
        ("SGS_PORT", "-1"),
        ("SGS_METRICS_PORT", "99999"),
        ("SGS_METRICS_PORT", "-7"),
        ("SGS_SWEEP_MS", "-5"),
        ("SGS_IDLE_EXPIRY", "0"),
        ("SGS_WARM_MATCHES", "-1"),
        ("SGS_MAX_WAIT", "-1"),
        ("SGS_MAX_PAGE_SIZE", "0"),
        ("SGS_DRAIN", "-1"),
        ("SGS_DRAIN", "inf"),
        ("SGS_MAX_STREAM_AGE", "inf"),
        ("SGS_MAX_STREAM_AGE", "nan"),
        ("SGS_MAX_STREAM_AGE", "1e12"),
        ("SGS_MAX_REQUEST_BYTES", "999999999999"),
        ("SGS_EMBEDDED_MAX_MEMORY_MB", "9" * 25),
        ("SGS_IDLE_EXPIRY", "9" * 25),
        ("SGS_LEASE_MS", "9" * 25),
    ],
)
def test_a_number_out_of_bounds_is_refused_by_name(name: str, value: str) -> None:
    with pytest.raises(ConfigError, match=name):
        settings_from({name: value})
