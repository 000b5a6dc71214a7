"""The profile page of a player: rating, results, games."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import get_language_bidi, pgettext, pgettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.core.children import is_contact_forbidden
from accounts.core.hidden_ranks import is_rank_shown
from accounts.core.lookup import find_visible_player
from accounts.core.renaming import find_by_former_name
from accounts.models import Player
from accounts.privacy.blocking import has_blocked
from foundation import timesource
from foundation.keyset import MergedStreams, Page, Stream, read_page
from foundation.replica import from_replica
from games.notices import profile_game_rows
from games.services.listing import GameSearch, games_by_last_activity
from games.services.people import SizeColorResults, games_summary, with_opponent_and_visibility
from games.services.vacations import current_vacation
from ratings.graph import RatingGraphLabels, has_shape_per_game, rating_graph_svg
from ratings.history import GraphPeriod, RatingHistory, RatingPoint, events_in_period, rating_history
from ratings.models import RatingEvent, StartRating
from ratings.standing import ProfileRatings, load_ratings, profile_ratings_of
from ratings.start import may_state_rank
from wording import words
from wording.dates import day_text

from .requests import requested_page

A_PAGE = 20
MOST_RECENT = 8
PERIOD_NAMES: dict[GraphPeriod, Promise] = {
    GraphPeriod.MONTH: pgettext_lazy("profile", "1 month"),
    GraphPeriod.HALF_YEAR: pgettext_lazy("profile", "6 months"),
    GraphPeriod.YEAR: pgettext_lazy("profile", "1 year"),
    GraphPeriod.ALL: pgettext_lazy("text", "All"),
}
SCORE_NAMES: dict[float, Promise] = {
    1.0: pgettext_lazy("profile", "won"),
    0.5: pgettext_lazy("profile", "drawn"),
    0.0: pgettext_lazy("profile", "lost"),
}


@dataclass(frozen=True, slots=True)
class RatingChangeRow:
    """A row of the table of rating changes, for one rated game."""

    event: RatingEvent

    @property
    def is_seen(self) -> bool:
        """Return whether the viewer may see the game of this rating change."""
        return bool(self.event.is_seen)  # type: ignore[attr-defined]

    @property
    def result(self) -> str:
        """Return the result for this player as text."""
        return str(SCORE_NAMES[self.event.score])

    @property
    def rating(self) -> str:
        """Return the rating after the game."""
        return words.localized_number(round(self.event.rating))

    @property
    def change(self) -> str:
        """Return the rating change."""
        return words.rating_change_text(self.event)


class RatingSection:
    """The part of a profile page with the player's ratings: a graph, and a table of rating changes. `query` has the
    query parameters `period` (of the graph and the table) and `page` (of the table)."""

    def __init__(self, person: Player, viewer: Any, now: datetime, query: QueryDict) -> None:
        self.person, self.viewer, self.now = person, viewer, now
        self.is_shown = is_rank_shown(person)
        period = query.get("period", "")
        self.period = GraphPeriod(period) if period in list(GraphPeriod) else GraphPeriod.ALL
        self.is_open = bool(query.get("page"))
        self.place = requested_page(query, by_time=False)
        self.events = events_in_period(person, self.period, now)
        self.standing: ProfileRatings = profile_ratings_of(person)

    @cached_property
    def start_rating(self) -> StartRating | None:
        """Return the rank that the player stated before their first rated game, or None if they stated none."""
        return StartRating.objects.filter(player=self.person).first()

    @property
    def may_state_rank(self) -> bool:
        """Return whether the viewer can state a rank here. Only the player can, before the first rated game."""
        return bool(self.viewer == self.person) and may_state_rank(self.person)

    @property
    def periods(self) -> list[tuple[str, str, bool]]:
        """Return the periods to choose from: value, name, and whether it is selected."""
        return [(period.value, str(name), period is self.period) for period, name in PERIOD_NAMES.items()]

    @cached_property
    def rating_history(self) -> RatingHistory:
        """Return the player's ratings over time, which the graph shows."""
        return rating_history(self.person, self.period, self.now)

    @cached_property
    def graph(self) -> SafeString | None:
        """Return the graph as SVG, or None if the player has no rating or no rated game in the period."""
        if self.standing.overall is None or not self.rating_history.points:
            return None
        labels = RatingGraphLabels(
            name=self.summary,
            dates=(
                _keep_direction_in_graph(day_text(self.rating_history.points[0].at)),
                _keep_direction_in_graph(day_text(self.rating_history.points[-1].at)),
            ),
            number=words.localized_number,
            titles=[_point_title(point) for point in self.rating_history.points]
            if has_shape_per_game(self.rating_history)
            else (),
        )
        return rating_graph_svg(self.rating_history, labels)

    @property
    def summary(self) -> str:
        """Return a sentence that describes the graph: the first, the last and the highest rating."""
        first, last = self.rating_history.points[0], self.rating_history.points[-1]
        return _("Rating from %(first)s on %(begin)s to %(last)s on %(end)s, highest %(highest)s") % {
            "first": words.localized_number(round(first.rating)),
            "begin": day_text(first.at),
            "last": words.localized_number(round(last.rating)),
            "end": day_text(last.at),
            "highest": words.localized_number(round(self.rating_history.highest)),
        }

    @cached_property
    def event_page(self) -> Page:
        """Return the displayed page of the table as keys of rating events."""
        return read_page(MergedStreams([Stream(self.events, "number")]), self.place, A_PAGE)

    @cached_property
    def rows(self) -> list[RatingChangeRow]:
        """Return the rows of the table, newest first."""
        numbers = [number for _, number in self.event_page.keys] if self.is_shown else []
        events = with_opponent_and_visibility(
            RatingEvent.objects.filter(player=self.person, number__in=numbers), self.viewer
        )
        return [RatingChangeRow(event) for event in events.newest_first()]


