import django.db.models.deletion
import foundation.text
from django.conf import settings
from django.db import migrations, models

from foundation.migrating import CombinedOperation


class Migration(migrations.Migration):

    replaces = [('social', '0003_discussions')]

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
                    name='Bulletin',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('begins', models.DateTimeField(verbose_name='from')),
                        ('ends', models.DateTimeField(blank=True, null=True, verbose_name='until')),
                        ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'bulletin',
                        'verbose_name_plural': 'bulletins',
                        'ordering': ['-begins', '-pk'],
                    },
                ),
                migrations.CreateModel(
                    name='BulletinText',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('language', models.CharField(max_length=12)),
                        ('title', models.CharField(max_length=100, validators=[foundation.text.check_single_line], verbose_name='title')),
                        ('text', models.TextField(max_length=2000, validators=[foundation.text.check_text], verbose_name='text')),
                        ('question', models.CharField(blank=True, max_length=200, validators=[foundation.text.check_single_line], verbose_name='question')),
                        ('answers', models.TextField(blank=True, validators=[foundation.text.check_text], verbose_name='answers')),
                        ('bulletin', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='texts', to='social.bulletin')),
                    ],
                    options={
                        'verbose_name': 'bulletin text',
                        'verbose_name_plural': 'bulletin texts',
                    },
                ),
                migrations.CreateModel(
                    name='Dismissal',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('bulletin', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='social.bulletin')),
                        ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'dismissed bulletin',
                        'verbose_name_plural': 'dismissed bulletins',
                    },
                ),
                migrations.CreateModel(
                    name='Follow',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('at', models.DateTimeField()),
                        ('followed', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'followed player',
                        'verbose_name_plural': 'followed players',
                        'ordering': ['-pk'],
                    },
                ),
                migrations.CreateModel(
                    name='Mute',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('muted', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'muted player',
                        'verbose_name_plural': 'muted players',
                    },
                ),
                migrations.CreateModel(
                    name='Star',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('note', models.TextField(blank=True, max_length=500, verbose_name='note')),
                        ('tag', models.CharField(blank=True, max_length=30, verbose_name='tag')),
                        ('at', models.DateTimeField()),
                        ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                        ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'followed game',
                        'verbose_name_plural': 'followed games',
                        'ordering': ['-pk'],
                    },
                ),
                migrations.CreateModel(
                    name='Thread',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('high', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('low', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'conversation',
                        'verbose_name_plural': 'conversations',
                    },
                ),
                migrations.CreateModel(
                    name='ThreadSide',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('unread', models.PositiveIntegerField(default=0)),
                        ('muted', models.BooleanField(default=False)),
                        ('archived', models.BooleanField(db_default=False, default=False)),
                        ('last_at', models.DateTimeField()),
                        ('other', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('thread', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sides', to='social.thread')),
                    ],
                    options={
                        'verbose_name': 'conversation',
                        'verbose_name_plural': 'conversations',
                        'ordering': ['-last_at', '-pk'],
                    },
                ),
                migrations.CreateModel(
                    name='Topic',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('title', models.CharField(max_length=100, validators=[foundation.text.check_single_line], verbose_name='title')),
                        ('at', models.DateTimeField()),
                        ('last_at', models.DateTimeField()),
                        ('post_count', models.PositiveIntegerField(default=0)),
                        ('closed_at', models.DateTimeField(null=True)),
                        ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('club', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.club')),
                    ],
                    options={
                        'verbose_name': 'topic',
                        'verbose_name_plural': 'topics',
                        'ordering': ['-last_at', '-pk'],
                    },
                ),
                migrations.CreateModel(
                    name='Post',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveIntegerField(default=0)),
                        ('node', models.CharField(blank=True, db_default='', default='', max_length=12)),
                        ('text', models.TextField(blank=True, max_length=2000, verbose_name='message')),
                        ('quick', models.CharField(blank=True, choices=[('hello', 'hello'), ('thanks', 'thanks'), ('good_move', 'good_move'), ('slow', 'slow'), ('slip', 'slip'), ('again', 'again')], max_length=12)),
                        ('said_at', models.DateTimeField()),
                        ('hidden_at', models.DateTimeField(null=True)),
                        ('hidden_reason', models.TextField(blank=True)),
                        ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('game', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                        ('thread', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='posts', to='social.thread')),
                        ('topic', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='posts', to='social.topic')),
                    ],
                    options={
                        'verbose_name': 'message',
                        'verbose_name_plural': 'messages',
                        'ordering': ['pk'],
                    },
                ),
                migrations.CreateModel(
                    name='TopicSide',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('read', models.PositiveIntegerField(default=0)),
                        ('following', models.BooleanField(default=False)),
                        ('muted', models.BooleanField(default=False)),
                        ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('topic', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='sides', to='social.topic')),
                    ],
                    options={
                        'verbose_name': "player's topic status",
                        'verbose_name_plural': "players' topic statuses",
                    },
                ),
                migrations.CreateModel(
                    name='Vote',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('choice', models.PositiveSmallIntegerField()),
                        ('bulletin', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='votes', to='social.bulletin')),
                        ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'vote',
                        'verbose_name_plural': 'votes',
                    },
                ),
                migrations.AddIndex(
                    model_name='bulletin',
                    index=models.Index(fields=['-begins', '-id'], name='bulletin_latest'),
                ),
                migrations.AddConstraint(
                    model_name='bulletintext',
                    constraint=models.UniqueConstraint(fields=('bulletin', 'language'), name='bulletin_once_a_language'),
                ),
                migrations.AddConstraint(
                    model_name='dismissal',
                    constraint=models.UniqueConstraint(fields=('bulletin', 'player'), name='dismiss_once'),
                ),
                migrations.AddIndex(
                    model_name='follow',
                    index=models.Index(fields=['followed', '-id'], name='follow_of'),
                ),
                migrations.AddConstraint(
                    model_name='follow',
                    constraint=models.UniqueConstraint(fields=('player', 'followed'), name='follow_once'),
                ),
                migrations.AddConstraint(
                    model_name='follow',
                    constraint=models.CheckConstraint(condition=models.Q(('player', models.F('followed')), _negated=True), name='follow_another'),
                ),
                migrations.AddConstraint(
                    model_name='mute',
                    constraint=models.UniqueConstraint(fields=('player', 'muted'), name='mute_once'),
                ),
                migrations.AddIndex(
                    model_name='star',
                    index=models.Index(fields=['player', '-id'], name='star_latest'),
                ),
                migrations.AddConstraint(
                    model_name='star',
                    constraint=models.UniqueConstraint(fields=('player', 'game'), name='star_once'),
                ),
                migrations.AddConstraint(
                    model_name='thread',
                    constraint=models.UniqueConstraint(fields=('low', 'high'), name='one_thread_of_two'),
                ),
                migrations.AddConstraint(
                    model_name='thread',
                    constraint=models.CheckConstraint(condition=models.Q(('low__lt', models.F('high'))), name='thread_in_order'),
                ),
                migrations.AddIndex(
                    model_name='threadside',
                    index=models.Index(fields=['player', '-last_at', '-id'], name='thread_latest'),
                ),
                migrations.AddIndex(
                    model_name='threadside',
                    index=models.Index(condition=models.Q(('unread__gt', 0)), fields=['player'], name='thread_unread'),
                ),
                migrations.AddConstraint(
                    model_name='threadside',
                    constraint=models.UniqueConstraint(fields=('player', 'other'), name='one_side_of_a_thread'),
                ),
                migrations.AddIndex(
                    model_name='topic',
                    index=models.Index(fields=['club', '-last_at', '-id'], name='topic_latest'),
                ),
                migrations.AddIndex(
                    model_name='post',
                    index=models.Index(fields=['thread', '-id'], name='post_of_thread'),
                ),
                migrations.AddIndex(
                    model_name='post',
                    index=models.Index(fields=['game', '-id'], name='post_of_game'),
                ),
                migrations.AddIndex(
                    model_name='post',
                    index=models.Index(condition=models.Q(('topic__isnull', False)), fields=['topic', '-id'], name='post_of_topic'),
                ),
                migrations.AddConstraint(
                    model_name='post',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('game__isnull', True), ('thread__isnull', False), ('topic__isnull', True)), models.Q(('game__isnull', False), ('thread__isnull', True), ('topic__isnull', True)), models.Q(('game__isnull', True), ('thread__isnull', True), ('topic__isnull', False)), _connector='OR'), name='post_in_one_place'),
                ),
                migrations.AddConstraint(
                    model_name='post',
                    constraint=models.CheckConstraint(condition=models.Q(('game__isnull', False), ('node', ''), _connector='OR'), name='comment_in_a_game'),
                ),
                migrations.AddConstraint(
                    model_name='post',
                    constraint=models.UniqueConstraint(condition=models.Q(('topic__isnull', False)), fields=('topic', 'number'), name='one_post_a_number'),
                ),
                migrations.AddConstraint(
                    model_name='topicside',
                    constraint=models.UniqueConstraint(fields=('topic', 'player'), name='one_side_of_a_topic'),
                ),
                migrations.AddConstraint(
                    model_name='vote',
                    constraint=models.UniqueConstraint(fields=('bulletin', 'player'), name='vote_once'),
                ),
            ],
        ),
    ]
