"""Sending something to an address that somebody else has named: a webhook, or the push service of a browser (S36).

An address that leads into the server's own network is refused by what it resolves to at that moment, redirects are not
followed, and nothing is taken from the environment (proxies, passwords of .netrc).
"""

from __future__ import annotations

from ipaddress import ip_address
from typing import Any

import requests
from django.conf import settings
from requests_hardened import Config, Manager
from requests_hardened.ip_filter import InvalidIPAddress
from requests_hardened.ip_filter_adapter import IPFilterAdapter

from foundation.addresses import may_connect

SECONDS_TO_CONNECT, SECONDS_TO_ANSWER = 3.0, 10.0


def session(name: str) -> requests.Session:
    """One that reaches addresses of the internet only, and this machine where IGO_WEBHOOK_LOOPBACK says so; `name` is
    what it calls itself. What it sends raises requests.RequestException, InvalidIPAddress or ValueError."""
    config = Config(
        default_timeout=(SECONDS_TO_CONNECT, SECONDS_TO_ANSWER),
        never_redirect=True,
        ip_filter_enable=True,
        ip_filter_allow_loopback_ips=settings.IGO_WEBHOOK_LOOPBACK,
        user_agent_override=name,
    )
    made: requests.Session = Manager(config).get_session()
    made.trust_env = False
    for scheme, is_https in (("http://", False), ("https://", True)):
        made.mount(scheme, _Public(is_https_proto=is_https, allow_loopback=settings.IGO_WEBHOOK_LOOPBACK))
    return made


class _Public(IPFilterAdapter):  # type: ignore[misc]
    """Connects to addresses of the internet only: the library pins what the name resolves to; we have a stricter look
    at it (foundation.addresses)."""

    def build_connection_pool_key_attributes(self, *args: Any, **kwargs: Any) -> Any:
        """Where to connect. Raises InvalidIPAddress."""
        where, more = super().build_connection_pool_key_attributes(*args, **kwargs)
        address = ip_address(where["host"].strip("[]"))
        if not may_connect(address, loopback=settings.IGO_WEBHOOK_LOOPBACK):
            raise InvalidIPAddress(address)
        return where, more
