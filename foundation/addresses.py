"""Network addresses to which the server may connect (S36)."""

from __future__ import annotations

import socket
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

GLOBAL_UNICAST = IPv6Network("2000::/3")
"""All public IPv6 addresses. Addresses that translate (NAT64) or map IPv4 are outside of it."""
TUNNELS = tuple(map(IPv6Network, ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")))
"""Teredo and 6to4, which lead to the IPv4 address inside, and addresses for protocols and documentation."""
ISATAP = (0x00005EFE, 0x02005EFE)
OTHERS = tuple(map(IPv4Network, ("192.88.99.0/24", "192.0.0.0/24", "100.64.0.0/10", "224.0.0.0/3")))
LOCAL_NAMES = ("localhost", "local", "internal", "lan", "home.arpa", "intranet", "corp")


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Return whether this is a public internet address. IPv4-mapped IPv6 addresses are checked as IPv4."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        return (
            address.scope_id is None
            and address in GLOBAL_UNICAST
            and address.is_global
            and not any(address in net for net in TUNNELS)
            and (int(address) >> 32) & 0xFFFFFFFF not in ISATAP
        )
    return address.is_global and not address.is_multicast and not any(address in net for net in OTHERS)


def is_webhook_host_allowed(host: str, *, loopback: bool) -> bool:
    """Return whether a webhook may have this host. Host names are not resolved here, because `may_connect` checks their
    addresses when an event is sent. With `loopback`, this machine is allowed as well."""
    if "%" in host:
        return False
    address = _parse_address(host)
    if address is not None:
        return may_connect(address, loopback=loopback)
    last = host.rstrip(".").lower()
    is_local = last in LOCAL_NAMES or last.endswith(tuple(f".{name}" for name in LOCAL_NAMES))
    return not is_local or (loopback and last == "localhost")


def may_connect(address: IPv4Address | IPv6Address, *, loopback: bool) -> bool:
    """Return whether the server may connect to this address: any public address, and with `loopback` also the loopback
    addresses."""
    return is_public(address) or (loopback and address.is_loopback)


def _parse_address(host: str) -> IPv4Address | IPv6Address | None:
    """Return the address in any notation, such as 2130706433, 0x7f.1 or 0177.1, or None for a name."""
    try:
        return ip_address(host)
    except ValueError:
        pass
    try:
        return IPv4Address(socket.inet_aton(host))
    except (OSError, ValueError):
        return None
