"""Games that were finished before there were ratings: each gets its two events, in the order in which they ended. The
values are reckoned afterwards, by the replay that the book is marked for."""

from django.db import migrations

A_BATCH = 500
DRAWN, BOTH_LOSE = "score", "both_lose"


def scores_of(game):
    """Black's and White's score, None for a game without a result that could be rated."""
    if game.winner is not None:
        return (1.0, 0.0) if game.winner == 1 else (0.0, 1.0)
    return {DRAWN: (0.5, 0.5), BOTH_LOSE: (0.0, 0.0)}.get(game.end_reason)


def events_of(game, number, event_model):
    scores = scores_of(game)
    seats = {seat.color: seat.player_id for seat in game.seats.all()}
    if scores is None or set(seats) != {1, 2} or game.width != game.height:
        return []
    return [
        event_model(
            number=number, game_id=game.pk, player_id=seats[color], opponent_id=seats[3 - color], size=game.width,
            color=color, score=score, at=game.finished_at, rating_before=1500, rating=1500, deviation=350,
            volatility=0.06, games=0, size_rating=1500, size_deviation=350, size_volatility=0.06, size_games=0,
        )
        for color, score in zip((1, 2), scores)
    ]


def rate_finished_games(apps, schema_editor):
    Game = apps.get_model("games", "Game")
    Event = apps.get_model("ratings", "RatingEvent")
    finished = Game.objects.filter(
        phase="finished", rated=True, handicap=0, width__in=(9, 13, 19), finished_at__isnull=False
    ).exclude(pk__in=Event.objects.values("game_id"))
    number, waiting = 0, []
    for game in finished.order_by("finished_at", "pk").prefetch_related("seats").iterator(chunk_size=A_BATCH):
        events = events_of(game, number + 1, Event)
        if events:
            number += 1
            waiting += events
        if len(waiting) >= A_BATCH:
            Event.objects.bulk_create(waiting)
            waiting = []
    Event.objects.bulk_create(waiting)
    if number:
        apps.get_model("ratings", "Book").objects.create(pk=1, last_number=number, replay_from=1)


class Migration(migrations.Migration):

    dependencies = [
        ("games", "0004_events"),
        ("ratings", "0001_initial"),
    ]

    operations = [migrations.RunPython(rate_finished_games, migrations.RunPython.noop, elidable=True)]
