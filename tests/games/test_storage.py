"""The hand-written statements of a move read and write the same as the models would, on both databases (R45, R53)."""

import json
from datetime import time, timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from psycopg.types.json import Jsonb

from foundation import statements
from games import reading, storage
from games.errors import IdempotencyKeyReused
from games.models import Action, Game, IdempotencyKey, Outage, Seat, TimeSettings, Vacation
from games.services.record import CHANGED
from programs.models import Event
from rules import Color
from rules.off_time import Schedule
from tests.factories import NOON, act, days, make_game, make_player, play, reload, side
from tests.support.callers import Caller
from tests.support.calls import calls_of
from tests.support.games import make_game as make_game_now
from tests.support.games import stopped

pytestmark = pytest.mark.django_db

AGREED = {
    "id", "time_control", "lateness", "off_time", "setup", "rule_set", "width", "height", "komi", "handicap", "private",
    "rematch_of", "started_at", "analysis", "undo", "chat", "teaching", "undo_unseen", "seen_number", "by_search",
    "event_kind", "event_number", "event_round",
}  # fmt: skip
"""What of a game no action changes."""


def columns(row):
    """Every column of a row, as it is stored."""
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def stored(row):
    return columns(type(row).objects.get(pk=row.pk))


def games():
    """Games of every kind: with clocks and without, before the first move, marked, finished, with a request open."""
    from games import verbs

    asked = make_game(moves="E5 D4", days=3, private=True)
    act(asked, verbs.RequestUndo, by=side(asked, Color.WHITE))
    ended = make_game(moves="E5")
    act(ended, verbs.Resign)
    return [make_game(), asked, reload(ended), stopped(days=1)]


def test_a_game_under_its_lock_has_every_column_and_its_seats_as_the_models_read_them():
    for game in games():
        found = storage.locked_game(game.pk)

        assert columns(found) == stored(game)
        assert [columns(seat) for seat in found.seat_list()] == [columns(seat) for seat in reload(game).seat_list()]
        assert all(seat.game is found for seat in found.seat_list())
        assert found.seat_of_color(Color.BLACK).player == side(game, Color.BLACK)


def test_there_is_no_game_where_there_is_none():
    for absurd in (0, -1, 10**9, 2**63 - 1, 2**63, 10**30, 10**4000):
        assert storage.locked_game(absurd) is None
        assert reading.game_with_people(absurd) is None


def test_an_action_stores_every_column_of_its_row_and_all_of_the_game_that_may_change():
    from games import verbs

    for game in games()[:3]:
        kind = verbs.Play if not game.is_finished else None
        if kind is not None:
            play(game, "C3", by=reload(game).seat_on_turn().player, expected=reload(game).number)
        locked = storage.locked_game(game.pk)
        row = Action(
            game=locked, number=locked.number + 1, seat=locked.seat_list()[0], color=1, kind="grant_time",
            payload={"days": 1}, effect={"deadline": None}, clock=locked.clock, received_at=NOON + timedelta(1, 2, 3),
        )  # fmt: skip
        locked.number, locked.requests, locked.position_keys = row.number, {"pause": {"by": 0}}, b"\0\1\xff"
        locked.reminded, locked.opinion_asked_at, locked.suggested_dead = 2, NOON, ["A1"]

        storage.append_action(row, CHANGED)

        assert columns(row) == stored(row)
        assert columns(locked) == stored(game)


def test_no_column_of_a_game_is_forgotten_when_an_action_is_stored():
    names = {field.name for field in Game._meta.concrete_fields}

    assert names == AGREED | set(CHANGED)
    assert not AGREED & set(CHANGED)


def test_several_rows_at_once_have_every_column_too():
    game = make_game()
    people = [seat.player_id for seat in game.seat_list()]
    Event.objects.all().delete()

    statements.insert(*(Event(player_id=player, kind="game.started", game=game, at=NOON) for player in people))
    statements.insert()

    wanted = [{"player_id": p, "kind": "game.started", "game_id": game.pk, "at": NOON, "number": None} for p in people]
    assert list(Event.objects.order_by("pk").values("player_id", "kind", "game_id", "at", "number")) == wanted


