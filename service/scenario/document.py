"""A scenario file as checked data: every complaint names the file, the line, the place and what is expected there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from .schema import Malformed, Place, check, in_a_line

Lines = dict[Place, int]
COMMON = ("id", "title", "source", "runs")


@dataclass(frozen=True)
class Step:
    """One step: `kind` is a seat or asked, refused, expect, now, run_to; `line` is where it stands in the file."""

    kind: str
    content: Any
    line: int

    def __str__(self) -> str:
        return f"line {self.line}: {self.kind}: {in_a_line(self.content)}"


@dataclass(frozen=True)
class Scenario:
    """One run of a scenario file. `setup` holds the keys that describe the table, as they are written."""

    path: str
    id: str
    title: str
    run: str
    setup: Mapping[str, Any]
    steps: tuple[Step, ...]
    lines: Lines = field(repr=False)

    @property
    def name(self) -> str:
        return f"{self.id} {self.title}" + (f" [{self.run}]" if self.run else "")


class _Loader(yaml.SafeLoader):
    """YAML 1.2 scalars: only true and false are booleans, so that `on` is a word and 3/4 or 1:2 are text."""

    yaml_implicit_resolvers: dict[str, Any] = {}  # noqa: RUF012 - PyYAML reads it from the class


_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(?:true|false)$"), list("tf"))
_Loader.add_implicit_resolver("tag:yaml.org,2002:null", re.compile(r"^(?:null|~|)$"), ["n", "~", ""])
_Loader.add_implicit_resolver("tag:yaml.org,2002:int", re.compile(r"^-?[0-9]+$"), list("-0123456789"))


def load(path: str | Path) -> list[Scenario]:
    """The runs of a scenario file. Raises `Malformed`, with file and line in its message."""
    name = str(path)
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise Malformed(f"{name}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Malformed(f"{name}: cannot be read: {error}") from error
    return parse(text, name)


def parse(text: str, name: str = "scenario") -> list[Scenario]:
    """The same, of a text."""
    lines: Lines = {}
    try:
        loader = _Loader(text)
        node = loader.get_single_node()
        if node is None:
            raise Malformed("the file is empty")
        _note_lines(node, (), lines)
        data = loader.construct_document(node)
        check(data)
        return list(_runs(data, name, lines))
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise Malformed(f"{name}:{line}: not YAML: {error.problem}") from error
    except Malformed as error:
        raise Malformed(locate(error, name, lines)) from error


def locate(error: Malformed, name: str, lines: Lines) -> str:
    """The complaint with file, line and place before it."""
    line = next((lines[error.place[:n]] for n in range(len(error.place), -1, -1) if error.place[:n] in lines), 1)
    at = ".".join(map(str, error.place))
    return f"{name}:{line}: {at}: {error.detail}" if at else f"{name}:{line}: {error.detail}"


def _note_lines(node: yaml.Node, place: Place, lines: Lines) -> None:
    lines.setdefault(place, node.start_mark.line + 1)
    if isinstance(node, yaml.SequenceNode):
        for n, item in enumerate(node.value):
            _note_lines(item, (*place, n), lines)
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            inner = (*place, str(key.value))
            again = inner in lines
            lines[inner] = key.start_mark.line + 1
            if again:
                raise Malformed(f"the key {key.value!r} is written twice", inner)
            _note_lines(value, inner, lines)


# -- runs


def _runs(data: Mapping[str, Any], path: str, lines: Lines) -> Iterator[Scenario]:
    base = {key: value for key, value in data.items() if key not in COMMON}
    shared = _steps(base.pop("steps", []), ("steps",), lines)
    if not data.get("runs"):
        if not shared:
            raise Malformed("a scenario without runs needs steps")
        yield Scenario(path, data["id"], data["title"], "", base, shared, lines)
    for n, run in enumerate(data.get("runs") or ()):
        change = run.get("change", {})
        whole = _merged(base, change)
        try:
            check({**{key: data[key] for key in ("id", "title", "source")}, **whole})
        except Malformed as error:
            raise Malformed(error.detail, ("runs", n, "change", *error.place)) from error
        steps = shared + _steps(run.get("steps", []), ("runs", n, "steps"), lines)
        if not steps:
            raise Malformed("a run needs steps", ("runs", n))
        yield Scenario(path, data["id"], data["title"], run["name"], whole, steps, lines)


def _merged(base: Any, change: Any) -> Any:
    """Mappings are merged key by key, everything else is replaced; a key set to null is taken away."""
    if not isinstance(base, Mapping) or not isinstance(change, Mapping):
        return change
    merged = {**base}
    for key, value in change.items():
        if value is None:
            merged.pop(key, None)
        else:
            merged[key] = _merged(base.get(key), value)
    return merged


def _steps(listed: list[dict[str, Any]], place: Place, lines: Lines) -> tuple[Step, ...]:
    return tuple(
        Step(kind, content, lines[(*place, n)]) for n, step in enumerate(listed) for kind, content in step.items()
    )
