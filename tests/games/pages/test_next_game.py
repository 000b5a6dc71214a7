"""From a game directly to the next one that waits (LOOK, Layout)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Player
from games import reading, services, verbs
from games.models import Game, Note
from games.services.idempotency import PlayerRequest
from games.services.next_games import ordered_games
from rules import Color
from tests.factories import act, make_player, reload, side
from tests.support.browsers import browser
from tests.support.games import make_game

pytestmark = pytest.mark.django_db


def page_of(player, game) -> str:
    browser = Client()
    browser.force_login(player)
    return browser.get(game.get_absolute_url()).content.decode()


def test_the_game_with_the_least_time_left_is_next_and_the_others_are_counted():
    aino = make_player("aino")
    here = make_game(black=aino, moves="D4", days=3)
    make_game(black=aino, days=7)
    soon = make_game(black=aino, white=make_player("cyrus"), days=1)
    make_game(black=aino, days=5)
    make_game(black=aino, moves="D4", days=1)

    html = page_of(aino, here)

    card = html.partition('id="next-game"')[2].partition("</a>")[0]
    assert f'href="{soon.get_absolute_url()}"' in card
    assert "<bdi>cyrus</bdi>" in card
    assert "2 more" in card
    assert "<svg" in card
    assert "No other games are waiting" not in html


def test_who_has_nothing_left_to_do_sees_that():
    aino = make_player()
    html = page_of(aino, make_game(black=aino, moves="D4", days=3))

    assert 'id="next-game"' not in html
    assert "No other games are waiting for you." in html


def test_visitors_have_no_other_games():
    game = make_game(days=3)
    html = Client().get(game.get_absolute_url()).content.decode()
    assert 'id="next-game"' not in html
    assert 'class="rail"' not in html


def test_other_games_are_one_statement_however_many_there_are():
    aino = make_player()
    here = make_game(black=aino, days=3)
    for many in (1, 6):
        for _ in range(many):
            make_game(black=aino, days=3)
        page_of(aino, here)
        with CaptureQueriesContext(connection) as asked:
            found = reading.other_running_games(aino, here.pk, 3)
        assert len(asked) == 1
        assert len(found) == min(many, 3)
    assert [one.waiting for one in found] == [7] * 3


def test_a_game_without_a_clock_comes_after_those_that_run_out_and_finished_ones_never():
    aino = make_player()
    here = make_game(black=aino, moves="D4", days=3)
    calm = make_game(black=aino)
    hasty = make_game(black=aino, days=2)
    over = make_game(black=aino, days=1)
    act(reload(over), verbs.Resign, by=aino, now=timezone.now())

    found = reading.other_running_games(aino, here.pk, 3)

    assert [one.pk for one in found] == [hasty.pk, calm.pk]
    assert all(one.waits for one in found)


def test_the_headline_is_the_state_of_the_game_for_whoever_reads_it():
    aino, cyrus = make_player("aino"), make_player("cyrus")
    game = make_game(black=aino, white=cyrus, days=3)

    assert '<h1 class="status">Your move</h1>' in page_of(aino, game)
    waiting = page_of(cyrus, game)
    assert '<h1 class="status">Waiting for <bdi>aino</bdi></h1>' in waiting
    assert "<title>Waiting for aino – Igo</title>" in waiting
    assert '<h1 class="status">Black to play</h1>' in page_of(make_player(), game)
    act(game, verbs.Resign, by=aino, now=timezone.now())
    over = page_of(cyrus, game)
    assert '<h1 class="status">White won by resignation</h1>' in over
    assert over.index("<b>Lost</b>") < over.index("<b>Won</b>")


def test_after_a_move_one_stays_goes_to_the_next_game_or_back_to_the_list_as_chosen_or_pressed():
    aino = make_player()
    client = browser(aino)
    waiting = make_game(black=aino, days=1)
    to = {"stay": "/g/{}/", "next": f"/g/{waiting.pk}/", "list": "/games/"}
    for chosen, pressed, lands in (
        ("stay", None, "stay"), ("next", None, "next"), ("list", None, "list"), ("next", "stay", "stay"),
        ("list", "stay", "stay"), ("stay", "next", "next"), ("stay", "https://evil.example/", "stay"),
    ):  # fmt: skip
        client.post("/settings/play/", {"after_sending": chosen, "next_order": "deadline"})
        game = make_game(black=aino, days=9, now=timezone.now())
        page = client.get(f"/g/{game.pk}/?point=E5").content.decode()
        assert ("Play and next" in page, "Play and return" in page) == (chosen == "next", chosen == "list")
        assert 'value="stay"' in page.partition('id="play"')[2].partition("</form>")[0] or chosen == "stay"
        sent = {"number": 0, "key": f"key-{game.pk}-{chosen}", "point": "E5"} | ({"after": pressed} if pressed else {})
        answer = client.post(f"/g/{game.pk}/play/", sent, follow=True)
        assert answer.redirect_chain[-1][0] == to[lands].format(game.pk), (chosen, pressed)


def waiting_games(aino) -> dict[str, int]:
    """Four games that wait, each first by another order."""
    made = {
        "deadline": make_game(black=aino, white=make_player("dora"), days=1),
        "waiting": make_game(black=aino, white=make_player("cyrus"), days=4),
        "opponent": make_game(black=aino, white=make_player("babak"), days=3),
        "priority": make_game(black=aino, white=make_player("emre"), days=2),
    }
    early = timezone.now() - timedelta(hours=1)
    Game.objects.filter(pk=made["waiting"].pk).update(last_action_at=early)
    services.set_priority(game_id=made["priority"].pk, player=aino, priority=1, now=early)
    return {name: game.pk for name, game in made.items()}


def test_the_games_that_wait_come_in_the_order_that_was_chosen_by_page_list_and_api_C60():
    aino, browser = make_player("aino"), Client()
    games = waiting_games(aino)
    here = make_game(black=aino, moves="D4", days=3)
    browser.force_login(aino)
    for order, first in games.items():
        browser.post("/games/order/", {"order": order})
        aino = Player.objects.get(pk=aino.pk)
        assert aino.next_order == order
        listed = list(ordered_games(aino.next_order, Game.objects.awaiting(aino), aino).values_list("pk", flat=True))
        assert listed[0] == first, order
        assert [one.pk for one in reading.other_running_games(aino, here.pk, 9)] == listed
        assert f'href="/g/{first}/" data-next' in browser.get("/games/").content.decode()
        assert browser.get("/games/next/").url == f"/g/{first}/"
        assert browser.get("/api/v1/games/next").json() == {"game": first}
    assert browser.post("/games/order/", {"order": "luck"}).status_code == 400
    assert Player.objects.get(pk=aino.pk).next_order == order


def test_skipping_goes_round_through_all_that_wait_and_never_to_another_C60():
    aino, browser = make_player("aino"), Client()
    browser.force_login(aino)
    games = set(waiting_games(aino).values())
    make_game(black=aino, moves="D4", days=3)
    at = first = int(browser.get("/games/next/").url.split("/")[2])
    seen = []
    for _ in games:
        seen.append(at)
        card = browser.get(f"/g/{at}/").content.decode().partition('id="next-game" href="/g/')[2]
        assert browser.get(f"/games/next/?after={at}").url == f"/g/{card.partition('/')[0]}/"
        at = int(card.partition("/")[0])
    assert at == first
    assert sorted(seen) == sorted(games)


def test_the_priority_is_noted_next_to_the_note_and_stays_when_only_one_of_them_changes():
    game, browser = make_game(days=3), Client()
    browser.force_login(game.seat_list()[0].player)
    path = f"/api/v1/games/{game.pk}/note"
    sent = {"number": 0, "key": "k" * 12, "text": "", "priority": "1"}
    assert browser.post(f"/g/{game.pk}/note/", sent).status_code == 302
    assert '<option value="1" selected>' in browser.get(f"/g/{game.pk}/").content.decode()
    body = {"content_type": "application/json"}
    assert browser.put(path, {"text": "corner"}, **body).json()["priority"] == "high"
    assert browser.put(path, {"text": "", "priority": "normal"}, **body).json()["changed_at"] is None
    assert Note.objects.count() == 0
    assert browser.post(f"/g/{game.pk}/note/", {**sent, "priority": "7"}).status_code == 400


def test_a_card_has_the_last_words_of_the_other_and_ones_own_note_C60():
    aino = make_player()
    games = [make_game(black=aino, days=days) for days in (2, 3, 4)]
    for game in games[:2]:
        other = side(game, Color.WHITE)
        services.send_message(PlayerRequest(aino, timezone.now()), game.pk, "mine, not the last")
        services.send_message(PlayerRequest(other, timezone.now()), game.pk, f"words in {game.pk} <b>")
        services.write_note(game_id=game.pk, player=aino, text=f"plan for {game.pk}", now=timezone.now())
    services.send_message(PlayerRequest(aino, timezone.now()), games[2].pk, "my own words")

    page = browser(aino).get("/games/").content.decode()

    for game in games[:2]:
        assert f"<q><bdi>words in {game.pk} &lt;b&gt;</bdi></q>" in page
        assert f"Your note: plan for {game.pk}" in page
    assert "my own words" not in page
    theirs = browser(side(games[0], Color.WHITE)).get("/games/").content.decode()
    assert "plan for" not in theirs
