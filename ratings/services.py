"""Rate games, withdraw ratings, and recalculate later ratings.

All changes are made under the lock of the single RatingLedger, so that events have the same order on every database.
The values before a game are the values after each player's previous game: `rate_game_once` reads them from the copies
in Rating, `recalculate_next_games` from the events.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import OuterRef, Q, QuerySet, Subquery

from accounts.models import Player
from ratings.models import SIZES, Category, Rating, RatingEvent, RatingLedger, StartRating, Withdrawal
from ratings.pairs import PAIR_DAYS, game_weight
from ratings.ranks import is_provisional
from ratings.rating_update import PriorRating, PriorRatings, compute_game_ratings, group_by_game, with_starting_ratings

BLACK, WHITE = 1, 2
"""The numbers of `rules.Color`."""
A_PIECE = 200
"""The number of games that one transaction recalculates."""
AT_ONCE = 500
"""The number of later games that are recalculated immediately; the sweeper recalculates more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameToRate:
    """A finished game to be rated. Players are ids; a score is 1, 0.5 or 0, and both players may have 0.

    The constructor raises ValueError for a game that must not be rated: a handicap game (R43), an unrated board size,
    or a player against themselves.
    """

    game_id: int
    size: int
    handicap: int
    at: datetime
    black: int
    white: int
    scores: tuple[float, float]

    def __post_init__(self) -> None:
        if self.handicap:
            raise ValueError("A handicap game is never rated.")
        if self.size not in SIZES:
            raise ValueError(f"Games on size {self.size} are not rated.")
        if self.black == self.white:
            raise ValueError("A game against oneself is not rated.")

    def unsaved_events(self, number: int, weight: float = 1.0) -> list[RatingEvent]:
        """Return the two unsaved events, without calculated values."""
        sides = ((BLACK, self.black, self.white), (WHITE, self.white, self.black))
        return [
            RatingEvent(
                number=number,
                game_id=self.game_id,
                player_id=player,
                opponent_id=opponent,
                size=self.size,
                color=color,
                score=score,
                weight=weight,
                at=self.at,
            )
            for (color, player, opponent), score in zip(sides, self.scores, strict=True)
        ]


def rate_game_once(result: GameToRate) -> bool:
    """Store a rating event for each player of a finished rated game, and update their ratings. Return False if the game
    has already been rated."""
    with transaction.atomic():
        ledger = lock_ledger()
        if RatingEvent.objects.filter(game_id=result.game_id).exists():
            return False
        ledger.last_number += 1
        held = _current_ratings([result.black, result.white], result.size)
        events = result.unsaved_events(ledger.last_number, _weight_of_next_game(result, held))
        compute_game_ratings(events, held)
        RatingEvent.objects.bulk_create(events)
        _store_ratings(held)
        ledger.save(update_fields=["last_number"])
        return True


def _weight_of_next_game(result: GameToRate, held: PriorRatings) -> float:
    """Return the weight of the game that is rated next (R46), which depends on the games rated so far. The caller must
    have locked the ledger's row."""
    since = result.at - timedelta(days=PAIR_DAYS)
    earlier = RatingEvent.objects.filter(player=result.black, opponent=result.white, at__gt=since).count()
    now = [
        held.get((player, int(Category.OVERALL)), PriorRating()).at_time(result.at)
        for player in (result.black, result.white)
    ]
    return game_weight(earlier, is_provisional=any(is_provisional(strength.deviation) for strength in now))


def withdraw_game_ratings(*, game_id: int, now: datetime) -> bool:
    """Withdraw the rating events of a game, and recalculate later events. Return False if the game has none.

    If there are many later games, they are only marked for `recalculate_next_games`.
    """
    with transaction.atomic():
        ledger = lock_ledger()
        events = list(RatingEvent.objects.filter(game_id=game_id))
        if not events:
            return False
        number = events[0].number
        Withdrawal.objects.create(number=number, game_id=game_id, at=now)
        RatingEvent.objects.filter(game_id=game_id).delete()
        _copy_newest_events([event.player_id for event in events])
        ledger.replay_from = number if ledger.replay_from is None else min(number, ledger.replay_from)
        ledger.save(update_fields=["replay_from"])
        if _is_replay_short(ledger):
            while _recalculate_next_batch(ledger):
                pass
        return True


def recalculate_next_games() -> int:
    """Recalculate the next A_PIECE games that wait, in one transaction. Return how many were recalculated, 0 if none
    are waiting.

    Games that finish between two calls are rated with current values, and recalculated when the replay reaches them.
    """
    with transaction.atomic():
        return _recalculate_next_batch(lock_ledger())


