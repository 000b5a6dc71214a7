"""Look up tournaments for a viewer (no other module does this), and the viewer's role in a tournament (E54)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.db.models import Q

from accounts.core.hidden_ranks import show_hidden_ranks_to_viewer
from accounts.models import Player
from accounts.security.staff_permissions import StaffPermission, may
from foundation.apps_off import is_on
from tournaments.errors import NoSuchRound, NoSuchTournament
from tournaments.models import AuthorRole, LogLine, Round, RoundState, Stage, Tournament

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser
    from django.db.models import QuerySet

    Viewer = Player | AnonymousUser


def tournament_for(viewer: Viewer, tournament_id: int) -> Tournament:
    """Return the tournament with its organiser. Raises NoSuchTournament if there is none, or if it is another
    organiser's draft."""
    rows = Tournament.objects.visible_to(viewer).select_related("owner", "club").prefetch_related("owner__ratings")
    if not is_on("tournaments"):
        rows = rows.exclude(league_group=None) if is_on("leagues") else rows.none()
    found = rows.filter(pk=tournament_id).first()
    if found is None:
        raise NoSuchTournament
    return found


def tournaments_for(viewer: Viewer, numbers: Iterable[int]) -> QuerySet[Tournament]:
    """Return the tournaments with these ids that the viewer may see. The query has no joins, so callers can annotate it
    with counts without counting rows twice."""
    seen = Tournament.objects.visible_to(viewer).filter(pk__in=numbers)
    return Tournament.objects.filter(pk__in=seen.values("pk"))


def director_role(viewer: Viewer, tournament: Tournament) -> AuthorRole | None:
    """Return the viewer's role in directing the tournament: organiser, director or moderator. Return None without a
    role.

    A viewer with a role also sees hidden ranks for the rest of the request (C202).
    """
    role = _find_role(viewer, tournament)
    if role is not None:
        show_hidden_ranks_to_viewer()
    return role


def _find_role(viewer: Viewer, tournament: Tournament) -> AuthorRole | None:
    if not isinstance(viewer, Player):
        return None
    if tournament.owner_id == viewer.pk:
        return AuthorRole.OWNER
    if tournament.directors.filter(player=viewer).exists():
        return AuthorRole.DIRECTOR
    return AuthorRole.MODERATOR if may(viewer, StaffPermission.RULE) else None


def current_stage(tournament: Tournament) -> Stage:
    """Return the tournament's latest stage."""
    return tournament.stages.order_by("-number")[0]


def first_stage(tournament: Tournament) -> Stage:
    """Return the tournament's first stage."""
    return tournament.stages.get(number=1)


def visible_log_lines(viewer: Viewer, tournament: Tournament) -> QuerySet[LogLine]:
    """Return the log lines that the viewer may see. Notices to a single entrant are visible only to that player and to
    directors (E104)."""
    lines = LogLine.objects.filter(tournament=tournament)
    if director_role(viewer, tournament) is not None:
        return lines
    mine = Q(about=viewer) if isinstance(viewer, Player) else Q(pk__in=())
    return lines.filter(~Q(act="message") | mine)


def visible_round(tournament: Tournament, number: int, *, directs: bool = False) -> Round:
    """Return the tournament's round with this number. Raises NoSuchRound if the round does not exist, is not paired
    yet, or is only proposed. With `directs`, proposed rounds are also returned."""
    found = tournament.rounds.filter(number=number).first()
    hidden = (RoundState.PLANNED,) if directs else (RoundState.PLANNED, RoundState.PROPOSED)
    if found is None or found.state in hidden:
        raise NoSuchRound
    return found