def test_a_key_is_stored_once():
    aino = make_player()
    keys = [IdempotencyKey(player=aino, key="k", body_hash=h, answer={"n": h}, created_at=NOON) for h in "ab"]

    assert [statements.insert_unless_there(key) for key in keys] == [True, False]
    assert columns(keys[0]) == stored(keys[0])
    assert IdempotencyKey.objects.count() == 1


def test_an_action_is_not_stored_together_with_another_answer_to_its_key():
    aino = make_player()
    game = storage.locked_game(make_game(black=aino).pk)
    IdempotencyKey.objects.create(player=aino, key="k", body_hash="a", answer={}, created_at=NOON)
    row = Action(
        game=game, number=1, seat=game.seat_list()[0], color=1, kind="grant_time", payload={}, effect={}, clock={},
        received_at=NOON,
    )  # fmt: skip
    answers = [IdempotencyKey(player=aino, key=key, body_hash="b", answer={}, created_at=NOON) for key in "kl"]

    with pytest.raises(IdempotencyKeyReused), transaction.atomic():
        storage.append_action(row, CHANGED, answers[0])
    storage.append_action(row, CHANGED, answers[1])
    assert [key.body_hash for key in IdempotencyKey.objects.order_by("key")] == ["a", "b"]


def test_fields_of_a_row_are_stored_and_the_others_left_alone():
    game = make_game()
    game.reminded, game.graces = 3, 4

    statements.update(game, ("reminded",))

    assert (reload(game).reminded, reload(game).graces) == (3, 0)


def test_next_to_a_game_stand_the_answer_that_was_given_and_the_off_time_as_the_models_read_it():
    game = make_game(days=3)
    black, white, since = side(game, Color.BLACK), side(game, Color.WHITE), reload(game).last_action_at
    assert storage.read_action_context(game, since, black.pk, "k") == storage.ActionContext(None, storage.NO_OFF_TIME)
    first = play(game, "E5", key="k")
    Vacation.objects.create(player=make_player(), begin=NOON, end=NOON + days(9))
    assert storage.read_action_context(game, since, black.pk, "other").off_time == storage.NO_OFF_TIME

    outage = Outage.objects.create(begin=NOON - days(1), end=NOON + days(1) + timedelta(microseconds=7))
    night = {"night_begin": time(22, 30), "night_end": time(6)}
    hours = TimeSettings.objects.create(player=black, zone="Asia/Tehran", weekend=[4, 5], **night)
    TimeSettings.objects.create(player=white, changed_at=NOON)
    away = Vacation.objects.create(player=white, begin=NOON, end=NOON + days(1))

    kept, found = (context := storage.read_action_context(game, since, black.pk, "k")).kept, context.off_time
    assert kept == (IdempotencyKey.objects.get().body_hash, first.data)
    assert found.outages == (outage.interval,)
    assert found.weekly == {black.pk: hours.weekly(), white.pk: Schedule()}
    assert found.vacations == {white.pk: [away.interval]}
    later = storage.read_action_context(game, since + days(2), black.pk, None)
    assert later == storage.ActionContext(None, storage.OffTime(weekly=found.weekly))
    assert storage.read_action_context(game, None, black.pk, "k").off_time == storage.NO_OFF_TIME
    assert storage.off_time_of({black.pk, white.pk}, since) == found


def test_off_time_costs_a_move_no_statement_of_its_own():
    """R54, R56: it comes with what a move asks in any case."""
    game = make_game(days=3)
    before = statements_of(lambda: play(game, "E5"))
    Outage.objects.create(begin=NOON, end=NOON + days(1))
    for seat in game.seat_list():
        TimeSettings.objects.create(player=seat.player, weekend=[6, 7])
        Vacation.objects.create(player=seat.player, begin=NOON, end=NOON + days(1))

    assert len(statements_of(lambda: play(game, "E6"))) == len(before)
    assert reload(game).deadline == NOON + days(4)


