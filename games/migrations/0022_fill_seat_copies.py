"""What lists of games go by, copied into the seats that are there; twenty thousand games at a time, each piece for
itself, so that moves go on meanwhile."""

from django.db import migrations, models
from django.db.models import Case, F, OuterRef, Q, Subquery, Value, When

A_PIECE = 20_000
DRAWS = ("score", "agreement")
"""Ends without a winner that are draws (rules.outcome.DRAWS when this was written)."""


def fill(apps, schema_editor):
    game, seat = apps.get_model("games", "Game"), apps.get_model("games", "Seat")
    last = game.objects.aggregate(last=models.Max("pk"))["last"] or 0
    for first in range(0, last + 1, A_PIECE):
        of_game = game.objects.filter(pk=OuterRef("game_id"))
        copied = {
            name: Subquery(of_game.values(name)) for name in ("private", "rated", "rule_set", "started_at", "finished_at")
        }
        size = Subquery(of_game.values(s=Case(When(width=F("height"), then=F("width")), default=0)))
        result = of_game.values(
            r=Case(
                When(~Q(phase="finished"), then=Value("")),
                When(end_reason="both_lose", then=Value("both_lost")),
                When(winner__isnull=True, end_reason__in=DRAWS, then=Value("drawn")),
                When(winner__isnull=True, then=Value("none")),
                When(winner=OuterRef("color"), then=Value("won")),
                default=Value("lost"),
            )
        )
        rows = seat.objects.filter(game_id__gte=first, game_id__lt=first + A_PIECE)
        rows.update(**copied, size=size, result=Subquery(result))


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("games", "0021_seat_copies")]
    operations = [migrations.RunPython(fill, migrations.RunPython.noop, elidable=True)]
