"""The page that compares ranks of rating systems, where players can also state the rank that they have elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import pgettext
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Player
from foundation import timesource
from foundation.refusals import Refusal
from ratings import start as ratings_start
from ratings.equivalents import SOURCES, TABLE, RankRange, RankSystem, equivalent_ranks
from ratings.models import StartRating
from ratings.rank_form import NAMES, RankForm
from ratings.ranks import STRONGEST, WEAKEST, Rank
from ratings.start import starting_rank


@dataclass(frozen=True, slots=True)
class EqualRanksRow:
    """A row of the table of ranks: an EGF rank, its equivalents in the other systems, and the numbers of the sources,
    as in the list below the table."""

    rank: Rank
    cells: list[RankRange | None]
    sources: list[int]


@require_safe
def ranks_page(request: HttpRequest) -> HttpResponse:
    """Return the page with the table of ranks. With `?system=` and `?rank=`, it also converts this rank to all other
    systems."""
    form = RankForm(request.GET if "rank" in request.GET or "system" in request.GET else None)
    shown: dict[str, Any] = {
        "form": form,
        "names": NAMES,
        "short": [system.upper() for system in RankSystem],
        "lines": _equal_ranks_rows(),
        "sources": SOURCES,
    }
    if form.is_valid():
        system, rank = RankSystem(form.cleaned_data["system"]), Rank.parse(form.cleaned_data["rank"])
        assert rank is not None  # one of the choices
        found = equivalent_ranks(system, rank)
        shown |= {"system": NAMES[system], "rank": rank, "found": [(NAMES[s], found[s]) for s in found if s != system]}
        shown["start"] = starting_rank(system, rank)
    shown |= _starting_rank_context(request)
    status = HTTPStatus.BAD_REQUEST if form.is_bound and not form.is_valid() else HTTPStatus.OK
    return render(request, "learn/ranks.html", shown, status=status)


def _starting_rank_context(request: HttpRequest) -> dict[str, Any]:
    """Return the template context about the viewer's starting rank, and whether they may state one; {} for visitors."""
    if not isinstance(request.user, Player):
        return {}
    row = StartRating.objects.filter(player=request.user).first()
    return {
        "may_state_rank": ratings_start.may_state_rank(request.user),
        "stated": None if row is None else (NAMES[RankSystem(row.system)], Rank(row.rank), Rank.of_rating(row.rating)),
    }


@require_POST
@login_required
def state_starting_rank(request: HttpRequest) -> HttpResponse:
    """Store the rank that the player has elsewhere, or delete the stored one. Redirect to the page of ranks."""
    form, player = RankForm(request.POST), request.user
    assert isinstance(player, Player)
    try:
        if request.POST.get("do") == "remove":
            ratings_start.withdraw_stated_rank(player)
        elif form.is_valid():
            rank = Rank.parse(form.cleaned_data["rank"])
            assert rank is not None  # one of the choices
            ratings_start.store_stated_rank(player, RankSystem(form.cleaned_data["system"]), rank, timesource.now())
        else:
            return redirect("learn:ranks")
        messages.success(request, pgettext("text", "Saved."))
    except Refusal as refusal:
        messages.error(request, refusal.message())
    return redirect("learn:ranks")


def _equal_ranks_rows() -> list[EqualRanksRow]:
    """Return a row for each EGF rank that is in any source, strongest first."""
    lines = []
    for steps in range(STRONGEST, WEAKEST - 1, -1):
        rank = Rank(steps)
        here = [row for row in TABLE if rank in row.ranks[RankSystem.EGF]]
        if here:
            found = equivalent_ranks(RankSystem.EGF, rank)
            sources = [at for at, source in enumerate(SOURCES, 1) if any(row.source is source for row in here)]
            lines.append(
                EqualRanksRow(rank, [found[system] for system in RankSystem if system is not RankSystem.EGF], sources)
            )
    return lines
