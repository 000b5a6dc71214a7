"""Problems from players' own finished games: proved by a worker before anyone sees them (C104, C105)."""

from __future__ import annotations

from datetime import timedelta
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from accounts.core.guests import NotForChildren, NotForGuests
from accounts.privacy.account_deletion import delete
from games import verbs
from learn import problem_files
from learn.models import OwnProblem, Tried
from learn.problems import sgf
from learn.problems.collection import problems_of_goal
from learn.services import own_problems
from learn.services.own_problems import PositionSource, ProblemQuestion
from rules import Board, Color
from tests.classes.helpers import make_child, make_class
from tests.factories import act, make_game, make_player

pytestmark = pytest.mark.django_db

KNOWN = problems_of_goal("live")[0]


def asked_for(author, **changes):
    """A row that asks for a problem whose answer is known, or for one that is none."""
    question = {name: KNOWN.stored[name] for name in ("goal", "first", "rows", "marks", "area")}
    made_at = timezone.now()
    return OwnProblem.objects.create(author=author, game=1, move=0, question={**question, **changes}, made_at=made_at)


def status(key: str) -> int:
    return Client().get(f"/problems/{key}/").status_code


def test_nothing_is_shown_before_it_is_proved_C105(aino):
    row = asked_for(aino)
    assert status(f"own-{row.pk}") == 404

    assert own_problems.prove_or_reject_next()
    assert not own_problems.prove_or_reject_next()
    row.refresh_from_db()
    assert row.state == OwnProblem.State.PROVED
    assert {**row.stored, "key": KNOWN.key} == KNOWN.stored
    html = Client().get(f"/problems/own-{row.pk}/?point={KNOWN.right.split()[0]}").content.decode()
    assert "Right." in html
    assert "aino" in Client().get("/problems/players/").content.decode()


def test_what_is_no_problem_is_refused_with_the_reason(aino):
    rows = Board.empty(7, 7).with_stones([(Color.BLACK, Board.empty(7, 7).point(24))]).rows()
    free = asked_for(aino, rows=rows, marks="D4", area="D4", first="W", goal="kill")
    wide = asked_for(
        aino, rows=rows, first="B", marks="D4", area=" ".join(f"{c}{r}" for c in "ABCDEFG" for r in range(1, 8))
    )
    while own_problems.prove_or_reject_next():
        pass

    free.refresh_from_db()
    wide.refresh_from_db()
    assert (free.state, free.why) == (OwnProblem.State.REFUSED, "no_answer")
    assert (wide.state, wide.why) == (OwnProblem.State.REFUSED, "too_hard")
    client = Client()
    client.force_login(aino)
    html = unescape(client.get("/problems/players/").content.decode())
    assert "The area is too large to check. Choose a smaller area." in html
    assert "too large to check" not in Client().get("/problems/players/").content.decode()


def test_a_problem_is_claimed_once_and_again_when_who_read_it_has_died(aino):
    row = asked_for(aino)
    assert own_problems._claim_next_question() == row
    assert own_problems._claim_next_question() is None

    OwnProblem.objects.update(claimed_at=timezone.now() - own_problems.TIME_TO_READ - timedelta(seconds=1))
    assert own_problems._claim_next_question() == row


def test_a_problem_of_a_player_is_tried_without_being_counted(aino):
    row = asked_for(aino)
    own_problems.prove_or_reject_next()
    client = Client()
    client.force_login(aino)
    client.get(f"/problems/own-{row.pk}/?point={KNOWN.right.split()[0]}")

    assert not Tried.objects.exists()


@pytest.mark.parametrize("key", ["own-0", "own-", "own-x", "own-" + "9" * 30, "own-１"])
def test_what_there_is_not_is_not_there(key):
    assert status(key) == 404


