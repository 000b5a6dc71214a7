"""The team match data in a player's export of personal data (accounts.privacy.data_export)."""

from __future__ import annotations

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.privacy.data_export import Export
from team_matches.models import MatchLine, TeamMatch, TeamMember


def add_team_matches_to_export(export: Export, **kwargs: object) -> None:
    """Add the player's team match data to the export."""
    export.add_rows(
        "team_matches", _("team matches you played in or were invited to"),
        ("team_matches.TeamMember.player", "team_matches.TeamBoard.home", "team_matches.TeamBoard.away"),
        lambda player: TeamMember.objects.filter(player=player).order_by("pk").values(
            "match_id", "match__club__name", "match__guest__name", "side", "answer", "board", "rating", "rank"
        ),
    )  # fmt: skip
    export.add_rows(
        "team_matches_begun", _("team match challenges you sent"), ("team_matches.TeamMatch.by",),
        lambda player: TeamMatch.objects.filter(by=player).order_by("pk").values(
            "id", "club__name", "guest__name", "boards", "rounds", "state", "created_at"
        ),
    )  # fmt: skip
    export.add_rows(
        "team_match_log", _("your activity in team matches, and decisions about you"),
        ("team_matches.MatchLine.by", "team_matches.MatchLine.about", "team_matches.MatchLine.other"),
        lambda player: MatchLine.objects.filter(Q(by=player) | Q(about=player) | Q(other=player)).order_by(
            "pk"
        ).values("match_id", "at", "role", "act", "round", "board", "before", "after", "reason"),
    )  # fmt: skip