def recalculate_all_games() -> int:
    """Recalculate all events from the first, A_PIECE games at a time, and copy the newest events to Rating. Return the
    number of games."""
    with transaction.atomic():
        ledger = lock_ledger()
        ledger.replay_from = 1
        ledger.save(update_fields=["replay_from"])
        known = Q(player__in=RatingEvent.objects.values("player")) | Q(player__in=StartRating.objects.values("player"))
        Rating.objects.exclude(known).delete()
    done = 0
    while piece := recalculate_next_games():
        done += piece
    return done


def lock_ledger() -> RatingLedger:
    """Return the single ledger row, locked until the end of the transaction."""
    rows = RatingLedger.objects.select_for_update(no_key=True)
    found = rows.filter(pk=1).first()
    if found is None:
        RatingLedger.objects.get_or_create(pk=1)
        found = rows.get(pk=1)
    return found


def _is_replay_short(ledger: RatingLedger) -> bool:
    """Return whether the number of games that need recalculation is small enough to recalculate them
    immediately."""
    waiting = RatingEvent.objects.filter(number__gte=ledger.replay_from or 0)
    return waiting[: 2 * AT_ONCE + 1].count() <= 2 * AT_ONCE


def _recalculate_next_batch(ledger: RatingLedger) -> int:
    """Recalculate the next A_PIECE games. Return how many were recalculated. The caller must have locked the ledger's
    row."""
    if ledger.replay_from is None:
        return 0
    events = list(RatingEvent.objects.filter(number__gte=ledger.replay_from).in_rating_order()[: 2 * A_PIECE])
    if events:
        players = {event.player_id for event in events}
        held = _ratings_before(players, events[0].number)
        for pair in group_by_game(events):
            compute_game_ratings(pair, held)
        RatingEvent.objects.bulk_create(
            events, update_conflicts=True, unique_fields=["id"], update_fields=RatingEvent.RECKONED
        )
        _copy_newest_events(players)
    ledger.replay_from = events[-1].number + 1 if len(events) == 2 * A_PIECE else None
    ledger.save(update_fields=["replay_from"])
    return len(events) // 2


def _current_ratings(players: Collection[int], size: int) -> PriorRatings:
    """Return the current ratings of these players, both overall and on this board size."""
    rows = Rating.objects.filter(player__in=players, category__in=(Category.OVERALL, size))
    held = {(row.player_id, row.category): PriorRating.from_row(row) for row in rows}
    return held if len(held) == 2 * len(players) else with_starting_ratings(held, _starting_ratings(players))


def _starting_ratings(players: Collection[int]) -> QuerySet[StartRating]:
    return StartRating.objects.filter(player__in=players)


def _ratings_before(players: Collection[int], number: int | None = None) -> PriorRatings:
    """Return these players' ratings in every category before the game with this number, from the stored events. With
    None, return their ratings after all games."""
    events = RatingEvent.objects.filter(player=OuterRef("pk")).newest_first()
    if number is not None:
        events = events.filter(number__lt=number)
    newest = {"c0": Subquery(events.values("pk")[:1])}
    newest |= {f"c{size}": Subquery(events.filter(size=size).values("pk")[:1]) for size in SIZES}
    found = list(Player.objects.filter(pk__in=players).annotate(**newest).values("pk", *newest))
    rows = RatingEvent.objects.in_bulk({row[name] for row in found for name in newest} - {None})
    held = {
        (row["pk"], category): PriorRating.from_event(rows[row[f"c{category}"]], category)
        for row in found
        for category in map(int, Category)
        if row[f"c{category}"] is not None
    }
    return with_starting_ratings(held, _starting_ratings(players))


def _copy_newest_events(players: Collection[int]) -> None:
    """Set the ratings of these players to copies of their newest events."""
    held = _ratings_before(players)
    rows = Rating.objects.filter(player__in=players).values_list("pk", "player_id", "category")
    stored = {key for key, value in held.items() if value.at is not None}
    Rating.objects.filter(pk__in=[pk for pk, *key in rows if tuple(key) not in stored]).delete()
    _store_ratings(held)


def _store_ratings(held: PriorRatings) -> None:
    """Store these ratings in the table of Rating, except those without a game or stated rank."""
    rows = [
        Rating(
            player_id=player_id,
            category=category,
            rating=value.strength.rating,
            deviation=value.strength.deviation,
            volatility=value.strength.volatility,
            games=value.games,
            at=value.at,
        )
        for (player_id, category), value in held.items()
        if value.at is not None
    ]
    values = ["rating", "deviation", "volatility", "games", "at"]
    Rating.objects.bulk_create(rows, update_conflicts=True, unique_fields=["player", "category"], update_fields=values)
