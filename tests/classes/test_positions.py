"""Positions as homework (T13, T14)."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.core.restrictions import NewGamesBlocked
from accounts.models import Block, Player
from accounts.privacy.account_deletion import delete
from challenges.models import Challenge, ChallengeStatus
from challenges.server_bots import bot_name
from challenges.services import withdraw_challenge
from challenges.sgf_import import BadSgf
from classes import access, errors
from classes.models import Homework, HomeworkGame, HomeworkPosition
from classes.services import founding, homework, joining, positions, progress
from classes.services.positions import PositionSource, PositionToAssign
from games import verbs
from games.models import Game
from rules import Color
from rules.sgf.reading import MOST_EDITS
from tests.classes.helpers import make_child, make_class
from tests.classes.test_pages_and_api import come, page, send
from tests.clubs.helpers import asked
from tests.factories import NOON, act, days, make_game, make_player, play, play_somewhere, reload, side
from tests.support.browsers import browser
from tests.tournaments.helpers import refused

pytestmark = pytest.mark.django_db
ROWS = ".....\n.XO..\n.XO..\n.XO..\n....."
DUE = date(2100, 1, 1)
SGF = "(;SZ[9]KM[5.5]RU[Chinese];B[ee];W[cc];B[gg])"


@pytest.fixture(autouse=True)
def bots(settings):
    settings.IGO_HOUSE_BOT = True
    return [make_player(bot_name(level), is_bot=True) for level in (2, 5)]


def given(level: int | None = 2, name: str = "Save the corner", rule_set: str = "japanese", **more) -> PositionToAssign:
    source = {one: more.pop(one) for one in ("sgf", "game", "rows", "moves", "first") if one in more} or {"rows": ROWS}
    return PositionToAssign(name=name, source=PositionSource(**source), rule_set=rule_set, level=level, **more)


def give(classroom, **more) -> HomeworkPosition:
    return positions.assign_position(asked(classroom.teacher), classroom.pk, given(**more), DUE)


def start(found: HomeworkPosition, player, now=NOON) -> HomeworkGame:
    return positions.play_position(asked(player, now), found.homework.classroom_id, found.number)


def done(classroom, player) -> set[str]:
    return progress.progress_in(classroom, [player.pk])[player.pk].done


def score(game: Game) -> None:
    for player in [game.seat_on_turn().player, game.opponents(game.seat_on_turn())[0].player]:
        act(game, verbs.Pass, by=player)
    game.refresh_from_db()
    first, second = (seat.player for seat in game.seat_list())
    act(game, verbs.Propose, by=first, dead=[])
    act(game, verbs.Accept, by=second, proposal=1, confirmed=True)


def test_T13_a_position_is_drawn_or_comes_from_a_file_or_a_finished_game():
    made = make_class()
    game = make_game(black=made.teacher, white=make_player(), size=9)
    for move in ("E5", "C3", "G7"):
        play(game, move)
    refused(errors.BadClass, give, made, game=game.pk)
    act(game, verbs.Resign, by=made.teacher)
    board = reload(game).state().board

    drawn, file, part, from_game, turned = (
        give(made, **source)
        for source in (
            {"rows": ROWS}, {"sgf": SGF}, {"sgf": SGF.encode(), "moves": 1}, {"game": game.pk, "moves": 2},
            {"sgf": SGF, "first": "B"},
        )
    )  # fmt: skip

    assert drawn.position.board.rows() == ROWS.split()
    assert [one.number for one in (drawn, file, part, from_game, turned)] == [1, 2, 3, 4, 5]
    assert [one.position.to_play for one in (drawn, file, part, from_game, turned)] == [
        Color.BLACK, Color.WHITE, Color.WHITE, Color.BLACK, Color.BLACK
    ]  # fmt: skip
    assert [sum(map(bool, one.position.board.cells)) for one in (file, part, from_game)] == [3, 1, 2]
    assert give(made, game=game.pk).position.board.cells == board.cells


@pytest.mark.parametrize(
    ("source", "field"),
    [
        ({"rows": "....\n....\n....\n...."}, "rows"), ({"rows": ".....\n....\n.....\n.....\n....."}, "rows"),
        ({"rows": "OX...\nXX...\n.....\n.....\n....."}, "rows"),
        ({"rows": "....A\n.....\n.....\n.....\n....."}, "rows"),
        ({"rows": ROWS, "sgf": SGF}, "rows"), ({"rows": " "}, "rows"), ({"game": 10**12}, "game"),
        ({"rule_set": "chess"}, "rule_set"), ({"name": " "}, "name"), ({"name": "x" * 61}, "name"),
        ({"komi": 1000}, "komi"), ({"level": 9}, "level"), ({"color": "both"}, "color"),
    ],
)  # fmt: skip
def test_T13_what_does_not_fit_is_refused_with_its_field(source, field):
    with pytest.raises(errors.BadClass) as refusal:
        give(make_class(), **source)
    assert refusal.value.fields[0] == field
    assert not Homework.objects.exists()


def test_T13_a_number_of_moves_that_the_game_does_not_have_is_the_error():
    teacher = make_player()
    game = make_game(black=teacher, moves="E5 D5")
    act(game, verbs.Resign)
    path = f"/classes/{make_class(teacher).pk}/positions/"
    form = {"name": "A", "rule_set": "japanese", "color": "black", "due": "2100-01-01", "game": game.pk, "moves": 50}
    sentence = "The game has only 2 moves. Enter a smaller number."

    given = browser(teacher).post(path, form).context["form"]
    file = SimpleUploadedFile("a.sgf", b"(;GM[1]SZ[9];B[aa];W[bb])")
    started = browser(teacher).post("/new/sgf/", {"file": file, "moves": 50}).context["form"]

    assert given.errors == started.errors == {"moves": [sentence]}


def test_T13_only_the_teacher_gives_positions_from_games_that_they_see(monkeypatch):
    pupil, stranger = make_player(), make_player()
    made = make_class(None, pupil)
    hidden = make_game(black=pupil, white=stranger, size=9, private=True)
    act(hidden, verbs.Resign, by=pupil)
    refused(errors.BadClass, give, made, game=hidden.pk)
    refused(BadSgf, give, made, sgf="(;GM[2])")
    refused(errors.NotTeacher, positions.assign_position, asked(pupil), made.pk, given(), DUE)
    refused(errors.NoSuchClass, positions.assign_position, asked(stranger), made.pk, given(), DUE)
    refused(errors.BadClass, positions.assign_position, asked(made.teacher), made.pk, given(), NOON.date() - days(1))
    monkeypatch.setattr(homework, "MOST_HOMEWORK", 1)
    give(made)
    refused(errors.TooMuchHomework, give, made)
    homework.delete_homework(asked(made.teacher), made.pk, "position-1")
    assert not HomeworkPosition.objects.exists()
    assert give(made).number == 2


def test_T13_one_press_starts_an_unrated_game_against_the_computer_of_the_level(bots):
    pupil = make_player()
    made = make_class(None, pupil)
    found = give(made, sgf=SGF, level=2, color="white", komi=3)

    game = start(found, pupil).game

    assert side(game, Color.WHITE) == pupil
    assert side(game, Color.BLACK) == bots[0]
    assert (game.rated, game.komi, game.rule_set) == (False, 3, "japanese")
    assert (game.state().board, game.state().to_play) == (found.position.board, Color.WHITE)
    assert start(found, pupil).game == game, "a second press opens the same game"
    act(game, verbs.Resign, by=pupil)
    assert start(found, pupil).game != game, "after the end they can play again"


def test_T13_two_classmates_who_press_play_each_other():
    bea, carl, dora = make_player("bea"), make_player("carl"), make_player("dora")
    made = make_class(None, bea, carl, dora)
    found = give(made, level=None)

    waiting = start(found, bea)

    assert (waiting.game, waiting.offer.is_open) == (None, True)
    assert start(found, bea) == waiting
    Block.objects.create(player=dora, blocked=bea, at=NOON)
    assert start(found, dora).game is None, "a block keeps them apart"
    game = start(found, carl).game
    assert {seat.player for seat in game.seat_list()} == {bea, carl}
    assert (game.rated, start(found, bea).game) == (False, game)


def test_T13_nobody_is_paired_with_a_withdrawn_offer_or_with_someone_who_left():
    bea, carl, dora = make_player("bea"), make_player("carl"), make_player("dora")
    made = make_class(None, bea, carl, dora)
    found = give(made, level=None)
    withdraw_challenge(asked(bea), start(found, bea).offer_id)
    start(found, carl)
    joining.leave_class(asked(carl), made.pk)

    assert start(found, dora).game is None


@pytest.mark.parametrize("is_child", [True, False])
def test_T13_pupils_stop_waiting_for_a_classmate(is_child):
    made = make_class(None, make_player("bea"), make_player("carl"))
    waiting = make_child(made, "Aino") if is_child else Player.objects.get(username="bea")
    found = give(made, level=None)
    offer = start(found, waiting).offer
    path = found.get_absolute_url()

    assert "Stop waiting" in page(waiting, path)
    browser(waiting).post(path, {"do": "stop"})

    assert not HomeworkGame.objects.exists()
    assert not Challenge.objects.filter(status=ChallengeStatus.OPEN).exists()
    assert (offer is None) == is_child
    assert "Stop waiting" not in page(waiting, path)
    assert start(found, Player.objects.get(username="carl")).game is None, "no one is paired with them"
    assert browser(waiting).delete(f"/api/v1{path}").status_code == 204
    assert browser(made.teacher).delete(f"/api/v1{path}").json()["code"] == "not_pupil"


def test_T13_pupils_who_stop_waiting_keep_a_game_that_has_started(bots):
    made = make_class(None, make_player("bea"))
    bea = Player.objects.get(username="bea")
    found = give(made)
    game = start(found, bea).game

    positions.stop_waiting(asked(bea), made.pk, found.number)

    assert start(found, bea).game == game


@pytest.mark.parametrize("ends", ["homework", "class", "account"])
def test_T13_homework_that_is_deleted_withdraws_its_open_offers(ends):
    bea, carl = make_player("bea"), make_player("carl")
    made = make_class(None, bea, carl)
    found, other = give(made, level=None), give(make_class(None, carl), level=None)
    offer, kept = start(found, bea).offer, start(other, carl).offer

    if ends == "homework":
        homework.delete_homework(asked(made.teacher), made.pk, found.homework.item)
    elif ends == "class":
        founding.delete_class(asked(made.teacher), made.pk)
    else:
        delete(player=made.teacher, now=NOON)

    assert not HomeworkPosition.objects.filter(pk=found.pk).exists()
    for one, status in ((offer, ChallengeStatus.WITHDRAWN), (kept, ChallengeStatus.OPEN)):
        one.refresh_from_db()
        assert one.status == status


def test_T13_the_number_of_a_deleted_position_is_not_used_again():
    made = make_class()
    first, second = give(made), give(made)
    homework.delete_homework(asked(made.teacher), made.pk, second.homework.item)
    homework.delete_homework(asked(made.teacher), made.pk, first.homework.item)

    third = give(made)

    assert [first.number, second.number, third.number] == [1, 2, 3]
    assert browser(made.teacher).get(second.get_absolute_url()).status_code == 404


def test_T13_a_file_with_many_nodes_that_set_stones_is_refused():
    full = ";AB[aa:ss]AE[aa:sr]"
    made = make_class()

    give(made, sgf=f"(;SZ[19]{full * MOST_EDITS})", level=None)
    refused(BadSgf, give, made, sgf=f"(;SZ[19]{full * (MOST_EDITS + 1)})", level=None)


def test_T13_T14_children_play_classmates_privately_and_the_teacher_sees_the_results():
    bea = make_player("bea")
    made = make_class(None, bea)
    aino, carl = make_child(made, "Aino"), make_child(made, "Carl")
    found = give(made, level=None)

    waiting = start(found, aino)

    assert (waiting.game, waiting.offer) == (None, None)
    assert start(found, aino) == waiting
    assert "waiting for a classmate" in page(aino, found.get_absolute_url())
    aino.barred_until = NOON + days(1)
    aino.save()
    other = start(found, carl)
    assert other.game is None, "a classmate who may not start games is left out"
    aino.barred_until = None
    aino.save()
    game = start(found, bea).game
    assert {seat.player for seat in game.seat_list()} == {aino, bea}
    assert (game.private, game.rated) == (True, False)
    act(game, verbs.Resign, by=bea)
    other.delete()
    offer = start(found, bea).offer
    second = start(found, carl).game
    assert {seat.player for seat in second.seat_list()} == {bea, carl}
    offer.refresh_from_db()
    assert not offer.is_open
    shown = page(made.teacher, found.get_absolute_url())
    assert shown.count("resignation") == 2, "in the lines of both pupils"
    assert f'href="/g/{game.pk}/"' in shown, "the teacher watches the games of children in the class"
    assert f'href="/g/{game.pk}/"' in page(bea, found.get_absolute_url())


def test_T13_only_pupils_who_may_play_start_games():
    pupil, stranger = make_player(), make_player()
    made = make_class(None, pupil)
    found = give(made)
    refused(errors.NotPupil, start, found, made.teacher)
    refused(errors.NoSuchClass, start, found, stranger)
    refused(errors.NoSuchHomework, positions.play_position, asked(pupil), made.pk, 9)
    refused(errors.NoSuchHomework, positions.get_homework_position, make_class(name="Other"), 1)
    pupil.barred_until = NOON + days(1)
    refused(NewGamesBlocked, start, found, pupil)
    assert not HomeworkGame.objects.exists()


def test_T14_a_game_finishes_the_homework_if_it_is_scored_or_has_ten_moves():
    bea, carl = make_player("bea"), make_player("carl")
    made = make_class(None, bea, carl)
    found = give(made)
    game = start(found, bea).game
    play_somewhere(game, 9)
    assert done(made, bea) == set()
    act(game, verbs.Resign, by=bea)
    assert done(made, bea) == set(), "resigned too early"
    game = start(found, bea).game
    play_somewhere(game, 10)
    assert done(made, bea) == set(), "not yet over"
    act(game, verbs.Resign, by=bea)
    game = start(found, carl).game
    score(game)

    assert (done(made, bea), done(made, carl)) == ({"position-1"}, {"position-1"})
    assert done(make_class(name="Other"), bea) == set()


def test_T14_the_teacher_sees_all_games_with_results_and_a_pupil_their_own():
    bea, carl, moderator = make_player("bea"), make_player("carl"), make_player("other")
    made = make_class(None, bea, carl)
    found = give(made)
    first, second = (start(found, one).game for one in (bea, carl))
    play_somewhere(first, 10)
    act(first, verbs.Resign, by=bea)

    def seen(viewer):
        rows = positions.games_from_position(found, access.visible_class(viewer, made.pk), viewer)
        return [(one.player, one.game.pk) for one in rows]

    assert seen(made.teacher) == [(carl, second.pk), (bea, first.pk)]
    assert seen(carl) == [(carl, second.pk)]
    shown = page(made.teacher, found.get_absolute_url())
    assert f'href="/g/{first.pk}/"' in shown
    assert "resignation" in shown
    assert page(moderator, found.get_absolute_url()) == 404
    assert "Done by 1 of 2 pupils" in page(made.teacher, made.get_absolute_url())
    assert "Save the corner" in page(bea, made.get_absolute_url())


def test_T13_T14_the_pages_give_a_position_and_start_a_game():
    bea = make_player("bea")
    made = make_class(None, bea)
    teacher, pupil, path = come(made.teacher), come(bea), f"{made.get_absolute_url()}positions/"
    form = {"name": "A fight", "rule_set": "chinese", "level": "2", "color": "black", "due": "2100-01-01"}
    assert "or type the position" in " ".join(teacher.get(path).content.decode().split())
    assert pupil.get(path).status_code == 404
    for wrong in ({}, {"rows": "X"}, {"game": "99999"}, {"rows": ROWS, "komi": "6.3"}, {"rows": ROWS, "due": ""}):
        assert teacher.post(path, form | wrong).status_code == 400, wrong
    bad = teacher.post(path, form | {"file": SimpleUploadedFile("a.sgf", b"nonsense")})
    assert 'href="#id_file"' in bad.content.decode()
    assert not Homework.objects.exists()

    where = teacher.post(path, form | {"file": SimpleUploadedFile("a.sgf", SGF.encode()), "komi": "0.5"})["Location"]

    assert "Play the computer" in page(bea, where)
    assert "bea plays Black" not in page(bea, where), "the offer behind the terms is nobody's"
    to = pupil.post(where)["Location"]
    game = Game.objects.get()
    assert (to, game.komi) == (game.get_absolute_url(), game.komi)
    assert "Continue your game" in page(bea, where)
    assert teacher.post(where, follow=True).status_code == 200
    assert Game.objects.count() == 1
    assert teacher.post(path, form | {"rows": ROWS, "level": ""})["Location"]
    pupil.post(f"{path}2/")
    assert "waiting for a classmate" in page(bea, f"{path}2/")
    assert page(bea, f"{path}3/") == 404


def test_T13_T14_the_api_gives_a_position_and_starts_a_game():
    bea, carl = make_player("bea"), make_player("carl")
    made = make_class(None, bea, carl)
    teacher, pupil, api = come(made.teacher), come(bea), f"/api/v1/classes/{made.pk}/"
    body = {"name": "A fight", "due": "2100-01-01", "rows": ROWS, "komi": "0.5", "first": "W"}
    assert send(pupil, f"{api}positions/", **body).json()["code"] == "not_teacher"
    assert send(teacher, f"{api}positions/", **body | {"sgf": SGF}).json()["code"] == "bad_class"

    shown = send(teacher, f"{api}positions/", **body).json()

    assert (shown["number"], shown["to_play"], shown["komi"], shown["level"]) == (1, "W", "0.5", None)
    assert send(pupil, f"{api}positions/1/").json()["game"] is None
    game = send(come(carl), f"{api}positions/1/").json()["game"]
    assert send(pupil, f"{api}positions/1/").json() == {"game": game, "offer": None}
    assert [one["game"] for one in teacher.get(f"{api}positions/1/").json()["games"]] == [game, game]
    assert [one["player"] for one in pupil.get(f"{api}positions/1/").json()["games"]] == ["bea"]
    (row,) = teacher.get(api).json()["homework"]
    assert (row["item"], row["done"], row["position"]["name"]) == ("position-1", 0, "A fight")
    assert send(pupil, f"{api}positions/7/").json()["code"] == "no_such_homework"
    assert send(teacher, f"{api}acts/", act="end_homework", item="position-1").json()["homework"] == []
    assert Game.objects.filter(pk=game).exists()


def test_T14_many_pupils_and_games_need_as_many_queries_as_few():
    def counted(pupils):
        people = [make_player() for _ in range(pupils)]
        made = make_class(None, *people)
        found = give(made)
        for one in people:
            start(found, one)
        client, numbers = come(made.teacher), []
        for path in (
            found.get_absolute_url(), made.get_absolute_url(), f"/api/v1/classes/{made.pk}/",
            f"/api/v1/classes/{made.pk}/positions/1/",
        ):  # fmt: skip
            client.get(path)
            with CaptureQueriesContext(connection) as queries:
                assert client.get(path).status_code == 200
            numbers.append(len(queries))
        return numbers

    assert counted(2) == counted(5)


def test_T13_the_form_keeps_the_file_whose_board_it_has_shown():
    made = make_class()
    teacher, path = browser(made.teacher), f"/classes/{made.pk}/positions/"
    form = {"name": "Ladder", "level": "2", "color": "black", "rule_set": "japanese", "due": "2100-01-01"}

    shown = teacher.post(path, {**form, "look": "1", "moves": "2", "file": SimpleUploadedFile("a.sgf", SGF.encode())})
    kept = re.search('name="kept" value="([^"]+)"', shown.content.decode())[1]
    assert teacher.post(path, {**form, "moves": "1", "rows": ROWS, "kept": kept}).status_code == 302
    assert teacher.post(path, {**form, "moves": "2", "kept": kept}).status_code == 302

    drawn, loaded = HomeworkPosition.objects.order_by("pk")
    assert (drawn.position.board.width, loaded.position.board.width) == (5, 9)
    assert sum(map(bool, loaded.position.board.cells)) == 2
    assert teacher.post(path, {**form, "kept": "no base64"}).status_code == 400
    large = SimpleUploadedFile("a.sgf", SGF.encode() + b" " * 40_000)
    assert "Choose the file again" in teacher.post(path, {**form, "look": "1", "file": large}).content.decode()


def test_T13_the_form_shows_the_board_before_the_teacher_gives_it():
    made = make_class()
    teacher, path = browser(made.teacher), f"/classes/{made.pk}/positions/"
    form = {"name": "Save the corner", "level": "2", "color": "black", "rule_set": "japanese", "due": "2100-01-01"}

    drawn = teacher.post(path, {**form, "rows": ROWS, "look": "1"})
    assert drawn.status_code == 200
    assert '<svg class="goban c5 r5"' in drawn.content.decode()
    assert "Choose the file again" not in drawn.content.decode()
    sent = teacher.post(path, {**form, "look": "1", "moves": "2", "file": SimpleUploadedFile("a.sgf", SGF.encode())})
    assert '<svg class="goban c9 r9"' in sent.content.decode()
    assert "Your SGF file is still selected." in sent.content.decode()
    assert teacher.post(path, {**form, "rows": "XX", "look": "1"}).status_code == 400
    assert '<svg class="goban' not in teacher.get(path).content.decode()
    assert not HomeworkPosition.objects.exists()
    assert teacher.post(path, {**form, "rows": ROWS}).status_code == 302
