"""Classes for tests, in one line."""

from __future__ import annotations

from datetime import datetime

from accounts.models import Player
from classes.models import Classroom, Pupil, Standing
from tests.factories import NOON, make_player


def make_class(teacher: Player | None = None, *pupils: Player, name: str = "Beginners", now: datetime = NOON):
    """A class of this teacher, who needs no games for it, with these pupils."""
    made = Classroom.objects.create(teacher=teacher or make_player(), name=name, about="On Mondays", created_at=now)
    for one in pupils:
        put(made, one, now=now)
    return made


def put(classroom: Classroom, player: Player, standing: str = Standing.PUPIL, now: datetime = NOON) -> Pupil:
    """Put the player into the class."""
    return Pupil.objects.create(classroom=classroom, player=player, standing=standing, at=now)


def standing(classroom: Classroom, player: Player) -> str:
    """How the player stands to the class."""
    return Pupil.objects.get(classroom=classroom, player=player).standing
