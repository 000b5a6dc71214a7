"""Every route for every kind of visitor, as in docs/authorization.csv; a route that is not in it fails."""

from collections import Counter

import pytest
from asgiref.sync import sync_to_async

from tests.access import sockets, table
from tests.access.by_day import some_cells_of
from tests.support.nights import NIGHTLY

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlogged")]

ROUTES = table.routes()
STORED = table.stored_cells()
DOORS = ("admin/login/",)


@pytest.mark.parametrize("route", ROUTES)
def test_who_gets_which_answer(place, route):
    """Check all methods except GET, which test_looking.py checks for every visitor."""
    for asked in table.all_asked(place, route):
        methods = [method for method in asked.methods if method != "GET" or table.STREAM.search(asked.path)]

        expected = {method: STORED[asked.label, method] for method in methods}

        if NIGHTLY:
            assert table.cells_of(place, asked, methods) == expected, asked.label
        else:
            found = some_cells_of(place, asked, expected)
            assert found == {(how, who): expected[how][table.VISITORS.index(who)] for how, who in found}, asked.label


def test_the_table_has_the_rows_that_there_are_and_no_others(place):
    asked = {(one.label, method) for _, one in table.everything(place) for method in one.methods}
    stored = table.stored()
    rows = {(row[0], row[1]) for route in sockets.socket_routes() for row in table.of_route(stored, route)}

    assert set(STORED) == asked | {(label, part) for label, what in rows for part in what.split()}
    assert [row for row, times in Counter(map(tuple, stored)).items() if times > 1] == []


async def in_this_thread(do, *args, **more):
    return await sync_to_async(do)(*args, **more)


def test_who_may_open_which_socket_and_what_it_takes(place, monkeypatch):
    # all of it is one transaction, which no other thread sees
    monkeypatch.setattr("channels.db.close_old_connections", lambda: None)
    monkeypatch.setattr("live.hub.Hub.reader", lambda self, name: in_this_thread)
    stored = [row for route in sockets.socket_routes() for row in table.of_route(table.stored(), route)]

    assert sockets.rows_of_sockets(place) == stored


def test_nobody_but_staff_sees_a_page_for_staff():
    for row in table.stored():
        cells = dict(zip(table.VISITORS, row[2:], strict=True))
        if row[0].startswith(("admin/", "mod/")) and row[0] not in DOORS:
            others = {cells[name] for name in table.VISITORS if name not in ("helper", "moderator", "administrator")}
            assert others <= {"sign in", "403", "404", "405", "302", "301", "again"}, row
