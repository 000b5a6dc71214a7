"""What has changed since 0.1.0. New databases get it as well as those of 0.1.0."""

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from foundation.migrating import CombinedOperation


class Migration(migrations.Migration):

    replaces = [('challenges', '0005_simultaneous_games')]

    dependencies = [
        ('accounts', '0002_since_0_1_0'),
        ('challenges', '0001_initial'),
        ('games', '0002_since_0_1_0'),
    ]

    operations = [
        # Indexes of 0.1.0 that others serve as well. New databases do not have them.
        migrations.RunSQL(
            sql=[
                'DROP INDEX IF EXISTS challenge_open',
            ],
        ),
        CombinedOperation(
            operations=[
                migrations.CreateModel(
                    name='Bidding',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('offer', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='bidding', to='challenges.challenge')),
                        ('creator_bid', models.DecimalField(decimal_places=1, max_digits=4, null=True)),
                        ('joiner_bid', models.DecimalField(decimal_places=1, max_digits=4, null=True)),
                        ('is_joiners_turn', models.BooleanField(default=True)),
                        ('due_at', models.DateTimeField(null=True)),
                    ],
                    options={
                        'indexes': [models.Index(condition=models.Q(('due_at__isnull', False)), fields=['due_at'], name='bidding_due')],
                    },
                ),
                migrations.CreateModel(
                    name='Place',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('offer', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='places', to='challenges.challenge')),
                        ('index', models.PositiveSmallIntegerField()),
                        ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('confirmed_at', models.DateTimeField(null=True)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('offer', 'index'), name='one_place_an_index'), models.UniqueConstraint(fields=('offer', 'player'), name='one_place_a_player')],
                    },
                ),
                migrations.AddField(
                    model_name='challenge',
                    name='highest_rank',
                    field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Highest rank allowed'),
                ),
                migrations.AddField(
                    model_name='challenge',
                    name='lowest_rank',
                    field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Lowest rank allowed'),
                ),
                migrations.AddField(
                    model_name='challenge',
                    name='part_of',
                    field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='parts', to='challenges.challenge', verbose_name='created from offer'),
                ),
                migrations.AddField(
                    model_name='challenge',
                    name='rank_span',
                    field=models.PositiveSmallIntegerField(blank=True, help_text='Based on your rank when someone accepts.', null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(38)], verbose_name='Opponents near my rank'),
                ),
            ],
        ),
        CombinedOperation(
            operations=[
                migrations.AddField(
                    model_name='challenge',
                    name='analysis',
                    field=models.BooleanField(db_default=True, default=True, verbose_name='analysis'),
                ),
                migrations.AddField(
                    model_name='challenge',
                    name='by_komi',
                    field=models.BooleanField(db_default=False, default=False, verbose_name='komi by rank'),
                ),
                migrations.AddField(
                    model_name='challenge',
                    name='by_lot',
                    field=models.BooleanField(db_default=False, default=False, verbose_name='seats drawn at random'),
                ),
                migrations.AddField(
                    model_name='challenge',
                    name='established',
                    field=models.BooleanField(db_default=False, default=False, help_text='An established rank has no question mark.', verbose_name='Only players with an established rank'),
                ),
                migrations.AddField(
                    model_name='challenge',
                    name='games',
                    field=models.PositiveSmallIntegerField(choices=[(1, '1'), (2, '2'), (3, '3'), (4, '4'), (5, '5')], db_default=1, default=1, help_text='This many different players can join, once each.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(5)], verbose_name='Number of games'),
                ),
                migrations.AddField(
                    model_name='challenge',
                    name='games_left',
                    field=models.PositiveSmallIntegerField(db_default=1, default=1, verbose_name='games left'),
                ),
                migrations.AddField(
                    model_name='challenge',
                    name='komi_by',
                    field=models.CharField(blank=True, choices=[('', 'as chosen below'), ('secret', 'sealed-bid auction'), ('open', 'open auction'), ('creator', 'you set the komi and your opponent chooses the colour'), ('joiner', 'your opponent sets the komi and you choose the colour')], db_default='', default='', max_length=7, verbose_name='how komi is decided'),
                ),
                migrations.AddField(
                    model_name='challenge',
                    name='same_opponent',
                    field=models.CharField(choices=[('always', 'anyone, including people I am playing or have played'), ('after', 'no one I am playing now'), ('days_7', 'no one I have played in the last 7 days'), ('days_30', 'no one I have played in the last 30 days'), ('days_90', 'no one I have played in the last 90 days'), ('never', 'no one I have ever played')], db_default='always', default='always', max_length=7, verbose_name='Repeat opponents'),
                ),
                migrations.AddField(
                    model_name='challenge',
                    name='teaching',
                    field=models.BooleanField(db_default=False, default=False, verbose_name='teaching game'),
                ),
                migrations.AddField(
                    model_name='challenge',
                    name='variant',
                    field=models.JSONField(blank=True, db_default=models.Value({}, models.JSONField()), default=dict, verbose_name='variant'),
                ),
                migrations.AddField(
                    model_name='challenge',
                    name='undo_unseen',
                    field=models.BooleanField(db_default=False, default=False, verbose_name='undo of unseen moves'),
                ),
                migrations.AddField(
                    model_name='challenge',
                    name='chat',
                    field=models.BooleanField(db_default=True, default=True, verbose_name='chat'),
                ),
                migrations.AddField(
                    model_name='challenge',
                    name='undo',
                    field=models.BooleanField(db_default=True, default=True, verbose_name='undo'),
                ),
                migrations.AddField(
                    model_name='challenge',
                    name='simul_places',
                    field=models.PositiveSmallIntegerField(blank=True, help_text="For simultaneous games: how many opponents you'll play.", null=True, validators=[django.core.validators.MinValueValidator(2), django.core.validators.MaxValueValidator(50)], verbose_name='Places in simultaneous games'),
                ),
                migrations.AddField(
                    model_name='challenge',
                    name='simul_starts',
                    field=models.CharField(choices=[('host', 'when I start them'), ('full', 'when all places are taken'), ('at_once', 'each game as soon as its player joins')], db_default='host', default='host', max_length=7, verbose_name='Simultaneous games start'),
                ),
                migrations.AddField(
                    model_name='place',
                    name='game',
                    field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.game'),
                ),
            ],
        ),
        CombinedOperation(
            operations=[
                migrations.AddIndex(
                    model_name='challenge',
                    index=models.Index(condition=models.Q(('opponent__isnull', True), ('status', 'open'), ('token', '')), fields=['-created_at', '-id'], name='challenge_waiting_room'),
                ),
                migrations.AddIndex(
                    model_name='challenge',
                    index=models.Index(condition=models.Q(('opponent__isnull', True), ('status', 'open'), ('token', '')), fields=['-id'], name='challenge_newest'),
                ),
                migrations.AddIndex(
                    model_name='challenge',
                    index=models.Index(condition=models.Q(('status', 'bidding')), fields=['-id'], name='challenge_bidding'),
                ),
                migrations.AddIndex(
                    model_name='challenge',
                    index=models.Index(condition=models.Q(('status', 'open')), fields=['creator', '-id'], name='challenge_made'),
                ),
                migrations.AddIndex(
                    model_name='challenge',
                    index=models.Index(condition=models.Q(('status', 'open')), fields=['opponent', '-id'], name='challenge_received'),
                ),
            ],
        ),
    ]
