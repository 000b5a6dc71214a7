"""Every environment variable of the service, each declared once, and the functions that read and check them.

A test compares docs/configuration.md with this table. A process with an invalid value does not start, and names the
setting in one sentence. This module does not need Django, so that every program can read settings before it starts.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from goserver.conf.setting_kinds import (
    SERVICES_IN,
    SHORTEST_SECRET,
    InvalidSetting,
    Setting,
    find_mail_service,
    flag_setting,
    number_setting,
    parse_contact,
    parse_cors_origins,
    parse_database_url,
    parse_disabled_apps,
    parse_dsn,
    parse_embedders,
    parse_hosts,
    parse_imap_url,
    parse_log_level,
    parse_mail_url,
    parse_mailbox_address,
    parse_names,
    parse_networks,
    parse_origins,
    parse_push_key,
    parse_redis_url,
    parse_url,
    parse_user_and_password,
    rate_setting,
    secret_setting,
    text_setting,
    whole_number_setting,
)

IN_FILE = "_FILE"
"""The suffix of variables that name a file: SECRET_KEY_FILE is the path of a file with SECRET_KEY, and so for every
setting."""
NO_MAIL = ("consolemail://", "dummymail://")
HERE = ["localhost", "127.0.0.1", "[::1]", "testserver"]
SETTINGS = (
    text_setting("IGO_DATA_DIR", values="a folder", shown="`$XDG_DATA_HOME/igo`, else `~/.local/share/igo`"),
    flag_setting("IGO_PRODUCTION", default=False),
    secret_setting("SECRET_KEY", shown="made once in the data folder"),
    Setting("SECRET_KEY_FALLBACKS", parse_names, [], "keys, separated by commas", "none", is_secret=True),
    Setting("ALLOWED_HOSTS", parse_hosts, HERE, "names, separated by commas", "this machine"),
    Setting("CSRF_TRUSTED_ORIGINS", parse_origins, [], "`https://name`, separated by commas", "none"),
    Setting(
        "DATABASE_URL", parse_database_url, None, "`postgres://user:password@host/name` or `sqlite:////file`",
        "SQLite in the data folder", is_secret=True,
    ),
    Setting(
        "DATABASE_REPLICA_URL", parse_database_url, None, "`postgres://user:password@host/name`", "none",
        is_secret=True,
    ),
    flag_setting("IGO_PREPARED_STATEMENTS", default=True),
    flag_setting("IGO_PERSISTENT_CONNECTIONS", default=False),
    Setting("REDIS_URL", parse_redis_url, "", "`redis://:password@host:6379/0`", "none", is_secret=True),
    whole_number_setting("IGO_PROXIES", 0, 0, 9),
    flag_setting("IGO_REDIRECT_TO_HTTPS", default=True, shown="`1` in production"),
    flag_setting("IGO_HSTS_PRELOAD", default=False),
    flag_setting("IGO_SWEEPER", default=True),
    flag_setting("IGO_WATCH_CLOCK", default=True),
    text_setting("IGO_SITE_NAME", values="a name"),
    whole_number_setting("IGO_VACATION_DAYS", 30, 0, 366),
    Setting(
        "IGO_URL", parse_url, "", "`https://name`, also with a port",
        "`https://` and the first of `ALLOWED_HOSTS` in production, else `http://localhost:8000`",
    ),
    Setting(
        "IGO_SECURITY_CONTACT", parse_contact, "",
        "an e-mail address, `https://name` with a path, or `tel:` and a number", "none",
    ),
    text_setting("IGO_GTP_ENGINE", values="a command"),
    number_setting("IGO_GTP_SECONDS", 10.0, 0.1, 600),
    text_setting("IGO_REVIEW_ENGINE", values="a command"),
    whole_number_setting("IGO_REVIEW_VISITS", 100, 1, 100_000),
    whole_number_setting("IGO_REVIEWS_A_DAY", 3, 1, 1000),
    flag_setting("IGO_HOUSE_BOT", default=False, shown="`1` under `manage.py serve`, else `0`"),
    text_setting("IGO_HOUSE_BOT_NAME", "igo-bot", values="a name"),
    secret_setting("IGO_BOT_TOKEN"),
    Setting(
        "IGO_ADMIN_NETWORKS", parse_networks, [],
        "networks, separated by commas (`192.0.2.0/24,2001:db8::/48`)", "none",
    ),
    flag_setting("IGO_OPEN_FOR_SIGNUP", default=True),
    flag_setting("IGO_OWN_EVENTS", default=False),
    flag_setting("IGO_PICTURES", default=False),
    Setting(
        "IGO_APPS_OFF", parse_disabled_apps, [],
        "`tournaments`, `ladders`, `leagues`, `team_matches`, `discussion`, `library`, `classes`, separated by commas",
        "none",
    ),
    rate_setting("IGO_API_READS", "1200/minute"),
    rate_setting("IGO_API_WRITES", "240/minute"),
    rate_setting("IGO_API_ANONYMOUS", "300/minute"),
    rate_setting("IGO_OFFERS", "120/hour"),
    rate_setting("IGO_GUESTS", "10/hour"),
    rate_setting("IGO_REPORTS", "20/day"),
    rate_setting("IGO_MESSAGES", "120/hour"),
    Setting("IGO_TRANSLATE_URL", parse_url, "", "`https://name` or `http://name`, also with a port and a path", "none"),
    secret_setting("IGO_TRANSLATE_KEY"),
    rate_setting("IGO_TRANSLATIONS", "60/hour"),
    rate_setting("IGO_API_EXPORTS", "10/minute"),
    Setting("IGO_CORS_ORIGINS", parse_cors_origins, [], "`https://name`, separated by commas, or `*`", "none"),
    Setting("IGO_EMBED_ORIGINS", parse_embedders, ["*"], "`*`, `none`, or `https://name`, separated by commas", "`*`"),
    flag_setting("IGO_DUMP", default=False),
    text_setting("IGO_DUMP_LICENCE", "CC0-1.0", values="a name"),
    whole_number_setting("IGO_SOCKETS_PER_ACCOUNT", 30, 1, 10_000),
    whole_number_setting("IGO_SOCKETS_PER_NETWORK", 200, 1, 100_000),
    number_setting("IGO_LONGEST_STREAM", 3600.0, 0.1, 86_400),
    flag_setting("IGO_WEBHOOK_LOOPBACK", default=False),
    Setting(
        "IGO_VAPID_KEY", parse_push_key, "", "a P-256 private key: 32 bytes in base64url",
        "made once in the database", is_secret=True,
    ),
    flag_setting("IGO_CONFIRM_EMAIL", default=False),
    whole_number_setting("IGO_KEEP_SECURITY_DAYS", 180, 1, 3650),
    whole_number_setting("IGO_QUEUE_DAYS", 3, 1, 365),
    flag_setting("IGO_PWNED_PASSWORDS", default=False),
    Setting(
        "EMAIL_URL", parse_mail_url, "consolemail://",
        "`smtp+tls://user:password@host:587`, `anymail+SERVICE://?SETTING=value`, or `consolemail://`",
        "`consolemail://`: e-mails are printed; none in production", is_secret=True,
    ),
    text_setting("DEFAULT_FROM_EMAIL", "igo@localhost", values="an address"),
    Setting("IGO_REPLY_ADDRESS", parse_mailbox_address, "", "an address without a plus sign", "none"),
    Setting(
        "IGO_IMAP_URL", parse_imap_url, "",
        "`imaps://user:password@host`, also `imap+tls:` and `imap:`, with a port and a folder", "none", is_secret=True,
    ),
    text_setting("IGO_REPLY_AUTHSERV", values="a name"),
    Setting(
        "IGO_INBOUND_SECRET", parse_user_and_password, "",
        "`user:password`, the password of 20 characters or more", "none", is_secret=True,
    ),
    text_setting("IGO_STATIC_ROOT", values="a folder", shown="`static` in the data folder"),
    Setting("LOG_LEVEL", parse_log_level, "WARNING", "`DEBUG`, `INFO`, `WARNING`, `ERROR` or `CRITICAL`"),
    whole_number_setting("WEB_WORKERS", 2, 1, 64),
    flag_setting("DEBUG", default=False),
    flag_setting("IGO_OIDC", default=False),
    Setting("IGO_LOGIN_OIDC_URL", parse_url, "", "`https://name`, also with a path", "none"),
    text_setting("IGO_LOGIN_OIDC_ID"),
    secret_setting("IGO_LOGIN_OIDC_SECRET"),
    text_setting("IGO_LOGIN_OIDC_NAME", "Single sign-on", values="a name"),
    secret_setting("IGO_METRICS_TOKEN"),
    Setting("IGO_METRICS_NETWORKS", parse_networks, [], "networks, separated by commas", "none"),
    whole_number_setting("IGO_METRICS_PORT", 0, 0, 65_535),
    Setting("IGO_SENTRY_DSN", parse_dsn, "", "`https://key@host/number`", "none", is_secret=True),
    whole_number_setting("IGO_SIGNAL_GAMES", 5000, 1, 1_000_000),
    whole_number_setting("IGO_SIGNAL_SHORT_GAME", 20, 0, 1000),
    number_setting("IGO_SIGNAL_SLOW_SHARE", 0.8, 0, 1),
    whole_number_setting("IGO_SIGNAL_SLOW_TURNS", 4, 1, 1000),
    whole_number_setting("IGO_SIGNAL_LOST_GAMES", 2, 1, 1000),
    whole_number_setting("IGO_SIGNAL_LOSSES", 3, 1, 1000),
    number_setting("IGO_SIGNAL_LOSS_SHARE", 0.2, 0, 1),
    whole_number_setting("IGO_SIGNAL_RATING_GAP", 600, 1, 5000),
    whole_number_setting("IGO_SIGNAL_TIME_OUTS", 5, 1, 1000),
    whole_number_setting("IGO_SIGNAL_NETWORK_GAMES", 2, 1, 1000),
    whole_number_setting("IGO_SIGNAL_NETWORK_PEOPLE", 5, 1, 10_000),
    whole_number_setting("IGO_SIGNAL_PAIR_GAMES", 12, 1, 1000),
    whole_number_setting("IGO_SIGNAL_PAIR_SHORT", 4, 1, 1000),
)  # fmt: skip
READ_ELSEWHERE = frozenset(
    {"IGO_BOOTSTRAPPED", "IGO_SERVER", "IGO_TOKEN", "IGO_OWNER_PASSWORD", "IGO_APP_PASSWORD", "IGO_CHROMIUM",
     "IGO_EXPLORE", "IGO_EXPLORE_HANG", "IGO_FUZZ", "IGO_ROUNDS", "IGO_RACES", "IGO_BOT_GAMES", "IGO_BOT_SEED",
     "IGO_BOT_SIZE", "IGO_KILLS", "IGO_TEST_SERVERS", "IGO_TEST_PROCESSES", "IGO_NIGHTLY", "IGO_RESTART", "IGO_SEASON"}
)  # fmt: skip
"""Names with our prefix that are not settings: those of manage.py, compose, the tests and the client."""


def read_settings(environment: Mapping[str, str]) -> dict[str, Any]:
    """Return the value of every setting. Raises InvalidSetting for the first value that is not valid, alone or combined
    with others."""
    _refuse_unknown_variables(environment)
    environment = {**environment, **_settings_from_files(environment)}
    values = {setting.name: setting.read(environment.get(setting.name, "")) for setting in SETTINGS}
    if values["IGO_PRODUCTION"]:
        _refuse_unsafe_values(environment, values)
    if values["IGO_LOGIN_OIDC_URL"] and not values["IGO_LOGIN_OIDC_ID"]:
        raise InvalidSetting("IGO_LOGIN_OIDC_ID: say by which client ID this server is known at IGO_LOGIN_OIDC_URL.")
    _check_reply_settings(values)
    values["IGO_URL"] = values["IGO_URL"] or _default_url(values)
    return values


def _settings_from_files(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the settings whose values are in files, named by variables with the suffix `_FILE`. Raises
    InvalidSetting."""
    found = {}
    for setting in SETTINGS:
        path = environment.get(f"{setting.name}{IN_FILE}", "")
        if not path:
            continue
        if environment.get(setting.name):
            raise InvalidSetting(f"{setting.name} and {setting.name}{IN_FILE} exclude each other: unset one of them.")
        try:
            found[setting.name] = Path(path).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise InvalidSetting(f"{setting.name}{IN_FILE}: {path} cannot be read ({type(error).__name__}).") from None
    return found


