"""Reading the source for what no test would notice: each guard gives the places where it is broken."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).parents[2]
DEED_ROOTS = ("Deed", "Suspension")
ALLOWED_IMPORTS = (
    *(
        "__future__",
        "abc",
        "bisect",
        "builtins",
        "collections",
        "contextlib",
        "copy",
        "dataclasses",
        "enum",
        "functools",
    ),
    *("hashlib", "heapq", "itertools", "math", "operator", "re", "string", "types", "typing", "weakref"),
    *("engine", "msgspec"),
)
# What reads or writes the world outside, or depends on addresses and hash seeds.
FORBIDDEN_CALLS = ("open", "input", "print", "eval", "exec", "compile", "__import__", "breakpoint", "id", "hash")
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


class Source:
    """One parsed file. `path` is as people write it: engine/deeds/damage.py."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        self.tree = ast.parse(text)
        self.parent: dict[ast.AST, ast.AST] = {}
        for node in ast.walk(self.tree):
            for child in ast.iter_child_nodes(node):
                self.parent[child] = node

    @cached_property
    def nodes(self) -> list[ast.AST]:
        return list(ast.walk(self.tree))

    @property
    def classes(self) -> list[ast.ClassDef]:
        return [node for node in self.nodes if isinstance(node, ast.ClassDef)]

    def above(self, node: ast.AST) -> Iterator[ast.AST]:
        while node in self.parent:
            node = self.parent[node]
            yield node

    def function_of(self, node: ast.AST) -> FunctionNode | None:
        return next((up for up in self.above(node) if isinstance(up, FunctionNode)), None)

    def at(self, node: ast.AST) -> str:
        line = getattr(node, "lineno", 0)
        return f"{self.path}:{line}: {ast.unparse(node).splitlines()[0]}"


