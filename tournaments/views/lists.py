"""The list of tournaments: open for entry, in progress, or over; the viewer's own first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_safe

from accounts.models import Player
from foundation.keyset import Merged, Stream, in_order, page_at
from games.event_boards import row_pictures
from games.models import Game
from games.views.requests import requested_place
from tournaments import access
from tournaments.models import EntryState, State, Tournament
from tournaments.models.tournament_options import KIND_NAMES
from tournaments.systems.types import Kind

A_PAGE = 30
MOST_MINE = 20
WHICH = {
    "open": (_("Open for entry"), (State.OPEN,)),
    "running": (pgettext_lazy("tournaments", "In progress"), (State.RUNNING, State.REVIEW)),
    "past": (pgettext_lazy("option", "Past"), (State.FINISHED, State.CANCELLED)),
}


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """A tournament in a list, with the number of entrants and the name of its system."""

    tournament: Tournament
    entered: int
    kind: str
    picture: SafeString | str


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """Show tournaments, newest first; the query parameter `which` is open, running or past."""
    which = request.GET.get("which", "")
    which = which if which in WHICH else "open"
    rows = Merged([Stream(Tournament.objects.listed().filter(state=state)) for state in WHICH[which][1]])
    page = page_at(rows, requested_place(request.GET, by_time=False), A_PAGE)
    numbers = [number for _at, number in page.keys]
    context = {
        "rows": tournament_rows(
            in_order(page.keys, _with_counts(access.tournaments_for(request.user, numbers))), request.user
        ),
        "mine": tournament_rows(_with_counts(own_tournaments(request.user)), request.user)
        if isinstance(request.user, Player)
        else [],
        "found": page,
        "which": which,
        "tabs": [(key, name) for key, (name, _states) in WHICH.items()],
        "query": f"which={which}",
    }
    return render(request, "tournaments/tournaments.html", context)


def own_tournaments(player: Player) -> QuerySet[Tournament]:
    """Return the unfinished tournaments that this player plays in, organises or directs."""
    entered = Q(entries__player=player, entries__state__in=(EntryState.ENTERED, EntryState.WAITING, EntryState.INVITED))
    concerns = entered | Q(owner=player) | Q(directors__player=player)
    numbers = Tournament.objects.exclude(state__in=(State.FINISHED, State.CANCELLED)).filter(concerns)
    return access.tournaments_for(player, numbers.values_list("pk", flat=True)).order_by("-pk")[:MOST_MINE]


def _with_counts(rows: QuerySet[Tournament]) -> QuerySet[Tournament]:
    entered = Count("entries", filter=Q(entries__state=EntryState.ENTERED))
    return rows.select_related("owner").prefetch_related("stages").annotate(entered=entered)


def tournament_rows(rows: Iterable[Tournament], viewer: Player | AnonymousUser) -> list[TournamentRow]:
    """Return the tournaments with the data of their rows."""
    shown = list(rows)
    games = Game.objects.filter(pairing__round__tournament__in=shown)
    pictures = row_pictures(games, "pairing__round__tournament", viewer)
    return [
        TournamentRow(one, getattr(one, "entered", 0), _system_name(one), pictures.get(one.pk, "")) for one in shown
    ]


def _system_name(tournament: Tournament) -> str:
    first = next((stage for stage in tournament.stages.all() if stage.number == 1), None)
    return "" if first is None else str(KIND_NAMES.get(Kind(first.kind), ""))
