"""Offers in the admin site, searchable and read-only."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.admin import ReadOnlyListAdmin, players_by_prefix
from challenges.models import Challenge
from games.admin import RuleSetColumn, RuleSetFilter, parse_game_number


@admin.register(Challenge)
class ChallengeAdmin(RuleSetColumn, ReadOnlyListAdmin):
    """The admin pages of offers, with their outcomes."""

    list_display = ["id", "creator", "opponent", "width", "rules", "status", "created_at"]
    list_filter = ["status", RuleSetFilter]
    search_fields = ["id"]
    search_help_text = _("Search by challenge number or the start of its creator's name.")
    list_select_related = ["creator", "opponent"]
    exclude = ["token"]

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Challenge], search_term: str
    ) -> tuple[QuerySet[Challenge], bool]:
        """Return the offer with this id, otherwise the offers of creators whose names begin with the search term."""
        number = parse_game_number(search_term)
        if not search_term.strip():
            return queryset, False
        if number is not None:
            return queryset.filter(pk=number), False
        return queryset.filter(creator__in=list(players_by_prefix(search_term).values_list("pk", flat=True))), False
