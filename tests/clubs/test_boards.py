"""Boards in the list of clubs (E156)."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.services import joining
from clubs.services.boards import member_game_board_by_club
from games import verbs
from tests.clubs.helpers import make_club
from tests.factories import act, make_game, make_player, play_many, reload
from tests.tournaments.helpers import asked
from tests.tournaments.test_pages_and_api import signed_in

pytestmark = pytest.mark.django_db
VISITOR = AnonymousUser()


def test_E156_a_club_shows_the_newest_public_game_in_progress_of_a_member(client):
    aino, babak = make_player(), make_player()
    club, other = make_club(aino, babak), make_club(name="Oulu Go")
    old, new = make_game(black=aino, white=babak), make_game(black=babak, white=make_player())
    play_many(new, ["E5", "C3"], new.started_at)
    make_game(black=aino, white=babak, private=True)

    boards = member_game_board_by_club([club.pk, other.pk], VISITOR)
    assert set(boards) == {club.pk}
    assert boards[club.pk] in client.get("/clubs/").content.decode()

    first = boards[club.pk]
    act(reload(new), verbs.Resign, by=babak, now=new.started_at)
    play_many(old, ["D4"], old.started_at)
    assert member_game_board_by_club([club.pk], VISITOR)[club.pk] != first
    act(reload(old), verbs.Resign, by=aino, now=old.started_at)
    assert member_game_board_by_club([club.pk], VISITOR) == {}


def test_E78_the_list_of_clubs_shows_public_games_of_members_only():
    member, gone = make_player(), make_player()
    club = make_club(make_player(), member, gone)
    joining.leave_or_withdraw_request(asked(gone), club.pk)
    shown, secret, other = make_game(black=member), make_game(black=member, private=True), make_game(black=gone)
    page = signed_in(member).get("/clubs/").content.decode()
    assert [f"/g/{game.pk}/" in page for game in (shown, secret, other)] == [True, False, False]


def test_E156_a_club_with_hidden_members_shows_none(client):
    aino = make_player()
    game = make_game(black=aino)
    play_many(game, ["E5", "C3"], game.started_at)
    club = make_club(aino, hidden_members=True)

    assert member_game_board_by_club([club.pk], VISITOR)[club.pk] not in client.get("/clubs/").content.decode()


def test_E156_two_clubs_with_the_same_newest_game_show_different_boards():
    aino, babak = make_player(), make_player()
    clubs = [make_club(aino, name="Oulu Go"), make_club(aino, babak)]
    old, new = make_game(black=aino), make_game(black=babak, white=aino)
    play_many(old, ["E5", "C3"], old.started_at)
    play_many(new, ["D4"], new.started_at)

    boards = member_game_board_by_club([club.pk for club in clubs], VISITOR)
    assert len(set(boards.values())) == 2


def test_the_own_club_is_first_and_faces_are_of_visible_members_only(client):
    aino = make_player()
    own, other = make_club(aino, name="Own"), make_club(make_player(), name="Newer", hidden_members=True)
    client.force_login(aino)

    page = client.get("/clubs/").content.decode()
    assert page.index(own.get_absolute_url()) < page.index(other.get_absolute_url())
    assert page.count('class="faces"') == 1


def test_E156_more_clubs_take_no_more_queries(client):
    def queries():
        with CaptureQueriesContext(
            connection,
        ) as found:
            client.get("/clubs/")
        return len(found)

    for number in range(2):
        make_game(black=(player := make_player()))
        make_club(player, name=f"Club {number}")
    few = queries()
    for number in range(2, 6):
        make_game(black=(player := make_player()))
        make_club(player, name=f"Club {number}")
    assert queries() == few