def _check_reply_settings(values: dict[str, Any]) -> None:
    sources = [name for name in ("IGO_IMAP_URL", "IGO_INBOUND_SECRET") if values[name]]
    if sources and not values["IGO_REPLY_ADDRESS"]:
        raise InvalidSetting(f"IGO_REPLY_ADDRESS: say to which address replies go that come in by {sources[0]}.")
    if values["IGO_REPLY_ADDRESS"] and not sources:
        raise InvalidSetting("IGO_REPLY_ADDRESS: say by IGO_IMAP_URL or IGO_INBOUND_SECRET how replies come in.")
    service = find_mail_service(values["EMAIL_URL"]) or {"SERVICE": ""}
    if values["IGO_INBOUND_SECRET"] and service["SERVICE"] not in SERVICES_IN:
        names = ", ".join(sorted(SERVICES_IN))
        raise InvalidSetting(f"IGO_INBOUND_SECRET: EMAIL_URL has to name a service that hands over e-mails: {names}.")


def _refuse_unknown_variables(environment: Mapping[str, str]) -> None:
    known = {setting.name + ending for setting in SETTINGS for ending in ("", IN_FILE)}
    for name in sorted(environment):
        if name.startswith("IGO_") and name not in known | READ_ELSEWHERE:
            near = get_close_matches(name, known, 1)
            raise InvalidSetting(
                f"{name} is not a setting{f'; do you mean {near[0]}?' if near else ': see docs/configuration.md.'}"
            )


