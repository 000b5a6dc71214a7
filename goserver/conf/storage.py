"""Storage of static files, and of messages to be shown on the next page."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage
from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Gives static files names with hashes, and replaces the names in `import ... from "./x.js";` accordingly. Imports
    that do not end with a semicolon are not found."""

    support_js_module_import_aggregation = True


class _HostCookieStorage(CookieStorage):
    """Stores messages in the configured cookie, which has the prefix __Host- if HTTPS is required."""

    cookie_name = settings.MESSAGE_COOKIE_NAME


class MessageStorage(FallbackStorage):
    """Stores messages in the configured cookie, and messages that do not fit into the cookie in the session."""

    storage_classes = (_HostCookieStorage, SessionStorage)
