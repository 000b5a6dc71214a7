"""The page of an analysis, estimates, and the same in the API (C50 to C54)."""

from __future__ import annotations

from decimal import Decimal
from types import SimpleNamespace

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from foundation.hints import REVIEW_CHANGED, ChangeSignal
from games import verbs
from games.access import analysis_allowed
from machine_review import worker
from machine_review.models import ReviewJob
from machine_review.services import reviews
from programs.api import streams
from rules import parse_vertex
from rules.outcome import format_points
from rules.variants import Variant, VariantColors
from tests.factories import act, make_game, make_player, play_many, reload, side
from tests.gtp.engines import fake
from tests.machine_review.engines import asked, katago
from tests.machine_review.factories import LONGER, over
from tests.support import programs
from tests.support.callers import Caller
from tests.support.seated import seated

pytestmark = pytest.mark.django_db
BLACK = 1


@pytest.fixture
def log(settings, tmp_path):
    """Return the log of the engine's queries."""
    settings.IGO_REVIEW_ENGINE = katago(tmp_path / "log")
    return tmp_path / "log"


def text_of(response):
    return response.content.decode()


def test_a_review_is_asked_for_by_a_form_and_shown_with_graph_table_and_lines_C53(client, log):
    game, player = over(), make_player()
    page = f"/g/{game.pk}/machine-review/"
    assert "Sign in to request an analysis" in text_of(client.get(page))
    client.force_login(player)
    assert page in text_of(client.get(f"/g/{game.pk}/"))
    assert client.post(page, {"what": "ask"}).status_code == 302
    assert "Position in the queue: 1." in text_of(client.get(page))

    worker.run_next_review()
    shown = text_of(client.get(page))

    assert "Analysed by <bdi>KataGo 1.16.0</bdi>" in shown
    assert shown.count('class="slip"') == 8
    assert shown.count('<a href="?move=') == 8 + 8 + 16  # graph, list, table
    assert '<b>1</b> White <bdi class="ltr">A1</bdi>' in shown
    assert "52%" in shown
    at_six = text_of(client.get(f"{page}?move=6"))
    assert '<h2 id="chosen">6 White D5</h2>' in at_six
    assert f'href="/g/{game.pk}/?move=6"' in at_six
    assert text_of(client.get(f"{page}?move=999")).count("<h2") == shown.count("<h2")


def test_who_would_rather_see_no_reviews_sees_none_C53(client, log):
    game = over()
    page = f"/g/{game.pk}/machine-review/"
    reviews.request_review(game, make_player(), now=timezone.now())
    worker.run_next_review()
    for player in (None, make_player()):
        if player is not None:
            client.force_login(player)
        client.post(page, {"what": "hide"})
        assert "KataGo" not in text_of(client.get(page))
        client.post(page, {"what": "show"})
        assert "KataGo" in text_of(client.get(page))


def test_without_an_engine_the_page_is_an_estimate_and_has_no_button_C54(client, settings):
    settings.IGO_REVIEW_ENGINE = ""
    client.force_login(make_player())
    game = over("E5 C3")

    shown = text_of(client.get(f"/g/{game.pk}/machine-review/"))
    assert "No engine was used." in shown
    assert "Move 2 of 2" in shown
    assert 'value="ask"' not in shown
    assert 'value="hide"' not in shown
    assert "analysis engine" not in text_of(client.get(f"/g/{game.pk}/"))  # a player cannot change it


def test_a_refusal_is_shown_and_asks_nothing_C50(client, log):
    client.force_login(make_player())
    running = make_game(moves=LONGER, now=timezone.now())
    for game in (running, over()):
        answer = client.post(f"/g/{game.pk}/machine-review/", {"what": "ask"})
        assert answer.status_code == 409
        assert "KataGo" not in text_of(answer)
    assert not ReviewJob.objects.exists()
    private = over("E5 C3", private=True)
    assert client.get(f"/g/{private.pk}/machine-review/").status_code == 404


def test_programs_ask_and_read_the_same(client, log):
    game, player = over(), make_player()
    caller = Caller(client, player)
    at = f"games/{game.pk}/machine-review/"
    assert caller.get(at).json()["code"] == "no_review"
    first, second = caller.post(at), caller.post(at)
    assert (first.status_code, second.status_code) == (201, 200)
    assert (first.json()["status"], first.json()["place"]) == ("waiting", 1)

    worker.run_next_review()
    found = caller.get(at).json()

    assert (found["status"], found["done"], found["total"], found["engine"]) == ("done", 17, 17, "KataGo 1.16.0")
    assert found["positions"][2] == {"winrate": 0.52, "score": 2.0, "best": "A1", "visits": 100}
    assert found["losses"][0] == {
        "move": 2, "color": "W", "points": 0.5, "winrate": 0.005, "line": ["A1", "J1", "A9"],
    }  # fmt: skip
    make_game(moves=LONGER, now=timezone.now())
    assert caller.get(at).json()["code"] == "position_in_play"
    assert caller.send("put", "me/machine-reviews/", {"hidden": True}).json() == {"hidden": True}
    assert caller.get("me/machine-reviews/").json() == {"hidden": True}


def test_those_who_follow_a_game_hear_that_there_is_more_of_its_review():
    request, game = SimpleNamespace(auth=None, user=AnonymousUser()), make_game()
    cursor = streams._GameActionsCursor(request, game, 0)

    assert cursor.frame_for_signal(ChangeSignal(REVIEW_CHANGED, game.pk)) == {"type": "review"}


