"""The page of notices: player and event, the board as the picture, and the possible actions next to it."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from challenges import services as challenging
from challenges.services import OfferRecipients
from games.models import Game
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from notifications.models import KINDS, Notice
from tests.factories import make_player, play
from tests.support.games import make_game

pytestmark = pytest.mark.django_db


def page_of(client, player) -> str:
    client.force_login(player)
    return re.sub(r"\s+", " ", client.get("/notifications/").content.decode())


def rows(page: str) -> list[str]:
    return re.findall(r"<li .*?</li>", page[page.index("<main") :])


def test_a_notice_says_who_did_what_with_the_board_as_its_picture_and_the_way_to_the_game(client):
    game = make_game(moves="D4 F6 D3", days=3)
    black, white = (seat.player for seat in game.seat_list())
    Notice.objects.all().delete()
    for player, by, kind in ((black, white, "undo_asked"), (white, None, "clock_day")):
        Notice.objects.create(player=player, kind=kind, game=game, by=by, created_at=timezone.now())

    (asked,) = rows(page_of(client, black))
    assert f'href="/g/{game.pk}/"><bdi>{white.username}</bdi> has asked for an undo</a>' in asked
    for part in ("<svg", "9×9", '<span class="word">new</span>'):
        assert part in asked

    (warned,) = rows(page_of(client, white))
    assert f"Less than a day left to move against <bdi>{black.username}</bdi>" in warned
    Notice.objects.filter(player=white).update(created_at=game.last_action_at - timedelta(minutes=1), read_at=None)
    (turn,) = rows(page_of(client, white))
    assert f"<bdi>{black.username}</bdi> played <bdi>D3</bdi>" in turn, "one row a game, with the newest"
    assert '<span class="word">new</span>' in turn


def test_a_challenge_is_accepted_where_it_is_shown(client):
    aino, babak = make_player(), make_player()
    offer = challenging.create_challenge(
        PlayerRequest(babak, timezone.now()), Terms(width=13, height=13), OfferRecipients(aino)
    )
    (result,) = rows(page_of(client, aino))
    assert f"<bdi>{babak.username}</bdi> has challenged you to a game" in result
    assert 'value="decline"' in result

    fields = dict(re.findall(r'name="(handicap|color)" value="(\w+)"', result))
    answer = client.post(offer.get_absolute_url(), {**fields, "answer": "accept"})
    assert answer.headers["Location"] == f"/g/{Game.objects.get().pk}/"
    assert 'value="accept"' not in page_of(client, aino)


def test_a_challenge_that_is_no_longer_open_says_so_or_shows_its_game(client):
    aino, babak = make_player(), make_player()
    asking = PlayerRequest(babak, timezone.now())
    one, other = (
        challenging.create_challenge(asking, Terms(width=w, height=w), OfferRecipients(aino)) for w in (9, 13)
    )
    assert page_of(client, aino).count('<h2 class="day">') == 1, "both wait for an answer"

    challenging.decline_challenge(PlayerRequest(aino, timezone.now()), other.pk)
    game = make_game(black=aino, white=babak, moves="D4", days=3, now=timezone.now())
    Notice.objects.filter(game=game).delete()
    type(one).objects.filter(pk=one.pk).update(status="accepted", game=game)
    declined, started = sorted(rows(page_of(client, aino)), key=lambda row: "has started" in row)
    assert "<small>Declined</small>" in declined
    assert f'href="/g/{game.pk}/">Your game with <bdi>{babak.username}</bdi> has started</a>' in started
    assert "9×9" in started

    play(game, "E5", now=timezone.now())
    own_turn = [row for row in rows(page_of(client, aino)) if f'href="/g/{game.pk}/' in row]
    assert len(own_turn) == 1, "a game has one row"


def test_a_long_day_is_folded_after_six_rows_and_an_earlier_one_after_four(client):
    player = make_player()
    for kind in list(KINDS)[:7]:
        Notice.objects.create(player=player, kind=kind, created_at=timezone.now())
    page = page_of(client, player)
    assert len(rows(page[: page.index("1 more")])) == 6
    assert len(rows(page)) == 7
    Notice.objects.update(created_at=timezone.now() - timedelta(days=30))
    Notice.objects.create(player=player, kind="message", created_at=timezone.now())
    page = page_of(client, player)
    assert len(rows(page[: page.index("3 more")])) == 1 + 4


def test_a_name_and_a_sentence_are_text_and_every_kind_has_a_place_for_no_other_value(client):
    kinds = list(KINDS)
    for some in (kinds[:90], kinds[90:]):
        player = make_player()
        for kind in some:
            Notice.objects.create(player=player, kind=kind, created_at=timezone.now())
        page = page_of(client, player)
        assert len(rows(page)) == len(some)
        assert "%(" not in page


def test_notices_stand_under_their_days_and_are_read_in_as_many_statements_for_one_as_for_many(client):
    aino = make_player()
    counted = []
    for many in (1, 4):
        for n in range(many):
            game = make_game(black=aino, moves="D4", days=3)
            at = timezone.now() - timedelta(days=3 * n, minutes=1)
            Notice.objects.create(player=aino, kind="game_started", game=game, created_at=at)
        page_of(client, aino)
        with CaptureQueriesContext(connection) as asked:
            page = page_of(client, aino)
        counted.append(len(asked))
    days = re.findall(r'<h2 class="day">([^<]+)</h2>', page)
    assert [day for day in days if day != "Waiting for you"] == ["Today", "This week", "Earlier"]
    assert counted[0] == counted[1]


def test_who_has_no_notices_sees_what_will_be_here_one_action_and_a_board(client):
    page = page_of(client, make_player())
    main = page[page.index("<main") : page.index("</main>")]
    assert "Nothing new." in main
    assert main.count("button primary") == 1
    assert "Shusaku" in main


def test_the_start_of_a_game_is_no_news_once_both_have_moved(client):
    game = make_game(days=3)
    black = game.seat_list()[0].player
    Notice.objects.all().delete()
    Notice.objects.create(player=black, kind="game_started", game=game, created_at=timezone.now())
    assert "has started" in page_of(client, black)
    for move in ("D4", "F6", "D3"):
        play(game, move, now=timezone.now())
    assert "has started" not in page_of(client, black)


def test_the_game_with_the_least_time_left_is_the_first_that_waits(client):
    player = make_player()
    soon, late = (make_game(black=player, days=days) for days in (1, 5))
    Notice.objects.create(player=player, kind="clock_day", game=soon, created_at=timezone.now() + timedelta(hours=1))
    first, second = rows(page_of(client, player))[:2]
    assert f'href="/g/{soon.pk}/' in first
    assert f'href="/g/{late.pk}/' in second


def test_a_game_has_one_row_with_its_newest_notice(client):
    game = make_game(moves="D4 F6 D3", days=3)
    black, white = (seat.player for seat in game.seat_list())
    Notice.objects.all().delete()
    now = timezone.now()
    for hours, kind in ((3, "undo_asked"), (2, "undo_declined"), (1, "message")):
        Notice.objects.create(player=black, kind=kind, game=game, by=white, created_at=now - timedelta(hours=hours))
    Notice.objects.create(player=black, kind="report_answered", created_at=now - timedelta(hours=4), path="/reports/")

    newest, other = rows(page_of(client, black))
    assert str(KINDS["message"]) % {"name": f"<bdi>{white.username}</bdi>"} in newest
    assert "earlier" not in newest + other


def test_notices_of_a_day_that_say_the_same_are_one_row_with_their_number(client):
    aino, babak, cyrus = make_player(), make_player(), make_player()
    now = timezone.now().replace(hour=12, minute=0)
    said = [
        (now, "event_notice", "/tournaments/1/", None), (now, "event_notice", "/tournaments/1/", None),
        (now, "event_notice", "/tournaments/1/", None), (now, "event_notice", "/tournaments/2/", None),
        (now - timedelta(days=1), "event_notice", "/tournaments/1/", None),
        (now, "follower", "/following/", babak), (now, "follower", "/following/", cyrus),
    ]  # fmt: skip
    for at, kind, path, by in said:
        Notice.objects.create(player=aino, kind=kind, path=path, by=by, created_at=at, title="Cup")

    shown = rows(page_of(client, aino))

    assert len(shown) == 5
    merged = [row for row in shown if "2 earlier notifications like this" in row]
    assert len(merged) == 1
    assert 'href="/tournaments/1/"' in merged[0]


def test_what_the_page_has_shown_is_read_and_what_a_script_fetched_is_not(client):
    player = make_player()
    Notice.objects.create(player=player, kind="message", created_at=timezone.now())
    client.force_login(player)

    client.head("/notifications/?seen=all")
    client.get("/notifications/?seen=all", headers={"Sec-Fetch-Mode": "cors"})
    page = client.get("/notifications/").content.decode()
    assert '<noscript><meta http-equiv="refresh" content="0; url=?seen=all"></noscript>' in page
    assert Notice.objects.unread().count() == 1, "the script marks what is visible"

    page = client.get("/notifications/?seen=all").content.decode()
    assert '<span class="word">new</span>' in page, "as what is new"
    assert "http-equiv" not in page
    assert Notice.objects.unread().count() == 0
    assert '<span class="word">new</span>' not in page_of(client, player)


def test_the_form_has_the_unread_notices_that_no_row_stands_for(client):
    game = make_game(moves="D4 F6", days=3)
    player = game.seat_list()[0].player
    Notice.objects.all().delete()
    started = Notice.objects.create(player=player, kind="game_started", game=game, created_at=timezone.now())
    with_row = Notice.objects.create(player=player, kind="message", created_at=timezone.now())

    page = page_of(client, player)

    assert f'id="read" data-unread="{started.pk}"' in page
    assert f'<li class="new" data-unread="{with_row.pk}"' in page


def test_the_script_marks_only_the_notices_that_were_visible_and_are_the_players(client):
    player, other = make_player(), make_player()
    mine, later, theirs = (
        Notice.objects.create(player=one, kind="message", created_at=timezone.now()) for one in (player, player, other)
    )
    assert f'data-unread="{later.pk} {mine.pk}"' in page_of(client, player)

    answer = client.post("/notifications/", {"seen": [str(mine.pk), str(theirs.pk), "x", "9" * 30]})

    assert answer.status_code == 204
    assert set(Notice.objects.unread()) == {later, theirs}
    assert client.post("/notifications/", {"seen": "x"}).status_code == 204
    assert set(Notice.objects.unread()) == {later, theirs}
    client.post("/notifications/")
    assert set(Notice.objects.unread()) == {theirs}
