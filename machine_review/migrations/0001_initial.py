import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from foundation.migrating import CombinedOperation


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0002_since_0_1_0'),
        ('games', '0002_since_0_1_0'),
    ]

    operations = [
        CombinedOperation(
            operations=[
                migrations.CreateModel(
                    name='ReviewJob',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='machine_review', to='games.game', verbose_name='game')),
                        ('asked_by', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('asked_at', models.DateTimeField(verbose_name='requested')),
                        ('status', models.CharField(choices=[('waiting', 'waiting'), ('running', 'running'), ('done', 'done'), ('failed', 'failed')], default='waiting', max_length=7, verbose_name='status')),
                        ('reason', models.CharField(blank=True, max_length=20)),
                        ('slot', models.PositiveSmallIntegerField(null=True, unique=True)),
                        ('claim', models.CharField(blank=True, max_length=32)),
                        ('claimed_at', models.DateTimeField(null=True)),
                        ('engine', models.CharField(blank=True, max_length=80, verbose_name='engine')),
                        ('colors', models.TextField(blank=True)),
                        ('judgements', models.JSONField(default=list)),
                        ('lines', models.JSONField(default=dict)),
                        ('finished_at', models.DateTimeField(null=True, verbose_name='finished')),
                    ],
                    options={
                        'verbose_name': 'computer analysis',
                        'verbose_name_plural': 'computer analyses',
                        'indexes': [models.Index(condition=models.Q(('status', 'waiting')), fields=['asked_at', 'id'], name='review_waiting'), models.Index(fields=['asked_by', 'asked_at'], name='review_asked_by')],
                    },
                ),
                migrations.CreateModel(
                    name='HiddenReviews',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                ),
                migrations.CreateModel(
                    name='WatchedGame',
                    fields=[
                        ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='watched', serialize=False, to='games.game')),
                        ('state_number', models.PositiveIntegerField()),
                        ('last_action_at', models.DateTimeField(db_index=True)),
                    ],
                ),
                migrations.CreateModel(
                    name='PlayedPosition',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('key', models.BigIntegerField()),
                        ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='positions', to='machine_review.watchedgame')),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('key', 'game'), name='one_key_a_game')],
                    },
                ),
            ],
        ),
    ]
