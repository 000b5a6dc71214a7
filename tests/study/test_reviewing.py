"""The review of a finished game: threads at any node, readers' variations, teachers, engine lines, each a layer that
names its author and can be hidden (C35); conditional moves that were never played (C34); all of it in SGF (C36)."""

from __future__ import annotations

import io
import itertools
import json
import re
import zipfile

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from sgfmill import sgf as sgfmill

from accounts.models import StaffAction
from accounts.privacy.account_deletion import delete
from accounts.privacy.blocking import block_player
from accounts.privacy.data_export import export_archive
from games import verbs
from machine_review.models import ReviewJob
from machine_review.services import reviews
from notifications.models import Notice
from study.core.nodes import ROOT, node_name
from study.models import ReaderTree, Teacher
from tests.factories import act, make_moderator, make_player, side
from tests.study.test_comments import say
from tests.study.test_tree_api import client_of, send, tree_of
from tests.support.games import make_game

pytestmark = pytest.mark.django_db
ALL = "tree,comments,chat,machine,plans"
"""What a record can be asked for with."""


@pytest.fixture
def game():
    """E5 D4, and then resigned."""
    game = make_game(moves="E5 D4")
    act(game, verbs.Resign)
    return game


KEYS = itertools.count()


def post(player, path, key=None, **body):
    headers = {"Idempotency-Key": key or f"key-{next(KEYS)}"}
    return client_of(player).post(f"/api/v1/{path}/", json.dumps(body), "application/json", headers=headers)


def review(game, client=None):
    return (client or Client()).get(f"/api/v1/games/{game.pk}/review/").json()


def page(game, client=None, query=""):
    return (client or Client()).get(f"/g/{game.pk}/review/{query}").content.decode()


def propose(player, game, *moves, **more):
    return post(player, f"games/{game.pk}/review/variations", moves=moves, **more)


def judged(game):
    """A computer analysis in which Black's first move lost 3 points, and C3 D3 would have been better."""
    judgements = [[500, 30, "C3", 9], [400, 0, "D4", 9], [400, 0, "F6", 9]]
    more = {"engine": "Trial 1.0", "colors": "BW", "judgements": judgements, "lines": {"0": ["C3", "D3"]}}
    return ReviewJob.objects.create(game=game, asked_at=timezone.now(), status="done", **more)


def test_readers_propose_variations_with_their_names_for_all_C35(game):
    reader, other = make_player(), make_player()
    head = review(game)["head"]
    first = propose(reader, game, "c3", "pass")
    assert first.status_code == 200, first.content
    end = node_name(node_name(head, "B", "C3"), "W", "pass")
    assert first.json()["node"] == end
    assert propose(reader, game, "C3", "pass").json() == first.json()
    further = propose(other, game, "G7", node=end).json()
    assert {node["move"] for node in further["nodes"]} == {"C3", "pass", "G7"}

    layers = review(game)["variations"]
    assert {layer["username"] for layer in layers} == {reader.username, other.username}
    text = page(game, query=f"?at={end}")
    for player in (reader, other):
        assert f"Variations by <bdi>{player.shown_name}</bdi>" in " ".join(text.split())
    record = Client().get(f"/g/{game.pk}.sgf?with=comments").content.decode()
    assert ";B[cg];W[];B[gc]" in record.replace("\n", "")
    assert client_of(reader).delete(f"/api/v1/games/{game.pk}/review/variations/").status_code == 204
    assert [layer["username"] for layer in review(game)["variations"]] == [other.username]


def test_a_variation_needs_no_key_and_with_one_is_that_of_its_first_request(game):
    reader = make_player()
    path = f"games/{game.pk}/review/variations"

    without = client_of(reader).post(f"/api/v1/{path}/", {"moves": ["C3"]}, "application/json")
    first, again = (post(reader, path, "one", moves=["D3"]) for _ in range(2))
    other = post(reader, path, "one", moves=["G7"])

    assert (without.status_code, first.status_code) == (200, 200)
    assert again.json() == first.json()
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")


def test_keys_lead_ten_moves_on_and_to_the_other_variations_C42(game):
    assert propose(make_player(), game, "C3", node=ROOT).status_code == 200
    c3 = node_name(ROOT, "B", "C3")
    e5 = node_name(ROOT, "B", "E5")
    d4 = node_name(e5, "W", "D4")

    def keys(at):
        return re.findall(r'data-(?:ten-back|ten-on|above|below)="(\w+)"', page(game, query=f"?at={at}"))

    assert keys(e5) == [ROOT, d4, e5, c3]
    assert keys(c3) == [ROOT, c3, e5, c3]
    assert keys(ROOT) == [ROOT, d4, ROOT, ROOT]


