"""TLS of both ports: one certificate for gRPC and HTTP, taken up again when its files are renewed."""

from __future__ import annotations

import ssl
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, TypeVar

import grpc
from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key

from ..config.settings import Settings
from ..config.unusable_file import UnusableFile

CERT, KEY, CLIENT_CA = "SGS_TLS_CERT", "SGS_TLS_KEY", "SGS_TLS_CLIENT_CA"

T = TypeVar("T")


class Certificates(NamedTuple):
    """What the files held at one moment, checked. `context` is for HTTP, `configuration` for gRPC."""

    context: ssl.SSLContext
    configuration: grpc.ServerCertificateConfiguration
    expires: datetime

    def __repr__(self) -> str:
        return f"Certificates(expires={self.expires:%Y-%m-%d}, ...)"


def certificates(settings: Settings) -> Certificates:
    """Raises `UnusableFile`, naming the setting."""
    chain, key = _read(CERT, settings.tls_cert), _read(KEY, settings.tls_key)
    client_ca = _read(CLIENT_CA, settings.tls_client_ca) if settings.tls_client_ca else None
    expires = _checked(chain, key)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        context.load_cert_chain(settings.tls_cert, settings.tls_key)
    except (ssl.SSLError, OSError):  # the files were changed meanwhile, or OpenSSL does not take what they hold
        raise UnusableFile(f"{CERT} and {KEY}: OpenSSL does not take them") from None
    if client_ca is not None:
        _loaded(CLIENT_CA, "certificate", x509.load_pem_x509_certificates, client_ca)
        context.load_verify_locations(cadata=client_ca.decode("ascii"))
        context.verify_mode = ssl.CERT_REQUIRED
    return Certificates(context, grpc.ssl_server_certificate_configuration([(key, chain)], client_ca), expires)


class Tls:
    """What both ports ask at each handshake."""

    def __init__(self, settings: Settings) -> None:
        self._requires_client = bool(settings.tls_client_ca)
        self._present: Certificates | None = None

    @property
    def present(self) -> Certificates:
        assert self._present is not None
        return self._present

    def take(self, found: Certificates) -> None:
        """From the next handshake on; connections that are open go on."""
        self._present = found

    def credentials(self) -> grpc.ServerCredentials:
        """Of the port of gRPC, whose library takes TLS 1.2 and later alone."""
        given = [self.present]

        def fetch() -> grpc.ServerCertificateConfiguration | None:  # in a thread of the library, one at a time
            if given[0] is self.present:
                return None
            given[0] = self.present
            return given[0].configuration

        return grpc.dynamic_ssl_server_credentials(
            given[0].configuration,
            fetch,  # type: ignore[arg-type]  # None says that nothing has changed, which the stubs do not know
            self._requires_client,
        )

    def context(self) -> ssl.SSLContext:
        """Of the port of HTTP. A context can learn a new certificate, but never forget a CA: so each handshake goes on
        with the present one."""
        outer = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        outer.minimum_version = ssl.TLSVersion.TLSv1_2
        outer.set_alpn_protocols(["http/1.1"])
        if self._requires_client:
            outer.verify_mode = ssl.CERT_REQUIRED
            # Who resumes a session is not asked for a certificate again; by number TLS 1.2 does so all the same.
            outer.options |= ssl.OP_NO_TICKET
            outer.num_tickets = 0

        def choose(connection: ssl.SSLSocket | ssl.SSLObject, name: str | None, context: ssl.SSLContext) -> None:
            connection.context = self.present.context

        outer.sni_callback = choose  # called for every handshake, also of a client that names no server
        return outer


def _read(setting: str, file: str) -> bytes:
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise UnusableFile(f"{setting}: {file} cannot be read ({error.strerror})") from None


def _checked(chain: bytes, key: bytes) -> datetime:
    """When the certificate expires."""
    leaf = _loaded(CERT, "certificate", x509.load_pem_x509_certificates, chain)[0]
    private = _loaded(KEY, "private key without a password", lambda data: load_pem_private_key(data, None), key)
    if _spelled(leaf.public_key()) != _spelled(private.public_key()):
        raise UnusableFile(f"{KEY}: it is not the key of {CERT}")
    now, expires = datetime.now(UTC), leaf.not_valid_after_utc
    if expires <= now:
        raise UnusableFile(f"{CERT}: the certificate expired at {expires:%Y-%m-%d %H:%M} UTC")
    if leaf.not_valid_before_utc > now:
        raise UnusableFile(f"{CERT}: the certificate is valid from {leaf.not_valid_before_utc:%Y-%m-%d %H:%M} UTC on")
    return expires


def _loaded(setting: str, what: str, load: Callable[[bytes], T], data: bytes) -> T:
    """Errors of the library are not shown: they may quote."""
    try:
        loaded = load(data)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise UnusableFile(f"{setting}: there is no {what} in PEM") from None
    if isinstance(loaded, Sequence) and not loaded:
        raise UnusableFile(f"{setting}: there is no {what} in PEM")
    return loaded


def _spelled(public: object) -> bytes:
    spelled: bytes = public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)  # type: ignore[attr-defined]  # every kind of key has it
    return spelled
