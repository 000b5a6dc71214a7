"""Team matches between clubs: challenge, accept, decline, withdraw; and the roles in them (E40, E78)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q

from accounts.core.guests import check_not_guest
from accounts.core.restrictions import check_allowed
from accounts.models import Player
from accounts.models.restriction import RestrictionKind as Restricted
from clubs.models import Club, Membership
from clubs.services.rights import check_may_make_events
from foundation.statements import LARGEST_NUMBER
from games.services.idempotency import PlayerRequest
from team_matches.announcing import LEADING, log_match, people_of_match
from team_matches.errors import BadMatch, NoSuchMatch, NotCaptain
from team_matches.models import MatchOptions, MatchState, Side, TeamMatch
from tournaments.announcing import ActAuthor, notify_about
from tournaments.errors import BotNotAllowed, WrongState
from tournaments.models import Role
from tournaments.services.event_plans import EventPlan, Rule

ANSWER_WITHIN, LINEUP_WITHIN = timedelta(days=7), timedelta(days=14)
MOST_OPEN = 5
"""The largest number of unfinished matches of a club."""
ENDED = (MatchState.DONE, MatchState.DECLINED, MatchState.CANCELLED)


class MatchPlan(EventPlan):
    """The requested terms and options of a team match: `club` challenges `guest`, both by id."""

    model, kinds, refusal = TeamMatch, (MatchOptions,), BadMatch

    def __init__(self, *, club: int, guest: int, **asked: Any) -> None:
        super().__init__(club=club, **asked)
        self.clubs = (club, guest)

    def rules(self, now: datetime) -> Iterator[Rule]:
        """Yield the rule that the two clubs differ."""
        yield len({*self.clubs}) == 2, "guest", "club"


def _need(condition: bool, name: str, *also: str) -> None:
    if not condition:
        raise BadMatch(field=name, also=also)


def challenge(request: PlayerRequest, plan: MatchPlan) -> TeamMatch:
    """Challenge another club, which has seven days to answer. Raises NoSuchClub, NotMember, MayNotMakeEvents,
    BadMatch, BadTerms, NotForGuests, BotNotAllowed, NewGamesBlocked, Suspended."""
    player = request.player
    check_allowed(player, request.now, Restricted.BARRED)
    check_not_guest(player)
    if player.is_bot:
        raise BotNotAllowed
    plan.check(request.now)
    with transaction.atomic():
        club, guest = _locked_clubs(plan)
        check_may_make_events(player, club.pk)
        _need(_open_ones(club).count() < MOST_OPEN, "club")
        _need(_open_ones(guest).count() < MOST_OPEN, "guest")
        asked_at, due_at = request.now, request.now + ANSWER_WITHIN
        made = TeamMatch.objects.create(guest=guest, by=player, created_at=asked_at, due_at=due_at, **plan.columns)
        log_match(_acting(request), made, "offered", side=Side.HOME)
        notify_about(made, leaders_of(guest), "match_offered", request.now)
        return made


def _locked_clubs(plan: MatchPlan) -> tuple[Club, Club]:
    """Return both clubs, locked in the order of their ids."""
    wanted = [min(number, LARGEST_NUMBER) for number in plan.clubs]
    rows = Club.objects.open().select_for_update(no_key=True).filter(pk__in=wanted).order_by("pk")
    found = {club.pk: club for club in rows}
    for number, name in zip(plan.clubs, ("club", "guest"), strict=True):
        _need(number in found, name)
    return found[wanted[0]], found[wanted[1]]


def _open_ones(club: Club) -> Any:
    return TeamMatch.objects.filter(Q(club=club) | Q(guest=club)).exclude(state__in=ENDED)


def leaders_of(club: Club) -> list[int]:
    """Return the ids of the players who act for the club's team."""
    rows = Membership.objects.members().filter(club=club, role__in=LEADING)
    return list(rows.values_list("player_id", flat=True))


def accept(request: PlayerRequest, match_id: int) -> TeamMatch:
    """Accept the challenge: both captains then have fourteen days to set their lineups. Raises NoSuchMatch,
    WrongState, NoSuchClub, NotMember, MayNotMakeEvents, Suspended."""
    with transaction.atomic():
        match = _lock_unanswered(request, match_id, Side.AWAY)
        match.state, match.due_at = MatchState.LINEUP, request.now + LINEUP_WITHIN
        match.save(update_fields=["state", "due_at"])
        log_match(_acting(request), match, "accepted", side=Side.AWAY)
        notify_about(match, people_of_match(match), "match_accepted", request.now)
        return match


