"""Fill an empty server with players and games in every phase, all created through the services."""

from __future__ import annotations

import json
import secrets
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from django.contrib.auth.hashers import make_password
from django.core.management.base import BaseCommand, CommandError
from django.db import connection, transaction
from django.urls import reverse

from accounts.models import Player
from challenges import services as challenging
from challenges.limits import OpponentLimits, SameOpponent
from challenges.services import OfferRecipients
from foundation import timesource
from games import services, verbs
from games.models import Game
from games.services.deadlines import OffTimeByPlayer
from games.services.idempotency import PlayerRequest
from games.services.record import Actor
from games.terms import PRESETS, ColorPreference, Terms
from goserver.management import demo_around, demo_seats, demo_teaching
from library.services.indexing import index_missing_records
from notifications.models import Notice
from rules import AfterRejection, Point, parse_vertex
from rules.clock import TimeControl
from sharing.openings.filling import fill_ended_since

RECORDS = Path(__file__).parent.parent / "demo_games.json"
"""Games that an engine played against itself, with the dead stones that it named."""

HISTORY = RECORDS.with_name("demo_history.json")
"""Games of GNU Go 3.8 against itself (9x9 on level 8, 13x13 on level 5), oldest first: the players' games of the last
half year, for profiles and the archive."""

JOSEKI = (
    "Q16 D4 C16 Q4 R6 O3 S3 R3 R10 E16 E17 F17 D17 F16 C14 K17 C3 C4 D3 E4 E3 F3 F2 G2 E2 G3 Q14",
    "Q16 D4 R4 R14 R15 Q14 O16 R11 C6 C8 C3 D3 C4 D5 B6 C5 B5 D6 D16 P4 P3 O3 Q3 N4 R6 J3 F17 C17 C16 D17 E17",
)
"""Openings on 19x19 with joseki that the lessons teach, for the statistics there."""

NAMES = ("aino", "babak", "cyrus", "dara", "emre", "fiona", "goran", "hana")
BETWEEN_MOVES = timedelta(hours=5)
BETWEEN_GAMES = timedelta(days=12)
HISTORY_AGE = timedelta(days=365)
PAUSE = 0.15
"""The pause between two transactions in seconds, because a writer blocked by SQLite tries again every tenth of a
second."""
ABOUT = {
    "aino": "I like quiet games and slow mornings. Learning since the spring.",
    "babak": "Two moves a day, one with each coffee.",
    "dara": "Small boards, big fights.",
}


@dataclass(frozen=True)
class DemoRecord:
    """A recorded game: its board size, its moves as vertices, and the dead stones at its end."""

    size: int
    moves: str
    dead: str


