"""The tables of 0.1.0: its databases have run what this replaces."""

import django.db.models.deletion
import games.models.off_time
import games.models.results
import games.models.seal
from django.conf import settings
from django.db import migrations, models

from foundation.migrating import CombinedOperation


class Migration(migrations.Migration):

    replaces = [('games', '0009_labels')]

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
    ]

    operations = [
        CombinedOperation(
            operations=[
                migrations.CreateModel(
                    name='Game',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('setup', models.JSONField()),
                        ('rule_set', models.CharField(max_length=20, verbose_name='rules')),
                        ('width', models.PositiveSmallIntegerField(verbose_name='width')),
                        ('height', models.PositiveSmallIntegerField(verbose_name='height')),
                        ('komi', models.DecimalField(decimal_places=1, max_digits=4, verbose_name='komi')),
                        ('handicap', models.PositiveSmallIntegerField(default=0, verbose_name='handicap')),
                        ('time_control', models.JSONField(verbose_name='time control')),
                        ('private', models.BooleanField(default=False, verbose_name='private')),
                        ('rated', models.BooleanField(default=False, verbose_name='rated')),
                        ('unrated_reason', models.CharField(blank=True, max_length=20, verbose_name='reason for being unrated')),
                        ('started_at', models.DateTimeField(verbose_name='started')),
                        ('number', models.PositiveIntegerField(default=0, verbose_name='number of the last action')),
                        ('phase', models.CharField(choices=[('play', 'play'), ('stone_removal', 'stone removal'), ('finished', 'finished')], default='play', max_length=15, verbose_name='phase')),
                        ('move_number', models.PositiveIntegerField(default=0, verbose_name='moves')),
                        ('turn', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('deadline', models.DateTimeField(blank=True, null=True, verbose_name='deadline')),
                        ('clock', models.JSONField()),
                        ('snapshot', models.JSONField()),
                        ('position_keys', models.BinaryField()),
                        ('suggested_dead', models.JSONField(blank=True, null=True)),
                        ('undo_to', models.PositiveIntegerField(blank=True, null=True)),
                        ('undo_seat', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('result', models.CharField(blank=True, max_length=16, verbose_name='result')),
                        ('winner', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('end_reason', models.CharField(blank=True, max_length=20)),
                        ('last_action_at', models.DateTimeField(verbose_name='last action')),
                        ('finished_at', models.DateTimeField(blank=True, null=True, verbose_name='finished')),
                        ('rematch_of', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.game')),
                        ('no_result_seat', models.PositiveSmallIntegerField(blank=True, null=True)),
                        ('opinion_asked_at', models.DateTimeField(blank=True, null=True)),
                        ('second_opinion', models.JSONField(blank=True, null=True)),
                        ('graces', models.PositiveSmallIntegerField(default=0)),
                        ('lateness', models.CharField(choices=[('strict', 'loss'), ('claim', 'the opponent may claim the win'), ('friendly', 'three extra days, once')], default='strict', max_length=8, verbose_name='when time runs out')),
                        ('off_time', models.JSONField(blank=True, default=list, verbose_name='clock pauses')),
                        ('pause_offer', models.JSONField(blank=True, null=True)),
                        ('pauses', models.JSONField(blank=True, default=list)),
                        ('reminded', models.PositiveSmallIntegerField(default=0)),
                        ('stall_reported', models.BooleanField(default=False)),
                    ],
                    options={
                        'verbose_name': 'game',
                        'verbose_name_plural': 'games',
                        'indexes': [models.Index(condition=models.Q(('deadline__isnull', False)), fields=['deadline'], name='game_deadline')],
                        'constraints': [models.CheckConstraint(condition=models.Q(('handicap', 0), ('rated', False), _connector='OR'), name='handicap_games_are_unrated'), models.CheckConstraint(condition=models.Q(models.Q(('deadline__isnull', True), ('phase', 'finished'), ('turn__isnull', True)), models.Q(models.Q(('phase', 'finished'), _negated=True), ('result', '')), _connector='OR'), name='only_finished_games_have_results')],
                    },
                    bases=(games.models.seal.Sealable, games.models.results.Ended, models.Model),
                ),
                migrations.CreateModel(
                    name='Seat',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('index', models.PositiveSmallIntegerField()),
                        ('color', models.PositiveSmallIntegerField(choices=[(1, 'Black'), (2, 'White'), (3, 'Red'), (4, 'Blue'), (5, 'Green'), (6, 'Yellow')], verbose_name='colour')),
                        ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.game')),
                        ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='seats', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('game', 'index'), name='one_seat_an_index'), models.UniqueConstraint(fields=('game', 'player'), name='one_seat_a_player')],
                    },
                ),
                migrations.CreateModel(
                    name='Action',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveIntegerField()),
                        ('color', models.PositiveSmallIntegerField(null=True)),
                        ('kind', models.CharField(max_length=20)),
                        ('payload', models.JSONField()),
                        ('effect', models.JSONField()),
                        ('clock', models.JSONField()),
                        ('received_at', models.DateTimeField()),
                        ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='actions', to='games.game')),
                        ('seat', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.seat')),
                    ],
                    options={
                        'verbose_name': 'action',
                        'verbose_name_plural': 'actions',
                        'ordering': ['game', 'number'],
                        'constraints': [models.UniqueConstraint(fields=('game', 'number'), name='one_action_a_number')],
                    },
                ),
                migrations.CreateModel(
                    name='Draft',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveIntegerField()),
                        ('dead', models.JSONField(default=list)),
                        ('seat', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='draft', to='games.seat')),
                    ],
                ),
                migrations.CreateModel(
                    name='IdempotencyKey',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('key', models.CharField(max_length=255)),
                        ('body_hash', models.CharField(max_length=64)),
                        ('answer', models.JSONField()),
                        ('created_at', models.DateTimeField(db_index=True)),
                        ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('player', 'key'), name='one_answer_a_key')],
                    },
                ),
                migrations.CreateModel(
                    name='Message',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('text', models.TextField(blank=True, max_length=1000, verbose_name='message')),
                        ('number', models.PositiveIntegerField()),
                        ('said_at', models.DateTimeField()),
                        ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='games.game')),
                        ('hidden_at', models.DateTimeField(null=True)),
                        ('hidden_reason', models.TextField(blank=True)),
                    ],
                    options={
                        'verbose_name': 'message',
                        'verbose_name_plural': 'messages',
                        'ordering': ['said_at', 'pk'],
                        'indexes': [models.Index(fields=['game', 'said_at'], name='message_of_game')],
                    },
                ),
                migrations.CreateModel(
                    name='Note',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('text', models.TextField(max_length=4000, verbose_name='private notes')),
                        ('changed_at', models.DateTimeField()),
                        ('seat', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='note', to='games.seat')),
                    ],
                ),
                migrations.CreateModel(
                    name='TimeSettings',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('zone', models.CharField(default='UTC', max_length=40)),
                        ('weekend', models.JSONField(default=games.models.off_time.no_days)),
                        ('night_begin', models.TimeField(blank=True, null=True)),
                        ('night_end', models.TimeField(blank=True, null=True)),
                        ('changed_at', models.DateTimeField(blank=True, null=True)),
                        ('automatic_vacation', models.BooleanField(default=False)),
                        ('remind_day', models.BooleanField(default=True)),
                        ('remind_hours', models.BooleanField(default=True)),
                        ('remind_by_mail', models.BooleanField(default=False)),
                        ('calendar', models.CharField(blank=True, db_index=True, max_length=43)),
                        ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='time_settings', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'time settings',
                        'verbose_name_plural': 'time settings',
                    },
                ),
                migrations.CreateModel(
                    name='Vacation',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('begin', models.DateTimeField(verbose_name='start')),
                        ('end', models.DateTimeField(verbose_name='end')),
                        ('automatic', models.BooleanField(default=False, verbose_name='automatic')),
                        ('saved', models.JSONField(blank=True, default=list, verbose_name='games saved from a loss on time')),
                        ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='vacations', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                    ],
                    options={
                        'verbose_name': 'vacation',
                        'verbose_name_plural': 'vacations',
                        'ordering': ['-begin'],
                        'indexes': [models.Index(fields=['player', 'end'], name='vacation_of_player')],
                        'constraints': [models.CheckConstraint(condition=models.Q(('end__gte', models.F('begin'))), name='vacation_order')],
                    },
                ),
                migrations.CreateModel(
                    name='Outage',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('begin', models.DateTimeField(unique=True, verbose_name='start')),
                        ('end', models.DateTimeField(db_index=True, verbose_name='end')),
                        ('credited_at', models.DateTimeField(blank=True, null=True, verbose_name='credited to clocks')),
                    ],
                    options={
                        'verbose_name': 'outage',
                        'verbose_name_plural': 'outages',
                        'ordering': ['-begin'],
                    },
                ),
                migrations.CreateModel(
                    name='Heartbeat',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('at', models.DateTimeField(null=True, verbose_name='last seen running')),
                        ('started_at', models.DateTimeField(null=True, verbose_name='service started')),
                        ('alarm', models.CharField(blank=True, max_length=200, verbose_name='clock error')),
                    ],
                    options={
                        'verbose_name': 'heartbeat',
                        'verbose_name_plural': 'heartbeats',
                    },
                ),
            ],
        ),
    ]
