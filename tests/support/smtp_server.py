"""A small SMTP server for tests: it accepts e-mails, refuses them, or never responds."""

from __future__ import annotations

import email
import email.policy
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from typing import cast


class SmtpServer(socketserver.ThreadingTCPServer):
    """A server on `port`. `emails` has the accepted e-mails. `refusal` is the response to each e-mail, with "{}"
    for the e-mail's text. With `hangs`, it accepts connections and never responds. `called` is set at the first
    connection."""

    daemon_threads = True
    request_queue_size = 50

    def __init__(self, *, refusal: str = "", hangs: bool = False) -> None:
        super().__init__(("127.0.0.1", 0), _Talk)
        self.port: int = self.server_address[1]
        self.refusal, self.hangs = refusal, hangs
        self.emails: list[EmailMessage] = []
        self.called, self.closing = threading.Event(), threading.Event()


class _Talk(socketserver.StreamRequestHandler):
    """One connection: the part of RFC 5321 that smtplib uses."""

    def handle(self) -> None:
        office = cast(SmtpServer, self.server)
        office.called.set()
        if office.hangs:
            office.closing.wait()
            return None
        self._say("220 igo.test")
        for line in self.rfile:
            command = line[:4].upper().strip()
            if command == b"DATA":
                self._take(office)
            elif command == b"QUIT":
                return self._say("221 bye")
            else:
                self._say("250 ok")
        return None

    def _take(self, office: SmtpServer) -> None:
        self._say("354 go on")
        data = b"".join(iter(self.rfile.readline, b".\r\n"))
        if office.refusal:
            return self._say(office.refusal.format(" ".join(data.decode().split())))
        office.emails.append(email.message_from_bytes(data, policy=email.policy.default))
        return self._say("250 taken")

    def _say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


@contextmanager
def smtp_server(*, refusal: str = "", hangs: bool = False) -> Iterator[SmtpServer]:
    """Run a mail server on a local port until the block ends."""
    with SmtpServer(refusal=refusal, hangs=hangs) as office:
        thread = threading.Thread(target=office.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        try:
            yield office
        finally:
            office.closing.set()
            office.shutdown()
