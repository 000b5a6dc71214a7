"""Every environment variable of the service: one declaration each, read and checked in one place.

docs/configuration.md is held against this table by a test. A value that cannot be right is refused when a process
starts, in one sentence that names it. Needs nothing of Django, so that every program can ask before it begins.
"""

from __future__ import annotations

import ipaddress
import re
import warnings
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any
from urllib.parse import urlsplit

import environ

SHORTEST_SECRET = 50
_YES, _NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off")
_RATE = re.compile(r"([1-9][0-9]{0,6})/([1-9][0-9]{0,3})?(second|minute|hour|day)s?")


class Unfit(Exception):
    """A setting that cannot be right; the sentence names it."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One variable: how its text is read, what it is when it is not set or empty."""

    name: str
    kind: Callable[[str], Any]
    default: Any
    values: str
    """What it may be, as docs/configuration.md says it."""
    shown: str = ""
    """The default in docs/configuration.md, where it is not the value itself."""
    is_secret: bool = False
    """Its value is never shown, also not in a refusal."""

    @property
    def default_in_words(self) -> str:
        """As docs/configuration.md says it."""
        if self.shown:
            return self.shown
        value = int(self.default) if isinstance(self.default, bool) else self.default
        return f"`{value:g}`" if isinstance(value, float) else f"`{value}`"

    def read(self, text: str) -> Any:
        """The value. Raises Unfit."""
        if not text.strip():
            return self.default
        try:
            return self.kind(text.strip())
        except ValueError as error:
            shown = "what is set" if self.is_secret else repr(text[:80])
            why = f" ({error})" if str(error) and not self.is_secret else ""
            raise Unfit(f"{self.name}: {shown} is not {self.values.replace('`', '')}{why}.") from None


def _flag(text: str) -> bool:
    if text.lower() in _YES:
        return True
    if text.lower() in _NO:
        return False
    raise ValueError


def flag(name: str, *, default: bool, shown: str = "") -> Setting:
    """Yes or no."""
    return Setting(name, _flag, default, "`0` or `1`", shown)


def whole(name: str, default: int, least: int, most: int) -> Setting:
    """A whole number within limits."""

    def read(text: str) -> int:
        if not re.fullmatch(r"[+-]?[0-9]{1,12}", text) or not least <= int(text) <= most:
            raise ValueError
        return int(text)

    return Setting(name, read, default, f"a whole number from {least} to {most}")


def number(name: str, default: float, least: float, most: float) -> Setting:
    """A number within limits, fractions allowed."""

    def read(text: str) -> float:
        with suppress(ValueError):
            value = float(text)
            if text.isascii() and least <= value <= most:
                return value
        raise ValueError

    return Setting(name, read, default, f"a number from {least:g} to {most:g}")


def rate(name: str, default: str) -> Setting:
    """So many in a time."""

    def read(text: str) -> str:
        if not _RATE.fullmatch(text):
            raise ValueError
        return text

    return Setting(name, read, default, "a rate such as `20/minute`, by second, minute, hour or day")


def text(
    name: str, default: str = "", *, values: str = "text", shown: str = "none", is_secret: bool = False
) -> Setting:
    """Anything."""
    return Setting(name, str, default, values, shown if not default else f"`{default}`", is_secret)


