"""What is kept of somebody's studying, for the export of all of it, and when an account ends."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.privacy.data_export import add_rows
from study.models import StudySettings, Tree


def register() -> None:
    """Say what there is, when the server starts."""
    add_rows(
        "analysis", _("your analysis of games"), (),
        lambda player: Tree.objects.filter(seat__player=player).order_by("pk").values(
            "seat__game_id", "nodes", "armed", "shared", "changed_at"
        ),
    )  # fmt: skip
    add_rows(
        "study", _("what you have chosen about your analysis"), ("study.StudySettings.player",),
        lambda player: StudySettings.objects.filter(player=player).values("sharing"),
    )  # fmt: skip


def forget(player: Player) -> None:
    """Delete what was the player's alone, in the transaction that deletes the account."""
    Tree.objects.filter(seat__player=player).delete()
    StudySettings.objects.filter(player=player).delete()
