"""What other indexes do as well: those that Django makes for foreign keys that begin another index."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from foundation.migrating import DropKeyIndex


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        ('accounts', '0010_lists_by_index'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        DropKeyIndex(
            model_name='block',
            name='player',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='blocks', to=settings.AUTH_USER_MODEL),
        ),
        DropKeyIndex(
            model_name='restriction',
            name='player',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='restrictions', to=settings.AUTH_USER_MODEL, verbose_name='player'),
        ),
        DropKeyIndex(
            model_name='securityevent',
            name='player',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='security_events', to=settings.AUTH_USER_MODEL, verbose_name='player'),
        ),
    ]