def _names(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _hosts(text: str) -> list[str]:
    for host in _names(text):
        if not re.fullmatch(r"\*|\.?[A-Za-z0-9_.-]+|\[[0-9a-fA-F:.]+\]", host):
            raise ValueError(f"{host!r} is not the name of a server, without scheme and port")
    return _names(text)


def _url(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise ValueError
    _ = parts.port
    return text.rstrip("/")


def _origins(text: str) -> list[str]:
    for origin in _names(text):
        if urlsplit(_url(origin)).path:
            raise ValueError(f"{origin!r} is more than that")
    return _names(text)


def _networks(text: str) -> list[str]:
    for network in _names(text):
        ipaddress.ip_network(network)
    return _names(text)


def _cors(text: str) -> list[str]:
    """Origins as browsers write them, or a single *."""
    if _names(text) == ["*"]:
        return ["*"]
    for origin in _names(text):
        parts = urlsplit(_url(origin))
        host = re.fullmatch(r"([a-z0-9.-]+|\[[0-9a-f:]+\])(:[1-9][0-9]{0,4})?", parts.netloc)
        if host is None or origin != f"{parts.scheme}://{parts.netloc}":
            raise ValueError(f"{origin!r} is no origin: a scheme, a name, perhaps a port, and nothing else")
    return _names(text)


def _database(text: str) -> dict[str, Any]:
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


def _redis(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("redis", "rediss", "unix") or not (parts.hostname or parts.path):
        raise ValueError
    _ = parts.port
    return text


def _mail(text: str) -> str:
    try:
        environ.Env.email_url_config(text)
    except Exception as error:
        raise ValueError from error
    if text.startswith("smtp") and not urlsplit(text).hostname:
        raise ValueError
    return text


def _log_level(text: str) -> str:
    if text not in ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"):
        raise ValueError
    return text


NO_MAIL = ("consolemail://", "dummymail://")
HERE = ["localhost", "127.0.0.1", "[::1]", "testserver"]
SETTINGS = (
    text("IGO_DATA_DIR", values="a folder", shown="`$XDG_DATA_HOME/igo`, else `~/.local/share/igo`"),
    flag("IGO_PRODUCTION", default=False),
    text("SECRET_KEY", values="text", shown="made once in the data folder", is_secret=True),
    Setting("SECRET_KEY_FALLBACKS", _names, [], "keys, separated by commas", "none", is_secret=True),
    Setting("ALLOWED_HOSTS", _hosts, HERE, "names, separated by commas", "this machine"),
    Setting("CSRF_TRUSTED_ORIGINS", _origins, [], "`https://name`, separated by commas", "none"),
    Setting(
        "DATABASE_URL", _database, None, "`postgres://user:password@host/name` or `sqlite:////file`",
        "SQLite in the data folder", is_secret=True,
    ),
    flag("IGO_PERSISTENT_CONNECTIONS", default=False),
    Setting("REDIS_URL", _redis, "", "`redis://:password@host:6379/0`", "none", is_secret=True),
    whole("IGO_PROXIES", 0, 0, 9),
    flag("IGO_REDIRECT_TO_HTTPS", default=True, shown="`1` in production"),
    flag("IGO_HSTS_PRELOAD", default=False),
    flag("IGO_SWEEPER", default=True),
    flag("IGO_WATCH_CLOCK", default=True),
    whole("IGO_VACATION_DAYS", 30, 0, 366),
    Setting(
        "IGO_URL", _url, "", "`https://name`, also with a port",
        "`https://` and the first of `ALLOWED_HOSTS` in production, else `http://127.0.0.1:8000`",
    ),
    text("IGO_GTP_ENGINE", values="a command"),
    number("IGO_GTP_SECONDS", 10.0, 0.1, 600),
    flag("IGO_HOUSE_BOT", default=False),
    text("IGO_HOUSE_BOT_NAME", "igo-bot", values="a name"),
    text("IGO_BOT_TOKEN", is_secret=True),
    Setting(
        "IGO_ADMIN_NETWORKS", _networks, [], "networks, separated by commas (`192.0.2.0/24,2001:db8::/48`)", "none",
    ),
    flag("IGO_OPEN_FOR_SIGNUP", default=True),
    rate("IGO_API_READS", "1200/minute"),
    rate("IGO_API_WRITES", "240/minute"),
    rate("IGO_API_ANONYMOUS", "300/minute"),
    rate("IGO_OFFERS", "120/hour"),
    rate("IGO_REPORTS", "20/day"),
    rate("IGO_API_EXPORTS", "10/minute"),
    Setting("IGO_CORS_ORIGINS", _cors, [], "`https://name`, separated by commas, or `*`", "none"),
    whole("IGO_SOCKETS_PER_ACCOUNT", 30, 1, 10_000),
    whole("IGO_SOCKETS_PER_NETWORK", 200, 1, 100_000),
    number("IGO_LONGEST_STREAM", 3600.0, 0.1, 86_400),
    flag("IGO_WEBHOOK_LOOPBACK", default=False),
    flag("IGO_CONFIRM_EMAIL", default=False),
    whole("IGO_KEEP_SECURITY_DAYS", 180, 1, 3650),
    whole("IGO_QUEUE_DAYS", 3, 1, 365),
    flag("IGO_PWNED_PASSWORDS", default=False),
    Setting(
        "EMAIL_URL", _mail, "consolemail://", "`smtp+tls://user:password@host:587`, or `consolemail://`",
        "`consolemail://`: letters are printed; none in production", is_secret=True,
    ),
    text("DEFAULT_FROM_EMAIL", "igo@localhost", values="an address"),
    text("IGO_STATIC_ROOT", values="a folder", shown="`static` in the data folder"),
    Setting("LOG_LEVEL", _log_level, "WARNING", "`DEBUG`, `INFO`, `WARNING`, `ERROR` or `CRITICAL`"),
    whole("WEB_WORKERS", 2, 1, 64),
    flag("DEBUG", default=False),
    whole("IGO_SIGNAL_GAMES", 5000, 1, 1_000_000),
    whole("IGO_SIGNAL_SHORT_GAME", 20, 0, 1000),
    number("IGO_SIGNAL_SLOW_SHARE", 0.8, 0, 1),
    whole("IGO_SIGNAL_SLOW_TURNS", 4, 1, 1000),
    whole("IGO_SIGNAL_LOST_GAMES", 2, 1, 1000),
    whole("IGO_SIGNAL_LOSSES", 3, 1, 1000),
    number("IGO_SIGNAL_LOSS_SHARE", 0.2, 0, 1),
    whole("IGO_SIGNAL_RATING_GAP", 600, 1, 5000),
    whole("IGO_SIGNAL_TIME_OUTS", 5, 1, 1000),
    whole("IGO_SIGNAL_NETWORK_GAMES", 2, 1, 1000),
    whole("IGO_SIGNAL_NETWORK_PEOPLE", 5, 1, 10_000),
    whole("IGO_SIGNAL_PAIR_GAMES", 12, 1, 1000),
    whole("IGO_SIGNAL_PAIR_SHORT", 4, 1, 1000),
)  # fmt: skip
READ_ELSEWHERE = frozenset(
    {"IGO_BOOTSTRAPPED", "IGO_SERVER", "IGO_TOKEN", "IGO_OWNER_PASSWORD", "IGO_APP_PASSWORD", "IGO_CHROMIUM",
     "IGO_EXPLORE", "IGO_EXPLORE_HANG", "IGO_FUZZ", "IGO_ROUNDS", "IGO_RACES", "IGO_BOT_GAMES", "IGO_BOT_SEED",
     "IGO_BOT_SIZE", "IGO_TEST_SERVERS", "IGO_TEST_PROCESSES", "IGO_NIGHTLY", "IGO_RESTART", "IGO_SEASON"}
)  # fmt: skip
"""Names that begin like ours and are not settings: of manage.py, of compose, of the tests, of the client."""


def read(environment: Mapping[str, str]) -> dict[str, Any]:
    """The value of every setting. Raises Unfit for the first that cannot be right, alone or beside the others."""
    _refuse_unknown(environment)
    values = {setting.name: setting.read(environment.get(setting.name, "")) for setting in SETTINGS}
    if values["IGO_PRODUCTION"]:
        _refuse_unsafe(environment, values)
    values["IGO_URL"] = values["IGO_URL"] or _own_url(values)
    return values


def _refuse_unknown(environment: Mapping[str, str]) -> None:
    known = {setting.name for setting in SETTINGS}
    for name in sorted(environment):
        if name.startswith("IGO_") and name not in known | READ_ELSEWHERE:
            near = get_close_matches(name, known, 1)
            raise Unfit(
                f"{name} is not a setting{f'; do you mean {near[0]}?' if near else ': see docs/configuration.md.'}"
            )


def _refuse_unsafe(environment: Mapping[str, str], values: dict[str, Any]) -> None:
    if values["DEBUG"]:
        raise Unfit("IGO_PRODUCTION and DEBUG exclude each other: unset DEBUG.")
    if len(values["SECRET_KEY"]) < SHORTEST_SECRET:
        raise Unfit(f"SECRET_KEY: set it to at least {SHORTEST_SECRET} random characters in production.")
    if not environment.get("ALLOWED_HOSTS", "").strip() or "*" in values["ALLOWED_HOSTS"]:
        raise Unfit("ALLOWED_HOSTS: set it to the names of this server, without *, in production.")
    if not environment.get("EMAIL_URL", "").strip():
        raise Unfit(
            "EMAIL_URL: name a mail server in production (smtp+tls://user:password@host:587), or say consolemail:// if "
            "nobody is to get reminders or forgotten passwords by e-mail."
        )
    if values["EMAIL_URL"].startswith(NO_MAIL) and values["IGO_CONFIRM_EMAIL"]:
        raise Unfit("IGO_CONFIRM_EMAIL needs a mail server: nobody could sign up. Name one in EMAIL_URL.")
    if _is_loopback(values["IGO_URL"] or _own_url(values)):
        raise Unfit("IGO_URL: name the address by which people reach this server; links in letters lead there.")


def _own_url(values: dict[str, Any]) -> str:
    """What IGO_URL is when nobody says it."""
    return f"https://{values['ALLOWED_HOSTS'][0].lstrip('.')}" if values["IGO_PRODUCTION"] else "http://127.0.0.1:8000"


def _is_loopback(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def remarks(values: Mapping[str, Any]) -> list[str]:
    """What does not work with these settings, for whoever starts the service in production."""
    if not values["IGO_PRODUCTION"]:
        return []
    said = []
    if values["EMAIL_URL"].startswith(NO_MAIL):
        said.append("No mail server (EMAIL_URL): nobody gets reminders, nor a new password by e-mail.")
    if not values["REDIS_URL"]:
        said.append("No REDIS_URL: moves are live only within one process, and every process counts limits for itself.")
    if values["IGO_PROXIES"] == 0:
        said.append("IGO_PROXIES is 0: what a TLS proxy in front says about clients and https is not believed.")
    return said
