"""Admin site for players (search, view, close; names and passwords are not edited here) and for queued e-mails."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import AdminUserCreationForm
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

from accounts.core import mail, outbox
from accounts.core.addresses import make_email_only_address
from accounts.core.audit import StaffContext, record_staff_action
from accounts.core.renaming import is_name_taken
from accounts.forms import DeleteAccountByStaffForm
from accounts.models import NAME_TAKEN, Player, QueuedEmail, SecurityEvent, StaffAction
from accounts.models.restriction import Restriction
from accounts.names import lookalike_form
from accounts.privacy.account_deletion import delete
from accounts.security.staff_permissions import StaffPermission, may
from foundation import timesource

MOST_COUNTED = 1000
"""The largest number of rows that a list counts and shows; search finds the others."""
MOST_PEOPLE = 100
"""The largest number of players that a search for similar names returns."""
PERMISSION_FIELDS = ("is_staff", "is_superuser", "groups")


def _permission_names(player_id: int) -> set[str]:
    """Return the names of the player's staff flags that are set, such as "is_staff", and of the player's groups. Return
    an empty set for a player who is not stored yet."""
    player = None if player_id is None else Player.objects.filter(pk=player_id).first()
    if player is None:
        return set()
    marks = {mark for mark in ("is_active", "is_staff", "is_superuser") if getattr(player, mark)}
    return marks | set(player.groups.values_list("name", flat=True))


class BoundedPaginator(Paginator):  # type: ignore[type-arg]
    """A paginator that counts at most MOST_COUNTED rows. Rows are counted in the list's order, so that the database
    only reads an index."""

    @cached_property
    def count(self) -> int:
        """Return the number of rows, at most MOST_COUNTED."""
        rows: Any = self.object_list
        return int(rows.values("pk")[:MOST_COUNTED].count())


def players_by_prefix(beginning: str) -> QuerySet[Player]:
    """Return up to MOST_PEOPLE players whose names start with `beginning`, ignoring case, in the order of their name
    keys. The query uses the index on `name_key`."""
    key = lookalike_form(beginning)
    wanted = Q(name_key__startswith=key)
    if key.endswith(tuple(_BEGUN)):
        wanted |= Q(name_key__startswith=key[:-1] + _BEGUN[key[-1]])
    return Player.objects.filter(wanted).order_by("name_key")[:MOST_PEOPLE]


_BEGUN = {"r": "m", "v": "w"}
"""Letters whose look-alike depends on the next letter: rn looks like m."""


class ReadOnlyAdminMixin:
    """Makes the admin pages of a model read-only, because changes go through the services. Administrators may view
    these pages without Django's permission for the model."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Return whether the admin site's start page lists the model."""
        return bool(super().has_module_permission(request)) or _may_administer(request)  # type: ignore[misc]

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return whether the user has Django's view permission, or is an administrator."""
        return bool(super().has_view_permission(request, obj)) or _may_administer(request)  # type: ignore[misc]

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: rows are read-only here."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: rows are read-only here."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: rows are read-only here."""
        return False


def _may_administer(request: HttpRequest) -> bool:
    return may(request.user, StaffPermission.ADMINISTER)


class ReadOnlyListAdmin(ReadOnlyAdminMixin, admin.ModelAdmin):  # type: ignore[type-arg]
    """Base of read-only admin lists, newest first, that stay fast with a million rows."""

    ordering = ["-pk"]
    paginator = BoundedPaginator
    show_full_result_count = False
    list_per_page = 50
    list_max_show_all = 200


class AddPlayerForm(AdminUserCreationForm):  # type: ignore[type-arg]
    """Name, address and password of a player that an administrator adds."""

    class Meta:
        model = Player
        fields = ("username", "email")

    def clean_username(self) -> str:
        """Return the name; raise ValidationError if a similar one is taken."""
        name: str = self.cleaned_data["username"]
        if is_name_taken(name, timezone.now()):
            raise ValidationError(NAME_TAKEN)
        return name


@admin.register(Player)
class PlayerAdmin(UserAdmin):  # type: ignore[type-arg]
    """The admin pages of players, with a search by name or address. Only administrators give permissions, or change
    players who have them. Only superusers make superusers."""

    add_form = AddPlayerForm
    add_fieldsets = [(None, {"fields": ["username", "email", "usable_password", "password1", "password2"]})]
    list_display = ["username", "email", "is_active", "is_staff", "date_joined", "last_login"]
    search_fields = ["username"]
    search_help_text = _("Search by the start of a name or a full e-mail address.")
    list_filter = ["is_active", "is_staff", "language"]
    paginator = BoundedPaginator
    list_per_page = 50
    show_full_result_count = False
    ordering = ["-pk"]
    readonly_fields = ["username", "date_joined", "last_login", "bio", "country", "language", "time_zone"]
    fieldsets = [
        (None, {"fields": ["username", "email", "bio", "country", "language", "time_zone"]}),
        (pgettext_lazy("option", "Permissions"), {"fields": ["is_active", "is_staff", "is_superuser", "groups"]}),
        (pgettext_lazy("admin", "Dates"), {"fields": ["date_joined", "last_login"]}),
    ]

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Player], search_term: str
    ) -> tuple[QuerySet[Player], bool]:
        """Return the players with this e-mail address if the term contains an @, otherwise those whose names start with
        the term. The second value is False, because no player is found twice."""
        term = search_term.strip()
        if not term:
            return queryset, False
        if "@" in term:
            return queryset.filter(email__iexact=term), False
        return queryset.filter(pk__in=list(players_by_prefix(term).values_list("pk", flat=True))), False

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """Return the fields that this user may not edit. Only superusers can change addresses, close accounts or make
        superusers, and only administrators can change permissions."""
        if obj is None:
            return []
        fields = [str(field) for field in self.readonly_fields]
        if request.user.is_superuser:
            return fields
        others = [
            *fields,
            "email",
            "is_active",
        ]  # an address opens the account; and no one is locked out without a message
        return [*others, "is_superuser"] if _may_administer(request) else [*others, *PERMISSION_FIELDS]

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: bool) -> None:
        """Save the player. Store their earlier permissions in the form for `save_related`, and log a changed
        address."""
        form.permissions_before = _permission_names(obj.pk)
        obj.email = obj.email.lower()
        before = Player.objects.filter(pk=obj.pk).values_list("email", flat=True).first()
        super().save_model(request, obj, form, change)
        if before is not None and before != obj.email and isinstance(request.user, Player):
            make_email_only_address(player=obj, old_address=before, by=request.user, now=timezone.now())

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Log given and removed permissions, and closed and reopened accounts, in the audit log."""
        super().save_related(request, form, formsets, change)
        before, after = form.permissions_before, _permission_names(form.instance.pk)
        if before != after and isinstance(request.user, Player):
            changed: dict[str, Any] = {"before": sorted(before), "after": sorted(after)}
            record_staff_action(StaffContext(request.user, timezone.now()), "permissions", form.instance, **changed)

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Return whether the admin site's start page lists players."""
        return super().has_module_permission(request) or _may_administer(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return whether the user has Django's view permission, or is an administrator."""
        return super().has_view_permission(request, obj) or _may_administer(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return whether the user has Django's permission to add players, or is an administrator."""
        return super().has_add_permission(request) or _may_administer(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return whether the user may change this player. Only administrators may change staff, and only superusers may
        change superusers."""
        administers = _may_administer(request)
        if isinstance(obj, Player) and obj.is_superuser:
            return bool(request.user.is_superuser)
        if isinstance(obj, Player) and obj.is_staff:
            return administers
        return super().has_change_permission(request, obj) or administers

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return whether an administrator may delete this account. They cannot delete their own, nor an account that is
        deleted already."""
        is_somebody = isinstance(obj, Player) and obj.pk != request.user.pk and obj.deleted_at is None
        return is_somebody and _may_administer(request) and self.has_change_permission(request, obj)

    def delete_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        """Delete an account in the same way as its owner can, after the administrator has typed its name and a
        reason."""
        player = self.get_object(request, unquote(object_id))
        if player is None:
            raise Http404
        if not self.has_delete_permission(request, player):
            raise PermissionDenied
        form = DeleteAccountByStaffForm(request.POST if request.method == "POST" else None, player=player)
        if request.method == "POST" and form.is_valid() and isinstance(request.user, Player):
            delete(player=player, now=timesource.now(), by=request.user, reason=form.cleaned_data["reason"])
            self.message_user(request, _("The account has been deleted."), messages.SUCCESS)
            return redirect("admin:accounts_player_changelist")
        title = _("Delete the account")
        context = {**self.admin_site.each_context(request), "title": title, "opts": self.opts, "player": player}
        page = "admin/accounts/player/delete_account.html"
        return TemplateResponse(request, page, {**context, "form": form}, status=400 if form.errors else 200)

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:
        """Set a player's password. Only superusers may, because the new password gives access to the account."""
        if not request.user.is_superuser:
            raise PermissionDenied
        return super().user_change_password(request, id, form_url)


class PlayerRelatedAdmin(ReadOnlyListAdmin):
    """Base of the admin's lists about players, searched by the beginning of a name."""

    search_fields = ["id"]
    search_help_text = _("Search by the start of a player's name.")
    list_select_related = ["player"]

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Return the rows of players whose names start with the term. The second value is False, because no row is
        found twice."""
        if not search_term.strip():
            return queryset, False
        return queryset.filter(player__in=list(players_by_prefix(search_term).values_list("pk", flat=True))), False


@admin.register(SecurityEvent)
class SecurityEventAdmin(PlayerRelatedAdmin):
    """The admin pages of accounts' security events."""

    list_display = ["at", "kind", "player", "network", "detail"]
    list_filter = ["kind"]


@admin.register(StaffAction)
class StaffActionAdmin(PlayerRelatedAdmin):
    """The admin pages of the audit log of staff actions."""

    list_display = ["at", "staff", "action", "player", "about", "reason"]
    list_select_related = ["player", "staff"]


@admin.register(Restriction)
class RestrictionAdmin(PlayerRelatedAdmin):
    """The admin pages of players' restrictions, with their end and reason."""

    list_display = ["player", "kind", "begin", "end", "by", "lifted_at"]
    list_filter = ["kind"]
    list_select_related = ["player", "by"]


class GivenUpEmailsFilter(admin.SimpleListFilter):
    """Filters queued e-mails by whether they are still waiting or were given up."""

    title, parameter_name = pgettext_lazy("admin", "sending failed"), "given_up"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Return the choices “No” and “Yes” without a query."""
        return [("no", pgettext_lazy("admin", "No")), ("yes", pgettext_lazy("admin", "Yes"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Return the e-mails that are waiting, or those that were given up, as chosen in the filter."""
        columns = {"no": "due_at", "yes": "given_up_at"}
        column = columns.get(self.value() or "")
        return queryset if column is None else queryset.filter(**{f"{column}__isnull": False})


@admin.register(QueuedEmail)
class QueuedEmailAdmin(ReadOnlyListAdmin):
    """E-mails that are waiting or were given up, with the address, the time and the last error. Their content is not
    shown."""

    list_display = ["address", "made_at", "due_at", "tries", "last_error", "given_up_at"]
    list_filter = [GivenUpEmailsFilter]
    search_fields = ["id"]
    search_help_text = _("Search by a full e-mail address.")
    exclude = ["sealed"]
    actions = ["try_now"]

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[QueuedEmail], search_term: str
    ) -> tuple[QuerySet[QueuedEmail], bool]:
        """Return the e-mails to the address in the search term, which must be complete. The second value is False,
        because no row is found twice."""
        term = search_term.strip().lower()
        return (queryset.filter(address=term) if term else queryset), False

    def has_try_permission(self, request: HttpRequest) -> bool:
        """Return whether the user may use `try_now`, which only administrators may."""
        return _may_administer(request)

    @admin.action(description=_("Try again now"), permissions=["try"])
    def try_now(self, request: HttpRequest, emails: QuerySet[QueuedEmail]) -> None:
        """Make the selected e-mails due now, if they are waiting. E-mails being sent or given up do not change."""
        assert isinstance(request.user, Player)
        count = outbox.make_due_now(emails, by=request.user, now=timezone.now())
        mail.wake_mail_workers()
        sentence = ngettext("%(count)s e-mail is being sent again.", "%(count)s e-mails are being sent again.", count)
        self.message_user(request, sentence % {"count": count}, messages.SUCCESS)
