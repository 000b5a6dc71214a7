"""Team matches in the admin site, searchable and read-only."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import pgettext_lazy

from accounts.admin import ReadOnlyListAdmin
from team_matches.models import MatchLine, TeamMatch


@admin.register(TeamMatch)
class TeamMatchAdmin(ReadOnlyListAdmin):
    """The admin pages of team matches, with their states."""

    list_display = ["id", "club", "guest", "boards", "state", "created_at"]
    list_filter = ["state"]
    list_select_related = ["club", "guest"]
    search_fields = ["=id"]
    search_help_text = pgettext_lazy("search help", "Search by team match number.")


@admin.register(MatchLine)
class MatchLineAdmin(ReadOnlyListAdmin):
    """The admin pages of the lines of team matches' logs."""

    list_display = ["at", "match", "by", "role", "act"]
    list_filter = ["role"]
    list_select_related = ["match__club", "match__guest", "by"]
    search_fields = ["=match__id"]
    search_help_text = pgettext_lazy("search help", "Search by team match number.")
