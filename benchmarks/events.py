"""Measure a tournament of 1,000 players and ten rounds against the budgets of E94.

    python -m benchmarks.events [--players N] [--rounds N] [--times N] [--postgres]

Creates a database with a Swiss tournament of this many players, pairs the first round and the last by the services and
starts their games (the rounds in between get random results), and requests the pages. Prints a table: seconds,
processor seconds, the budget, and the share of the budget that the processor needed, which hardly depends on other work
of the machine; below 1 is within the budget. With PostgreSQL the database's processor time is not counted.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from functools import partial
from typing import Any

from benchmarks.figures import Table, percentile
from benchmarks.inside import TimeTaken, separate_database

STANDINGS, PAIRING, GAMES, PAGE = 0.3, 60.0, 60.0, 0.3
"""The seconds that E94 allows for the standings, the pairing of a round, the start of its games, and a page."""


def main() -> None:
    """Measure a large tournament in a separate database, and print the table of times and budgets."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--postgres", action="store_true")
    options = parser.parse_args()
    with separate_database(postgresql=options.postgres) as kind:
        rows: list[list[str]] = []
        tournament = _play_tournament(options, rows)
        _measure_pages(tournament, options.times, rows)
        print(f"{options.players} players, {options.rounds} rounds, {kind}\n")
        print(Table(("What", "seconds", "processor", "allowed", "share"), rows).markdown())


def _percentile_of(rows: list[TimeTaken], share: float) -> TimeTaken:
    """Return the value that this share of the measurements does not exceed, for each clock."""
    return TimeTaken(*(percentile(values, share) for values in zip(*rows, strict=True)))


def _row(what: str, took: TimeTaken, budget: float) -> list[str]:
    """Return a row of the printed table: the operation, its times, its budget in seconds, and the used share."""
    return [what, f"{took.wall:.3f}", f"{took.processor:.3f}", f"{budget:g}", f"{took.processor / budget:.2f}"]


def _run_timed(do: Callable[[], Any]) -> tuple[TimeTaken, Any]:
    """Run the function; return the time taken, and its result."""
    begun = TimeTaken.since()
    result = do()
    return TimeTaken.since(begun), result


def _play_tournament(options: argparse.Namespace, rows: list[list[str]]) -> Any:
    """Play a Swiss tournament up to the start of its last round, measure each step, and return the tournament."""
    from django.utils import timezone

    from accounts.models import Player
    from games.services.idempotency import PlayerRequest
    from games.terms import Terms
    from tournaments.announcing import ActAuthor
    from tournaments.models import Entry, EntryState, Pairing
    from tournaments.services import drafting, playing, proposing, starting
    from tournaments.services.drafting import TournamentPlan
    from tournaments.systems.types import SystemKind

    now = timezone.now()
    names = [f"event-{number}" for number in range(options.players)]
    rows_of_players = (Player(username=name, name_key=name, language="en") for name in names)
    people = Player.objects.bulk_create(rows_of_players, batch_size=500)
    asked = PlayerRequest(people[0], now)
    how = {"kind": SystemKind.SWISS, "rounds": options.rounds, "established": False, "most": options.players}
    plan = TournamentPlan(name="Large", terms=Terms(), **how)
    tournament = drafting.open_entry(asked, drafting.create_draft(asked, plan).pk)
    Entry.objects.bulk_create(
        (Entry(tournament=tournament, player=one, state=EntryState.ENTERED, at=now) for one in people), batch_size=500
    )
    took, tournament = _run_timed(partial(starting.start_tournament, asked, tournament.pk))
    rows.append(_row("start: ranks and lots", took, GAMES))
    rng = random.Random(options.players)  # noqa: S311 - not a secret
    acting = ActAuthor.server(now)
    for number in range(1, options.rounds + 1):
        round_ = tournament.rounds.get(number=number)
        if number in (1, options.rounds):
            took, _ = _run_timed(partial(proposing.pair_and_publish, round_, acting))
            rows.append(_row(f"pair and publish round {number}", took, PAIRING))
            took, _ = _run_timed(partial(playing.start_games, round_.pk, now))
            rows.append(_row(f"start the games of round {number}", took, GAMES))
        else:
            ids = list(tournament.entries.values_list("pk", flat=True))
            rng.shuffle(ids)
            Pairing.objects.bulk_create(
                Pairing(round=round_, board=board, black_id=black, white_id=white, komi=13)
                for board, (black, white) in enumerate(zip(ids[::2], ids[1::2], strict=True), start=1)
            )
        if number < options.rounds:
            pairings = Pairing.objects.filter(round=round_, white__isnull=False)
            pairings.filter(board__in=range(1, options.players, 2)).update(result="black_wins")
            pairings.filter(result="").update(result="white_wins")
            tournament.rounds.filter(pk=round_.pk).update(state="done", done_at=now)
    return tournament


def _measure_pages(tournament: Any, times: int, rows: list[list[str]]) -> None:
    from django.test import Client

    from foundation import caches
    from tournaments import tables

    took = []
    for _ in range(5):
        caches.clear_all_caches()
        took.append(_run_timed(lambda: tables.standings_table_of(tournament, None, slice(100)))[0])
    rows.append(_row("standings, computed again, the first 100 lines", _percentile_of(took, 0.5), STANDINGS))
    client = Client(HTTP_HOST="localhost")
    path = tournament.get_absolute_url()
    last = tournament.rounds.count()
    pages = {
        "page: tournament": path,
        "page: standings": f"{path}standings/",
        "page: standings, the last page": f"{path}standings/?page=99",
        "page: round": f"{path}rounds/{last}/",
        "page: players": f"{path}players/",
        "page: log": f"{path}log/",
        "API: standings": f"/api/v1/tournaments/{tournament.pk}/standings/",
        "page: all tournaments": "/tournaments/?which=running",
        "API: pairings": f"/api/v1/tournaments/{tournament.pk}/rounds/{last}/pairings/",
    }
    for name, address in pages.items():
        rows.append(_row(f"{name}, p95", _p95_duration(partial(client.get, address), times), PAGE))
    player = tournament.entries.first().player
    client.force_login(player)
    rows.append(_row("page: tournament, as a player, p95", _p95_duration(lambda: client.get(path), times), PAGE))
    client.force_login(tournament.owner)
    rows.append(_row("page: direct, p95", _p95_duration(lambda: client.get(f"{path}direct/"), times), PAGE))


def _p95_duration(ask: Callable[[], Any], times: int) -> TimeTaken:
    runs = [_run_timed(ask) for _ in range(times)]
    assert {answer.status_code for _, answer in runs} == {200}
    return _percentile_of([took for took, _ in runs], 0.95)


if __name__ == "__main__":
    main()
