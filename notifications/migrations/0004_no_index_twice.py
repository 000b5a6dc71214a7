"""What other indexes do as well: those that Django makes for foreign keys that begin another index."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from foundation.migrating import DropKeyIndex


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        ('notifications', '0003_lists_by_index'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.RemoveIndex(
            model_name='notice',
            name='notice_of_player',
        ),
        DropKeyIndex(
            model_name='notice',
            name='player',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='notices', to=settings.AUTH_USER_MODEL),
        ),
    ]
