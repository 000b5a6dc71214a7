"""The teams of a match: captains ask members, members answer, and captains set lineups by rank before each round
(E40)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum

from django.db import transaction
from django.db.models import QuerySet

from accounts.core.guests import check_not_guest
from accounts.core.restrictions import check_allowed
from accounts.models import Block, Player
from accounts.models.restriction import RestrictionKind as Restricted
from clubs.errors import NotMember
from clubs.services.rights import is_member
from games.services.idempotency import PlayerRequest
from ratings.ranks import Rank
from ratings.standing import know_ranks, overall_of
from team_matches.announcing import log_match
from team_matches.errors import MatchRefuses, NotCaptain
from team_matches.models import Answer, MatchState, Side, TeamMatch, TeamMember
from tournaments.announcing import ActAuthor, notify_about
from tournaments.errors import BotNotAllowed
from tournaments.models import Role
from tournaments.services.freezing import UNRATED
from tournaments.services.waking import wake
from tournaments.systems.teams import is_in_rank_order

from .team_matches import check_match, locked_match, sides_led


class WhyNot(StrEnum):
    """Why a player cannot play for a team, or a lineup is not valid. The names are part of the API."""

    OTHER_TEAM = "other_team"
    BOTH_CLUBS = "both_clubs"
    NOT_PLAYING = "not_playing"
    TWICE = "twice"
    TOO_MANY = "too_many"
    RANK_ORDER = "rank_order"
    NOBODY = "nobody"
    APART = "apart"


def ask(request: PlayerRequest, match_id: int, player: Player, side: Side | None = None) -> TeamMember:
    """Ask a member of the club to play, as its captain. Raises NoSuchMatch, WrongState, NotCaptain, NotMember,
    BotNotAllowed, MatchRefuses."""
    with transaction.atomic():
        match, led = _lock_led(request, match_id, side)
        club = match.club_of(led)
        if club is None or not is_member(player, club.pk):
            raise NotMember
        if player.is_bot:
            raise BotNotAllowed
        member = _member(match, led, player)
        if member.pk is None or member.answer == Answer.DECLINED:
            member.answer = Answer.ASKED
            member.save()
            log_match(_captain(request), match, "asked", side=led, about=player)
            notify_about(match, [player.pk], "match_asked", request.now)
        return member


def answer(request: PlayerRequest, match_id: int, *, plays: bool) -> TeamMember:
    """Set whether the player plays for a club of the match, asked or not; the answer can be changed until the round
    starts. Raises NoSuchMatch, WrongState, NotMember, MatchRefuses for a member of both clubs whom neither has
    asked, BotNotAllowed, NotForGuests, NewGamesBlocked, Suspended."""
    player = request.player
    if plays:
        check_allowed(player, request.now, Restricted.BARRED)
        check_not_guest(player)
        if player.is_bot:
            raise BotNotAllowed
    with transaction.atomic():
        match = locked_match(match_id)
        check_match(match, MatchState.LINEUP)
        asked = match.members.filter(player=player).first()
        member = asked or TeamMember(match=match, side=_side_of(match, player), player=player)
        if member.board is not None and not plays:
            _clear_ready(match, Side(member.side))
            member.board = None
        if member.answer != (wanted := Answer.PLAYS if plays else Answer.DECLINED) or member.pk is None:
            member.answer = wanted
            member.save()
            acting = ActAuthor(player, Role.PLAYER, request.now)
            log_match(acting, match, "plays" if plays else "refused", side=member.side, about=player)
        return member


def _side_of(match: TeamMatch, player: Player) -> Side:
    clubs = ((side, match.club_of(side)) for side in Side)
    found = [side for side, club in clubs if club is not None and is_member(player, club.pk)]
    if not found:
        raise NotMember
    if len(found) > 1:
        raise MatchRefuses(why=WhyNot.BOTH_CLUBS.value)
    return found[0]


def order(request: PlayerRequest, match_id: int, players: Sequence[Player], side: Side | None = None) -> TeamMatch:
    """Set a team's lineup from the top board down, by rank: no player is above a stronger one. Players who are not
    named sit out; the lineup counts once it is confirmed. Raises NoSuchMatch, WrongState, NotCaptain, MatchRefuses."""
    with transaction.atomic():
        match, led = _lock_led(request, match_id, side)
        rows = match.members.filter(side=led, answer=Answer.PLAYS).select_related("player")
        there = {one.player_id: one for one in rows.prefetch_related("player__ratings")}
        chosen = [player.pk for player in players]
        _refuse_if(len(set(chosen)) < len(chosen), WhyNot.TWICE)
        _refuse_if(len(chosen) > match.boards, WhyNot.TOO_MANY)
        _refuse_if(not set(chosen) <= there.keys(), WhyNot.NOT_PLAYING)
        for member in there.values():
            _set_current_rank(member)
            member.board = chosen.index(member.player_id) + 1 if member.player_id in chosen else None
        _refuse_if(not is_in_rank_order(there[pk].rank for pk in chosen), WhyNot.RANK_ORDER)
        TeamMember.objects.bulk_update(there.values(), ["board", "rating", "rank"])
        _clear_ready(match, led)
        log_match(_captain(request), match, "ordered", side=led, round=match.round)
        return match


def _set_current_rank(member: TeamMember) -> None:
    """Set the member's rank and rating to the player's current ones, without saving."""
    know_ranks(member.player)
    found = overall_of(member.player)
    member.rating = UNRATED if found is None else round(found.rating)
    member.rank = Rank.of_rating(UNRATED).steps if found is None else found.rank.steps


def ready(request: PlayerRequest, match_id: int, side: Side | None = None) -> TeamMatch:
    """Confirm the lineup of a team; when both are confirmed, the round starts. Raises NoSuchMatch, WrongState,
    NotCaptain, and MatchRefuses for a team without players, or with a block between two opponents."""
    with transaction.atomic():
        match, led = _lock_led(request, match_id, side)
        _refuse_if(not match.members.filter(side=led, board__isnull=False).exists(), WhyNot.NOBODY)
        if match.is_ready(led.other) and (boards := boards_apart(match)):
            raise MatchRefuses(why=WhyNot.APART.value, board=boards[0])
        _set_ready(match, led, is_ready=True)
        log_match(_captain(request), match, "ready", side=led, round=match.round)
        transaction.on_commit(wake)
        return match


def boards_apart(match: TeamMatch) -> list[int]:
    """Return the boards whose two players have a block between them."""
    seats: dict[int, list[int]] = {}
    for board, player in match.members.filter(board__isnull=False).values_list("board", "player_id"):
        seats.setdefault(board or 0, []).append(player)
    everybody = [player for pair in seats.values() for player in pair]
    blocks = Block.objects.filter(player__in=everybody, blocked__in=everybody).values_list("player_id", "blocked_id")
    blocked = {frozenset(pair) for pair in blocks}
    return sorted(board for board, pair in seats.items() if frozenset(pair) in blocked)


def remove_from_teams(club_id: int, player_id: int, now: datetime, **_: object) -> None:
    """Remove the player from the club's teams that have not started to play, in the transaction that ends the
    membership."""
    sides = {Side.HOME: {"match__club": club_id}, Side.AWAY: {"match__guest": club_id}}
    for side, of_club in sides.items():
        _end(TeamMember.objects.filter(player=player_id, side=side, **of_club), now)


def end_teams(player: Player, now: datetime, **_: object) -> None:
    """Remove a suspended or deleted player from all teams that have not started to play."""
    _end(TeamMember.objects.filter(player=player), now)


def _end(rows: QuerySet[TeamMember], now: datetime) -> None:
    found = rows.filter(match__state=MatchState.LINEUP).exclude(answer=Answer.DECLINED).order_by("match_id")
    for match_id, pk in list(found.values_list("match_id", "pk")):
        match = locked_match(match_id)
        if match.state != MatchState.LINEUP:
            continue
        member = match.members.select_related("player").get(pk=pk)
        if member.board is not None:
            _clear_ready(match, Side(member.side))
        member.board, member.answer = None, Answer.DECLINED
        member.save(update_fields=["board", "answer"])
        log_match(ActAuthor.server(now), match, "out", side=member.side, about=member.player)


def _lock_led(request: PlayerRequest, match_id: int, side: Side | None) -> tuple[TeamMatch, Side]:
    """Return the match, locked, and the side that this captain leads; a captain of both sides has to give one. Raises
    WrongState unless lineups are being set."""
    check_allowed(request.player, request.now, Restricted.BARRED)
    match = locked_match(match_id)
    led = [one for one in sides_led(request.player, match) if side in (None, one)]
    if not led:
        raise NotCaptain
    check_match(match, MatchState.LINEUP)
    _refuse_if(len(led) > 1, WhyNot.BOTH_CLUBS)
    return match, led[0]


def _member(match: TeamMatch, side: Side, player: Player) -> TeamMember:
    found = match.members.filter(player=player).first() or TeamMember(match=match, side=side, player=player)
    _refuse_if(found.side != side, WhyNot.OTHER_TEAM)
    return found


def _clear_ready(match: TeamMatch, side: Side) -> None:
    _set_ready(match, side, is_ready=False)


def _set_ready(match: TeamMatch, side: Side, *, is_ready: bool) -> None:
    name = "home_ready" if side is Side.HOME else "away_ready"
    setattr(match, name, is_ready)
    match.save(update_fields=[name])


def _refuse_if(condition: bool, why: WhyNot) -> None:
    if condition:
        raise MatchRefuses(why=why.value)


def _captain(request: PlayerRequest) -> ActAuthor:
    return ActAuthor(request.player, Role.CAPTAIN, request.now)


__all__ = ["WhyNot", "answer", "ask", "boards_apart", "end_teams", "order", "ready", "remove_from_teams"]
