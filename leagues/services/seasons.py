"""Seasons of leagues: begin, review, confirm, promote and relegate (E57, E70 to E72).

Each step is one transaction under its league's lock, and checks there whether the step is still due. Each step is
therefore done only once, even after a crash and with several processes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from games.services.idempotency import PlayerRequest
from leagues.announcing import log_league_act
from leagues.errors import TooFewInLeague
from leagues.models import League, LeagueGroup, LeagueMember, MemberState, Season, SeasonState
from leagues.standings import division_label, standings_of_groups
from rules import Color, Reason
from tournaments.announcing import ActAuthor, notify_about
from tournaments.errors import ClubIsClosed, WrongState
from tournaments.models import Entry, EntryState, Pairing, RoundState, Tournament, TournamentState
from tournaments.services.advancing import (
    begin_results_review,
    check_all_games_have_result,
    finalize_results,
    pairings_without_result,
)
from tournaments.services.rows import lock_tournament
from tournaments.services.waking import wake
from tournaments.systems import league as systems
from tournaments.systems.types import SystemKind

from .leagues import FEWEST, end_membership, lock_for_league_director, lock_league, season_end
from .season_groups import create_groups

REVIEW_LASTS = timedelta(days=7)
ANSWER_IN = timedelta(hours=72)
OVER = (TournamentState.REVIEW, TournamentState.FINISHED, TournamentState.CANCELLED)


def start_first_season(request: PlayerRequest, league_id: int) -> Season:
    """Begin the first season now. Raises NoSuchLeague, NotDirector, WrongState, ClubIsClosed, and TooFewInLeague."""
    with transaction.atomic():
        league, acting = lock_for_league_director(request, league_id)
        if league.closed_at is not None or league.seasons.exists():
            raise WrongState(state="closed" if league.closed_at else "running")
        if league.is_club_closed:
            raise ClubIsClosed
        made = _begin_season(league, None, acting)
        if made is None:
            raise TooFewInLeague
        return made


def leagues_to_start(now: datetime) -> QuerySet[League]:
    """Return leagues whose first season is due to begin. Leagues of closed clubs are left out (E79)."""
    return League.objects.filter(starts_at__lte=now, closed_at=None, club__closed_at=None, seasons=None)


def start_first_season_if_due(league_id: int, now: datetime) -> bool:
    """Begin the first season if it is due and there are enough players. Return whether the season began."""
    with transaction.atomic():
        league = lock_league(league_id)
        if not leagues_to_start(now).filter(pk=league_id).exists():
            return False
        return _begin_season(league, None, ActAuthor.server(now)) is not None


def free_groups_to_end(now: datetime) -> QuerySet[Tournament]:
    """Return groups with free pairing that are due to end: the season's end has passed and the games are over (E73)."""
    undecided = Pairing.objects.filter(round__tournament=OuterRef("pk")).undecided()
    ended = Tournament.objects.filter(state=TournamentState.RUNNING, league_group__season__ends_at__lte=now)
    return ended.filter(stages__kind=SystemKind.FREE).exclude(Exists(undecided))


def end_free_group(tournament_id: int, now: datetime) -> bool:
    """End a group with free pairing. Its results are reviewed with those of the other groups. Return False if the group
    had ended already."""
    with transaction.atomic():
        tournament = lock_tournament(tournament_id)
        if not free_groups_to_end(now).filter(pk=tournament_id).exists():
            return False
        tournament.rounds.update(state=RoundState.DONE, done_at=now)
        begin_results_review(tournament, ActAuthor.server(now))
        transaction.on_commit(wake)
        return True


def overdue_seasons(now: datetime) -> QuerySet[Season]:
    """Return seasons in progress whose end has passed, if directors have not been notified of this (E24)."""
    return Season.objects.filter(state=SeasonState.RUNNING, ends_at__lte=now, overdue_at=None)


def notify_overdue_season(season_id: int, now: datetime) -> bool:
    """Notify directors once that games continue after the season's end, and that they can wait or decide these games.
    No game ends because of this. Return False if they were notified already."""
    with transaction.atomic():
        season = _lock_season(season_id)
        if season.state != SeasonState.RUNNING or season.overdue_at is not None:
            return False
        season.overdue_at = now
        season.save(update_fields=["overdue_at"])
        log_league_act(ActAuthor.server(now), season.league, "overdue", round=season.number)
        notify_about(season, league_director_ids(season.league), "league_overdue", now)
        return True


def seasons_to_review() -> QuerySet[Season]:
    """Return seasons whose review is due, because every group has ended."""
    groups = LeagueGroup.objects.filter(season=OuterRef("pk")).exclude(tournament__state__in=OVER)
    return Season.objects.filter(state=SeasonState.RUNNING).exclude(Exists(groups))


def begin_season_review(season_id: int, now: datetime) -> bool:
    """Start the directors' review of the season's results (E57). Return False if the review has already started."""
    with transaction.atomic():
        season = _lock_season(season_id)
        if not seasons_to_review().filter(pk=season_id).exists():
            return False
        season.state, season.review_at = SeasonState.REVIEW, now
        season.save(update_fields=["state", "review_at"])
        log_league_act(ActAuthor.server(now), season.league, "review", round=season.number)
        notify_about(season, league_director_ids(season.league), "league_review", now)
        transaction.on_commit(wake)
        return True


