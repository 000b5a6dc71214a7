"""The league data in a player's export of personal data (accounts.privacy.data_export)."""

from __future__ import annotations

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.privacy.data_export import Export
from leagues.models import League, LeagueDirector, LeagueLine, LeagueMember


def add_leagues_to_export(export: Export, **kwargs: object) -> None:
    """Add the player's league data to the export."""
    export.add_rows(
        "leagues", _("leagues you are in or used to be in"), ("leagues.LeagueMember.player",),
        lambda player: LeagueMember.objects.filter(player=player).order_by("pk").values(
            "league_id", "league__name", "state", "stays", "rank", "joined_at"
        ),
    )  # fmt: skip
    export.add_rows(
        "leagues_run", _("leagues that you organise"), ("leagues.League.owner",),
        lambda player: League.objects.filter(owner=player).order_by("pk").values("id", "name", "about", "created_at"),
    )  # fmt: skip
    export.add_rows(
        "league_directing", _("leagues that you direct"), ("leagues.LeagueDirector.player",),
        lambda player: LeagueDirector.objects.filter(player=player).order_by("pk").values("league_id"),
    )  # fmt: skip
    export.add_rows(
        "league_log", _("your activity in leagues and decisions about you"),
        ("leagues.LeagueLine.by", "leagues.LeagueLine.about", "leagues.LeagueLine.other"),
        lambda player: LeagueLine.objects.filter(Q(by=player) | Q(about=player) | Q(other=player)).order_by(
            "pk"
        ).values("league_id", "at", "role", "act", "round", "before", "after", "reason"),
    )  # fmt: skip
