import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from foundation.migrating import CombinedOperation


class Migration(migrations.Migration):

    replaces = [('library', '0005_shared_with_classes')]

    initial = True

    dependencies = [
        ('classes', '0001_initial'),
        ('clubs', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CombinedOperation(
            operations=[
                migrations.CreateModel(
                    name='Record',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('added_at', models.DateTimeField()),
                        ('kept_at', models.DateTimeField(null=True)),
                        ('name', models.CharField(max_length=100)),
                        ('folder', models.CharField(blank=True, max_length=60)),
                        ('black', models.CharField(blank=True, max_length=100)),
                        ('white', models.CharField(blank=True, max_length=100)),
                        ('black_rank', models.CharField(blank=True, max_length=20)),
                        ('white_rank', models.CharField(blank=True, max_length=20)),
                        ('names', models.CharField(blank=True, max_length=250)),
                        ('event', models.CharField(blank=True, max_length=100)),
                        ('events', models.CharField(blank=True, max_length=150)),
                        ('played', models.CharField(blank=True, max_length=10)),
                        ('result', models.CharField(blank=True, max_length=30)),
                        ('rules', models.CharField(blank=True, max_length=20)),
                        ('komi', models.CharField(blank=True, max_length=10)),
                        ('width', models.PositiveSmallIntegerField()),
                        ('height', models.PositiveSmallIntegerField()),
                        ('handicap', models.PositiveSmallIntegerField()),
                        ('moves', models.PositiveIntegerField()),
                        ('nodes', models.PositiveIntegerField()),
                        ('comments', models.PositiveIntegerField()),
                        ('branches', models.PositiveIntegerField()),
                        ('position', models.CharField(max_length=700)),
                        ('last', models.CharField(blank=True, max_length=4)),
                        ('codec', models.CharField(max_length=20)),
                        ('size', models.PositiveIntegerField()),
                        ('digest', models.CharField(max_length=64)),
                        ('data', models.BinaryField()),
                        ('is_public', models.BooleanField(default=False)),
                        ('hidden_at', models.DateTimeField(null=True)),
                        ('hidden_reason', models.TextField(blank=True)),
                        ('is_indexed', models.BooleanField(default=False)),
                        ('owner', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'record',
                        'verbose_name_plural': 'records',
                    },
                ),
                migrations.CreateModel(
                    name='RecordPattern',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveSmallIntegerField(verbose_name='moves')),
                        ('key', models.BigIntegerField()),
                        ('room', models.BinaryField(max_length=7)),
                        ('next', models.BinaryField(max_length=100)),
                        ('winner', models.PositiveSmallIntegerField(null=True)),
                        ('private_owner', models.BigIntegerField(null=True)),
                        ('record', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='patterns', to='library.record')),
                    ],
                ),
                migrations.CreateModel(
                    name='RecordPosition',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('node', models.PositiveIntegerField()),
                        ('key', models.BigIntegerField()),
                        ('next', models.SmallIntegerField(null=True)),
                        ('winner', models.PositiveSmallIntegerField(null=True)),
                        ('private_owner', models.BigIntegerField(null=True)),
                        ('record', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='positions', to='library.record')),
                    ],
                ),
                migrations.CreateModel(
                    name='Share',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('classroom', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='classes.classroom')),
                        ('club', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.club')),
                        ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('record', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='shares', to='library.record')),
                    ],
                ),
                migrations.CreateModel(
                    name='Tag',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=30)),
                        ('record', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='tags', to='library.record')),
                    ],
                    options={
                        'ordering': ['name'],
                    },
                ),
                migrations.AddIndex(
                    model_name='record',
                    index=models.Index(fields=['owner', '-id'], name='library_of_player'),
                ),
                migrations.AddIndex(
                    model_name='record',
                    index=models.Index(condition=models.Q(('is_indexed', False)), fields=['id'], name='library_to_index'),
                ),
                migrations.AddConstraint(
                    model_name='record',
                    constraint=models.UniqueConstraint(fields=('owner', 'digest'), name='a_record_once'),
                ),
                migrations.AddIndex(
                    model_name='recordpattern',
                    index=models.Index(fields=['key', 'private_owner', '-record'], name='library_pattern_of'),
                ),
                migrations.AddIndex(
                    model_name='recordposition',
                    index=models.Index(fields=['key', 'private_owner', '-record'], name='library_position_of'),
                ),
                migrations.AddConstraint(
                    model_name='recordposition',
                    constraint=models.UniqueConstraint(fields=('record', 'key'), name='a_position_once'),
                ),
                migrations.AddConstraint(
                    model_name='share',
                    constraint=models.UniqueConstraint(fields=('record', 'player'), name='shared_with_player_once'),
                ),
                migrations.AddConstraint(
                    model_name='share',
                    constraint=models.UniqueConstraint(fields=('record', 'club'), name='shared_with_club_once'),
                ),
                migrations.AddConstraint(
                    model_name='share',
                    constraint=models.UniqueConstraint(fields=('record', 'classroom'), name='shared_with_class_once'),
                ),
                migrations.AddConstraint(
                    model_name='share',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('classroom', None), ('club', None), ('player__isnull', False)), models.Q(('classroom', None), ('club__isnull', False), ('player', None)), models.Q(('classroom__isnull', False), ('club', None), ('player', None)), _connector='OR'), name='shared_with_one'),
                ),
                migrations.AddConstraint(
                    model_name='tag',
                    constraint=models.UniqueConstraint(fields=('record', 'name'), name='a_tag_once'),
                ),
            ],
        ),
    ]
