"""Builders for classes in tests."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from accounts.models import Player
from classes.models import Child, ClassMessage, Classroom, Pupil, PupilStanding
from tests.factories import NOON, make_game, make_player
from tests.social.helpers import ListsOfPeople


def make_class(teacher: Player | None = None, *pupils: Player, name: str = "Beginners", now: datetime = NOON):
    """Create a class of this teacher, who needs no games for it, with these pupils."""
    made = Classroom.objects.create(teacher=teacher or make_player(), name=name, about="On Mondays", created_at=now)
    for one in pupils:
        put(made, one, now=now)
    return made


def put(classroom: Classroom, player: Player, standing: str = PupilStanding.PUPIL, now: datetime = NOON) -> Pupil:
    """Add the player to the class."""
    return Pupil.objects.create(classroom=classroom, player=player, standing=standing, at=now)


def make_child(classroom: Classroom, name: str = "Aino", now: datetime = NOON, **fields: Any) -> Player:
    """Create a child's account in this class, with the password "correct horse"."""
    player = make_player(f"child-{name.lower()}", is_guest=True, is_child=True, **fields)
    Player.objects.filter(pk=player.pk).update(email="")
    put(classroom, player, now=now)
    Child.objects.create(player=player, classroom=classroom, name=name, made_at=now)
    return player


def standing(classroom: Classroom, player: Player) -> str:
    """Return the player's standing in the class."""
    return Pupil.objects.get(classroom=classroom, player=player).standing


class ListsOfClasses:
    """The lists in pages of classes, for tests/games/api/test_pages.py."""

    def class_messages(self):
        classroom = make_class(self.aino)
        for number in range(ListsOfPeople.rows):
            ClassMessage.objects.create(classroom=classroom, text=f"Message {number}", at=NOON)
        return f"classes/{classroom.pk}/messages/"

    def class_games(self):
        classroom = make_class(self.aino, pupil := make_player())
        for number in range(ListsOfPeople.rows):
            make_game(black=self.aino, white=pupil, now=self.now - timedelta(hours=number))
        return f"classes/{classroom.pk}/games/"

    def classes(self):
        for number in range(ListsOfPeople.rows):
            make_class(self.aino, name=f"Class {number}")
        return "classes/"