class DemoCreator:
    """Creates the demo's players and games through the services, at times in the past. `more` is the number of
    additional games of the first player."""

    def __init__(self, password: str, more: int, now: datetime) -> None:
        self.now, self.more = now, more
        hashed = make_password(password)  # one for all: it is the same password, and to make one takes long on purpose
        self.people = [self._create_person(name, hashed) for name in NAMES]
        records: list[dict[str, Any]] = json.loads(RECORDS.read_text())
        self.records = [DemoRecord(**record) for record in records]

    def _create_person(self, name: str, hashed: str) -> Player:
        joined = self.now - BETWEEN_GAMES * (16 + NAMES.index(name) % 3)
        bio = ABOUT.get(name, "")
        person: Player = Player.objects.create_user(name, "", bio=bio, date_joined=joined)
        person.password = hashed
        person.save(update_fields=["password"])
        return person

    def records_of_size(self, size: int) -> list[DemoRecord]:
        """Return the recorded games on boards of this size."""
        return [record for record in self.records if record.size == size]

    def create_game(
        self,
        record: DemoRecord,
        players: tuple[int, int],
        moves: int | None = None,
        hours_ago: float = 1,
        **terms: Any,
    ) -> Game:
        """Create and return a game with the first `moves` moves of a record (None: all). `players` are the indices of
        Black and White in `people`. The last move is played `hours_ago`. `terms` replace the default terms."""
        played = record.moves.split()[:moves]
        black, white = (self.people[index] for index in players)
        started = self.now - timedelta(hours=hours_ago) - BETWEEN_MOVES * len(played)
        agreed = replace(Terms(width=record.size, height=record.size, color="black"), **terms)
        challenge = challenging.create_challenge(PlayerRequest(black, started), agreed, OfferRecipients(opponent=white))
        game = challenging.accept_challenge(PlayerRequest(white, started), challenge.pk)
        _play_moves(game.pk, played, started)
        return game

    def perform_on_turn(self, game: Game, verb: verbs.Verb, now: datetime | None = None) -> None:
        """Perform an action in a game for the player whose turn it is, by default half an hour ago."""
        game = Game.objects.with_seats().get(pk=game.pk)
        player, at = game.seat_on_turn().player, now or self.now - timedelta(minutes=30)
        verbs.perform(verbs.ActionRequest(game.pk, player, game.number, None, at), verb)

    def dead_stones_of(self, record: DemoRecord) -> frozenset[Point]:
        """Return the dead stones of the record."""
        return frozenset(parse_vertex(vertex, record.size, record.size) for vertex in record.dead.split())

    def add_chat_message(self, game: Game, index: int, text: str) -> None:
        """Write a message in the game's chat, by the player with this index in `people`."""
        services.send_message(PlayerRequest(self.people[index], self.now), game.pk, text)

    def steps(self) -> Iterator[tuple[str, Iterable[Callable[[], None]]]]:
        """Yield the steps in order, each with its name and functions that each run in their own transaction.

        No function leaves data that a running server would change before the next step, such as a game with an expired
        clock.
        """
        yield "games in play", [self._add_games_in_play, self._add_games_in_end_phase]
        yield "finished games of the last half year", [*self._history_steps(), self._add_comments_and_analysis]
        yield "games that have just ended, and open games", [self._create_finished_games, self._create_open_games]
        yield (
            "a club, tournaments and team matches",
            demo_around.demo_steps(self.people, self.records_of_size(9), _play_moves, self.now),
        )
        yield (
            "games of more than two players, and a league",
            [self._create_games_of_many_seats],
        )
        yield "games with joseki", [partial(self._create_joseki_game, *one) for one in enumerate(JOSEKI)]
        if self.more:
            yield (
                f"{self.more} more games in play",
                [partial(self._create_one_more_game, number) for number in range(self.more)],
            )
        yield "read notices, openings and the position search", [self._mark_old_notices_read, self._fill_search_indexes]

    def _fill_search_indexes(self) -> None:
        """Add the finished demo games to the opening statistics, and index the game records for the search."""
        fill_ended_since(self.now - HISTORY_AGE)
        index_missing_records()

    def _add_games_in_play(self) -> None:
        big = self.records_of_size(19)
        self.create_game(big[0], (0, 1), 147, rule_set="japanese", time=days_per_move(3))
        self.create_game(big[1], (2, 0), 88, hours_ago=60, time=days_per_move(3))
        self.create_game(big[2], (0, 3), 31, hours_ago=4, rule_set="chinese", time=days_per_move(7))
        self.create_game(big[3], (4, 1), 200, time=days_per_move(5))
        self.create_game(self.records_of_size(13)[0], (0, 5), 44, hours_ago=20, time=days_per_move(1))
        self.create_game(self.records_of_size(9)[0], (6, 0), 17, hours_ago=30, time=days_per_move(2))
        self.create_game(self.records_of_size(9)[3], (7, 3), 11, time=days_per_move(2))
        game = self.create_game(self.records_of_size(9)[5], (0, 7), 12, hours_ago=2)
        self.add_chat_message(game, 7, "Have a nice game!")
        self.add_chat_message(game, 0, "Hyvää peliä! Small boards make me nervous.")
        self._create_handicap_game()

    def _create_handicap_game(self) -> None:
        record = DemoRecord(19, "C6 R14 F17 O3 D10 Q10 K16", "")
        self.create_game(record, (5, 2), handicap=4, rule_set="japanese")

    def _add_games_in_end_phase(self) -> None:
        nine, thirteen = self.records_of_size(9), self.records_of_size(13)
        self.create_game(nine[4], (0, 2))
        deciding = self.create_game(thirteen[1], (1, 0))
        self.perform_on_turn(deciding, verbs.Propose(self.dead_stones_of(thirteen[1])))
        rejected = self.create_game(nine[6], (3, 0), rule_set="japanese")
        self.perform_on_turn(rejected, verbs.Propose(frozenset()))
        self.perform_on_turn(rejected, verbs.Reject(1, AfterRejection.MARK, "My corner is alive, I think."))
        dispute = self.create_game(nine[3], (0, 4))
        self.perform_on_turn(dispute, verbs.Propose(frozenset()))
        self.perform_on_turn(dispute, verbs.Reject(1, AfterRejection.PLAY_OUT, "Let us play it out."))

    def _history_steps(self) -> list[Callable[[], None]]:
        records: list[dict[str, Any]] = json.loads(HISTORY.read_text())
        return [
            partial(self._create_past_game, BETWEEN_GAMES * back, record)
            for back, record in zip(range(len(records), 0, -1), records, strict=True)
        ]

    def _create_past_game(self, ago: timedelta, record: dict[str, Any]) -> None:
        players = (NAMES.index(record["black"]), NAMES.index(record["white"]))
        played = DemoRecord(record["size"], record["moves"], record["dead"])
        game = self.create_game(played, players, hours_ago=ago / timedelta(hours=1))
        self.perform_on_turn(game, verbs.Propose(self.dead_stones_of(played)), now=self.now - ago + timedelta(hours=3))
        self.perform_on_turn(game, verbs.Accept(1), now=self.now - ago + timedelta(hours=8))

    def _add_comments_and_analysis(self) -> None:
        game = Game.objects.exclude(finished_at=None).earliest("pk")
        demo_teaching.add_comments([self.people[1], self.people[0]], game.pk, self.now)
        analysed = Game.objects.exclude(finished_at=None).filter(width=9, pk__gt=game.pk).earliest("pk")
        demo_teaching.add_analysis(self.people[0], analysed, self.now)

    def _create_finished_games(self) -> None:
        for index, record in enumerate(
            (self.records_of_size(19)[4], self.records_of_size(13)[4], self.records_of_size(9)[2])
        ):
            game = self.create_game(record, (index, index + 1), hours_ago=30)
            self.perform_on_turn(game, verbs.Propose(self.dead_stones_of(record)))
            self.perform_on_turn(game, verbs.Accept(1))
            if not index:
                self.add_chat_message(game, 1, "Thanks for the game. I never saw that cut coming. One more?")
        self.perform_on_turn(self.create_game(self.records_of_size(13)[2], (0, 6), 60, hours_ago=10), verbs.Resign())
        late = self.create_game(self.records_of_size(9)[7], (5, 1), 30, hours_ago=30, time=days_per_move(1))
        services.apply_timeout(game_id=late.pk, now=self.now)

    def _create_joseki_game(self, index: int, moves: str) -> None:
        game = self.create_game(DemoRecord(19, moves, ""), (index + 2, index + 4), hours_ago=40)
        self.perform_on_turn(game, verbs.Resign())

    def _create_open_games(self) -> None:
        for index, terms in enumerate(_terms_of_open_games()):
            challenging.create_challenge(
                PlayerRequest(self.people[index + 1], self.now - timedelta(hours=index)), terms
            )
        challenging.create_challenge(
            PlayerRequest(self.people[5], self.now),
            Terms(width=9, height=9, color=ColorPreference.BOTH),
            OfferRecipients(limits=OpponentLimits(same_opponent=SameOpponent.DAYS_30, established=True, games=3)),
        )
        challenging.create_challenge(
            PlayerRequest(self.people[4], self.now),
            Terms(width=13, height=13, time=days_per_move(5)),
            OfferRecipients(opponent=self.people[0]),
        )

    def _create_games_of_many_seats(self) -> None:
        demo_seats.create_games_of_many_seats(self.people, self.records_of_size(9), _play_moves, self.now)

    def _create_one_more_game(self, number: int) -> None:
        """Create an additional game in progress of the first player, the `number`th one. In most of these games it is
        that player's turn."""
        record = self.records[number % len(self.records)]
        others = len(self.people) - 1
        players = (0, 1 + number % others) if number % 2 else (1 + number % others, 0)
        self.create_game(
            record, players, 15 + 3 * number % 21, hours_ago=1 + number, time=days_per_move(2 + number % 6)
        )

    def _mark_old_notices_read(self) -> None:
        Notice.objects.filter(created_at__lt=self.now - timedelta(days=3)).update(read_at=self.now - timedelta(days=2))


