"""Indexes by which lists stay quick with a million games; on PostgreSQL they are made while others write."""

from django.db import migrations, models

from foundation.migrating import AddIndexWhileServing


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        ('notifications', '0002_kinds_without_choices'),
    ]
    operations = [
        AddIndexWhileServing(
            model_name='notice',
            index=models.Index(fields=['player', '-created_at', '-id'], name='notice_latest'),
        ),
        AddIndexWhileServing(
            model_name='notice',
            index=models.Index(fields=['player', '-id'], name='notice_newest'),
        ),
    ]
