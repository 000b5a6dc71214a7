import django.core.validators
import django.db.models.deletion
import foundation.text
from django.conf import settings
from django.db import migrations, models

from foundation.migrating import CombinedOperation


class Migration(migrations.Migration):

    replaces = [('ladders', '0004_held_places')]

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
                    name='Ladder',
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
                        ('by_rank', models.BooleanField(default=False, help_text='New players start just below the last player of the same rank, instead of at the bottom.', verbose_name='Place newcomers by rank')),
                        ('created_at', models.DateTimeField(verbose_name='created')),
                        ('checked_at', models.DateTimeField(null=True, verbose_name='last checked')),
                        ('closed_at', models.DateTimeField(null=True, verbose_name='closed')),
                        ('closed_why', models.CharField(blank=True, db_default='', default='', max_length=300, verbose_name='reason')),
                        ('own', models.CharField(blank=True, db_default='', default='', editable=False, max_length=20)),
                        ('closed_by', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='closed by')),
                        ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='%(class)ss', to='clubs.club', verbose_name='club')),
                        ('owner', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='ladders', to=settings.AUTH_USER_MODEL, verbose_name='organiser')),
                    ],
                    options={
                        'verbose_name': 'ladder',
                        'verbose_name_plural': 'ladders',
                        'db_table': 'competitions_ladder',
                    },
                ),
                migrations.CreateModel(
                    name='LadderPlace',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('place', models.PositiveSmallIntegerField(null=True, verbose_name='place')),
                        ('best', models.PositiveSmallIntegerField(null=True, verbose_name='best place')),
                        ('rank', models.PositiveSmallIntegerField(default=0)),
                        ('hold', models.CharField(blank=True, choices=[('', ''), ('own', 'own'), ('timed_out', 'timed_out'), ('unseen', 'unseen')], max_length=9)),
                        ('held_at', models.DateTimeField(null=True)),
                        ('hold_months', models.PositiveSmallIntegerField(default=0)),
                        ('lapses', models.PositiveSmallIntegerField(default=0)),
                        ('wins', models.PositiveSmallIntegerField(db_default=0, default=0)),
                        ('most_wins', models.PositiveSmallIntegerField(db_default=0, default=0)),
                        ('leaving', models.BooleanField(default=False)),
                        ('joined_at', models.DateTimeField()),
                        ('ladder', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='ladder_places', to='ladders.ladder')),
                        ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ladder_places', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                    ],
                    options={
                        'db_table': 'competitions_rung',
                    },
                ),
                migrations.CreateModel(
                    name='LadderMove',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('at', models.DateTimeField()),
                        ('why', models.CharField(max_length=10)),
                        ('before', models.PositiveSmallIntegerField(null=True)),
                        ('after', models.PositiveSmallIntegerField(null=True)),
                        ('game', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.game')),
                        ('ladder', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='moves', to='ladders.ladder')),
                        ('ladder_place', models.ForeignKey(db_column='rung_id', on_delete=django.db.models.deletion.CASCADE, related_name='moves', to='ladders.ladderplace')),
                    ],
                    options={
                        'db_table': 'competitions_laddermove',
                    },
                ),
                migrations.CreateModel(
                    name='LadderGame',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('at', models.DateTimeField()),
                        ('declined', models.PositiveSmallIntegerField(null=True)),
                        ('booked_at', models.DateTimeField(null=True)),
                        ('end', models.CharField(blank=True, max_length=7)),
                        ('game', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='ladder_game', to='games.game')),
                        ('ladder', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='games', to='ladders.ladder')),
                        ('challenger', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='given', to='ladders.ladderplace')),
                        ('defender', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='received', to='ladders.ladderplace')),
                        ('winner', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='ladders.ladderplace')),
                    ],
                    options={
                        'db_table': 'competitions_laddergame',
                    },
                ),
                migrations.AddConstraint(
                    model_name='ladder',
                    constraint=models.UniqueConstraint(condition=models.Q(('own', ''), _negated=True), fields=('own',), name='own_ladder_once'),
                ),
                migrations.AddIndex(
                    model_name='ladderplace',
                    index=models.Index(fields=['ladder', 'place'], name='rung_by_place'),
                ),
                migrations.AddIndex(
                    model_name='ladderplace',
                    index=models.Index(condition=models.Q(('leaving', True)), fields=['id'], name='rung_leaving'),
                ),
                migrations.AddIndex(
                    model_name='ladderplace',
                    index=models.Index(condition=models.Q(('held_at__isnull', False)), fields=['id'], name='rung_held'),
                ),
                migrations.AddConstraint(
                    model_name='ladderplace',
                    constraint=models.UniqueConstraint(fields=('ladder', 'player'), name='one_rung_a_player'),
                ),
                migrations.AddIndex(
                    model_name='laddermove',
                    index=models.Index(fields=['ladder', '-id'], name='move_of_ladder'),
                ),
                migrations.AddIndex(
                    model_name='laddergame',
                    index=models.Index(fields=['ladder', '-id'], name='game_of_ladder'),
                ),
                migrations.AddIndex(
                    model_name='laddergame',
                    index=models.Index(condition=models.Q(('booked_at__isnull', True)), fields=['id'], name='ladder_game_open'),
                ),
            ],
        ),
    ]
