"""Where settings come from: options of the command line, before variables, before a file in TOML."""

from __future__ import annotations

import re
import stat
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin

import msgspec

from .settings import ConfigError, Settings

CONFIG: Final = "SGS_CONFIG"  # names the file, and is no setting itself
PREFIX: Final = "SGS_"
FIELDS: Final = {field.name: field.type for field in msgspec.structs.fields(Settings)}
FROM_FILES: Final = ("server_key", "redis_url")  # which may also be given as <name>_file, the path of what holds them
SECRET: Final = ("server_key", "redis_url", "api_keys")
VARIABLE: Final = re.compile(r"\b(?:SGS_[A-Z_]+|REDIS_URL)\b")


class Given(NamedTuple):
    """A value as it was found. `origin` is a variable, an option, or a key with its file."""

    value: object
    origin: str
    is_text: bool = False  # from which numbers have yet to be read


class Configured:
    """The settings, and where each was found that is not as by default."""

    def __init__(self, given: Mapping[str, Given], file: Path | None) -> None:
        """Raises `ConfigError`."""
        self._origins = {field: found.origin for field, found in given.items()}
        with self.named():
            self.settings = Settings(**{field: _converted(field, found) for field, found in given.items()})
            self.settings.check()
        self.exposed = _exposed(given, file)
        """What is wrong with the rights of the file; empty: nothing."""

    @property
    def sources(self) -> str:
        """Where they were found, in short."""
        files = sorted({origin.rpartition(": ")[0] for origin in self._origins.values() if ": " in origin})
        others = sum(": " not in origin for origin in self._origins.values())
        return ", ".join([*files, *([f"{others} by variables or options"] if others else [])]) or "all by default"

    @contextmanager
    def named(self) -> Iterator[None]:
        """Errors that name a setting by its variable say where it was found, if that was elsewhere."""
        try:
            yield
        except ConfigError as error:
            names = dict.fromkeys(VARIABLE.findall(str(error)))
            found = [(name, self._origins.get(field_of(name))) for name in names]
            told = [f"{name} is from {origin}" for name, origin in found if origin not in (None, name)]
            raise ConfigError("; ".join([str(error), *told])) from error


def settings_from(environment: Mapping[str, str], **options: object) -> Settings:
    """As `configured`."""
    return configured(environment, **options).settings


def configured(environment: Mapping[str, str], file: Path | None = None, /, **options: object) -> Configured:
    """`file` goes before SGS_CONFIG. An option that is None is not given.

    Raises `ConfigError` for an unknown name, a value of the wrong type, and settings that do not go together.
    """
    path = file or (Path(environment[CONFIG]) if environment.get(CONFIG) else None)
    given = _in_file(path) if path else {}
    given |= _in_environment(environment)
    for field, value in options.items():
        if value is not None:
            given[field] = Given(value, f"--{field.replace('_', '-')}")
    return Configured(given, path)


def field_of(variable: str) -> str:
    return variable.removeprefix(PREFIX).lower()


def _in_file(path: Path) -> dict[str, Given]:
    try:
        with path.open("rb") as file:
            found = tomllib.load(file)
    except OSError as error:
        raise ConfigError(f"{path}, which --config or {CONFIG} names: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: this is not TOML: {error}") from error
    return _known({key: Given(value, f"{path}: {key}") for key, value in found.items()})


def _in_environment(environment: Mapping[str, str]) -> dict[str, Given]:
    for name in environment:
        if name.startswith(PREFIX) and name.endswith("SERVICE_HOST"):
            raise ConfigError(
                f"{name}: Kubernetes sets this and other SGS_ names for a Service called sgs, which would be taken for"
                " settings: put enableServiceLinks: false into the pod's spec, or give the Service another name"
            )
    found: dict[str, Given] = {}
    for name, value in environment.items():
        if name.startswith(PREFIX + "REDIS_URL"):
            raise ConfigError(f"{name}: write {name.removeprefix(PREFIX)}")
        if (name.startswith(PREFIX) and name != CONFIG) or (name in ("REDIS_URL", "REDIS_URL_FILE") and value):
            found[field_of(name)] = Given(value, name, is_text=True)
    return _known(found)


def _known(found: dict[str, Given]) -> dict[str, Given]:
    """What is found in one place, with the contents of files that it names. Raises `ConfigError`."""
    known: dict[str, Given] = {}
    for name, given in found.items():
        plain = name.removesuffix("_file")
        if name in FIELDS:
            known.setdefault(name, given)
        elif plain not in FROM_FILES:
            raise ConfigError(f"{given.origin}: there is no such setting")
        elif given.value:
            if plain in found and found[plain].value:
                raise ConfigError(f"{found[plain].origin}, {given.origin}: give one of the two")
            known[plain] = _content(given)
    return known


def _content(given: Given) -> Given:
    """Of a file as Kubernetes and Docker mount secrets."""
    if not isinstance(given.value, str):
        raise ConfigError(f"{given.origin}: write the path of a file")
    path = Path(given.value)
    try:
        text = path.read_text("utf-8").rstrip("\r\n")
    except OSError as error:
        raise ConfigError(f"{given.origin}: {error.strerror}: {path}") from error
    except UnicodeDecodeError:
        text = ""
    if not text or "\n" in text:
        raise ConfigError(f"{given.origin}: {path} does not hold one line of text")
    return Given(text, given.origin, is_text=True)


def _converted(field: str, given: Given) -> Any:
    """Raises `ConfigError`, which does not quote what may be secret."""
    if isinstance(given.value, str) and "\0" in given.value:
        raise ConfigError(f"{given.origin}: there is a NUL in it, which no path, name or key has")
    try:
        return msgspec.convert(
            given.value, FIELDS[field], strict=not given.is_text, dec_hook=lambda kind, value: kind(value)
        )
    except msgspec.ValidationError as error:
        wrong = str(error).partition(" - ")[0]
        if given.is_text:  # as every variable is
            wrong = wrong.removesuffix(", got `str`")
        raise ConfigError(f"{given.origin}: {wrong}{_choices(FIELDS[field])}") from error


def _choices(kind: object) -> str:
    """What may be written, where that is one of a few words."""
    words = ("true", "false") if kind is bool else get_args(kind) if get_origin(kind) is Literal else ()
    return f"; write {', '.join(words[:-1])} or {words[-1]}" if words else ""


def _exposed(given: Mapping[str, Given], file: Path | None) -> str:
    """Not an error: whoever mounts a file into a container cannot always choose its rights."""
    held = [field for field in SECRET if field in given and given[field].origin == f"{file}: {field}"]
    if file is None or not held or not stat.S_IMODE(file.stat().st_mode) & 0o007:
        return ""
    return f"{file} holds {', '.join(held)} and is open to everybody on this machine"
