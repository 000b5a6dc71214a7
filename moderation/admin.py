"""Cases in the back office: found and read. Everything is done in the queue."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.admin import ReadOnly
from accounts.models import Player
from foundation import timesource
from moderation.access import cases_for, is_moderator
from moderation.models import Case, CaseNote, Decision, Report


class ReportInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """Who said what."""

    model = Report
    fields = ["at", "reporter", "kind", "text", "answer"]
    extra = 0


class NoteInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """What moderators wrote down."""

    model = CaseNote
    fields = ["at", "author", "text"]
    extra = 0


class DecisionInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """What was decided."""

    model = Decision
    fk_name = "case"
    fields = ["at", "by", "measure", "reason_key", "reason", "until", "undone_at"]
    extra = 0


@admin.register(Case)
class CaseAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Search by the person's name or the case's number."""

    list_display = ["id", "kind", "player", "state", "score", "opened_at", "taken_by"]
    list_filter = ["state", "kind"]
    list_select_related = ["player", "taken_by"]
    search_fields = ["=id", "player__username"]
    show_full_result_count = False
    list_per_page = 50
    ordering = ["-opened_at", "-id"]
    inlines = [ReportInline, DecisionInline, NoteInline]
    fields = ["kind", "player", "game", "state", "score", "opened_at", "over_at", "taken_by", "taken_until"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Case]:
        """Those in which one has no part, here as in the queue."""
        rows: QuerySet[Case] = super().get_queryset(request)
        staff = request.user
        if not (isinstance(staff, Player) and is_moderator(staff)):
            return rows.none()
        return rows.filter(pk__in=cases_for(staff, timesource.now()).values("pk"))
