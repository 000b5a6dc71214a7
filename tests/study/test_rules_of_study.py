"""Limits of trees, variations, teachers and comments, and effects on one player or game only (C30 to C36)."""

from __future__ import annotations

import itertools
from datetime import timedelta

import pytest

from accounts.core.audit import StaffContext
from accounts.core.guests import NotForGuests
from accounts.core.restrictions import Suspended
from accounts.models import StaffAction
from accounts.privacy.blocking import block_player
from challenges.sgf_import import BadSgf
from games import verbs
from games.errors import NotAModerator, NotAPlayer, NotFinished
from games.services import plans
from games.services.idempotency import PlayerRequest
from games.verbs.planning import PlanToSave, save_plan
from machine_review.models import ReviewJob
from notifications.models import Notice
from rules import Color
from social.errors import NoSuchPost, TooManyPosts
from social.models import Post
from study.core.nodes import ROOT, TreeNode, node_name
from study.errors import (
    BadOperation,
    CannotInviteTeacher,
    IllegalVariation,
    NotAConditionalReply,
    NotShared,
    ReaderTreeFull,
    TreeChanged,
)
from study.models import Operation, ReaderTree, Sharing, StudySettings, Teacher, Tree
from study.services import (
    account_end,
    board_questions,
    boards,
    comments,
    files,
    layers,
    plan_lines,
    proposing,
    sharing,
    trees,
)
from study.services.proposing import LONGEST_LINE, VariationLine
from study.services.trees import KEPT, TreeChangeRequest
from tests.factories import NOON, act, make_game, make_moderator, make_player, reload, to_act

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)
NAMES = itertools.count(1)


def refused(refusal, do, *arguments, **named):
    with pytest.raises(refusal) as caught:
        do(*arguments, **named)
    return caught.value


def players(game):
    return [seat.player for seat in game.seat_list()]


def running(moves="E5 D4"):
    return make_game(moves=moves)


def finished(moves="E5 D4"):
    game = make_game(moves=moves)
    act(game, verbs.Resign)
    game.refresh_from_db()
    return game


def text(words="hm", node=ROOT, name=None):
    return {"id": name or f"op{next(NAMES)}", "op": "set", "node": node, "text": words}


def change(player, game, *operations, now=NOON, **more):
    return trees.change_tree(player, game.pk, TreeChangeRequest(operations, **more), now)


def comment(player, game, words="hm", at="", key=None):
    return comments.add_comment(PlayerRequest(player, NOON, key), game.pk, at, words)


def propose(player, game, *moves, at=""):
    return proposing.add_line_to_review(PlayerRequest(player, NOON), game.pk, VariationLine(at, moves))


def test_C30_each_player_has_a_tree_of_their_own():
    game = running()
    one, other = players(game)
    change(one, game, text("mine"))
    assert trees.load_own_tree(other, game.pk).row is None
    change(other, game, text("theirs"))
    texts = [
        next(iter(trees.load_own_tree(player, game.pk).tree.visible_nodes()[ROOT].texts.values()))
        for player in (one, other)
    ]
    assert texts == ["mine", "theirs"]


def test_C32_an_operation_counts_once_in_its_tree_whatever_others_call_theirs():
    game = running()
    one, other = players(game)
    for player in (one, one, other):
        change(player, game, text("hm", name="same"))
    assert [trees.load_own_tree(player, game.pk).version for player in (one, other)] == [1, 1]
    assert Operation.objects.count() == 2
    assert change(one, game, text(), expected=1).before == 1
    change(other, game, *[text("hm", name="twice")] * 2)
    assert Operation.objects.filter(name="twice").count() == 1
    refused(TreeChanged, change, one, game, text(), expected=1)
    refused(BadOperation, change, one, game, *[text()] * (trees.MOST_AT_ONCE + 1))


