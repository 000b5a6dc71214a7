"""Games of events that were begun before they knew it are told."""

from django.db import migrations, models
from django.db.models import OuterRef, Subquery, Value


def tell(apps, schema_editor):
    """Three statements, whatever there is."""
    game = apps.get_model("games", "Game")
    sources = (
        ("tournament", "Pairing", "round__tournament_id", "round__number"),
        ("ladder", "LadderGame", "ladder_id", None),
        ("team_match", "TeamBoard", "match_id", "round"),
    )
    for kind, name, number, round_ in sources:
        rows = apps.get_model("competitions", name).objects
        of_game = rows.filter(game=OuterRef("pk"))
        there = rows.filter(game__isnull=False).values("game")
        game.objects.filter(pk__in=there).update(
            event_kind=kind,
            event_number=Subquery(of_game.values(number)[:1]),
            event_round=Value(None) if round_ is None else Subquery(of_game.values(round_)[:1]),
        )
    free = apps.get_model("competitions", "Pairing").objects.filter(round__stage__kind="free", game__isnull=False)
    game.objects.filter(pk__in=free.values("game")).update(event_round=None)


class Migration(migrations.Migration):
    dependencies = [
        ("competitions", "0014_home_club"),
        ("games", "0037_events_of_games"),
    ]

    operations = [
        migrations.RunPython(tell, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="tournament",
            name="handicaps",
            field=models.BooleanField(default=False, verbose_name="With handicap"),
        ),
    ]
