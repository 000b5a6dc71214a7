"""A program that has the state of a game learns that it is unchanged without loading the game (games.api.etags)."""

from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import Player
from foundation import timesource
from games import verbs
from games.api import etags, game_views
from games.models import Game, Outage, TimeSettings, Vacation
from ratings.models import Category, Rating
from rules import Color
from rules.clock import TimeControl
from tests.factories import act, days, make_game, make_moderator, make_player, play, reload, side

pytestmark = pytest.mark.django_db
BYO_YOMI = TimeControl.from_json(
    {"system": "byo_yomi", "main_time": 3600, "period_time": 600, "periods": 3},
)


class Polling:
    """A program that asks again and again for what it has."""

    def __init__(self, game: Game, player: Player | None = None, query: str = "") -> None:
        self.client, self.path = APIClient(), f"/api/v1/games/{game.pk}/{query}"
        if player is not None:
            self.client.force_authenticate(player)
        self.tag = self.client.get(self.path)["ETag"]
        assert self.ask().status_code == 304

    def ask(self):
        return self.client.get(self.path, HTTP_IF_NONE_MATCH=self.tag)


@contextmanager
def nothing_loaded(monkeypatch):
    with monkeypatch.context() as patched:
        for name in ("fetch_current_game", "game_state_json"):
            patched.setattr(game_views, name, lambda *args, **kwargs: pytest.fail("the state was loaded"))
        yield


def black_of(game):
    return side(game, Color.BLACK)


@pytest.mark.parametrize("who", [lambda game: None, black_of, lambda game: make_player()])
@pytest.mark.parametrize("query", ["", "?legal=1&line=1"])
def test_what_is_the_same_is_not_loaded(monkeypatch, who, query):
    game = make_game(moves="E5 D4", now=timezone.now())
    polling = Polling(game, who(game), query)

    with nothing_loaded(monkeypatch), CaptureQueriesContext(connection) as asked:
        answer = polling.ask()

    assert (answer.status_code, answer.content, answer["ETag"]) == (304, b"", polling.tag)
    assert answer["Cache-Control"] == "private, no-cache"
    assert len(asked) == 1, [query["sql"] for query in asked]


def test_a_finished_game_is_not_loaded_either(monkeypatch):
    game = make_game(moves="E5", now=timezone.now())
    act(game, verbs.Resign, now=timezone.now())
    polling = Polling(game, black_of(game))

    with nothing_loaded(monkeypatch):
        assert polling.ask().status_code == 304


def test_parts_and_people_have_answers_of_their_own():
    game = make_game(now=timezone.now())
    polling = Polling(game, black_of(game))

    for other in (Polling(game), Polling(game, black_of(game), "?legal=1"), Polling(game, side(game, Color.WHITE))):
        other.tag = polling.tag
        assert other.ask().status_code == 200


def renamed(game):
    Player.objects.filter(pk=black_of(game).pk).update(username="new-name")


def rated(game):
    Rating.objects.create(
        player=black_of(game),
        category=Category.OVERALL,
        rating=1500,
        deviation=80,
        volatility=0.06,
        games=1,
        at=timezone.now(),
    )


def granted(game):
    act(game, verbs.GrantTime, days=2, by=black_of(game), now=timezone.now())


CHANGES = {
    "a move": lambda game: play(game, "C3", now=timezone.now()),
    "a name": renamed,
    "a rating": rated,
    "more time": granted,
    "a request": lambda game: Game.objects.filter(pk=game.pk).update(requests={"no_result": {"seat": 0}}),
    "a deadline": lambda game: Game.objects.filter(pk=game.pk).update(deadline=timezone.now() + days(9)),
    "the end": lambda game: act(game, verbs.Resign, now=timezone.now()),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_what_has_changed_is_sent(change):
    game = make_game(moves="E5 D4 C4", now=timezone.now())
    polling = [Polling(game, who) for who in (None, black_of(game), side(game, Color.WHITE))]

    change(reload(game))

    assert [one.ask().status_code for one in polling] == [200, 200, 200]


def test_a_rank_that_was_hidden_is_not_there_any_more_C202():
    game = make_game(moves="E5 D4 C4", now=timezone.now())
    rated(game)
    polling = Polling(game, side(game, Color.WHITE))

    Player.objects.filter(pk=black_of(game).pk).update(hides_rank=True)

    assert polling.ask().status_code == 200


def test_a_game_that_has_become_private_is_not_there():
    game = make_game(now=timezone.now())
    polling = Polling(game, make_player())

    Game.objects.filter(pk=game.pk).update(private=True)

    assert polling.ask().status_code == 404


OFF_TIME = {
    "an outage": lambda game, now: Outage.objects.create(begin=now - days(1), end=now),
    "a vacation": lambda game, now: Vacation.objects.create(player=black_of(game), begin=now, end=now + days(3)),
    "weekly hours": lambda game, now: TimeSettings.objects.create(player=black_of(game), weekend=[5, 6]),
}


@pytest.mark.parametrize("begin", OFF_TIME.values(), ids=OFF_TIME)
def test_off_time_is_seen_at_once(begin):
    """R54 to R56: it moves the deadline that the state says, though nothing of the game has changed."""
    game = make_game(days=3, now=timezone.now())
    polling = Polling(game)
    asked = etags.GameStateRequest(game.pk, None, False, False)
    assert etags.cached_etag(asked, polling.client.get(polling.path).wsgi_request.user, timezone.now()) == polling.tag

    begin(game, timezone.now())

    assert etags.cached_etag(asked, polling.client.get(polling.path).wsgi_request.user, timezone.now()) is None


def test_time_alone_changes_what_is_shown(monkeypatch):
    """R50, R53: main time ends, a period ends; what was told before counts no longer."""
    game = make_game(time=BYO_YOMI, now=timezone.now())
    polling, begin = Polling(game), timezone.now()

    for later, status in ((1800, 304), (3605, 200), (3700, 304), (4300, 200)):
        monkeypatch.setattr(timesource, "now", lambda later=later: begin + timedelta(seconds=later))
        answer = polling.ask()
        assert answer.status_code == status, later
        polling.tag = answer["ETag"]


def test_a_suspended_player_may_do_nothing_at_once():
    game = make_game(now=timezone.now())
    polling = Polling(game, black_of(game))

    polling.client.handler._force_user.suspended_until = timezone.now() + days(1)

    assert polling.ask().status_code == 200


def test_nothing_is_noted_for_staff_or_while_the_score_is_agreed_on():
    game = make_game(moves="E5 D4 pass pass", now=timezone.now())
    running = make_game(now=timezone.now())

    assert etags.unchanged_until(reload(game), black_of(game), timezone.now()) is None
    assert etags.unchanged_until(reload(running), make_moderator(), timezone.now()) is None
