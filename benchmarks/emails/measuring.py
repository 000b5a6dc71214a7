"""The part of `python -m benchmarks.emails` that needs its servers."""

from __future__ import annotations

import multiprocessing
import smtplib
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

MINUTE = 60.0
PROCESSORS = 2
MOST_LOST = 0.1
"""The largest allowed slowdown of a move by the row about its turn, as a ratio."""


def run(notices: int, level: str, moves: tuple[int, int]) -> None:
    """Fill the database, measure, print."""
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    assert connection.vendor == "postgresql"
    with mail_server() as port:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
        games = _games(notices, level)
        own, theirs = cost(_sort_and_write), cost(_send)
        reference = cost(lambda: _plainly(port, notices))
    print(f"{notices} notices of turns, level {level}; processor seconds of the application and of PostgreSQL")
    for name, (ours, database) in (("asked, written, stored", own), ("sent", theirs), ("plain script", reference)):
        print(f"  {name:24} {ours:8.2f} {database:8.2f}")
    whole = sum(own) + sum(theirs)
    print(f"  a minute of {PROCESSORS} processors: {notices / whole * MINUTE * PROCESSORS:,.0f} notices (goal 10,000)")
    print(f"  against the plain script: {whole / sum(reference):.1f} times its processor time")
    ratio = _moves(games[: moves[0]], moves[1])
    print(f"  a move with its turn told against one without: {ratio:.3f} (goal at most {1 + MOST_LOST})")


def cost(what: Callable[[], Any]) -> tuple[float, float]:
    """Return the processor seconds of a call, in this process and in the PostgreSQL process that serves it."""
    database, own = _of_postgresql(), time.process_time()
    what()
    return time.process_time() - own, _of_postgresql() - database


def _of_postgresql() -> float:
    """Return the processor seconds that the PostgreSQL process of our connection has used."""
    from django.db import connection

    with connection.cursor() as asking:
        asking.execute("SELECT pg_backend_pid()")
        pid = int(asking.fetchone()[0])
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9


@contextmanager
def mail_server() -> Iterator[int]:
    """Run a mail server that accepts everything in a separate process; yield its port."""
    mine, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_take_emails, args=(theirs,), daemon=True)
    process.start()
    try:
        yield int(mine.recv())
    finally:
        process.terminate()


def _take_emails(out: Any) -> None:
    from tests.support.post import PostOffice

    with PostOffice() as office:
        office.letters = _Nowhere()
        out.send(office.port)
        office.serve_forever()


class _Nowhere(list[Any]):
    """A list that stays empty."""

    def append(self, email: Any) -> None:
        """Do nothing."""


def _games(notices: int, level: str) -> list[Any]:
    """Return this many games, copies of one, each with another player on turn."""
    from allauth.account.models import EmailAddress

    from accounts.models import Player
    from foundation import timesource
    from games.models import Action, Game, Seat
    from notifications.models import Notice, NoticeSettings, TurnChange
    from tests.factories import make_game, make_player

    now = timesource.now()
    first = make_game(
        notify=True, black=make_player("opponent"), white=make_player("reader"), moves="E5 D4 C3", now=now, days=3
    )
    Notice.objects.all().delete()
    TurnChange.objects.all().delete()
    seats, actions = first.seat_list(), list(first.actions.all())
    players = Player.objects.bulk_create(
        Player(username=f"r{number}", name_key=f"r{number}", email=f"r{number}@example.org")
        for number in range(notices)
    )
    EmailAddress.objects.bulk_create(
        EmailAddress(user=one, email=one.email, primary=True, verified=True) for one in players
    )
    chosen = {"turn": {"letter": "now"}}
    NoticeSettings.objects.bulk_create(NoticeSettings(player=one, chosen=chosen, level=level) for one in players)
    games = Game.objects.bulk_create(_copy(first) for _ in players)
    Seat.objects.bulk_create(_copy(seats[0], game=game) for game in games)
    mine = Seat.objects.bulk_create(
        _copy(seats[1], game=game, player=player) for game, player in zip(games, players, strict=True)
    )
    Action.objects.bulk_create(_copy(row, game=game, seat=None) for game in games for row in actions)
    TurnChange.objects.bulk_create(
        TurnChange(player_id=seat.player_id, game_id=seat.game_id, at=now - timedelta(minutes=1)) for seat in mine
    )
    return games


def _copy(row: Any, **fields: Any) -> Any:
    """Return an unsaved copy of the row with other values in these fields."""
    kept = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields if not field.primary_key}
    for name, value in fields.items():
        kept.pop(row._meta.get_field(name).attname, None)
        kept[name] = value
    return type(row)(**kept)


def _sort_and_write() -> None:
    from notifications.services import background

    while background.look():
        pass


def _send() -> None:
    from accounts.core import mail

    while mail.send_next() is not None:
        pass


def _plainly(port: int, count: int) -> None:
    """Send this many finished e-mails over one connection, one after the other, as a script would."""
    body = "Subject: Your move\r\nFrom: a@example.org\r\nTo: b@example.org\r\n\r\n" + "x" * 900 + "\r\n"
    with smtplib.SMTP("127.0.0.1", port) as server:
        for _ in range(count):
            server.sendmail("a@example.org", ["b@example.org"], body)


def _moves(games: list[Any], rounds: int) -> float:
    """Return the ratio of the processor time of moves with the row about their turn to that without: the median of
    rounds in which both take turns, in changing order."""
    from games import turns
    from games.signals import game_event

    free = iter(_points())
    _play(games[:20], next(free))  # statements are planned, pages read

    def with_rows() -> float:
        return sum(cost(lambda: _play(games, next(free))))

    def without() -> float:
        game_event.disconnect(turns.record_turn_change)
        try:
            return with_rows()
        finally:
            game_event.connect(turns.record_turn_change)

    ratios = []
    for number in range(rounds):
        if number % 2:
            bare, notified = without(), with_rows()
        else:
            notified, bare = with_rows(), without()
        ratios.append(notified / bare)
    return statistics.median(ratios)


def _points() -> list[tuple[int, int]]:
    """Return points where nothing is captured in any order."""
    return [(column, row) for row in (0, 2, 7) for column in range(0, 9, 2)] + [(1, 8), (3, 8), (5, 8), (7, 8)]


def _play(games: list[Any], point: tuple[int, int]) -> None:
    from foundation import timesource
    from games import verbs
    from games.models import Game
    from games.verbs import ActionRequest
    from rules import Point

    for game in games:
        row = Game.objects.with_seats().get(pk=game.pk)
        player = row.seat_on_turn().player
        verbs.perform(ActionRequest(row.pk, player, row.number, None, timesource.now()), verbs.Play(Point(*point)))
