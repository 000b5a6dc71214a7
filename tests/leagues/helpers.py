"""Builders for leagues in tests, through the services."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from accounts.models import Player
from games import verbs
from games.models import Game
from games.services import timeouts
from games.terms import Terms
from leagues.models import League, LeagueMember, MemberState, Season
from leagues.services import leagues, seasons
from leagues.services.leagues import LeaguePlan
from leagues.tables import group_tables
from tests.factories import NOON, make_player
from tests.tournaments.helpers import asked, look
from tournaments.models import Pairing
from tournaments.systems.types import EventResult


def make_league(*players: Player, now: datetime = NOON, started: bool = True, **asked_for: Any) -> League:
    """Create a league on 9x9 with groups of five and these players, the strongest first, whose first season is in
    progress."""
    owner = players[0] if players else make_player()
    usual = {"terms": Terms(width=9, height=9), "name": "Small league", "size": 5}
    plan = LeaguePlan(**{**usual, **asked_for})
    made = leagues.create_league(asked(owner, now), plan)
    for place, player in enumerate(players):
        leagues.join_league(asked(player, now), made.pk)
        made.members.filter(player=player).update(rank=38 - min(place, 38))
    if started:
        seasons.start_first_season(asked(owner, now), made.pk)
        look(now)
    return made


def season_of(league: League) -> Season:
    """Return the latest season."""
    return league.seasons.latest("number")


def groups_of(league: League) -> list[list[str]]:
    """Return the groups of the latest season, in the order of their tables."""
    tables = group_tables(season_of(league).groups.all())
    return [[line.entry.player.username for line in table.lines] for table in tables]


def running(league: League) -> list[Pairing]:
    """Return the unfinished games of the latest season."""
    rows = Pairing.objects.filter(round__tournament__league_group__season=season_of(league), game__isnull=False)
    return list(rows.undecided().order_by("pk").select_related("black__player", "white__player"))


def end_all(league: League, now: datetime, late: frozenset[Player] = frozenset()) -> None:
    """End every game of the season with a win for the player who joined the league first; late players lose on time on
    their turn."""
    joined = dict(LeagueMember.objects.filter(league=league).values_list("player", "pk"))
    while games := running(league):
        Game.objects.filter(pairing__in=games).update(deadline=now + timedelta(days=1))
        for pairing in games:
            players = [pairing.black.player, pairing.white.player]
            on_turn = Game.objects.get(pk=pairing.game_id).seat_on_turn().player
            if on_turn in late:
                Game.objects.filter(pk=pairing.game_id).update(deadline=now + timedelta(days=3))
                assert timeouts.apply_timeout(
                    game_id=pairing.game_id, now=now + timedelta(days=6)
                )  # a weekend counts (R56)
                continue
            loser = max(players, key=lambda player: joined[player.pk])
            if loser in late and pairing.black.player == on_turn:
                game = Game.objects.get(pk=pairing.game_id)
                verbs.perform(verbs.ActionRequest(game.pk, on_turn, game.number, None, now), verbs.Pass())
                continue
            game = Game.objects.get(pk=pairing.game_id)
            verbs.perform(verbs.ActionRequest(game.pk, loser, game.number, None, now), verbs.Resign())
        look(now)


def decide_all(league: League, now: datetime = NOON) -> None:
    """Let a director set every game of the season as won by the player who joined first; the review starts."""
    look(now)
    joined = dict(LeagueMember.objects.filter(league=league).values_list("player", "pk"))
    season = season_of(league)
    while games := Pairing.objects.filter(round__tournament__league_group__season=season).undecided():
        for pairing in games.select_related("black", "white"):
            black_first = joined[pairing.black.player_id] < joined[pairing.white.player_id]
            pairing.result = EventResult.BLACK_WINS if black_first else EventResult.WHITE_WINS
            pairing.save(update_fields=["result"])
        look(now)


def log_acts(league: League, **about: Any) -> list[str]:
    """Return the acts in the league's log, in order."""
    return list(league.log.filter(**about).order_by("pk").values_list("act", flat=True))


def stay(league: League, *but: Player, now: datetime = NOON) -> None:
    """Let everyone except these confirm the next season."""
    members = LeagueMember.objects.filter(league=league, state=MemberState.PLAYING).exclude(player__in=but)
    for member in members.select_related("player"):
        leagues.set_next_season_answer(asked(member.player, now), league.pk, stays=True)


__all__ = ["decide_all", "end_all", "groups_of", "log_acts", "make_league", "running", "season_of", "stay"]