def decline(request: PlayerRequest, match_id: int) -> TeamMatch:
    """Decline the challenge. Raises the errors of `accept`."""
    with transaction.atomic():
        match = _lock_unanswered(request, match_id, Side.AWAY)
        end(match, MatchState.DECLINED, request.now)
        log_match(_acting(request), match, "declined", side=Side.AWAY)
        notify_about(match, people_of_match(match), "match_declined", request.now)
        return match


def withdraw(request: PlayerRequest, match_id: int) -> TeamMatch:
    """Withdraw the challenge before it is answered. Raises the errors of `accept`."""
    with transaction.atomic():
        match = _lock_unanswered(request, match_id, Side.HOME)
        end(match, MatchState.CANCELLED, request.now)
        log_match(_acting(request), match, "withdrawn", side=Side.HOME)
        return match


def _lock_unanswered(request: PlayerRequest, match_id: int, side: Side) -> TeamMatch:
    """Return the match that waits for an answer, locked, for a player who may create events of this side's club.
    Raises the errors of `accept`."""
    check_allowed(request.player, request.now, Restricted.BARRED)
    match = locked_match(match_id)
    club = match.club_of(side)
    if club is None:
        raise NotCaptain
    check_may_make_events(request.player, club.pk)
    check_match(match, MatchState.OFFERED)
    return match


def lapse(match_id: int, now: datetime) -> bool:
    """End a challenge that was not answered in time. Return whether that was still due."""
    with transaction.atomic():
        match = locked_match(match_id)
        if match.state != MatchState.OFFERED or match.due_at is None or match.due_at > now:
            return False
        end(match, MatchState.DECLINED, now)
        log_match(ActAuthor.server(now), match, "lapsed")
        return True


def call_off_of(club_id: int, acting: ActAuthor, reason: str) -> None:
    """Cancel the matches of a club that have not begun, in the transaction that closes the club."""
    waiting = Q(state=MatchState.OFFERED) | Q(state=MatchState.LINEUP, round=1)
    rows = TeamMatch.objects.filter(Q(club=club_id) | Q(guest=club_id)).filter(waiting)
    for number in list(rows.order_by("pk").values_list("pk", flat=True)):
        match = locked_match(number)
        if match.state == MatchState.OFFERED or (match.state == MatchState.LINEUP and match.round == 1):
            end(match, MatchState.CANCELLED, acting.now)
            log_match(acting, match, "cancelled", reason=reason)
            notify_about(match, people_of_match(match), "match_finished", acting.now)


def end(match: TeamMatch, state: MatchState, now: datetime) -> None:
    """End the match. It must be locked."""
    match.state, match.due_at, match.done_at = state, None, now
    match.save(update_fields=["state", "due_at", "done_at"])


def locked_match(match_id: int) -> TeamMatch:
    """Return the match, locked. Raises NoSuchMatch."""
    rows = TeamMatch.objects.select_for_update(no_key=True, of=("self",)).select_related("club", "guest")
    found = rows.filter(pk=match_id).first()
    if found is None:
        raise NoSuchMatch
    return found


def check_match(match: TeamMatch, *states: MatchState) -> None:
    """Raise WrongState unless the match is in one of these states."""
    if match.state not in states:
        raise WrongState(state=match.state)


def sides_led(player: Player, match: TeamMatch) -> list[Side]:
    """Return the teams that this person leads."""
    mine = Membership.objects.members().filter(player=player, role__in=LEADING, club__closed_at=None)
    clubs = set(mine.filter(club__in=(match.club_id, match.guest_id)).values_list("club_id", flat=True))
    return [side for side, number in zip(Side, (match.club_id, match.guest_id), strict=True) if number in clubs]


def _acting(request: PlayerRequest) -> ActAuthor:
    return ActAuthor(request.player, Role.CAPTAIN, request.now)


__all__ = [
    "ENDED",
    "LINEUP_WITHIN",
    "MatchPlan",
    "accept",
    "challenge",
    "check_match",
    "decline",
    "end",
    "lapse",
    "leaders_of",
    "locked_match",
    "sides_led",
    "withdraw",
]