def sources(*folders: str) -> list[Source]:
    files = sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    return [Source(str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")) for path in files]


# -- what is made must be awaited


def subclasses(read: Iterable[Source], roots: Iterable[str]) -> list[str]:
    """The names of all classes that descend from the roots."""
    bases = {
        node.name: [called(base.value if isinstance(base, ast.Subscript) else base) for base in node.bases]
        for source in read
        for node in source.classes
    }
    found = list(roots)
    while fresh := [name for name in bases if name not in found and any(base in found for base in bases[name])]:
        found += fresh
    return [name for name in found if name in bases]


def called(node: ast.AST) -> str:
    """The last name of what is called: `deeds.Damage(...)` calls Damage."""
    if isinstance(node, ast.Call):
        return called(node.func)
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def unawaited(read: list[Source]) -> list[str]:
    """Deeds, questions, moments and rules that are made and left lying: nothing happens then, and nobody complains."""
    deeds = subclasses(read, DEED_ROOTS)
    functions = [
        (s, node) for s in read for node in s.nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    plain = [node for _, node in functions if isinstance(node, ast.FunctionDef)]
    makers = [node.name for node in plain if isinstance(node.returns, ast.Name) and node.returns.id in deeds]
    rules = [(s, node) for s, node in functions if isinstance(node, ast.AsyncFunctionDef)]
    free = [node.name for s, node in rules if isinstance(s.parent[node], ast.Module)]
    methods = {node.name for s, node in rules if isinstance(s.parent[node], ast.ClassDef)} - {f.name for f in plain}
    timings = [
        target.id
        for s in read
        for node in s.nodes
        if isinstance(node, ast.Assign) and called(node.value) == "Timing"
        for target in node.targets
        if isinstance(target, ast.Name)
    ]
    found: list[str] = []
    for source in read:
        modules = [a.asname or a.name for n in source.nodes if isinstance(n, ast.Import) for a in n.names]
        for node in source.nodes:
            if isinstance(node, ast.Call):
                is_rule = isinstance(node.func, ast.Name) and node.func.id in free
                is_rule |= isinstance(node.func, ast.Attribute) and node.func.attr in methods
                is_rule &= root_name(node.func) not in modules
                is_deed = called(node) in deeds or (isinstance(node.func, ast.Name) and node.func.id in makers)
                if (is_rule or is_deed) and not is_taken_up(source, node, is_rule, timings):
                    found.append(source.at(node))
            elif isinstance(node, ast.Attribute) and node.attr in timings and isinstance(node.ctx, ast.Load):
                of_class = isinstance(node.value, ast.Name) and node.value.id[0].isupper()
                if not of_class and not isinstance(source.parent[node], ast.Await):
                    found.append(source.at(node))
    return found


def root_name(node: ast.AST) -> str:
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def is_taken_up(source: Source, node: ast.Call, is_rule: bool, timings: list[str]) -> bool:
    """Awaited; handed to the table by a plain function; or, a deed, kept to be awaited: as an argument, in a list, or
    under a name that is read again."""
    up, function = source.parent[node], source.function_of(node)
    if isinstance(up, ast.Attribute):  # a moment of a deed that is only announced: `await Phase(...).ended`
        return up.attr in timings and isinstance(source.parent[up], ast.Await)
    if isinstance(up, ast.Await):
        return True
    if isinstance(up, ast.Return | ast.IfExp):
        return not isinstance(function, ast.AsyncFunctionDef)
    if is_rule:
        return isinstance(up, ast.Call) and called(up) in ("Frame", "begin")
    if isinstance(up, ast.Assign | ast.AnnAssign) and function is not None:
        targets = up.targets if isinstance(up, ast.Assign) else [up.target]
        kept = [target.id for target in targets if isinstance(target, ast.Name)]
        read = [n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)]
        return all(name in read for name in kept)
    return isinstance(up, ast.Call | ast.keyword | ast.List | ast.Tuple | ast.ListComp | ast.Lambda)


# -- what is not deterministic or not pure


def sets(read: list[Source]) -> list[str]:
    """The order of a set hangs on the hash seed. A set may only be a constant of a module, and only be asked whether it
    holds something."""
    found: list[str] = []
    constants = [
        target.id
        for source in read
        for node in source.tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None and makes_set(node.value)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    ]
    for source in read:
        for node in source.nodes:
            up = source.parent.get(node)
            inside = any(makes_set(above) for above in source.above(node))
            constant = any(isinstance(above, ast.Module) for above in [source.parent.get(up)] if up is not None)
            if makes_set(node) and not inside and not (constant and isinstance(up, ast.Assign | ast.AnnAssign)):
                found.append(source.at(node))
            if isinstance(node, ast.Name) and node.id in constants and isinstance(node.ctx, ast.Load):
                asked = isinstance(up, ast.Compare) and all(isinstance(op, ast.In | ast.NotIn) for op in up.ops)
                if not asked:
                    found.append(source.at(up or node))
    return found


def makes_set(node: ast.AST) -> bool:
    if isinstance(node, ast.BinOp):
        return any(isinstance(side, ast.Call) and called(side) == "keys" for side in (node.left, node.right))
    return isinstance(node, ast.Set | ast.SetComp) or (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("set", "frozenset")
    )


def impure(read: list[Source]) -> list[str]:
    """Imports of clocks, chance, input and output, or of anything that is not listed as harmless; and calls of builtins
    that reach outside or differ from run to run."""
    found: list[str] = []
    for source in read:
        for node in source.nodes:
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                names = [node.module or ""]
            if any(name.partition(".")[0] not in ALLOWED_IMPORTS for name in names):
                found.append(source.at(node))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FORBIDDEN_CALLS:
                found.append(source.at(node))
    return found


def kept_across_await(read: list[Source]) -> list[str]:
    """A rule may be dropped at any await: what follows there in a `finally` or at the end of a `with` would run at the
    drop. Bare excepts would swallow it; asynchronous loops, contexts and generators are not the table's."""
    found: list[str] = []
    for source in read:
        for node in source.nodes:
            in_rule = isinstance(source.function_of(node), ast.AsyncFunctionDef)
            guarded = isinstance(node, ast.With) or (isinstance(node, ast.Try) and node.finalbody)
            if guarded and any(isinstance(inner, ast.Await) for inner in ast.walk(node)):
                found.append(source.at(node))
            if isinstance(node, ast.AsyncWith | ast.AsyncFor) or (in_rule and isinstance(node, ast.Yield)):
                found.append(source.at(node))
            if isinstance(node, ast.ExceptHandler) and (node.type is None or called(node.type) == "BaseException"):
                found.append(source.at(node))
    return found


# -- what rules may say of each other


def skill_classes(read: list[Source]) -> dict[str, tuple[Source, ast.ClassDef]]:
    """Every skill by its id."""
    names = [name for name in subclasses(read, ["Skill"]) if name != "Skill"]
    return {skill_id(node): (s, node) for s in read for node in s.classes if node.name in names}


def skill_id(node: ast.ClassDef) -> str:
    given = [word.value.value for word in node.keywords if word.arg == "id" and isinstance(word.value, ast.Constant)]
    return str(given[0]) if given else node.name.lower()


def names_another_skill(read: list[Source]) -> list[str]:
    """Only a hero's own file says its skills' ids, each class its own and those it lends; what a skill leaves behind
    says whose it is (大喝 and `dahe_cowed`)."""
    skills = skill_classes(read)
    printed = {name: place for name, place in skills.items() if "/heroes/" in place[0].path}
    by_class = {node.name: name for name, (_, node) in skills.items()}
    found: list[str] = []
    for source in read:
        if "/texts/" in source.path:
            continue
        own_file = [name for name, (where, _) in printed.items() if where is source]
        for node in source.nodes:
            if not isinstance(node, ast.Constant) or node.value not in printed:
                continue
            owner = next((up for up in source.above(node) if isinstance(up, ast.ClassDef)), None)
            allowed = own_file
            if owner is not None and skill_id(owner) in printed:
                own = skill_id(owner)
                allowed = [own, own.partition("_")[0], *(by_class.get(name, "") for name in lent(owner))]
            if node.value not in allowed:
                found.append(source.at(node))
    return found


def lent(node: ast.ClassDef) -> list[str]:
    """The classes in `lends = (...)`."""
    return [
        called(part)
        for line in node.body
        if isinstance(line, ast.Assign | ast.AnnAssign) and line.value is not None
        for target in (line.targets if isinstance(line, ast.Assign) else [line.target])
        if isinstance(target, ast.Name) and target.id == "lends"
        for part in ast.walk(line.value)
    ]


# -- size


def too_long(read: list[Source], most: int) -> list[str]:
    return [f"{s.path}: {n} lines" for s in read if (n := len(s.text.splitlines())) > most]


def code_lines(source: Source, node: ast.ClassDef) -> int:
    """Lines of code of a class: without its docstrings, comments and blank lines."""
    prose = [
        (inner.body[0].lineno, inner.body[0].end_lineno or 0)
        for inner in ast.walk(node)
        if isinstance(inner, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(inner)
    ]
    lines = source.text.splitlines()
    return sum(
        bool(lines[n - 1].strip())
        and not lines[n - 1].lstrip().startswith("#")
        and not any(first <= n <= last for first, last in prose)
        for n in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    )