def test_nothing_of_a_running_game_is_ever_given_to_an_engine_C50(client, log, settings, tmp_path):
    """The canary: everything that can be asked about a running game, and about a finished one that shares positions."""
    settings.IGO_GTP_ENGINE = katago(tmp_path / "gtp", protocol="gtp")
    running, finished = make_game(moves=LONGER, now=timezone.now()), over()
    player = side(running, BLACK)
    client.force_login(player)
    caller = Caller(client, player)
    for game in (running, finished):
        client.post(f"/g/{game.pk}/machine-review/", {"what": "ask"})
        caller.post(f"games/{game.pk}/machine-review/")
        for move in (1, 16):
            client.get(f"/g/{game.pk}/machine-review/?move={move}")
            client.get(f"/g/{game.pk}/estimate/?move={move}")
            caller.get(f"games/{game.pk}/estimate/?move={move}")
        ReviewJob.objects.get_or_create(game=game, defaults={"asked_at": timezone.now()})
        worker.run_next_review()

    assert asked(log) == []
    assert not (tmp_path / "gtp").exists()


def test_an_estimate_counts_roughly_and_after_the_end_gnu_go_says_who_is_ahead(client, settings):
    wall = "E1 F1 E2 F2 E3 F3 E4 F4 E5 F5 E6 F6 E7 F7 E8 F8 E9 F9"
    game = make_game(moves=wall, now=timezone.now())
    caller = Caller(client, side(game, BLACK))
    found = caller.get(f"games/{game.pk}/estimate/").json()
    lead = format_points(45 - 36 - game.komi)
    assert (found["move"], found["lead"], found["engine"]) == (18, lead, None)
    assert len(found["points"]["black"]) == 45
    assert f"Black +{lead}" in text_of(client.get(f"/g/{game.pk}/estimate/"))
    assert caller.get(f"games/{game.pk}/estimate/?move=19").status_code == 400

    settings.IGO_GTP_ENGINE = f"{programs.need('gnugo')} --mode gtp"
    act(game, verbs.Resign, now=timezone.now())
    assert caller.get(f"games/{game.pk}/estimate/").json()["engine"] == "GNU Go"


WALLS = " ".join(f"F{row} E{row}" for row in range(1, 10))
"""White's wall and Black's, down the board, each stone answered."""


@pytest.mark.parametrize(("rules", "lead"), [("japanese", "4.5"), ("chinese", "4.5"), ("aga", "5.5")])
def test_a_handicap_is_compensated_in_the_estimate_before_and_after_the_end_R22_R23(client, settings, rules, lead):
    settings.IGO_GTP_ENGINE = f"{programs.need('gnugo')} --mode gtp"
    game = make_game(now=timezone.now(), rule_set=rules, handicap=4, komi=Decimal("0.5"))
    if game.state().handicap_to_place:
        points = frozenset(parse_vertex(name, 9, 9) for name in ("G7", "C3", "C7", "G3"))
        act(game, verbs.PlaceHandicap, points=points, now=timezone.now())
    play_many(game, WALLS.split(), timezone.now())
    caller = Caller(client, side(game, BLACK))
    asked = [caller.get(f"games/{game.pk}/estimate/").json()]
    act(reload(game), verbs.Resign, now=timezone.now())
    asked.append(caller.get(f"games/{game.pk}/estimate/").json())

    assert [(found["engine"], found["lead"]) for found in asked] == [(None, lead), ("GNU Go", lead)]


def test_an_engine_that_gives_no_estimate_is_named_as_silent_and_asked_again(client, settings):
    settings.IGO_GTP_ENGINE = " ".join(fake("crash"))
    game = over()
    caller, at = Caller(client, make_player()), f"games/{game.pk}/estimate/"
    found = caller.get(at).json()

    assert (found["engine"], found["engine_failed"]) == (None, True)
    assert "The engine did not respond." in text_of(client.get(f"/g/{game.pk}/estimate/"))
    settings.IGO_GTP_ENGINE = f"{programs.need('gnugo')} --mode gtp"
    found = caller.get(at).json()
    assert (found["engine"], found["engine_failed"]) == ("GNU Go", False)


def test_games_of_three_colours_have_no_estimate(client):
    game = seated(Variant(colors=VariantColors(3)), now=timezone.now())
    play_many(game, ["E5", "C3", "G7"], timezone.now())
    for _ in range(2):
        act(reload(game), verbs.Resign, now=timezone.now())

    assert Caller(client, make_player()).get(f"games/{game.pk}/estimate/").json()["code"] == "ordinary_go_only"


def test_while_the_game_goes_on_there_is_an_estimate_only_where_the_terms_allow_it(client):
    game = make_game(moves="E5 C3", now=timezone.now(), analysis=False)

    assert not analysis_allowed(game)
    assert "analysis board and conditional moves are not allowed" in text_of(client.get(f"/g/{game.pk}/estimate/"))
    assert f"/g/{game.pk}/estimate/" not in text_of(client.get(f"/g/{game.pk}/"))
    caller = Caller(client, side(game, BLACK))
    assert caller.get(f"games/{game.pk}/estimate/").json()["code"] == "analysis_off"
    act(game, verbs.Resign, now=timezone.now())
    assert caller.get(f"games/{game.pk}/estimate/").status_code == 200