def test_bad_variations_are_refused_and_store_nothing_C35_C110(game):
    reader, running = make_player(), make_game(moves="E5 D4")
    refused = {
        propose(reader, game, "E5").json()["code"]: "tree_illegal",
        propose(reader, game, "Z99").json()["code"]: "tree_illegal",
        propose(reader, game, "C3", node="f" * 12).json()["code"]: "not_shared",
        propose(reader, running, "C3").json()["code"]: "not_finished",
        propose(reader, game, *["C3"] * 31).json()["code"]: "invalid",
    }
    assert all(got == wanted for got, wanted in refused.items()), refused
    aino = game.seat_list()[0].player
    block_player(player=aino, other=reader, now=timezone.now())
    assert propose(reader, game, "C3").json()["code"] == "thread_closed"
    assert propose(make_player(is_guest=True), game, "C3").status_code == 403
    assert Client().post(f"/api/v1/games/{game.pk}/review/variations/", {}, "application/json").status_code == 401
    assert not ReaderTree.objects.exists()


def test_a_thread_at_any_node_by_the_page_without_javascript_C2_C35(game):
    reader = client_of(make_player())
    answer = reader.post(f"/g/{game.pk}/review/say/", {"at": ROOT, "moves": "G7 c3", "text": "why not here?"})
    node = node_name(node_name(ROOT, "B", "G7"), "W", "C3")
    assert answer["Location"] == f"/g/{game.pk}/review/?at={node}#comments"
    assert "why not here?" in page(game, query=f"?at={node}")
    wrong = reader.post(f"/g/{game.pk}/review/say/", {"at": ROOT, "moves": "G7 G7", "text": "kept"})
    assert wrong.status_code == 422
    assert "kept" in wrong.content.decode()
    assert '<details id="write" open>' in wrong.content.decode()
    assert '<details id="write" >' in reader.get(f"/g/{game.pk}/review/").content.decode(), "reading comes first"
    assert "Sign in" in page(game)
    assert 'id="comment"' not in page(game)


def test_each_layer_can_be_hidden_and_shown_again_C35(game):
    reader, client = make_player(), Client()
    propose(reader, game, "C3")
    judged(game)
    key = f"reader-{ReaderTree.objects.get().pk}"
    assert page(game, client).count('<details class="layer"') == 2

    client.post(f"/g/{game.pk}/review/layers/", {"layer": key})
    assert page(game, client).count('<details class="layer"') == 1
    assert "Trial 1.0" in page(game, client)
    client.post(f"/g/{game.pk}/review/layers/", {"layer": [key, "machine"]})
    assert page(game, client).count('<details class="layer"') == 2
    assert page(game, Client()).count('<details class="layer"') == 2


def test_the_machines_lines_are_a_layer_with_what_was_lost_C35_C53(game):
    assert review(game)["machine"] is None
    judged(game)
    first = review(game)["record"][0]["id"]
    machine = review(game)["machine"]
    assert (machine["engine"], machine["losses"]) == ("Trial 1.0", [{"node": first, "points": 3.0}])
    assert sorted(node["move"] for node in machine["nodes"]) == ["C3", "D3"]
    assert "This move lost 3 points." in page(game, query=f"?at={first}")

    reader = make_player()
    reviews.set_reviews_hidden(reader, hidden=True)
    assert review(game, client_of(reader))["machine"] is None


def test_a_player_invites_a_teacher_who_comes_first_C35(game):
    aino, teacher, reader = game.seat_list()[0].player, make_player(), make_player()
    propose(reader, game, "C3")
    propose(teacher, game, "G7")
    path = f"games/{game.pk}/review/teachers"
    assert post(reader, path, username=teacher.username).status_code == 403
    assert post(aino, path, username=teacher.username).status_code == 204
    assert post(aino, path, username=teacher.username).status_code == 204
    assert Notice.objects.filter(player=teacher, kind="asked_to_teach").count() == 1
    assert post(aino, path, username=aino.username).json()["code"] == "cannot_teach"

    assert [layer["teacher"] for layer in review(game)["variations"]] == [True, False]
    say(reader, game, text="a reader's")
    say(teacher, game, text="a teacher's")
    text = page(game)
    assert text.index("a teacher's".replace("'", "&#x27;")) < text.index("a reader's".replace("'", "&#x27;"))
    assert "teacher</span>" in text
    rows = Client().get(f"/api/v1/games/{game.pk}/comments/").json()["results"]
    assert {row["text"]: row["teacher"] for row in rows} == {"a reader's": False, "a teacher's": True}


def test_variations_are_hidden_with_a_reason_and_by_blocks_and_mutes_C4(game):
    author, reader, moderator = make_player(), make_player(), make_moderator()
    propose(author, game, "C3")
    row = ReaderTree.objects.get()
    hide = {"variations": row.pk, "reason": "nonsense"}
    assert client_of(reader).post(f"/g/{game.pk}/review/hide/", hide).status_code == 404
    block_player(player=reader, other=author, now=timezone.now())
    assert review(game, client_of(reader))["variations"] == []
    assert client_of(moderator).post(f"/g/{game.pk}/review/hide/", hide).status_code == 302
    assert review(game)["variations"] == []
    assert "nonsense" in page(game, client_of(author))
    assert StaffAction.objects.get(action="hide_variations").reason == "nonsense"


