"""What other indexes do as well: those that Django makes for foreign keys that begin another index."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from foundation.migrating import DropKeyIndex


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        ('programs', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        DropKeyIndex(
            model_name='event',
            name='player',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
    ]
