"""The tables of 0.1.0: its databases have run what this replaces."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from foundation.migrating import CombinedOperation


class Migration(migrations.Migration):

    replaces = [('moderation', '0002_labels')]

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        ('games', '0001_initial'),
    ]

    operations = [
        CombinedOperation(
            operations=[
                migrations.CreateModel(
                    name='Case',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.CharField(choices=[('abuse', 'Abuse in chat'), ('profile', 'Offensive name or profile'), ('program', 'Computer assistance'), ('score', 'Score cheating'), ('stalling', 'Stalling'), ('sandbagging', 'Sandbagging (losing on purpose)'), ('accounts', 'Multiple accounts'), ('escaping', 'Abandoning games'), ('other', 'Other'), ('referee', 'Referee call'), ('signal', 'Detected by the server'), ('appeal', 'Appeal')], max_length=12, verbose_name='kind')),
                        ('group', models.CharField(blank=True, max_length=12)),
                        ('state', models.CharField(choices=[('open', 'open'), ('decided', 'decided'), ('closed', 'closed without action')], default='open', max_length=8, verbose_name='state')),
                        ('score', models.DecimalField(decimal_places=2, default=0, max_digits=7, verbose_name='report weight')),
                        ('opened_at', models.DateTimeField(verbose_name='opened')),
                        ('over_at', models.DateTimeField(null=True, verbose_name='ended')),
                        ('taken_until', models.DateTimeField(null=True, verbose_name='assigned until')),
                        ('game', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.game', verbose_name='game')),
                        ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='cases', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                        ('taken_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='assigned to')),
                    ],
                    options={
                        'verbose_name': 'case',
                        'verbose_name_plural': 'cases',
                        'ordering': ['opened_at', 'pk'],
                        'indexes': [models.Index(fields=['state', 'opened_at'], name='case_queue')],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'open'), models.Q(('group', ''), _negated=True)), fields=('player', 'group'), name='one_open_case_a_group')],
                    },
                ),
                migrations.CreateModel(
                    name='CaseNote',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('text', models.TextField(verbose_name='text')),
                        ('at', models.DateTimeField(verbose_name='time')),
                        ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='author')),
                        ('case', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='notes', to='moderation.case')),
                    ],
                    options={
                        'verbose_name': 'note',
                        'verbose_name_plural': 'notes',
                        'ordering': ['at', 'pk'],
                    },
                ),
                migrations.CreateModel(
                    name='Decision',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('measure', models.CharField(choices=[('none', 'Close without action'), ('warn', 'Warn'), ('hide', 'Hide a message'), ('hide_profile', 'Hide the profile text'), ('hide_club', "Hide a club's text and picture"), ('rename_club', "Remove a club's name"), ('close_club', 'Close a club'), ('hide_event', "Hide an event's name and description"), ('muted', 'Mute: no chat'), ('unrated', 'No rated games'), ('barred', 'No new games'), ('suspended', 'Suspend'), ('rename', 'Remove the name'), ('lift', 'Lift a restriction'), ('game', 'Make a ruling in the game')], max_length=12, verbose_name='action taken')),
                        ('reason_key', models.CharField(blank=True, choices=[('insults', 'Insults and threats are not allowed.'), ('spam', 'Advertising is not allowed in chats and profiles.'), ('name', 'The name or profile is offensive.'), ('program', 'A program was used to choose moves in games where that is not allowed.'), ('score', 'Living stones were marked dead, or dead stones alive, to change the score.'), ('stalling', 'Games were delayed for no reason.'), ('escaping', 'Games were abandoned instead of being finished or resigned.'), ('sandbagging', 'Games were lost on purpose to lower the rating.'), ('accounts', 'One person played rated games with several accounts.'), ('nothing', 'No breach of the rules was found.')], max_length=12, verbose_name='chosen reason')),
                        ('reason', models.TextField(blank=True, verbose_name='explanation')),
                        ('at', models.DateTimeField(verbose_name='time')),
                        ('until', models.DateTimeField(null=True, verbose_name='until')),
                        ('ends_case', models.BooleanField(default=True)),
                        ('kept', models.JSONField(default=dict)),
                        ('games_then', models.CharField(blank=True, choices=[('play_on', 'Games continue with clocks running'), ('lost', 'Games are lost by forfeit'), ('annulled', 'Games are annulled')], max_length=8)),
                        ('games_due', models.DateTimeField(null=True)),
                        ('games_stopped_at', models.DateTimeField(null=True)),
                        ('games_settled_at', models.DateTimeField(null=True)),
                        ('undone_at', models.DateTimeField(null=True, verbose_name='reversed')),
                        ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                        ('case', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to='moderation.case')),
                        ('game', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.game')),
                        ('message', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.message')),
                        ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to=settings.AUTH_USER_MODEL)),
                        ('restriction', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.restriction')),
                        ('undone_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'decision',
                        'verbose_name_plural': 'decisions',
                        'ordering': ['-at', '-pk'],
                        'indexes': [models.Index(fields=['player', '-at'], name='decision_of_player'), models.Index(condition=models.Q(('games_due__isnull', False), ('games_settled_at__isnull', True)), fields=['games_due'], name='decision_games_due')],
                    },
                ),
                migrations.CreateModel(
                    name='Appeal',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('text', models.TextField()),
                        ('at', models.DateTimeField()),
                        ('outcome', models.CharField(blank=True, choices=[('upheld', 'The decision has been upheld.'), ('changed', 'The decision has been changed.'), ('lifted', 'The decision has been reversed.')], max_length=8)),
                        ('reason', models.TextField(blank=True)),
                        ('answered_at', models.DateTimeField(null=True)),
                        ('answered_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='appeals', to=settings.AUTH_USER_MODEL)),
                        ('case', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='appeal', to='moderation.case')),
                        ('decision', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='appeal', to='moderation.decision')),
                    ],
                    options={
                        'verbose_name': 'appeal',
                        'verbose_name_plural': 'appeals',
                        'ordering': ['-at', '-pk'],
                    },
                ),
                migrations.CreateModel(
                    name='Report',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.CharField(choices=[('abuse', 'Abuse in chat'), ('profile', 'Offensive name or profile'), ('program', 'Computer assistance'), ('score', 'Score cheating'), ('stalling', 'Stalling'), ('sandbagging', 'Sandbagging (losing on purpose)'), ('accounts', 'Multiple accounts'), ('escaping', 'Abandoning games'), ('other', 'Other'), ('referee', 'Referee call'), ('signal', 'Detected by the server'), ('appeal', 'Appeal')], max_length=12, verbose_name='kind')),
                        ('text', models.TextField(blank=True, verbose_name='text')),
                        ('evidence', models.JSONField(default=list)),
                        ('weight', models.DecimalField(decimal_places=2, max_digits=4)),
                        ('at', models.DateTimeField(verbose_name='time')),
                        ('key', models.CharField(max_length=100, null=True, unique=True)),
                        ('answer', models.CharField(blank=True, choices=[('right', 'Your report was upheld and action was taken. Thank you.'), ('no_action', 'We looked into your report and found nothing that needs action. Thank you.')], max_length=10, verbose_name='answer')),
                        ('answered_at', models.DateTimeField(null=True)),
                        ('case', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reports', to='moderation.case')),
                        ('game', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.game')),
                        ('reporter', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reports_made', to=settings.AUTH_USER_MODEL, verbose_name='reporter')),
                    ],
                    options={
                        'verbose_name': 'report',
                        'verbose_name_plural': 'reports',
                        'ordering': ['at', 'pk'],
                        'indexes': [models.Index(fields=['reporter', '-at'], name='report_of_reporter')],
                        'constraints': [models.UniqueConstraint(fields=('case', 'reporter'), name='one_report_a_case')],
                    },
                ),
            ],
        ),
    ]
