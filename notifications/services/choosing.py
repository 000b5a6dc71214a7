"""Changing what a player chose about notices, all of it in one place for pages and the API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from accounts.models import Player
from accounts.security.secret_addresses import SecretAddress
from foundation import timesource
from notifications.kinds import Channel, When
from notifications.models import EmailItem, NoticeSettings
from notifications.services.unsubscribing import locked_settings
from notifications.wishes import Wishes, wishes_of

FIELDS = ("level", "daily_at", "quiet", "quiet_begin", "quiet_end", "play_by_link", "play_by_reply")


def choose(player: Player, kinds: Mapping[str, Mapping[str, Any]], **fields: Any) -> NoticeSettings:
    """Choose what is named: of kinds their channels, and any of FIELDS. What is chosen as it is already is not written
    down, so that it goes on following what applies without a choice. Values are not checked."""
    with transaction.atomic():
        row = locked_settings(player)
        before = Wishes(row, wishes_of(player).has_device)
        for kind, channels in kinds.items():
            for channel, value in channels.items():
                is_letter = channel == Channel.LETTER
                now = before.letter(kind) if is_letter else before.wants(kind, channel)
                if now != value:
                    row.put(kind, channel, value)
        for name, value in fields.items():
            setattr(row, name, value)
        if row.next_email_at is not None or EmailItem.objects.filter(player=player).exists():
            row.next_email_at = timesource.now()  # what waits is looked at again, by what is chosen now
        row.save()
    return row


def answer(player: Player, when: str, **_: object) -> None:
    """Keep the answer to the one question of signing up: when e-mails leave about all that nothing else is said of."""
    rest = When(when) if when in When.values else When.DAILY
    NoticeSettings.objects.update_or_create(player=player, defaults={"rest": rest})


FEED = SecretAddress(NoticeSettings, "feed", locked_settings)
"""The address of a player's feed of turns."""
