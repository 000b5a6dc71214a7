"""Games in the admin site, searchable and read-only, because a game's columns are derived from its record.

Lists of a million rows stay fast. They use the order of an index, count up to a bound, and search by number or by the
beginning of a name. Filters have fixed choices, because Django's own filters read all rows to list the choices.
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
from django.utils.translation import pgettext_lazy

from accounts.admin import ReadOnlyAdminMixin, ReadOnlyListAdmin, players_by_prefix
from foundation.text import whole_number
from games.game_view import GameView
from games.models import Action, Game, Heartbeat, Message, Outage, Seat, Vacation
from games.terms import UNRATED_REASONS
from games.verbs import ACTION_NAMES
from rules import Color, Reason
from wording.board_svg import board_svg
from wording.dates import day_text
from wording.time_words import time_control_name
from wording.words import COLOR_NAMES, END_NAMES, RULE_SET_NAMES, result_sentence_of_columns

LATEST = 50
"""The number of latest actions and chat messages shown; the game's own page shows all."""


def parse_game_number(text: str) -> int | None:
    """Return the number in a search term, or None if the term is a name."""
    text = text.strip().lstrip("#")
    return whole_number(text, 15)


class _FixedChoiceFilter(admin.SimpleListFilter):
    """Base of admin filters by one column whose choices are fixed."""

    column = ""
    choices_known: Iterable[tuple[str, Any]] = ()

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Return the fixed choices, without a query."""
        return list(self.choices_known)

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Return the rows with the chosen value, all rows without a choice, and no rows for an unknown value."""
        if self.value() is None:
            return queryset
        known = any(self.value() == value for value, _ in self.choices_known)
        return queryset.filter(**{self.column: self.value()}) if known else queryset.none()


class RuleSetFilter(_FixedChoiceFilter):
    """Filter by rule set."""

    title, parameter_name, column = pgettext_lazy("option", "rules"), "rules", "rule_set"
    choices_known = list(RULE_SET_NAMES.items())

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Return the games with this rule set. The filter uses the copy of the rule set in the first seat of each game,
        which has an index."""
        if self.value() is None:
            return queryset
        known = any(self.value() == value for value, _ in self.choices_known)
        of_it = {"seats__index": 0, "seats__private__in": (False, True), "seats__rule_set": self.value()}
        return queryset.filter(**of_it) if known else queryset.none()


class BoardSizeFilter(_FixedChoiceFilter):
    """Filter by the sizes that the server offers."""

    title, parameter_name, column = pgettext_lazy("text", "size"), "size", "width"
    choices_known = [("9", "9×9"), ("13", "13×13"), ("19", "19×19")]


class EndReasonFilter(_FixedChoiceFilter):
    """Filter by how games ended."""

    title, parameter_name, column = _("how the game ended"), "reason", "end_reason"
    choices_known = [(reason.value, END_NAMES[reason]) for reason in Reason]


class RuleSetColumn:
    """Mixin that adds a column with the name of the rule set."""

    @admin.display(description=pgettext_lazy("column", "rules"), ordering="rule_set")
    def rules(self, row: Any) -> str:
        """Return the name of the rule set."""
        return str(RULE_SET_NAMES[row.rule_set])


class SeatInline(ReadOnlyAdminMixin, admin.TabularInline):  # type: ignore[type-arg]
    """The players of a game."""

    model = Seat
    verbose_name_plural = pgettext_lazy("name", "players")
    fields = ["color", "player"]
    extra = 0

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        """Return the seats with their players."""
        return Seat.objects.select_related("player")


@admin.register(Game)
class GameAdmin(RuleSetColumn, ReadOnlyListAdmin):
    """Games in the admin site, with the board, and the latest actions and chat messages."""

    list_display = ["id", "players", "size", "rules", "phase", "result", "rated", "last_action_time"]
    list_filter = ["phase", RuleSetFilter, BoardSizeFilter, EndReasonFilter, "rated", "private"]
    search_fields = ["id"]
    search_help_text = _("Search by game number or the start of a player's name.")
    inlines = [SeatInline]
    readonly_fields = [
        "game_link",
        "board",
        "rules",
        "time_control",
        "result_text",
        "unrated_sentence",
        "latest_actions",
        "latest_messages",
    ]
    fields = [
        "game_link",
        "board",
        "rules",
        "komi",
        "handicap",
        "time_control",
        "phase",
        "number",
        "deadline",
        "result_text",
        "rated",
        "unrated_sentence",
        "private",
        "started_at",
        "last_action_at",
        "finished_at",
        "latest_actions",
        "latest_messages",
    ]

    class Media:
        css = {"all": ["css/board.css", "css/admin_pages.css"]}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        """Return the games with seats and players loaded, which takes two more queries."""
        return Game.objects.with_seats()

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Game], search_term: str
    ) -> tuple[QuerySet[Game], bool]:
        """Return the games with this number, or of players whose names begin with the term."""
        number = parse_game_number(search_term)
        if not search_term.strip():
            return queryset, False
        if number is not None:
            return queryset.filter(pk=number), False
        people = list(players_by_prefix(search_term).values_list("pk", flat=True))
        return queryset.filter(pk__in=Seat.objects.filter(player__in=people).values("game_id")), False

    @admin.display(description=pgettext_lazy("column", "players"))
    def players(self, game: Game) -> str:
        """Return the names of Black and White."""
        return " – ".join(seat.player.username for seat in game.seat_list())

    @admin.display(description=pgettext_lazy("column", "size"))
    def size(self, game: Game) -> str:
        """Return the board's width and height as text, such as "19×19"."""
        return f"{game.width}×{game.height}"

    @admin.display(description=pgettext_lazy("column", "last action"), ordering="last_action_at")
    def last_action_time(self, game: Game) -> str:
        """Return the time of the last action in a short form."""
        return day_text(game.last_action_at, "DATETIME_FORMAT")

    @admin.display(description=pgettext_lazy("column", "board"))
    def board(self, game: Game) -> SafeString:
        """Return the current position as SVG."""
        return format_html(
            '<div class="board admin-board">{}</div>', board_svg(GameView(game, AnonymousUser()).board())
        )

    @admin.display(description=pgettext_lazy("column", "page"))
    def game_link(self, game: Game) -> SafeString:
        """Return a link to the game."""
        return format_html('<a href="{}">{}</a>', reverse("games:game", args=[game.pk]), game)

    @admin.display(description=pgettext_lazy("column", "clock"))
    def time_control(self, game: Game) -> str:
        """Return the name of the time control."""
        return time_control_name(game.agreed_time)

    @admin.display(description=pgettext_lazy("column", "result"))
    def result_text(self, game: Game) -> str:
        """Return the result as text."""
        return result_sentence_of_columns(game)

    @admin.display(description=_("reason for being unrated"))
    def unrated_sentence(self, game: Game) -> str:
        """Return the sentence on why the game is unrated, or "" for a rated game."""
        return str(UNRATED_REASONS[game.unrated_reason]) if game.unrated_reason else ""

    @admin.display(description=pgettext_lazy("column", "latest actions"))
    def latest_actions(self, game: Game) -> SafeString:
        """Return the last actions as an HTML list, newest first."""
        actions = Action.objects.filter(game=game).order_by("-number")[:LATEST]
        show = GameView(game, AnonymousUser())  # hidden information stays hidden here too (V63)
        return _html_list(
            (one.number, _action_text(one, show), one.received_at.isoformat(" ", "seconds")) for one in actions
        )

    @admin.display(description=_("latest chat messages"))
    def latest_messages(self, game: Game) -> SafeString:
        """Return the last chat messages as an HTML list, newest first. The method is not named `chat`, because the
        admin would then show the column of that name."""
        messages = Message.objects.filter(game=game).select_related("author").order_by("-said_at", "-pk")[:LATEST]
        return _html_list((one.author.username, one.words, one.said_at.isoformat(" ", "seconds")) for one in messages)


