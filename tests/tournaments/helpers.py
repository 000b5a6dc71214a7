"""Builders for tournaments in tests, through the services."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from itertools import pairwise
from typing import Any

import pytest

from accounts.models import Player
from games import verbs
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from ladders.models import Ladder
from ladders.services import climbing, ladders
from ladders.services.ladders import LadderPlan
from leagues.models import League
from leagues.services import leagues
from leagues.services.leagues import LeaguePlan
from notifications.models import Notice
from tests.factories import NOON, make_player
from tournaments.access import current_stage
from tournaments.models import LogLine, Pairing, Round, StartCondition, Tournament, TournamentState
from tournaments.services import drafting, due, entering, starting
from tournaments.services.advancing import ROUND_PAUSE, finish_round, rounds_to_finish
from tournaments.services.brackets import advance_knockout, knockouts_to_advance
from tournaments.services.drafting import TournamentPlan
from tournaments.stage_data import pairing_system, standings_after_round, standings_input
from tournaments.systems.types import Criterion, EntryId, StandingsRow, SystemKind


def asked(player: Player, now: datetime = NOON) -> PlayerRequest:
    """Return a request by this player."""
    return PlayerRequest(player, now)


def plan(
    *, name: str = "Spring Open", size: int = 9, played: dict[str, Any] | None = None, **limits: Any
) -> TournamentPlan:
    """Return the plan of a Swiss tournament of three rounds on 9x9 that is open to everyone, with these changes."""
    how = {"kind": SystemKind.SWISS, "rounds": 3, **(played or {})}
    ranks = {f"{end}_rank": limits.pop(end) for end in ("lowest", "highest") if end in limits}
    who = {"established": False, "fewest": 2, **{name: rank and rank.steps for name, rank in ranks.items()}, **limits}
    return TournamentPlan(**{"name": name, "terms": Terms(width=size, height=size), **how, **who})


def make_draft(owner: Player | None = None, now: datetime = NOON, **asked_for: Any) -> Tournament:
    """Create a draft."""
    return drafting.create_draft(asked(owner or make_player(), now), plan(**asked_for))


def make_open(owner: Player | None = None, now: datetime = NOON, **asked_for: Any) -> Tournament:
    """Create a tournament that is open for entry."""
    made = make_draft(owner, now, **asked_for)
    return drafting.open_entry(asked(made.owner, now), made.pk)


def make_ladder(*players: Player, now: datetime = NOON, **asked_for: Any) -> Ladder:
    """Create a ladder on 9x9 with these players, the first at the top."""
    owner = players[0] if players else make_player()
    made = ladders.create_ladder(
        asked(owner, now), LadderPlan(**{"name": "Small board", "terms": Terms(width=9, height=9), **asked_for})
    )
    for player in players:
        ladders.join_ladder(asked(player, now), made.pk)
    return made


def make_running(players: int = 4, **asked_for: Any) -> tuple[Tournament, list[Player]]:
    """Create a tournament with this many new players whose first round is in progress, unless directors pair it."""
    made = make_open(**asked_for)
    people = [make_player() for _ in range(players)]
    for player in people:
        entering.enter_tournament(asked(player), made.pk)
    if made.starting == StartCondition.HAND:
        starting.start_tournament(asked(made.owner), made.pk)
    look()
    return reload(made), people


def look(now: datetime = NOON) -> int:
    """Run the sweeper's steps until none is left; return the number done."""
    done = 0
    while some := due.run_all_background_steps(now) or _end_pauses(now) or _end_pauses_after_rulings(now):
        done += some
    return done


def _end_pauses(now: datetime) -> int:
    """Pretend that rounds that have just ended ended a minute ago (E21); return their number."""
    over = now - ROUND_PAUSE
    return Round.objects.filter(tournament__state=TournamentState.RUNNING, done_at__gt=over).update(done_at=over)


def _end_pauses_after_rulings(now: datetime) -> int:
    """Advance brackets in which a director has just set a result, as the sweeper does a minute later (E21); return the
    number of brackets."""
    later = now + ROUND_PAUSE
    brackets = list(knockouts_to_advance(later).values_list("pk", flat=True))
    rounds = list(rounds_to_finish(later).values_list("pk", flat=True))
    return sum(advance_knockout(pk, now) for pk in brackets) + sum(finish_round(pk, later) for pk in rounds)


