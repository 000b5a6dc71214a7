"""Offers are a room of their own (challenges). Their rows, and what points to them, stay where they are; what is kept
about the kind of row, the permissions in it, comes along."""

import django.db.models.deletion
from django.db import migrations, models


def rename(apps, schema_editor, old, new):
    kinds = apps.get_model("contenttypes", "ContentType").objects.using(schema_editor.connection.alias)
    known = kinds.filter(app_label=old, model="challenge")
    if known.exists():
        kinds.filter(app_label=new, model="challenge").delete()
        known.update(app_label=new)


def forwards(apps, schema_editor):
    rename(apps, schema_editor, "games", "challenges")


def backwards(apps, schema_editor):
    rename(apps, schema_editor, "challenges", "games")


class Migration(migrations.Migration):

    dependencies = [
        ('challenges', '0001_initial'),
        ('games', '0014_suggestion_outside_the_lock'),
        ('contenttypes', '0002_remove_content_type_name'),
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name='notice',
                    name='challenge',
                    field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='challenges.challenge'),
                ),
                migrations.AlterField(
                    model_name='event',
                    name='challenge',
                    field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='challenges.challenge'),
                ),
                migrations.DeleteModel(
                    name='Challenge',
                ),
            ],
        ),
        migrations.RunPython(forwards, backwards, elidable=True),
    ]
