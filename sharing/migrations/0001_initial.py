import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    replaces = [('sharing', '0001_openings')]

    initial = True

    dependencies = [
        ('games', '0002_since_0_1_0'),
    ]

    operations = [
        migrations.CreateModel(
            name='Opening',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                ('move', models.PositiveSmallIntegerField(verbose_name='moves')),
                ('key', models.BigIntegerField()),
                ('next', models.SmallIntegerField(null=True)),
                ('winner', models.PositiveSmallIntegerField(null=True)),
                ('bots', models.BooleanField(default=False)),
            ],
            options={
                'verbose_name': 'opening',
                'verbose_name_plural': 'openings',
                'indexes': [models.Index(fields=['key', '-game'], name='opening_position'), models.Index(condition=models.Q(('bots', False)), fields=['key', '-game'], name='opening_of_people')],
                'constraints': [models.UniqueConstraint(fields=('game', 'move'), name='one_opening_a_move')],
            },
        ),
    ]