def test_C30_which_of_several_operations_is_refused_is_shown_by_its_place():
    game = running()
    player = players(game)[0]
    head = trees.load_own_tree(player, game.pk).record.head
    change(player, game, text(name="known"))
    bad = {"id": "bad", "op": "add", "parent": head, "color": "B", "move": "E5"}
    found = refused(IllegalVariation, change, player, game, text(name="known"), text(), bad)
    assert (found.data["index"], found.data["point"]) == (2, "E5")
    lost = {**bad, "parent": "f" * 12}
    assert refused(BadOperation, change, player, game, text(), lost).data["index"] == 1


def test_C32_what_is_older_than_thirty_days_is_forgotten_in_trees_that_have_some():
    game, later = running(), running()
    for one, at in ((game, NOON), (later, NOON + SECOND)):
        change(players(one)[0], one, text(), now=at)
    assert trees.delete_old_operations(now=NOON + KEPT) == 0
    assert trees.delete_old_operations(now=NOON + KEPT + SECOND) == 1
    assert Operation.objects.get().tree.seat.game == later


def test_C4_what_goes_with_an_account_is_its_own():
    game = finished()
    one, other = players(game)
    for player in (one, other):
        change(player, game, text())
        StudySettings.objects.create(player=player)
    helped, kept = make_player(), make_player()
    for teacher, by in ((helped, one), (one, other), (kept, other)):
        Teacher.objects.create(game=game, player=teacher, invited_by=by, at=NOON)
    account_end.delete_analyses_and_boards(one)
    assert [tree.seat.player for tree in Tree.objects.all()] == [other]
    assert [row.player for row in StudySettings.objects.all()] == [other]
    assert [row.player for row in Teacher.objects.all()] == [kept]


def test_C34_C37_a_comment_is_sealed_while_a_game_runs_that_is_none_to_teach_by():
    game, teaching = running(), make_game(moves="E5 D4", teaching=True, rated=False)
    assert [comments.are_comments_author_only(one) for one in (game, teaching, finished())] == [True, False, False]


def test_C4_players_who_have_blocked_each_other_both_comment_on_their_game_and_a_blocked_reader_does_not():
    game, reader = finished(), make_player()
    one, other = players(game)
    block_player(player=one, other=other, now=NOON)
    block_player(player=one, other=reader, now=NOON)
    for player in (one, other, make_player()):
        assert comment(player, game)
    refused(comments.MayNotComment, comment, reader, game)
    refused(comments.MayNotComment, comment, make_player(), running())


def test_C18_a_retry_is_the_comment_that_it_was_and_one_that_was_withdrawn_is_none():
    game = running()
    player, other = players(game)
    comment(other, game, "before")
    first = comment(player, game, key="one")
    assert comment(player, game, key="one") == first
    assert Post.objects.count() == 2
    refused(NoSuchPost, comments.withdraw_comment, player, make_game(black=player).pk, first.pk)
    comments.withdraw_comment(player, game.pk, first.pk)
    refused(NoSuchPost, comment, player, game, key="one")
    refused(NoSuchPost, comments.withdraw_comment, player, game.pk, Post.objects.get().pk)


def test_C34_a_comment_is_at_a_move_of_the_record_or_where_the_game_stands():
    game = running()
    player = players(game)[0]
    e5 = node_name(ROOT, "B", "E5")
    head = trees.load_own_tree(player, game.pk).record.head
    assert [(comment(player, game, at=at).node, Post.objects.latest("pk").number) for at in ("", ROOT, e5)] == [
        (head, 2), (ROOT, 0), (e5, 1),
    ]  # fmt: skip
    refused(comments.NoSuchMove, comment, player, game, at=node_name(head, "B", "C3"))
    over = finished()
    node = propose(make_player(), over, "C3", "C4")[1]
    found = comment(make_player(), over, at=node)
    assert (found.node, found.number) == (node, 4)


