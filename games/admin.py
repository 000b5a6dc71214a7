"""The back office for moderators: find and read. What the record owns cannot be edited here.

Lists of a million rows stay fast: they are in the order of an index, counted up to a bound, filtered by fixed choices
(Django's own filters read all rows to know the choices) and searched by number or by the beginning of a name.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.admin import Long, ReadOnly, named
from games.game_view import GameView
from games.models import Action, Game, Heartbeat, Message, Outage, Seat, Vacation
from games.terms import UNRATED_REASONS
from games.verbs import ACTION_NAMES
from rules import Color, Reason
from wording.board_svg import board_svg
from wording.dates import dated
from wording.time_words import name_of
from wording.words import COLOR_NAMES, END_NAMES, RULE_SET_NAMES, result_of

LATEST = 50
"""So much of the record and of the chat is shown; the game's own page has all."""


def number_of(text: str) -> int | None:
    """The number that was searched for, None for a name."""
    text = text.strip().lstrip("#")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None


class _Fixed(admin.SimpleListFilter):
    """A filter by one column whose choices are known."""

    column = ""
    choices_known: Iterable[tuple[str, Any]] = ()

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """The choices; no query."""
        return list(self.choices_known)

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """The rows with this value; none for a value that is no choice."""
        if self.value() is None:
            return queryset
        known = any(self.value() == value for value, _ in self.choices_known)
        return queryset.filter(**{self.column: self.value()}) if known else queryset.none()


class RuleSetFilter(_Fixed):
    """By rule set."""

    title, parameter_name, column = _("rules"), "rules", "rule_set"
    choices_known = list(RULE_SET_NAMES.items())

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """The games with this rule set, by the index of their first seats."""
        if self.value() is None:
            return queryset
        known = any(self.value() == value for value, _ in self.choices_known)
        of_it = {"seats__index": 0, "seats__private__in": (False, True), "seats__rule_set": self.value()}
        return queryset.filter(**of_it) if known else queryset.none()


class SizeFilter(_Fixed):
    """By the sizes that are offered."""

    title, parameter_name, column = _("size"), "size", "width"
    choices_known = [("9", "9×9"), ("13", "13×13"), ("19", "19×19")]


class ReasonFilter(_Fixed):
    """By how games ended."""

    title, parameter_name, column = _("how it ended"), "reason", "end_reason"
    choices_known = [(reason.value, END_NAMES[reason]) for reason in Reason]


class WithRules:
    """A column that names the rules."""

    @admin.display(description=_("rules"), ordering="rule_set")
    def rules(self, row: Any) -> str:
        """By which rules it is played."""
        return str(RULE_SET_NAMES[row.rule_set])


class SeatInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """Who plays."""

    model = Seat
    verbose_name_plural = _("players")
    fields = ["color", "player"]
    extra = 0

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        """With the players."""
        return Seat.objects.select_related("player")