def _keep_direction_in_graph(text: str) -> str:
    """Return the text with marks that keep its right-to-left direction in a graph, which always runs from left to
    right. In a left-to-right language, return the text unchanged."""
    return f"\u2067{text}\u2069" if get_language_bidi() else text


def _point_title(point: RatingPoint) -> str:
    return f"{day_text(point.at)}: {words.localized_number(round(point.rating))}"


@require_safe
@from_replica
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """Return a player's profile: join date, rating, results, recent games, games against the viewer."""
    person = find_visible_player(name, request.user)
    if person is not None and person.deleted_at is not None:
        return render(request, "games/profile_deleted.html", status=410)
    if person is None or not person.is_active:
        return _redirect_to_new_name(name)
    load_ratings(person)
    now, viewer = timesource.now(), request.user
    standing = games_summary(person, viewer)
    recent = games_by_last_activity(viewer, GameSearch(player=person.username)).keys(MOST_RECENT)
    rows, shared = profile_game_rows(person, viewer, recent, list(standing.shared))
    context = {
        "person": person,
        "rating": RatingSection(person, viewer, now, request.GET),
        "results": [(result, _size_name(result)) for result in standing.results],
        "finished": sum(result.won + result.lost + result.drawn for result in standing.results),
        "tally": standing.tally,
        "running": standing.running,
        "between": standing.between,
        "shared": shared,
        "vacation": current_vacation(person, now),
        "kept_apart": isinstance(viewer, Player)
        and viewer.is_child
        and is_contact_forbidden({viewer.pk}, viewer.pk, {person.pk}),
        "has_blocked": isinstance(viewer, Player) and has_blocked(viewer, person),
        "recent": rows,
        "this_year": now.year,
    }
    return render(request, "games/profile.html", context)


def _size_name(result: SizeColorResults) -> str:
    return words.board_size_text(result.size, result.size) if result.size else pgettext("profile", "Other sizes")


def _redirect_to_new_name(name: str) -> HttpResponse:
    """Return a redirect to the profile of the player who used this name before, under their current name. Raises
    Http404 if there is no such player."""
    found = find_by_former_name(name, timesource.now())
    if found is None:
        raise Http404
    return redirect(found)
