"""What a server says of itself."""

from __future__ import annotations

from importlib.metadata import version

from sanguosha.v1 import server_service_pb2 as pb

from engine.packs import PACKS

from ..config.settings import Settings
from ..fleet.rules_version import rules_version
from ..packs.installed import register_installed


def server_info(settings: Settings) -> pb.ServerInfo:
    """Versions, packs and limits. The packs that come with the engine have its version, others that of their
    distribution."""
    rules = rules_version()
    versions = {pack.id: pack.version for pack in register_installed()}
    info = pb.ServerInfo(
        version=version("sanguosha"),
        rules_version=rules,
        packs=[pb.PackVersion(pack=pack, version=versions.get(pack, rules)) for pack in PACKS],
        limits=pb.ServerLimits(max_page_size=settings.max_page_size, max_request_bytes=settings.max_request_bytes),
    )
    info.limits.talk_per_minute = settings.talk_per_minute
    info.limits.max_open_matches = settings.max_open_matches
    info.limits.max_open_series = settings.max_open_series
    info.limits.max_streams_per_token = settings.max_streams_per_token
    info.limits.calls_per_second = settings.calls_per_second
    info.limits.host_calls_per_second = settings.host_calls_per_second
    info.limits.max_write_time.FromMilliseconds(int(settings.max_write_time * 1000))
    info.limits.ticket_age.FromMilliseconds(int(settings.ticket_age * 1000))
    info.limits.max_wait.FromMilliseconds(int(settings.max_wait * 1000))
    info.limits.max_stream_age.FromMilliseconds(int(settings.max_stream_age * 1000))
    return info
