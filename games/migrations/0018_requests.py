"""What a side asks the other to agree on stands in one column, by its name; the kinds of actions and notices are
declared by the verbs, so that a new one needs no migration."""

from django.db import migrations, models


def gather(apps, schema_editor):
    game = apps.get_model("games", "Game")
    open_ones = game.objects.filter(
        models.Q(undo_to__isnull=False) | models.Q(no_result_seat__isnull=False) | models.Q(pause_offer__isnull=False)
    )
    for row in open_ones.only("pk", "undo_to", "undo_seat", "no_result_seat", "pause_offer").iterator():
        requests = {}
        if row.undo_to is not None:
            requests["undo"] = {"seat": row.undo_seat, "to": row.undo_to}
        if row.no_result_seat is not None:
            requests["no_result"] = {"seat": row.no_result_seat}
        if row.pause_offer is not None:
            requests["pause"] = {**row.pause_offer, "outlasts_moves": True}
        game.objects.filter(pk=row.pk).update(requests=requests)


def scatter(apps, schema_editor):
    game = apps.get_model("games", "Game")
    for row in game.objects.exclude(requests={}).only("pk", "requests").iterator():
        undo, pause = row.requests.get("undo", {}), row.requests.get("pause")
        game.objects.filter(pk=row.pk).update(
            undo_to=undo.get("to"),
            undo_seat=undo.get("seat"),
            no_result_seat=row.requests.get("no_result", {}).get("seat"),
            pause_offer=None if pause is None else {"seat": pause["seat"], "until": pause["until"]},
        )


class Migration(migrations.Migration):
    dependencies = [("games", "0017_notices_are_a_room")]
    operations = [
        migrations.AddField("game", "requests", models.JSONField(blank=True, default=dict)),
        migrations.RunPython(gather, scatter, elidable=True),
        migrations.RemoveField("game", "undo_to"),
        migrations.RemoveField("game", "undo_seat"),
        migrations.RemoveField("game", "no_result_seat"),
        migrations.RemoveField("game", "pause_offer"),
        migrations.AlterField("action", "kind", models.CharField(max_length=20)),
    ]
