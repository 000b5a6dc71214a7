"""Who had an account before e-mails could be chosen gets those that they chose: reminders, or none."""

from django.db import migrations

PIECE = 1000


def keep_as_before(apps, schema_editor):
    """One row a person, in pieces."""
    players = apps.get_model("accounts", "Player").objects.filter(is_bot=False, is_active=True)
    settings = apps.get_model("notifications", "NoticeSettings").objects
    reminded = set(
        apps.get_model("games", "TimeSettings").objects.filter(remind_by_mail=True).values_list("player_id", flat=True)
    )
    rows = []
    for pk in players.values_list("pk", flat=True).order_by("pk").iterator(PIECE):
        time = "now" if pk in reminded else "off"
        rows.append(
            settings.model(player_id=pk, rest="off", chosen={"time": {"letter": time}, "game": {"letter": "off"}})
        )
        if len(rows) == PIECE:
            settings.bulk_create(rows, ignore_conflicts=True)
            rows = []
    settings.bulk_create(rows, ignore_conflicts=True)


class Migration(migrations.Migration):

    dependencies = [
        ("notifications", "0006_choices_and_letters"),
        ("accounts", "0018_signing_key"),
    ]

    operations = [migrations.RunPython(keep_as_before, migrations.RunPython.noop, elidable=True)]
