"""League directors' actions, shared by the page and the API (E54 to E56)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from django.db import transaction

from accounts.core.lookup import get_player_by_name
from accounts.models import Player
from games.services.idempotency import PlayerRequest
from leagues.announcing import log_league_act
from leagues.errors import NotInLeague
from leagues.models import League, LeagueDirector, LeagueMember, MemberState, Season, SeasonState
from tournaments.announcing import ActAuthor, notify_about
from tournaments.errors import BadActInput, WrongState
from tournaments.models import Director, Tournament
from tournaments.models.log import LONGEST_REASON
from tournaments.services.directing import MOST_DIRECTORS, count_notice_towards_limit
from tournaments.services.leaving import remove_player as remove_from_group
from tournaments.services.rows import check_not_own_game, check_owner_or_moderator, cleaned_reason

from . import seasons
from .leagues import end_membership, find_member_or_former, find_running_entry, lock_for_league_director


class LeagueDirectorAct(StrEnum):
    """League directors' actions. The names are part of the API."""

    START = "start"
    CLOSE = "close"
    REMOVE = "remove"
    DIRECTOR = "director"
    NO_DIRECTOR = "no_director"
    NOTICE = "notice"
    END = "end"


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueDirectorActInput:
    """The input of a league director's action, with the player by name. Each action uses only the fields that it
    needs."""

    player: str = ""
    text: str = ""
    reason: str = ""

    def named_player(self) -> Player:
        """Return the named player. Raises BadActInput, NoSuchPlayer."""
        if not self.player.strip():
            raise BadActInput(field="player")
        return get_player_by_name(self.player.strip())


def remove_player(request: PlayerRequest, league_id: int, player: Player, reason: str) -> LeagueMember:
    """Remove a player from the league, and from their current group, where unfinished games are lost by forfeit. Raises
    NotDirector, NotInLeague, OwnGameAffected, ReasonNeeded."""
    with transaction.atomic():
        league, acting = lock_for_league_director(request, league_id)
        check_not_own_game(request.player, (player.pk,))
        member = find_member_or_former(league, player.pk)
        if member is None or member.state == MemberState.LEFT:
            raise NotInLeague
        why = cleaned_reason(reason)
        entry = find_running_entry(member)
        if entry is not None:
            remove_from_group(request, entry.tournament_id, player, why)
        end_membership(member, "removed", acting, why)
        notify_about(league, [player.pk], "league_act", acting.now)
        return member


def set_director(request: PlayerRequest, league_id: int, player: Player, *, is_director: bool) -> League:
    """Make a player a director of the league and of its current groups, or remove this role. Raises NotDirector,
    NotOwner, and BadActInput for a bot, for the organiser, and for too many directors."""
    with transaction.atomic():
        league, acting = lock_for_league_director(request, league_id)
        check_owner_or_moderator(acting)
        there = league.directors.filter(player=player).exists()
        if there == is_director:
            return league
        groups = Tournament.objects.filter(league_group__season__league=league).exclude(
            league_group__season__state=SeasonState.DONE
        )
        if is_director:
            if player.is_bot or player.pk == league.owner_id or league.directors.count() >= MOST_DIRECTORS:
                raise BadActInput(field="player")
            LeagueDirector.objects.create(league=league, player=player)
            rows = [Director(tournament=one, player=player) for one in groups]
            Director.objects.bulk_create(rows, ignore_conflicts=True)
        else:
            league.directors.filter(player=player).delete()
            Director.objects.filter(tournament__in=groups, player=player).delete()
        log_league_act(acting, league, "director" if is_director else "no_director", about=player)
        notify_about(league, [player.pk], "league_act", acting.now)
        return league


def send_league_notice(request: PlayerRequest, league_id: int, text: str) -> League:
    """Send a notice to all players of the league, and log it. Raises NotDirector, ReasonNeeded, Muted,
    TooManyNotices."""
    with transaction.atomic():
        league, acting = lock_for_league_director(request, league_id)
        cleaned = cleaned_reason(text)[:LONGEST_REASON]
        count_notice_towards_limit(request, f"league:{league.pk}")
        log_league_act(acting, league, "notice", reason=cleaned)
        people = league.members.exclude(state=MemberState.LEFT).values_list("player_id", flat=True)
        notify_about(league, people, "league_notice", acting.now)
        return league


def end_league_after_season(request: PlayerRequest, league_id: int, reason: str) -> League:
    """End the league after the current season. Raises NotDirector, NotOwner, WrongState, ReasonNeeded."""
    with transaction.atomic():
        league, acting = lock_for_league_director(request, league_id)
        check_owner_or_moderator(acting)
        if league.closed_at is not None:
            raise WrongState(state="closed")
        end_locked_league_after_season(league, acting, cleaned_reason(reason))
        return league


def end_locked_league_after_season(league: League, acting: ActAuthor, reason: str) -> None:
    """End the league after the current season, and notify everyone. Does not check permissions. The caller must have
    locked the league's row."""
    league.closed_at = acting.now
    league.save(update_fields=["closed_at"])
    log_league_act(acting, league, "ended", reason=reason[:LONGEST_REASON])
    members = league.members.exclude(state=MemberState.LEFT)
    notify_about(league, members.values_list("player_id", flat=True), "league_ended", acting.now)
    members.filter(state=MemberState.WAITING).update(state=MemberState.LEFT, stays=None)


Do = Callable[[PlayerRequest, int, LeagueDirectorActInput], League | LeagueMember | Season]

_ACTS: dict[LeagueDirectorAct, Do] = {
    LeagueDirectorAct.START: lambda who, pk, given: seasons.start_first_season(who, pk),
    LeagueDirectorAct.CLOSE: lambda who, pk, given: seasons.confirm_season(who, pk),
    LeagueDirectorAct.REMOVE: lambda who, pk, given: remove_player(who, pk, given.named_player(), given.reason),
    LeagueDirectorAct.DIRECTOR: lambda who, pk, given: set_director(who, pk, given.named_player(), is_director=True),
    LeagueDirectorAct.NO_DIRECTOR: lambda who, pk, given: set_director(
        who, pk, given.named_player(), is_director=False
    ),
    LeagueDirectorAct.NOTICE: lambda who, pk, given: send_league_notice(who, pk, given.text),
    LeagueDirectorAct.END: lambda who, pk, given: end_league_after_season(who, pk, given.reason),
}


def perform_director_act(
    request: PlayerRequest, league_id: int, act: LeagueDirectorAct, act_input: LeagueDirectorActInput
) -> None:
    """Perform a league director's action. `act` names it, and `act_input` has its input. Raises BadActInput if input is
    missing, NoSuchPlayer, and the errors of the action."""
    _ACTS[act](request, league_id, act_input)
