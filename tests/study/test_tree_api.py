"""A tree in the API: merged, refused, hidden from everyone else, exported, deleted (C1, C3, C4, C30-C32)."""

from __future__ import annotations

import io
import itertools
import json
import os
import zipfile
from datetime import timedelta

import pytest
from django.contrib.admin import site
from django.test import Client
from django.utils import timezone

from accounts.privacy import account_deletion
from accounts.privacy.data_export import export_archive
from games import verbs
from games.models import Game, Plan
from games.verbs.planning import PlanToSave, save_plan
from notifications.models import Notice
from programs.models import Event
from rules import Color, Point
from study.core.nodes import ROOT, node_name
from study.core.tree import TreeValue
from study.models import Operation, StudySettings, Tree
from study.services import trees
from tests.factories import act, make_moderator, make_player, reload
from tests.support.games import make_game

pytestmark = pytest.mark.django_db
CANARY = "canary-of-the-tree"
NIGHTLY = os.environ.get("IGO_NIGHTLY")
_names = itertools.count(1)


def client_of(player):
    client = Client()
    client.force_login(player)
    return client


def send(player, game, *operations, **more):
    body = {"operations": [{"id": f"op{next(_names)}", **one} for one in operations], **more}
    return client_of(player).post(f"/api/v1/games/{game.pk}/tree/", json.dumps(body), "application/json")


def tree_of(player, game):
    return client_of(player).get(f"/api/v1/games/{game.pk}/tree/").json()


@pytest.fixture
def game():
    return make_game(moves="E5 D4")


@pytest.fixture
def aino(game):
    return game.seat_list()[0].player


def test_what_i_think_is_there_again_and_two_devices_make_one_tree_C30_C32(game, aino):
    empty = tree_of(aino, game)
    assert (empty["version"], empty["nodes"], [move["move"] for move in empty["record"]]) == (0, [], ["E5", "D4"])
    head, node = empty["head"], node_name(empty["head"], "B", "C3")

    add = {"op": "add", "id": "phone1", "parent": head, "color": "B", "move": "C3"}
    first = send(aino, game, add, {"op": "set", "node": node, "text": "big", "marks": {"c4": "A"}}, since=0)
    again = send(aino, game, add, {"op": "set", "node": head, "text": "behind"}, since=0)

    assert (first.json()["version"], first.json()["behind"]) == (1, False)
    assert (again.json()["version"], again.json()["behind"]) == (2, True)
    nodes = {one["id"]: one for one in tree_of(aino, game)["nodes"]}
    assert nodes[node] | {"texts": []} == {
        "id": node, "parent": head, "color": "B", "move": "C3", "text": "big", "texts": [], "marks": {"C4": "A"},
        "armed": False,
    }  # fmt: skip
    assert (nodes[head]["text"], nodes[head]["parent"]) == ("behind", None)

    send(aino, game, {"op": "cut", "id": "cut1", "node": node})
    assert [one["id"] for one in tree_of(aino, game)["nodes"]] == [head]
    assert tree_of(aino, game)["cuts"] == [{"id": "cut1", "nodes": [node]}]
    send(aino, game, {"op": "cut", "undo": "cut1"})
    assert {one["id"] for one in tree_of(aino, game)["nodes"]} == {head, node}


def test_moves_and_undos_drop_nothing_and_a_move_that_is_played_is_the_node_that_was_thought_of_C33(game, aino):
    head = tree_of(aino, game)["head"]
    node = node_name(head, "B", "C3")
    send(
        aino, game, {"op": "add", "parent": head, "color": "B", "move": "C3"}, {"op": "set", "node": node, "text": "x"}
    )

    act(game, verbs.Play, point=Point(2, 6))

    after = tree_of(aino, game)
    assert after["head"] == node
    assert [(one["id"], one["text"], one["parent"]) for one in after["nodes"]] == [(node, "x", None)]


def test_bad_operations_are_refused_with_a_reason_and_store_nothing(game, aino):
    head = tree_of(aino, game)["head"]
    good = {"op": "add", "parent": head, "color": "B", "move": "C3"}
    for bad, status, code in (
        ({**good, "move": "E5"}, 422, "tree_illegal"),
        ({**good, "color": "W"}, 422, "tree_illegal"),
        ({**good, "parent": "f" * 12}, 400, "bad_operation"),
        ({"op": "cut", "node": head}, 400, "bad_operation"),
        ({"op": "fly"}, 400, "bad_operation"),
    ):
        answer = send(aino, game, good, bad)
        assert (answer.status_code, answer.json()["code"], answer.json()["index"]) == (status, code, 1)
    stale = send(aino, game, good, expected=7)
    assert (stale.status_code, stale.json()["code"], stale.json()["version"]) == (409, "tree_changed", 0)
    assert Operation.objects.count() == 0
    assert tree_of(aino, game)["version"] == 0


