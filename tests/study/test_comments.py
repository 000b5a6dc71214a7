"""Comments on moves: hidden everywhere until the game is over (C34), visible immediately in a teaching game (C37)."""

from __future__ import annotations

import io
import json
import zipfile

import pytest
from django.core import serializers
from django.test import Client, TestCase
from django.utils import timezone

from accounts.privacy.account_deletion import delete
from accounts.privacy.blocking import block_player
from accounts.privacy.data_export import export_archive
from foundation import hints
from games import verbs
from moderation.models import Report
from programs.models import Event
from social.models import Post
from study.core.nodes import ROOT
from tests.factories import act, make_moderator, make_player
from tests.study.test_tree_api import client_of, tree_of
from tests.support.games import make_game

pytestmark = pytest.mark.django_db
CANARY = "canary of a sealed comment"


@pytest.fixture
def game():
    return make_game(moves="E5 D4")


@pytest.fixture
def aino(game):
    return game.seat_list()[0].player


def say(player, game, text=CANARY, key="one", **more):
    headers = {"Idempotency-Key": f"{key}-{player.pk}"}
    body = json.dumps({"text": text, **more})
    return client_of(player).post(f"/api/v1/games/{game.pk}/comments/", body, "application/json", headers=headers)


def comments_of(client, game):
    """Return the comments that a viewer gets from the API."""
    return [row["text"] for row in client.get(f"/api/v1/games/{game.pk}/comments/").json()["results"]]


def ways_out(game):
    one = f"/g/{game.pk}"
    api = f"/api/v1/games/{game.pk}"
    more = "tree,comments,chat,machine,plans"
    yield from (f"{one}/", f"{one}/?move=1", f"{one}/review/", f"{one}/comments/", f"{one}/talk/", f"{one}/analysis/")
    yield from (f"{one}.sgf?with={more}", f"{api}/", f"{api}/comments/", f"{api}/review/", f"{api}/talk/")
    yield from (
        f"{api}/tree/",
        f"{api}/sgf/?with={more}",
        f"{api}/actions/",
        f"{api}/chat/",
        "/api/v1/me/notifications/",
    )
    yield from ("/notifications/", "/messages/", "/mod/", "/admin/", f"/embed/g/{game.pk}/", "/games/", "/")


def shown_to(client, paths):
    """The ways by which the canary comes to this viewer."""
    return [path for path in paths if CANARY in client.get(path, follow=True).content.decode()]


def test_a_sealed_comment_is_on_no_way_out_until_the_end_C1_C34(game, aino):
    babak = game.seat_list()[1].player
    made = say(aino, game, node=tree_of(aino, game)["head"])
    assert (made.status_code, made.json()["sealed"], made.json()["number"]) == (201, True, 2)
    others = {
        "opponent": client_of(babak),
        "visitor": Client(),
        "reader": client_of(make_player()),
        "moderator": client_of(make_moderator()),
        "administrator": client_of(make_moderator(grade="administrators")),
    }

    everywhere = list(ways_out(game))
    assert {who: shown_to(client, everywhere) for who, client in others.items()} == {who: [] for who in others}
    assert shown_to(client_of(aino), everywhere)
    assert CANARY not in serializers.serialize("json", Event.objects.all())
    for client in others.values():
        assert comments_of(client, game) == []
    post = Post.objects.get()
    assert client_of(babak).get(f"/report/post/{post.pk}/").status_code == 404
    assert client_of(make_moderator()).get(f"/report/post/{post.pk}/").status_code == 404

    act(game, verbs.Resign)
    for client in others.values():
        assert comments_of(client, game) == [CANARY]
        ends = [f"/g/{game.pk}/review/", f"/api/v1/games/{game.pk}/comments/"]
        assert shown_to(client, ends) == ends
        assert CANARY in client.get(f"/g/{game.pk}.sgf?with=comments").content.decode()
        assert CANARY not in client.get(f"/g/{game.pk}.sgf").content.decode()


def test_the_page_says_when_it_opens_and_takes_a_comment_back_C34(game, aino):
    page = client_of(aino).get(f"/g/{game.pk}/comments/?move=1").content.decode()
    assert "Visible to everyone who can see the game, once the game is over." in page
    assert 'value="1"' in page
    assert client_of(aino).post(f"/g/{game.pk}/comments/", {"move": "1", "text": CANARY}).status_code == 302
    post = Post.objects.get()
    assert (post.number, post.text) == (1, CANARY)
    assert client_of(aino).post(f"/g/{game.pk}/comments/", {"move": "3", "text": "x"}).status_code == 404
    assert client_of(aino).post(f"/g/{game.pk}/comments/", {"move": "0", "text": ""}).status_code == 400
    assert client_of(make_player()).get(f"/g/{game.pk}/comments/").status_code == 404

    babak = game.seat_list()[1].player
    path = f"/api/v1/games/{game.pk}/comments/{post.pk}/"
    assert client_of(babak).delete(path).status_code == 404
    assert client_of(aino).delete(path).status_code == 204
    assert not Post.objects.exists()