@transaction.atomic
def _play_moves(game_id: int, moves: list[str], started: datetime) -> None:
    """Play these moves for the two players in turn, with all checks. The game is locked only once, and the nights,
    weekends and vacations of the players are read only once."""
    game = Game.objects.select_for_update(no_key=True).with_seats().get(pk=game_id)
    schedules = OffTimeByPlayer([game])
    for number, move in enumerate(moves, 1):
        seat = game.seat_on_turn()
        now = started + BETWEEN_MOVES * number
        verb = verbs.Pass() if move == "pass" else verbs.Play(parse_vertex(move, game.width, game.height))
        actor = Actor(game, seat, seat.player, now, seen=game.number, schedules=schedules)
        verb.check(actor)
        verb.carry_out(actor)


def days_per_move(days: int) -> TimeControl:
    """Return a time control with this many days per move."""
    return TimeControl.days_per_move(timedelta(days=days))


def _terms_of_open_games() -> Iterator[Terms]:
    yield Terms(width=19, height=19, rule_set="japanese", time=days_per_move(3))
    yield Terms(width=9, height=9, time=PRESETS["fischer"])
    yield Terms(width=13, height=13, rule_set="chinese", time=days_per_move(7), color="white")
    yield Terms(width=19, height=19, handicap=4, color="black", time=PRESETS["byo_yomi"])