def test_a_full_tree_says_so_C30(game, aino):
    long = [{"op": "set", "node": ROOT, "text": "x" * 2000} for _ in range(26)]
    for _ in range(4):
        assert send(aino, game, *long).status_code == 200

    answer = send(aino, game, *long)

    assert (answer.status_code, answer.json()["code"]) == (409, "tree_full")


def test_without_the_term_there_is_no_tree_while_the_game_runs_C31(game, aino):
    Game.objects.update(analysis=False)

    assert client_of(aino).get(f"/api/v1/games/{game.pk}/tree/").json()["code"] == "analysis_off"
    assert send(aino, game).json()["code"] == "analysis_off"
    act(game, verbs.Resign)
    assert client_of(aino).get(f"/api/v1/games/{game.pk}/tree/").status_code == 200


def ways_to(game, name):
    """Return the addresses of a tree, and others that show data about a game or its players."""
    return [
        f"/g/{game.pk}/analysis/", f"/g/{game.pk}/analysis.sgf", f"/g/{game.pk}/review/",
        *(f"/api/v1/games/{game.pk}{part}" for part in ("/tree", "/review", "/sgf?with=tree")),
    ], [
        f"/g/{game.pk}/", f"/g/{game.pk}/?move=1", f"/g/{game.pk}.sgf", f"/g/{game.pk}/count/", f"/g/{game.pk}/time/",
        f"/u/{name}/", "/games/", "/notifications/", "/admin/games/game/", f"/admin/games/game/{game.pk}/change/",
        *(f"/api/v1/games/{game.pk}{part}" for part in (
            "", "/actions", "/messages", "/note", "/sgf", "/game.sgf", "?line=1",
        )),
        "/api/v1/games?mine=true", "/api/v1/games/export", "/api/v1/me/notices", f"/api/v1/players/{name}",
        "/api/v1/events?wait=0",
    ]  # fmt: skip


def all_of(client, paths):
    """Return the answers from these addresses as one text."""
    answers = [client.get(path, follow=True) for path in paths]
    return "\n".join(
        b"".join(answer.streaming_content).decode() if answer.streaming else answer.content.decode()
        for answer in answers
    )


def test_a_tree_leaves_by_no_way_but_its_owners_C1(game, aino, caplog, mailoutbox):
    babak, name = game.seat_list()[1].player, aino.username
    send(aino, game, {"op": "set", "node": ROOT, "text": CANARY, "marks": {"E5": "cross"}})
    others = {
        "opponent": client_of(babak),
        "visitor": Client(),
        "stranger": client_of(make_player()),
        "moderator": client_of(make_moderator()),
        "administrator": client_of(make_moderator(grade="administrators")),
    }

    of_trees, usual = ways_to(game, name)
    for finished in (False, True):
        for turn, (who, client) in enumerate(others.items(), 2 * finished):
            some = usual if NIGHTLY or who == "opponent" else usual[turn % 3 :: 3]
            assert CANARY not in all_of(client, of_trees + some), (who, finished)
            assert client.get(f"/api/v1/games/{game.pk}/tree").status_code in (401, 404) or who == "opponent"
        if not finished:
            act(game, verbs.Resign, by=babak)
    assert CANARY not in tree_of(babak, game)["nodes"].__repr__()
    assert CANARY not in caplog.text + str([mail.message() for mail in mailoutbox])
    assert CANARY not in str([list(model.objects.values()) for model in (Event, Notice)])
    assert not any(admin.__module__.startswith("study") for admin in site._registry.values())
    everything = b"".join(export_archive(babak))
    assert CANARY not in str(zipfile.ZipFile(io.BytesIO(everything)).read("analysis.jsonl"))


def test_the_export_has_my_trees_and_an_account_that_ends_leaves_none_C4(game, aino):
    send(aino, game, {"op": "set", "node": ROOT, "text": CANARY})
    StudySettings.objects.create(player=aino, sharing="always")

    exported = zipfile.ZipFile(io.BytesIO(b"".join(export_archive(aino))))
    assert CANARY in exported.read("analysis.jsonl").decode()
    account_deletion.delete(player=aino, now=timezone.now())

    assert (Tree.objects.count(), Operation.objects.count(), StudySettings.objects.count()) == (0, 0, 0)


