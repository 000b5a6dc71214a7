"""IMAP with a deadline, so that a server that responds byte by byte does not block a thread."""

from __future__ import annotations

import imaplib
import ssl
from urllib.parse import SplitResult

from imap_tools import BaseMailBox

from foundation.deadlines import shut_down_at_deadline


class _ImapClient(imaplib.IMAP4):
    def readline(self) -> bytes:
        """Read and return one line. Raises an error after the current deadline."""
        shut_down_at_deadline(self.sock)
        return super().readline()


class _ImapTlsClient(imaplib.IMAP4_SSL):
    def readline(self) -> bytes:
        """Read and return one line. Raises an error after the current deadline."""
        shut_down_at_deadline(self.sock)
        return super().readline()


class UrlMailbox(BaseMailBox):
    """A connected mailbox at this URL (imaps, imap+tls or imap), before signing in. The constructor replaces the one of
    imap-tools, which cannot use our client classes."""

    def __init__(self, address: SplitResult, seconds: float) -> None:
        host, checked = address.hostname or "", ssl.create_default_context()
        if address.scheme == "imaps":
            self.client = _ImapTlsClient(host, address.port or 993, ssl_context=checked, timeout=seconds)
        else:
            self.client = _ImapClient(host, address.port or 143, timeout=seconds)
        if address.scheme == "imap+tls":
            self.client.starttls(checked)
        self.folder = self.folder_manager_class(self)
        self.idle = self.idle_manager_class(self)
        self.login_result = None
