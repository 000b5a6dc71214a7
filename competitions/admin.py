"""The back office: tournaments, ladders, leagues and team matches, to find and read."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounts.admin import Long
from competitions.models import Ladder, League, LeagueLine, LogLine, MatchLine, TeamMatch, Tournament


@admin.register(Tournament)
class TournamentAdmin(Long):
    """Which tournaments there are, and where they stand."""

    list_display = ["id", "name", "owner", "state", "created_at"]
    list_filter = ["state"]
    list_select_related = ["owner"]
    search_fields = ["=id"]
    search_help_text = _("The number of the tournament.")


@admin.register(Ladder)
class LadderAdmin(Long):
    """Which ladders there are."""

    list_display = ["id", "name", "owner", "created_at", "closed_at"]
    list_select_related = ["owner"]
    search_fields = ["=id"]
    search_help_text = _("The number of the ladder.")


@admin.register(LogLine)
class LogLineAdmin(Long):
    """Who did what in tournaments."""

    list_display = ["at", "tournament", "by", "role", "act"]
    list_filter = ["role"]
    list_select_related = ["tournament", "by"]
    search_fields = ["=tournament__id"]
    search_help_text = _("The number of the tournament.")


@admin.register(TeamMatch)
class TeamMatchAdmin(Long):
    """Which team matches there are, and where they stand."""

    list_display = ["id", "club", "guest", "boards", "state", "created_at"]
    list_filter = ["state"]
    list_select_related = ["club", "guest"]
    search_fields = ["=id"]
    search_help_text = _("The number of the team match.")


@admin.register(MatchLine)
class MatchLineAdmin(Long):
    """Who did what in team matches."""

    list_display = ["at", "match", "by", "role", "act"]
    list_filter = ["role"]
    list_select_related = ["match__club", "match__guest", "by"]
    search_fields = ["=match__id"]
    search_help_text = _("The number of the team match.")


@admin.register(League)
class LeagueAdmin(Long):
    """Which leagues there are."""

    list_display = ["id", "name", "owner", "club", "created_at", "closed_at"]
    list_select_related = ["owner", "club"]
    search_fields = ["=id"]
    search_help_text = _("The number of the league.")


@admin.register(LeagueLine)
class LeagueLineAdmin(Long):
    """Who did what in leagues."""

    list_display = ["at", "league", "by", "role", "act"]
    list_filter = ["role"]
    list_select_related = ["league", "by"]
    search_fields = ["=league__id"]
    search_help_text = _("The number of the league.")