def test_only_who_played_a_finished_public_game_makes_a_problem_of_it(aino, babak):
    running = make_game(black=aino, white=babak)
    for who, path in (
        (aino, f"/problems/new/?game={running.pk}"), (aino, "/problems/new/?game=999999"), (aino, "/problems/new/"),
        (make_player("cai"), f"/problems/new/?game={running.pk}"), (aino, "/problems/new/?game=x"),
    ):  # fmt: skip
        client = Client()
        client.force_login(who)
        assert client.get(path).status_code == 404
        assert client.post(path).status_code == 404
    assert Client().get("/problems/new/").status_code == 302


def test_a_position_of_a_finished_game_is_sent_shown_and_proved(aino, babak, monkeypatch):
    monkeypatch.setattr(own_problems.dispatch, "dispatch", lambda task, fallback: None)
    game = make_game(black=aino, white=babak, moves="A2 A1 G7 G6")
    act(game, verbs.Resign, by=aino)
    client = Client()
    client.force_login(aino)
    path = f"/problems/new/?game={game.pk}&move=3"
    assert "Make a problem from this position" in client.get(path).content.decode()
    assert client.get(f"/problems/new/?game={game.pk}&move=9").status_code == 404
    sent = {"goal": "kill", "first": "B", "marks": "A1", "area": "A1 B2"}
    assert client.post(path, {**sent, "marks": "J9"}).status_code == 400
    assert not OwnProblem.objects.exists()
    assert client.post(path, sent).status_code == 302

    assert own_problems.prove_or_reject_next()
    row = OwnProblem.objects.get()
    assert (row.move, row.state, row.stored["right"]) == (3, OwnProblem.State.PROVED, "B1")


def test_so_many_a_day_and_no_more(aino):
    for _ in range(own_problems.MOST_A_DAY):
        assert own_problems.problem_submissions_left(aino)
        asked_for(aino)
    assert own_problems.problem_submissions_left(aino) == 0


def test_asking_stores_what_was_asked(aino, monkeypatch):
    monkeypatch.setattr(own_problems.dispatch, "dispatch", lambda task, fallback: None)
    question = KNOWN.question
    asked = ProblemQuestion(KNOWN.board, "live", KNOWN.first, question.marks, sorted(question.area))
    row = own_problems.submit_question(PositionSource(aino, 7, 3), asked)

    assert (row.game, row.move, row.state) == (7, 3, OwnProblem.State.WAITING)
    assert row.question == {name: KNOWN.stored[name] for name in ("goal", "first", "rows", "marks", "area")}


def test_the_form_says_what_is_wrong_and_stores_nothing():
    from learn.forms import ProblemFromGameForm

    board = KNOWN.board
    good = {"goal": "live", "first": KNOWN.stored["first"], "marks": KNOWN.stored["marks"], "area": "A1 D4"}
    for wrong in (
        {"marks": "J9"}, {"marks": "Z9"}, {"area": "A1"}, {"area": "A1 J9"}, {"goal": "kill"}, {"goal": "connect"},
        {"goal": "chess"}, {"first": "R"}, {"marks": ""}, {"marks": "A1 " * 9}, {"area": "A1 A１"},
    ):  # fmt: skip
        assert not ProblemFromGameForm(board, {**good, **wrong}).is_valid(), wrong


def test_they_go_with_the_account(aino):
    asked_for(aino)
    delete(player=aino, now=timezone.now())

    assert not OwnProblem.objects.exists()


def test_who_made_it_and_what_others_may_do_with_it_is_shown_C104(aino):
    row = asked_for(aino)
    own_problems.prove_or_reject_next()

    html = Client().get(f"/problems/own-{row.pk}/?answer=1").content.decode()
    assert "<bdi>aino</bdi>" in html
    assert "CC0-1.0" in html
    body = Client().get(f"/api/v1/problems/own-{row.pk}").json()
    assert (body["author"], body["licence"]) == ("aino", "CC0-1.0")
    assert "AN[aino]" in Client().get(f"/problems/own-{row.pk}.sgf").content.decode()


