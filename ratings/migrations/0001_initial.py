"""The tables of 0.1.0: its databases have run what this replaces."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from foundation.migrating import CombinedOperation


class Migration(migrations.Migration):

    replaces = [('ratings', '0002_games_before_ratings')]

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        ('games', '0001_initial'),
    ]

    operations = [
        CombinedOperation(
            operations=[
                migrations.CreateModel(
                    name='RatingLedger',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('last_number', models.PositiveBigIntegerField(default=0)),
                        ('replay_from', models.PositiveBigIntegerField(null=True)),
                    ],
                    options={
                        'db_table': 'ratings_book',
                    },
                ),
                migrations.CreateModel(
                    name='RatingEvent',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveBigIntegerField()),
                        ('size', models.PositiveSmallIntegerField()),
                        ('color', models.PositiveSmallIntegerField()),
                        ('score', models.FloatField()),
                        ('at', models.DateTimeField()),
                        ('rating_before', models.FloatField()),
                        ('rating', models.FloatField()),
                        ('deviation', models.FloatField()),
                        ('volatility', models.FloatField()),
                        ('games', models.PositiveIntegerField()),
                        ('size_rating', models.FloatField()),
                        ('size_deviation', models.FloatField()),
                        ('size_volatility', models.FloatField()),
                        ('size_games', models.PositiveIntegerField()),
                        ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='rating_events', to='games.game')),
                        ('opponent', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='rating_events', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'rating change',
                        'verbose_name_plural': 'rating changes',
                        'indexes': [models.Index(fields=['player', '-number'], name='rating_event_of_player'), models.Index(fields=['player', 'size', '-number'], name='rating_event_of_size')],
                        'constraints': [models.UniqueConstraint(fields=('game', 'player'), name='one_rating_event_a_player'), models.UniqueConstraint(fields=('number', 'color'), name='one_rating_event_a_color'), models.CheckConstraint(condition=models.Q(('size__in', (9, 13, 19))), name='rated_sizes'), models.CheckConstraint(condition=models.Q(('score__in', (0.0, 0.5, 1.0))), name='rated_scores')],
                    },
                ),
                migrations.CreateModel(
                    name='Rating',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('category', models.PositiveSmallIntegerField(choices=[(0, 'Overall'), (9, '9×9'), (13, '13×13'), (19, '19×19')])),
                        ('rating', models.FloatField()),
                        ('deviation', models.FloatField()),
                        ('volatility', models.FloatField()),
                        ('games', models.PositiveIntegerField()),
                        ('at', models.DateTimeField()),
                        ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'rating',
                        'verbose_name_plural': 'ratings',
                        'ordering': ['category'],
                        'constraints': [models.UniqueConstraint(fields=('player', 'category'), name='one_rating_a_category')],
                    },
                ),
                migrations.CreateModel(
                    name='Withdrawal',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveBigIntegerField()),
                        ('at', models.DateTimeField()),
                        ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rating_withdrawals', to='games.game')),
                    ],
                    options={
                        'verbose_name': 'reversed rating change',
                        'verbose_name_plural': 'reversed rating changes',
                        'ordering': ['number'],
                    },
                ),
            ],
        ),
    ]
