"""Blocking: two players cannot reach each other, in either direction, and the blocked player is not notified."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Block
from accounts.privacy.blocking import CannotBlock, block_player, unblock_player
from challenges import services as challenging
from challenges.errors import CannotChallenge
from challenges.models import Challenge
from challenges.services import OfferRecipients
from games import services, verbs
from games.errors import ChatClosed
from games.models import Game, Message
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from games.verbs import Ruling
from notifications.models import Notice
from rules import AfterRejection, Color
from tests.factories import act, make_game, make_moderator, make_player, play, reload, side
from tests.support.browsers import browser

pytestmark = pytest.mark.django_db

NOW = timezone.now()


@pytest.fixture(params=["aino blocks", "babak blocks"])
def pair(request):
    """Two players, one of whom has blocked the other."""
    aino, babak = make_player("aino"), make_player("babak")
    one, other = (aino, babak) if request.param == "aino blocks" else (babak, aino)
    block_player(player=one, other=other, now=NOW)
    return aino, babak


def offer(creator, **more):
    return challenging.create_challenge(PlayerRequest(creator, NOW), Terms(), OfferRecipients(**more))


def test_they_do_not_challenge_each_other(pair):
    aino, babak = pair

    with pytest.raises(CannotChallenge):
        offer(aino, opponent=babak)
    refused = browser(aino).post(
        "/api/v1/challenges/",
        {"size": 9, "days": 3, "opponent": "babak"},
        content_type="application/json",
        headers={"Idempotency-Key": "1"},
    )

    assert (refused.status_code, refused.json()["code"]) == (403, "cannot_challenge")
    assert refused.json()["detail"] == "You can't challenge this player."
    assert not Challenge.objects.exists()
    assert not Notice.objects.exists()


@pytest.mark.parametrize("kind", ["anyone", "link", "before the block"])
def test_they_accept_nothing_of_each_other(kind):
    aino, babak = make_player("aino"), make_player("babak")
    made = offer(aino, by_link=kind == "link", opponent=babak if kind == "before the block" else None)
    block_player(player=aino, other=babak, now=NOW)

    with pytest.raises(CannotChallenge):
        challenging.accept_challenge(PlayerRequest(babak, NOW), made.pk, token=made.token)
    with pytest.raises(CannotChallenge):
        challenging.counter_challenge(PlayerRequest(babak, NOW), made.pk, Terms(), token=made.token)

    assert not Game.objects.exists()


def test_they_do_not_see_each_others_offers(pair):
    aino, babak = pair
    offer(babak)
    theirs = offer(make_player("kaisa"))

    page = browser(aino).get("/waiting/").content.decode()
    api = browser(aino).get("/api/v1/challenges/").json()["results"]

    assert "babak" not in page
    assert "kaisa" in page
    assert [one["id"] for one in api] == [theirs.pk]
    assert browser(aino).get(f"/challenge/{Challenge.objects.get(creator=babak).pk}/").status_code == 404
    assert "babak" in Client().get("/waiting/").content.decode()


def test_running_games_go_on_with_their_chat_closed(pair):
    aino, babak = pair
    Block.objects.all().delete()
    game = make_game(black=aino, white=babak, moves="E5", now=NOW)
    services.send_message(PlayerRequest(aino, NOW), game.pk, "before")
    block_player(player=aino, other=babak, now=NOW)

    for player in pair:
        with pytest.raises(ChatClosed):
            services.send_message(PlayerRequest(player, NOW), game.pk, "after")
        page = browser(player).get(f"/g/{game.pk}/").content.decode()
        assert "The chat is closed." in page
        assert "before" in page
    play(game, "D4", now=NOW)

    assert reload(game).number == 2
    assert [message.text for message in Message.objects.all()] == ["before"]


def test_a_marking_is_rejected_without_words_of_ones_own(pair):
    aino, babak = pair
    game = make_game(black=aino, white=babak, moves="C3 D4 D3 E5 pass pass", now=NOW)
    act(game, verbs.Propose, by=aino, dead=[], expected=game.number, now=NOW)

    with pytest.raises(ChatClosed):
        act(game, verbs.Reject, by=babak, proposal=1, then=AfterRejection.MARK, reason="you again", now=NOW)
    page = browser(babak).get(f"/g/{game.pk}/").content.decode()
    act(game, verbs.Reject, by=babak, proposal=1, then=AfterRejection.MARK, now=NOW)

    assert ('name="then"' in page, 'name="reason"' in page) == (True, False)
    assert reload(game).number == game.number + 2


def test_there_is_no_rematch(pair):
    aino, babak = pair
    Block.objects.all().delete()
    game = make_game(black=aino, white=babak, moves="E5 D4", now=NOW)
    act(game, verbs.Resign, by=aino, expected=2, now=NOW)
    block_player(player=babak, other=aino, now=NOW)

    for player in pair:
        with pytest.raises(CannotChallenge):
            services.offer_or_accept_rematch(game_id=game.pk, player=player, now=NOW)


def test_only_the_page_of_the_one_who_blocked_shows_it(pair):
    aino, babak = pair
    by_aino = Block.objects.get().player == aino

    assert ("You have blocked this player" in browser(aino).get("/u/babak/").content.decode()) is by_aino
    assert ("You have blocked this player" in browser(babak).get("/u/aino/").content.decode()) is not by_aino


def test_a_player_blocks_on_a_profile_and_takes_it_back_in_the_settings():
    aino, babak = make_player("aino"), make_player("babak")
    client = browser(aino)

    client.post("/block/", {"name": "babak", "do": "block"})
    client.post("/block/", {"name": "babak", "do": "block"})
    assert "babak" in client.get("/settings/blocks/").content.decode()
    client.post("/block/", {"name": "babak", "do": "unblock"})

    assert not Block.objects.exists()
    assert offer(aino, opponent=babak)


def test_a_program_blocks_and_takes_it_back():
    aino = make_player("aino")
    make_player("babak")
    client = browser(aino)

    assert client.put("/api/v1/me/blocks/babak/", {}, content_type="application/json").status_code == 204
    assert [row["username"] for row in client.get("/api/v1/me/blocks/").json()["results"]] == ["babak"]
    assert client.put("/api/v1/me/blocks/aino/", {}, content_type="application/json").json()["code"] == "cannot_block"
    assert client.put("/api/v1/me/blocks/nobody/", {}, content_type="application/json").status_code == 404
    assert client.delete("/api/v1/me/blocks/babak/").status_code == 204

    assert not Block.objects.exists()


@pytest.mark.parametrize("name", ["", "nobody", "aino", "\x00", "x" * 5000])
def test_nobody_blocks_themselves_or_nobody(name):
    client = browser(make_player("aino"))

    assert client.post("/block/", {"name": name, "do": "block"}).status_code == 404
    assert not Block.objects.exists()


def test_there_is_a_bound(monkeypatch):
    monkeypatch.setattr("accounts.privacy.blocking.MOST_BLOCKS", 1)
    aino = make_player("aino")
    block_player(player=make_player(), other=aino, now=NOW)
    block_player(player=aino, other=make_player(), now=NOW)

    with pytest.raises(CannotBlock, match="cannot_block") as refused:
        block_player(player=aino, other=make_player(), now=NOW)
    assert "1,000 blocked players" in refused.value.message()


def test_one_side_taking_it_back_does_not_undo_the_others():
    aino, babak = make_player("aino"), make_player("babak")
    block_player(player=aino, other=babak, now=NOW)
    block_player(player=babak, other=aino, now=NOW)

    unblock_player(player=aino, other=babak)

    with pytest.raises(CannotChallenge):
        offer(aino, opponent=babak)


def test_who_keeps_order_acts_in_the_game_of_somebody_who_blocked_them():
    game, moderator = make_game(moves="E5 D4", now=NOW), make_moderator()
    block_player(player=side(game, Color.BLACK), other=moderator, now=NOW)

    assert act(game, verbs.Decide, by=moderator, expected=2, now=NOW, ruling=Ruling.BOTH_LOSE, reason="absent")


@pytest.mark.parametrize("path", ["/waiting/", "/api/v1/challenges/", "/settings/blocks/", "/api/v1/me/blocks/"])
def test_lists_take_the_same_number_of_statements_for_any_number_of_rows(path):
    aino = make_player("aino")
    client, counts = browser(aino), []
    for _ in range(2):
        for _ in range(4):
            other, blocked = make_player(), make_player()
            offer(other)
            offer(blocked)
            block_player(player=aino, other=blocked, now=NOW)
        client.get(path)
        with CaptureQueriesContext(connection) as asked:
            client.get(path)
        counts.append(len(asked))

    assert counts[0] == counts[1]


def test_the_list_blocks_a_player_by_name_and_says_when_no_player_has_it():
    aino, babak = make_player("aino"), make_player("babak")
    client = browser(aino)

    client.post("/block/", {"name": "babak", "from": "list"})
    missed = [client.post("/block/", {"name": name, "from": "list"}, follow=True) for name in ("babk", "aino")]

    assert [one.blocked for one in Block.objects.all()] == [babak]
    assert all("No player has this name." in answer.content.decode() for answer in missed)
