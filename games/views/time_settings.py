"""The time settings: vacation, weekend and night, reminders, the calendar."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.conf import settings as project
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Player
from foundation import timesource
from games import services
from games.calendar_feed import calendar_of
from games.errors import GameError
from games.forms import StartVacationForm, VacationAndReminderForm, WeeklyOffTimeForm
from games.models import Game, Vacation
from games.services import vacations
from games.turn_feed import atom_feed_of
from notifications.services import choosing
from rules import vacation as rules
from rules.off_time import OffTimeKind
from wording import time_words
from wording.refusals import sentence_for

from .requests import player_of, received_at

MOST_VACATIONS = 20
Make = Callable[[Player, datetime, Callable[[str], str]], bytes]


@require_safe
@login_required
def time_settings_page(request: HttpRequest) -> HttpResponse:
    """Return the page with all of the player's time settings."""
    return _render_page(request)


def _render_page(request: HttpRequest, *, status: int = 200, refusal: str = "", **forms: Any) -> HttpResponse:
    player, now = player_of(request), timesource.now()
    row = vacations.time_settings_of(player)
    again = rules.weekend_may_change_at(row.changed_at)
    context = {
        "vacation": vacations.current_vacation(player, now),
        "run_on": _games_unaffected_by_vacation(player),
        "left": time_words.duration_in_full(_whole_hours(vacations.remaining_vacation(player, now))),
        "a_year": time_words.duration_in_full(vacations.vacation_allowance().per_year),
        "taken": Vacation.objects.filter(player=player)[:MOST_VACATIONS],
        "has_chosen_week": row.has_chosen_week,
        "usual": time_words.weekend_text(row.chosen_or_usual_weekend),
        "again": again if again is not None and again > now else None,
        "calendar": _calendar_url(request, row.calendar),
        "vacation_form": StartVacationForm(),
        "week_form": WeeklyOffTimeForm(initial=WeeklyOffTimeForm.initial_of(row)),
        "choices_form": VacationAndReminderForm(instance=row),
        "refusal": refusal,
        **forms,
    }
    return render(request, "games/time_settings.html", context, status=status)


def _games_unaffected_by_vacation(player: Player) -> list[int]:
    """Return the numbers of the player's games in progress whose clocks a vacation does not stop (E23)."""
    rows = Game.objects.running_of(player).order_by("pk")
    return [pk for pk, kinds in rows.values_list("pk", "off_time") if OffTimeKind.VACATION.value not in kinds]


def _whole_hours(time: timedelta) -> timedelta:
    """Return the time rounded down to whole hours, because smaller units do not matter to players."""
    return timedelta(hours=time // timedelta(hours=1))


def _calendar_url(request: HttpRequest, secret: str) -> str:
    return request.build_absolute_uri(reverse("games:calendar", args=[secret])) if secret else ""


@require_POST
@login_required
def save_settings(request: HttpRequest, what: str) -> HttpResponse:
    """Save the part of the time settings that `what` names. Redirect to the settings page, or return that page with
    errors if the form is not valid."""
    if what not in _CHANGES:
        raise Http404
    try:
        answer = _CHANGES[what](request, player_of(request), received_at(request))
    except GameError as refusal:
        return _render_page(request, status=refusal.http_status, refusal=sentence_for(refusal))
    if isinstance(answer, HttpResponse):
        return answer
    messages.success(request, answer)
    return redirect("games:time_settings")


def _start_vacation(request: HttpRequest, player: Player, now: datetime) -> str | HttpResponse:
    form = StartVacationForm(request.POST)
    if not form.is_valid():
        return _render_page(request, status=400, vacation_form=form)
    wanted = form.cleaned_data["days"]
    until = None if wanted is None else now + timedelta(days=wanted)
    begun = services.start_vacation(player=player, now=now, until=until)
    if until is not None and begun.end < until:
        return _(
            "Your vacation has started. It will end earlier than you chose, because you don't have enough vacation "
            "left."
        )
    return _("Your vacation has started.")


def _end_vacation(request: HttpRequest, player: Player, now: datetime) -> str:
    services.end_vacation(player=player, now=now)
    return _("Welcome back. Your clocks are running again.")


def _save_weekly_off_time(request: HttpRequest, player: Player, now: datetime) -> str | HttpResponse:
    form = WeeklyOffTimeForm(request.POST)
    if not form.is_valid():
        return _render_page(request, status=400, week_form=form)
    services.set_weekly_off_time(player=player, week=form.week(), now=now)
    return pgettext("text", "Saved.")


def _save_vacation_and_reminders(request: HttpRequest, player: Player, now: datetime) -> str | HttpResponse:
    form = VacationAndReminderForm(request.POST)
    if not form.is_valid():
        return _render_page(request, status=400, choices_form=form)
    vacations.set_auto_vacation_and_reminders(player=player, **form.cleaned_data)
    return pgettext("text", "Saved.")


def _change_calendar(request: HttpRequest, player: Player, now: datetime) -> str:
    if "end" in request.POST:
        vacations.CALENDAR.revoke(player)
        return _("Calendar removed. The old address no longer works.")
    vacations.CALENDAR.create(player)
    return _("The calendar address has been created.")


_CHANGES: dict[str, Callable[[HttpRequest, Player, datetime], str | HttpResponse]] = {
    "vacation-start": _start_vacation,
    "vacation-end": _end_vacation,
    "week": _save_weekly_off_time,
    "choices": _save_vacation_and_reminders,
    "calendar": _change_calendar,
}


@require_safe
def deadline_calendar(request: HttpRequest, secret: str) -> HttpResponse:
    """Return the calendar of deadlines of the player with this secret URL, for calendar programs."""
    return _serve_secret_url(request, vacations.CALENDAR.find_owner(secret), calendar_of, "text/calendar")


@require_safe
def turn_feed(request: HttpRequest, secret: str) -> HttpResponse:
    """Return the Atom feed of the games in which the player with this secret URL has to act, for feed readers."""
    return _serve_secret_url(
        request, choosing.FEED.find_owner(secret), partial(atom_feed_of, path=request.path), "application/atom+xml"
    )


def _serve_secret_url(request: HttpRequest, player: Player | None, make: Make, content_type: str) -> HttpResponse:
    """Return the content of a secret URL, such as a calendar, in the language and time zone of `player`, to whom the
    URL belongs. `make` creates the content. Raises Http404 if no player has this URL."""
    if player is None:
        raise Http404
    with translation.override(player.language or project.LANGUAGE_CODE), timezone.override(player.zone):
        text = make(player, timesource.now(), request.build_absolute_uri)
    return HttpResponse(
        text, content_type=f"{content_type}; charset=utf-8", headers={"Cache-Control": "private, no-store"}
    )
