"""Events and webhooks come out of games. Their tables stay as they are: nothing is done to the database."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('challenges', '0001_initial'),
        ('games', '0015_offers_are_a_room'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
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
                        ('sealed', models.CharField(max_length=300)),
                        ('scopes', models.JSONField(null=True)),
                        ('sent', models.PositiveBigIntegerField(default=0)),
                        ('created_at', models.DateTimeField()),
                        ('next_try_at', models.DateTimeField(db_index=True)),
                        ('failures', models.PositiveIntegerField(default=0)),
                        ('failing_since', models.DateTimeField(null=True)),
                        ('last_answer', models.CharField(blank=True, max_length=60)),
                        ('last_success_at', models.DateTimeField(null=True)),
                        ('disabled_at', models.DateTimeField(null=True)),
                        ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'webhook',
                        'verbose_name_plural': 'webhooks',
                        'db_table': 'games_webhook',
                        'ordering': ['created_at', 'pk'],
                    },
                ),
                migrations.CreateModel(
                    name='Event',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveBigIntegerField(null=True)),
                        ('kind', models.CharField(choices=[('game.started', 'Game Started'), ('game.action', 'Game Action'), ('game.finished', 'Game Finished'), ('chat', 'Chat'), ('challenge.created', 'Challenge Created'), ('challenge.accepted', 'Challenge Accepted'), ('challenge.declined', 'Challenge Declined'), ('challenge.withdrawn', 'Challenge Withdrawn'), ('challenge.countered', 'Challenge Countered')], max_length=20)),
                        ('at', models.DateTimeField(db_index=True)),
                        ('action', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.action')),
                        ('challenge', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='challenges.challenge')),
                        ('game', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                        ('message', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.message')),
                        ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'db_table': 'games_event',
                        'indexes': [models.Index(condition=models.Q(('number__isnull', True)), fields=['player'], name='event_waiting')],
                        'constraints': [models.UniqueConstraint(fields=('player', 'number'), name='one_event_a_number')],
                    },
                ),
            ],
        ),
    ]
