"""The page that reviews a player's year."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.dates import MONTHS, MONTHS_3
from django.views.decorators.http import require_safe

from accounts.core.hidden_ranks import is_rank_shown
from accounts.core.lookup import find_visible_player
from foundation import timesource
from foundation.replica import from_replica
from games.services.year import reviewable_years_of, year_review_of
from ratings.standing import load_ratings


@require_safe
@from_replica
def year_in_review(request: HttpRequest, name: str, year: int) -> HttpResponse:
    """Return the review of one year of a player. Raises Http404 for years before the player joined or in the
    future."""
    person, now = find_visible_player(name, request.user), timesource.now()
    if person is None or not person.is_active or year not in (years := reviewable_years_of(person, now)):
        raise Http404
    found = year_review_of(person, request.user, year)
    load_ratings(person, *(opponent for opponent, _count in found.opponents))
    context = {
        "person": person,
        "year": found,
        "months": list(zip(MONTHS.values(), MONTHS_3.values(), found.months, strict=True)),
        "busiest": MONTHS.get(found.busiest_month or 0),
        "ratings": [round(rating) for rating in found.ratings or () if is_rank_shown(person)],
        "before": year - 1 if year - 1 in years else None,
        "after": year + 1 if year + 1 in years else None,
    }
    return render(request, "games/year.html", context)
