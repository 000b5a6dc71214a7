"""Changing what a player chose about notices, all of it in one place for pages and the API."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from django.db import transaction

from accounts.models import Player
from foundation import timesource
from notifications.kinds import Channel, When
from notifications.models import NoticeSettings, WaitingNotice
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
        if row.due_at is not None or WaitingNotice.objects.filter(player=player).exists():
            row.due_at = timesource.now()  # what waits is looked at again, by what is chosen now
        row.save()
    return row


def answer(player: Player, when: str) -> None:
    """Keep the answer to the one question of signing up: when e-mails leave about all that nothing else is said of."""
    rest = When(when) if when in When.values else When.DAILY
    NoticeSettings.objects.update_or_create(player=player, defaults={"rest": rest})


def make_feed(player: Player) -> str:
    """The secret of a new address for the player's feed of turns; an earlier address stops working."""
    return _set_feed(player, secrets.token_urlsafe(32))


def end_feed(player: Player) -> None:
    """Let the address of the feed stop working."""
    _set_feed(player, "")


def _set_feed(player: Player, secret: str) -> str:
    with transaction.atomic():
        row = locked_settings(player)
        row.feed = secret
        row.save(update_fields=["feed"])
    return secret


def owner_of_feed(secret: str) -> Player | None:
    """Whose feed is at this address."""
    rows = NoticeSettings.objects.filter(feed=secret, player__is_active=True).exclude(feed="")
    found = rows.select_related("player").first()
    return None if found is None else found.player