def _action_text(action: Action, show: GameView) -> str:
    values = {**action.payload, "point": show.receipt(action).get("point", "")}
    who = "" if action.color is None else f"{COLOR_NAMES[Color(action.color)]}: "
    return f"{who}{ACTION_NAMES[action.kind]} {values.get('point', '')} {values.get('reason', '')}".strip()


def _html_list(lines: Iterable[tuple[Any, str, str]]) -> SafeString:
    items = format_html_join("", "<li><b><bdi>{}</bdi></b> <bdi>{}</bdi> <small><bdi>{}</bdi></small></li>", lines)
    return format_html('<ul class="admin-list">{}</ul>', items or "–")


@admin.register(Outage)
class OutageAdmin(ReadOnlyListAdmin):
    """The service's outages, and whether the lost time was added to the players' deadlines."""

    list_display = ["begin", "end", "credited_at"]


@admin.register(Heartbeat)
class HeartbeatAdmin(ReadOnlyAdminMixin, admin.ModelAdmin):  # type: ignore[type-arg]
    """The last heartbeat of the service, and the clock error if there is one."""

    list_display = ["at", "started_at", "alarm"]


@admin.register(Vacation)
class VacationAdmin(ReadOnlyListAdmin):
    """Players' vacations with their ends."""

    list_display = ["player", "begin", "end", "automatic"]
    list_filter = ["automatic"]
    search_fields = ["id"]
    search_help_text = _("Search by the start of a player's name.")
    list_select_related = ["player"]

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Vacation], search_term: str
    ) -> tuple[QuerySet[Vacation], bool]:
        """Return the vacations of players whose names begin with the term."""
        if not search_term.strip():
            return queryset, False
        return queryset.filter(player__in=list(players_by_prefix(search_term).values_list("pk", flat=True))), False
