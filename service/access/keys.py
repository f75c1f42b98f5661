"""The keys of hosts: whose each is, and what it is good for. Kept as hashes: what is in memory opens nothing."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from ..config.unusable_file import UnusableFile

SETTING, FILE_SETTING = "SGS_API_KEYS", "SGS_API_KEYS_FILE"
LEAST_LENGTH = 16  # characters
FORM = "write name:key, or name/admin:key for one that may administer every match"


class HostKey(NamedTuple):
    """`host` is the name that matches belong to; several keys may have it. `admin`: it may administer every match."""

    host: str
    admin: bool
    digest: bytes


class HostKeys:
    """All keys that are good at present; none: everybody is a host."""

    def __init__(self, keys: Iterable[HostKey] = ()) -> None:
        self._keys = tuple(keys)
        self._digests = frozenset(key.digest for key in self._keys)

    def __bool__(self) -> bool:
        return bool(self._keys)

    def find(self, given: str) -> HostKey | None:
        """Looks at every key, whichever it is, so that the time it takes tells nothing."""
        digest, found = digest_of(given), None
        for key in self._keys:
            if hmac.compare_digest(key.digest, digest):
                found = key
        return found

    def holds(self, digest: bytes) -> bool:
        """Whether a key that was found once is still good."""
        return digest in self._digests


def digest_of(key: str) -> bytes:
    """All of one length, so that a comparison does not tell that of the key. Without salt: keys are random."""
    return sha256(key.encode()).digest()


def host_keys(listed: str, file: str) -> HostKeys:
    """Those of both settings; the file is read now. Raises `UnusableFile`, and quotes nothing."""
    keys: list[HostKey] = []
    for where, entry in (*_listed(listed), *(_in_file(file) if file else ())):
        key = _parsed(where, entry)
        if any(key.digest == other.digest for other in keys):
            raise UnusableFile(f"{where}: the same key is there twice")
        keys.append(key)
    return HostKeys(keys)


def _listed(listed: str) -> Iterator[tuple[str, str]]:
    for number, entry in enumerate(listed.split(","), start=1):
        if entry.strip():
            yield f"{SETTING}: entry {number}", entry.strip()


def _in_file(file: str) -> list[tuple[str, str]]:
    try:
        lines = Path(file).read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise UnusableFile(f"{FILE_SETTING}: {file} cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise UnusableFile(f"{FILE_SETTING}: {file} is not UTF-8") from None
    stripped = [(f"{FILE_SETTING}: line {number}", line.strip()) for number, line in enumerate(lines, start=1)]
    entries = [(where, line) for where, line in stripped if line and not line.startswith("#")]
    if not entries:  # without keys everybody would be a host
        raise UnusableFile(f"{FILE_SETTING}: there is no key in {file}")
    return entries


def _parsed(where: str, entry: str) -> HostKey:
    name, colon, key = entry.partition(":")
    host, slash, scope = name.partition("/")
    if not (host and colon) or " " in name or not name.isprintable() or (slash and scope != "admin"):
        raise UnusableFile(f"{where}: {FORM}")
    if len(key) < LEAST_LENGTH or not (key.isascii() and key.isprintable()) or " " in key:
        raise UnusableFile(f"{where}: a key has at least {LEAST_LENGTH} characters of ASCII and no blanks")
    return HostKey(host, bool(slash), digest_of(key))
