import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from foundation.migrating import CombinedOperation


class Migration(migrations.Migration):

    replaces = [('automatch', '0002_notified')]

    initial = True

    dependencies = [
        ('games', '0002_since_0_1_0'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CombinedOperation(
            operations=[
                migrations.CreateModel(
                    name='Search',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('sizes', models.JSONField(verbose_name='board sizes')),
                        ('clocks', models.JSONField(verbose_name='time control options')),
                        ('rule_set', models.CharField(max_length=20, verbose_name='rules')),
                        ('insists', models.BooleanField(default=False, help_text='If this is not ticked, the game uses the rules of the player who has waited longer.', verbose_name='Only these rules')),
                        ('up', models.PositiveSmallIntegerField(blank=True, choices=[(None, 'any'), (0, '0'), (1, '1'), (2, '2'), (3, '3'), (4, '4'), (5, '5'), (6, '6'), (7, '7'), (8, '8'), (9, '9')], null=True, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(9)], verbose_name='Opponents up to this many ranks stronger')),
                        ('down', models.PositiveSmallIntegerField(blank=True, choices=[(None, 'any'), (0, '0'), (1, '1'), (2, '2'), (3, '3'), (4, '4'), (5, '5'), (6, '6'), (7, '7'), (8, '8'), (9, '9')], null=True, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(9)], verbose_name='Opponents up to this many ranks weaker')),
                        ('handicap', models.CharField(choices=[('no', 'Even games, rated'), ('either', 'Either'), ('yes', 'Handicap by rank, unrated')], default='no', max_length=6, verbose_name='Handicap')),
                        ('games', models.PositiveSmallIntegerField(choices=[(1, '1'), (2, '2'), (3, '3'), (4, '4'), (5, '5'), (6, '6'), (7, '7'), (8, '8'), (9, '9'), (10, '10')], default=1, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(10)], verbose_name='Games')),
                        ('standing', models.BooleanField(default=False, help_text='The search is paused while you are on vacation or after 14 days without a visit.', verbose_name='Keep up to this many games in progress, starting a new one whenever one ends')),
                        ('places', models.PositiveSmallIntegerField(default=1)),
                        ('found', models.PositiveIntegerField(default=0)),
                        ('ranks', models.JSONField(default=dict)),
                        ('state', models.CharField(choices=[('open', 'still looking'), ('found', 'all opponents found'), ('cancelled', 'cancelled'), ('expired', 'ended after 30 days')], default='open', max_length=9, verbose_name='state')),
                        ('asleep', models.CharField(blank=True, choices=[('vacation', 'you are on vacation'), ('limit', "you're playing the maximum number of games"), ('unseen', "you haven't visited for 14 days"), ('barred', "you can't start new games")], default='', max_length=8)),
                        ('created_at', models.DateTimeField(verbose_name='created')),
                        ('since', models.DateTimeField()),
                        ('ends_at', models.DateTimeField(null=True)),
                        ('look_at', models.DateTimeField()),
                        ('notified', models.BooleanField(default=False)),
                        ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='searches', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                    ],
                    options={
                        'verbose_name': 'search',
                        'verbose_name_plural': 'searches',
                    },
                ),
                migrations.CreateModel(
                    name='Match',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('at', models.DateTimeField()),
                        ('size', models.PositiveSmallIntegerField()),
                        ('clock', models.CharField(max_length=20)),
                        ('rule_set', models.CharField(max_length=20)),
                        ('handicap', models.BooleanField(default=False)),
                        ('one_rank', models.PositiveSmallIntegerField()),
                        ('other_rank', models.PositiveSmallIntegerField()),
                        ('running', models.BooleanField(default=True)),
                        ('cancelled', models.BooleanField(default=False)),
                        ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='match', to='games.game')),
                        ('one', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='automatch.search')),
                        ('other', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='automatch.search')),
                    ],
                    options={
                        'verbose_name': 'automatch game',
                        'verbose_name_plural': 'automatch games',
                    },
                ),
                migrations.AddIndex(
                    model_name='search',
                    index=models.Index(condition=models.Q(('state', 'open')), fields=['look_at'], name='search_due'),
                ),
                migrations.AddIndex(
                    model_name='search',
                    index=models.Index(fields=['player', '-id'], name='search_of_player'),
                ),
                migrations.AddIndex(
                    model_name='match',
                    index=models.Index(fields=['one', '-id'], name='match_of_one'),
                ),
                migrations.AddIndex(
                    model_name='match',
                    index=models.Index(fields=['other', '-id'], name='match_of_other'),
                ),
            ],
        ),
    ]
