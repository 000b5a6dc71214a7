"""Parsers for the kinds of settings. This module does not need Django."""

from __future__ import annotations

import ipaddress
import re
import warnings
from base64 import urlsafe_b64decode
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import environ

SHORTEST_SECRET = 50
SHORTEST_PASSWORD = 20
ORDER_OF_P256 = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve of VAPID keys (FIPS 186-5); a private key is a smaller number."""
_YES, _NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off")
_RATE = re.compile(r"([1-9][0-9]{0,6})/([1-9][0-9]{0,3})?(second|minute|hour|day)s?")


class InvalidSetting(Exception):
    """Raised if a setting is not valid. The message names the setting."""


@dataclass(frozen=True, slots=True)
class Setting:
    """An environment variable: its parser, and the default for a variable that is unset or empty."""

    name: str
    kind: Callable[[str], Any]
    default: Any
    values: str
    """The possible values, in the words of docs/configuration.md."""
    shown: str = ""
    """The default in the words of docs/configuration.md, if they differ from the value."""
    is_secret: bool = False
    """Whether the value is never shown, not even in an error."""

    @property
    def default_in_words(self) -> str:
        """Return the default as text for docs/configuration.md."""
        if self.shown:
            return self.shown
        value = int(self.default) if isinstance(self.default, bool) else self.default
        return f"`{value:g}`" if isinstance(value, float) else f"`{value}`"

    def read(self, text: str) -> Any:
        """Return the parsed value, or the default for an empty text. Raises InvalidSetting."""
        if not text.strip():
            return self.default
        try:
            return self.kind(text.strip())
        except ValueError as error:
            shown = "what is set" if self.is_secret else repr(text[:80])
            why = f" ({error})" if str(error) and not self.is_secret else ""
            raise InvalidSetting(f"{self.name}: {shown} is not {self.values.replace('`', '')}{why}.") from None


def _parse_flag(text: str) -> bool:
    if text.lower() in _YES:
        return True
    if text.lower() in _NO:
        return False
    raise ValueError


def flag_setting(name: str, *, default: bool, shown: str = "") -> Setting:
    """Return a yes-or-no setting, whose text is `0` or `1`. `shown` describes the default in the documentation."""
    return Setting(name, _parse_flag, default, "`0` or `1`", shown)


def whole_number_setting(name: str, default: int, least: int, most: int) -> Setting:
    """Return a setting for a whole number between `least` and `most`."""

    def read(text: str) -> int:
        if not re.fullmatch(r"[+-]?[0-9]{1,12}", text) or not least <= int(text) <= most:
            raise ValueError
        return int(text)

    return Setting(name, read, default, f"a whole number from {least} to {most}")


def number_setting(name: str, default: float, least: float, most: float) -> Setting:
    """Return a setting for a number, not necessarily whole, between `least` and `most`."""

    def read(text: str) -> float:
        with suppress(ValueError):
            value = float(text)
            if text.isascii() and least <= value <= most:
                return value
        raise ValueError

    return Setting(name, read, default, f"a number from {least:g} to {most:g}")


def rate_setting(name: str, default: str) -> Setting:
    """Return a setting for a rate limit, such as "10/minute"."""

    def read(text: str) -> str:
        if not _RATE.fullmatch(text):
            raise ValueError
        return text

    return Setting(name, read, default, "a rate such as `20/minute`, by second, minute, hour or day")


def text_setting(name: str, default: str = "", *, values: str = "text", shown: str = "none") -> Setting:
    """Return a setting for a text. `values` and `shown` describe its possible values and its default in the
    documentation."""
    return Setting(name, str, default, values, shown if not default else f"`{default}`")


def secret_setting(name: str, *, shown: str = "none") -> Setting:
    """Return a setting for a text that is never displayed. `shown` describes the default in the documentation."""
    return Setting(name, str, "", "text", shown, is_secret=True)


def parse_names(text: str) -> list[str]:
    """Return the names in a comma-separated list."""
    return [part.strip() for part in text.split(",") if part.strip()]


APPS_THAT_CAN_BE_OFF = ("tournaments", "ladders", "leagues", "team_matches", "discussion", "library", "classes")


def parse_disabled_apps(text: str) -> list[str]:
    """Return the names of apps to disable. Raises ValueError for an app that cannot be disabled."""
    for name in parse_names(text):
        if name not in APPS_THAT_CAN_BE_OFF:
            raise ValueError(f"{name!r} is none of them")
    return parse_names(text)


def parse_hosts(text: str) -> list[str]:
    """Return host names. Raises ValueError if one is not valid."""
    for host in parse_names(text):
        if not re.fullmatch(r"\*|\.?[A-Za-z0-9_.-]+|\[[0-9a-fA-F:.]+\]", host):
            raise ValueError(f"{host!r} is not the name of a server, without scheme and port")
    return parse_names(text)


def parse_url(text: str) -> str:
    """Return a URL with http or https. Raises ValueError if it is not valid."""
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise ValueError
    _ = parts.port
    return text.rstrip("/")


def parse_origins(text: str) -> list[str]:
    """Return origins, such as https://go.example.org. Raises ValueError if one is not valid."""
    for origin in parse_names(text):
        if urlsplit(parse_url(origin)).path:
            raise ValueError(f"{origin!r} is more than that")
    return parse_names(text)


def parse_networks(text: str) -> list[str]:
    """Return IP networks, such as 10.0.0.0/8. Raises ValueError if one is not valid."""
    for network in parse_names(text):
        ipaddress.ip_network(network)
    return parse_names(text)


