"""Requests to other servers, each with a deadline for the whole exchange.

`public_session` is for a URL from a user or a browser: a webhook, or a push service (S36). A URL that leads into the
server's own network is refused by its resolved address. `trusted_session` is for the administrator's URLs. Neither
follows redirects, or uses the environment (proxies, passwords in .netrc).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from ipaddress import ip_address
from typing import Any

import requests
from django.conf import settings
from requests.adapters import HTTPAdapter
from requests_hardened import Config, HTTPSession
from requests_hardened.ip_filter import InvalidIPAddress
from requests_hardened.ip_filter_adapter import IPFilterAdapter
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.connection import HTTPConnection, HTTPSConnection

from foundation.addresses import may_connect
from foundation.deadlines import deadline, shut_down_at_deadline

SECONDS_TO_CONNECT, SECONDS_TO_ANSWER = 3.0, 10.0
"""Time limits for a connection, and for the next byte of a response; settings.OUTSIDE_SECONDS limits the whole
exchange."""


def public_session(name: str) -> requests.Session:
    """Return a session that connects only to public addresses, and to this machine if IGO_WEBHOOK_LOOPBACK allows it.
    `name` is its user agent. Its requests raise requests.RequestException, InvalidIPAddress or ValueError."""
    here = settings.IGO_WEBHOOK_LOOPBACK
    plain, secure = (_PublicOnlyAdapter(is_https_proto=tls, allow_loopback=here) for tls in (False, True))  # type: ignore[call-arg]
    return _new_session(name, plain, secure)


def trusted_session(name: str) -> requests.Session:
    """Return a session that connects to any address. `name` is its user agent. Its requests raise
    requests.RequestException or ValueError."""
    return _new_session(name, _DeadlineAdapter(), _DeadlineAdapter())


def post_and_describe(session: requests.Session, url: str, body: bytes, headers: dict[str, str]) -> str:
    """POST this body. Return the status code of the response as text. If the request failed, return "inner network" or
    the name of the exception. The rest of the response is not read."""
    try:
        with session.post(url, data=body, headers=headers, stream=True) as answer:
            return str(answer.status_code)
    except InvalidIPAddress:
        return "inner network"
    except (requests.RequestException, ValueError) as error:
        return type(error).__name__


def with_deadline(session: requests.Session, seconds: float | None = None) -> requests.Session:
    """Return the session with a deadline for each request and its response: `seconds`, or OUTSIDE_SECONDS. Use it for
    sessions of a library, or sessions that use the environment's proxies. Their requests then raise
    requests.Timeout."""
    session.mount("http://", _DeadlineAdapter())
    session.mount("https://", _DeadlineAdapter())
    session.request = partial(_request_with_deadline, session.request, seconds)  # type: ignore[method-assign]
    return session


def _request_with_deadline(
    send: Callable[..., requests.Response], seconds: float | None, *args: Any, **kwargs: Any
) -> requests.Response:
    try:
        with deadline(settings.OUTSIDE_SECONDS if seconds is None else seconds):
            return send(*args, **kwargs)
    except TimeoutError as error:
        raise requests.Timeout(str(error)) from error


def _new_session(name: str, plain: HTTPAdapter, secure: HTTPAdapter) -> requests.Session:
    config = Config(
        default_timeout=(SECONDS_TO_CONNECT, SECONDS_TO_ANSWER),
        never_redirect=True,
        ip_filter_enable=False,
        ip_filter_allow_loopback_ips=False,
        user_agent_override=name,
    )
    made = with_deadline(HTTPSession(config))
    made.trust_env = False
    made.mount("http://", plain)
    made.mount("https://", secure)
    return made


class _DeadlineHTTPConnection(HTTPConnection):
    def getresponse(self) -> Any:
        shut_down_at_deadline(self.sock)
        return super().getresponse()


class _DeadlineHTTPSConnection(HTTPSConnection):
    """A TLS connection that a deadline can shut down while it waits for the response. The handshake needs no deadline,
    because its timeout covers all of its reads."""

    def getresponse(self) -> Any:
        shut_down_at_deadline(self.sock)
        return super().getresponse()


class _DeadlineHTTPPool(HTTPConnectionPool):
    ConnectionCls = _DeadlineHTTPConnection


class _DeadlineHTTPSPool(HTTPSConnectionPool):
    ConnectionCls = _DeadlineHTTPSConnection


POOLS = {"http": _DeadlineHTTPPool, "https": _DeadlineHTTPSPool}


class _DeadlineAdapter(HTTPAdapter):
    """A transport adapter that makes connections which a deadline can shut down."""

    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
        """Create the library's pool manager with the connection classes of this module."""
        super().init_poolmanager(*args, **kwargs)
        self.poolmanager.pool_classes_by_scheme = POOLS

    def proxy_manager_for(self, proxy: str, **kwargs: Any) -> Any:
        """Create the manager for an HTTP proxy with the connection classes of this module."""
        found = super().proxy_manager_for(proxy, **kwargs)
        if not proxy.lower().startswith("socks"):  # a library with connections of its own
            found.pool_classes_by_scheme = POOLS
        return found


class _PublicOnlyAdapter(IPFilterAdapter, _DeadlineAdapter):  # type: ignore[misc]
    """A transport adapter that connects only to public addresses. The base class connects to the very address that it
    has checked, so that a second name lookup cannot lead elsewhere. This class adds a stricter check
    (foundation.addresses)."""

    def build_connection_pool_key_attributes(self, *args: Any, **kwargs: Any) -> Any:
        """Return the host parameters and pool parameters of a connection. Raises InvalidIPAddress for an address that
        must not be contacted."""
        where, more = super().build_connection_pool_key_attributes(*args, **kwargs)
        address = ip_address(where["host"].strip("[]"))
        if not may_connect(address, loopback=settings.IGO_WEBHOOK_LOOPBACK):
            raise InvalidIPAddress(address)
        return where, more
