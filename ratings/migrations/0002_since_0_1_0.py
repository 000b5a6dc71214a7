"""What has changed since 0.1.0. New databases get it as well as those of 0.1.0."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from foundation.migrating import CombinedOperation


class Migration(migrations.Migration):

    replaces = [('ratings', '0003_starting_ratings')]

    dependencies = [
        ('accounts', '0001_initial'),
        ('ratings', '0001_initial'),
    ]

    operations = [
        # Indexes of 0.1.0 that others serve as well. New databases do not have them.
        migrations.RunSQL(
            sql=[
                'DROP INDEX IF EXISTS ratings_rating_player_id_331dfe75',
                'DROP INDEX IF EXISTS ratings_ratingevent_game_id_2827e095',
                'DROP INDEX IF EXISTS ratings_ratingevent_player_id_4a41596a',
            ],
        ),
        CombinedOperation(
            operations=[
                migrations.CreateModel(
                    name='StartRating',
                    fields=[
                        ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='start_rating', serialize=False, to=settings.AUTH_USER_MODEL)),
                        ('system', models.CharField(max_length=3)),
                        ('rank', models.PositiveSmallIntegerField()),
                        ('rating', models.FloatField()),
                        ('at', models.DateTimeField()),
                    ],
                    options={
                        'verbose_name': 'starting rating',
                        'verbose_name_plural': 'starting ratings',
                    },
                ),
                migrations.AddField(
                    model_name='ratingevent',
                    name='weight',
                    field=models.FloatField(default=1.0),
                ),
                migrations.AddIndex(
                    model_name='rating',
                    index=models.Index(models.F('category'), models.OrderBy(models.F('rating'), descending=True), name='rating_strongest_first'),
                ),
                migrations.AddIndex(
                    model_name='ratingevent',
                    index=models.Index(fields=['player', '-at'], include=('rating', 'games'), name='rating_event_course'),
                ),
                migrations.AddIndex(
                    model_name='ratingevent',
                    index=models.Index(fields=['player', 'games'], name='rating_event_by_games'),
                ),
                migrations.AddConstraint(
                    model_name='ratingevent',
                    constraint=models.CheckConstraint(condition=models.Q(('weight__gt', 0.0), ('weight__lte', 1.0)), name='rated_weights'),
                ),
            ],
        ),
    ]