def confirm_season(request: PlayerRequest, league_id: int) -> Season:
    """Confirm the results of the season. Raises NoSuchLeague, NotDirector, WrongState, GameWithoutResult."""
    with transaction.atomic():
        league, acting = lock_for_league_director(request, league_id)
        season = league.seasons.filter(state=SeasonState.REVIEW).first()
        if season is None:
            raise WrongState(state="running")
        groups = _lock_groups_in_review(season)
        check_all_games_have_result(*groups)
        _confirm_groups(season, groups, acting)
        return season


def seasons_to_confirm(now: datetime) -> QuerySet[Season]:
    """Return seasons to be confirmed automatically: their review began at least a week ago, and all games of groups
    under review have a result (E57). Games of cancelled groups may continue."""
    open_games = pairings_without_result().filter(
        round__tournament__league_group__season=OuterRef("pk"), round__tournament__state=TournamentState.REVIEW
    )
    rows = Season.objects.filter(state=SeasonState.REVIEW, review_at__lte=now - REVIEW_LASTS)
    return rows.exclude(Exists(open_games))


def confirm_season_if_due(season_id: int, now: datetime) -> bool:
    """Confirm the results automatically. Return False if they were confirmed already."""
    with transaction.atomic():
        season = _lock_season(season_id)
        groups = _lock_groups_in_review(season)
        if not seasons_to_confirm(now).filter(pk=season_id).exists():
            return False
        _confirm_groups(season, groups, ActAuthor.server(now))
        return True


def _lock_groups_in_review(season: Season) -> list[Tournament]:
    """Return the season's groups that are under review, locked. Cancelled groups are left out."""
    groups = season.groups.order_by("tournament_id").values_list("tournament_id", flat=True)
    locked = [lock_tournament(pk) for pk in list(groups)]
    return [one for one in locked if one.state == TournamentState.REVIEW]


def _confirm_groups(season: Season, groups: Iterable[Tournament], acting: ActAuthor) -> None:
    """Make the results of these groups and of the season final. The caller must have locked the groups."""
    for tournament in groups:
        finalize_results(tournament, acting)
    season.state, season.closed_at = SeasonState.DONE, acting.now
    season.save(update_fields=["state", "closed_at"])
    log_league_act(acting, season.league, "closed", round=season.number)
    transaction.on_commit(wake)


def seasons_to_ask_about(now: datetime) -> QuerySet[Season]:
    """Return seasons whose games are over, which have ended or will end within 72 hours, and whose players have not
    been asked about the next season (E72)."""
    ending = Season.objects.filter(asked_at=None, ends_at__lte=now + ANSWER_IN, league__closed_at=None)
    ending = ending.filter(league__club__closed_at=None)
    return ending.filter(state__in=(SeasonState.REVIEW, SeasonState.DONE))


def ask_about_next_season(season_id: int, now: datetime) -> bool:
    """Ask all players who have not answered whether they play the next season. Return False if they were asked
    already."""
    with transaction.atomic():
        season = _lock_season(season_id)
        if not seasons_to_ask_about(now).filter(pk=season_id).exists():
            return False
        season.asked_at, season.answer_by = now, now + ANSWER_IN
        season.save(update_fields=["asked_at", "answer_by"])
        members = season.league.members.filter(state=MemberState.PLAYING, stays=None)
        notify_about(season.league, members.values_list("player_id", flat=True), "league_asked", now)
        log_league_act(ActAuthor.server(now), season.league, "asked", round=season.number)
        return True


def seasons_due_for_next(now: datetime) -> QuerySet[Season]:
    """Return confirmed seasons after which the next season is due, because the season and the time for answers are
    over."""
    later = Season.objects.filter(league=OuterRef("league"), number__gt=OuterRef("number"))
    ready = Season.objects.filter(state=SeasonState.DONE, ends_at__lte=now, answer_by__lte=now, league__closed_at=None)
    return ready.filter(league__club__closed_at=None).exclude(Exists(later))


def begin_next_season(season_id: int, now: datetime) -> bool:
    """Begin the next season with promotions and relegations, with newcomers and without players who leave (E70 to E72).
    If there are too few players, wait for more. Return whether the season began."""
    with transaction.atomic():
        season = _lock_season(season_id)
        if not seasons_due_for_next(now).filter(pk=season_id).exists():
            return False
        return _begin_season(season.league, season, ActAuthor.server(now)) is not None


def _lock_season(season_id: int) -> Season:
    """Return a season, with its league locked."""
    league = lock_league(Season.objects.values_list("league_id", flat=True).get(pk=season_id))
    season = Season.objects.get(pk=season_id)
    season.league = league
    return season


def league_director_ids(league: League) -> list[int]:
    """Return the ids of the league's directors."""
    return [league.owner_id, *league.directors.values_list("player_id", flat=True)]


