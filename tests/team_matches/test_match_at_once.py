"""Team matches when two players act at the same time (E91): on PostgreSQL, with separate connections."""

from __future__ import annotations

import pytest

from games.models import Game
from team_matches.errors import InvalidMatchField
from team_matches.models import MatchState, TeamBoard, TeamMatch
from team_matches.services import team_games, team_matches, teams
from tests.clubs.test_at_once import together
from tests.factories import NOON
from tests.team_matches.helpers import Clubs
from tests.tournaments.helpers import asked
from tournaments.errors import WrongState

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_E91_two_captains_and_two_workers_at_once_start_a_round_once():
    clubs = Clubs()
    match = clubs.ordered()
    captains = [lambda team=team: teams.confirm_lineup(asked(team[0]), match.pk) for team in (clubs.a, clubs.b)]
    assert together(*captains) == [None, None]
    assert together(*[lambda: team_games.start_round_or_cancel(match.pk, NOON)] * 2) == [None, None]
    assert Game.objects.count() == TeamBoard.objects.count() == 2
    assert match.log.filter(act="started").count() == 1


def test_a_challenge_has_one_answer_and_a_club_five_open_matches_whatever_happens_at_once():
    clubs = Clubs()
    match = clubs.challenge()
    answers = (
        lambda: team_matches.accept_match(asked(clubs.owners[1]), match.pk),
        lambda: team_matches.decline_match(asked(clubs.owners[1]), match.pk),
        lambda: team_matches.withdraw_match(asked(clubs.owners[0]), match.pk),
    )
    assert sorted(together(*answers), key=str) == [WrongState, WrongState, None]
    open_ones = TeamMatch.objects.filter(state__in=(MatchState.OFFERED, MatchState.LINEUP))
    for _ in range(4 - open_ones.count()):
        clubs.challenge()
    assert sorted(together(clubs.challenge, clubs.challenge), key=str) == [InvalidMatchField, None]
    assert open_ones.count() == 5


def test_a_team_that_changes_while_the_round_starts_plays_as_it_was_or_not_at_all():
    clubs = Clubs()
    match = clubs.ordered()
    clubs.ready(match)
    done = together(
        lambda: team_games.start_round_or_cancel(match.pk, NOON),
        lambda: teams.set_will_play(asked(clubs.a[1]), match.pk, plays=False),
    )
    match.refresh_from_db()
    if match.state == MatchState.PLAYING:
        assert done == [None, WrongState]
        assert Game.objects.count() == 2
    else:
        assert (done, match.home_ready, Game.objects.count()) == ([None, None], False, 0)
