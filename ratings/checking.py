"""Check that the stored ratings equal the result of replaying all games from the beginning."""

from __future__ import annotations

from collections.abc import Iterator

from ratings.models import Rating, RatingEvent, RatingLedger, StartRating
from ratings.rating_update import PriorRating, PriorRatings, compute_game_ratings, group_by_game, with_starting_ratings

CLOSE_ENOUGH = 1e-9


def first_game_to_recalculate() -> int | None:
    """Return the number of the first game that is waiting for recalculation, or None if there is none."""
    return RatingLedger.objects.values_list("replay_from", flat=True).first()


def replay_differences() -> Iterator[str]:
    """Replay all events from the beginning, and yield a sentence for each stored value that differs by more than
    CLOSE_ENOUGH. Only one value for each rating is in memory. The comparison ends at the first game that waits for
    recalculation."""
    held = with_starting_ratings({}, StartRating.objects.all())
    until = first_game_to_recalculate()
    events = RatingEvent.objects.all() if until is None else RatingEvent.objects.filter(number__lt=until)
    for pair in group_by_game(events.in_rating_order().iterator(chunk_size=1000)):
        if len(pair) != 2:
            yield f"game {pair[0].game_id}: one event, not two"
            continue
        if pair[0].weight != pair[1].weight:
            yield f"game {pair[0].game_id}: its two events weigh differently"
        stored = [{name: getattr(event, name) for name in RatingEvent.RECKONED} for event in pair]
        compute_game_ratings(pair, held)
        for event, was in zip(pair, stored, strict=True):
            yield from _event_differences(event, was)
    if until is None:
        yield from _ratings_differing_from_replay(held)


def _event_differences(event: RatingEvent, stored: dict[str, float]) -> Iterator[str]:
    for name, value in stored.items():
        computed = getattr(event, name)
        if abs(computed - value) > CLOSE_ENOUGH:
            yield f"game {event.game_id}, player {event.player_id}: {name} is {value}, the replay gives {computed}"


def _ratings_differing_from_replay(held: PriorRatings) -> Iterator[str]:
    """Yield a sentence for each row of Rating that is not a copy of the player's rating after their last game, given in
    `held`. Removes the compared ratings from `held`."""
    for row in Rating.objects.order_by("player_id", "category").iterator(chunk_size=1000):
        wanted = held.pop((row.player_id, row.category), None)
        if wanted is None or not _is_close_to_replay(row, wanted):
            yield f"player {row.player_id}: the rating in category {row.category} is not that after the last game"
    for player_id, category in (key for key, value in held.items() if value.at is not None):
        yield f"player {player_id}: the rating in category {category} is missing"


def _is_close_to_replay(row: Rating, replayed: PriorRating) -> bool:
    pairs = [
        (row.rating, replayed.strength.rating),
        (row.deviation, replayed.strength.deviation),
        (row.volatility, replayed.strength.volatility),
    ]
    same = all(abs(one - other) <= CLOSE_ENOUGH for one, other in pairs)
    return same and (row.games, row.at) == (replayed.games, replayed.at)