def _refuse_unsafe_values(environment: Mapping[str, str], values: dict[str, Any]) -> None:
    if values["DEBUG"]:
        raise InvalidSetting("IGO_PRODUCTION and DEBUG exclude each other: unset DEBUG.")
    if len(values["SECRET_KEY"]) < SHORTEST_SECRET:
        raise InvalidSetting(f"SECRET_KEY: set it to at least {SHORTEST_SECRET} random characters in production.")
    if not environment.get("ALLOWED_HOSTS", "").strip() or "*" in values["ALLOWED_HOSTS"]:
        raise InvalidSetting("ALLOWED_HOSTS: set it to the names of this server, without *, in production.")
    if not environment.get("EMAIL_URL", "").strip():
        raise InvalidSetting(
            "EMAIL_URL: name a mail server in production (smtp+tls://user:password@host:587), or say consolemail:// if "
            "no one is to get reminders or forgotten passwords by e-mail."
        )
    if values["EMAIL_URL"].startswith(NO_MAIL) and values["IGO_CONFIRM_EMAIL"]:
        raise InvalidSetting("IGO_CONFIRM_EMAIL needs a mail server: no one could sign up. Name one in EMAIL_URL.")
    if _is_loopback(values["IGO_URL"] or _default_url(values)):
        raise InvalidSetting(
            "IGO_URL: name the address by which people reach this server; links in e-mails lead there."
        )


def _default_url(values: dict[str, Any]) -> str:
    """Return the default of IGO_URL: the first allowed host with https in production, otherwise
    http://localhost:8000."""
    return f"https://{values['ALLOWED_HOSTS'][0].lstrip('.')}" if values["IGO_PRODUCTION"] else "http://localhost:8000"


def _is_loopback(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def disabled_feature_warnings(values: Mapping[str, Any]) -> list[str]:
    """Return a warning to the operator for each feature that does not work with these settings. Return [] for a server
    that is not in production."""
    if not values["IGO_PRODUCTION"]:
        return []
    warnings = []
    if values["EMAIL_URL"].startswith(NO_MAIL):
        warnings.append("No mail server (EMAIL_URL): players get no reminders and cannot reset their passwords.")
    if not values["REDIS_URL"]:
        warnings.append(
            "No REDIS_URL: moves are live only within one process, and every process counts limits for itself."
        )
    if values["IGO_PROXIES"] == 0:
        warnings.append("IGO_PROXIES is 0: what a TLS proxy in front says about clients and https is not believed.")
    return warnings
