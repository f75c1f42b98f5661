"""Credentials for a server with TLS."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

import grpc

File = str | PathLike[str]


def tls(ca: File | None = None, cert: File | None = None, key: File | None = None) -> grpc.ChannelCredentials:
    """For `Client(..., credentials=tls(ca="ca.pem"))`. All are files in PEM: `ca` has the authorities that are believed
    (none: the usual ones), `cert` and `key` are the client's own certificate, where the server asks for one. Raises
    `OSError`, and `ValueError` for one of these two without the other."""
    if (cert is None) != (key is None):
        raise ValueError("cert and key go together")
    return grpc.ssl_channel_credentials(
        *(Path(file).read_bytes() if file is not None else None for file in (ca, key, cert))
    )
