"""Database queries of pages: their number does not depend on a game's length or its chat."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from challenges import services as challenging
from games import reading, services, verbs
from games.models import Game, Vacation
from games.services.deadlines import OffTimeByPlayer, clock_now
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from notifications.models import Notice
from tests.factories import act, days, make_game, make_player, play, reload
from tests.support.calls import calls_of
from tests.support.games import make_game as make_game_now

pytestmark = pytest.mark.django_db


def browser_of(player) -> Client:
    browser = Client()
    if player is not None:
        browser.force_login(player)
        browser.get("/help/")  # notes where the session is used, once in five minutes
    return browser


def statements(browser: Client, path: str) -> list[str]:
    """Return the statements of a second visit to the page, without connection checks."""
    browser.get(path)
    with CaptureQueriesContext(connection) as asked:
        assert browser.get(path).status_code == 200
    return [query["sql"] for query in asked]


@pytest.fixture
def long_game():
    game = make_game_now(moves="D4 F6 D3 F5 D5 F4 C3 G3", days=3)
    black, white = (seat.player for seat in game.seat_list())
    for n in range(5):
        services.send_message(PlayerRequest((black, white)[n % 2], timezone.now()), game.pk, f"hello {n}")
    return game


def test_the_page_of_a_game_asks_nine_things_for_a_player_and_three_for_a_visitor(long_game):
    player = browser_of(long_game.seat_list()[0].player)
    short = make_game_now(black=long_game.seat_list()[0].player, days=3)
    for game in (long_game, short):
        asked = statements(player, game.get_absolute_url())
        # session, person, game, seats with people, badges, other games, record beyond the moves, chat, note and blocks
        assert len(asked) == 9, "\n".join(sql[:60] for sql in asked)
        assert len(statements(Client(), game.get_absolute_url())) == 3
    assert len(statements(browser_of(make_player()), long_game.get_absolute_url())) == 7


def test_a_game_as_json_makes_two_queries_besides_that_for_the_viewer(long_game):
    assert len(statements(Client(), f"/api/v1/games/{long_game.pk}")) == 2


def test_my_games_asks_as_much_for_one_game_as_for_many():
    aino = make_player()
    browser = browser_of(aino)
    counted = []
    for many in (1, 4):
        for _ in range(many):
            make_game_now(black=aino, moves="D4", days=3)
        counted.append(len(statements(browser, "/games/")))
    assert counted[0] == counted[1] <= 13, "three of them ask for followed players, the streak and directed events"


def test_a_game_more_among_my_games_costs_little_compared_with_the_page():
    """Issue 14: my games with 77 boards."""
    aino, counted = make_player(), []
    browser = browser_of(aino)
    for _ in range(2):
        for _ in range(6):
            make_game_now(black=aino, moves="D4", days=3)
        counted.append(calls_of(lambda: browser.get("/games/")))
    few, many = counted
    assert (many - few) / 6 < few / 50, counted


def test_no_move_is_read_again_for_a_page_that_has_listed_them(long_game):
    browser = Client()
    first = browser.get(long_game.get_absolute_url()).content.decode()
    assert '<a href="?move=8">8&nbsp;W G3</a>' in first
    assert not any("'play'" in sql and "NOT IN" not in sql for sql in statements(browser, long_game.get_absolute_url()))


def test_moves_that_are_taken_back_leave_the_list_and_new_ones_join_it(long_game):
    browser, path = Client(), long_game.get_absolute_url()
    assert "?move=8" in browser.get(path).content.decode()
    black, white = (seat.player for seat in long_game.seat_list())
    act(reload(long_game), verbs.RequestUndo, by=white, now=timezone.now())
    act(reload(long_game), verbs.AnswerUndo, by=black, allow=True, now=timezone.now())
    assert '">8&nbsp;' not in browser.get(path).content.decode()
    play(reload(long_game), "pass", now=timezone.now())
    assert '<a href="?move=8">8&nbsp;W pass</a>' in browser.get(path).content.decode()
    browser.cookies["django_language"] = "fi"
    assert "8&nbsp;W pass<" not in browser.get(path).content.decode()


def test_the_badges_count_games_that_wait_and_new_notices():
    aino = make_player()
    assert tuple(reading.header_values(aino.pk).values())[:2] == (0, 0)
    for _ in range(2):
        make_game(black=aino)
    make_game(white=aino)
    Notice.objects.filter(player=aino).delete()
    for kind in ("message", "grace"):
        Notice.objects.create(player=aino, kind=kind, created_at=timezone.now())
    Notice.objects.create(player=aino, kind="message", created_at=timezone.now(), read_at=timezone.now())
    result = reading.header_values(aino.pk)
    assert (result["waiting_count"], result["notice_count"]) == (Game.objects.awaiting(aino).count(), 2) == (2, 2)


def test_no_number_of_the_header_is_counted_beyond_its_bound(monkeypatch):
    monkeypatch.setattr(reading, "MOST_COUNTED", 2)
    reading._header_values_sql.cache_clear()
    aino = make_player()
    for _ in range(4):
        make_game(black=aino)
        Notice.objects.create(player=aino, kind="grace", created_at=timezone.now())
    assert tuple(reading.header_values(aino.pk).values())[:2] == (3, 3)
    reading._header_values_sql.cache_clear()


def test_off_time_is_asked_for_where_there_is_any_and_only_there(django_assert_num_queries):
    now = timezone.now()
    game = make_game(now=now, moves="D4", days=3, off_time=["vacation"])
    read = reading.game_with_people(game.pk)
    with django_assert_num_queries(0):
        before = clock_now(read, now)
    white = game.seat_list()[1].player
    Vacation.objects.create(player=white, begin=now, end=now + days(2))
    on_vacation = clock_now(reading.game_with_people(game.pk), now)
    assert on_vacation.due.instant == before.due.instant + days(2)
    assert on_vacation == clock_now(reload(game), now)
    assert OffTimeByPlayer([read]).schedule_of(read, read.seat_list()[1].color).vacations == ()


def test_a_game_that_is_read_for_a_page_is_the_same_as_by_the_models(long_game):
    act(reload(long_game), verbs.Resign, by=long_game.seat_list()[0].player, now=timezone.now())
    read, known = reading.game_with_people(long_game.pk), Game.objects.with_people().get(pk=long_game.pk)
    for field in Game._meta.concrete_fields:
        one, other = getattr(read, field.attname), getattr(known, field.attname)
        assert (bytes(one) == bytes(other)) if field.name == "position_keys" else (one == other), field.name
    for seat, same in zip(read.seat_list(), known.seat_list(), strict=True):
        assert (seat, seat.index, seat.player, seat.color) == (same, same.index, same.player, same.color)
        assert vars(seat.player).keys() >= {"username", "deleted_at", "is_bot", "suspended_until"}
        assert list(seat.player.ratings.all()) == list(same.player.ratings.all())
        assert read.rating_event_of(seat) == known.rating_event_of(same)
    assert reading.game_with_people(0) is None


def test_offers_are_asked_for_with_their_people_only_when_there_are_any():
    aino, babak = make_player("aino"), make_player("babak")
    browser = browser_of(aino)
    without = statements(browser, "/games/")
    assert not any('"games_challenge"."id"' in sql for sql in without)
    terms = Terms(width=9, height=9, color="black")
    challenging.create_challenge(PlayerRequest(babak, timezone.now()), terms, challenging.OfferRecipients(aino))
    assert "Challenges for you" in browser.get("/games/").content.decode()
    challenging.create_challenge(PlayerRequest(aino, timezone.now()), terms, challenging.OfferRecipients(babak))
    assert "babak" in browser.get("/games/").content.decode().partition("Challenges for you")[2]