def test_who_wrote_an_open_comment_deletes_it_and_nobody_else_and_not_what_moderators_have_hidden_C4(game, aino):
    act(game, verbs.Resign)
    other = game.seat_list()[1].player
    at = say(aino, game, node=ROOT).json()["node"]
    post, withdraw = Post.objects.get(), f"/g/{game.pk}/comments/withdraw/"
    assert withdraw in client_of(aino).get(f"/g/{game.pk}/review/?at={at}").content.decode()
    assert withdraw not in client_of(other).get(f"/g/{game.pk}/review/?at={at}").content.decode()
    client_of(other).post(f"/report/post/{post.pk}/", {"kind": "abuse", "text": "rude"})

    assert client_of(other).post(withdraw, {"comment": post.pk}).status_code == 404
    gone = client_of(aino).post(withdraw, {"comment": post.pk, "at": at})
    assert gone.url == f"/g/{game.pk}/review/?at={at}#comments"
    assert not Post.objects.exists()
    assert CANARY in str(list(Report.objects.values())), "what was reported stays with the report"

    say(aino, game, key="two")
    Post.objects.update(hidden_at=timezone.now(), hidden_reason="rude")
    assert client_of(aino).post(withdraw, {"comment": Post.objects.get().pk}).status_code == 404
    assert Post.objects.exists()


def test_a_review_says_that_there_is_something_new_and_a_running_game_says_nothing_C1_C35(game, aino, monkeypatch):
    calls = []
    monkeypatch.setattr(hints.sender, "publish", calls.append)
    capture = TestCase.captureOnCommitCallbacks
    with capture(execute=True):
        say(aino, game)
        client_of(aino).delete(f"/api/v1/games/{game.pk}/comments/{Post.objects.get().pk}/")
        client_of(aino).post(f"/g/{game.pk}/review/share/", {"answer": "show"})
    assert [hint for hint in calls if hint.game == game.pk] == []

    act(game, verbs.Resign)
    calls.clear()
    with capture(execute=True):
        say(aino, game, key="two")
    with capture(execute=True):
        client_of(aino).delete(f"/api/v1/games/{game.pk}/comments/{Post.objects.get().pk}/")
    with capture(execute=True):
        client_of(aino).post(f"/g/{game.pk}/review/say/", {"moves": "C3", "text": ""})
    assert [hint.kind for hint in calls if hint.game == game.pk] == ["review.changed"] * 3


def test_a_retry_is_one_comment_and_what_is_wrong_stores_nothing_C18_C110(game, aino):
    assert say(aino, game).json() == say(aino, game).json()
    assert Post.objects.count() == 1
    stranger = make_player()
    assert say(stranger, game).json()["code"] == "thread_closed"
    assert say(aino, game, key="two", node="f" * 12).json()["code"] == "not_shared"
    assert say(aino, game, key="three", text="").status_code == 400
    assert say(aino, game, key="four", text="x" * 2001).status_code == 400
    assert Post.objects.count() == 1


def test_a_private_games_comments_stay_with_its_players_and_moderators_C34():
    game = make_game(moves="E5 D4", private=True)
    aino, babak = (seat.player for seat in game.seat_list())
    say(aino, game)
    act(game, verbs.Resign)

    assert comments_of(client_of(babak), game) == comments_of(client_of(make_moderator()), game) == [CANARY]
    assert Client().get(f"/api/v1/games/{game.pk}/comments/").status_code == 404
    assert not Post.objects.readable_by(make_player()).exists()
    ways = list(ways_out(game))
    assert shown_to(client_of(make_player()), ways) == shown_to(Client(), ways) == []


def test_in_a_teaching_game_both_read_it_immediately_and_watchers_at_the_end_C37():
    game = make_game(moves="E5 D4", teaching=True)
    aino, babak = (seat.player for seat in game.seat_list())
    assert say(aino, game, node=ROOT).json()["sealed"] is False

    assert comments_of(client_of(babak), game) == [CANARY]
    assert CANARY in client_of(babak).get(f"/g/{game.pk}/comments/").content.decode()
    for client in (Client(), client_of(make_player()), client_of(make_moderator())):
        assert shown_to(client, ways_out(game)) == []
    act(game, verbs.Resign)
    assert comments_of(Client(), game) == [CANARY]


def test_blocked_and_muted_players_are_not_read_and_do_not_write_C4(game, aino):
    babak, reader = game.seat_list()[1].player, make_player()
    act(game, verbs.Resign)
    assert say(reader, game).status_code == 201
    assert comments_of(client_of(babak), game) == [CANARY]

    client_of(babak).post(f"/g/{game.pk}/talk/mute/", {"name": reader.username, "do": "mute"})
    assert comments_of(client_of(babak), game) == []
    assert comments_of(client_of(aino), game) == [CANARY]
    block_player(player=aino, other=reader, now=timezone.now())
    assert comments_of(client_of(aino), game) == []
    assert say(reader, game, key="again").json()["code"] == "thread_closed"


def test_a_comment_can_be_reported_where_it_can_be_read_C4(game, aino):
    reader = make_player()
    act(game, verbs.Resign)
    say(reader, game)
    path = f"/report/post/{Post.objects.get().pk}/"

    page = client_of(aino).get(f"/g/{game.pk}/review/").content.decode()
    assert path in page
    assert client_of(aino).post(path, {"kind": "abuse", "text": "rude"}).status_code == 302


def test_the_export_has_ones_comments_and_closing_erases_the_sealed_ones_C4(game, aino):
    ended = make_game(moves="E5 D4", black=aino)
    say(aino, ended, text="said at the end", key="ended")
    act(ended, verbs.Resign)
    say(aino, game)
    files = zipfile.ZipFile(io.BytesIO(b"".join(export_archive(aino))))
    mine = [json.loads(line)["text"] for line in files.read("comments.jsonl").decode().splitlines()]
    assert mine == ["said at the end", CANARY]

    delete(player=aino, now=timezone.now())
    assert [post.text for post in Post.objects.all()] == ["said at the end"]
    row = Client().get(f"/api/v1/games/{ended.pk}/comments/").json()["results"][0]
    assert row["author"].startswith("deleted-")