def reload(tournament: Tournament) -> Tournament:
    """Return the tournament as stored in the database now."""
    return Tournament.objects.select_related("owner").get(pk=tournament.pk)


def pairings(tournament: Tournament, number: int) -> list[Pairing]:
    """Return the pairings of a round."""
    rows = Pairing.objects.filter(round__tournament=tournament, round__number=number).order_by("board")
    return list(rows.select_related("black__player", "white__player", "game"))


def lose(pairing: Pairing, loser: Player, now: datetime = NOON) -> None:
    """End a pairing's game: this player resigns."""
    assert pairing.game is not None
    game = type(pairing.game).objects.get(pk=pairing.game_id)
    verbs.perform(verbs.ActionRequest(game.pk, loser, game.number, None, now), verbs.Resign())


def white_loses(tournament: Tournament, number: int, now: datetime = NOON) -> None:
    """Let White resign all unfinished games of a round."""
    for pairing in pairings(tournament, number):
        if pairing.white is not None and pairing.game is not None and not pairing.game.is_finished:
            lose(pairing, pairing.white.player, now)


def table(tournament: Tournament) -> dict[EntryId, StandingsRow]:
    """Return the row of each entry in the standings."""
    system = pairing_system(tournament, current_stage(tournament))
    return {line.entry: line for line in standings_after_round(system, standings_input(tournament), None)}


def points(tournament: Tournament, player: Player) -> int:
    """Return a player's points in the standings."""
    entry = tournament.entries.get(player=player)
    return table(tournament)[entry.pk].values[Criterion.POINTS]


def acts_of(tournament: Tournament) -> list[str]:
    """Return the acts in the log, in order."""
    return list(LogLine.objects.filter(tournament=tournament).order_by("pk").values_list("act", flat=True))


def notified(kind: str) -> list[int]:
    """Return the players with a notice of this kind, once for each notice."""
    return sorted(Notice.objects.filter(kind=kind).values_list("player", flat=True))


def keys(*people: Player) -> list[int]:
    """Return the players' primary keys."""
    return sorted(player.pk for player in people)


def refused(refusal: type[Exception], do: Callable[..., object], *arguments: Any, **named: Any) -> None:
    """Check that the call raises this refusal."""
    with pytest.raises(refusal):
        do(*arguments, **named)


def _make_league(*players: Player, now: datetime) -> League:
    """Create a league before its first season."""
    made = leagues.create_league(asked(players[0], now), LeaguePlan(name="League", terms=Terms(width=9, height=9)))
    for player in players:
        leagues.join_league(asked(player, now), made.pk)
    return made


class ListsOfTournaments:
    """The lists of tournaments in the API, each with `rows` rows; each method creates one and returns its path."""

    rows: int
    babak: Player
    now: datetime

    def _with_entries(self) -> Tournament:
        made = make_open(self.babak, self.now)
        for _ in range(self.rows):
            entering.enter_tournament(asked(make_player(), self.now), made.pk)
        return made

    def tournaments(self) -> str:
        for _ in range(self.rows):
            make_open(self.babak, self.now)
        return "tournaments/"

    def ladders(self) -> str:
        for _ in range(self.rows):
            make_ladder(make_player(), now=self.now)
        return "ladders/"

    def ladder_moves(self) -> str:
        return f"ladders/{make_ladder(*[make_player() for _ in range(self.rows)], now=self.now).pk}/moves/"

    def ladder_challenges(self) -> str:
        people = [make_player() for _ in range(self.rows + 1)]
        made = make_ladder(*people, now=self.now)
        for one, other in pairwise(people):
            ladder_place = made.ladder_places.get(player=one)
            climbing.challenge_player(asked(other, self.now), made.pk, one, ladder_place.place)
        return f"ladders/{made.pk}/challenges/"

    def leagues(self) -> str:
        for _ in range(self.rows):
            _make_league(make_player(), now=self.now)
        return "leagues/"

    def league_log(self) -> str:
        people = [make_player() for _ in range(self.rows)]
        return f"leagues/{_make_league(*people, now=self.now).pk}/log/"

    def tournament_entries(self) -> str:
        return f"tournaments/{self._with_entries().pk}/entries/"

    def tournament_log(self) -> str:
        return f"tournaments/{self._with_entries().pk}/log/"
