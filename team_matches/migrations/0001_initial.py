import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from foundation import append_only
from foundation.migrating import CombinedOperation

LOG = 'competitions_matchline'


def protect_log(apps, editor):
    append_only.make_append_only(editor.connection, LOG)


def release_log(apps, editor):
    append_only.allow_changes(editor.connection, LOG)


class Migration(migrations.Migration):

    replaces = [('team_matches', '0003_strict_games')]

    initial = True

    dependencies = [
        ('clubs', '0001_initial'),
        ('games', '0002_since_0_1_0'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CombinedOperation(
            operations=[
                migrations.CreateModel(
                    name='TeamMatch',
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
                        ('boards', models.PositiveSmallIntegerField(default=4, validators=[django.core.validators.MinValueValidator(2), django.core.validators.MaxValueValidator(10)], verbose_name='Boards')),
                        ('rounds', models.PositiveSmallIntegerField(default=1, help_text='Colours change from round to round. Captains can change the lineup before each round.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(3)], verbose_name='Rounds')),
                        ('round', models.PositiveSmallIntegerField(default=1, verbose_name='round')),
                        ('state', models.CharField(choices=[('offered', 'awaiting an answer'), ('lineup', 'lineups are being set'), ('playing', 'in progress'), ('done', 'finished'), ('declined', 'declined'), ('cancelled', 'cancelled')], default='offered', max_length=9, verbose_name='state')),
                        ('home_ready', models.BooleanField(default=False, verbose_name='club lineup confirmed')),
                        ('away_ready', models.BooleanField(default=False, verbose_name="opposing club's lineup confirmed")),
                        ('created_at', models.DateTimeField(verbose_name='created')),
                        ('due_at', models.DateTimeField(null=True, verbose_name='deadline')),
                        ('done_at', models.DateTimeField(null=True, verbose_name='finished')),
                        ('by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='challenged by')),
                        ('club', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='matches_given', to='clubs.club', verbose_name='club')),
                        ('guest', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='matches_received', to='clubs.club', verbose_name='opposing club')),
                    ],
                    options={
                        'verbose_name': 'team match',
                        'verbose_name_plural': 'team matches',
                        'db_table': 'competitions_teammatch',
                    },
                ),
                migrations.CreateModel(
                    name='TeamBoard',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('round', models.PositiveSmallIntegerField(verbose_name='round')),
                        ('board', models.PositiveSmallIntegerField(verbose_name='board')),
                        ('result', models.CharField(blank=True, choices=[('black_wins', 'Black wins'), ('white_wins', 'White wins'), ('draw', 'draw'), ('black_by_default', 'Black wins by forfeit'), ('white_by_default', 'White wins by forfeit'), ('both_lose', 'both lose'), ('both_win', 'both win'), ('void', 'void')], max_length=16, verbose_name='result')),
                        ('away', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('game', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='team_board', to='games.game')),
                        ('home', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='games', to='team_matches.teammatch')),
                    ],
                    options={
                        'db_table': 'competitions_teamboard',
                    },
                ),
                migrations.CreateModel(
                    name='MatchLine',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('at', models.DateTimeField(verbose_name='time')),
                        ('role', models.CharField(choices=[('system', 'server'), ('player', 'player'), ('captain', 'captain'), ('director', 'director'), ('owner', 'organiser'), ('moderator', 'moderator')], max_length=9, verbose_name='role')),
                        ('act', models.CharField(max_length=12, verbose_name='action')),
                        ('before', models.CharField(blank=True, max_length=60, verbose_name='value before')),
                        ('after', models.CharField(blank=True, max_length=60, verbose_name='value after')),
                        ('reason', models.CharField(blank=True, max_length=300, verbose_name='reason')),
                        ('side', models.PositiveSmallIntegerField(choices=[(0, 'Home'), (1, 'Away')], null=True, verbose_name='team')),
                        ('round', models.PositiveSmallIntegerField(null=True, verbose_name='round')),
                        ('board', models.PositiveSmallIntegerField(null=True, verbose_name='board')),
                        ('about', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                        ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                        ('other', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='other player')),
                        ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='log', to='team_matches.teammatch', verbose_name='team match')),
                    ],
                    options={
                        'verbose_name': 'team match log entry',
                        'verbose_name_plural': 'team match log entries',
                        'db_table': 'competitions_matchline',
                        'ordering': ['-pk'],
                    },
                ),
                migrations.CreateModel(
                    name='TeamMember',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('side', models.PositiveSmallIntegerField(choices=[(0, 'Home'), (1, 'Away')])),
                        ('answer', models.CharField(choices=[('asked', 'no answer yet'), ('plays', 'will play'), ('declined', "won't play")], default='asked', max_length=8)),
                        ('board', models.PositiveSmallIntegerField(null=True, verbose_name='board')),
                        ('rating', models.PositiveSmallIntegerField(default=0)),
                        ('rank', models.PositiveSmallIntegerField(default=0)),
                        ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='members', to='team_matches.teammatch')),
                        ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='team_matches', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                    ],
                    options={
                        'db_table': 'competitions_teammember',
                    },
                ),
                migrations.AddIndex(
                    model_name='teammatch',
                    index=models.Index(fields=['club', '-id'], name='match_given'),
                ),
                migrations.AddIndex(
                    model_name='teammatch',
                    index=models.Index(fields=['guest', '-id'], name='match_received'),
                ),
                migrations.AddIndex(
                    model_name='teammatch',
                    index=models.Index(fields=['state', 'due_at'], name='match_by_state'),
                ),
                migrations.AddConstraint(
                    model_name='teamboard',
                    constraint=models.UniqueConstraint(fields=('match', 'round', 'board'), name='one_team_board'),
                ),
                migrations.AddIndex(
                    model_name='matchline',
                    index=models.Index(fields=['match', '-id'], name='log_of_match'),
                ),
                migrations.AddConstraint(
                    model_name='teammember',
                    constraint=models.UniqueConstraint(fields=('match', 'player'), name='once_in_a_match'),
                ),
            ],
        ),
        migrations.RunPython(protect_log, release_log),
    ]
