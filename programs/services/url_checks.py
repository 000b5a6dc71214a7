"""Validate the URLs that players enter for receiving events."""

from __future__ import annotations

from urllib.parse import urlsplit

from foundation.addresses import is_webhook_host_allowed


def find_url_fault(url: str, *, longest: int, plain: bool, loopback: bool) -> str:
    """Return why events cannot be sent to this URL: "address" if it is not a valid web address, "https" if it must be
    https, "inner" if its host is not on the public internet. Return "" if they can. `longest` is the maximum length;
    `plain` allows http, and `loopback` allows this machine. Host names are resolved only when something is sent."""
    try:
        parts = urlsplit(url)
        port_is_fine = parts.port is None or parts.port > 0
    except ValueError:
        return "address"
    readable = url.isascii() and url.isprintable() and " " not in url and len(url) <= longest
    if not (readable and parts.hostname and port_is_fine) or "@" in parts.netloc or parts.fragment:
        return "address"
    if parts.scheme not in ("https", "http"):
        return "address"
    if parts.scheme != "https" and not plain:
        return "https"
    return "" if is_webhook_host_allowed(parts.hostname, loopback=loopback) else "inner"


def host_of(url: str) -> str:
    """Return a valid URL's host in lower case, without a final dot."""
    return (urlsplit(url).hostname or "").rstrip(".")[:255]
