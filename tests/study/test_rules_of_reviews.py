"""Limits of files and stored marks, notifications of reviews, and players who may not comment (C30 to C36)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.core.audit import StaffContext
from accounts.core.guests import NotForGuests
from accounts.core.restrictions import Muted, Suspended
from challenges.sgf_import import LARGEST, BadSgf
from foundation import hints
from games import verbs
from games.models import Plan
from games.services import plans, send_message
from games.services.idempotency import PlayerRequest
from machine_review.models import ReviewJob
from rules import Point
from social.errors import NoSuchPost
from social.models import Post
from social.services import moderating
from study.core import merging
from study.core.nodes import node_name
from study.core.shape import make_shape
from study.errors import BadOperation, BoardDoesNotMatch, TreeFull
from study.models import Operation, ReaderTree, Teacher, Tree
from study.services import comments, files, layers, plan_lines, proposing, sharing, trees
from study.services.trees import KEPT
from tests.factories import NOON, act, make_game, make_moderator, make_player, to_act
from tests.learn.test_collections import client_of
from tests.social.test_talk import say
from tests.study.test_rules_of_study import (
    SECOND,
    change,
    comment,
    finished,
    planned,
    players,
    propose,
    refused,
    running,
    text,
)

pytestmark = pytest.mark.django_db


def test_C35_readers_of_a_review_see_that_a_tree_is_shown_or_hidden(monkeypatch, django_capture_on_commit_callbacks):
    published = []
    monkeypatch.setattr(hints.sender, "publish", lambda hint: published.append((hint.kind, hint.game)))
    on, over = running(), finished()
    staff = StaffContext(make_moderator(), NOON, "rude")
    for game in (on, over):
        change(players(game)[0], game, text())
    line, _ = propose(make_player(), over, "C3")
    acts = [
        lambda: sharing.set_tree_shared(players(over)[0], over.pk, True, NOON),
        lambda: sharing.hide_tree(staff, Tree.objects.get(seat__game=over).pk),
        lambda: proposing.hide_variations(staff, line.pk),
    ]
    with django_capture_on_commit_callbacks(execute=True):
        sharing.set_tree_shared(players(on)[0], on.pk, True, NOON)
    assert published == [], "nobody reads a running game's"
    for one in acts:
        published.clear()
        with django_capture_on_commit_callbacks(execute=True):
            one()
        assert set(published) == {("review.changed", over.pk)}


def test_C32_a_tree_says_when_it_was_changed_and_keeps_what_is_not_thirty_days_old():
    game = running()
    player = players(game)[0]
    later = NOON + timedelta(days=1)
    change(player, game, text(name="old"))
    change(player, game, text("more", name="new"), now=later)
    row = Tree.objects.get()
    assert (row.changed_at, row.version) == (later, 2)
    assert trees.delete_old_operations(now=NOON + KEPT + SECOND) == 1
    assert list(Operation.objects.values_list("name", flat=True)) == ["new"]
    assert trees.delete_old_operations(now=later + KEPT) == 0


def test_C36_a_file_that_is_no_record_is_refused_and_so_are_too_many_games_in_one(monkeypatch):
    game = running()
    player = players(game)[0]
    record = "(;GM[1]FF[4]SZ[9];B[ee];W[df];B[cc])"
    monkeypatch.setattr(files, "MOST_NODES", 4)
    second = lambda count: f"{record}(;SZ[9]{';B[aa]' * (count - 1)})"  # noqa: E731
    assert files.import_file_into_tree(player, game.pk, second(4), NOON) == (1, {"games": 1})
    assert refused(BadSgf, files.import_file_into_tree, player, game.pk, second(5), NOON).data["sgf"] == "sgf_too_long"
    for bad in ("", "no", "(;SZ[9]", "(;SZ[9];B[zz])"):
        refused(BadSgf, files.import_file_into_tree, player, game.pk, bad, NOON)
    in_a_variation = refused(BadSgf, files.import_file_into_tree, player, game.pk, "(;SZ[9]\n(;B[ee])\n(;B[zz]))", NOON)
    assert in_a_variation.data == {"sgf": "sgf_point", "line": 3}


def test_C36_what_was_written_after_a_move_is_at_that_move_of_the_record():
    game = make_game(moves="E5")
    player = players(game)[0]
    send_message(PlayerRequest(player, NOON), game.pk, "after one")
    act(game, verbs.Play, point=Point(3, 5))
    send_message(PlayerRequest(player, NOON), game.pk, "after two")
    nodes = client_of(player).get(f"/g/{game.pk}.sgf?with=chat").content.decode().split(";")
    at = {move: next(node for node in nodes if move in node) for move in ("B[ee]", "W[df]")}
    assert ["after one" in at["B[ee]"], "after two" in at["W[df]"], "after one" in at["W[df]"]] == [True, True, False]


def test_C35_a_muted_player_proposes_no_line_and_invites_nobody():
    game, reader = finished(), make_player(muted_until=NOON + SECOND)
    refused(Muted, propose, reader, game, "C3")
    player = players(game)[0]
    player.muted_until = NOON + SECOND
    refused(Muted, proposing.invite_teacher, player, game.pk, make_player(), NOON)
    guest = players(game)[1]
    guest.is_guest = True
    refused(NotForGuests, proposing.invite_teacher, guest, game.pk, make_player(), NOON)
    refused(NotForGuests, propose, make_player(is_guest=True), game, "C3")
    refused(NotForGuests, comment, make_player(is_guest=True), game)
    assert not ReaderTree.objects.exists()
    assert not Teacher.objects.exists()


def test_C35_a_readers_variations_stay_in_the_order_in_which_they_were_added():
    game, reader = finished(), make_player()
    moves = ["C3", "D3", "E3", "F3", "G3", "H3"]
    lasts = [propose(make_player() if move == "E3" else reader, game, move)[1] for move in moves]
    for at in (lasts[1], lasts[2]):
        row, _ = propose(reader, game, "J1", at=at)
    record = trees.trunk_of_game(game)
    shape = make_shape(row.value, record)
    branches = [shape.places[name].move for name in shape.after[record.head]]
    assert branches == ["C3", "D3", "F3", "G3", "H3", "E3"], "what continues another reader's is the newest"


def test_C35_C53_the_computers_layer_is_there_once_it_has_evaluated_a_position():
    game = finished()
    job = ReviewJob.objects.create(game=game, asked_at=NOON, status="waiting", engine="Trial", colors="BW")
    shown = lambda: layers.visible_layers(make_player(), game, trees.trunk_of_game(game), machine=True)  # noqa: E731
    for judgements, is_there in (([], False), ([None] * 3, False), ([[500, 30, "C3", 9], None, None], True)):
        ReviewJob.objects.filter(pk=job.pk).update(judgements=judgements)
        assert [layer.key for layer in shown()] == ["machine"] * is_there


def test_C16_C30_what_is_planned_no_more_is_no_more_marked_in_the_stored_tree():
    game = running()
    seat = planned(game, ["E6", "F6"], ["C3", "C4"])
    assert len(Tree.objects.get(seat=seat).armed) == 2
    before = Tree.objects.get(seat=seat)
    plan_lines.copy_plan_to_tree(seat.pk)
    again = Tree.objects.get(seat=seat)
    assert (again.version, again.armed) == (before.version, before.armed), "nothing is new"
    plans.disarm_plan(seat, NOON)
    plan_lines.copy_plan_to_tree(seat.pk)
    stored = Tree.objects.get(seat=seat)
    assert (stored.armed, [node for node in stored.value.visible_nodes().values() if node.is_armed]) == ([], [])


def test_C16_C30_a_plan_that_has_ended_marks_nothing_whatever_it_has_planned():
    seat = planned(running(), ["E6", "F6"])
    Plan.objects.filter(seat=seat).update(is_armed=False)
    plan_lines.copy_plan_to_tree(seat.pk)
    assert Tree.objects.get(seat=seat).armed == []


def test_C16_C30_pages_of_a_player_see_that_a_plan_was_copied_and_without_one_nothing_is_marked(
    monkeypatch, django_capture_on_commit_callbacks
):
    seat, hinted = planned(running(), ["E6", "F6"]), []
    monkeypatch.setattr(hints.sender, "publish", lambda hint: hinted.extend(hint.players))
    Tree.objects.all().delete()
    with django_capture_on_commit_callbacks(execute=True):
        plan_lines.copy_plan_to_tree(seat.pk)
    assert (hinted, len(Tree.objects.get(seat=seat).armed)) == ([seat.player_id], 1)
    Plan.objects.all().delete()
    plan_lines.copy_plan_to_tree(seat.pk)
    assert Tree.objects.get(seat=seat).armed == []


def test_C36_pages_of_a_player_see_that_a_file_was_read(monkeypatch, django_capture_on_commit_callbacks):
    hinted = []
    monkeypatch.setattr(hints.sender, "publish", lambda hint: hinted.append((hint.kind, hint.players)))
    game = running()
    player = players(game)[0]
    with django_capture_on_commit_callbacks(execute=True):
        files.import_file_into_tree(player, game.pk, "(;SZ[9];B[ee];W[df];B[cc])", NOON)
    assert hinted == [("player.changed", (player.pk,))]


def test_C36_a_suspended_player_imports_no_file():
    game = running()
    player = players(game)[0]
    player.suspended_until = NOON + SECOND
    refused(Suspended, files.import_file_into_tree, player, game.pk, "(;GM[1]FF[4]SZ[9];B[ee];W[df];B[cc])", NOON)
    assert not Tree.objects.exists()


def test_C35_a_reader_deletes_their_own_variations_of_one_game(monkeypatch, django_capture_on_commit_callbacks):
    published = []
    monkeypatch.setattr(hints.sender, "publish", lambda hint: published.append((hint.kind, hint.game)))
    game, other, reader = finished(), finished(), make_player()
    propose(reader, game, "C3")
    kept = {propose(reader, other, "C3")[0], propose(make_player(), game, "C3")[0]}
    with django_capture_on_commit_callbacks(execute=True):
        proposing.delete_variations(reader, game.pk)
    assert set(ReaderTree.objects.all()) == kept
    assert published == [("review.changed", game.pk)]
    with django_capture_on_commit_callbacks(execute=True):
        proposing.delete_variations(reader, game.pk)
    assert published == [("review.changed", game.pk)], "nothing was left to delete"


def test_C35_variations_that_moderators_have_hidden_are_not_deleted_by_their_author():
    game, reader = finished(), make_player()
    row, _ = propose(reader, game, "C3")
    proposing.hide_variations(StaffContext(make_moderator(), NOON, "rude"), row.pk)
    proposing.delete_variations(reader, game.pk)
    assert ReaderTree.objects.get() == row


def test_C34_a_comment_is_withdrawn_alone_by_its_author_unless_it_is_hidden():
    game = finished()
    player = make_player()
    first, second, hidden = (comment(player, game, words) for words in ("one", "two", "three"))
    chat = say(player, game, "four")
    moderating.hide_post(post_id=hidden.pk, reason="rude", now=NOON)
    comments.withdraw_comment(player, game.pk, first.pk)
    for post in (hidden, chat):
        refused(NoSuchPost, comments.withdraw_comment, player, game.pk, post.pk)
    assert set(Post.objects.filter(author=player)) == {second, hidden, chat}


def test_C36_a_record_has_the_spectators_chat_of_its_own_game_without_hidden_messages():
    game, other = finished(), finished()
    say(make_player(), game, "a nice game")
    say(make_player(), other, "elsewhere")
    moderating.hide_post(post_id=say(make_player(), game, "an insult").pk, reason="rude", now=NOON)
    record = client_of(make_player()).get(f"/g/{game.pk}.sgf?with=chat").content.decode()
    assert [words in record for words in ("a nice game", "elsewhere", "an insult")] == [True, False, False]


def test_C34_C36_a_record_marks_a_players_conditional_moves_and_not_the_moves_they_answer():
    game = running()
    seat = planned(game, ["E6", "F6"])
    nodes = client_of(seat.player).get(f"/g/{game.pk}.sgf?with=plans").content.decode().split(";")
    assert [node[:5] for node in nodes if "Conditional move of" in node] == ["W[fd]"]


def test_C30_a_tree_has_to_wait_until_the_handicap_stones_are_placed():
    game = make_game(handicap=2, rule_set="chinese")
    assert refused(BadOperation, change, players(game)[0], game, text()).data["index"] == 0
    assert not Tree.objects.exists()


def test_C36_a_file_larger_than_a_tree_may_be_stores_nothing(monkeypatch):
    game = running()
    player = players(game)[0]
    monkeypatch.setattr(merging, "MOST_NODES", 2)
    refused(TreeFull, files.import_file_into_tree, player, game.pk, "(;SZ[9];B[ee];W[df];B[cc];W[dd];B[ff])", NOON)
    assert not Tree.objects.exists()
    assert files.import_file_into_tree(player, game.pk, "(;SZ[9];B[ee];W[df];B[cc];W[dd])", NOON)[0] == 2


def test_C36_a_file_has_at_most_a_megabyte_and_a_board_no_more_nodes_than_a_tree(monkeypatch):
    game, record = running(), "(;SZ[9];B[ee];W[df];B[cc];W[dd])"
    largest = record + "ä" * ((LARGEST - len(record)) // 2)
    assert files.tree_from_file(largest).left_out == {}
    assert files.import_file_into_tree(players(game)[0], game.pk, largest, NOON)[0] == 2
    for read in (files.tree_from_file, lambda data: files.import_file_into_tree(players(game)[0], game.pk, data, NOON)):
        assert refused(BadSgf, read, f"{largest}ä").data["sgf"] == "sgf_too_large"
    monkeypatch.setattr(merging, "MOST_NODES", 3)
    refused(TreeFull, files.tree_from_file, record)


def test_C36_no_file_is_read_into_a_tree_before_the_handicap_stones_are_placed():
    game = make_game(handicap=2, rule_set="chinese")
    refused(BoardDoesNotMatch, files.import_file_into_tree, players(game)[0], game.pk, "(;SZ[9])", NOON)


def test_C30_the_mark_of_a_late_answer_is_that_of_all_answers_before_it():
    game = running()
    seat = next(one for one in game.seat_list() if one.player != to_act(game))
    at, adds = [trees.load_own_tree(seat.player, game.pk).record.head], []
    moves = [("B", "E6"), ("W", "F6"), ("B", "C3"), ("W", "C4"), ("B", "G3"), ("W", "G4")]
    for color, move in moves:
        adds.append({"id": move, "op": "add", "parent": at[-1], "color": color, "move": move})
        at.append(node_name(at[-1], color, move))
    change(seat.player, game, *adds, {"id": "mark", "op": "set", "node": at[-1], "armed": True})
    assert plans.find_plan(seat).branches == [["E6", "F6", [["C3", "C4", [["G3", "G4"]]]]]]


def test_C36_an_invalid_komi_or_handicap_of_a_file_is_counted_as_left_out():
    game = running()
    assert files.import_file_into_tree(players(game)[0], game.pk, "(;SZ[9]KM[much]HA[x];B[ee])", NOON) == (
        0,
        {"terms": 2},
    )
