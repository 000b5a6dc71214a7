"""A few real games, a record and a class, made by the services, from which many are generated."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from rules import Phase

SIZES = (9, 9, 13, 19)
RULE_SETS = ("japanese", "chinese", "brainking", "japanese")
PEOPLE = ("pattern1", "pattern2")


def play_patterns(count: int, now: datetime) -> list[Any]:
    """Play and return the games of which copies are made later: this many, of 4 to 16 actions, half of them to the end.
    Also make a record and a class."""
    from accounts.models import Player
    from classes.models import Classroom, Pupil
    from games.verbs import Resign
    from library.services.reading import UploadedFile
    from library.services.shelving import FolderAndTags
    from library.services.uploading import UploadRequest, upload_and_keep
    from tests.factories import act, make_game, play, reload

    dice = random.Random(1)  # noqa: S311 - not a secret
    black, white = (Player.objects.create_user(name, f"{name}@example.org", "correct horse") for name in PEOPLE)
    games = []
    for number in range(count):
        size, ends = SIZES[number % len(SIZES)], number % 2 == 0
        begun = now - timedelta(hours=count - number)
        ruleset = RULE_SETS[number // 4 % 4]
        game = make_game(
            notify=True, black=black, white=white, size=size, days=5, rule_set=ruleset, rated=True, now=begun
        )
        for move in _points_without_captures(size, 4 + number % 13 - ends, dice):
            play(game, move, now=begun)
        if ends:
            act(game, Resign, now=begun)
        games.append(reload(game))
    upload_and_keep(
        black, UploadRequest([UploadedFile("a.sgf", b"(;SZ[9]PB[Aino];B[ee];W[cc])")]), FolderAndTags(), now
    )
    taught = Classroom.objects.create(teacher=black, name="Beginners", created_at=now)
    Pupil.objects.create(classroom=taught, player=white, standing="pupil", at=now)
    assert {game.phase for game in games} == {Phase.PLAY.value, Phase.FINISHED.value}
    return games


def prepare(count: int, now: datetime) -> None:
    """Play the games of which copies are made later in the server's database, and create an administrator."""
    from django.contrib.auth.models import Group
    from django.core.management import call_command

    from tests.factories import give_second_factor, make_player

    call_command("collectstatic", interactive=False, verbosity=0)
    play_patterns(count, now)
    boss = make_player("boss", is_staff=True, is_superuser=True)
    boss.groups.add(Group.objects.get(name="administrators"))
    give_second_factor(boss)


def _points_without_captures(size: int, count: int, dice: random.Random) -> Iterator[str]:
    """Yield the points of every second line in random order. With so few moves nothing is captured."""
    points = [f"{'ABCDEFGHJKLMNOPQRST'[c]}{r + 1}" for c in range(0, size, 2) for r in range(0, size, 2)]
    yield from dice.sample(points, count)
