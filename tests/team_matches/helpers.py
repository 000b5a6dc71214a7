"""Builders for team matches in tests."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from clubs.models import Club, ClubRole
from games.terms import Terms
from team_matches.models import TeamMatch
from team_matches.services import team_matches, teams
from team_matches.services.team_matches import TeamMatchPlan
from tests.clubs.helpers import add, make_club
from tests.factories import NOON, make_player
from tests.tournaments.helpers import asked, look


class Clubs:
    """Two clubs: Tampere with `a1`, its captain, and `a2`...; Oulu with `b1`, its captain, and `b2`...; owned by anna
    and bert."""

    def __init__(self, size: int = 3) -> None:
        self.a, self.b = ([make_player(f"{name}{n}") for n in range(1, size + 1)] for name in "ab")
        self.owners = [make_player("anna"), make_player("bert")]
        self.home = make_club(self.owners[0], name="Tampere Go")
        self.away = make_club(self.owners[1], name="Oulu Go")
        for club, team in ((self.home, self.a), (self.away, self.b)):
            for number, player in enumerate(team):
                add(club, player, ClubRole.CAPTAIN if number == 0 else ClubRole.MEMBER)

    def challenge(self, **plan: Any) -> TeamMatch:
        """Create a match that waits for an answer."""
        wanted: dict[str, Any] = {"boards": 2, "terms": Terms(width=9, height=9), **plan}
        return team_matches.challenge_club(
            asked(self.owners[0]), TeamMatchPlan(club=self.home.pk, guest=self.away.pk, **wanted)
        )

    def accepted(self, **plan: Any) -> TeamMatch:
        """Create a match whose lineups are not set yet."""
        match = self.challenge(**plan)
        team_matches.accept_match(asked(self.owners[1]), match.pk)
        return match

    def ordered(self, a: int = 2, b: int = 2, **plan: Any) -> TeamMatch:
        """Create a match with both lineups set but not confirmed; `a` and `b` are the numbers of players."""
        match = self.accepted(**plan)
        for team, count in ((self.a, a), (self.b, b)):
            for player in team:
                teams.set_will_play(asked(player), match.pk, plays=True)
            teams.set_lineup(asked(team[0]), match.pk, team[:count])
        return match

    def running(self, **plan: Any) -> TeamMatch:
        """Create a match whose first round is in progress."""
        match = self.ordered(**plan)
        self.ready(match)
        look()
        return match

    def ready(self, match: TeamMatch, now: datetime = NOON) -> None:
        """Let both captains confirm their lineups."""
        for team in (self.a, self.b):
            teams.confirm_lineup(asked(team[0], now), match.pk)


def between(club: Club, guest: Club, now: datetime = NOON) -> TeamMatch:
    """Create a match of two clubs on 9x9 whose lineups are not set yet."""
    owners = [one.memberships.get(role=ClubRole.OWNER).player for one in (club, guest)]
    terms = Terms(width=9, height=9)
    made = team_matches.challenge_club(asked(owners[0], now), TeamMatchPlan(club=club.pk, guest=guest.pk, terms=terms))
    return team_matches.accept_match(asked(owners[1], now), made.pk)


class ListsOfMatches:
    """The lists of team matches in the API, each with `rows` rows; each method creates one and returns its path."""

    rows: int
    now: datetime

    def team_matches(self) -> str:
        home, away = make_club(name="Home of matches"), make_club(name="Away of matches")
        plan = TeamMatchPlan(club=home.pk, guest=away.pk, terms=Terms(width=9, height=9))
        for _ in range(self.rows):
            made = team_matches.challenge_club(asked(home.founder, self.now), plan)
            team_matches.withdraw_match(asked(home.founder, self.now), made.pk)
        return "team-matches/"

    def team_match_log(self) -> str:
        people = [make_player() for _ in range(self.rows)]
        made = between(make_club(None, *people, name="Home of a log"), make_club(name="Away of a log"))
        for one in people:
            teams.set_will_play(asked(one, self.now), made.pk, plays=True)
        return f"team-matches/{made.pk}/log/"
