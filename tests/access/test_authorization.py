"""Every route, by every kind of visitor: docs/authorization.csv says what happens; a route that is not in it fails."""

import pytest
from asgiref.sync import sync_to_async

from tests.access import sockets, table

pytestmark = pytest.mark.django_db

ROUTES = table.routes()
DOORS = ("admin/login/",)


@pytest.mark.parametrize("route", ROUTES)
def test_who_gets_which_answer(place, route):
    assert table.rows_of(place, route) == table.of_route(table.stored(), route)


def test_the_table_has_no_routes_that_are_gone():
    known = [row for route in [*ROUTES, *sockets.socket_routes()] for row in table.of_route(table.stored(), route)]

    assert [row for row in table.stored() if row not in known] == []


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
