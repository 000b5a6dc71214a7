"""The ladder data in a player's export of personal data (accounts.privacy.data_export)."""

from __future__ import annotations

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.privacy.data_export import Export
from ladders.models import Ladder, LadderPlace


def add_ladders_to_export(export: Export, **kwargs: object) -> None:
    """Add the player's ladder data to the export."""
    export.add_rows(
        "ladders", _("ladders you are on or used to be on"), ("ladders.LadderPlace.player",),
        lambda player: LadderPlace.objects.filter(player=player).order_by("pk").values(
            "ladder_id", "ladder__name", "place", "best", "rank", "hold", "joined_at"
        ),
    )  # fmt: skip
    export.add_rows(
        "ladders_run", _("ladders that you organise"), ("ladders.Ladder.owner", "ladders.Ladder.closed_by"),
        lambda player: Ladder.objects.filter(Q(owner=player) | Q(closed_by=player)).order_by("pk").values(
            "id", "name", "about", "created_at", "closed_at", "closed_why"
        ),
    )  # fmt: skip