class Command(BaseCommand):
    """Fills an empty server with demo players and games (`manage.py demo`)."""

    requires_system_checks = []  # they would load every page and form first
    help = "Fill an empty server with players and games in every phase."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the options."""
        parser.add_argument("--password", help="the password of the players; made up by default")
        parser.add_argument("--more", type=int, default=0, help="more games in play of the first player (0)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the demo in short transactions, because SQLite allows one writer at a time and a running server also
        writes.

        Raises CommandError if the server has players already, or if an account has the name of a demo player. An
        interrupted demo cannot be continued; the next one needs an empty data folder.
        """
        if Player.objects.filter(is_superuser=False, is_bot=False).exists():
            raise CommandError("There are players on this server already. Use an empty data folder for the demo.")
        if taken := next((name for name in NAMES if Player.objects.find_by_name(name)), None):
            raise CommandError(f"An account is already called {taken}. Use an empty data folder for the demo.")
        password = options["password"] or secrets.token_urlsafe(9)
        reverse("account_login")  # imports all pages, which takes a second: not in a transaction
        with transaction.atomic():
            demo = DemoCreator(password, options["more"], timesource.now())
        try:
            self._create_demo(demo)
        except KeyboardInterrupt:
            self.stderr.write("The demo is incomplete. To make it again, use an empty data folder.")
            raise
        self.stdout.write(
            f"{len(NAMES)} players ({', '.join(NAMES)}) and {Game.objects.count()} games. "
            f"Sign in as {NAMES[0]} with the password {password}"
        )

    def _create_demo(self, demo: DemoCreator) -> None:
        for name, parts in demo.steps():
            self.stdout.write(f"Making {name} ...")
            self.stdout.flush()
            for make in parts:
                with transaction.atomic():
                    make()
                time.sleep(PAUSE if connection.vendor == "sqlite" else 0)
