"""The tournament data in a player's export of personal data (accounts.privacy.data_export)."""

from __future__ import annotations

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.privacy.data_export import Export
from tournaments.models import Director, Entry, LogLine, Tournament


def add_tournaments_to_export(export: Export, **kwargs: object) -> None:
    """Add the player's tournament data to the export."""
    export.add_rows(
        "tournament_entries", _("tournaments that you entered"), ("tournaments.Entry.player",),
        lambda player: Entry.objects.filter(player=player).order_by("pk").values(
            "tournament_id", "tournament__name", "state", "number", "rank", "stated", "proof", "rating",
            "shares_name", "named_at", "home__name", "family", "club_group", "seed", "correction", "last_round", "at",
        ),
    )  # fmt: skip
    export.add_rows(
        "tournaments", _("tournaments that you organise"), ("tournaments.Tournament.owner",),
        lambda player: Tournament.objects.filter(owner=player).order_by("pk").values(
            "id", "name", "about", "state", "created_at", "started_at", "finished_at"
        ),
    )  # fmt: skip
    export.add_rows(
        "tournament_directing", _("tournaments that you direct"), ("tournaments.Director.player",),
        lambda player: Director.objects.filter(player=player).order_by("pk").values("tournament_id"),
    )  # fmt: skip
    export.add_rows(
        "tournament_log", _("your activity in tournaments and decisions about you"),
        ("tournaments.LogLine.by", "tournaments.LogLine.about", "tournaments.LogLine.other"),
        lambda player: LogLine.objects.filter(Q(by=player) | Q(about=player) | Q(other=player)).order_by("pk").values(
            "tournament_id", "at", "role", "act", "round", "board", "before", "after", "changes", "reason"
        ),
    )  # fmt: skip
