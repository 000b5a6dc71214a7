"""The URLs under which browsers reach a server run by `manage.py serve`."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

import ifaddr
from django.conf import settings

from goserver.conf.configuration import HERE


@dataclass(frozen=True)
class ServerUrls:
    """The URLs of a server, and the host names that requests may use (`hosts`). `here` is the URL on the server's own
    machine. `others` are the URLs for other machines, the best first; often there are none."""

    here: str
    others: list[str]
    hosts: list[str]

    @property
    def public(self) -> str:
        """Return the base URL for links in e-mails."""
        return (self.others or [self.here])[0]


def find_server_urls(host: str, port: int, environment: Mapping[str, str]) -> ServerUrls:
    """Return the URLs of a server that listens on this host and port.

    Host names come before IP addresses, because browsers create passkeys only for names (WebAuthn, 5.1.2: the RP ID is
    a domain). In production, only the configured names and this machine are allowed.
    """
    is_named = bool(environment.get("ALLOWED_HOSTS", "").strip())
    named = [name.lstrip(".") for name in settings.ALLOWED_HOSTS if is_named and name != "*"]
    machine = [] if settings.PRODUCTION else _listening_names(host)
    hosts = [*dict.fromkeys([*settings.ALLOWED_HOSTS, *HERE, *machine])]
    if settings.PRODUCTION or environment.get("IGO_URL", "").strip():
        base = str(settings.IGO_URL).rstrip("/")
        return ServerUrls(base, [], [*dict.fromkeys([*hosts, urlsplit(base).hostname or ""])])
    outside = dict.fromkeys([*named, *machine]) if not _is_loopback(host) else []
    return ServerUrls(f"http://localhost:{port}", [f"http://{name}:{port}" for name in outside], hosts)


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _listening_names(host: str) -> list[str]:
    """Return the host names for URLs of a server that listens on this host. If the host means all interfaces, return
    the names of all of them."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return [host]
    if not address.is_unspecified:
        return [_address_in_url(address)]
    return [*_interface_addresses(), socket.gethostname().lower()]


def _interface_addresses() -> Iterator[str]:
    """Yield the IP addresses of this machine's interfaces, IPv4 first, without loopback and link-local addresses."""
    found = [ip.ip if ip.is_IPv4 else ip.ip[0] for adapter in ifaddr.get_adapters() for ip in adapter.ips]
    addresses = [ipaddress.ip_address(text.partition("%")[0]) for text in map(str, found)]
    for address in sorted(addresses, key=lambda one: one.version):
        if not (address.is_loopback or address.is_link_local):
            yield _address_in_url(address)


def _address_in_url(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> str:
    return f"[{address}]" if address.version == 6 else str(address)
