"""The page of a person: rating, results, games."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from accounts.core.renaming import renamed_from
from accounts.models import Player
from accounts.privacy.blocking import has_blocked
from foundation import timesource
from games.models import Game
from games.services.people import Results, results_of, shared_games, with_seen
from games.services.people import standing_of as games_standing_of
from games.services.vacations import vacation_now
from ratings.graph import graph_svg
from ratings.history import Course, Period, course_of, events_of
from ratings.models import RatingEvent
from ratings.standing import Standing, standing_of
from rules import Color
from wording import words
from wording.time_words import dated

A_PAGE = 20
MOST_SHARED = 10
PERIOD_NAMES: dict[Period, Promise] = {
    Period.MONTH: gettext_lazy("1 month"),
    Period.HALF_YEAR: gettext_lazy("6 months"),
    Period.YEAR: gettext_lazy("1 year"),
    Period.ALL: gettext_lazy("All"),
}
SCORE_NAMES: dict[float, Promise] = {
    1.0: gettext_lazy("won"),
    0.5: gettext_lazy("drawn"),
    0.0: gettext_lazy("lost"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table of ratings."""

    event: RatingEvent

    @property
    def is_seen(self) -> bool:
        """Whether the viewer may know which game it was."""
        return bool(self.event.is_seen)  # type: ignore[attr-defined]

    @property
    def result(self) -> str:
        """How it ended for this person."""
        return str(SCORE_NAMES[self.event.score])

    @property
    def rating(self) -> str:
        """After the game."""
        return words.number(round(self.event.rating))

    @property
    def change(self) -> str:
        """What the game did."""
        return words.rating_change(self.event)


class RatingPart:
    """What the page says about ratings."""

    def __init__(self, person: Player, viewer: Any, now: datetime, *, period: str, page: str) -> None:
        self.person, self.viewer = person, viewer
        self.period = Period(period) if period in list(Period) else Period.ALL
        self.page = page
        self.course: Course = course_of(person, self.period, now)
        self.events = events_of(person, self.period, now)
        self.standing: Standing = standing_of(person)

    @property
    def periods(self) -> list[tuple[str, str, bool]]:
        """What may be chosen: value, name, whether it is."""
        return [(period.value, str(name), period is self.period) for period, name in PERIOD_NAMES.items()]

    @property
    def graph(self) -> SafeString | None:
        """The graph, when there is something to draw."""
        if self.standing.overall is None or not self.course.points:
            return None
        return graph_svg(
            self.course,
            name=self.summary,
            dates=(dated(self.course.points[0].at), dated(self.course.points[-1].at)),
            number=words.number,
            titles=[f"{dated(point.at)}: {words.number(round(point.rating))}" for point in self.course.points],
        )

    @property
    def summary(self) -> str:
        """The graph in a sentence."""
        first, last = self.course.points[0], self.course.points[-1]
        return _("Rating from %(first)s on %(begin)s to %(last)s on %(end)s, highest %(highest)s") % {
            "first": words.number(round(first.rating)),
            "begin": dated(first.at),
            "last": words.number(round(last.rating)),
            "end": dated(last.at),
            "highest": words.number(round(self.course.highest)),
        }

    @cached_property
    def found(self) -> Page[RatingEvent]:
        """The events on this page of the table, the latest first."""
        events = with_seen(self.events, self.viewer).newest_first()
        return Paginator(events, A_PAGE).get_page(self.page or 1)

    @cached_property
    def rows(self) -> list[Row]:
        """The same as lines of the table."""
        return [Row(event) for event in self.found]

    @property
    def is_open(self) -> bool:
        """Whether the table was asked for."""
        return bool(self.page)


@require_safe
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """A person: since when, rating, results, recent games, games against the viewer."""
    person = Player.objects.filter(username__iexact=name, is_active=True).prefetch_related("ratings").first()
    if person is None and Player.objects.filter(username__iexact=name, deleted_at__isnull=False).exists():
        return render(request, "games/profile_deleted.html", status=410)
    if person is None:
        return _profile_of_new_name(name)
    now, viewer = timesource.now(), request.user
    standing = games_standing_of(person, viewer)
    seen = Game.objects.visible_to(viewer).filter(seats__player=person)
    context = {
        "person": person,
        "rating": RatingPart(
            person, viewer, now, period=request.GET.get("period", ""), page=request.GET.get("page", "")
        ),
        "results": [(result, _size_name(result)) for result in results_of(person, viewer)],
        "black": Color.BLACK,
        "running": standing.running,
        "between": standing.between,
        "shared": shared_games(person, viewer).with_people()[:MOST_SHARED] if standing.between else [],
        "vacation": vacation_now(person, now),
        "has_blocked": isinstance(viewer, Player) and has_blocked(viewer, person),
        "recent": seen.with_people().order_by("-last_action_at")[:8],
    }
    return render(request, "games/profile.html", context)


def _size_name(result: Results) -> str:
    return f"{result.size}×{result.size}" if result.size else _("Other sizes")


def _profile_of_new_name(name: str) -> HttpResponse:
    """The way to somebody who was called so."""
    found = renamed_from(name, timesource.now())
    if found is None:
        raise Http404
    return redirect(found)
