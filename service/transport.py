"""What serves gRPC, as SGS_TRANSPORT says, and what both transports are told."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType

import grpc

from .config.settings import ConfigError, Settings
from .grpc_port import grpc_server

MOST_READ = 16  # times what a request may have


def transport(settings: Settings, interceptors: Sequence[grpc.aio.ServerInterceptor] = ()) -> grpc.aio.Server:
    """Raises `ConfigError`."""
    options = [
        # Otherwise a second server binds the same port silently and takes half the calls.
        ("grpc.so_reuseport", 0),
        # What is not much longer than allowed is refused by ourselves, with a reason.
        ("grpc.max_receive_message_length", MOST_READ * settings.max_request_bytes),
        # Clients may ask whether a quiet stream still lives; else they are sent away for asking.
        ("grpc.http2.min_ping_interval_without_data_ms", 10_000),
        ("grpc.keepalive_permit_without_calls", 1),
    ]
    if settings.transport == "native":
        server: grpc.aio.Server = native_port().native_server(options, interceptors)
        return server
    # A client looks its name up again when a connection ends: else it would never find a replica that is new.
    # Calls under way go on.
    age = ("grpc.max_connection_age_ms", round(1000 * settings.max_connection_age))
    return grpc_server([*options, age], interceptors)


def native_port() -> ModuleType:
    """Raises `ConfigError` where pygrpc-native is not installed."""
    try:
        from . import native_port as loaded
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("pygrpc_native"):
            raise
        raise ConfigError("SGS_TRANSPORT: native takes the extra native: pip install 'sanguosha[native]'") from error
    return loaded