def test_the_seats_of_a_locked_game_say_of_it_what_its_row_says():
    """The statement that waits for the lock reads the seats, so their copies may be older than the game's row."""
    game = make_game(days=3)
    Seat.objects.filter(game=game).update(finished_at=NOON, result="lost", rated=not game.rated)

    with transaction.atomic():
        locked = storage.locked_game(game.pk)

    assert {(s.finished_at, s.result, s.rated) for s in locked.seat_list()} == {(None, "", game.rated)}


def statements_of(call):
    """How many statements it takes, without those that only mark where a test's own transaction stands."""
    with CaptureQueriesContext(connection) as asked:
        call()
    return [one["sql"] for one in asked if "SAVEPOINT" not in one["sql"]]


def test_a_move_takes_the_same_few_statements_however_long_the_game_is(client):
    game = make_game_now(size=19, days=3)
    callers = [Caller(client, seat.player) for seat in reload(game).seat_list()]
    moves = [f"{column}{row}" for row in range(1, 20, 2) for column in "ACEGJLNQS"]
    wanted = 4 if connection.vendor == "postgresql" else 8
    for number, move in enumerate(moves[:60]):
        caller = callers[number % 2]
        if number in (0, 1):
            caller.act(game, "play", expected=number, point=move)  # notes that the token was used
            continue
        found = statements_of(lambda: caller.act(game, "play", expected=number, point=move))
        assert len(found) == wanted, found
    assert reload(game).number == 60


def test_a_late_move_calls_as_many_functions_as_an_early_one(client):
    """Issue 14: ply 300 against ply 8."""
    game = make_game_now(size=19, days=3)
    callers = [Caller(client, seat.player) for seat in reload(game).seat_list()]
    moves = iter([f"{column}{row}" for row in range(1, 20, 2) for column in "ACEGJLNQS"])
    number = 0

    def turn_of_each():
        nonlocal number
        for caller in callers:
            caller.act(game, "play", expected=number, point=next(moves))
            number += 1

    early = calls_of(turn_of_each)
    while number < 60:
        turn_of_each()

    assert calls_of(turn_of_each) < 1.1 * early


def test_what_each_move_writes_twice_is_looked_up_and_indexed_as_little_as_can_be():
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, Event._meta.db_table)
    keys = {tuple(one["columns"]) for one in found.values() if one["foreign_key"]}
    indexes = sorted(tuple(one["columns"]) for one in found.values() if one["index"] or one["unique"])

    assert keys == {("message_id",), ("challenge_id",), ("post_id",), ("by_id",)}
    assert len(indexes) == len(set(indexes)), indexes
    assert ("action_id",) not in indexes
    assert ("player_id",) not in indexes  # it begins the index of the numbers


def test_a_retry_reads_and_writes_nothing_of_the_game_but_its_row(client):
    game = make_game_now(days=3)
    black = Caller(client, side(game, Color.BLACK))
    first = black.act(game, "play", "k", expected=0, point="E5")

    found = statements_of(lambda: black.act(game, "play", "k", expected=0, point="E5"))

    assert len(found) == 3, found
    assert black.act(game, "play", "k", expected=0, point="E5").json() == first.json()
    assert reload(game).number == 1


def test_values_are_written_as_the_models_fields_write_them():
    game = make_game(moves="D4 E5")
    for row in (game, game.seat_on_turn(), game.actions.last()):
        fields = [field for field in row._meta.concrete_fields if not field.primary_key]
        own = [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
        quick = statements.insert_values(row)
        assert [comparable(value) for value in quick] == [comparable(value) for value in own]


def comparable(value):
    if isinstance(value, Jsonb):  # which psycopg writes as this text
        return json.dumps(value.obj)
    return bytes(value) if isinstance(value, memoryview) else getattr(value, "obj", value)
