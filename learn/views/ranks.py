"""The page that compares ranks of rating systems. It needs no personal data."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_safe

from ratings.equivalents import SOURCES, TABLE, Range, System, equivalents
from ratings.ranks import STRONGEST, WEAKEST, Rank

NAMES = {
    System.EGF: _("EGF (Europe)"),
    System.AGA: _("AGA (United States)"),
    System.OGS: _("OGS (Online Go Server)"),
    System.DGS: _("DGS (Dragon Go Server)"),
    System.KGS: _("KGS (KGS Go Server)"),
}
RANKS = [str(Rank(steps)) for steps in range(WEAKEST, STRONGEST + 1)]


class RankForm(forms.Form):
    """A rank, and the rating system it belongs to."""

    system = forms.ChoiceField(label=pgettext_lazy("ranks", "Rank system"), choices=list(NAMES.items()))
    rank = forms.ChoiceField(label=pgettext_lazy("label", "Rank"), choices=[(rank, rank) for rank in RANKS])


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the table: an EGF rank, its equivalents in the other systems, and the numbers of the sources."""

    rank: Rank
    cells: list[Range | None]
    sources: list[int]


@require_safe
def ranks(request: HttpRequest) -> HttpResponse:
    """Return the page with the table, and with the entered rank in all systems."""
    form = RankForm(request.GET if "rank" in request.GET or "system" in request.GET else None)
    shown: dict[str, Any] = {
        "form": form,
        "names": NAMES,
        "short": [system.upper() for system in System],
        "lines": _lines(),
        "sources": SOURCES,
    }
    if form.is_valid():
        system, rank = System(form.cleaned_data["system"]), Rank.parse(form.cleaned_data["rank"])
        assert rank is not None  # one of the choices
        found = equivalents(system, rank)
        shown |= {"system": NAMES[system], "rank": rank, "found": [(NAMES[s], found[s]) for s in found if s != system]}
    status = HTTPStatus.BAD_REQUEST if form.is_bound and not form.is_valid() else HTTPStatus.OK
    return render(request, "learn/ranks.html", shown, status=status)


def _lines() -> list[Line]:
    """Return a row for each EGF rank in any of the sources, strongest first."""
    lines = []
    for steps in range(STRONGEST, WEAKEST - 1, -1):
        rank = Rank(steps)
        here = [row for row in TABLE if rank in row.ranks[System.EGF]]
        if here:
            found = equivalents(System.EGF, rank)
            sources = [at for at, source in enumerate(SOURCES, 1) if any(row.source is source for row in here)]
            lines.append(Line(rank, [found[system] for system in System if system is not System.EGF], sources))
    return lines
