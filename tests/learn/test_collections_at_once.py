"""Simultaneous uploads into one player's collections (P1): on PostgreSQL."""

from __future__ import annotations

from functools import partial

import pytest
from django.utils import timezone

from learn.errors import TooManyProblems
from learn.models import Material, OwnProblem
from learn.services import collections, materials
from learn.services.collections import ProblemFile
from learn.services.materials import MaterialDetails
from tests.clubs.test_at_once import together
from tests.factories import make_player
from tests.learn.helpers import PROBLEM

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_P1_the_limit_of_a_day_holds_when_several_collections_grow_at_once(monkeypatch):
    monkeypatch.setattr(collections, "MOST_A_DAY", 2)
    player, now = make_player(), timezone.now()
    rows = [
        materials.create_material(player, Material.Kind.PROBLEMS, MaterialDetails(name="Corners"), now)
        for _ in range(5)
    ]

    outcomes = together(
        *(partial(collections.add_problem_file, player, row, ProblemFile("", PROBLEM), now) for row in rows)
    )

    assert outcomes.count(TooManyProblems) == 3
    assert OwnProblem.objects.count() == 2