def test_a_position_that_is_being_played_here_is_not_read_C50(aino, babak):
    moves = "A1 J9 B1 H9 C1 G9 D1 F9 E1 E9 F1 D9 G1 C9"
    game = make_game(black=aino, white=babak, moves=moves)
    board = game.state().board
    row = asked_for(aino, rows=board.rows(), marks="A1", area="A2 B2", goal="kill", first="W")
    turned = asked_for(aino, rows=board.rows()[::-1], marks="A9", area="A8 B8", goal="kill", first="W")
    while own_problems.prove_or_reject_next():
        pass

    assert {(one.state, one.why) for one in OwnProblem.objects.all()} == {("refused", "in_play")}
    act(game, verbs.Resign, by=aino)
    OwnProblem.objects.update(state="waiting", why="", claimed_at=None)
    while own_problems.prove_or_reject_next():
        pass
    assert OwnProblem.objects.filter(pk__in=(row.pk, turned.pk), why="in_play").count() == 0


@pytest.fixture
def idle(monkeypatch):
    monkeypatch.setattr(own_problems.dispatch, "dispatch", lambda task, fallback: None)


def collection(*found) -> str:
    return sgf.problems_to_sgf(found)


def test_a_collection_that_was_downloaded_here_is_read_in_again_and_proved_C36_C104(aino, idle):
    wanted = [problems_of_goal(goal)[0] for goal in ("live", "kill", "race", "connect", "cut")]
    client = Client()
    client.force_login(aino)
    file = SimpleUploadedFile("own.sgf", collection(*wanted, problems_of_goal("ladder")[0], wanted[0]).encode())
    answer = client.post("/problems/new/sgf/", {"file": file}, follow=True)

    html = unescape(answer.content.decode())
    assert "5 positions are being checked." in html
    assert "without a goal (GE) or player to move (PL): 1, repeated in the file: 1" in html
    while own_problems.prove_or_reject_next():
        pass
    for row, problem in zip(OwnProblem.objects.order_by("pk"), wanted, strict=True):
        assert row.stored["lines"] == problem.stored["lines"]
        assert (row.game, row.stored["right"], row.stored["ko"]) == (0, problem.stored["right"], problem.stored["ko"])


def test_T5_children_and_guests_publish_no_problems(aino, idle):
    question = ProblemQuestion(Board.empty(5, 5), "kill", Color.BLACK, (), ())
    for author, refused in ((make_child(make_class(aino)), NotForChildren), (make_player(is_guest=True), NotForGuests)):
        client = Client()
        client.force_login(author)
        file = SimpleUploadedFile("own.sgf", collection(KNOWN).encode())
        client.post("/problems/new/sgf/", {"file": file})
        assert "Problems from a file" not in client.get("/problems/players/").content.decode()
        with pytest.raises(refused):
            own_problems.submit_question(PositionSource(author), question)
    assert not OwnProblem.objects.exists()


def test_a_guest_is_led_to_signing_up_and_sees_no_link_to_the_form(aino):
    guest, client = make_player(is_guest=True), Client()
    game = make_game(black=guest, white=aino, moves="A2 A1 G7 G6")
    act(game, verbs.Resign, by=guest)
    client.force_login(guest)
    path = f"/problems/new/?game={game.pk}"
    for answer in (client.get(path), client.post(path, {"area": "A2"})):
        assert answer["Location"] == "/accounts/keep/"
    assert path not in client.get(f"{game.get_absolute_url()}review/").content.decode()
    assert "Choose one of your games" not in client.get("/problems/players/").content.decode()


