"""What is kept for programs is a room of its own (programs). The rows stay where they are; what is kept about the kinds of
rows, the permissions in them, comes along."""

from django.db import migrations

MODELS = ('event', 'feed', 'webhook')


def rename(apps, schema_editor, old, new):
    kinds = apps.get_model("contenttypes", "ContentType").objects.using(schema_editor.connection.alias)
    for model in MODELS:
        known = kinds.filter(app_label=old, model=model)
        if known.exists():
            kinds.filter(app_label=new, model=model).delete()
            known.update(app_label=new)


def forwards(apps, schema_editor):
    rename(apps, schema_editor, "games", "programs")


def backwards(apps, schema_editor):
    rename(apps, schema_editor, "programs", "games")


class Migration(migrations.Migration):

    dependencies = [
        ('programs', '0001_initial'),
        ('games', '0015_offers_are_a_room'),
        ('contenttypes', '0002_remove_content_type_name'),
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.DeleteModel(name='Event'),
                migrations.DeleteModel(name='Feed'),
                migrations.DeleteModel(name='Webhook'),
            ],
        ),
        migrations.RunPython(forwards, backwards, elidable=True),
    ]
