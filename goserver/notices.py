"""Where a sentence waits that the next page shows."""

from __future__ import annotations

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class HostCookieStorage(CookieStorage):
    """A cookie that only this very host can have set, where there is HTTPS (S10)."""

    cookie_name = "__Host-messages" if settings.SESSION_COOKIE_SECURE else "messages"


class NoticeStorage(FallbackStorage):
    """In the cookie, and in the session what is too long for one."""

    storage_classes = (HostCookieStorage, SessionStorage)
