"""Players in the back office: found, read, closed; names and passwords are not edited here."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.utils.translation import gettext_lazy as _

from accounts.models import Player


@admin.register(Player)
class PlayerAdmin(UserAdmin):  # type: ignore[type-arg]
    """Search by name or address."""

    list_display = ["username", "email", "is_active", "is_staff", "date_joined", "last_login"]
    search_fields = ["username", "email"]
    list_filter = ["is_active", "is_staff", "language"]
    show_full_result_count = False
    ordering = ["-date_joined"]
    readonly_fields = ["username", "date_joined", "last_login", "bio"]
    fieldsets = [
        (None, {"fields": ["username", "email", "bio"]}),
        (_("May"), {"fields": ["is_active", "is_staff", "is_superuser", "groups"]}),
        (_("When"), {"fields": ["date_joined", "last_login"]}),
    ]

    def has_delete_permission(self, request, obj=None) -> bool:  # type: ignore[no-untyped-def]
        """Games are owned by two: a player is closed, not deleted."""
        return False
