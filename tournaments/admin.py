"""Tournaments, ladders, leagues and team matches in the admin site, searchable and read-only."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import pgettext_lazy

from accounts.admin import ReadOnlyListAdmin
from tournaments.models import LogLine, Tournament


@admin.register(Tournament)
class TournamentAdmin(ReadOnlyListAdmin):
    """The admin pages of tournaments, with their states."""

    list_display = ["id", "name", "owner", "state", "created_at"]
    list_filter = ["state"]
    list_select_related = ["owner"]
    search_fields = ["=id"]
    search_help_text = pgettext_lazy("search help", "Search by tournament number.")


@admin.register(LogLine)
class LogLineAdmin(ReadOnlyListAdmin):
    """The admin pages of the lines of tournaments' logs."""

    list_display = ["at", "tournament", "by", "role", "act"]
    list_filter = ["role"]
    list_select_related = ["tournament", "by"]
    search_fields = ["=tournament__id"]
    search_help_text = pgettext_lazy("search help", "Search by tournament number.")
