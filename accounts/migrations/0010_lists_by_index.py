"""Indexes by which lists stay quick with a million games; on PostgreSQL they are made while others write."""

import django.db.models.functions.text
from django.db import migrations, models

from foundation.migrating import AddIndexWhileServing


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        ('accounts', '0009_queued_email'),
        ('auth', '0012_alter_user_first_name_max_length'),
    ]
    operations = [
        AddIndexWhileServing(
            model_name='player',
            index=models.Index(django.db.models.functions.text.Upper('email'), name='player_email'),
        ),
        AddIndexWhileServing(
            model_name="player",
            index=models.Index(fields=["-id"], name="player_staff", condition=models.Q(("is_staff", True))),
        ),
        AddIndexWhileServing(
            model_name="player",
            index=models.Index(fields=["-id"], name="player_closed", condition=models.Q(("is_active", False))),
        ),
    ]