def test_C35_a_line_has_up_to_thirty_moves_and_a_reader_up_to_two_hundred(monkeypatch, settings):
    game, reader = finished(), make_player()
    refused(ReaderTreeFull, propose, reader, game)
    refused(ReaderTreeFull, propose, reader, game, *["pass"] * (LONGEST_LINE + 1))
    moves = [f"{column}{row}" for row in (1, 3) for column in "ABCDEFGHJ"] + [f"{column}6" for column in "ABCDEFGHJ"]
    moves += ["A8", "C8", "E8"]
    assert (len(moves), LONGEST_LINE, proposing.MOST_NODES) == (30, 30, 200)
    assert len(propose(reader, game, *moves)[0].value.visible_nodes()) >= 30
    monkeypatch.setattr(proposing, "MOST_NODES", 31)
    assert propose(reader, game, "G7")
    refused(ReaderTreeFull, propose, reader, game, "F7")
    assert ReaderTree.objects.get().changed_at == NOON
    settings.IGO_MESSAGES = "1/hour"
    other = make_player()
    propose(other, game, "C3")
    refused(TooManyPosts, propose, other, game, "C4")


def test_C35_variations_are_hidden_by_moderators_by_a_line_of_the_log():
    game, reader = finished(), make_player()
    row, _ = propose(reader, game, "C3")
    kept, _ = propose(make_player(), game, "C4")
    staff = StaffContext(make_moderator(), NOON, "rude")
    refused(NotAModerator, proposing.hide_variations, StaffContext(reader, NOON, "mine"), row.pk)
    hidden = proposing.hide_variations(staff, row.pk)
    assert (hidden.hidden_at, hidden.hidden_reason) == (NOON, "rude")
    refused(NotShared, proposing.hide_variations, staff, row.pk)
    assert [(one.action, one.player) for one in StaffAction.objects.all()] == [("hide_variations", reader)]
    assert ReaderTree.objects.get(pk=kept.pk).hidden_at is None
    refused(NotFinished, propose, reader, running(), "C3")


def test_C35_a_player_invites_three_teachers_and_each_is_asked_once():
    game = finished()
    one, other = players(game)
    teachers = [make_player() for _ in range(4)]
    Teacher.objects.create(game=finished(), player=teachers[3], invited_by=one, at=NOON)
    for teacher in (*teachers[:2], teachers[0], teachers[2]):
        proposing.invite_teacher(one, game.pk, teacher, NOON)
    refused(CannotInviteTeacher, proposing.invite_teacher, other, game.pk, teachers[3], NOON)
    assert proposing.invite_teacher(other, game.pk, teachers[2], NOON).invited_by == one
    assert game.teachers.count() == Notice.objects.filter(kind="asked_to_teach").count() == 3
    refused(NotAPlayer, proposing.invite_teacher, teachers[0], game.pk, teachers[3], NOON)
    refused(NotFinished, proposing.invite_teacher, players(on := running())[0], on.pk, teachers[3], NOON)


def test_C35_nobody_teaches_who_plays_is_gone_or_blocked():
    game = finished()
    one, other = players(game)
    blocked = make_player()
    block_player(player=other, other=blocked, now=NOON)
    gone = [make_player(is_guest=True), make_player(is_active=False), make_player(deleted_at=NOON)]
    for teacher in (one, other, blocked, *gone):
        refused(CannotInviteTeacher, proposing.invite_teacher, one, game.pk, teacher, NOON)
    private = make_game(private=True)
    act(private, verbs.Resign)
    refused(CannotInviteTeacher, proposing.invite_teacher, players(private)[0], private.pk, make_player(), NOON)


def test_C35_teachers_come_before_readers():
    game = finished()
    reader, teacher = make_player(), make_player()
    propose(reader, game, "C3")
    propose(teacher, game, "C4")
    kinds = lambda: [layer.kind for layer in layers.visible_layers(reader, game, trees.trunk_of_game(game))]  # noqa: E731
    assert kinds() == ["reader", "reader"]
    proposing.invite_teacher(players(game)[0], game.pk, teacher, NOON)
    assert kinds() == ["teacher", "reader"]


