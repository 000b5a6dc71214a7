import django.db.models.deletion
import study.models
from django.conf import settings
from django.db import migrations, models

from foundation.migrating import CombinedOperation


class Migration(migrations.Migration):

    replaces = [('study', '0006_board_with_joined_edges')]

    initial = True

    dependencies = [
        ('classes', '0001_initial'),
        ('clubs', '0001_initial'),
        ('games', '0002_since_0_1_0'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CombinedOperation(
            operations=[
                migrations.CreateModel(
                    name='DemoBoard',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('key', models.CharField(default=study.models.new_key, max_length=16, unique=True)),
                        ('name', models.CharField(max_length=100)),
                        ('start', models.TextField()),
                        ('nodes', models.JSONField(default=dict)),
                        ('shown', models.CharField(default='000000000000', max_length=12)),
                        ('stones', models.TextField(db_default='', default='')),
                        ('wraps', models.BooleanField(db_default=False, default=False)),
                        ('version', models.PositiveIntegerField(default=0)),
                        ('made_at', models.DateTimeField()),
                        ('changed_at', models.DateTimeField()),
                        ('closed_at', models.DateTimeField(null=True)),
                        ('is_public', models.BooleanField(default=False)),
                        ('has_link', models.BooleanField(default=False)),
                        ('hidden_at', models.DateTimeField(null=True)),
                        ('hidden_reason', models.TextField(blank=True)),
                        ('owner', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'demonstration board',
                        'verbose_name_plural': 'demonstration boards',
                    },
                ),
                migrations.CreateModel(
                    name='BoardQuestion',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('node', models.CharField(max_length=12)),
                        ('text', models.TextField()),
                        ('state', models.CharField(choices=[('open', 'open'), ('answered', 'answered'), ('hidden', 'hidden')], default='open', max_length=8)),
                        ('asked_at', models.DateTimeField()),
                        ('hidden_at', models.DateTimeField(null=True)),
                        ('author', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('board', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='questions', to='study.demoboard')),
                    ],
                    options={
                        'verbose_name': 'question on a demonstration board',
                        'verbose_name_plural': 'questions on demonstration boards',
                    },
                ),
                migrations.CreateModel(
                    name='DemoBoardShare',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('board', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='shares', to='study.demoboard')),
                        ('classroom', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='classes.classroom')),
                        ('club', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.club')),
                        ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                ),
                migrations.CreateModel(
                    name='ReaderTree',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('nodes', models.JSONField(default=dict)),
                        ('changed_at', models.DateTimeField()),
                        ('hidden_at', models.DateTimeField(null=True)),
                        ('hidden_reason', models.TextField(blank=True)),
                        ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='reader_trees', to='games.game')),
                    ],
                ),
                migrations.CreateModel(
                    name='StudySettings',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('sharing', models.CharField(choices=[('ask', 'Ask me after each game'), ('always', 'Always share my analysis'), ('never', 'Never share my analysis')], default='ask', max_length=6, verbose_name='sharing your analysis after a game')),
                        ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='study_settings', to=settings.AUTH_USER_MODEL)),
                    ],
                ),
                migrations.CreateModel(
                    name='Teacher',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('at', models.DateTimeField()),
                        ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='teachers', to='games.game')),
                        ('invited_by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                ),
                migrations.CreateModel(
                    name='Tree',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('version', models.PositiveIntegerField(default=0)),
                        ('nodes', models.JSONField(default=dict)),
                        ('armed', models.JSONField(default=list)),
                        ('shared', models.BooleanField(null=True)),
                        ('changed_at', models.DateTimeField(null=True)),
                        ('hidden_at', models.DateTimeField(null=True)),
                        ('hidden_reason', models.TextField(blank=True)),
                        ('seat', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='tree', to='games.seat')),
                    ],
                ),
                migrations.CreateModel(
                    name='Operation',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=32)),
                        ('at', models.DateTimeField(db_index=True)),
                        ('tree', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='operations', to='study.tree')),
                    ],
                ),
                migrations.AddIndex(
                    model_name='demoboard',
                    index=models.Index(fields=['owner', '-id'], name='boards_of_player'),
                ),
                migrations.AddIndex(
                    model_name='demoboard',
                    index=models.Index(condition=models.Q(('is_public', True)), fields=['-id'], name='public_boards'),
                ),
                migrations.AddConstraint(
                    model_name='demoboardshare',
                    constraint=models.UniqueConstraint(fields=('board', 'player'), name='board_with_player_once'),
                ),
                migrations.AddConstraint(
                    model_name='demoboardshare',
                    constraint=models.UniqueConstraint(fields=('board', 'club'), name='board_with_club_once'),
                ),
                migrations.AddConstraint(
                    model_name='demoboardshare',
                    constraint=models.UniqueConstraint(fields=('board', 'classroom'), name='board_with_class_once'),
                ),
                migrations.AddConstraint(
                    model_name='demoboardshare',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('classroom', None), ('club', None), ('player__isnull', False)), models.Q(('classroom', None), ('club__isnull', False), ('player', None)), models.Q(('classroom__isnull', False), ('club', None), ('player', None)), _connector='OR'), name='board_shared_with_one'),
                ),
                migrations.AddConstraint(
                    model_name='readertree',
                    constraint=models.UniqueConstraint(fields=('game', 'author'), name='one_reader_tree'),
                ),
                migrations.AddConstraint(
                    model_name='teacher',
                    constraint=models.UniqueConstraint(fields=('game', 'player'), name='a_teacher_once'),
                ),
                migrations.AddConstraint(
                    model_name='operation',
                    constraint=models.UniqueConstraint(fields=('tree', 'name'), name='an_operation_once'),
                ),
            ],
        ),
    ]
