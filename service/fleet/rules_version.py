"""The version of the rules: a digest of the source of the engine and of the packs that are installed, so that any
change of a rule is another version."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

import engine

from ..packs.installed import register_installed


@cache
def rules_version() -> str:
    """Sixteen hexadecimal digits. Texts are no rules."""
    root = Path(engine.__file__).parent
    digest = sha256()
    for path in sorted(root.rglob("*.py")):
        relative = path.relative_to(root)
        if relative.parts[0] != "texts":
            digest.update(str(relative).encode() + b"\0" + path.read_bytes())
    for pack in register_installed():
        digest.update(f"{pack.id}\0{pack.version}\0{pack.digest}\0".encode())
    return digest.hexdigest()[:16]
