"""The number of the last action that changed the position, for all games from their records."""

from typing import Any

from django.db import migrations, models
from django.db.models import F, OuterRef, Subquery
from django.db.models.functions import Coalesce

ASIDES = (
    "undo_request",
    "undo_decline",
    "no_result_request",
    "no_result_decline",
    "grace",
    "grant_time",
    "pause_request",
    "pause_decline",
    "pause",
    "report_stalling",
    "unrate",
    "call_referee",
    "adjust_clock",
)


def fill(apps: Any, schema_editor: Any) -> None:
    """Read it from the records; drafts that were valid stay so."""
    game, action, draft = (apps.get_model("games", name) for name in ("Game", "Action", "Draft"))
    changes = action.objects.filter(game=OuterRef("pk")).exclude(kind__in=ASIDES).order_by("-number")
    game.objects.update(state_number=Coalesce(Subquery(changes.values("number")[:1]), 0))
    valid = draft.objects.filter(number=F("seat__game__number")).exclude(number=F("seat__game__state_number"))
    for row in valid.select_related("seat__game").iterator():
        draft.objects.filter(pk=row.pk).update(number=row.seat.game.state_number)


class Migration(migrations.Migration):
    dependencies = [("games", "0009_labels")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="state_number",
            field=models.PositiveIntegerField(
                default=0, verbose_name="number of the last action that changed the position"
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
