"""TLS on the side of a client, as the options of the commands say."""

from __future__ import annotations

import argparse
from pathlib import Path

import grpc


class BadCredentials(Exception):
    """Options that do not go together."""


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--tls", action="store_true", help="encrypt, and believe the usual authorities")
    parser.add_argument(
        "--tls-ca", type=Path, metavar="FILE", help="encrypt, and believe the certificates in this file"
    )
    parser.add_argument("--tls-cert", type=Path, metavar="FILE", help="the client's own certificate, with its chain")
    parser.add_argument("--tls-key", type=Path, metavar="FILE", help="the key of --tls-cert")


def words_of(parsed: argparse.Namespace) -> list[str]:
    """The options as they were given."""
    files = (("--tls-ca", parsed.tls_ca), ("--tls-cert", parsed.tls_cert), ("--tls-key", parsed.tls_key))
    encrypted = ["--tls"] if parsed.tls else []
    return [*encrypted, *(word for option, file in files if file for word in (option, str(file)))]


def credentials_of(parsed: argparse.Namespace) -> grpc.ChannelCredentials | None:
    """None where nothing is to be encrypted. Raises `OSError` and `BadCredentials`."""
    ca, cert, key = parsed.tls_ca, parsed.tls_cert, parsed.tls_key
    if (cert is None) != (key is None):
        raise BadCredentials("--tls-cert and --tls-key go together")
    if not (parsed.tls or ca or cert):
        return None
    return grpc.ssl_channel_credentials(*(file and file.read_bytes() for file in (ca, key, cert)))
