"""Events of a club that moderators close and reopen (E79)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from clubs.errors import NotMember
from clubs.services import moderating
from games.models import Game
from ladders.services import closing, ladders
from leagues.models import SeasonState
from leagues.services import leagues, seasons
from tests.clubs.helpers import make_club
from tests.factories import NOON, make_player
from tests.ladders.test_ladders import challenge, resign
from tests.leagues.helpers import end_all, make_league, season_of, stay
from tests.tournaments.helpers import asked, look, make_ladder
from tests.tournaments.test_pages_and_api import program_of, send, signed_in
from tournaments.errors import ClubIsClosed

pytestmark = pytest.mark.django_db


def test_E79_a_ladder_of_a_closed_club_rests_until_the_club_is_opened_again():
    people = [make_player() for _ in range(4)]
    club = make_club(*people)
    ladder = make_ladder(*people[:3], club=club.pk)
    played = challenge(ladder, people[2], people[1])
    path = f"/ladders/{ladder.pk}/"
    moderating.close_club_by_staff(club.pk, NOON)

    with pytest.raises(ClubIsClosed):
        challenge(ladder, people[1], people[0])
    with pytest.raises(ClubIsClosed):
        ladders.join_ladder(asked(people[3]), ladder.pk)
    program = program_of(people[1], "events:play")
    answer = send(program, f"/api/v1/ladders/{ladder.pk}/challenges", player=people[0].username, place=1)
    assert (answer.status_code, answer.json()["code"]) == (409, "club_closed")
    page = signed_in(people[1]).get(path).content.decode()
    assert "The club is closed. No one can join or send challenges." in page
    assert 'name="place"' not in page
    assert club.name not in page
    assert 'value="join"' not in signed_in(people[3]).get(path).content.decode()
    resign(played, people[1])
    assert [place_row.player for place_row in ladder.ladder_places.current()] == [
        people[0],
        people[2],
        people[1],
    ], "games go on"

    moderating.reopen_club_by_staff(club.pk, NOON)
    assert 'name="place"' in signed_in(people[1]).get(path).content.decode()
    assert challenge(ladder, people[1], people[0]).game_id
    ladders.join_ladder(asked(people[3]), ladder.pk)
    moderating.close_club_by_staff(club.pk, NOON)
    assert closing.close_ladder(asked(people[0]), ladder.pk, "It will not come back.").closed_at


def test_E79_a_league_of_a_closed_club_begins_no_season_and_asks_nobody_until_it_is_opened_again():
    people = [make_player() for _ in range(5)]
    club = make_club(*people)
    league = make_league(*people, club=club.pk, started=False)
    moderating.close_club_by_staff(club.pk, NOON)
    with pytest.raises(ClubIsClosed):
        seasons.start_first_season(asked(people[0]), league.pk)
    with pytest.raises(NotMember):
        leagues.join_league(asked(make_player()), league.pk)
    moderating.reopen_club_by_staff(club.pk, NOON)
    seasons.start_first_season(asked(people[0]), league.pk)
    look()
    end_all(league, NOON)
    seasons.confirm_season(asked(people[0]), league.pk)
    first = season_of(league)
    assert first.state == SeasonState.DONE
    later = first.ends_at + timedelta(days=4)

    moderating.close_club_by_staff(club.pk, NOON)
    look(later)
    first.refresh_from_db()
    assert (first.asked_at, season_of(league)) == (None, first)

    moderating.reopen_club_by_staff(club.pk, later)
    look(later)
    stay(league, now=later)
    look(later + timedelta(days=4))
    assert season_of(league).number == 2
    assert Game.objects.filter(pairing__round__tournament__league_group__season=season_of(league)).exists()
