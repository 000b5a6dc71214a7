"""Indexes by which lists stay quick with a million games; on PostgreSQL they are made while others write."""

from django.db import migrations, models

from foundation.migrating import AddIndexWhileServing


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        ('challenges', '0001_initial'),
    ]
    operations = [
        AddIndexWhileServing(
            model_name='challenge',
            index=models.Index(condition=models.Q(('opponent__isnull', True), ('status', 'open'), ('token', '')), fields=['-created_at', '-id'], name='challenge_waiting_room'),
        ),
        AddIndexWhileServing(
            model_name='challenge',
            index=models.Index(condition=models.Q(('opponent__isnull', True), ('status', 'open'), ('token', '')), fields=['-id'], name='challenge_newest'),
        ),
        AddIndexWhileServing(
            model_name='challenge',
            index=models.Index(condition=models.Q(('status', 'open')), fields=['creator', '-id'], name='challenge_made'),
        ),
        AddIndexWhileServing(
            model_name='challenge',
            index=models.Index(condition=models.Q(('status', 'open')), fields=['opponent', '-id'], name='challenge_received'),
        ),
    ]
