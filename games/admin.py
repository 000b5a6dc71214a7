"""The back office for moderators: find and read. What the record owns cannot be edited here."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.board_svg import board_svg
from games.models import Action, Challenge, Game, Heartbeat, Message, Outage, Seat, Vacation


class ReadOnly:
    """Nothing is added, changed or deleted by hand: every change goes through the services."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False


class SeatInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """Who plays."""

    model = Seat
    fields = ["color", "player"]
    extra = 0


class ActionInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """The record."""

    model = Action
    fields = ["number", "kind", "color", "payload", "effect", "received_at"]
    ordering = ["number"]
    extra = 0


class MessageInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """What was said."""

    model = Message
    fields = ["said_at", "author", "text"]
    extra = 0


@admin.register(Game)
class GameAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Search by player or number; see the board, the record and the chat."""

    list_display = ["id", "players", "size", "rule_set", "phase", "result", "rated", "last_action_at"]
    list_filter = ["phase", "rule_set", "width", "rated", "private", "end_reason"]
    search_fields = ["=id", "seats__player__username"]
    show_full_result_count = False
    list_per_page = 50
    ordering = ["-last_action_at"]
    inlines = [SeatInline, ActionInline, MessageInline]
    readonly_fields = ["board", "page"]
    fields = [
        "page",
        "board",
        "rule_set",
        "komi",
        "handicap",
        "time_control",
        "phase",
        "number",
        "deadline",
        "result",
        "rated",
        "unrated_reason",
        "private",
        "started_at",
        "last_action_at",
        "finished_at",
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        """With seats and players, in two queries more."""
        return Game.objects.with_seats()

    @admin.display(description=_("players"))
    def players(self, game: Game) -> str:
        """Black and White."""
        return " – ".join(seat.player.username for seat in game.seat_list())

    @admin.display(description=_("size"))
    def size(self, game: Game) -> str:
        """Width by height."""
        return f"{game.width}×{game.height}"

    @admin.display(description=_("board"))
    def board(self, game: Game) -> SafeString:
        """The position now."""
        return format_html('<div style="width:480px">{}</div>', board_svg(game.state().board))

    @admin.display(description=_("page"))
    def page(self, game: Game) -> SafeString:
        """Link to the game."""
        return format_html('<a href="{}">{}</a>', reverse("games:game", args=[game.pk]), game)


@admin.register(Challenge)
class ChallengeAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """What was offered, and what became of it."""

    list_display = ["id", "creator", "opponent", "width", "rule_set", "status", "created_at"]
    list_filter = ["status", "rule_set"]
    search_fields = ["creator__username", "opponent__username"]
    list_select_related = ["creator", "opponent"]
    exclude = ["token"]


@admin.register(Outage)
class OutageAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """When the service was away, and whether that has been given back."""

    list_display = ["begin", "end", "credited_at"]


@admin.register(Heartbeat)
class HeartbeatAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """When the service was last seen to work, and what is wrong with its clock."""

    list_display = ["at", "started_at", "alarm"]


@admin.register(Vacation)
class VacationAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Who is away, and until when."""

    list_display = ["player", "begin", "end", "automatic"]
    list_filter = ["automatic"]
    search_fields = ["player__username"]
    date_hierarchy = "begin"
    list_select_related = ["player"]