def test_C34_C35_a_tree_is_hidden_by_moderators_where_it_is_shown():
    game, other = finished(), finished()
    for one in (game, other):
        change(players(one)[0], one, text())
    tree = Tree.objects.get(seat__game=game)
    moderator = make_moderator()
    staff = StaffContext(moderator, NOON, "rude")
    refused(NotShared, sharing.hide_tree, staff, tree.pk)
    sharing.set_tree_shared(players(game)[0], game.pk, True, NOON)
    refused(NotAModerator, sharing.hide_tree, StaffContext(make_player(), NOON, "no"), tree.pk)
    assert sharing.hide_tree(staff, tree.pk).hidden_reason == "rude"
    refused(NotShared, sharing.hide_tree, staff, 10**9)
    assert not Tree.objects.get(seat__game=other).hidden_at
    refused(NotFinished, sharing.load_review, moderator, running().pk)
    assert sharing.load_review(moderator, game.pk).trees == []


def test_C35_guests_choose_nothing_that_others_read_and_may_choose_that_nobody_does():
    guest = make_player(is_guest=True)
    refused(NotForGuests, sharing.set_sharing_default, guest, Sharing.ALWAYS, NOON)
    sharing.set_sharing_default(guest, Sharing.NEVER, NOON)
    assert StudySettings.objects.get(player=guest).sharing == Sharing.NEVER


def test_C30_C35_who_is_suspended_changes_no_tree_and_no_default():
    game = running()
    player = players(game)[0]
    player.suspended_until = NOON + SECOND
    refused(Suspended, change, player, game, text())
    for chosen in Sharing:
        refused(Suspended, sharing.set_sharing_default, player, chosen, NOON)
    assert not StudySettings.objects.exists()


def test_C36_a_file_has_a_bound_and_the_board_of_its_game(monkeypatch):
    game = running()
    player = players(game)[0]
    record = "(;GM[1]FF[4]SZ[9];B[ee];W[df];B[cc])"
    monkeypatch.setattr(files, "MOST_NODES", 4)
    assert files.import_file_into_tree(player, game.pk, record, NOON)[0] == 1
    monkeypatch.setattr(files, "MOST_NODES", 3)
    assert refused(BadSgf, files.import_file_into_tree, player, game.pk, record, NOON).data["sgf"] == "sgf_too_long"
    refused(files.BoardDoesNotMatch, files.import_file_into_tree, player, game.pk, "(;GM[1]FF[4]SZ[13])", NOON)


def test_C34_of_a_plan_is_shown_what_was_not_played():
    """White had planned D4, which was played, and behind it F6 and C4, which were not, and has only looked at D3."""
    record = trees.trunk_of_game(finished())
    shown, at = {}, ROOT
    moves = ("B", "E5"), ("W", "D4"), ("B", "E6"), ("W", "F6"), ("B", "C3"), ("W", "C4"), ("B", "D3")
    for color, move in moves:
        before, at = at, node_name(at, color, move)
        shown[at] = TreeNode(parent=before, color=color, move=move, armed=(1, "a", True) if color == "W" else None)
    shown["f" * 12] = TreeNode(armed=(1, "a", True))  # a mark that has arrived before its move
    lines = plan_lines.unplayed_plan_lines(shown, record)
    assert [[node.move for _, node in line] for line in lines] == [["E6", "F6", "C3", "C4"]]
    played = {name: node for name, node in shown.items() if record.knows_move(name)}
    assert plan_lines.unplayed_plan_lines(played, record) == []


def test_C35_C53_a_line_of_the_machines_is_gone_on_with():
    game, reader = finished(), make_player()
    lines = {"lines": {"0": ["C3", "D3"]}, "judgements": [[500, 30, "C3", 9], [400, 0, "D4", 9], [400, 0, "F6", 9]]}
    ReviewJob.objects.create(game=game, asked_at=NOON, status="done", engine="Trial", colors="BW", **lines)
    machines = node_name(node_name(ROOT, "B", "C3"), "W", "D3")
    _, last = propose(reader, game, "F3", at=machines)
    assert last == node_name(machines, "B", "F3")


def test_C32_other_devices_get_what_is_new_and_nothing_else(django_capture_on_commit_callbacks):
    game = running()
    player = players(game)[0]
    with django_capture_on_commit_callbacks() as expected:
        change(player, game, text(name="one"))
    assert expected
    with django_capture_on_commit_callbacks() as expected:
        change(player, game, text(name="one"))
    assert not expected


