"""Certificates of an authority that a test makes up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import trustme


class Authority:
    """A CA with its files, and what it has certified."""

    def __init__(self, folder: Path, name: str) -> None:
        self.ca = trustme.CA()
        self._folder = folder / name
        self._folder.mkdir()
        self.file = str(self._folder / "ca.pem")
        self.ca.cert_pem.write_to_path(self.file)

    def certify(self, name: str, **how: Any) -> tuple[str, str]:
        """The files of a certificate and of its key; of the same name, the same files are written over."""
        issued = self.ca.issue_cert("localhost", "127.0.0.1", **how)
        cert, key = self._folder / f"{name}.pem", self._folder / f"{name}.key"
        cert.write_bytes(b"".join(part.bytes() for part in issued.cert_chain_pems))
        key.write_bytes(issued.private_key_pem.bytes())
        return str(cert), str(key)
