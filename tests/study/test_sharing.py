"""Trees after the end of a game: each owner is asked for consent (C34, C35), also under blocks and hiding."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.core.audit import StaffContext
from accounts.core.restrictions import restrict_player
from accounts.models import StaffAction
from accounts.models.restriction import RestrictionKind
from accounts.privacy.blocking import block_player
from games import verbs
from study.core.nodes import ROOT, node_name
from study.models import Tree
from tests.factories import act, make_moderator, make_player
from tests.study.test_tree_api import CANARY, client_of, send
from tests.support.games import make_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def game():
    return make_game(moves="E5 D4")


@pytest.fixture
def aino(game):
    player = game.seat_list()[0].player
    send(player, game, {"op": "set", "node": ROOT, "text": CANARY})
    return player


def put(player, path, **body):
    return client_of(player).put(f"/api/v1/{path}/", json.dumps(body), "application/json")


def sees(client, game):
    """By which of page, API and file a viewer reads what Aino wrote."""
    paths = (f"/g/{game.pk}/review/", f"/api/v1/games/{game.pk}/review/", f"/g/{game.pk}.sgf?with=tree")
    return [CANARY in client.get(path, follow=True).content.decode() for path in paths]


def test_a_tree_opens_only_at_the_end_and_only_if_its_owner_shows_it_C34_C35(game, aino):
    viewers = [Client(), client_of(game.seat_list()[1].player), client_of(make_player()), client_of(make_moderator())]
    put(aino, f"games/{game.pk}/tree/sharing", shared=True)
    assert all(not any(sees(viewer, game)) for viewer in viewers)
    assert Client().get(f"/api/v1/games/{game.pk}/review/").json()["code"] == "not_finished"

    act(game, verbs.Resign)
    assert all(all(sees(viewer, game)) for viewer in viewers)
    for shared, sharing, is_seen in ((False, "always", False), (None, "always", True), (None, "ask", False)):
        put(aino, f"games/{game.pk}/tree/sharing", shared=shared)
        put(aino, "me/study", sharing=sharing)
        assert [any(sees(viewer, game)) for viewer in viewers] == [is_seen] * 4
    assert all(sees(client_of(aino), game))


def test_the_page_asks_and_shows_both_with_their_authors_C35(game, aino):
    babak = game.seat_list()[1].player
    send(
        babak, game, {"op": "add", "parent": ROOT, "color": "B", "move": "C3"}, {"op": "set", "node": ROOT, "text": "b"}
    )
    act(game, verbs.Resign)
    for player in (aino, babak):
        answer = client_of(player).post(f"/g/{game.pk}/review/share/", {"answer": "show", "sharing": "never"})
        assert answer.status_code == 302

    page = client_of(make_player()).get(f"/g/{game.pk}/review/?at={ROOT}").content.decode()
    assert page.count('<details class="layer"') == 2
    for written in (f"Analysis by <bdi>{aino.shown_name}</bdi>", f"Analysis by <bdi>{babak.shown_name}</bdi>", CANARY):
        assert written in page
    stranger = client_of(make_player())
    assert stranger.post(f"/g/{game.pk}/review/share/", {"answer": "show"}).status_code == 404


def test_blocks_mutes_and_moderators_end_the_showing_C4(game, aino):
    act(game, verbs.Resign)
    put(aino, f"games/{game.pk}/tree/sharing", shared=True)
    other, moderator, now = make_player(), make_moderator(), timezone.now()
    assert all(sees(client_of(other), game))

    block_player(player=other, other=aino, now=now)
    assert not any(sees(client_of(other), game))
    stranger = client_of(make_player())
    assert (
        stranger.post(f"/g/{game.pk}/review/hide/", {"tree": Tree.objects.get().pk, "reason": "x"}).status_code == 404
    )
    client_of(moderator).post(f"/g/{game.pk}/review/hide/", {"tree": Tree.objects.get().pk, "reason": "insults"})
    assert not any(sees(Client(), game))
    assert "insults" in client_of(aino).get(f"/g/{game.pk}/review/").content.decode()
    assert StaffAction.objects.get(action="hide_analysis").reason == "insults"

    Tree.objects.update(hidden_at=None)
    restrict_player(aino, RestrictionKind.MUTED, now + timedelta(days=3), StaffContext(moderator, now, "so"))
    assert not any(sees(Client(), game))
    assert put(aino, f"games/{game.pk}/tree/sharing", shared=True).status_code == 403


QUESTION = "Share your analysis of this game with everyone who can see the game?"


def asks(player, game) -> bool:
    return QUESTION in client_of(player).get(f"/g/{game.pk}/").content.decode()


def test_a_player_is_asked_once_when_the_game_ends(game, aino):
    babak = game.seat_list()[1].player
    assert not asks(aino, game), "not while the game is in progress"

    act(game, verbs.Resign)

    assert asks(aino, game)
    assert not asks(babak, game), "who has no analysis has nothing to show"
    assert QUESTION not in Client().get(f"/g/{game.pk}/").content.decode()
    for answer, shared in (("keep", False), ("show", True)):
        Tree.objects.update(shared=None)
        client_of(aino).post(f"/g/{game.pk}/review/share/", {"answer": answer})
        assert Tree.objects.get().shared is shared
        assert not asks(aino, game), "it is asked once"


@pytest.mark.parametrize("chosen", ["always", "never"])
def test_who_has_chosen_for_all_games_is_not_asked(game, aino, chosen):
    put(aino, "me/study", sharing=chosen)
    act(game, verbs.Resign)

    assert not asks(aino, game)


def test_an_analysis_from_which_everything_was_removed_is_not_asked_about(game):
    babak = game.seat_list()[1].player
    send(babak, game, {"op": "add", "parent": ROOT, "color": "B", "move": "C3"})
    send(babak, game, {"op": "cut", "node": node_name(ROOT, "B", "C3")})
    act(game, verbs.Resign)

    assert Tree.objects.filter(seat__player=babak).exists()
    assert not asks(babak, game)


def test_a_finished_game_has_a_visible_link_to_its_review(game):
    address = f'href="/g/{game.pk}/review/"'
    viewers = [Client(), client_of(game.seat_list()[0].player), client_of(make_player())]
    for viewer in viewers:
        assert address not in viewer.get(f"/g/{game.pk}/").content.decode()

    act(game, verbs.Resign)

    for viewer in viewers:
        page = viewer.get(f"/g/{game.pk}/").content.decode()
        assert address in page.partition('id="ended"')[2].partition("</section>")[0]
        assert address not in page.partition('<details class="menu">')[2].partition("</details>")[0]
