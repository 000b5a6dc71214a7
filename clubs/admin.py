"""Clubs in the admin site, searchable and read-only."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import pgettext_lazy

from accounts.admin import ReadOnlyListAdmin
from clubs.models import Club


@admin.register(Club)
class ClubAdmin(ReadOnlyListAdmin):
    """The admin pages of clubs, both open and closed."""

    list_display = ["id", "name", "place", "member_count", "created_at", "closed_at"]
    exclude = ["link"]
    search_fields = ["=id"]
    search_help_text = pgettext_lazy("search help", "Search by club number.")
