"""The searches in a player's export of personal data (accounts.privacy.data_export)."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.privacy.data_export import Export
from automatch.models import Search, SearchOptions
from foundation.options import option_names


def add_searches_to_export(export: Export, **kwargs: object) -> None:
    """Add the player's searches to the export."""
    export.add_rows(
        "searches", _("your searches for opponents"), ("automatch.Search.player",),
        lambda player: Search.objects.filter(player=player).order_by("pk").values(
            "id", *option_names(SearchOptions), "found", "state", "created_at", "ends_at"
        ),
    )  # fmt: skip
