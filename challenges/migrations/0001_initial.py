"""The tables that were in `games` in 0.1.0: databases of 0.1.0 have run the migration of `games` that this replaces."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('games', '0006_by_rank')]

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        ('games', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Challenge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.CharField(blank=True, db_index=True, max_length=43)),
                ('width', models.PositiveSmallIntegerField(verbose_name='width')),
                ('height', models.PositiveSmallIntegerField(verbose_name='height')),
                ('rule_set', models.CharField(max_length=20, verbose_name='rules')),
                ('komi', models.DecimalField(blank=True, decimal_places=1, max_digits=4, null=True, verbose_name='komi')),
                ('handicap', models.PositiveSmallIntegerField(default=0, verbose_name='handicap')),
                ('color', models.CharField(choices=[('random', 'Random'), ('black', 'Black'), ('white', 'White'), ('both', 'Both colours: two games')], default='random', max_length=6, verbose_name='your colour')),
                ('time_control', models.JSONField(verbose_name='time control')),
                ('rated_wanted', models.BooleanField(default=True, verbose_name='rated')),
                ('private', models.BooleanField(default=False, verbose_name='private')),
                ('status', models.CharField(choices=[('open', 'open'), ('accepted', 'accepted'), ('declined', 'declined'), ('withdrawn', 'withdrawn'), ('countered', 'answered with a counter-offer'), ('bidding', 'bidding for komi')], default='open', max_length=9, verbose_name='state')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('answered_at', models.DateTimeField(null=True, verbose_name='answered')),
                ('creator', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='challenges', to=settings.AUTH_USER_MODEL, verbose_name='created by')),
                ('opponent', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='opponent')),
                ('game', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='challenge', to='games.game', verbose_name='game')),
                ('rematch_of', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='games.game', verbose_name='rematch of')),
                ('position', models.JSONField(blank=True, null=True, verbose_name='position')),
                ('lateness', models.CharField(choices=[('strict', 'loss'), ('claim', 'the opponent may claim the win'), ('friendly', 'three extra days, once')], default='strict', max_length=8, verbose_name='when time runs out')),
                ('off_time', models.JSONField(blank=True, default=list, verbose_name='clock pauses')),
                ('answer_to', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='answers', to='challenges.challenge', verbose_name='counter-offer to')),
                ('with_bot', models.BooleanField(default=False, verbose_name='against a bot')),
                ('by_rank', models.BooleanField(default=False, verbose_name='handicap by rank')),
            ],
            options={
                'verbose_name': 'challenge',
                'verbose_name_plural': 'challenges',
                'db_table': 'games_challenge',
                'ordering': ['-created_at', '-pk'],
            },
        ),
    ]
