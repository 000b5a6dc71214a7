"""Classes in the admin site, searchable and read-only."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import pgettext_lazy

from accounts.admin import ReadOnlyListAdmin
from classes.models import Classroom


@admin.register(Classroom)
class ClassroomAdmin(ReadOnlyListAdmin):
    """The admin pages of classes."""

    list_display = ["id", "name", "teacher", "created_at"]
    list_select_related = ["teacher"]
    exclude = ["invite_key"]
    search_fields = ["=id", "=teacher__username"]
    search_help_text = pgettext_lazy("search help", "Search by class number or the teacher's name.")
