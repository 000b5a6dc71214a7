"""Create a draft of a tournament, open its entry, and cancel it (E1, E2)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.core.guests import check_not_guest
from accounts.core.restrictions import check_allowed
from accounts.models.restriction import RestrictionKind as Restricted
from clubs.services.rights import check_may_make_events
from foundation.options import option_names, option_values_of
from games.services.idempotency import PlayerRequest
from tournaments.announcing import ActAuthor, notify_players
from tournaments.errors import BadTournament, BotNotAllowed
from tournaments.models import (
    AuthorRole,
    EntryPolicy,
    EntryState,
    NextStage,
    Repeats,
    RoundStart,
    Stage,
    StartCondition,
    Tournament,
    TournamentState,
)
from tournaments.models.tournament_options import (
    FEWEST,
    GAMES_EACH,
    GROUPED,
    LATEST_START,
    MOST,
    MOST_IN_OPEN_GROUP,
    MOST_IN_ROUND_ROBIN,
    MOST_TIEBREAKS,
    SYSTEMS,
    TIEBREAKS,
    TOURNAMENT_OPTIONS,
    StageOptions,
)
from tournaments.systems.types import KNOCKOUTS, SystemKind

from .event_plans import EventPlan, Rule
from .rows import check_owner_or_moderator, check_state, cleaned_reason, lock_for_director

MOST_DRAFTS = 5


class TournamentPlan(EventPlan):
    """The requested terms and options of a tournament, with the rules that they must satisfy. The options are the
    fields of Tournament and of its first Stage."""

    model, kinds, refusal = Tournament, TOURNAMENT_OPTIONS, BadTournament

    def __init__(self, **asked: Any) -> None:
        of_stage = {name: asked.pop(name) for name in option_names(StageOptions) if name in asked}
        self.stage = option_values_of(Stage(**of_stage), StageOptions)
        super().__init__(**asked)

    @property
    def individually_checked_options(self) -> set[str]:
        """Return the names of the options that are checked one by one: those of the tournament and of its first
        stage."""
        return super().individually_checked_options | self.stage.keys()

    def unsaved_rows(self) -> list[Any]:
        """Return an unsaved tournament and its first stage."""
        return [*super().unsaved_rows(), Stage(**self.stage)]

    def validation_rules(self, now: datetime) -> Iterator[Rule]:
        """Yield the rules on the system, entry and the start."""
        tournament, stage = self.unsaved_rows()
        kind = SystemKind(stage.kind)
        for row in (tournament, stage):
            yield from _system_option_rules(row, kind)
        yield stage.games_each in GAMES_EACH.get(kind, (1,)), "games_each", "kind"
        has_knockout = kind is SystemKind.KNOCKOUT or (kind is SystemKind.SECTIONS and stage.then == NextStage.KNOCKOUT)
        yield not stage.third_place or has_knockout, "third_place", "kind", "then"
        yield kind not in KNOCKOUTS or tournament.following == RoundStart.OVER, "following", "kind"
        by_date = tournament.following == RoundStart.DATE
        can_be = tournament.round_days is not None and not tournament.at_once
        yield not by_date or can_be, "following", "round_days", "at_once"
        yield kind not in KNOCKOUTS or not stage.tiebreaks, "tiebreaks", "kind"
        known = len(set(stage.tiebreaks)) == len(stage.tiebreaks) <= MOST_TIEBREAKS
        yield known and set(stage.tiebreaks) <= set(TIEBREAKS), "tiebreaks"
        yield tournament.handicaps or not tournament.komi_handicap, "komi_handicap", "handicaps"
        yield not (tournament.komi_handicap and tournament.stones_to_capture), "komi_handicap", "stones_to_capture"
        yield stage.floor <= stage.bar, "floor", "bar"
        yield stage.best < stage.group_size, "best", "group_size"
        is_open = tournament.entering == EntryPolicy.OPEN
        yield kind not in GROUPED or stage.group_size <= MOST_IN_OPEN_GROUP or not is_open, "group_size", "entering"
        yield from _entry_rules(tournament, MOST_IN_ROUND_ROBIN if kind is SystemKind.ROUND_ROBIN else MOST, now)


def _system_option_rules(row: Tournament | Stage, kind: SystemKind) -> Iterator[Rule]:
    """Yield a rule for each option that is off by default and that only some pairing systems have: in other systems
    than these, the option must be off."""
    for field in row._meta.fields:
        if field.name in SYSTEMS and not field.default:
            yield not getattr(row, field.name) or kind in SYSTEMS[field.name], field.name, "kind"


def _entry_rules(tournament: Tournament, most: int, now: datetime) -> Iterator[Rule]:
    yield tournament.club_id is not None or tournament.entering != EntryPolicy.CLUB, "entering", "club"
    yield tournament.most <= most, "most", "kind"
    yield FEWEST <= tournament.fewest <= tournament.most, "fewest", "most"
    lowest, highest = tournament.lowest_rank, tournament.highest_rank
    yield lowest is None or highest is None or lowest <= highest, "highest_rank", "lowest_rank"
    starts_at = tournament.starts_at
    yield (tournament.starting == StartCondition.DATE) == (starts_at is not None), "starts_at", "starting"
    yield tournament.repeats == Repeats.NEVER or tournament.starting == StartCondition.DATE, "repeats", "starting"
    yield starts_at is None or now < starts_at <= now + LATEST_START, "starts_at"


def _refuse_field_unless(condition: bool, name: str) -> None:
    if not condition:
        raise BadTournament(field=name)


def create_draft(request: PlayerRequest, plan: TournamentPlan) -> Tournament:
    """Create a draft. Raises BadTournament, BadTerms, NotForGuests, BotNotAllowed, NewGamesBlocked, Suspended."""
    player = request.player
    check_allowed(player, request.now, Restricted.BARRED)
    check_not_guest(player)
    if player.is_bot:
        raise BotNotAllowed
    plan.check(request.now)
    if plan.club is not None:
        check_may_make_events(player, plan.club)
    with transaction.atomic():
        if Tournament.objects.filter(owner=player, state=TournamentState.DRAFT).count() >= MOST_DRAFTS:
            raise BadTournament(field="name")
        made = Tournament.objects.create(owner=player, created_at=request.now, **plan.columns)
        Stage.objects.create(tournament=made, **plan.stage)
        ActAuthor(player, AuthorRole.OWNER, request.now).log(made, "created")
        return made


def open_entry(request: PlayerRequest, tournament_id: int) -> Tournament:
    """Open entry: the tournament becomes visible, and its changes are logged from now on (E11). Raises NotOwner,
    WrongState, and BadTournament if its date has passed."""
    with transaction.atomic():
        tournament, acting = lock_for_director(request, tournament_id)
        check_owner_or_moderator(acting)
        check_state(tournament, TournamentState.DRAFT)
        _refuse_field_unless(tournament.starts_at is None or tournament.starts_at > request.now, "starts_at")
        tournament.state, tournament.opened_at = TournamentState.OPEN, request.now
        tournament.save(update_fields=["state", "opened_at"])
        acting.log(tournament, "opened")
        return tournament


def cancel_tournament(request: PlayerRequest, tournament_id: int, reason: str) -> Tournament:
    """Cancel the tournament; games in progress continue. Raises NotOwner, WrongState, ReasonNeeded."""
    with transaction.atomic():
        tournament, acting = lock_for_director(request, tournament_id)
        check_owner_or_moderator(acting)
        check_state(tournament, TournamentState.DRAFT, TournamentState.OPEN, TournamentState.RUNNING)
        cancel_locked_tournament(
            tournament, acting, cleaned_reason(reason) if tournament.state != TournamentState.DRAFT else reason
        )
        return tournament


def cancel_locked_tournament(tournament: Tournament, acting: ActAuthor, reason: str) -> None:
    """Cancel the tournament and notify all entrants. The caller must have locked the tournament's row."""
    tournament.state, tournament.ended_at = TournamentState.CANCELLED, acting.now
    tournament.save(update_fields=["state", "ended_at"])
    acting.log(tournament, "cancelled", reason=reason)
    notify_entrants(tournament, "event_cancelled", acting.now)


def notify_entrants(tournament: Tournament, kind: str, now: datetime) -> None:
    """Create a notice of this kind for all entrants, also those who wait for a place or an approval."""
    states = (EntryState.ENTERED, EntryState.WAITING, EntryState.APPLIED)
    notify_players(tournament, player_ids_in_states(tournament, *states), kind, now)


def player_ids_in_states(tournament: Tournament, *states: EntryState) -> list[int]:
    """Return the ids of players whose entries are in one of these states."""
    return list(tournament.entries.filter(state__in=states).values_list("player_id", flat=True))


__all__ = [
    "TournamentPlan",
    "cancel_locked_tournament",
    "cancel_tournament",
    "create_draft",
    "notify_entrants",
    "open_entry",
]
