"""Staff accounts for the admin site, and the e-mails that staff see there."""

from __future__ import annotations

from datetime import datetime

from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone

from accounts.core import outbox
from accounts.models import QueuedEmail
from tests.factories import make_moderator


def as_administrator() -> Client:
    """Return a client in which a new administrator is signed in."""
    client = Client()
    client.force_login(make_moderator(grade="administrators"))
    return client


def make_queued_email(to: str = "aino@example.org", now: datetime | None = None) -> QueuedEmail:
    """Create an e-mail that waits to be sent."""
    written = outbox.store_email(EmailMessage("subject", "Open canary/link", to=[to]), now=now or timezone.now())
    assert written is not None
    return written
