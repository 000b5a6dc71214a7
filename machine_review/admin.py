"""Computer analyses in the admin site, read-only."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounts.admin import ReadOnlyListAdmin
from machine_review.models import ReviewJob


@admin.register(ReviewJob)
class ReviewJobAdmin(ReadOnlyListAdmin):
    """The list of computer analyses, finished and waiting."""

    list_display = ["game", "status", "engine", "asked_at", "finished_at"]
    list_filter = ["status"]
    list_select_related = ["game"]
    search_fields = ["=game__id"]
    search_help_text = _("Search by game number.")
    exclude = ["asked_by", "reason", "claim", "claimed_at", "slot", "judgements", "lines", "colors"]
