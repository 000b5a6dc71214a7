"""The list of tournaments that are open for entry, in progress, or over, with the viewer's own first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_safe

from accounts.models import Player
from foundation.keyset import MergedStreams, Stream, read_page, rows_in_key_order
from games.event_boards import event_pictures, longest_games_in_progress
from games.models import Game
from games.models.game import GameQuerySet
from games.views.requests import requested_page
from tournaments import access
from tournaments.models import Entry, EntryState, Round, RoundState, Stage, Tournament, TournamentState
from tournaments.models.tournament_options import BY_SCORE, KIND_NAMES
from tournaments.systems.types import SystemKind

A_PAGE = 30
MOST_MINE = 20
MOST_RUNNING, MOST_FACES = 5, 6
WHICH = {
    "open": (_("Open for entry"), (TournamentState.OPEN,)),
    "running": (pgettext_lazy("tournaments", "In progress"), (TournamentState.RUNNING, TournamentState.REVIEW)),
    "past": (pgettext_lazy("option", "Past"), (TournamentState.FINISHED, TournamentState.CANCELLED)),
}


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """A tournament in a list, with the number of entrants, the name of its pairing system and the first entrants.
    `rounds` is 0 if the players decide the number of rounds."""

    tournament: Tournament
    entered: int
    kind: str
    picture: SafeString | str
    people: list[Player]
    rounds: int


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """Return the page with tournaments, newest first. The query parameter `which` is open, running or past."""
    which = request.GET.get("which", "")
    which = which if which in WHICH else "open"
    rows = MergedStreams([Stream(Tournament.objects.listed().filter(state=state)) for state in WHICH[which][1]])
    page = read_page(rows, requested_page(request.GET, by_time=False), A_PAGE)
    shown = rows_in_key_order(page.keys, _visible_tournaments(request.user, [number for _at, number in page.keys]))
    is_first = which == "open" and not page.previous
    running = (
        Tournament.objects.listed().filter(state__in=WHICH["running"][1]).order_by("-pk").values_list("pk", flat=True)
    )
    in_progress = list(running[:MOST_RUNNING]) if is_first else []
    listed = tournament_rows(shown, request.user)
    games = [] if which == "open" else longest_games_in_progress(games_of_tournaments(shown), request.user)
    context = {
        "rows": listed,
        "has_boards_below": bool(games) and len(listed) == 1,  # a picture in its row would repeat one of the boards
        "running": tournament_rows(_visible_tournaments(request.user, in_progress), request.user),
        "games": games,
        "mine": tournament_rows(_with_list_data(unfinished_tournaments_of(request.user)), request.user)
        if isinstance(request.user, Player)
        else [],
        "found": page,
        "which": which,
        "tabs": [(key, name) for key, (name, _states) in WHICH.items()],
        "query": f"which={which}",
    }
    return render(request, "tournaments/tournaments.html", context)


def unfinished_tournaments_of(player: Player) -> QuerySet[Tournament]:
    """Return the unfinished tournaments that this player plays in, organises or directs."""
    entered = Q(entries__player=player, entries__state__in=(EntryState.ENTERED, EntryState.WAITING, EntryState.INVITED))
    concerns = entered | Q(owner=player) | Q(directors__player=player)
    numbers = Tournament.objects.exclude(state__in=(TournamentState.FINISHED, TournamentState.CANCELLED)).filter(
        concerns
    )
    return access.tournaments_for(player, numbers.values_list("pk", flat=True)).order_by("-pk")[:MOST_MINE]


def _visible_tournaments(viewer: Player | AnonymousUser, numbers: Iterable[int]) -> QuerySet[Tournament]:
    return _with_list_data(access.tournaments_for(viewer, list(numbers))).order_by("-pk")


def _with_list_data(rows: QuerySet[Tournament]) -> QuerySet[Tournament]:
    entered = Count("entries", filter=Q(entries__state=EntryState.ENTERED))
    begun = Round.objects.filter(tournament=OuterRef("pk"), state__in=(RoundState.PLAYING, RoundState.DONE))
    first = Entry.objects.entered().select_related("player").order_by("pk")[:MOST_FACES]
    return (
        rows.select_related("owner")
        .prefetch_related("stages", Prefetch("entries", first, to_attr="first_entries"))
        .annotate(entered=entered, round=Subquery(begun.order_by("-number").values("number")[:1]))
    )


def games_of_tournaments(shown: Iterable[Tournament]) -> GameQuerySet:
    """Return the games of these tournaments."""
    return Game.objects.filter(pairing__round__tournament__in=list(shown))


def tournament_rows(rows: Iterable[Tournament], viewer: Player | AnonymousUser) -> list[TournamentRow]:
    """Return a list row for each of these tournaments, with a picture of a game that the viewer may see."""
    shown = list(rows)
    pictures = event_pictures(games_of_tournaments(shown), "pairing__round__tournament", viewer)
    return [
        TournamentRow(
            one,
            getattr(one, "entered", 0),
            _system_name(one),
            pictures.get(one.pk, ""),
            _first_entrants(one),
            _planned_rounds(one),
        )
        for one in shown
    ]


def _first_entrants(tournament: Tournament) -> list[Player]:
    return [entry.player for entry in getattr(tournament, "first_entries", ())]


def _first_stage(tournament: Tournament) -> Stage | None:
    return next((stage for stage in tournament.stages.all() if stage.number == 1), None)


def _planned_rounds(tournament: Tournament) -> int:
    first = _first_stage(tournament)
    return first.rounds if first is not None and first.kind in BY_SCORE else 0


def _system_name(tournament: Tournament) -> str:
    first = _first_stage(tournament)
    return "" if first is None else str(KIND_NAMES.get(SystemKind(first.kind), ""))