def test_plans_that_never_fired_are_shown_with_a_shared_tree_only_C16_C34(django_capture_on_commit_callbacks):
    game = make_game(moves="E5 D5")
    white = side(game, game.seat_list()[1].color)
    with django_capture_on_commit_callbacks(execute=True):
        body = json.dumps({"branches": [["E6", "D6"], ["F5", "F6"]], "expected": 2})
        put = client_of(white).put(f"/api/v1/games/{game.pk}/plan/", body, "application/json")
    assert put.status_code == 200, put.content
    assert {node["move"] for node in tree_of(white, game)["nodes"] if node["armed"]} == {"D6", "F6"}
    act(game, verbs.Resign)

    for shared, is_seen in ((None, False), (False, False), (True, True)):
        client_of(white).put(
            f"/api/v1/games/{game.pk}/tree/sharing/", json.dumps({"shared": shared}), "application/json"
        )
        assert ("Conditional moves that were not played" in page(game)) is is_seen
        assert any(node["armed"] for tree in review(game)["trees"] for node in tree["nodes"]) is is_seen
        text = Client().get(f"/g/{game.pk}.sgf?with=plans").content.decode()
        assert ("Conditional move of" in text) is is_seen


def test_a_withdrawn_plan_is_armed_no_more_but_its_lines_stay_C16(django_capture_on_commit_callbacks):
    game = make_game(moves="E5 D5")
    white = game.seat_list()[1].player
    for path in ("put", "delete"):
        with django_capture_on_commit_callbacks(execute=True):
            body = {"branches": [["E6", "D6"]], "expected": 2} if path == "put" else {}
            address = f"/api/v1/games/{game.pk}/plan/"
            answer = getattr(client_of(white), path)(address, json.dumps(body), "application/json")
            assert answer.status_code in (200, 204), answer.content
    nodes = tree_of(white, game)["nodes"]
    assert ([node["move"] for node in nodes if node["armed"]], len(nodes)) == ([], 2)


def test_a_record_has_everything_at_its_move_and_is_read_back_C36(game):
    aino, reader = game.seat_list()[0].player, make_player()
    head = review(game)["head"]
    send(aino, game, {"op": "add", "parent": head, "color": "B", "move": "H8"})
    client_of(aino).put(f"/api/v1/games/{game.pk}/tree/sharing/", json.dumps({"shared": True}), "application/json")
    propose(reader, game, "C3")
    say(reader, game, text="at the end ] \\", node=node_name(head, "B", "C3"))
    post(aino, f"games/{game.pk}/messages", text="thanks for the game")
    judged(game)
    player, visitor = (
        client.get(f"/g/{game.pk}.sgf?with={ALL}").content.decode() for client in (client_of(aino), Client())
    )

    read = sgfmill.Sgf_game.from_string(player)
    moves = [node.get_move() for node in read.get_main_sequence() if node.get_move()[0]]
    assert moves[:2] == [("b", (4, 4)), ("w", (3, 3))]
    assert (player.count("AB["), player.count("AW[")) == (0, 0)
    for text in (f"{reader.shown_name}: at the end", "Computer analysis by Trial 1.0"):
        assert text in player
        assert text in visitor
    assert "thanks for the game" in player
    assert "thanks for the game" not in visitor
    answer = post(reader, f"games/{game.pk}/tree/sgf", sgf=player)
    assert answer.status_code == 404
    added = client_of(aino).post(f"/api/v1/games/{game.pk}/tree/sgf/", json.dumps({"sgf": player}), "application/json")
    assert added.json() == {"added": 3, "left_out": {}}


def test_closing_an_account_leaves_variations_without_a_name_and_the_export_has_them_C4(game):
    aino, reader = game.seat_list()[0].player, make_player()
    propose(reader, game, "C3")
    post(aino, f"games/{game.pk}/review/teachers", username=reader.username)
    files = zipfile.ZipFile(io.BytesIO(b"".join(export_archive(reader))))
    assert "C3" in files.read("variations.jsonl").decode()
    assert str(game.pk) in files.read("teaching.jsonl").decode()

    delete(player=reader, now=timezone.now())
    assert not Teacher.objects.exists()
    (layer,) = review(game)["variations"]
    assert layer["username"].startswith("deleted-")
    assert "deleted player" in page(game)


def test_the_page_makes_as_many_queries_however_much_is_written(game):
    def asked():
        with CaptureQueriesContext(connection) as queries:
            page(game)
        return len(queries)

    for player in (make_player(), make_player()):
        propose(player, game, "C3")
        say(player, game)
    asked()
    few = asked()
    for player in (make_player(), make_player(), make_player()):
        propose(player, game, "G7")
        say(player, game)
    assert asked() == few
