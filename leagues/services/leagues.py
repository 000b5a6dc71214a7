"""Create, join and leave leagues, and store members' answers about the next season (E70, E72)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db import transaction

from accounts.core.guests import check_not_guest
from accounts.core.restrictions import check_allowed
from accounts.models import Player
from accounts.models.restriction import RestrictionKind as Restricted
from clubs.errors import NotMember
from clubs.services.rights import check_may_make_events, is_member
from games.services.idempotency import PlayerRequest
from leagues.access import league_director_role
from leagues.announcing import log_league_act
from leagues.errors import AlreadyInLeague, BadLeague, NoSuchLeague, NotInLeague
from leagues.models import League, LeagueMember, LeagueOptions, MemberState
from ratings.ranks import Rank
from ratings.standing import find_overall_rating, load_ratings
from tournaments.announcing import ActAuthor
from tournaments.errors import BotNotAllowed, NotDirector
from tournaments.models import AuthorRole, Entry, EntryState, TournamentState
from tournaments.models.terms import LONGEST_NAME, NamedEvent
from tournaments.models.tournament_options import LATEST_START
from tournaments.services.event_plans import EventPlan, Rule
from tournaments.services.freezing import UNRATED
from tournaments.services.leaving import withdraw_from_tournament
from tournaments.services.waking import wake

FEWEST = 4
"""The smallest number of players of a season."""
MOST_OF_ONE = 2
"""The largest number of leagues that one player may run."""
MOST_PLAYERS = 1000
ROOM_FOR_THE_GROUP = 15
"""The number of characters in a tournament's name that are reserved for season and group."""


class LeaguePlan(EventPlan):
    """The requested terms and options of a new league, with the rules that they must satisfy."""

    model, kinds, refusal = League, (NamedEvent, LeagueOptions), BadLeague

    def validation_rules(self, now: datetime) -> Iterator[Rule]:
        """Yield the rules that the plan must satisfy: on the length of the name, the sizes of groups, the number of
        games at a time, and the start. For example, a group has at least as many players as it promotes and
        relegates."""
        (league,) = self.unsaved_rows()
        yield len(league.name) <= LONGEST_NAME - ROOM_FOR_THE_GROUP, "name"
        yield league.up * (1 + league.factor) <= league.size, "up", "factor", "size"
        yield league.at_once < league.size and not (league.free and league.at_once), "at_once", "size", "free"
        yield league.starts_at is None or now < league.starts_at <= now + LATEST_START, "starts_at"


def _refuse_field_unless(condition: bool, name: str, *also: str) -> None:
    if not condition:
        raise BadLeague(field=name, also=also)


def create_league(request: PlayerRequest, plan: LeaguePlan) -> League:
    """Create a league that anyone can join, or only members of its club. Raises BadLeague, BadTerms, NotForGuests,
    BotNotAllowed, NewGamesBlocked, Suspended, and for a club NoSuchClub, NotMember, MayNotMakeEvents."""
    player = request.player
    check_allowed(player, request.now, Restricted.BARRED)
    check_not_guest(player)
    if player.is_bot:
        raise BotNotAllowed
    plan.check(request.now)
    with transaction.atomic():
        _refuse_field_unless(League.objects.filter(owner=player, closed_at=None).count() < MOST_OF_ONE, "name")
        if plan.club is not None:
            check_may_make_events(player, plan.club)
        made = League.objects.create(owner=player, created_at=request.now, **plan.columns)
        log_league_act(ActAuthor(player, AuthorRole.OWNER, request.now), made, "created")
        return made


def lock_league(league_id: int) -> League:
    """Return the league, locked. Raises NoSuchLeague."""
    found = League.objects.select_for_update(no_key=True, of=("self",)).filter(pk=league_id).first()
    if found is None:
        raise NoSuchLeague
    return found


def lock_for_league_director(request: PlayerRequest, league_id: int) -> tuple[League, ActAuthor]:
    """Return the league, locked, and the requesting director as the author of log lines. Raises NoSuchLeague,
    NotDirector."""
    league = lock_league(league_id)
    role = league_director_role(request.player, league)
    if role is None:
        raise NotDirector
    return league, ActAuthor(request.player, role, request.now)


def find_member_or_former(league: League, player_id: int) -> LeagueMember | None:
    """Return a player's membership, also after they have left. None if they never joined."""
    return league.members.filter(player=player_id).first()


