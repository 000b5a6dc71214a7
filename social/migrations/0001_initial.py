import django.db.models.deletion
import foundation.text
from django.conf import settings
from django.db import migrations, models

from foundation.migrating import CombinedOperation


class Migration(migrations.Migration):

    replaces = [('social', '0006_comments')]

    initial = True

    dependencies = [
        ('accounts', '0002_since_0_1_0'),
        ('games', '0002_since_0_1_0'),
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
                        'indexes': [models.Index(fields=['-begins', '-id'], name='bulletin_latest')],
                    },
                ),
                migrations.CreateModel(
                    name='BulletinText',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('bulletin', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='texts', to='social.bulletin')),
                        ('language', models.CharField(max_length=12)),
                        ('title', models.CharField(max_length=100, validators=[foundation.text.check_line], verbose_name='title')),
                        ('text', models.TextField(max_length=2000, validators=[foundation.text.check_text], verbose_name='text')),
                        ('question', models.CharField(blank=True, max_length=200, validators=[foundation.text.check_line], verbose_name='question')),
                        ('answers', models.TextField(blank=True, validators=[foundation.text.check_text], verbose_name='answers')),
                    ],
                    options={
                        'verbose_name': 'bulletin text',
                        'verbose_name_plural': 'bulletin texts',
                        'constraints': [models.UniqueConstraint(fields=('bulletin', 'language'), name='bulletin_once_a_language')],
                    },
                ),
                migrations.CreateModel(
                    name='Vote',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('bulletin', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='votes', to='social.bulletin')),
                        ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('choice', models.PositiveSmallIntegerField()),
                    ],
                    options={
                        'verbose_name': 'vote',
                        'verbose_name_plural': 'votes',
                        'constraints': [models.UniqueConstraint(fields=('bulletin', 'player'), name='vote_once')],
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
                        'constraints': [models.UniqueConstraint(fields=('bulletin', 'player'), name='dismiss_once')],
                    },
                ),
                migrations.CreateModel(
                    name='Follow',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('followed', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('at', models.DateTimeField()),
                    ],
                    options={
                        'verbose_name': 'followed player',
                        'verbose_name_plural': 'followed players',
                        'ordering': ['-pk'],
                        'indexes': [models.Index(fields=['followed', '-id'], name='follow_of')],
                        'constraints': [models.UniqueConstraint(fields=('player', 'followed'), name='follow_once'), models.CheckConstraint(condition=models.Q(('player', models.F('followed')), _negated=True), name='follow_another')],
                    },
                ),
                migrations.CreateModel(
                    name='Star',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                        ('note', models.TextField(blank=True, max_length=500, verbose_name='note')),
                        ('tag', models.CharField(blank=True, max_length=30, verbose_name='tag')),
                        ('at', models.DateTimeField()),
                    ],
                    options={
                        'verbose_name': 'followed game',
                        'verbose_name_plural': 'followed games',
                        'ordering': ['-pk'],
                        'indexes': [models.Index(fields=['player', '-id'], name='star_latest')],
                        'constraints': [models.UniqueConstraint(fields=('player', 'game'), name='star_once')],
                    },
                ),
                migrations.CreateModel(
                    name='Mute',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('muted', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'muted player',
                        'verbose_name_plural': 'muted players',
                        'constraints': [models.UniqueConstraint(fields=('player', 'muted'), name='mute_once')],
                    },
                ),
                migrations.CreateModel(
                    name='Thread',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('low', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('high', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'conversation',
                        'verbose_name_plural': 'conversations',
                        'constraints': [models.UniqueConstraint(fields=('low', 'high'), name='one_thread_of_two'), models.CheckConstraint(condition=models.Q(('low__lt', models.F('high'))), name='thread_in_order')],
                    },
                ),
                migrations.CreateModel(
                    name='ThreadSide',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('thread', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sides', to='social.thread')),
                        ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('other', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('unread', models.PositiveIntegerField(default=0)),
                        ('muted', models.BooleanField(default=False)),
                        ('last_at', models.DateTimeField()),
                    ],
                    options={
                        'verbose_name': 'conversation',
                        'verbose_name_plural': 'conversations',
                        'ordering': ['-last_at', '-pk'],
                        'indexes': [models.Index(fields=['player', '-last_at', '-id'], name='thread_latest'), models.Index(condition=models.Q(('unread__gt', 0)), fields=['player'], name='thread_unread')],
                        'constraints': [models.UniqueConstraint(fields=('player', 'other'), name='one_side_of_a_thread')],
                    },
                ),
                migrations.CreateModel(
                    name='Post',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('thread', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='posts', to='social.thread')),
                        ('game', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                        ('number', models.PositiveIntegerField(default=0)),
                        ('node', models.CharField(blank=True, db_default='', default='', max_length=12)),
                        ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('text', models.TextField(blank=True, max_length=2000, verbose_name='message')),
                        ('quick', models.CharField(blank=True, choices=[('hello', 'hello'), ('thanks', 'thanks'), ('good_move', 'good_move'), ('slow', 'slow'), ('slip', 'slip'), ('again', 'again')], max_length=12)),
                        ('said_at', models.DateTimeField()),
                        ('hidden_at', models.DateTimeField(null=True)),
                        ('hidden_reason', models.TextField(blank=True)),
                    ],
                    options={
                        'verbose_name': 'message',
                        'verbose_name_plural': 'messages',
                        'ordering': ['pk'],
                        'indexes': [models.Index(fields=['thread', '-id'], name='post_of_thread'), models.Index(fields=['game', '-id'], name='post_of_game')],
                        'constraints': [models.CheckConstraint(condition=models.Q(('thread', None), ('game', None), _connector='XOR'), name='post_in_one_place'), models.CheckConstraint(condition=models.Q(('thread', None), ('node', ''), _connector='OR'), name='comment_in_a_game')],
                    },
                ),
            ],
        ),
    ]
