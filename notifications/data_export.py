"""Notices in the export of all that is kept about a player (accounts.privacy.data_export), and when an account ends."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.privacy.data_export import add_rows, leave_out
from notifications.models import Notice


def register() -> None:
    """Say what there is, when the server starts."""
    add_rows(
        "notices", _("your notices"), ("notifications.Notice.player",),
        lambda player: Notice.objects.filter(player=player).values("kind", "game_id", "created_at", "read_at"),
    )  # fmt: skip
    leave_out({"notifications.Notice.by": "a notice is its reader's"})


def forget(player: Player) -> None:
    """Delete it, in the transaction that deletes the account."""
    Notice.objects.filter(player=player).delete()
