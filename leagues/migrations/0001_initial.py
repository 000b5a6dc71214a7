import django.core.validators
import django.db.models.deletion
import foundation.text
from django.conf import settings
from django.db import migrations, models

from foundation import append_only
from foundation.migrating import CombinedOperation

LOG = 'competitions_leagueline'


def protect_log(apps, editor):
    append_only.make_append_only(editor.connection, LOG)


def release_log(apps, editor):
    append_only.allow_changes(editor.connection, LOG)


class Migration(migrations.Migration):

    replaces = [('leagues', '0003_strict_games')]

    initial = True

    dependencies = [
        ('clubs', '0001_initial'),
        ('tournaments', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CombinedOperation(
            operations=[
                migrations.CreateModel(
                    name='League',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('time_control', models.JSONField(verbose_name='time control')),
                        ('lateness', models.CharField(choices=[('strict', 'loss'), ('claim', 'the opponent may claim the win'), ('friendly', 'three extra days, once')], default='strict', max_length=8, verbose_name='when time runs out')),
                        ('off_time', models.JSONField(blank=True, default=list, verbose_name='clock pauses')),
                        ('private', models.BooleanField(default=False, verbose_name='private')),
                        ('analysis', models.BooleanField(db_default=True, default=True, verbose_name='analysis')),
                        ('undo', models.BooleanField(db_default=True, default=True, verbose_name='undo')),
                        ('chat', models.BooleanField(db_default=True, default=True, verbose_name='chat')),
                        ('teaching', models.BooleanField(db_default=False, default=False, verbose_name='teaching game')),
                        ('undo_unseen', models.BooleanField(db_default=False, default=False, verbose_name='undo of unseen moves')),
                        ('width', models.PositiveSmallIntegerField(verbose_name='width')),
                        ('height', models.PositiveSmallIntegerField(verbose_name='height')),
                        ('rule_set', models.CharField(max_length=20, verbose_name='rules')),
                        ('komi', models.DecimalField(blank=True, decimal_places=1, max_digits=4, null=True, verbose_name='komi')),
                        ('rated_wanted', models.BooleanField(default=True, verbose_name='rated')),
                        ('name', models.CharField(max_length=60, validators=[foundation.text.check_single_line], verbose_name='name')),
                        ('about', models.TextField(blank=True, max_length=2000, validators=[foundation.text.check_text, django.core.validators.MaxLengthValidator(2000)], verbose_name='description')),
                        ('size', models.PositiveSmallIntegerField(choices=[(5, '5'), (6, '6'), (7, '7'), (8, '8'), (9, '9'), (10, '10')], default=6, validators=[django.core.validators.MinValueValidator(5), django.core.validators.MaxValueValidator(10)], verbose_name='Players per group')),
                        ('up', models.PositiveSmallIntegerField(choices=[(1, '1'), (2, '2'), (3, '3'), (4, '4'), (5, '5')], default=2, help_text='The same number are relegated from the group above, so group sizes stay the same.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(5)], verbose_name='Promoted from each group')),
                        ('factor', models.PositiveSmallIntegerField(choices=[(1, '1'), (2, '2'), (3, '3')], default=1, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(3)], verbose_name='Number of groups directly below each group')),
                        ('months', models.PositiveSmallIntegerField(choices=[(1, 'one month'), (3, 'three months')], default=3, verbose_name='Season length')),
                        ('at_once', models.PositiveSmallIntegerField(default=0, help_text='Maximum number of games at the same time. The next starts when one ends. 0 = all games start together.', validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(9)], verbose_name='Simultaneous games')),
                        ('free', models.BooleanField(default=False, help_text='Group members challenge each other up to twice. A win is worth 2 points, a loss 0.5. If unticked, each group is a round robin.', verbose_name='Free pairing')),
                        ('starts_at', models.DateTimeField(blank=True, help_text='If fewer than four players have joined by this date, the season starts when the fourth joins. Leave empty to start the season yourself.', null=True, verbose_name='Start of the first season (UTC)')),
                        ('created_at', models.DateTimeField(verbose_name='created')),
                        ('closed_at', models.DateTimeField(null=True, verbose_name='closed')),
                        ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='%(class)ss', to='clubs.club', verbose_name='club')),
                        ('owner', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='leagues', to=settings.AUTH_USER_MODEL, verbose_name='organiser')),
                    ],
                    options={
                        'verbose_name': 'league',
                        'verbose_name_plural': 'leagues',
                        'db_table': 'competitions_league',
                    },
                ),
                migrations.CreateModel(
                    name='Season',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveSmallIntegerField(verbose_name='number')),
                        ('state', models.CharField(choices=[('running', 'running'), ('review', 'under review'), ('done', 'finished')], default='running', max_length=7, verbose_name='state')),
                        ('started_at', models.DateTimeField(verbose_name='started')),
                        ('ends_at', models.DateTimeField(verbose_name='ends')),
                        ('review_at', models.DateTimeField(null=True)),
                        ('closed_at', models.DateTimeField(null=True)),
                        ('asked_at', models.DateTimeField(null=True)),
                        ('answer_by', models.DateTimeField(null=True)),
                        ('overdue_at', models.DateTimeField(null=True)),
                        ('league', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seasons', to='leagues.league')),
                    ],
                    options={
                        'verbose_name': 'season',
                        'verbose_name_plural': 'seasons',
                        'db_table': 'competitions_season',
                    },
                ),
                migrations.CreateModel(
                    name='LeagueGroup',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('division', models.PositiveSmallIntegerField(verbose_name='division')),
                        ('number', models.PositiveSmallIntegerField(verbose_name='number')),
                        ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='league_group', to='tournaments.tournament')),
                        ('season', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='groups', to='leagues.season')),
                    ],
                    options={
                        'db_table': 'competitions_leaguegroup',
                    },
                ),
                migrations.CreateModel(
                    name='LeagueDirector',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('league', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='directors', to='leagues.league')),
                        ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'db_table': 'competitions_leaguedirector',
                        'constraints': [models.UniqueConstraint(fields=('league', 'player'), name='a_league_director_once')],
                    },
                ),
                migrations.CreateModel(
                    name='LeagueLine',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('at', models.DateTimeField(verbose_name='time')),
                        ('role', models.CharField(choices=[('system', 'server'), ('player', 'player'), ('captain', 'captain'), ('director', 'director'), ('owner', 'organiser'), ('moderator', 'moderator')], max_length=9, verbose_name='role')),
                        ('act', models.CharField(max_length=12, verbose_name='action')),
                        ('before', models.CharField(blank=True, max_length=60, verbose_name='value before')),
                        ('after', models.CharField(blank=True, max_length=60, verbose_name='value after')),
                        ('reason', models.CharField(blank=True, max_length=300, verbose_name='reason')),
                        ('round', models.PositiveSmallIntegerField(null=True, verbose_name='season')),
                        ('about', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                        ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                        ('league', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='log', to='leagues.league', verbose_name='league')),
                        ('other', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='other player')),
                    ],
                    options={
                        'verbose_name': 'league log entry',
                        'verbose_name_plural': 'league log entries',
                        'db_table': 'competitions_leagueline',
                        'ordering': ['-pk'],
                        'indexes': [models.Index(fields=['league', '-id'], name='log_of_league')],
                    },
                ),
                migrations.CreateModel(
                    name='LeagueMember',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('state', models.CharField(choices=[('waiting', 'will play from next season'), ('playing', 'playing'), ('left', 'left')], default='waiting', max_length=7, verbose_name='state')),
                        ('stays', models.BooleanField(null=True)),
                        ('rank', models.PositiveSmallIntegerField(default=0)),
                        ('joined_at', models.DateTimeField()),
                        ('league', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='members', to='leagues.league')),
                        ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='league_memberships', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                    ],
                    options={
                        'db_table': 'competitions_leaguemember',
                        'indexes': [models.Index(fields=['league', 'state', '-rank'], name='member_by_state')],
                        'constraints': [models.UniqueConstraint(fields=('league', 'player'), name='one_league_membership_a_player')],
                    },
                ),
                migrations.AddIndex(
                    model_name='season',
                    index=models.Index(fields=['state', 'ends_at'], name='season_by_state'),
                ),
                migrations.AddConstraint(
                    model_name='season',
                    constraint=models.UniqueConstraint(fields=('league', 'number'), name='one_season_a_number'),
                ),
                migrations.AddConstraint(
                    model_name='leaguegroup',
                    constraint=models.UniqueConstraint(fields=('season', 'division', 'number'), name='one_group_a_number'),
                ),
            ],
        ),
        migrations.RunPython(protect_log, release_log),
    ]
