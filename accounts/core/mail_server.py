"""Find the mail server: EMAIL_URL, otherwise the mail server that an administrator has set."""

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
from foundation import safe_http
from foundation.sealing import cipher_for

PURPOSE = "accounts.mail_server"
DJANGOS, OURS = "django.core.mail.backends.smtp.EmailBackend", "accounts.core.smtp.EmailBackend"
PRINTING = ("console", "dummy", "filebased")
TLS, STARTTLS, PLAIN = "tls", "starttls", "plain"


@dataclass(frozen=True, slots=True)
class MailServer:
    """The connection settings of an SMTP server, and the sender address. `security` is TLS, STARTTLS or PLAIN."""

    host: str
    port: int
    security: str
    user: str
    password: str
    sender: str


def encrypt_settings(server: MailServer | None) -> str:
    """Return the mail server's settings as text encrypted with SECRET_KEY, "" for None."""
    return "" if server is None else cipher_for(PURPOSE).encrypt(json.dumps(asdict(server)).encode()).decode()


def decrypt_settings(text: str) -> MailServer | None:
    """Return the decrypted settings. Return None for "", or if SECRET_KEY has changed."""
    try:
        return MailServer(**json.loads(cipher_for(PURPOSE).decrypt(text.encode()))) if text else None
    except InvalidToken:
        return None


def is_set_by_environment() -> bool:
    """Return whether EMAIL_URL sets the mail server, so that the stored settings are ignored."""
    return not any(f".{name}." in settings.EMAIL_BACKEND for name in PRINTING)


def find_stored_server() -> MailServer | None:
    """Return the mail server from the stored settings. Return None if EMAIL_URL sets the mail server, or none is
    stored."""
    return None if is_set_by_environment() else decrypt_settings(site.known.sealed_mail)


def connection() -> BaseEmailBackend:
    """Return a connection to the current mail server.

    EMAIL_TIMEOUT limits each network operation, and a deadline can abort the whole connection (foundation.deadlines).
    """
    server = find_stored_server()
    if server is not None:
        return connection_to(server)
    made: Any = get_connection(OURS if settings.EMAIL_BACKEND == DJANGOS else None)
    if settings.EMAIL_BACKEND.startswith("anymail."):
        made.open()
        safe_http.with_deadline(made.session)
    return cast(BaseEmailBackend, made)


def connection_to(server: MailServer) -> BaseEmailBackend:
    """Return a connection to this mail server."""
    return EmailBackend(
        host=server.host,
        port=server.port,
        username=server.user,
        password=server.password,
        use_tls=server.security == STARTTLS,
        use_ssl=server.security == TLS,
        timeout=settings.EMAIL_TIMEOUT,
    )


def sender_address() -> str:
    """Return the address that e-mails are sent from."""
    server = find_stored_server()
    return settings.DEFAULT_FROM_EMAIL if server is None else server.sender


def host_name() -> str:
    """Return the mail server's host name, "" if e-mails are only printed."""
    server = find_stored_server()
    if server is not None:
        return server.host
    if not is_set_by_environment():
        return ""
    kind = settings.EMAIL_BACKEND.split(".")[-2]
    return settings.EMAIL_HOST if kind == "smtp" else kind
