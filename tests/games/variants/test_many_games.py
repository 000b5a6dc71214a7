"""Random games of every variant, stored in bulk as the services store them, pass `check_games` (V1); at night ten times
as many, and ten thousand of each with `python3 -m tests.many_games`."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from games.models import Action, Game, Seat
from rules.variants.presets import PRESETS
from tests.factories import make_player
from tests.many_games.storing import store
from tests.support.random_player import PLAYED

ROOT = Path(__file__).resolve().parents[3]
GAMES = 40 if os.environ.get("IGO_NIGHTLY") else 4
SEEDS = [str(number) for number in range(GAMES)]


@pytest.fixture
def players(db):
    return [make_player().pk for _ in range(6)]


def test_many_random_games_of_every_variant_are_what_their_records_give_V1(players, subtests):
    for name, variant in PLAYED.items():
        with subtests.test(name):
            kinds = store(variant, [f"{name} {seed}" for seed in SEEDS], players, timezone.now())
            assert kinds["play"] > GAMES
            assert "try" not in kinds or variant.hides
            assert "pass" not in kinds or variant.passing

    assert Game.objects.count() == GAMES * len(PLAYED)
    assert set(Seat.objects.values_list("variant", flat=True)) == set(PRESETS)
    call_command("check_games", stdout=io.StringIO())


@pytest.mark.parametrize(
    ("changed", "text"),
    [
        ({"snapshot": {"outcome": None}}, "the snapshot differs"),
        ({"position_keys": b"12345678"}, "the position keys differ"),
        ({"state_number": 10**6}, "the position changed last with action"),
        ({"number": 10**6}, "the numbers of the actions"),
    ],
)
def test_a_stored_random_game_that_is_not_its_record_is_found_out(players, changed, text):
    store(PLAYED["pair"], SEEDS, players, timezone.now())
    bad = Game.objects.order_by("pk")[2]
    Game.objects.filter(pk=bad.pk).update(**changed)
    faults = io.StringIO()

    with pytest.raises(CommandError):
        call_command("check_games", stdout=io.StringIO(), stderr=faults)

    assert [line.split(":")[0] for line in faults.getvalue().splitlines()] == [f"game {bad.pk}"]
    assert text in faults.getvalue()


def test_a_game_that_cannot_be_replayed_is_named_and_the_others_are_checked_all_the_same(players):
    store(PLAYED["capture"], SEEDS, players, timezone.now())
    bad, *_, also_bad = Game.objects.order_by("finished_at", "pk").exclude(finished_at=None)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE games_action SET payload = '{}' WHERE number = 1 AND game_id = %s", [bad.pk])
    Game.objects.filter(pk=also_bad.pk).update(snapshot={})
    faults, output = io.StringIO(), io.StringIO()

    with pytest.raises(CommandError):
        call_command("check_games", stdout=output, stderr=faults)

    first, second = faults.getvalue().splitlines()
    assert first.startswith(f"game {bad.pk}: it cannot be replayed: BadAction")
    assert second.startswith(f"game {also_bad.pk}: it cannot be replayed: KeyError")
    assert output.getvalue() == f"{GAMES} games checked, 2 faults\n"


def test_moderators_partners_and_the_clock_have_their_part_in_random_games(players):
    seeds = [f"pair {number}" for number in range(10 * GAMES)]

    kinds = store(PLAYED["pair"], seeds, players, timezone.now())

    assert {"propose", "accept", "reject", "undo", "time_out", "leave", "resume"} <= set(kinds)
    assert Action.objects.filter(seat=None, kind__in=("decide", "set_marking", "let_resume", "annul")).exists()


@pytest.mark.nightly
def test_the_command_plays_stores_and_checks_every_variant():
    command = [sys.executable, "-m", "tests.many_games", "--games", "50", "--processes", "1"]

    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("50 games with") == done.stdout.count(": 0 faults") == len(PLAYED)