def test_after_thirty_days_what_was_cut_off_is_gone_for_good_C32(game, aino):
    node = node_name(ROOT, "B", "C3")
    send(aino, game, {"op": "add", "parent": ROOT, "color": "B", "move": "C3"}, {"op": "cut", "node": node})
    now = timezone.now()

    trees.delete_old_operations(now=now + timedelta(days=29))
    assert node in TreeValue.from_json(Tree.objects.get().nodes).nodes
    trees.delete_old_operations(now=now + timedelta(days=31))
    assert TreeValue.from_json(Tree.objects.get().nodes).nodes == {}
    assert Operation.objects.count() == 0


def test_moves_marked_as_conditional_ones_join_the_plan_that_is_there_already_C30(game):
    seats = {seat.index: seat.player for seat in game.seat_list()}
    to_move, waiting = seats[reload(game).turn], seats[1 - reload(game).turn]
    theirs, mine = ("B", "W") if to_move == game.seat_of_color(Color.BLACK).player else ("W", "B")
    request = verbs.ActionRequest(game.pk, waiting, reload(game).number, None, timezone.now())
    save_plan(request, PlanToSave([["A1", "B1"]]))
    head = tree_of(waiting, game)["head"]
    move = node_name(head, theirs, "C3")
    answer = node_name(move, mine, "D3")
    adds = [
        {"op": "add", "parent": head, "color": theirs, "move": "C3"},
        {"op": "add", "parent": move, "color": mine, "move": "D3"},
    ]

    refused = send(waiting, game, *adds, {"op": "set", "node": move, "armed": True})
    assert refused.json()["code"] == "not_an_answer"
    assert send(waiting, game, *adds, {"op": "set", "node": answer, "armed": True}).status_code == 200
    assert Plan.objects.get().branches == [["A1", "B1"], ["C3", "D3"]]
    send(waiting, game, {"op": "set", "node": answer, "text": "x"})
    send(waiting, game, {"op": "cut", "node": answer})
    assert Plan.objects.get().branches == [["A1", "B1"]]
    assert "Turn the conditional move on or off" in client_of(waiting).get(f"/g/{game.pk}/analysis/").content.decode()


def test_a_mark_goes_when_the_game_went_another_way_and_does_not_come_back_with_it_C16_C30(game):
    to_move, waiting = (seat.player for seat in sorted(game.seat_list(), key=lambda seat: seat.index != game.turn))
    theirs, mine = ("B", "W") if to_move == game.seat_of_color(Color.BLACK).player else ("W", "B")
    head = tree_of(waiting, game)["head"]
    move = node_name(head, theirs, "C3")
    answer = node_name(move, mine, "D3")
    adds = [
        {"op": "add", "parent": head, "color": theirs, "move": "C3"},
        {"op": "add", "parent": move, "color": mine, "move": "D3"},
    ]

    def armed() -> bool:
        return next(node["armed"] for node in tree_of(waiting, game)["nodes"] if node["id"] == answer)

    assert send(waiting, game, *adds, {"op": "set", "node": answer, "armed": True}).status_code == 200
    assert armed()
    act(game, verbs.Play, by=to_move, point=Point(0, 0), now=timezone.now())  # not what was planned for
    act(game, verbs.RequestUndo, by=to_move, now=timezone.now())
    act(game, verbs.AnswerUndo, by=waiting, allow=True, now=timezone.now())
    assert tree_of(waiting, game)["head"] == head

    assert not armed()
    send(waiting, game, {"op": "set", "node": answer, "text": "x"})
    assert not Plan.objects.get().is_armed, "what is written beside it does not plan it again"
    assert send(waiting, game, {"op": "set", "node": answer, "armed": True}).status_code == 200
    assert armed()
    assert Plan.objects.get().branches == [["C3", "D3"]]


def test_a_plan_that_was_changed_outside_the_tree_changes_its_marks_C30(game):
    to_move, waiting = (seat.player for seat in sorted(game.seat_list(), key=lambda seat: seat.index != game.turn))
    theirs, mine = ("B", "W") if to_move == game.seat_of_color(Color.BLACK).player else ("W", "B")
    head = tree_of(waiting, game)["head"]
    move = node_name(head, theirs, "C3")
    answer = node_name(move, mine, "D3")
    adds = [
        {"op": "add", "parent": head, "color": theirs, "move": "C3"},
        {"op": "add", "parent": move, "color": mine, "move": "D3"},
        {"op": "set", "node": answer, "armed": True},
    ]
    assert send(waiting, game, *adds).status_code == 200

    request = verbs.ActionRequest(game.pk, waiting, reload(game).number, None, timezone.now())
    save_plan(request, PlanToSave([["C3", "E3"]]))

    assert not any(node["armed"] for node in tree_of(waiting, game)["nodes"])
