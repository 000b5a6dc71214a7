"""Which mail server takes e-mails: the one of EMAIL_URL, else the one that an administrator has named."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any, cast

from cryptography.fernet import InvalidToken
from django.conf import settings
from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend

from accounts.core import site
from accounts.core.smtp import EmailBackend
from foundation import outside
from foundation.sealing import cipher

PURPOSE = "accounts.mail_server"
DJANGOS, OURS = "django.core.mail.backends.smtp.EmailBackend", "accounts.core.smtp.EmailBackend"
PRINTING = ("console", "dummy", "filebased")
TLS, STARTTLS, PLAIN = "tls", "starttls", "plain"


@dataclass(frozen=True, slots=True)
class MailServer:
    """Where and how e-mails are handed over by SMTP, and who sends them. `security` is TLS, STARTTLS or PLAIN."""

    host: str
    port: int
    security: str
    user: str
    password: str
    sender: str


def sealed(server: MailServer | None) -> str:
    """As it is stored: nobody reads the password without SECRET_KEY. Empty for none."""
    return "" if server is None else cipher(PURPOSE).encrypt(json.dumps(asdict(server)).encode()).decode()


def opened(text: str) -> MailServer | None:
    """What was sealed; None for nothing, and when the key is gone."""
    try:
        return MailServer(**json.loads(cipher(PURPOSE).decrypt(text.encode()))) if text else None
    except InvalidToken:
        return None


def is_set_outside() -> bool:
    """Whether EMAIL_URL names something that takes e-mails: then nothing that is stored counts."""
    return not any(f".{name}." in settings.EMAIL_BACKEND for name in PRINTING)


def named() -> MailServer | None:
    """The server that an administrator has named, where it counts."""
    return None if is_set_outside() else opened(site.known.sealed_mail)


def connection() -> BaseEmailBackend:
    """To whatever takes e-mails now; no step of it takes longer than EMAIL_TIMEOUT, and a deadline can end it
    (foundation.deadlines)."""
    server = named()
    if server is not None:
        return connection_to(server)
    made: Any = get_connection(OURS if settings.EMAIL_BACKEND == DJANGOS else None)
    if settings.EMAIL_BACKEND.startswith("anymail."):
        made.open()
        outside.bounded(made.session)
    return cast(BaseEmailBackend, made)


def connection_to(server: MailServer) -> BaseEmailBackend:
    """To this one."""
    return EmailBackend(
        host=server.host,
        port=server.port,
        username=server.user,
        password=server.password,
        use_tls=server.security == STARTTLS,
        use_ssl=server.security == TLS,
        timeout=settings.EMAIL_TIMEOUT,
    )


def sender() -> str:
    """The address that e-mails come from."""
    server = named()
    return settings.DEFAULT_FROM_EMAIL if server is None else server.sender


def host() -> str:
    """The name of the server that takes e-mails; empty when they are only printed."""
    server = named()
    if server is not None:
        return server.host
    if not is_set_outside():
        return ""
    kind = settings.EMAIL_BACKEND.split(".")[-2]
    return settings.EMAIL_HOST if kind == "smtp" else kind
