"""What is rehearsed before the first request is a whole move by HTTP, of which nothing is left."""

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext

from foundation import hints
from goserver import rehearsal
from tests.factories import make_game, play


def _rows():
    """How many rows each table has."""
    return {model._meta.label: model.objects.count() for model in apps.get_models() if model._meta.managed}


@pytest.mark.django_db(transaction=True)
def test_a_rehearsal_leaves_nothing_in_the_database():
    game = make_game(moves="E5")
    before = _rows()
    with CaptureQueriesContext(connection) as asked:
        rehearsal.rehearse(3)
    stored = [one["sql"] for one in asked if "games_action" in one["sql"] and "INSERT INTO" in one["sql"]]
    assert len(stored) == 3
    assert _rows() == before
    play(game, "D4")
    assert make_game().pk == game.pk + 1, "a rehearsal takes no number of a game"


@pytest.mark.django_db(transaction=True)
def test_every_request_of_a_rehearsal_is_answered(caplog):
    rehearsal.rehearse(len(rehearsal.POINTS))
    assert not caplog.records


@pytest.mark.django_db(transaction=True)
def test_what_is_rehearsed_is_announced_to_nobody(monkeypatch):
    announced = []
    monkeypatch.setattr(hints.sender, "put", announced.append)
    rehearsal.rehearse(2)
    assert announced == []
    play(make_game(), "E5")
    assert announced != []


@pytest.mark.django_db(transaction=True)
def test_one_that_fails_leaves_nothing_either(monkeypatch):
    before = _rows()
    monkeypatch.setattr(rehearsal, "ask", lambda *args: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        rehearsal.rehearse(1)
    assert _rows() == before