@pytest.mark.parametrize(("text", "why"), [
    ("(;SZ[9]AB[aa]AW[ab]PL[B]CR[ab]VW[ac])", "goal"),
    ("(;SZ[9]AB[aa]AW[ab]GE[kill]CR[ab]VW[ac])", "goal"),
    ("(;SZ[9]AB[aa]AW[ab]PL[B]GE[life and death]CR[ab]VW[ac])", "goal"),
    ("(;SZ[9]AB[aa][ba]AW[aa]PL[B]GE[kill]CR[aa]VW[ac])", "position"),
    ("(;SZ[9]AB[ab][ba]AW[aa]PL[B]GE[kill]CR[aa]VW[ac])", "position"),
    ("(;SZ[9]AB[aa]AW[zz]PL[B]GE[kill]CR[ab]VW[ac])", "position"),
    ("(;SZ[4]AB[aa]AW[ab]PL[B]GE[kill]CR[ab]VW[ac])", "position"),
    ("(;SZ[9]AB[aa]AW[ab]PL[B]GE[kill]VW[ac])", "stones"),
    ("(;SZ[9]AB[aa]AW[ab]PL[B]GE[kill]CR[aa]VW[ac])", "stones"),
    ("(;SZ[9]AB[aa]AW[ab]PL[B]GE[kill]CR[ee]VW[ac])", "stones"),
    ("(;SZ[9]AB[aa]AW[ab]PL[B]GE[kill]CR[ab])", "area"),
    ("(;SZ[9]AB[aa]AW[ab]PL[B]GE[kill]CR[ab]VW[aa:ii])", "area"),
])  # fmt: skip
def test_what_says_too_little_is_left_out_and_counted(aino, idle, text, why):
    assert problem_files.submit_problems_in_file(aino, text) == ([], {why: 1})


def test_no_more_than_a_days_problems_are_read_out_of_a_file(aino, idle):
    rows, left_out = problem_files.submit_problems_in_file(aino, collection(*problems_of_goal("kill")[:12]))

    assert (len(rows), left_out) == (own_problems.MOST_A_DAY, {"day": 2})


def test_a_file_that_is_none_is_refused(aino):
    client = Client()
    client.force_login(aino)
    for file in (SimpleUploadedFile("x.sgf", b"hello"), SimpleUploadedFile("x.sgf", b"")):
        html = unescape(client.post("/problems/new/sgf/", {"file": file}, follow=True).content.decode())
        assert "This file contains no game." in html
    assert not OwnProblem.objects.exists()


def test_players_make_problems_by_the_api_C110(aino, babak, idle):
    game = make_game(black=aino, white=babak, moves="A2 A1 G7 G6")
    act(game, verbs.Resign, by=aino)
    client = Client()
    client.force_login(aino)

    def post(path="", **body):
        return client.post(f"/api/v1/problems/players{path}", body, content_type="application/json")

    sent = {"game": game.pk, "move": 3, "goal": "kill", "first": "B", "stones": "A1", "area": "A1 B2"}
    assert post(**{**sent, "stones": "J9"}).json()["errors"].keys() == {"stones"}
    assert post(**{**sent, "game": 999}).status_code == 404
    made = post(**sent)
    assert made.status_code == 201
    key = made.json()["problem"]
    assert made.json() == {
        "problem": key, "goal": "kill", "author": "aino", "game": game.pk, "move": 3, "state": "waiting", "why": "",
    }  # fmt: skip
    assert Client().get("/api/v1/problems/players").json() == {"results": []}
    own_problems.prove_or_reject_next()
    assert Client().get("/api/v1/problems/players").json()["results"][0]["state"] == "proved"
    tried = client.post(f"/api/v1/problems/{key}", {"point": "B1"}, content_type="application/json").json()
    assert (tried["right"], tried["answers"]) == (True, ["B1"])
    assert not Tried.objects.exists()
    read = post("/sgf", sgf=collection(problems_of_goal("kill")[0], problems_of_goal("ladder")[0])).json()
    assert ([row["game"] for row in read["results"]], read["left_out"]) == ([None], {"goal": 1})
    assert post("/sgf", sgf="hello").json()["code"] == "bad_sgf"
