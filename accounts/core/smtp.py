"""An SMTP client that a deadline can abort, so that a mail server that replies byte by byte cannot block a thread."""

from __future__ import annotations

import smtplib

from django.core.mail.backends import smtp

from foundation.deadlines import shut_down_at_deadline


class _SmtpClient(smtplib.SMTP):
    def getreply(self) -> tuple[int, bytes]:
        """Return the code and text of one reply. The connection is shut down at the current thread's deadline."""
        shut_down_at_deadline(self.sock)
        return super().getreply()


class _SmtpTlsClient(smtplib.SMTP_SSL):
    def getreply(self) -> tuple[int, bytes]:
        """Return the code and text of one reply. The connection is shut down at the current thread's deadline."""
        shut_down_at_deadline(self.sock)
        return super().getreply()


class EmailBackend(smtp.EmailBackend):
    """Django's SMTP backend, with clients that stop at the current thread's deadline (foundation.deadlines)."""

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        """Return the class of the SMTP client: with or without implicit TLS, as the mail server needs."""
        return _SmtpTlsClient if self.use_ssl else _SmtpClient
