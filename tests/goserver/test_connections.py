"""A reused connection to PostgreSQL is checked first (F05)."""

from contextlib import suppress
from datetime import UTC, datetime
from decimal import Decimal

import psycopg
import pytest
from django.db import DatabaseError, DataError, OperationalError, connection, transaction
from psycopg.types.json import Jsonb

from foundation import statements
from rules import Color, Reason
from tests.support.callers import Caller
from tests.support.games import make_game

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True, params=[False, True], ids=["past Django's cursor", "while someone looks on"])
def way(request):
    """A statement goes Django's way when someone wants to see it: both come to the same."""
    connection.force_debug_cursor = request.param
    yield request.param
    connection.force_debug_cursor = False


def asked(text, *values):
    return statements.row_of(text, values)[0]


def end_from_outside(pid):
    """Have the server end this connection, and wait until it has."""
    with psycopg.connect(**connection.get_connection_params(), autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s)", [pid])
        while other.execute("SELECT 1 FROM pg_stat_activity WHERE pid = %s", [pid]).fetchone():
            pass


def test_a_connection_that_the_server_ended_is_made_again_before_anything_is_asked():
    connection.settings_dict["CONN_HEALTH_CHECKS"] = True
    first = asked("SELECT pg_backend_pid()")
    end_from_outside(first)
    assert not connection.is_usable()

    connection.health_check_enabled, connection.health_check_done = True, False  # as at the beginning of a request

    assert asked("SELECT pg_backend_pid()") != first


def test_what_is_asked_often_is_planned_once_a_connection(way):
    for number in range(5):
        assert asked("SELECT %s::bigint + 40", number) == number + 40

    planned = asked("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%%bigint + 40'")
    assert planned == (0 if way else 1)


def test_values_arrive_as_they_were_sent_whatever_they_are():
    at = datetime(2026, 1, 2, 3, 4, 5, 678, UTC)
    for text, value in (
        ("SELECT %s::text", "Ä 'o' \\ %"),
        ("SELECT %s::bigint", -(2**62)),
        ("SELECT %s::bigint", Color.WHITE),
        ("SELECT %s::text", Reason.RESIGNATION),
        ("SELECT %s::numeric", Decimal("-6.50")),
        ("SELECT %s::boolean", False),
        ("SELECT %s::timestamptz", at),
        ("SELECT %s::text", None),
        ("SELECT %s::bytea", b"\0\\x'\xff"),
        ("SELECT %s::float8", 1.5),
        ("SELECT %s::int[]", [1, 2]),
    ):
        assert asked(text, value) == value, text
    assert asked("SELECT %s::jsonb ->> 'a'", Jsonb({"a": "ö"})) == "ö"
    for refused in ("a\0b", Jsonb({"a": "\0"})):
        with pytest.raises(DataError):
            asked("SELECT %s::jsonb" if isinstance(refused, Jsonb) else "SELECT %s::text", refused)


def test_what_the_server_forgot_or_planned_for_another_table_is_planned_again():
    with psycopg.connect(**connection.get_connection_params(), autocommit=True) as other:
        other.execute("CREATE TABLE shelf (a int)")
        try:
            asked("SELECT count(*) FROM (SELECT * FROM shelf) s WHERE %s", True)
            statements.rows_of("SELECT * FROM shelf WHERE %s", [True])
            other.execute("ALTER TABLE shelf ADD b int")
            with suppress(DatabaseError):  # Django's cursor does not prepare
                statements.rows_of("SELECT * FROM shelf WHERE %s", [True])
            assert statements.rows_of("SELECT * FROM shelf WHERE %s", [True]) == []
        finally:
            other.execute("DROP TABLE shelf")
    assert asked("SELECT %s::bigint + 41", 1) == 42


def test_values_of_every_size_and_none_share_one_plan(way):
    for value in (1, 2**40, None, Color.WHITE):
        assert asked("SELECT %s::numeric + 45", value) == (None if value is None else value + 45)
    for value in (datetime(2026, 1, 2, tzinfo=UTC), None):
        asked("SELECT %s::timestamptz + interval '45 s'", value)

    planned = (
        "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%%numeric + 45' OR statement LIKE '%%45 s%%'"
    )
    assert asked(planned) == (0 if way else 3)  # and this one


def test_what_is_refused_leaves_nothing_behind_and_the_next_is_asked_as_before():
    with pytest.raises(DataError), transaction.atomic():
        asked("SELECT %s::bigint + 43", 1)
        asked("SELECT 1 / %s::bigint", 0)
    with transaction.atomic():
        assert asked("SELECT %s::bigint + 43", 1) == 44


def test_a_database_that_goes_while_it_is_asked_is_an_operational_error():
    asked("SELECT %s::bigint", 1)
    end_from_outside(asked("SELECT pg_backend_pid()"))
    with pytest.raises(OperationalError):
        asked("SELECT %s::bigint", 1)
    connection.close()


def test_nothing_of_a_move_is_planned_again(client, way):
    game = make_game(size=19, days=3)
    black, white = (Caller(client, seat.player) for seat in game.seat_list())
    for number, (caller, point) in enumerate([(black, "K11"), (white, "C3"), (black, "D4")]):
        assert caller.act(game, "play", point=point, key=point, expected=number).status_code == 200

    appended = asked("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE 'WITH game AS (UPDATE%%'")
    assert appended == (0 if way else 1)
