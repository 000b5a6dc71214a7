"""The teams of a match. Captains ask members to play, members accept or decline, and captains set lineups by rank
before each round (E40)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.core.guests import check_not_guest
from accounts.core.restrictions import check_allowed
from accounts.models import Block, Player
from accounts.models.restriction import RestrictionKind as Restricted
from clubs.errors import NotMember
from clubs.services.rights import is_member
from games.services.idempotency import PlayerRequest
from ratings.ranks import Rank
from ratings.standing import find_overall_rating
from team_matches.announcing import log_match_act
from team_matches.errors import LineupRefused, NotTeamLeader
from team_matches.models import MatchState, MatchTeam, MemberAnswer, TeamMatch, TeamMember
from tournaments.announcing import ActAuthor, notify_about
from tournaments.errors import BotNotAllowed
from tournaments.models import AuthorRole
from tournaments.services.freezing import UNRATED
from tournaments.services.waking import wake
from tournaments.systems.teams import is_in_rank_order

from .team_matches import check_match_state, lock_match, teams_led_by


class LineupProblem(StrEnum):
    """Why a player cannot play for a team, or a lineup is not valid. The names are part of the API."""

    OTHER_TEAM = "other_team"
    BOTH_CLUBS = "both_clubs"
    NOT_PLAYING = "not_playing"
    TWICE = "twice"
    TOO_MANY = "too_many"
    RANK_ORDER = "rank_order"
    NOBODY = "nobody"
    APART = "apart"


def ask_member_to_play(
    request: PlayerRequest, match_id: int, player: Player, side: MatchTeam | None = None
) -> TeamMember:
    """Ask a member of the club to play, as the club's captain. Raises NoSuchMatch, WrongState, NotTeamLeader,
    NotMember, BotNotAllowed, LineupRefused, NewGamesBlocked, Suspended."""
    with transaction.atomic():
        match, led = _lock_for_captain(request, match_id, side)
        club = match.club_of(led)
        if club is None or not is_member(player, club.pk):
            raise NotMember(sentence=_("This player is not a member of your club. Choose a member."))
        if player.is_bot:
            raise BotNotAllowed
        member = _find_or_make_member(match, led, player)
        if member.pk is None or member.answer == MemberAnswer.DECLINED:
            member.answer = MemberAnswer.ASKED
            member.save()
            log_match_act(_captain_author(request), match, "asked", side=led, about=player)
            notify_about(match, [player.pk], "match_asked", request.now)
        return member


def set_will_play(request: PlayerRequest, match_id: int, *, plays: bool) -> TeamMember:
    """Set whether the player plays for a club of the match, even if they were not asked. They can change this until the
    round starts.

    Raises NoSuchMatch, WrongState, NotMember, BotNotAllowed, NotForGuests, NewGamesBlocked, Suspended. Raises
    LineupRefused for a member of both clubs whom neither has asked.
    """
    player = request.player
    if plays:
        check_allowed(player, request.now, Restricted.BARRED)
        check_not_guest(player)
        if player.is_bot:
            raise BotNotAllowed
    with transaction.atomic():
        match = lock_match(match_id)
        check_match_state(match, MatchState.LINEUP)
        asked = match.members.filter(player=player).first()
        member = asked or TeamMember(match=match, side=_side_of_member(match, player), player=player)
        if member.board is not None and not plays:
            _unconfirm_lineup(match, MatchTeam(member.side))
            member.board = None
        if member.answer != (wanted := MemberAnswer.PLAYS if plays else MemberAnswer.DECLINED) or member.pk is None:
            member.answer = wanted
            member.save()
            acting = ActAuthor(player, AuthorRole.PLAYER, request.now)
            log_match_act(acting, match, "plays" if plays else "refused", side=member.side, about=player)
        return member


def _side_of_member(match: TeamMatch, player: Player) -> MatchTeam:
    clubs = ((side, match.club_of(side)) for side in MatchTeam)
    found = [side for side, club in clubs if club is not None and is_member(player, club.pk)]
    if not found:
        raise NotMember
    if len(found) > 1:
        raise LineupRefused(why=LineupProblem.BOTH_CLUBS.value)
    return found[0]


def set_lineup(
    request: PlayerRequest, match_id: int, players: Sequence[Player | None], side: MatchTeam | None = None
) -> TeamMatch:
    """Set a team's lineup from the top board down, by rank: no player is above a stronger one. A board with None stays
    empty and is forfeited, and other players sit out. The lineup counts once it is confirmed. Raises NoSuchMatch,
    WrongState, NotTeamLeader, LineupRefused, NewGamesBlocked, Suspended."""
    with transaction.atomic():
        match, led = _lock_for_captain(request, match_id, side)
        rows = match.members.filter(side=led, answer=MemberAnswer.PLAYS).select_related("player")
        there = {one.player_id: one for one in rows.prefetch_related("player__ratings")}
        seated = [(player.pk, board) for board, player in enumerate(players, 1) if player is not None]
        boards = dict(seated)
        _refuse_if(len(boards) < len(seated), LineupProblem.TWICE)
        _refuse_if(any(board > match.boards for board in boards.values()), LineupProblem.TOO_MANY)
        _refuse_if(not boards.keys() <= there.keys(), LineupProblem.NOT_PLAYING)
        for member in there.values():
            _set_current_rank(member)
            member.board = boards.get(member.player_id)
        _refuse_if(not is_in_rank_order(there[pk].rank for pk in boards), LineupProblem.RANK_ORDER)
        TeamMember.objects.bulk_update(there.values(), ["board", "rating", "rank"])
        _unconfirm_lineup(match, led)
        log_match_act(_captain_author(request), match, "ordered", side=led, round=match.round)
        return match


def rating_in_lineups(player: Player) -> int:
    """Return the rating by which lineups are ordered. Unrated players count as average. The player's ratings must be
    loaded."""
    found = find_overall_rating(player)
    return UNRATED if found is None else round(found.rating)


def _set_current_rank(member: TeamMember) -> None:
    """Set the member's rank and rating to the player's current ones, without saving."""
    found = find_overall_rating(member.player)
    member.rating = rating_in_lineups(member.player)
    member.rank = Rank.of_rating(UNRATED).steps if found is None else found.rank.steps


def confirm_lineup(request: PlayerRequest, match_id: int, side: MatchTeam | None = None) -> TeamMatch:
    """Confirm a team's lineup. When both are confirmed, the round starts. Raises NoSuchMatch, WrongState,
    NotTeamLeader, NewGamesBlocked, Suspended, and LineupRefused for a team without players or with a block between two
    opponents."""
    with transaction.atomic():
        match, led = _lock_for_captain(request, match_id, side)
        _refuse_if(not match.members.filter(side=led, board__isnull=False).exists(), LineupProblem.NOBODY)
        if match.is_lineup_confirmed(led.other) and (boards := boards_with_blocks(match)):
            raise LineupRefused(why=LineupProblem.APART.value, board=boards[0])
        _set_lineup_confirmed(match, led, is_ready=True)
        log_match_act(_captain_author(request), match, "ready", side=led, round=match.round)
        transaction.on_commit(wake)
        return match


def boards_with_blocks(match: TeamMatch) -> list[int]:
    """Return the numbers of boards whose two players have a block between them."""
    seats: dict[int, list[int]] = {}
    for board, player in match.members.filter(board__isnull=False).values_list("board", "player_id"):
        seats.setdefault(board or 0, []).append(player)
    everybody = [player for pair in seats.values() for player in pair]
    blocks = Block.objects.filter(player__in=everybody, blocked__in=everybody).values_list("player_id", "blocked_id")
    blocked = {frozenset(pair) for pair in blocks}
    return sorted(board for board, pair in seats.items() if frozenset(pair) in blocked)


def remove_from_teams_of_club(club_id: int, player_id: int, now: datetime, **_: object) -> None:
    """Remove the player from the club's teams in matches in which lineups are being set. Called in the transaction that
    ends the membership."""
    sides = {MatchTeam.HOME: {"match__club": club_id}, MatchTeam.AWAY: {"match__guest": club_id}}
    for side, of_club in sides.items():
        _remove_members_from_lineups(TeamMember.objects.filter(player=player_id, side=side, **of_club), now)


def remove_from_unstarted_teams(player: Player, now: datetime, **_: object) -> None:
    """Remove a suspended or deleted player from the teams of all matches in which lineups are being set."""
    _remove_members_from_lineups(TeamMember.objects.filter(player=player), now)


def _remove_members_from_lineups(rows: QuerySet[TeamMember], now: datetime) -> None:
    found = rows.filter(match__state=MatchState.LINEUP).exclude(answer=MemberAnswer.DECLINED).order_by("match_id")
    for match_id, pk in list(found.values_list("match_id", "pk")):
        match = lock_match(match_id)
        if match.state != MatchState.LINEUP:
            continue
        member = match.members.select_related("player").get(pk=pk)
        if member.board is not None:
            _unconfirm_lineup(match, MatchTeam(member.side))
        member.board, member.answer = None, MemberAnswer.DECLINED
        member.save(update_fields=["board", "answer"])
        log_match_act(ActAuthor.server(now), match, "out", side=member.side, about=member.player)


def _lock_for_captain(request: PlayerRequest, match_id: int, side: MatchTeam | None) -> tuple[TeamMatch, MatchTeam]:
    """Return the match, locked, and the team that the player leads. A captain of both teams must name one with `side`.
    Raises NoSuchMatch, NotTeamLeader, NewGamesBlocked, Suspended, LineupRefused if `side` is missing, and WrongState
    unless lineups are being set."""
    check_allowed(request.player, request.now, Restricted.BARRED)
    match = lock_match(match_id)
    led = [one for one in teams_led_by(request.player, match) if side in (None, one)]
    if not led:
        raise NotTeamLeader
    check_match_state(match, MatchState.LINEUP)
    _refuse_if(len(led) > 1, LineupProblem.BOTH_CLUBS)
    return match, led[0]


def _find_or_make_member(match: TeamMatch, side: MatchTeam, player: Player) -> TeamMember:
    found = match.members.filter(player=player).first() or TeamMember(match=match, side=side, player=player)
    _refuse_if(found.side != side, LineupProblem.OTHER_TEAM)
    return found


def _unconfirm_lineup(match: TeamMatch, side: MatchTeam) -> None:
    _set_lineup_confirmed(match, side, is_ready=False)


def _set_lineup_confirmed(match: TeamMatch, side: MatchTeam, *, is_ready: bool) -> None:
    name = "home_ready" if side is MatchTeam.HOME else "away_ready"
    setattr(match, name, is_ready)
    match.save(update_fields=[name])


def _refuse_if(condition: bool, why: LineupProblem) -> None:
    if condition:
        raise LineupRefused(why=why.value)


def _captain_author(request: PlayerRequest) -> ActAuthor:
    return ActAuthor(request.player, AuthorRole.CAPTAIN, request.now)


__all__ = [
    "LineupProblem",
    "ask_member_to_play",
    "boards_with_blocks",
    "confirm_lineup",
    "rating_in_lineups",
    "remove_from_teams_of_club",
    "remove_from_unstarted_teams",
    "set_lineup",
    "set_will_play",
]