@admin.register(Game)
class GameAdmin(WithRules, Long):
    """Search by player or number; see the board, the latest of the record and of the chat."""

    list_display = ["id", "players", "size", "rules", "phase", "result", "rated", "acted"]
    list_filter = ["phase", RuleSetFilter, SizeFilter, ReasonFilter, "rated", "private"]
    search_fields = ["id"]
    search_help_text = _("A game's number, or the beginning of a player's name.")
    inlines = [SeatInline]
    readonly_fields = ["page", "board", "rules", "time", "ended", "unrated", "record", "chat"]
    fields = [
        "page",
        "board",
        "rules",
        "komi",
        "handicap",
        "time",
        "phase",
        "number",
        "deadline",
        "ended",
        "rated",
        "unrated",
        "private",
        "started_at",
        "last_action_at",
        "finished_at",
        "record",
        "chat",
    ]

    class Media:
        css = {"all": ["css/board.css", "css/office.css"]}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        """With seats and players, in two queries more."""
        return Game.objects.with_seats()

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Game], search_term: str
    ) -> tuple[QuerySet[Game], bool]:
        """By number, else by the beginning of a player's name."""
        number = number_of(search_term)
        if not search_term.strip():
            return queryset, False
        if number is not None:
            return queryset.filter(pk=number), False
        people = list(named(search_term).values_list("pk", flat=True))
        return queryset.filter(pk__in=Seat.objects.filter(player__in=people).values("game_id")), False

    @admin.display(description=_("players"))
    def players(self, game: Game) -> str:
        """Black and White."""
        return " – ".join(seat.player.username for seat in game.seat_list())

    @admin.display(description=_("size"))
    def size(self, game: Game) -> str:
        """Width by height."""
        return f"{game.width}×{game.height}"

    @admin.display(description=_("last action"), ordering="last_action_at")
    def acted(self, game: Game) -> str:
        """When somebody last did something, short enough for the list."""
        return dated(game.last_action_at, "DATETIME_FORMAT")

    @admin.display(description=_("board"))
    def board(self, game: Game) -> SafeString:
        """The position now."""
        return format_html(
            '<div class="board office-board">{}</div>', board_svg(GameView(game, AnonymousUser()).board())
        )

    @admin.display(description=_("page"))
    def page(self, game: Game) -> SafeString:
        """Link to the game."""
        return format_html('<a href="{}">{}</a>', reverse("games:game", args=[game.pk]), game)

    @admin.display(description=_("clock"))
    def time(self, game: Game) -> str:
        """How much of it there is for a move."""
        return name_of(game.agreed_time)

    @admin.display(description=_("result"))
    def ended(self, game: Game) -> str:
        """Who won, and how."""
        return result_of(game)

    @admin.display(description=_("reason it is unrated"))
    def unrated(self, game: Game) -> str:
        """In a sentence."""
        return str(UNRATED_REASONS[game.unrated_reason]) if game.unrated_reason else ""

    @admin.display(description=_("latest in the record"))
    def record(self, game: Game) -> SafeString:
        """The last actions, the latest first."""
        actions = Action.objects.filter(game=game).order_by("-number")[:LATEST]
        show = GameView(game, AnonymousUser())  # the office is told no more of what is hidden than anybody (V63)
        return _list((one.number, _what(one, show), one.received_at.isoformat(" ", "seconds")) for one in actions)

    @admin.display(description=_("latest in the chat"))
    def chat(self, game: Game) -> SafeString:
        """The last messages, the latest first."""
        sent = Message.objects.filter(game=game).select_related("author").order_by("-said_at", "-pk")[:LATEST]
        return _list((one.author.username, one.words, one.said_at.isoformat(" ", "seconds")) for one in sent)


def _what(action: Action, show: GameView) -> str:
    fields = {**action.payload, "point": show.receipt(action).get("point", "")}
    who = "" if action.color is None else f"{COLOR_NAMES[Color(action.color)]}: "
    return f"{who}{ACTION_NAMES[action.kind]} {fields.get('point', '')} {fields.get('reason', '')}".strip()


def _list(lines: Iterable[tuple[Any, str, str]]) -> SafeString:
    items = format_html_join("", "<li><b><bdi>{}</bdi></b> <bdi>{}</bdi> <small><bdi>{}</bdi></small></li>", lines)
    return format_html('<ul class="office-list">{}</ul>', items or "–")


@admin.register(Outage)
class OutageAdmin(Long):
    """When the service was away, and whether that has been given back."""

    list_display = ["begin", "end", "credited_at"]


@admin.register(Heartbeat)
class HeartbeatAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """When the service was last seen to work, and what is wrong with its clock."""

    list_display = ["at", "started_at", "alarm"]


@admin.register(Vacation)
class VacationAdmin(Long):
    """Who is away, and until when."""

    list_display = ["player", "begin", "end", "automatic"]
    list_filter = ["automatic"]
    search_fields = ["id"]
    search_help_text = _("Search by the start of a player's name.")
    list_select_related = ["player"]

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Vacation], search_term: str
    ) -> tuple[QuerySet[Vacation], bool]:
        """By the beginning of a name."""
        if not search_term.strip():
            return queryset, False
        return queryset.filter(player__in=list(named(search_term).values_list("pk", flat=True))), False
