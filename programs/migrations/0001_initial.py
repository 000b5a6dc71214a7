"""The tables that were in `games` in 0.1.0: databases of 0.1.0 have run the migration of `games` that this replaces."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from foundation.migrating import CombinedOperation


class Migration(migrations.Migration):

    replaces = [('games', '0004_events')]

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        ('challenges', '0001_initial'),
        ('games', '0001_initial'),
    ]

    operations = [
        CombinedOperation(
            operations=[
                migrations.CreateModel(
                    name='Event',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveBigIntegerField(null=True)),
                        ('kind', models.CharField(choices=[('game.started', 'Game Started'), ('game.action', 'Game Action'), ('game.finished', 'Game Finished'), ('game.time_short', 'Game Time Short'), ('chat', 'Chat'), ('challenge.created', 'Challenge Created'), ('challenge.accepted', 'Challenge Accepted'), ('challenge.declined', 'Challenge Declined'), ('challenge.withdrawn', 'Challenge Withdrawn'), ('challenge.countered', 'Challenge Countered'), ('challenge.changed', 'Challenge Changed'), ('message.written', 'Message Written'), ('talk', 'Talk'), ('follow.created', 'Follow Created'), ('followed.started', 'Followed Started'), ('followed.finished', 'Followed Finished'), ('problem.daily', 'Problem Daily'), ('event_changed', 'Event Changed'), ('round_started', 'Round Started'), ('round_done', 'Round Done'), ('entry_changed', 'Entry Changed'), ('ladder_challenged', 'Ladder Challenged'), ('ladder_moved', 'Ladder Moved'), ('league_changed', 'League Changed'), ('team_match_changed', 'Team Match Changed'), ('match_found', 'Match Found'), ('club_request', 'Club Request')], max_length=20)),
                        ('at', models.DateTimeField(db_index=True)),
                        ('action', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.action')),
                        ('challenge', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='challenges.challenge')),
                        ('game', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                        ('message', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.message')),
                        ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'db_table': 'games_event',
                        'constraints': [models.UniqueConstraint(fields=('player', 'number'), name='one_event_a_number')],
                    },
                ),
                migrations.CreateModel(
                    name='Feed',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveBigIntegerField(default=0)),
                        ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'db_table': 'games_feed',
                    },
                ),
                migrations.CreateModel(
                    name='Webhook',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('url', models.CharField(max_length=500, verbose_name='address')),
                        ('secret', models.CharField(max_length=80)),
                        ('scopes', models.JSONField(null=True)),
                        ('sent', models.PositiveBigIntegerField(default=0)),
                        ('created_at', models.DateTimeField()),
                        ('next_try_at', models.DateTimeField(db_index=True)),
                        ('failures', models.PositiveIntegerField(default=0)),
                        ('failing_since', models.DateTimeField(null=True)),
                        ('last_answer', models.CharField(blank=True, max_length=60)),
                        ('last_success_at', models.DateTimeField(null=True)),
                        ('disabled_at', models.DateTimeField(null=True)),
                        ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='%(class)ss', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'webhook',
                        'verbose_name_plural': 'webhooks',
                        'db_table': 'games_webhook',
                        'ordering': ['created_at', 'pk'],
                    },
                ),
            ],
        ),
    ]