def parse_cors_origins(text: str) -> list[str]:
    """Return origins in the browsers' format, or a single * for all."""
    if parse_names(text) == ["*"]:
        return ["*"]
    for origin in parse_names(text):
        parts = urlsplit(parse_url(origin))
        host = re.fullmatch(r"([a-z0-9.-]+|\[[0-9a-f:]+\])(:[1-9][0-9]{0,4})?", parts.netloc)
        if host is None or origin != f"{parts.scheme}://{parts.netloc}":
            raise ValueError(f"{origin!r} is not an origin: a scheme, a name, perhaps a port, and nothing else")
    return parse_names(text)


def parse_embedders(text: str) -> list[str]:
    """Return the origins that may embed pages, a single * for all, or `none`. Raises ValueError."""
    return ["none"] if text == "none" else parse_cors_origins(text)


def parse_database_url(text: str) -> dict[str, Any]:
    """Return the database settings in Django's format. Raises ValueError if it is not valid."""
    scheme = urlsplit(text).scheme
    if scheme not in ("postgres", "postgresql", "sqlite"):
        raise ValueError
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            config: dict[str, Any] = environ.Env.db_url_config(text)
        except Exception as error:
            raise ValueError from error
    if not config.get("NAME"):
        raise ValueError
    return config


def parse_redis_url(text: str) -> str:
    """Return the URL of Redis. Raises ValueError if it is not valid."""
    parts = urlsplit(text)
    if parts.scheme not in ("redis", "rediss", "unix") or not (parts.hostname or parts.path):
        raise ValueError
    _ = parts.port
    return text


def parse_mail_url(text: str) -> str:
    """Return the URL of the outgoing mail server or service. Raises ValueError if it is not valid."""
    if find_mail_service(text) is not None:
        return text
    try:
        environ.Env.email_url_config(text)
    except Exception as error:
        raise ValueError from error
    if text.startswith("smtp") and not urlsplit(text).hostname:
        raise ValueError
    return text


def parse_imap_url(text: str) -> str:
    """Return the URL of the mailbox for incoming e-mails. Raises ValueError if it is not valid."""
    parts = urlsplit(text)
    if parts.scheme not in ("imaps", "imap+tls", "imap") or not (parts.hostname and parts.username and parts.password):
        raise ValueError
    _ = parts.port
    return text


def parse_mailbox_address(text: str) -> str:
    """Return the e-mail address, to which secrets can be appended after a plus sign. Raises ValueError if the address
    is not valid or has a plus sign already."""
    if not re.fullmatch(r"[A-Za-z0-9._-]{1,30}@[A-Za-z0-9.-]{1,200}", text):
        raise ValueError
    return text


def parse_contact(text: str) -> str:
    """Return a contact as a URI (RFC 9116, 2.5.3). A mailto: is added to an e-mail address. Raises ValueError."""
    uri = text if ":" in text else f"mailto:{text}"
    if not re.fullmatch(r"mailto:[^@\s]+@[^@\s]+|https://[^\s/]+\S*|tel:\+?[0-9-]+", uri):
        raise ValueError
    return uri


def parse_user_and_password(text: str) -> str:
    """Return user and password of HTTP Basic authentication. Raises ValueError if it is not valid."""
    user, _colon, password = text.partition(":")
    if not user or len(password) < SHORTEST_PASSWORD:
        raise ValueError
    return text


def parse_dsn(text: str) -> str:
    """Return the DSN of Sentry. Raises ValueError if it is not valid."""
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not (parts.username and parts.hostname and parts.path.strip("/")):
        raise ValueError
    _ = parts.port
    return text


def parse_push_key(text: str) -> str:
    """Return the private key for web push, in base64url. Raises ValueError if it is not valid."""
    if not re.fullmatch(r"[A-Za-z0-9_-]{43}", text):
        raise ValueError
    number = int.from_bytes(urlsafe_b64decode(text + "="), "big")
    if not 0 < number < ORDER_OF_P256:
        raise ValueError
    return text


def parse_log_level(text: str) -> str:
    """Return the log level. Raises ValueError if it is not valid."""
    if text not in ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"):
        raise ValueError
    return text


def find_mail_service(text: str) -> dict[str, str] | None:
    """Return the service and its settings from a URL `anymail+NAME://?SETTING=value`, where NAME and SETTING are names
    of django-anymail. Return None for other URLs. Raises ValueError for an unknown service, and if a required setting
    is missing."""
    parts = urlsplit(text)
    if not parts.scheme.startswith("anymail+"):
        return None
    service = parts.scheme.removeprefix("anymail+")
    if service not in MAIL_SERVICES:
        raise ValueError
    options = {name.upper(): value for name, value in parse_qsl(parts.query, strict_parsing=True)}
    if parts.netloc or parts.path or not MAIL_SERVICES[service] <= options.keys():
        raise ValueError
    return {"SERVICE": service, **options}


MAIL_SERVICES = {
    "brevo": {"API_KEY"}, "mailersend": {"API_TOKEN"}, "mailgun": {"API_KEY"}, "mailjet": {"API_KEY", "SECRET_KEY"},
    "mailtrap": {"API_TOKEN"}, "mandrill": {"API_KEY"}, "postal": {"API_URL", "API_KEY"}, "postmark": {"SERVER_TOKEN"},
    "resend": {"API_KEY"}, "scaleway": {"SECRET_KEY", "PROJECT_ID"}, "sendgrid": {"API_KEY"}, "sparkpost": {"API_KEY"},
    "unisender_go": {"API_KEY", "API_URL"},
}  # fmt: skip
"""The services of django-anymail that need no further package, each with its required settings."""
SERVICES_IN = frozenset({"mailgun", "mailjet", "postmark", "sendgrid", "sparkpost"})
"""Services that deliver incoming e-mails with only a user and a password."""
