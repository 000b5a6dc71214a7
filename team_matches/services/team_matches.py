"""Challenge another club to a team match; accept, decline and withdraw challenges; and check who leads the teams (E40,
E78)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts.core.guests import check_not_guest
from accounts.core.restrictions import check_allowed
from accounts.models import Player
from accounts.models.restriction import RestrictionKind as Restricted
from clubs.models import Club, Membership
from clubs.services.rights import check_may_make_events
from foundation.statements import LARGEST_NUMBER
from games.services.idempotency import PlayerRequest
from team_matches.announcing import LEADING, log_match_act, player_ids_of_match
from team_matches.errors import InvalidMatchField, NoSuchMatch, NotTeamLeader
from team_matches.models import MatchOptions, MatchState, MatchTeam, TeamMatch
from tournaments.announcing import ActAuthor, notify_about
from tournaments.errors import BotNotAllowed, WrongState
from tournaments.models import AuthorRole
from tournaments.services.event_plans import EventPlan, Rule

ANSWER_WITHIN, LINEUP_WITHIN = timedelta(days=7), timedelta(days=14)
MOST_OPEN = 5
"""The largest number of unfinished matches of a club."""
ENDED = (MatchState.DONE, MatchState.DECLINED, MatchState.CANCELLED)


class TeamMatchPlan(EventPlan):
    """The requested terms and options of a team match. `club` challenges `guest`; both are club ids."""

    model, kinds, refusal = TeamMatch, (MatchOptions,), InvalidMatchField

    def __init__(self, *, club: int, guest: int, **asked: Any) -> None:
        super().__init__(club=club, **asked)
        self.clubs = (club, guest)

    def validation_rules(self, now: datetime) -> Iterator[Rule]:
        """Yield the rule that the two clubs differ."""
        yield len({*self.clubs}) == 2, "guest", "club"


def _refuse_field_unless(condition: bool, name: str, *also: str) -> None:
    if not condition:
        raise InvalidMatchField(field=name, also=also)


def challenge_club(request: PlayerRequest, plan: TeamMatchPlan) -> TeamMatch:
    """Challenge another club, which can accept within seven days. Raises NoSuchClub, NotMember, MayNotMakeEvents,
    InvalidMatchField, BadTerms, NotForGuests, BotNotAllowed, NewGamesBlocked, Suspended."""
    player = request.player
    check_allowed(player, request.now, Restricted.BARRED)
    check_not_guest(player)
    if player.is_bot:
        raise BotNotAllowed
    plan.check(request.now)
    with transaction.atomic():
        club, guest = _lock_clubs(plan)
        check_may_make_events(player, club.pk)
        _refuse_field_unless(_unfinished_matches(club).count() < MOST_OPEN, "club")
        _refuse_field_unless(_unfinished_matches(guest).count() < MOST_OPEN, "guest")
        asked_at, due_at = request.now, request.now + ANSWER_WITHIN
        made = TeamMatch.objects.create(guest=guest, by=player, created_at=asked_at, due_at=due_at, **plan.columns)
        log_match_act(_act_author(request), made, "offered", side=MatchTeam.HOME)
        notify_about(made, team_leader_ids(guest), "match_offered", request.now)
        return made


def _lock_clubs(plan: TeamMatchPlan) -> tuple[Club, Club]:
    """Return both clubs, locked in the order of their ids. Raises InvalidMatchField if one does not exist or is
    closed."""
    wanted = [min(number, LARGEST_NUMBER) for number in plan.clubs]
    rows = Club.objects.open().select_for_update(no_key=True).filter(pk__in=wanted).order_by("pk")
    found = {club.pk: club for club in rows}
    for number, name in zip(plan.clubs, ("club", "guest"), strict=True):
        _refuse_field_unless(number in found, name)
    return found[wanted[0]], found[wanted[1]]


def _unfinished_matches(club: Club) -> Any:
    return TeamMatch.objects.filter(Q(club=club) | Q(guest=club)).exclude(state__in=ENDED)


def team_leader_ids(club: Club) -> list[int]:
    """Return the ids of the players who may act for the club's team."""
    rows = Membership.objects.members().filter(club=club, role__in=LEADING)
    return list(rows.values_list("player_id", flat=True))


def accept_match(request: PlayerRequest, match_id: int) -> TeamMatch:
    """Accept the challenge. Both captains then have fourteen days to set their lineups. Raises NoSuchMatch, WrongState,
    NoSuchClub, NotMember, MayNotMakeEvents, NewGamesBlocked, Suspended, and NotTeamLeader if the club was deleted."""
    with transaction.atomic():
        match = _lock_unanswered_challenge(request, match_id, MatchTeam.AWAY)
        match.state, match.due_at = MatchState.LINEUP, request.now + LINEUP_WITHIN
        match.save(update_fields=["state", "due_at"])
        log_match_act(_act_author(request), match, "accepted", side=MatchTeam.AWAY)
        notify_about(match, player_ids_of_match(match), "match_accepted", request.now)
        return match


