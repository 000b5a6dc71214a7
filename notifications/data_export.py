"""Notifications in a player's data export (accounts.privacy.data_export), and their deletion with an account."""

from __future__ import annotations

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Player
from accounts.privacy.data_export import Export
from notifications.models import EmailItem, GameMute, Notice, NoticeSettings, RefusedAddress, TurnChange


def add_notifications_to_export(export: Export, **kwargs: object) -> None:
    """Add the player's notifications and settings to the export."""
    export.add_rows(
        "notices", pgettext_lazy("data export", "your notifications"), ("notifications.Notice.player",),
        lambda player: Notice.objects.filter(player=player).values("kind", "game_id", "created_at", "read_at"),
    )  # fmt: skip
    hours = ("daily_at", "quiet", "quiet_begin", "quiet_end")
    shown = ("chosen", "rest", "level", *hours, "play_by_link", "play_by_reply", "digest_at")
    export.add_rows(
        "notice_choices", _("your notification settings"), ("notifications.NoticeSettings.player",),
        lambda player: NoticeSettings.objects.filter(player=player).values(*shown),
    )  # fmt: skip
    export.add_rows(
        "muted_games", _("the games you muted"), ("notifications.GameMute.player",),
        lambda player: GameMute.objects.filter(player=player).values("game_id"),
    )  # fmt: skip
    export.add_rows(
        "waiting_notices", _("notifications waiting for your next e-mail"), ("notifications.EmailItem.player",),
        lambda player: EmailItem.objects.filter(player=player).values("kind", "game_id", "when", "at"),
    )  # fmt: skip
    export.add_rows(
        "refused_addresses", _("how many e-mails in a row your mail server has refused"), (),
        lambda player: RefusedAddress.objects.filter(address=player.email.lower()).values(
            "address", "refusals", "stopped_at"
        ),
    )  # fmt: skip
    export.exclude_fields(
        {
            "notifications.Notice.by": "a notice is its reader's",
            "notifications.TurnChange.player": "it is looked at and deleted within seconds",
        }
    )


def delete_notifications(player: Player, **_: object) -> None:
    """Delete the player's notifications and settings, in the transaction that deletes the account."""
    for model in (EmailItem, GameMute, NoticeSettings, TurnChange, Notice):
        QuerySet(model).filter(player=player).delete()
    RefusedAddress.objects.filter(address=player.email.lower()).delete()
