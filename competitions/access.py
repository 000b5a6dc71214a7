"""The only way to get a tournament for a person, and as what they may act in it (E54)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from accounts.models import Player
from accounts.security.powers import Power, may
from competitions.errors import NoSuchLadder, NoSuchLeague, NoSuchMatch, NoSuchRound, NoSuchTournament
from competitions.models import Ladder, League, Role, Round, RoundState, Season, Stage, TeamMatch, Tournament

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser
    from django.db.models import QuerySet

    Viewer = Player | AnonymousUser


def tournament_for(viewer: Viewer, tournament_id: int) -> Tournament:
    """Return the tournament with its organiser; raise NoSuchTournament for none, and for the draft of others."""
    rows = Tournament.objects.visible_to(viewer).select_related("owner", "club").prefetch_related("owner__ratings")
    found = rows.filter(pk=tournament_id).first()
    if found is None:
        raise NoSuchTournament
    return found


def tournaments_for(viewer: Viewer, numbers: Iterable[int]) -> QuerySet[Tournament]:
    """Those of these that the viewer may see; a row each, whatever is counted with them."""
    seen = Tournament.objects.visible_to(viewer).filter(pk__in=numbers)
    return Tournament.objects.filter(pk__in=seen.values("pk"))


def ladder_for(ladder_id: int) -> Ladder:
    """The ladder with its organiser, for anybody; raises NoSuchLadder."""
    found = Ladder.objects.select_related("owner", "closed_by", "club").filter(pk=ladder_id).first()
    if found is None:
        raise NoSuchLadder
    return found


def league_for(league_id: int) -> League:
    """The league with its organiser, for anybody; raises NoSuchLeague."""
    found = League.objects.select_related("owner", "club").filter(pk=league_id).first()
    if found is None:
        raise NoSuchLeague
    return found


def match_for(match_id: int) -> TeamMatch:
    """The team match with its clubs, for anybody; raises NoSuchMatch."""
    found = TeamMatch.objects.select_related("club", "guest").filter(pk=match_id).first()
    if found is None:
        raise NoSuchMatch
    return found


def season_for(league: League, number: int | None = None) -> Season | None:
    """A season of the league, for anybody; the latest for None, and None before there is one. Raises NoSuchLeague."""
    if number is None:
        return league.seasons.order_by("-number").first()
    found = league.seasons.filter(number=number).first()
    if found is None:
        raise NoSuchLeague
    return found


def role_in_league(viewer: Viewer, league: League) -> Role | None:
    """As what this person may direct the league; None for everybody else (E54)."""
    if not isinstance(viewer, Player):
        return None
    if league.owner_id == viewer.pk:
        return Role.OWNER
    if league.directors.filter(player=viewer).exists():
        return Role.DIRECTOR
    return Role.MODERATOR if may(viewer, Power.RULE) else None


def role_of(viewer: Viewer, tournament: Tournament) -> Role | None:
    """As what this person may direct the tournament; None for everybody else. Moderators overrule all others."""
    if not isinstance(viewer, Player):
        return None
    if tournament.owner_id == viewer.pk:
        return Role.OWNER
    if tournament.directors.filter(player=viewer).exists():
        return Role.DIRECTOR
    return Role.MODERATOR if may(viewer, Power.RULE) else None


def stage_of(tournament: Tournament) -> Stage:
    """How the tournament is played now: its last stage so far."""
    return tournament.stages.order_by("-number")[0]


def first_stage_of(tournament: Tournament) -> Stage:
    """How it was announced: its first stage."""
    return tournament.stages.get(number=1)


def round_for(tournament: Tournament, number: int, *, directs: bool = False) -> Round:
    """Return a round; raise NoSuchRound for one that is not published, unless the one who asks directs."""
    found = tournament.rounds.filter(number=number).first()
    hidden = (RoundState.PLANNED,) if directs else (RoundState.PLANNED, RoundState.PROPOSED)
    if found is None or found.state in hidden:
        raise NoSuchRound
    return found
