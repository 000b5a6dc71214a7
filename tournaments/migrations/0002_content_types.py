"""Permissions and the log of the back office follow the models out of the app `competitions`."""

from django.db import migrations

MODELS = {
    "tournaments": (
        "adjustment",
        "director",
        "entry",
        "forbidden",
        "logline",
        "pairing",
        "round",
        "stage",
        "tournament",
    ),
    "ladders": ("ladder", "laddergame", "laddermove", "rung"),
    "leagues": ("league", "leaguedirector", "leaguegroup", "leagueline", "leaguemember", "season"),
    "team_matches": ("matchline", "teamboard", "teammatch", "teammember"),
}


def follow(apps, editor):
    for app, names in MODELS.items():
        _move(apps, "competitions", app, names)


def go_back(apps, editor):
    for app, names in MODELS.items():
        _move(apps, app, "competitions", names)


def _move(apps, old, new, names):
    rows = apps.get_model("contenttypes", "ContentType").objects
    for name in names:
        if not rows.filter(app_label=new, model=name).exists():
            rows.filter(app_label=old, model=name).update(app_label=new)


class Migration(migrations.Migration):
    dependencies = [
        ("contenttypes", "0002_remove_content_type_name"),
        ("tournaments", "0001_initial"),
    ]

    operations = [
        migrations.RunPython(follow, go_back),
    ]
