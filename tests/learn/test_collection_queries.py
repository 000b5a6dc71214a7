"""The number of queries for pages of collections does not grow with their rows."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubs.services.audiences import Audience
from learn.services import materials
from tests.clubs.helpers import make_club
from tests.factories import make_player
from tests.learn.helpers import PROBLEM, make_collection
from tests.tournaments.test_pages_and_api import signed_in

pytestmark = pytest.mark.django_db
OTHER = PROBLEM.replace("AB[ag]", "AB[hh][ag]")
LISTS = ("/collections/", "/api/v1/collections/")
THIRD = PROBLEM.replace("AB[ag]", "AB[gh][ag]")


def count_for(player, path: str) -> int:
    client = signed_in(player)
    client.get(path)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(path).status_code == 200
    return len(queries)


def test_the_list_of_collections_asks_the_same_number_of_queries_for_one_and_many():
    owner, reader, now = make_player(), make_player(), timezone.now()
    counts = []
    for _ in range(2):
        for _ in range(2):
            row = make_collection(owner, now=now)
            materials.share_material(owner, row, Audience(everyone=True), now)
        counts += [
            [count_for(one, path) for one in (owner, reader) for path in ("/collections/", "/api/v1/collections/")]
        ]

    assert counts[0] == counts[1]


@pytest.mark.parametrize("of_owner", [True, False])
def test_a_collection_asks_the_same_number_of_queries_for_one_problem_and_many(of_owner):
    owner, now = make_player(), timezone.now()
    reader = owner if of_owner else make_player()
    make_club(owner)
    counts = []
    for files in ((PROBLEM,), (PROBLEM, OTHER, THIRD)):
        row = make_collection(owner, *files, now=now)
        materials.share_material(owner, row, Audience(everyone=True, players=(make_player().username,)), now)
        assert row.problems.count() == len(files)
        paths = [row.get_absolute_url(), f"/api/v1/collections/{row.key}/"]
        paths += [f"{row.get_absolute_url()}edit/"] if of_owner else []
        counts.append([count_for(reader, path) for path in paths])

    assert counts[0] == counts[1]


def test_a_long_collection_draws_its_first_problems_only(monkeypatch):
    owner = make_player()
    row = make_collection(owner, PROBLEM, OTHER, THIRD, now=timezone.now())

    monkeypatch.setattr("learn.views.collections.MOST_BOARDS", 2)

    page = signed_in(owner).get(row.get_absolute_url()).content.decode()
    assert all(f'href="{row.get_absolute_url()}{number}/"' in page for number in (1, 2, 3))
    assert page.count('<span class="small"') == 2
