"""Lists of games of a variant go by an index of just these."""

from django.db import migrations, models

from foundation.migrating import AddIndexWhileServing


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        ('games', '0031_variant_of_seats'),
    ]
    operations = [
        AddIndexWhileServing(
            model_name='seat',
            index=models.Index(condition=models.Q(('index', 0), models.Q(('variant', ''), _negated=True)), fields=['private', 'variant', '-game'], name='games_newest_variant'),
        ),
        AddIndexWhileServing(
            model_name='seat',
            index=models.Index(condition=models.Q(('index', 0), models.Q(('variant', ''), _negated=True), ('finished_at__isnull', False)), fields=['private', 'variant', '-finished_at', '-game'], name='games_ended_variant'),
        ),
    ]
