"""Leagues in the admin site, searchable and read-only."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import pgettext_lazy

from accounts.admin import ReadOnlyListAdmin
from leagues.models import League, LeagueLine


@admin.register(League)
class LeagueAdmin(ReadOnlyListAdmin):
    """The admin pages of leagues."""

    list_display = ["id", "name", "owner", "club", "created_at", "closed_at"]
    list_select_related = ["owner", "club"]
    search_fields = ["=id"]
    search_help_text = pgettext_lazy("search help", "Search by league number.")


@admin.register(LeagueLine)
class LeagueLineAdmin(ReadOnlyListAdmin):
    """The admin pages of the lines of leagues' logs."""

    list_display = ["at", "league", "by", "role", "act"]
    list_filter = ["role"]
    list_select_related = ["league", "by"]
    search_fields = ["=league__id"]
    search_help_text = pgettext_lazy("search help", "Search by league number.")
