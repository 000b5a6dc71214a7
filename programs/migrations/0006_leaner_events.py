"""What every move writes twice: with fewer indexes, and without what the database would look up again."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from foundation.migrating import AddIndexWhileServing, DropKeyIndex


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        ('challenges', '0007_teaching_games'),
        ('games', '0030_teaching_games'),
        ('programs', '0005_people'),
        ('social', '0006_comments'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.RemoveIndex(
            model_name='event',
            name='event_waiting',
        ),
        migrations.AlterField(
            model_name='event',
            name='action',
            field=models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='games.action'),
        ),
        DropKeyIndex(
            model_name='event',
            name='by',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        DropKeyIndex(
            model_name='event',
            name='challenge',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='challenges.challenge'),
        ),
        migrations.AlterField(
            model_name='event',
            name='game',
            field=models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game'),
        ),
        DropKeyIndex(
            model_name='event',
            name='message',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.message'),
        ),
        migrations.AlterField(
            model_name='event',
            name='player',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        DropKeyIndex(
            model_name='event',
            name='post',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='social.post'),
        ),
        AddIndexWhileServing(
            model_name='event',
            index=models.Index(condition=models.Q(('game__isnull', False)), fields=['game'], name='event_game'),
        ),
        AddIndexWhileServing(
            model_name='event',
            index=models.Index(condition=models.Q(('message__isnull', False)), fields=['message'], name='event_message'),
        ),
        AddIndexWhileServing(
            model_name='event',
            index=models.Index(condition=models.Q(('challenge__isnull', False)), fields=['challenge'], name='event_challenge'),
        ),
        AddIndexWhileServing(
            model_name='event',
            index=models.Index(condition=models.Q(('post__isnull', False)), fields=['post'], name='event_post'),
        ),
        AddIndexWhileServing(
            model_name='event',
            index=models.Index(condition=models.Q(('by__isnull', False)), fields=['by'], name='event_by'),
        ),
    ]
