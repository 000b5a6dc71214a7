"""The pages of events start with the viewer's own game and the boards of the round."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.event_boards import MOST_BOARDS, event_boards, event_pictures
from games.models import Game
from ladders.services import climbing
from tests.clubs.helpers import make_club
from tests.factories import make_game, make_player
from tests.leagues.helpers import make_league
from tests.tournaments.helpers import asked, look, make_ladder, make_open, make_running, white_loses
from tournaments.models import Tournament, TournamentState
from tournaments.services import entering, leaving
from tournaments.tables import CrossTableCell
from tournaments.templatetags.tournaments import result_cell

pytestmark = pytest.mark.django_db


def games_of(tournament):
    return Game.objects.filter(pairing__round__tournament=tournament)


def page_for(player, path):
    client = Client(headers={"Accept-Language": "en"})
    if player is not None:
        client.force_login(player)
    return client.get(path).content.decode()


def test_the_own_game_with_its_board_and_button_comes_before_the_other_boards():
    made, _people = make_running(4)
    own, other = games_of(made).order_by("pk")
    waits = own.seat_on_turn()
    idle = own.others(waits)[0].player
    page = page_for(waits.player, made.get_absolute_url())
    assert "Play your move" in page
    assert page.index(own.get_absolute_url()) < page.index("Play your move") < page.index(other.get_absolute_url())
    assert "Open the game" in page_for(idle, made.get_absolute_url()), "the opponent is on turn"
    visitor = page_for(None, made.get_absolute_url())
    assert "Your game" not in visitor
    assert all(game.get_absolute_url() in visitor for game in (own, other))


def test_the_most_urgent_own_game_is_the_one_that_waits_for_the_player():
    made, _people = make_running(4)
    first = games_of(made).order_by("pk")[0]
    player = first.seat_on_turn().player
    assert event_boards(games_of(made), player).own == first
    games_of(made).filter(pk=first.pk).update(turn=1 - first.turn)
    assert not event_boards(games_of(made), player).is_my_turn


def test_private_games_are_not_on_the_wall_of_other_viewers():
    made, _people = make_running(4)
    hidden = games_of(made).order_by("pk")[0]
    games_of(made).filter(pk=hidden.pk).update(private=True)
    assert hidden not in event_boards(games_of(made), make_player()).games


def test_the_wall_is_bounded_and_costs_the_same_queries_for_any_number_of_games():
    counts = []
    for size in (4, 30):
        made, people = make_running(size, most=30)
        client = Client(headers={"Accept-Language": "en"})
        client.force_login(people[0])
        client.get(made.get_absolute_url())
        with CaptureQueriesContext(connection) as seen:
            client.get(made.get_absolute_url())
        counts.append(len(seen))
    assert counts[0] == counts[1]
    for viewer in (people[0], make_player()):
        assert len(event_boards(games_of(made), viewer).games) == MOST_BOARDS


def test_one_page_has_no_page_number_and_a_tournament_shows_its_seed_in_the_log_only():
    made, _people = make_running(4)
    assert "page 1" not in page_for(None, "/tournaments/?which=running")
    assert "Random seed" not in page_for(None, made.get_absolute_url())
    assert "Random seed" in page_for(None, f"{made.get_absolute_url()}log/")


def test_E96_the_page_of_a_tournament_has_my_games_then_the_others_the_table_the_rounds_and_the_terms():
    made, people = make_running(4)
    white_loses(made, 1)
    look()
    path, me = made.get_absolute_url(), people[0]
    tabs, _, page = page_for(me, path).partition('aria-label="Tournament"')[2].partition("</nav>")
    assert all(f'href="{path}{one}/"' in tabs for one in ("standings", "players", "log", "rounds/2"))
    marks = ("own-game", 'id="my-games"', 'id="boards"', 'id="table"', "rounds/1/", "rounds/2/", "Terms for all games")
    assert [*marks] == sorted(marks, key=page.index)
    mine = page[page.index('id="my-games"') : page.index('id="boards"')]
    games = {game.pk for game in games_of(made).filter(seats__player=me)}
    assert {int(pk) for pk in re.findall(r"/g/(\d+)/", mine)} == games
    assert len(games) == 2, "one of each round"
    assert all(f'href="{path}{one}/"' in page for one in ("rounds/1", "rounds/2"))


def test_E96_results_in_the_cross_table_lead_to_their_games():
    made, _people = make_running(4)
    white_loses(made, 1)
    look()
    page = page_for(None, f"{made.get_absolute_url()}standings/")
    cells = re.findall(r'<a href="/g/(\d+)/" aria-label="([^"]+)">(.+?)</a>', page)
    first = games_of(made).filter(pairing__round__number=1).order_by("pk")[0].pk
    found = [(words, drawn) for pk, words, drawn in cells if int(pk) == first]
    assert sorted(re.sub(r"opponent \d", "opponent N", words) for words, _ in found) == [
        "lost, opponent N, White",
        "won, opponent N, Black",
    ]
    for words, drawn in found:
        sign, color = ("+", "b") if words.startswith("won") else ("−", "w")
        opponent = re.findall(r"\d", words)[0]
        assert drawn == f'<i class="stone {color}"></i>{opponent} <b>{sign}</b>'
    assert len(cells) == 8, "two games, two rounds, two players each"


def test_E96_a_cell_shows_handicap_and_forfeit_only_where_there_is_one():
    cell = CrossTableCell(1, "won", opponent=3, color="w", handicap=2, by_default=True)
    assert cell.words == "won by forfeit, opponent 3, White, handicap 2"
    assert result_cell(cell) == '<i class="stone w"></i>3 <b>+!</b> <small>H2</small>'
    assert cell.text == "3+/w2!", "files keep the codes of the federations"
    cell = CrossTableCell(1, "won", opponent=3, color="w", handicap=1, komi=-15)
    assert cell.words == "won, opponent 3, White, komi −7.5"
    assert result_cell(cell) == '<i class="stone w"></i>3 <b>+</b> <small>komi −7.5</small>'


def test_a_tournament_open_for_entry_shows_its_board_next_to_the_button():
    page = page_for(make_player(), make_open().get_absolute_url())
    assert page.index("<svg") < page.index("Enter the tournament")


def test_the_page_of_a_ladder_starts_with_the_own_game():
    top, below = make_player(), make_player()
    ladder = make_ladder(top, below)
    page = page_for(below, ladder.get_absolute_url())
    assert "own-game" not in page
    game = climbing.challenge_player(asked(below), ladder.pk, top, 1).game
    for player in (top, below):
        page = page_for(player, ladder.get_absolute_url())
        assert page.index(game.get_absolute_url()) < page.index('class="list-rows"')
    assert page.index('class="list-rows"') < page.index("<summary>How places change")


def test_the_page_of_a_league_starts_with_the_own_game_and_its_tables_come_before_the_boards():
    people = [make_player() for _ in range(5)]
    league = make_league(*people)
    page = page_for(people[0], league.get_absolute_url())
    assert page.index("own-game") < page.index("cross-table") < page.index('id="boards"')
    assert page.index('id="boards"') < page.index("<summary>Format and rules")


def test_the_page_of_a_club_starts_with_the_own_game_with_another_member():
    owner, guest, other = make_player(), make_player(), make_player()
    club = make_club(owner, guest)
    make_game(black=owner, white=other)
    game = make_game(black=owner, white=guest, private=True)
    page = page_for(guest, club.get_absolute_url())
    assert page.index(game.get_absolute_url()) < page.index("Members' games")
    assert game.get_absolute_url() not in page_for(other, club.get_absolute_url())


def test_a_list_shows_what_one_can_do_with_a_board_a_row_and_the_same_queries_for_any_number():
    counts = []
    for more in (1, 3):
        for _ in range(more):
            _made, people = make_running(4)
            ladder = make_ladder(*people[:2])
            climbing.challenge_player(asked(people[1]), ladder.pk, people[0], 1)
            make_league(*[make_player() for _ in range(5)])
        paths = ("/tournaments/?which=running", "/ladders/", "/leagues/")
        for path in paths:
            page_for(None, path)
        with CaptureQueriesContext(connection) as seen:
            pages = [page_for(None, path) for path in paths]
        counts.append(len(seen))
    assert counts[0] == counts[1]
    for page, action in zip(pages, ("Watch", "Challenge a player", "Join the league"), strict=True):
        rows = page.split('event-row">')[1:]
        assert len(rows) == 4
        assert all("<svg" in row and action in row for row in rows)
    make_open()
    assert "Enter the tournament" in page_for(make_player(), "/tournaments/")


def test_a_private_game_is_not_the_picture_of_its_event():
    made, _people = make_running(2)
    games_of(made).update(private=True)
    viewer = make_player()
    assert event_pictures(games_of(made), "pairing__round__tournament", viewer) == {}


def test_a_round_shows_the_board_of_each_public_game_and_a_list_its_games_in_progress():
    made, _people = make_running(4)
    shown, hidden = games_of(made).order_by("pk")
    games_of(made).filter(pk=hidden.pk).update(private=True)
    assert page_for(None, f"{made.get_absolute_url()}rounds/1/").count('class="with-picture"') == 1
    wall = page_for(None, "/tournaments/?which=running").split('id="in-progress"')[1]
    assert shown.get_absolute_url() in wall
    assert hidden.get_absolute_url() not in wall


def test_tournaments_in_progress_are_below_those_open_for_entry():
    running, _people = make_running(4)
    opened = make_open()
    page = page_for(None, "/tournaments/")
    assert page.index(opened.get_absolute_url()) < page.index('id="running"') < page.index(running.get_absolute_url())
    assert 'id="running"' not in page_for(None, "/tournaments/?which=past")
    Tournament.objects.filter(pk=running.pk).update(state=TournamentState.REVIEW)
    assert running.get_absolute_url() in page_for(None, "/tournaments/"), "its results are not final yet"


def test_the_list_shows_the_faces_of_entered_players_only():
    made, people = make_open(), [make_player() for _ in range(3)]
    for player in people:
        entering.enter_tournament(asked(player), made.pk)
    leaving.withdraw_from_tournament(asked(people[0]), made.pk)

    page = page_for(None, "/tournaments/")

    faces = page[page.index('<span class="faces"') :].partition("</p>")[0]
    assert faces.count('class="face flat"') == 2


def test_each_player_is_listed_with_the_game_of_the_current_round_if_it_is_public():
    made, _people = make_running(4)
    hidden, shown = games_of(made).order_by("pk")
    games_of(made).filter(pk=hidden.pk).update(private=True)

    page = page_for(None, f"{made.get_absolute_url()}players/")

    assert "4 players" in page
    assert page.count(f'href="{shown.get_absolute_url()}"') == 2
    assert page.count("Round 1 against") == 2
    assert hidden.get_absolute_url() not in page
    assert "Round 1 against" not in page_for(None, f"{make_open().get_absolute_url()}players/")


def test_directors_see_the_boards_of_games_without_a_result_in_as_many_queries_for_any_number():
    counts = []
    for size in (4, 8):
        made, _people = make_running(size)
        path = f"{made.get_absolute_url()}direct/"
        page_for(made.owner, path)
        with CaptureQueriesContext(connection) as seen:
            page = page_for(made.owner, path)
        counts.append(len(seen))
        assert page.count('class="with-picture"') == size // 2
    assert counts[0] == counts[1]


def test_an_open_tournament_says_how_many_places_are_taken_with_a_board_of_its_size():
    made = make_open(most=10)
    entering.enter_tournament(asked(make_player("aino")), made.pk)

    page = page_for(make_player(), made.get_absolute_url())

    assert "1 of 10 places taken" in page
    assert page.index("places taken") < page.index("Enter the tournament") < page.index("Terms for all games")
    assert '<details class="fold" open>' in page, "all terms are in sight before one enters (E11)"
