"""A player's running games are counted in their index alone, and not in that of all games they ever played."""

from django.db import migrations, models

from foundation.migrating import AddIndexWhileServing


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        ('games', '0035_games_by_search'),
    ]
    operations = [
        migrations.RemoveIndex(
            model_name='seat',
            name='seat_running',
        ),
        AddIndexWhileServing(
            model_name='seat',
            index=models.Index(condition=models.Q(('finished_at__isnull', True)), fields=['player', '-game'], include=('private',), name='seat_running'),
        ),
    ]
