import django.db.models.deletion
from django.db import migrations, models

from foundation.migrating import CombinedOperation


class Migration(migrations.Migration):

    replaces = [('sharing', '0002_local_patterns')]

    initial = True

    dependencies = [
        ('games', '0002_since_0_1_0'),
    ]

    operations = [
        CombinedOperation(
            operations=[
                migrations.CreateModel(
                    name='GamePattern',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveSmallIntegerField(verbose_name='moves')),
                        ('key', models.BigIntegerField()),
                        ('room', models.BinaryField(max_length=7)),
                        ('next', models.BinaryField(max_length=100)),
                        ('winner', models.PositiveSmallIntegerField(null=True)),
                        ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                    ],
                    options={
                        'verbose_name': 'local pattern',
                        'verbose_name_plural': 'local patterns',
                        'indexes': [models.Index(fields=['key', '-game'], name='local_pattern')],
                    },
                ),
                migrations.CreateModel(
                    name='Opening',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('move', models.PositiveSmallIntegerField(verbose_name='moves')),
                        ('key', models.BigIntegerField()),
                        ('next', models.SmallIntegerField(null=True)),
                        ('winner', models.PositiveSmallIntegerField(null=True)),
                        ('bots', models.BooleanField(default=False)),
                        ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                    ],
                    options={
                        'verbose_name': 'opening',
                        'verbose_name_plural': 'openings',
                        'indexes': [models.Index(fields=['key', '-game'], name='opening_position'), models.Index(condition=models.Q(('bots', False)), fields=['key', '-game'], name='opening_of_people')],
                        'constraints': [models.UniqueConstraint(fields=('game', 'move'), name='one_opening_a_move')],
                    },
                ),
            ],
        ),
    ]
