"""Copy a tournament's terms to a new draft, and create the next tournament of a series (E13, E55)."""

from __future__ import annotations

from calendar import monthrange
from datetime import datetime, timedelta

from django.db import transaction

from accounts.core.restrictions import check_allowed
from accounts.models import Player
from accounts.models.restriction import RestrictionKind as Restricted
from clubs.services.rights import check_may_make_events
from foundation.options import option_values_of
from foundation.refusals import Refusal
from games.services.idempotency import PlayerRequest
from tournaments.access import director_role, first_stage, tournament_for
from tournaments.announcing import ActAuthor
from tournaments.errors import BadTournament, NotDirector
from tournaments.models import AuthorRole, Repeats, Stage, StartCondition, Tournament, TournamentState
from tournaments.models.terms import EvenTerms
from tournaments.models.tournament_options import MOST_ROUNDS, TOURNAMENT_OPTIONS, StageOptions

from .drafting import MOST_DRAFTS
from .rows import check_owner_or_moderator, lock_for_director

MONTHS = {Repeats.MONTH: 1, Repeats.QUARTER: 3}


def copy_tournament(request: PlayerRequest, tournament_id: int) -> Tournament:
    """Create a draft of the player's own with the terms of a tournament that they direct. A start date in the past is
    dropped.

    Raises NoSuchTournament, NotDirector, BadTournament for too many drafts, NewGamesBlocked, Suspended, and the club's
    errors.
    """
    player = request.player
    check_allowed(player, request.now, Restricted.BARRED)
    shown = tournament_for(player, tournament_id)
    if director_role(player, shown) is None:
        raise NotDirector
    if shown.club_id is not None:
        check_may_make_events(player, shown.club_id)
    with transaction.atomic():
        if Tournament.objects.filter(owner=player, state=TournamentState.DRAFT).count() >= MOST_DRAFTS:
            raise BadTournament(field="name")
        starts_at = shown.starts_at if shown.starts_at is not None and shown.starts_at > request.now else None
        made = _copy_draft(shown, player, request.now, starts_at)
        ActAuthor(player, AuthorRole.OWNER, request.now).log(made, "copied")
        return made


def _copy_draft(shown: Tournament, owner: Player, now: datetime, starts_at: datetime | None) -> Tournament:
    """Store a draft with the same terms and this start. If `starts_at` is None, a tournament with a date becomes one
    that a director starts and that does not repeat."""
    made = Tournament(owner=owner, created_at=now, **option_values_of(shown, EvenTerms, *TOURNAMENT_OPTIONS))
    made.starts_at = starts_at
    if made.starting == StartCondition.DATE and starts_at is None:
        made.starting, made.repeats = StartCondition.HAND, Repeats.NEVER
    made.save()
    stage = first_stage(shown)
    values = {**option_values_of(stage, StageOptions), "rounds": min(stage.rounds, MOST_ROUNDS)}
    Stage.objects.create(tournament=made, **values)
    return made


def next_start_in_series(tournament: Tournament, now: datetime) -> datetime | None:
    """Return when the next tournament of the series starts, None if the tournament does not repeat. Postponing a
    tournament does not change later dates, dates in the past are skipped, and the 31st becomes the last day of shorter
    months."""
    first = tournament.regular_at or tournament.starts_at
    if tournament.repeats == Repeats.NEVER or first is None:
        return None
    found, turn = first, 0
    while found <= max(now, first):
        turn += 1
        found = _start_of_repetition(tournament, first, turn)
    return found


def _start_of_repetition(tournament: Tournament, first: datetime, repetition: int) -> datetime:
    """Return the start of the tournament that is `repetition` repetitions after the tournament starting at `first`."""
    if tournament.repeats == Repeats.WEEK:
        return first + repetition * timedelta(days=7)
    months = first.month - 1 + repetition * MONTHS[Repeats(tournament.repeats)]
    year, month = first.year + months // 12, months % 12 + 1
    day = min(tournament.repeat_day or first.day, monthrange(year, month)[1])
    return first.replace(year=year, month=month, day=day)


def create_next_in_series(tournament: Tournament, now: datetime) -> Tournament | None:
    """Create and open the next tournament of a series, after this one has started or had too few players. Return None
    if this tournament does not repeat, if the next one has been created before, or if its organiser may not create one.

    The caller must have locked the tournament's row.
    """
    starts_at = next_start_in_series(tournament, now)
    if starts_at is None or Tournament.objects.filter(previous=tournament).exists():
        return None
    owner = tournament.owner
    if owner is None or owner.deleted_at is not None:
        return None
    try:
        check_allowed(owner, now, Restricted.BARRED)
        if tournament.club_id is not None:
            check_may_make_events(owner, tournament.club_id)
    except Refusal:
        return None
    made = _copy_draft(tournament, owner, now, starts_at)
    made.previous, made.state, made.opened_at, made.regular_at = tournament, TournamentState.OPEN, now, starts_at
    made.repeat_day = tournament.repeat_day or (tournament.regular_at or tournament.starts_at or starts_at).day
    made.save(update_fields=["previous", "state", "opened_at", "regular_at", "repeat_day"])
    for director in tournament.directors.all():
        made.directors.create(player_id=director.player_id)
    acting = ActAuthor.server(now)
    acting.log(made, "repeated", before=str(tournament.pk))
    acting.log(made, "opened")
    return made


def stop_repeating(request: PlayerRequest, tournament_id: int) -> Tournament:
    """End the series with its latest tournament: this one, or the one that opened when this one started. Raises
    NotDirector, NotOwner."""
    with transaction.atomic():
        tournament, acting = lock_for_director(request, tournament_id)
        check_owner_or_moderator(acting)
        row: Tournament | None = tournament
        while row is not None:
            if row.repeats != Repeats.NEVER:
                row.repeats = Repeats.NEVER
                row.save(update_fields=["repeats"])
                acting.log(row, "once")
            row = Tournament.objects.select_for_update(no_key=True).filter(previous=row).first()
        return tournament


__all__ = ["copy_tournament", "create_next_in_series", "next_start_in_series", "stop_repeating"]
