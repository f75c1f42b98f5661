"""The version of the rules: a digest of the engine's source, so that any change of a rule is another version."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

import engine


@cache
def rules_version() -> str:
    """Sixteen hexadecimal digits. Texts are no rules."""
    root = Path(engine.__file__).parent
    digest = sha256()
    for path in sorted(root.rglob("*.py")):
        relative = path.relative_to(root)
        if relative.parts[0] != "texts":
            digest.update(str(relative).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]
