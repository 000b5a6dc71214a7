"""The address and network of a request's client, as reported by the server's own proxies."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest

IPV6_NETWORK = 64
IPV6_SITE = 48


def client_address(request: HttpRequest) -> str:
    """Return the IP address of the client as reported by the server's own proxies (IGO_PROXIES), never by the
    client."""
    return _address_behind_proxies(request.headers.get("X-Forwarded-For", ""), request.META.get("REMOTE_ADDR"))


def client_network(request: HttpRequest) -> str:
    """Return the network that counts as one client: an IPv4 address, or the /64 of an IPv6 address, which belongs to
    one customer."""
    return _network_of_address(client_address(request))


def client_ipv6_prefix48(request: HttpRequest) -> str | None:
    """Return the /48 of the client's IPv6 address, which belongs to one organisation or customer. Return None for
    IPv4."""
    network = client_network(request)
    return str(ipaddress.ip_network(network).supernet(new_prefix=IPV6_SITE)) if ":" in network else None


def is_navigation(request: HttpRequest) -> bool:
    """Return whether a person opens the page, as opposed to a script or another site. Return True for browsers that
    send no Sec-Fetch-Mode."""
    return request.headers.get("Sec-Fetch-Mode", "navigate") == "navigate"


def network_of_handshake(scope: Mapping[str, Any]) -> str:
    """Return the network of the client in a WebSocket handshake: an IPv4 address, or the /64 of an IPv6 address. For
    HTTP requests, client_network() returns the same."""
    named = [value.decode("latin-1") for name, value in scope.get("headers", ()) if name == b"x-forwarded-for"]
    return _network_of_address(_address_behind_proxies(",".join(named), (scope.get("client") or (None,))[0]))


def is_in_networks(address: str, networks: Iterable[str]) -> bool:
    """Return whether the address is in one of the networks. Return False if the address is not valid."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped is not None:
        parsed = parsed.ipv4_mapped
    return any(parsed in ipaddress.ip_network(network) for network in networks)


def _address_behind_proxies(forwarded: str, peer: str | None) -> str:
    hops = [hop.strip() for hop in forwarded.split(",") if hop.strip()]
    trusted: int = settings.IGO_PROXIES
    if trusted and len(hops) >= trusted:
        return hops[-trusted]
    return str(peer or "unknown")


def _network_of_address(address: str) -> str:
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, IPV6_NETWORK), strict=False))
    return str(parsed)
