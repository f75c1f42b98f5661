"""TLS on the side of a client, as the options of the commands say."""

from __future__ import annotations

import argparse
from pathlib import Path

import grpc

from .given import given


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
    encrypted = ["--tls"] if parsed.tls else []
    return [*encrypted, *(word for option, file in _files(parsed) if file for word in (option, str(file)))]


def credentials_of(parsed: argparse.Namespace) -> grpc.ChannelCredentials | None:
    """None where nothing is to be encrypted. Raises `BadPath` and `BadCredentials`."""
    if (parsed.tls_cert is None) != (parsed.tls_key is None):
        raise BadCredentials("--tls-cert and --tls-key go together")
    if not (parsed.tls or parsed.tls_ca or parsed.tls_cert):
        return None
    return grpc.ssl_channel_credentials(*(_read(option, file) if file else None for option, file in _files(parsed)))


def _files(parsed: argparse.Namespace) -> tuple[tuple[str, Path | None], ...]:
    """In the order in which gRPC takes them."""
    return ("--tls-ca", parsed.tls_ca), ("--tls-key", parsed.tls_key), ("--tls-cert", parsed.tls_cert)


def _read(option: str, file: Path) -> bytes:
    with given(option, file):
        return file.read_bytes()
