"""What other indexes do as well: those that Django makes for foreign keys that begin another index."""

from django.db import migrations


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        ('challenges', '0002_lists_by_index'),
    ]
    operations = [
        migrations.RemoveIndex(
            model_name='challenge',
            name='challenge_open',
        ),
    ]