def _begin_season(league: League, before: Season | None, acting: ActAuthor) -> Season | None:
    """Begin the season after `before`, or the first season if that is None. Return None, and store nothing, if there
    are too few players."""
    members = {one.player_id: one for one in _members_with_ratings(league)}
    waiting = [one for one in members.values() if one.state == MemberState.WAITING]
    waiting.sort(key=lambda one: (-one.rank, one.joined_at, one.pk))
    newcomers = tuple(one.player_id for one in waiting)
    ended = _SeasonOutcome((), {}) if before is None else _season_outcome(before, members)
    if len(newcomers) + ended.staying_count < FEWEST:
        return None
    how = systems.LeagueStructure(league.size, league.up, league.factor)
    if before is None:
        divisions = systems.first_season(how, newcomers)
    else:
        divisions = systems.next_season(how, ended.divisions, systems.SeasonChanges(frozenset(ended.out), newcomers))
    out = {pk: why for pk, why in ended.out.items() if pk in members and pk not in newcomers}
    for player, why in out.items():
        end_membership(members[player], why, acting)
    made = Season.objects.create(
        league=league, number=1 if before is None else before.number + 1, started_at=acting.now,
        ends_at=season_end(acting.now, league.months),
    )  # fmt: skip
    log_league_act(acting, league, "season", round=made.number)
    _log_promotions_and_relegations(made, ended.divisions, divisions, acting)
    create_groups(made, divisions, members, acting)
    playing = [pk for groups in divisions for group in groups for pk in group]
    league.members.filter(player__in=playing).update(state=MemberState.PLAYING, stays=None)
    notify_about(made, playing, "league_season", acting.now)
    notify_about(league, out, "league_out", acting.now)
    transaction.on_commit(wake)
    return made


def _members_with_ratings(league: League) -> Iterable[LeagueMember]:
    rows = LeagueMember.objects.filter(league=league).exclude(state=MemberState.LEFT).order_by("pk")
    for one in rows.select_related("player").prefetch_related("player__ratings"):
        one.league = league
        yield one


@dataclass(frozen=True, slots=True)
class _SeasonOutcome:
    """The outcome of a season. `divisions` has each group's player ids, best first. `out` maps the id of each player
    who does not play the next season to the name of the log action that says why."""

    divisions: systems.Divisions
    out: dict[int, str]

    @property
    def staying_count(self) -> int:
        """Return how many players continue."""
        return sum(pk not in self.out for groups in self.divisions for group in groups for pk in group)


def _season_outcome(season: Season, members: dict[int, LeagueMember]) -> _SeasonOutcome:
    divisions: list[list[systems.Group]] = []
    out: dict[int, str] = {}
    lost = _count_time_losses(season)
    for one in standings_of_groups(season.groups.all()):
        while len(divisions) < one.group.division:
            divisions.append([])
        divisions[-1].append(tuple(entry.player_id for entry in one.order))
        for entry in one.order:
            why = _departure_act(entry, members.get(entry.player_id), (lost[entry.pk], one.games_of(entry)))
            if why:
                out[entry.player_id] = why
    return _SeasonOutcome(tuple(tuple(groups) for groups in divisions), out)


def _departure_act(entry: Entry, member: LeagueMember | None, games: tuple[int, int]) -> str:
    """Return the name of the log action that says why a player does not play the next season, "" for a player who does
    (E72). `games` has the number of the player's games lost on time, and of all their games in the group."""
    if member is None or member.state != MemberState.PLAYING or member.stays is False:
        return "left"
    if entry.state != EntryState.ENTERED:
        return "dropped"
    if systems.is_removed_for_time_losses(*games):
        return "timed_out"
    return "" if member.stays else "silent"


def _count_time_losses(season: Season) -> Counter[int]:
    """Return the number of games that each entrant of a season lost on time, by entry id."""
    rows = Pairing.objects.filter(
        round__tournament__league_group__season=season, game__end_reason=Reason.TIME.value, game__winner__isnull=False
    ).values_list("black", "white", "game__winner")
    return Counter(white if winner == Color.BLACK else black for black, white, winner in rows if white is not None)


def _log_promotions_and_relegations(
    season: Season, before: systems.Divisions, after: systems.Divisions, acting: ActAuthor
) -> None:
    """Log each promotion and relegation, from the first division down."""
    stood = {pk: division for division, groups in enumerate(before) for group in groups for pk in group}
    for division, groups in enumerate(after):
        for pk in (pk for group in groups for pk in group):
            old = stood.get(pk, division)
            if old != division:
                log_league_act(
                    acting,
                    season.league,
                    "rose" if division < old else "fell",
                    about_id=pk,
                    round=season.number,
                    before=division_label(old + 1),
                    after=division_label(division + 1),
                )


__all__ = [
    "ask_about_next_season",
    "begin_next_season",
    "begin_season_review",
    "confirm_season",
    "confirm_season_if_due",
    "end_free_group",
    "free_groups_to_end",
    "league_director_ids",
    "leagues_to_start",
    "notify_overdue_season",
    "overdue_seasons",
    "seasons_due_for_next",
    "seasons_to_ask_about",
    "seasons_to_confirm",
    "seasons_to_review",
    "start_first_season",
    "start_first_season_if_due",
]
