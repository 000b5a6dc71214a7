"""Ladders in the admin site, searchable and read-only."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import pgettext_lazy

from accounts.admin import ReadOnlyListAdmin
from ladders.models import Ladder


@admin.register(Ladder)
class LadderAdmin(ReadOnlyListAdmin):
    """The admin pages of ladders."""

    list_display = ["id", "name", "owner", "created_at", "closed_at"]
    list_select_related = ["owner"]
    search_fields = ["=id"]
    search_help_text = pgettext_lazy("search help", "Search by ladder number.")