def decline_match(request: PlayerRequest, match_id: int) -> TeamMatch:
    """Decline the challenge. Raises the errors of `accept_match`."""
    with transaction.atomic():
        match = _lock_unanswered_challenge(request, match_id, MatchTeam.AWAY)
        end_match(match, MatchState.DECLINED, request.now)
        log_match_act(_act_author(request), match, "declined", side=MatchTeam.AWAY)
        notify_about(match, player_ids_of_match(match), "match_declined", request.now)
        return match


def withdraw_match(request: PlayerRequest, match_id: int) -> TeamMatch:
    """Withdraw the challenge before it is accepted or declined. Raises the errors of `accept_match`."""
    with transaction.atomic():
        match = _lock_unanswered_challenge(request, match_id, MatchTeam.HOME)
        end_match(match, MatchState.CANCELLED, request.now)
        log_match_act(_act_author(request), match, "withdrawn", side=MatchTeam.HOME)
        return match


def _lock_unanswered_challenge(request: PlayerRequest, match_id: int, side: MatchTeam) -> TeamMatch:
    """Return the match, locked, if its challenge has not been accepted or declined and the player may create events of
    this side's club. Raises the errors of `accept_match`."""
    check_allowed(request.player, request.now, Restricted.BARRED)
    match = lock_match(match_id)
    club = match.club_of(side)
    if club is None:
        raise NotTeamLeader
    check_may_make_events(request.player, club.pk)
    check_match_state(match, MatchState.OFFERED)
    return match


def unanswered_challenges(now: datetime) -> QuerySet[TeamMatch]:
    """Return challenges that were not accepted or declined in time."""
    return TeamMatch.objects.filter(state=MatchState.OFFERED, due_at__lte=now)


def end_unanswered_challenge(match_id: int, now: datetime) -> bool:
    """End a challenge that was not accepted or declined in time. Return False if it had ended already."""
    with transaction.atomic():
        match = lock_match(match_id)
        if not unanswered_challenges(now).filter(pk=match_id).exists():
            return False
        end_match(match, MatchState.DECLINED, now)
        log_match_act(ActAuthor.server(now), match, "lapsed")
        return True


def cancel_unstarted_matches_of_club(club_id: int, acting: ActAuthor, reason: str) -> None:
    """Cancel a club's matches that have not begun, in the transaction that closes the club."""
    waiting = Q(state=MatchState.OFFERED) | Q(state=MatchState.LINEUP, round=1)
    rows = TeamMatch.objects.filter(Q(club=club_id) | Q(guest=club_id)).filter(waiting)
    for number in list(rows.order_by("pk").values_list("pk", flat=True)):
        match = lock_match(number)
        if match.state == MatchState.OFFERED or (match.state == MatchState.LINEUP and match.round == 1):
            end_match(match, MatchState.CANCELLED, acting.now)
            log_match_act(acting, match, "cancelled", reason=reason)
            notify_about(match, player_ids_of_match(match), "match_finished", acting.now)


def end_match(match: TeamMatch, state: MatchState, now: datetime) -> None:
    """Save that the match has ended in this state, without logging it. The caller must have locked the match's row."""
    match.state, match.due_at, match.done_at = state, None, now
    match.save(update_fields=["state", "due_at", "done_at"])


def lock_match(match_id: int) -> TeamMatch:
    """Return the match, locked. Raises NoSuchMatch."""
    rows = TeamMatch.objects.select_for_update(no_key=True, of=("self",)).select_related("club", "guest")
    found = rows.filter(pk=match_id).first()
    if found is None:
        raise NoSuchMatch
    return found


def check_match_state(match: TeamMatch, *states: MatchState) -> None:
    """Raise WrongState unless the match is in one of these states."""
    if match.state not in states:
        raise WrongState(state=match.state)


def teams_led_by(player: Player, match: TeamMatch) -> list[MatchTeam]:
    """Return the teams that the player leads."""
    mine = Membership.objects.members().filter(player=player, role__in=LEADING, club__closed_at=None)
    clubs = set(mine.filter(club__in=(match.club_id, match.guest_id)).values_list("club_id", flat=True))
    return [side for side, number in zip(MatchTeam, (match.club_id, match.guest_id), strict=True) if number in clubs]


def _act_author(request: PlayerRequest) -> ActAuthor:
    return ActAuthor(request.player, AuthorRole.CAPTAIN, request.now)


__all__ = [
    "ENDED",
    "LINEUP_WITHIN",
    "TeamMatchPlan",
    "accept_match",
    "challenge_club",
    "check_match_state",
    "decline_match",
    "end_match",
    "end_unanswered_challenge",
    "lock_match",
    "team_leader_ids",
    "teams_led_by",
    "unanswered_challenges",
    "withdraw_match",
]
