"""Lists of games: every viewer finds each permitted game exactly once, on all pages."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from foundation import keyset
from games import verbs
from games.models import Game, Seat
from games.services.timeouts import end_overdue_games
from games.verbs.rulings import Annul
from games.verbs.time import RefuseWin
from games.views import lists
from tests.factories import NOON, act, make_game, make_moderator, make_player, reload

pytestmark = pytest.mark.django_db


@pytest.fixture
def games(aino, babak):
    """Create ten games: public and private, in progress and finished, with and without Aino."""
    carla, made = make_player("carla"), []
    for number in range(10):
        people = {"black": aino if number % 2 else carla, "white": babak}
        game = make_game(**people, private=number % 3 == 0, moves="E5 D4", now=NOON + timedelta(hours=number))
        if number % 4 < 2:
            act(game, verbs.Resign, now=NOON + timedelta(hours=20 - number))
        made.append(reload(game))
    return made


@pytest.fixture
def three_a_page(monkeypatch):
    monkeypatch.setattr(lists, "A_PAGE", 3)


def test_whoever_goes_through_the_archive_meets_every_game_that_they_may_see_once(client, games, aino, three_a_page):
    viewers = {
        None: [game for game in games if not game.private],
        aino: [game for game in games if not game.private or game.seat_of(aino)],
        make_moderator(): games,
    }
    for viewer, seen in viewers.items():
        client.logout()
        if viewer is not None:
            client.force_login(viewer)
        forth = list(_pages(client, reverse("games:archive"), "next"))
        back = list(_pages(client, forth[-1][0], "prev"))

        met = [game.pk for _, page in forth for game in page]
        assert sorted(met) == sorted(game.pk for game in seen)
        assert met == [game.pk for game in sorted(seen, key=_moment, reverse=True)]
        assert [page for _, page in back[::-1]] == [page for _, page in forth]


def test_a_page_can_still_be_asked_for_by_its_number(client, games, three_a_page):
    archive = reverse("games:archive")
    second = list(_pages(client, archive, "next"))[1][1]

    assert client.get(archive, {"page": 2}).context["games"] == second
    assert client.get(archive, {"page": 99999}).context["found"].number == 2
    assert "page 2 of 2" in client.get(archive, {"page": 2}).content.decode()


def test_what_is_no_key_is_refused(client, games):
    for key in ("x", "1", "1-", "-", "1-2-3", "9" * 30 + "-1", "1-" + "9" * 30, "%00"):
        assert client.get(reverse("games:archive"), {"after": key}).status_code == 400, key
    for key in ("99999999999999999-1", "-99999999999999999-1", "0-0"):
        assert client.get(reverse("games:archive"), {"before": key}).status_code == 200, key


def test_a_list_counts_to_a_thousand_and_then_says_more(client, games, monkeypatch):
    archive = reverse("games:archive")
    assert "6 games" in client.get(archive).content.decode()

    monkeypatch.setattr(keyset, "MOST_COUNTED", 4)
    page = client.get(archive)
    assert "more than 4 games" in page.content.decode()

    monkeypatch.setattr(lists, "A_PAGE", 2)
    text = client.get(f"{archive}?{client.get(archive).context['found'].next}").content.decode()
    assert "page 2" in text
    assert "page 2 of" not in text


def test_the_archive_is_searched_in_all_ways(client, games, aino):
    client.force_login(aino)
    make_game(size=13, rule_set="chinese", rated=False)
    searches = {
        "player=AINO": lambda game: game.seat_of(aino) is not None,
        "phase=running": lambda game: not game.is_finished,
        "phase=finished&player=aino": lambda game: game.is_finished and game.seat_of(aino) is not None,
        "size=13": lambda game: game.width == 13,
        "rule_set=chinese&phase=running": lambda game: game.rule_set == "chinese",
        "rated=no": lambda game: not game.rated,
        "player=nobody-at-all": lambda game: False,
    }
    for query, fits in searches.items():
        found = client.get(f"{reverse('games:archive')}?{query}").context["games"]
        seen = [game for game in Game.objects.visible_to(aino).with_seats() if fits(game)]
        assert sorted(game.pk for game in found) == sorted(game.pk for game in seen), query


def test_the_list_of_the_api_goes_both_ways_by_number_and_by_date(client, games):
    for query in ("", "&since=2026-01-01T00:00:00Z"):
        address, met, last = f"/api/v1/games?limit=2{query}", [], None
        while address:
            last = client.get(address).json()
            met += [row["id"] for row in last["results"]]
            address = last["next"]
        assert met == sorted((game.pk for game in games if not game.private), reverse=True), query
        back = client.get(last["previous"]).json()
        assert [row["id"] for row in back["results"]] == met[-4:-2], query


def test_seats_say_what_their_game_says(aino, babak):
    game = make_game(black=aino, white=babak, moves="E5 D4", days=1)
    assert _results(game) == {"": 2}

    act(game, verbs.Resign, by=babak)
    assert _results(game) == {"won": 1, "lost": 1}
    assert Seat.objects.filter(game=game, finished_at=reload(game).finished_at).count() == 2

    act(reload(game), Annul, by=make_moderator(grade="administrators"), reason="A test of seats.")
    assert _results(game) == {"none": 2}


def test_a_game_that_is_played_on_is_in_no_list_of_ended_ones(aino, babak):
    game = make_game(black=aino, white=babak, moves="E5 D4 C3 C4", days=1)
    later = game.deadline + timedelta(hours=1)
    end_overdue_games(now=later)
    assert reload(game).is_finished

    act(game, RefuseWin, by=babak, now=later)

    assert _results(game) == {"": 2}
    assert list(Game.objects.running_of(aino)) == [game]


def test_copies_that_went_wrong_are_found_and_mended(games, capsys):
    Seat.objects.update(private=False, result="won")
    with pytest.raises(CommandError):
        call_command("check_games")

    call_command("check_games", "--mend")

    assert "10 games checked, 0 faults" in capsys.readouterr().out


def _pages(client, address, way):
    """The pages from this one on, by the link that is shown, as address and games."""
    while address:
        answer = client.get(address)
        yield address, answer.context["games"]
        link = re.search(rf'rel="{way}" href="([^"]*)"', answer.content.decode())
        address = link and reverse("games:archive") + link[1].replace("&amp;", "&")


def _moment(game):
    return game.finished_at or game.last_action_at, game.pk


def _results(game):
    found = {}
    for result in Seat.objects.filter(game=game).values_list("result", flat=True):
        found[result] = found.get(result, 0) + 1
    return found
