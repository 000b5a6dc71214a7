"""Check that the stored ratings match the rated games."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import QuerySet

from foundation import timesource
from games.models import Game
from games.models.game import GameQuerySet
from games.services.rated_results import find_rated_result
from ratings import checking, services
from ratings.models import RatingEvent

CHUNK = 500


def finished_rated_games() -> GameQuerySet:
    """Return the finished rated games, in the order in which they ended."""
    return Game.objects.finished().filter(rated=True).order_by("finished_at", "pk")


def games_with_wrong_rating_events() -> Iterator[tuple[Game, str]]:
    """Yield each finished rated game that does not have one correct rating event per player, together with a
    description of the error."""
    rows = finished_rated_games().with_seats().prefetch_related("rating_events").defer("snapshot", "position_keys")
    for game in rows.iterator(chunk_size=CHUNK):
        fault = _rating_event_fault(game)
        if fault:
            yield game, fault


def _rating_event_fault(game: Game) -> str:
    result = find_rated_result(game)
    if result is None:
        return "is rated and has no result that could be"
    stored = sorted(game.rating_events.all(), key=lambda event: event.color)
    if len(stored) != 2:
        return f"has {len(stored)} rating events, not 2"
    fields = ("player_id", "opponent_id", "size", "color", "score", "at")
    for event, wanted in zip(stored, result.unsaved_events(stored[0].number), strict=True):
        for name in fields:
            if getattr(event, name) != getattr(wanted, name):
                return f"was rated with {name} {getattr(event, name)}, not {getattr(wanted, name)}"
    return ""


def ids_with_needless_rating_events() -> QuerySet[RatingEvent, int]:
    """Return the ids of games that have rating events although they are not finished rated games."""
    events = RatingEvent.objects.exclude(game__in=finished_rated_games().order_by().values("pk"))
    return events.values_list("game_id", flat=True).distinct().order_by("game_id")


class Command(BaseCommand):
    """Replays all ratings from the beginning and compares them with the stored ones. The exit code is 1 if they
    differ."""

    requires_system_checks = []  # they would load every page and form first
    help = "Replay all ratings from zero and compare; every finished rated game has two events, every other none."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the option."""
        parser.add_argument("--repair", action="store_true", help="fix what is wrong, then check again")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check the ratings, after repairing them with `--repair`, and print each error."""
        if options["repair"]:
            self._repair_ratings()
        faults = 0
        for fault in self._rating_faults():
            faults += 1
            self.stderr.write(fault)
        self.stdout.write(f"{RatingEvent.objects.count()} rating events checked, {faults} faults")
        waiting = checking.first_game_to_recalculate()
        if waiting is not None:
            self.stdout.write(f"From rated game {waiting} on values wait to be calculated again and were not compared.")
        if faults:
            raise CommandError("Some ratings are not what the games give. --repair fixes them.")

    def _rating_faults(self) -> Iterator[str]:
        for game, fault in games_with_wrong_rating_events():
            yield f"game {game.pk}: {fault}"
        for game_id in ids_with_needless_rating_events().iterator():
            yield f"game {game_id}: has rating events and is not a finished rated game"
        yield from checking.replay_differences()

    def _repair_ratings(self) -> None:
        """Withdraw the ratings of games that should have none, rate missing games in the order in which they ended, and
        replay all ratings."""
        now = timesource.now()
        for game_id in list(ids_with_needless_rating_events()):
            services.withdraw_game_ratings(game_id=game_id, now=now)
        for game, fault in list(games_with_wrong_rating_events()):
            self.stdout.write(f"game {game.pk}: {fault}; rated again")
            services.withdraw_game_ratings(game_id=game.pk, now=now)
            result = find_rated_result(game)
            if result is not None:
                services.rate_game_once(result)
        services.recalculate_all_games()
