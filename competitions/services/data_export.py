"""What tournaments keep about a player, for the export of all of it (accounts.privacy.data_export)."""

from __future__ import annotations

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.privacy.data_export import Export
from competitions.models import (
    Director,
    Entry,
    Ladder,
    League,
    LeagueDirector,
    LeagueLine,
    LeagueMember,
    LogLine,
    MatchLine,
    Rung,
    TeamMatch,
    TeamMember,
    Tournament,
)


def describe(export: Export, **kwargs: object) -> None:
    """Say what there is."""
    export.add_rows(
        "tournament_entries", _("tournaments that you entered"), ("competitions.Entry.player",),
        lambda player: Entry.objects.filter(player=player).order_by("pk").values(
            "tournament_id", "tournament__name", "state", "number", "rank", "rating", "home__name", "seed",
            "correction", "last_round", "at",
        ),
    )  # fmt: skip
    export.add_rows(
        "ladders", _("ladders that you are or were on"), ("competitions.Rung.player",),
        lambda player: Rung.objects.filter(player=player).order_by("pk").values(
            "ladder_id", "ladder__name", "place", "best", "rank", "hold", "joined_at"
        ),
    )  # fmt: skip
    export.add_rows(
        "ladders_run", _("ladders that you run"), ("competitions.Ladder.owner", "competitions.Ladder.closed_by"),
        lambda player: Ladder.objects.filter(Q(owner=player) | Q(closed_by=player)).order_by("pk").values(
            "id", "name", "about", "created_at", "closed_at", "closed_why"
        ),
    )  # fmt: skip
    export.add_rows(
        "tournaments", _("tournaments that you organise"), ("competitions.Tournament.owner",),
        lambda player: Tournament.objects.filter(owner=player).order_by("pk").values(
            "id", "name", "about", "state", "created_at", "started_at", "finished_at"
        ),
    )  # fmt: skip
    export.add_rows(
        "tournament_directing", _("tournaments that you direct"), ("competitions.Director.player",),
        lambda player: Director.objects.filter(player=player).order_by("pk").values("tournament_id"),
    )  # fmt: skip
    export.add_rows(
        "tournament_log", _("what you did in tournaments, and what was decided about you there"),
        ("competitions.LogLine.by", "competitions.LogLine.about", "competitions.LogLine.other"),
        lambda player: LogLine.objects.filter(Q(by=player) | Q(about=player) | Q(other=player)).order_by("pk").values(
            "tournament_id", "at", "role", "act", "round", "board", "before", "after", "reason"
        ),
    )  # fmt: skip
    export.add_rows(
        "leagues", _("leagues that you play or played in"), ("competitions.LeagueMember.player",),
        lambda player: LeagueMember.objects.filter(player=player).order_by("pk").values(
            "league_id", "league__name", "state", "stays", "rank", "joined_at"
        ),
    )  # fmt: skip
    export.add_rows(
        "leagues_run", _("leagues that you run"), ("competitions.League.owner",),
        lambda player: League.objects.filter(owner=player).order_by("pk").values("id", "name", "about", "created_at"),
    )  # fmt: skip
    export.add_rows(
        "league_directing", _("leagues that you direct"), ("competitions.LeagueDirector.player",),
        lambda player: LeagueDirector.objects.filter(player=player).order_by("pk").values("league_id"),
    )  # fmt: skip
    export.add_rows(
        "league_log", _("what you did in leagues, and what was decided about you there"),
        ("competitions.LeagueLine.by", "competitions.LeagueLine.about", "competitions.LeagueLine.other"),
        lambda player: LeagueLine.objects.filter(Q(by=player) | Q(about=player) | Q(other=player)).order_by(
            "pk"
        ).values("league_id", "at", "role", "act", "round", "before", "after", "reason"),
    )  # fmt: skip
    export.add_rows(
        "team_matches", _("team matches that you played in or were asked to"),
        ("competitions.TeamMember.player", "competitions.TeamBoard.home", "competitions.TeamBoard.away"),
        lambda player: TeamMember.objects.filter(player=player).order_by("pk").values(
            "match_id", "match__club__name", "match__guest__name", "side", "answer", "board", "rating", "rank"
        ),
    )  # fmt: skip
    export.add_rows(
        "team_matches_begun", _("team matches to which you challenged another club"), ("competitions.TeamMatch.by",),
        lambda player: TeamMatch.objects.filter(by=player).order_by("pk").values(
            "id", "club__name", "guest__name", "boards", "rounds", "state", "created_at"
        ),
    )  # fmt: skip
    export.add_rows(
        "team_match_log", _("what you did in team matches, and what was decided about you there"),
        ("competitions.MatchLine.by", "competitions.MatchLine.about", "competitions.MatchLine.other"),
        lambda player: MatchLine.objects.filter(Q(by=player) | Q(about=player) | Q(other=player)).order_by(
            "pk"
        ).values("match_id", "at", "role", "act", "round", "board", "before", "after", "reason"),
    )  # fmt: skip