def planned(game, *branches):
    """The seat that waits, after it has saved this plan."""
    seat = next(seat for seat in game.seat_list() if seat.player != to_act(game))
    save_plan(verbs.ActionRequest(game.pk, seat.player, reload(game).number, None, NOON), PlanToSave(list(branches)))
    plan_lines.copy_plan_to_tree(seat.pk)
    return seat


def armed(seat):
    return [
        node.move
        for node in trees.load_own_tree(seat.player, seat.game_id).tree.visible_nodes().values()
        if node.is_armed
    ]


def test_C16_C30_what_is_planned_again_is_marked_again(monkeypatch):
    keys = iter("cba")
    monkeypatch.setattr(plan_lines.secrets, "token_hex", lambda _: next(keys))
    game = running()
    seat = planned(game, ["E6", "F6"])
    assert armed(seat) == ["F6"]
    plans.disarm_plan(seat, NOON)
    plan_lines.copy_plan_to_tree(seat.pk)
    assert armed(seat) == []
    assert armed(planned(game, ["E6", "F6"])) == ["F6"]


def test_C34_a_finished_game_keeps_what_never_was_played_whatever_is_written_then():
    game = running()
    seat = planned(game, ["E6", "F6"])
    act(game, verbs.Resign)
    change(seat.player, game, text("why not"))
    assert armed(seat) == ["F6"]


def test_C30_who_is_to_move_marks_no_move_of_their_own_as_an_answer():
    game = running()
    player = to_act(game)
    opened = trees.load_own_tree(player, game.pk)
    color, head = Color(opened.seat.color).letter, opened.record.head
    add = {"id": "one", "op": "add", "parent": head, "color": color, "move": "E6"}
    own = node_name(head, color, "E6")
    answer = {"id": "three", "op": "add", "parent": own, "color": "W", "move": "F6"}
    third = {"id": "five", "op": "add", "parent": node_name(own, "W", "F6"), "color": color, "move": "G6"}
    elsewhere = {"id": "four", "op": "add", "parent": ROOT, "color": "B", "move": "C3"}
    for node in (own, third["parent"], node_name(third["parent"], color, "G6"), node_name(ROOT, "B", "C3")):
        mark = {"id": "two", "op": "set", "node": node, "armed": True}
        refused(NotAConditionalReply, change, player, game, add, answer, third, elsewhere, mark)


def test_C30_an_answer_whose_mark_is_removed_leaves_those_before_it():
    game = running()
    seat = planned(game, ["E6", "F6", [["C3", "C4"]]])
    nodes = trees.load_own_tree(seat.player, game.pk).tree.visible_nodes()
    last = next(name for name, node in nodes.items() if node.move == "C4")
    change(seat.player, game, {"id": "one", "op": "set", "node": last, "armed": False})
    assert (armed(seat), plans.find_plan(seat).branches) == (["F6"], [["E6", "F6"]])


def test_C53_what_was_lost_by_a_move_that_is_not_in_the_record_has_no_place_there():
    game = finished()
    judgements = [[500, 0, "C3", 9], [500, 0, "D4", 9], [500, 0, "F6", 9], [100, -200, "F6", 9]]
    job = ReviewJob(game=game, asked_at=NOON, status="done", colors="BWB", judgements=judgements)
    assert layers.machine_layer(job, trees.trunk_of_game(game)).losses == {}
    again = make_game(moves="E5 D4 F6")
    assert len(layers.machine_layer(job, trees.trunk_of_game(again)).losses) == 1


def test_the_limits_of_analyses_and_boards():
    assert (proposing.MOST_NODES, proposing.LONGEST_LINE, proposing.MOST_TEACHERS) == (200, 30, 3)
    assert (boards.MOST_BOARDS, boards.SIZES, files.MOST_NODES) == (50, (9, 13, 19), 5_000)
    assert (board_questions.MOST_OF_PLAYER, board_questions.MOST_OF_BOARD) == (20, 500)
    assert timedelta(days=30) == trees.KEPT
    assert (board_questions.MOST_SHOWN, trees.MOST_AT_ONCE, comments.LONGEST_COMMENT) == (100, 500, 2000)
