"""Change a player's notification settings, for pages and the API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from accounts.models import Player
from accounts.security.secret_urls import SecretUrl
from foundation import timesource
from notifications.kinds import Channel, EmailTiming
from notifications.models import EmailItem, NoticeSettings
from notifications.preferences import NoticePreferences, preferences_of
from notifications.services.unsubscribing import lock_notice_settings

FIELDS = ("level", "daily_at", "quiet", "quiet_begin", "quiet_end", "play_by_link", "play_by_reply")


def store_notice_choices(player: Player, kinds: Mapping[str, Mapping[str, Any]], **fields: Any) -> NoticeSettings:
    """Store the given settings: channels of kinds, and any of FIELDS. A setting that equals the current default is not
    stored, so that it follows later defaults. Values are not checked."""
    with transaction.atomic():
        row = lock_notice_settings(player)
        before = NoticePreferences(row, preferences_of(player).has_device)
        for kind, channels in kinds.items():
            for channel, value in channels.items():
                is_email = channel == Channel.EMAIL
                now = before.email_timing_of(kind) if is_email else before.wants(kind, channel)
                if now != value:
                    row.set_channel(kind, channel, value)
        for name, value in fields.items():
            setattr(row, name, value)
        if row.next_email_at is not None or EmailItem.objects.filter(player=player).exists():
            row.next_email_at = timesource.now()  # queued notices are checked again, by what is chosen now
        row.save()
    return row


def store_sign_up_answer(player: Player, when: str, **_: object) -> None:
    """Store the player's choice on the sign-up form as `rest`: when e-mails are sent for kinds without a setting of
    their own."""
    rest = EmailTiming(when) if when in EmailTiming.values else EmailTiming.DAILY
    NoticeSettings.objects.update_or_create(player=player, defaults={"rest": rest})


FEED = SecretUrl(NoticeSettings, "feed", lock_notice_settings)
"""The secret URL of a player's feed of turns."""
