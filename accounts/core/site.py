"""The settings that an administrator has saved on the site settings page, cached in every process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.utils.text import Truncator

from accounts.models import SiteSettings

SECONDS_BETWEEN_LOOKS = 30.0
"""Seconds between two reads of the settings: the time until every process uses a new name."""
MOST_OF_SUBJECT = 50
"""The largest number of characters of an e-mail subject."""
makes_backups = False
"""Whether this program makes backups as configured; set by `manage.py serve`."""


@dataclass(frozen=True, slots=True)
class CachedSiteSettings:
    """The stored site settings that this process read last. `sealed_mail` is the mail server's settings, encrypted, and
    `rule_set` the key of a rule set. Settings that are not set are empty."""

    name: str = ""
    sealed_mail: str = ""
    rule_set: str = ""


known = CachedSiteSettings()


def name() -> str:
    """Return the server's name: IGO_SITE_NAME, else the administrator's setting, else "Igo". No query."""
    return str(settings.IGO_SITE_NAME) or known.name or "Igo"


def default_rule_set_key(default: str) -> str:
    """Return the key of the rule set that forms propose: the administrator's setting, else `default`. No query."""
    return known.rule_set or default


def host() -> str:
    """Return the host and port of IGO_URL. Ids that include it are unique among all servers."""
    return urlsplit(settings.IGO_URL).netloc


def settings_row() -> SiteSettings:
    """Return the current settings row, or an unsaved one with the defaults."""
    return SiteSettings.objects.filter(pk=1).first() or SiteSettings(pk=1)


def lock_settings_row() -> SiteSettings:
    """Return the settings row, created if missing and locked until the transaction ends."""
    SiteSettings.objects.get_or_create(pk=1)
    return SiteSettings.objects.select_for_update().get(pk=1)


def change_settings(**values: Any) -> None:
    """Store these settings in the current transaction, or in a new one. This process uses the new settings after the
    commit."""
    with transaction.atomic():
        row = lock_settings_row()
        for field, value in values.items():
            setattr(row, field, value)
        row.save(update_fields=list(values))
        transaction.on_commit(reload_settings)


def reload_settings() -> bool:
    """Read the settings again from the database. Always return False, which tells the caller not to repeat the job
    immediately."""
    global known
    row = settings_row()
    known = CachedSiteSettings(row.name, row.sealed_mail, row.rule_set)
    return False


def subject_with_site_name(text: str) -> str:
    """Return the subject of an e-mail about an account: the server's name, shortened if necessary, followed by the
    text."""
    return f"{Truncator(name()).chars(max(1, MOST_OF_SUBJECT - len(text) - 2))}: {text}"
