import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from foundation.migrating import CombinedOperation


class Migration(migrations.Migration):

    replaces = [('study', '0003_reviews')]

    initial = True

    dependencies = [
        ('accounts', '0002_since_0_1_0'),
        ('games', '0002_since_0_1_0'),
    ]

    operations = [
        CombinedOperation(
            operations=[
                migrations.CreateModel(
                    name='Tree',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('seat', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='tree', to='games.seat')),
                        ('version', models.PositiveIntegerField(default=0)),
                        ('nodes', models.JSONField(default=dict)),
                        ('armed', models.JSONField(default=list)),
                        ('shared', models.BooleanField(null=True)),
                        ('changed_at', models.DateTimeField(null=True)),
                        ('hidden_at', models.DateTimeField(null=True)),
                        ('hidden_reason', models.TextField(blank=True)),
                    ],
                ),
                migrations.CreateModel(
                    name='Operation',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('tree', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='operations', to='study.tree')),
                        ('name', models.CharField(max_length=32)),
                        ('at', models.DateTimeField(db_index=True)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('tree', 'name'), name='an_operation_once')],
                    },
                ),
                migrations.CreateModel(
                    name='ReaderTree',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='reader_trees', to='games.game')),
                        ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('nodes', models.JSONField(default=dict)),
                        ('changed_at', models.DateTimeField()),
                        ('hidden_at', models.DateTimeField(null=True)),
                        ('hidden_reason', models.TextField(blank=True)),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('game', 'author'), name='one_reader_tree')],
                    },
                ),
                migrations.CreateModel(
                    name='Teacher',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='teachers', to='games.game')),
                        ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('invited_by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('at', models.DateTimeField()),
                    ],
                    options={
                        'constraints': [models.UniqueConstraint(fields=('game', 'player'), name='a_teacher_once')],
                    },
                ),
                migrations.CreateModel(
                    name='StudySettings',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='study_settings', to=settings.AUTH_USER_MODEL)),
                        ('sharing', models.CharField(choices=[('ask', 'Ask me after each game'), ('always', 'Always share my analysis'), ('never', 'Never share my analysis')], default='ask', max_length=6, verbose_name='sharing your analysis after a game')),
                    ],
                ),
            ],
        ),
    ]
