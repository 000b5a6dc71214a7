"""Cases in the admin site, read-only. Moderators act in the queue of cases."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.admin import PlayerRelatedAdmin, ReadOnlyAdminMixin
from accounts.models import Player
from foundation import timesource
from foundation.text import whole_number
from moderation.access import cases_for, is_moderator
from moderation.models import Case, CaseNote, Decision, Report


class ReportInline(ReadOnlyAdminMixin, admin.TabularInline):  # type: ignore[type-arg]
    """The reports of a case."""

    model = Report
    fields = ["at", "reporter", "kind", "text", "answer"]
    extra = 0


class CaseNoteInline(ReadOnlyAdminMixin, admin.TabularInline):  # type: ignore[type-arg]
    """The moderators' notes."""

    model = CaseNote
    fields = ["at", "author", "text"]
    extra = 0


class DecisionInline(ReadOnlyAdminMixin, admin.TabularInline):  # type: ignore[type-arg]
    """The decisions of a case."""

    model = Decision
    fk_name = "case"
    fields = ["at", "by", "measure", "reason_key", "reason", "until", "undone_at"]
    extra = 0


@admin.register(Case)
class CaseAdmin(PlayerRelatedAdmin):
    """Cases, searchable by the player's name or the case number."""

    list_display = ["id", "kind", "player", "state", "score", "opened_at", "taken_by"]
    list_filter = ["state", "kind"]
    list_select_related = ["player", "taken_by"]
    search_help_text = _("Search by case number or the start of a player's name.")
    inlines = [ReportInline, DecisionInline, CaseNoteInline]
    fields = ["kind", "player", "game", "state", "score", "opened_at", "over_at", "taken_by", "taken_until"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Case]:
        """Return the cases in which the viewer is not involved, as in the queue."""
        staff = request.user
        if not (isinstance(staff, Player) and is_moderator(staff)):
            return Case.objects.none()
        return cases_for(staff, timesource.now())

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Case], search_term: str
    ) -> tuple[QuerySet[Case], bool]:
        """Return the cases with this number, otherwise those about players whose names begin with the search term."""
        number = whole_number(search_term.strip(), 15)
        if number is not None:
            return queryset.filter(pk=number), False
        return super().get_search_results(request, queryset, search_term)
