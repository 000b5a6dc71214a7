"""Lock rows, players before the tournament (docs/locking.md), and check permissions to act on tournaments."""

from __future__ import annotations

from collections.abc import Collection

from accounts.models import Player
from games.services.idempotency import PlayerRequest
from tournaments.access import current_stage, director_role
from tournaments.announcing import ActAuthor
from tournaments.errors import NoSuchTournament, NotDirector, NotOwner, OwnGameAffected, ReasonNeeded, WrongState
from tournaments.models import AuthorRole, Entry, Tournament, TournamentState
from tournaments.models.entry import EntryQuerySet

MAY_ACT = (TournamentState.DRAFT, TournamentState.OPEN, TournamentState.RUNNING, TournamentState.REVIEW)


def lock_tournament(tournament_id: int) -> Tournament:
    """Return the tournament, locked. Raises NoSuchTournament."""
    rows = Tournament.objects.select_for_update(no_key=True, of=("self",))
    found = rows.filter(pk=tournament_id).first()
    if found is None:
        raise NoSuchTournament
    return found


def lock_visible_tournament(viewer: Player, tournament_id: int) -> Tournament:
    """Return a tournament that the viewer may see, locked. Raises NoSuchTournament, also for another organiser's
    draft."""
    seen = Tournament.objects.visible_to(viewer).filter(pk=tournament_id).values("pk")
    found = Tournament.objects.select_for_update(no_key=True, of=("self",)).filter(pk__in=seen).first()
    if found is None:
        raise NoSuchTournament
    return found


def lock_for_director(request: PlayerRequest, tournament_id: int) -> tuple[Tournament, ActAuthor]:
    """Return a tournament that this player directs, locked, and the director as the author of actions. After the
    tournament is finished, only moderators may act (E57).

    Raises NoSuchTournament, NotDirector, WrongState.
    """
    tournament = lock_visible_tournament(request.player, tournament_id)
    role = director_role(request.player, tournament)
    if role is None:
        raise NoSuchTournament if tournament.state == TournamentState.DRAFT else NotDirector
    if tournament.state not in MAY_ACT and role is not AuthorRole.MODERATOR:
        raise WrongState(state=tournament.state)
    return tournament, ActAuthor(request.player, role, request.now)


def check_owner_or_moderator(acting: ActAuthor) -> None:
    """Raise NotOwner for a director who is neither the organiser nor a moderator."""
    if acting.role not in (AuthorRole.OWNER, AuthorRole.MODERATOR):
        raise NotOwner


def check_not_own_game(director: Player, players: Collection[int | None]) -> None:
    """Raise OwnGameAffected if the director is one of these players, given by id, because no one may decide on their
    own games (E54). Does not check the director's role."""
    if director.pk in players:
        raise OwnGameAffected


def check_state(tournament: Tournament, *states: TournamentState) -> None:
    """Raise WrongState unless the tournament is in one of these states."""
    if tournament.state not in states:
        raise WrongState(state=tournament.state)


def cleaned_reason(reason: str) -> str:
    """Return the reason without surrounding spaces. Raises ReasonNeeded if it is empty."""
    if not reason.strip():
        raise ReasonNeeded
    return reason.strip()


def find_entry(tournament: Tournament, player_id: int) -> Entry | None:
    """Return the player's entry, None if there is none."""
    return tournament.entries.filter(player_id=player_id).first()


def entries_taking_part(tournament: Tournament) -> EntryQuerySet:
    """Return the entries of players who currently take part, without the waiting list."""
    return Entry.objects.filter(tournament=tournament).entered()


def count_entered(tournament: Tournament) -> int:
    """Return the number of players who currently take part, without the waiting list."""
    return entries_taking_part(tournament).count()


__all__ = [
    "check_not_own_game",
    "check_owner_or_moderator",
    "check_state",
    "cleaned_reason",
    "count_entered",
    "current_stage",
    "entries_taking_part",
    "find_entry",
    "lock_for_director",
    "lock_tournament",
    "lock_visible_tournament",
]
