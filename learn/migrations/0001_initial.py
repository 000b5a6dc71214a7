import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from foundation.migrating import CombinedOperation


class Migration(migrations.Migration):

    replaces = [('learn', '0004_daily_readers')]

    initial = True

    dependencies = [
        ('accounts', '0002_since_0_1_0'),
    ]

    operations = [
        CombinedOperation(
            operations=[
                migrations.CreateModel(
                    name='Progress',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='progress', to=settings.AUTH_USER_MODEL)),
                        ('item', models.CharField(max_length=40)),
                        ('done', models.PositiveBigIntegerField(default=0)),
                        ('changed_at', models.DateTimeField()),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('player', 'item'), name='progress_in_an_item_once')],
                    },
                ),
                migrations.CreateModel(
                    name='Tried',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='tried', to=settings.AUTH_USER_MODEL)),
                        ('problem', models.CharField(max_length=40)),
                        ('was_right', models.BooleanField()),
                        ('at', models.DateTimeField()),
                        ('card', models.JSONField(null=True)),
                        ('due', models.DateTimeField(null=True)),
                    ],
                    options={
                        'indexes': [models.Index(fields=['player', 'due'], name='problems_due')],
                        'constraints': [models.UniqueConstraint(fields=('player', 'problem'), name='tried_a_problem_once')],
                    },
                ),
                migrations.CreateModel(
                    name='Tally',
                    fields=[
                        ('problem', models.CharField(max_length=40, primary_key=True, serialize=False)),
                        ('tried', models.PositiveIntegerField(default=0)),
                        ('right', models.PositiveIntegerField(default=0)),
                    ],
                ),
                migrations.CreateModel(
                    name='Repeating',
                    fields=[
                        ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='repeating', serialize=False, to=settings.AUTH_USER_MODEL)),
                        ('since', models.DateTimeField()),
                    ],
                ),
                migrations.CreateModel(
                    name='DailyReader',
                    fields=[
                        ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to=settings.AUTH_USER_MODEL)),
                        ('told_on', models.DateField(db_index=True)),
                    ],
                ),
                migrations.CreateModel(
                    name='OwnProblem',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('author', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='own_problems', to=settings.AUTH_USER_MODEL)),
                        ('game', models.PositiveBigIntegerField()),
                        ('move', models.PositiveIntegerField()),
                        ('question', models.JSONField()),
                        ('stored', models.JSONField(null=True)),
                        ('state', models.CharField(choices=[('waiting', 'Waiting'), ('proved', 'Proved'), ('refused', 'Refused')], default='waiting', max_length=10)),
                        ('why', models.CharField(blank=True, max_length=20)),
                        ('made_at', models.DateTimeField()),
                        ('claimed_at', models.DateTimeField(null=True)),
                    ],
                    options={
                        'indexes': [models.Index(fields=['author', '-made_at'], name='own_problems_of_a_player'), models.Index(fields=['state', 'id'], name='own_problems_by_state')],
                    },
                ),
            ],
        ),
    ]
