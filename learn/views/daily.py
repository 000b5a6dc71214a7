"""The problem of the day as a public feed, and notifications about it on a player's devices (C106)."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.core.feeds import feed_response, new_feed
from accounts.models import Player
from foundation import timesource
from foundation.text import whole_number
from learn.problems.daily import problem_of_day, utc_day_of
from learn.services import daily_readers, progress
from learn.views.days import daily_calendar
from learn.views.lessons import allow_caching_if_public
from learn.views.problem_page import ProblemPage
from wording import dates

DAYS = 14
"""The number of days in the feed."""


@require_safe
def daily_feed(request: HttpRequest) -> HttpResponse:
    """Return the feed of the latest problems of the day (Atom, RFC 4287), in the reader's language and without
    solutions."""
    now = timesource.now().astimezone(UTC)
    whole = request.build_absolute_uri
    made = new_feed(request, _("Go problem of the day"), reverse("learn:problems"))
    for back in range(DAYS):
        day = now.date() - timedelta(days=back)
        begins = datetime.combine(day, time(), UTC)
        page = ProblemPage(problem_of_day(day), "")
        link = whole(reverse("learn:problem", args=[page.problem.key]))
        name = f"{dates.day_text(begins + timedelta(hours=12))}: {page.name}"
        made.add_item(
            title=name, link=link, description=str(page.step.task),
            unique_id=f"{link}#{day.isoformat()}", updateddate=begins, pubdate=begins,
        )  # fmt: skip
    response = feed_response(made)
    allow_caching_if_public(request, response)
    return response


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def daily_page(request: HttpRequest) -> HttpResponse:
    """Return the page of the problem of the day, with a page of the calendar of past problems: `?page=1` shows the
    weeks before those on page 0. POST turns notifications on or off."""
    player = request.user
    assert isinstance(player, Player)
    if request.method == "POST":
        daily_readers.set_subscription(player, wanted=request.POST.get("daily") == "on")
        return redirect("learn:problems_daily")
    today = utc_day_of(timesource.now())
    context = {
        "wants": daily_readers.is_subscribed(player),
        "page": ProblemPage(problem_of_day(today), ""),
        "calendar": daily_calendar(
            today, progress.progress_of_player(player), whole_number(request.GET.get("page"), 4) or 0
        ),
    }
    return render(request, "learn/problems_daily.html", context)
