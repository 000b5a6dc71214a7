"""What other indexes do as well: those that Django makes for foreign keys that begin another index."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from foundation.migrating import DropKeyIndex


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        ('ratings', '0005_lists_by_index'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        DropKeyIndex(
            model_name='rating',
            name='player',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to=settings.AUTH_USER_MODEL),
        ),
        DropKeyIndex(
            model_name='ratingevent',
            name='game',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='rating_events', to='games.game'),
        ),
        DropKeyIndex(
            model_name='ratingevent',
            name='player',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='rating_events', to=settings.AUTH_USER_MODEL),
        ),
    ]
