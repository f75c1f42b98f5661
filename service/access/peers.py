"""From where a call comes, as far as that can be believed."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from urllib.parse import unquote

NOWHERE = "unknown"
PREFIX_V6 = 64  # bits; whoever has one address of IPv6 has all with the same


def peer_of(connected: str, forwarded: str, proxies: int) -> str:
    """The address that a call counts for. `connected` is the other end of the connection, as gRPC writes it or bare;
    `forwarded` all of X-Forwarded-For. Each of our proxies has appended whom it was called by, so of as many proxies
    the entry counts that is so far from the end; what stands before it anybody may have made up."""
    entries = forwarded.split(",") if proxies and forwarded else []
    return _network(entries[-proxies].strip() if proxies and len(entries) >= proxies else connected)


@lru_cache(maxsize=4096)
def _network(address: str) -> str:
    kind, _, rest = address.partition(":")
    if kind == "unix":
        return kind
    host = unquote(rest) if kind in ("ipv4", "ipv6") else address
    for candidate in (host, host.rpartition(":")[0]):  # with a port, or without
        try:
            found = ip_address(candidate.strip("[]").partition("%")[0])
        except ValueError:
            continue
        if isinstance(found, IPv6Address):
            mapped = found.ipv4_mapped
            return str(mapped or ip_network((found, PREFIX_V6), strict=False))
        return str(found)
    return NOWHERE
