"""The key from which seat tokens are derived, for a service that was configured without one and keeps its own data."""

from __future__ import annotations

import os
import secrets
import stat
from pathlib import Path
from typing import Final

KEY_FILE: Final = "server.key"
KEY_BYTES: Final = 32


class ServerKeyError(Exception):
    """The key file cannot be trusted; the message says why."""


def server_key(data_folder: Path) -> bytes:
    """The 32 bytes of `server.key` in the data folder, made (mode 0600) where there is none. Raises `ServerKeyError`
    and `OSError`.

    Whoever has the key can play every seat; whoever loses it makes every token in use worthless.
    """
    made = made_key(data_folder)
    if made is None:
        _make(data_folder / KEY_FILE)
        return server_key(data_folder)
    return made


def made_key(data_folder: Path) -> bytes | None:
    """The same; None where there is none. Raises as that does."""
    path = data_folder / KEY_FILE
    if not path.exists():
        return None
    if stat.S_IMODE(path.stat().st_mode) & 0o077:
        raise ServerKeyError(f"{path} is open to others: chmod 600 it, or delete it to have a new key made")
    try:
        key = bytes.fromhex(path.read_text())
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise ServerKeyError(f"{path} does not hold {KEY_BYTES} bytes in hexadecimal")
    return key


def _make(path: Path) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Under another name until it is whole and on disk: half a key would be read as a broken one for ever after.
    draft = path.with_suffix(f".{secrets.token_hex(4)}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(secrets.token_hex(KEY_BYTES) + "\n")
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
