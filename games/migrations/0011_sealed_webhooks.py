from django.db import migrations, models

from foundation.sealing import cipher

PURPOSE = "games.webhook"


def seal(apps, schema_editor):
    for hook in apps.get_model("games", "Webhook").objects.all():
        hook.sealed = cipher(PURPOSE).encrypt(hook.secret.encode()).decode()
        hook.save(update_fields=["sealed"])


def unseal(apps, schema_editor):
    for hook in apps.get_model("games", "Webhook").objects.all():
        hook.secret = cipher(PURPOSE).decrypt(hook.sealed.encode()).decode()
        hook.save(update_fields=["secret"])


def forget_told(apps, schema_editor):
    """Answers that are kept for retries tell no secret again."""
    for row in apps.get_model("games", "IdempotencyKey").objects.all().iterator():
        body = row.answer.get("body") if isinstance(row.answer, dict) else None
        if isinstance(body, dict) and "secret" in body:
            del body["secret"]
            row.save(update_fields=["answer"])


class Migration(migrations.Migration):

    dependencies = [("games", "0010_state_number")]

    operations = [
        migrations.AddField("webhook", "sealed", models.CharField(default="", max_length=300), preserve_default=False),
        migrations.AlterField("webhook", "secret", models.CharField(default="", max_length=80)),
        migrations.RunPython(seal, unseal, elidable=True),
        migrations.RunPython(forget_told, migrations.RunPython.noop, elidable=True),
        migrations.RemoveField("webhook", "secret"),
    ]
