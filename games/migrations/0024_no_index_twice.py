"""What other indexes do as well: those that Django makes for foreign keys that begin another index."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from foundation.migrating import DropKeyIndex


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        ('games', '0023_lists_by_index'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.RemoveIndex(
            model_name='game',
            name='game_finished',
        ),
        migrations.RemoveIndex(
            model_name='game',
            name='game_recent',
        ),
        DropKeyIndex(
            model_name='action',
            name='game',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='actions', to='games.game'),
        ),
        DropKeyIndex(
            model_name='action',
            name='seat',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.seat'),
        ),
        DropKeyIndex(
            model_name='game',
            name='rematch_of',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.game'),
        ),
        DropKeyIndex(
            model_name='idempotencykey',
            name='player',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        DropKeyIndex(
            model_name='message',
            name='game',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='games.game'),
        ),
        DropKeyIndex(
            model_name='seat',
            name='game',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.game'),
        ),
        DropKeyIndex(
            model_name='seat',
            name='player',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='seats', to=settings.AUTH_USER_MODEL, verbose_name='player'),
        ),
        DropKeyIndex(
            model_name='vacation',
            name='player',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='vacations', to=settings.AUTH_USER_MODEL, verbose_name='player'),
        ),
    ]