def join_league(request: PlayerRequest, league_id: int) -> LeagueMember:
    """Join the league from the next season, at the bottom by rank (E71). Raises NoSuchLeague, NotMember,
    AlreadyInLeague, BotNotAllowed, NotForGuests, NewGamesBlocked, Suspended, and BadLeague if the league is full."""
    player = request.player
    check_allowed(player, request.now, Restricted.BARRED)
    check_not_guest(player)
    if player.is_bot:
        raise BotNotAllowed
    with transaction.atomic():
        league = lock_league(league_id)
        if league.closed_at is not None:
            raise NoSuchLeague
        _check_club_member(player, league)
        member = find_member_or_former(league, player.pk)
        if member is not None and member.state != MemberState.LEFT:
            raise AlreadyInLeague
        _refuse_field_unless(league.members.exclude(state=MemberState.LEFT).count() < MOST_PLAYERS, "size")
        member = member or LeagueMember(league=league, player=player)
        member.state, member.stays, member.joined_at = MemberState.WAITING, None, request.now
        member.rank = _rank_steps(player)
        member.save()
        log_league_act(ActAuthor(player, AuthorRole.PLAYER, request.now), league, "joined", about=player)
        transaction.on_commit(wake)
        return member


def _check_club_member(player: Player, league: League) -> None:
    """Raise NotMember if the league belongs to a club and the player is not a member of it."""
    if league.club_id is not None and not is_member(player, league.club_id):
        raise NotMember


def _rank_steps(player: Player) -> int:
    load_ratings(player)
    found = find_overall_rating(player)
    return Rank.of_rating(UNRATED).steps if found is None else found.rank.steps


def set_next_season_answer(request: PlayerRequest, league_id: int, *, stays: bool) -> LeagueMember:
    """Set whether the player plays the next season, even before they are asked. They can change this until the season
    begins (E72). Raises NoSuchLeague, NotInLeague, NotMember."""
    with transaction.atomic():
        league = lock_league(league_id)
        member = find_member_or_former(league, request.player.pk)
        if member is None or member.state != MemberState.PLAYING:
            raise NotInLeague
        if stays:
            _check_club_member(request.player, league)
        member.stays = stays
        member.save(update_fields=["stays"])
        return member


def leave_league(request: PlayerRequest, league_id: int, *, now: bool = False) -> LeagueMember:
    """Leave the league, and return the membership. A player of the current season leaves after it, any other player at
    once. The player gets no new games; with `now`, games in progress are resigned (E50). Raises NoSuchLeague,
    NotInLeague."""
    with transaction.atomic():
        league = lock_league(league_id)
        member = find_member_or_former(league, request.player.pk)
        if member is None or member.state == MemberState.LEFT:
            raise NotInLeague
        if member.state == MemberState.WAITING:
            end_membership(member, "left", ActAuthor(request.player, AuthorRole.PLAYER, request.now))
            return member
        member.stays = False
        member.save(update_fields=["stays"])
        entry = find_running_entry(member)
        if entry is not None:
            withdraw_from_tournament(request, entry.tournament_id, now=now)
        return member


def find_running_entry(member: LeagueMember) -> Entry | None:
    """Return the member's entry in their current group, None if they have left the group."""
    rows = Entry.objects.filter(tournament__league_group__season__league=member.league_id, player=member.player_id)
    return rows.filter(tournament__state=TournamentState.RUNNING, state=EntryState.ENTERED).first()


def end_membership(member: LeagueMember, act: str, acting: ActAuthor, reason: str = "") -> None:
    """End the membership, and log this as the action `act`. The caller must have locked the league's row."""
    member.state, member.stays = MemberState.LEFT, None
    member.save(update_fields=["state", "stays"])
    log_league_act(acting, member.league, act, about=member.player, reason=reason)


def remove_deleted_from_leagues(player: Player, now: datetime, **_: object) -> None:
    """End the player's memberships in all leagues, in the transaction that deletes the account and ends its entries and
    games (E93)."""
    _end_memberships_in_all_leagues(player, "left", now)


def remove_suspended_from_leagues(player: Player, now: datetime) -> None:
    """End a suspended player's memberships. Their entries are withdrawn as in every tournament (E93)."""
    _end_memberships_in_all_leagues(player, "suspended", now)


def _end_memberships_in_all_leagues(player: Player, act: str, now: datetime) -> None:
    rows = LeagueMember.objects.filter(player=player).order_by("league_id")
    for league_id in list(rows.values_list("league_id", flat=True)):
        with transaction.atomic():
            for member in lock_league(league_id).members.filter(player=player).exclude(state=MemberState.LEFT):
                end_membership(member, act, ActAuthor.server(now))


def season_end(started: datetime, months: int) -> datetime:
    """Return when a season ends that started at `started`: on the same day of the month after this many months, or on
    the month's last day if there is no such day."""
    later = started.month - 1 + months
    year, month = started.year + later // 12, later % 12 + 1
    following = started.replace(year=year + month // 12, month=month % 12 + 1, day=1)
    return started.replace(year=year, month=month, day=min(started.day, (following - timedelta(days=1)).day))


__all__ = [
    "LeaguePlan",
    "create_league",
    "end_membership",
    "find_member_or_former",
    "find_running_entry",
    "join_league",
    "leave_league",
    "lock_for_league_director",
    "lock_league",
    "remove_deleted_from_leagues",
    "remove_suspended_from_leagues",
    "season_end",
    "set_next_season_answer",
]
