"""The tables of 0.1.0: its databases have run what this replaces."""

import accounts.models
import accounts.names
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import foundation.text
from django.conf import settings
from django.db import migrations, models

from foundation import append_only
from foundation.migrating import CombinedOperation

LOGS = ("accounts_staffaction",)


def protect_logs(apps, schema_editor):
    for table in LOGS:
        append_only.make_append_only(schema_editor.connection, table)


class Migration(migrations.Migration):

    replaces = [('accounts', '0007_labels')]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        CombinedOperation(
            operations=[
                migrations.CreateModel(
                    name='ApiToken',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=60, verbose_name='name')),
                        ('digest', models.CharField(max_length=64, unique=True)),
                        ('hint', models.CharField(max_length=12)),
                        ('scopes', models.JSONField()),
                        ('created_at', models.DateTimeField()),
                        ('expires_at', models.DateTimeField(null=True)),
                        ('last_used_at', models.DateTimeField(null=True)),
                        ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='api_tokens', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'API token',
                        'verbose_name_plural': 'API tokens',
                        'ordering': ['-created_at', '-pk'],
                    },
                ),
                migrations.CreateModel(
                    name='SecurityEvent',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.CharField(choices=[('signed_up', 'account created'), ('signed_in', 'signed in'), ('sign_in_failed', 'failed sign-in'), ('signed_out', 'signed out'), ('session_ended', 'session ended'), ('password_changed', 'password changed'), ('password_reset', 'password reset'), ('address_changed', 'e-mail address changed'), ('name_changed', 'name changed'), ('factor_added', 'two-factor method added'), ('factor_removed', 'two-factor method removed'), ('token_made', 'token created'), ('token_revoked', 'token revoked'), ('program_allowed', 'access granted to an app'), ('webhook_added', 'webhook added'), ('device_added', 'notification device added'), ('token_reused', "an app's access was revoked because its token was reused"), ('denied', 'access denied'), ('exported', 'data exported'), ('deleted', 'account deleted')], max_length=20, verbose_name='kind')),
                        ('at', models.DateTimeField(verbose_name='time')),
                        ('network', models.CharField(blank=True, max_length=45, verbose_name='network address')),
                        ('agent', models.CharField(blank=True, max_length=200, verbose_name='browser')),
                        ('detail', models.CharField(blank=True, max_length=200, verbose_name='details')),
                        ('player', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='security_events', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                    ],
                    options={
                        'verbose_name': 'security event',
                        'verbose_name_plural': 'security events',
                        'ordering': ['-at', '-pk'],
                        'indexes': [models.Index(fields=['player', '-at'], name='security_of_player'), models.Index(fields=['-at'], name='security_latest')],
                    },
                ),
                migrations.CreateModel(
                    name='StaffAction',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('action', models.CharField(max_length=40, verbose_name='action')),
                        ('about', models.JSONField(default=dict, verbose_name='about')),
                        ('reason', models.TextField(blank=True, verbose_name='reason')),
                        ('at', models.DateTimeField(verbose_name='time')),
                        ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                        ('staff', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                    ],
                    options={
                        'verbose_name': 'staff action',
                        'verbose_name_plural': 'staff actions',
                        'ordering': ['-at', '-pk'],
                        'indexes': [models.Index(fields=['-at', '-id'], name='staff_action_latest'), models.Index(fields=['player', '-at'], name='staff_action_of_player')],
                    },
                ),
                migrations.CreateModel(
                    name='Block',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('at', models.DateTimeField()),
                        ('blocked', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='blocked_by', to=settings.AUTH_USER_MODEL)),
                        ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='blocks', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'block',
                        'verbose_name_plural': 'blocks',
                        'ordering': ['-at', '-pk'],
                        'constraints': [models.UniqueConstraint(fields=('player', 'blocked'), name='blocked_once'), models.CheckConstraint(condition=models.Q(('player', models.F('blocked')), _negated=True), name='nobody_blocks_themselves')],
                    },
                ),
                migrations.CreateModel(
                    name='FormerName',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(blank=True, max_length=30)),
                        ('digest', models.CharField(max_length=64, unique=True)),
                        ('at', models.DateTimeField()),
                        ('until', models.DateTimeField(null=True)),
                        ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='former_names', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'former name',
                        'verbose_name_plural': 'former names',
                        'ordering': ['-at', '-pk'],
                    },
                ),
                migrations.CreateModel(
                    name='Player',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('password', models.CharField(max_length=128, verbose_name='password')),
                        ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                        ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                        ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                        ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                        ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                        ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                        ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                        ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                        ('username', models.CharField(error_messages={'unique': 'This name is taken or too similar to another name. Choose a different one.'}, help_text='2 to 30 letters and digits. You can also use - _ . but not at the start or end.', max_length=30, unique=True, validators=[accounts.names.check_name], verbose_name='name')),
                        ('name_key', models.CharField(editable=False, max_length=120, unique=True)),
                        ('language', models.CharField(blank=True, choices=[('', 'as the browser says'), ('en', 'English'), ('fi', 'suomi'), ('fa', 'فارسی')], max_length=2, verbose_name='language')),
                        ('time_zone', models.CharField(default='UTC', max_length=40, verbose_name='time zone')),
                        ('theme', models.CharField(blank=True, choices=[('', 'Automatic'), ('light', 'Light'), ('dark', 'Dark'), ('contrast', 'High contrast')], max_length=8, verbose_name='theme')),
                        ('after_sending', models.CharField(choices=[('stay', 'Stay in the game'), ('next', 'Go to the next game waiting for me'), ('list', 'Go back to My games')], default='stay', max_length=4, verbose_name='after playing a move')),
                        ('bio', models.TextField(blank=True, max_length=500, validators=[foundation.text.check_text], verbose_name='about me')),
                        ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                        ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
                        ('digits', models.CharField(blank=True, choices=[('', 'Persian: ۱۲۳'), ('latin', 'Latin: 123')], max_length=7, verbose_name='digits on Persian pages')),
                        ('motion', models.CharField(blank=True, choices=[('', 'same as my device'), ('none', 'no animation')], max_length=7, verbose_name='motion')),
                        ('show_coordinates', models.BooleanField(default=True, verbose_name='coordinates around the board')),
                        ('is_bot', models.BooleanField(default=False, verbose_name='bot')),
                        ('barred_until', models.DateTimeField(editable=False, null=True)),
                        ('muted_until', models.DateTimeField(editable=False, null=True)),
                        ('suspended_until', models.DateTimeField(editable=False, null=True)),
                        ('unrated_until', models.DateTimeField(editable=False, null=True)),
                        ('deleted_at', models.DateTimeField(editable=False, null=True)),
                    ],
                    options={
                        'verbose_name': 'player',
                        'verbose_name_plural': 'players',
                        'permissions': [('keep_order', 'Helper: may see reports, look into private games, warn and hide texts'), ('restrict_players', 'Moderator: may mute, bar and suspend players'), ('rule_games', 'Moderator: may act in games'), ('administer', 'Administrator: may suspend for good, rename, delete, and give permissions')],
                        'constraints': [models.UniqueConstraint(django.db.models.functions.text.Lower('username'), name='one_name_whatever_its_capitals')],
                    },
                    managers=[
                        ('objects', accounts.models.PlayerManager()),
                    ],
                ),
                migrations.CreateModel(
                    name='QueuedEmail',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('address', models.CharField(max_length=320, verbose_name='address')),
                        ('sealed', models.TextField(blank=True)),
                        ('made_at', models.DateTimeField(verbose_name='created')),
                        ('due_at', models.DateTimeField(null=True, verbose_name='due')),
                        ('taken_until', models.DateTimeField(null=True, verbose_name='locked until')),
                        ('expires_at', models.DateTimeField(verbose_name='expires')),
                        ('tries', models.PositiveSmallIntegerField(default=0, verbose_name='attempts')),
                        ('last_error', models.CharField(blank=True, max_length=200, verbose_name='last error')),
                        ('given_up_at', models.DateTimeField(null=True, verbose_name='sending failed')),
                    ],
                    options={
                        'verbose_name': 'e-mail',
                        'verbose_name_plural': 'e-mails',
                        'db_table': 'accounts_letter',
                        'ordering': ['-pk'],
                        'indexes': [models.Index(condition=models.Q(('due_at__isnull', False)), fields=['tries', 'due_at'], name='letter_waiting'), models.Index(condition=models.Q(('given_up_at__isnull', False)), fields=['-given_up_at'], name='letter_given_up'), models.Index(fields=['address'], name='letter_to')],
                        'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('due_at__isnull', False), ('given_up_at__isnull', True)), models.Q(('due_at__isnull', True), ('given_up_at__isnull', False), ('sealed', '')), _connector='OR'), name='letter_waits_or_is_given_up')],
                    },
                ),
                migrations.CreateModel(
                    name='Restriction',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.CharField(choices=[('muted', "can't chat"), ('unrated', "can't play rated games"), ('barred', "can't start new games"), ('suspended', 'is suspended')], max_length=10, verbose_name='kind')),
                        ('reason', models.TextField(verbose_name='reason')),
                        ('begin', models.DateTimeField(verbose_name='start')),
                        ('end', models.DateTimeField(null=True, verbose_name='end')),
                        ('lifted_at', models.DateTimeField(null=True, verbose_name='lifted')),
                        ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                        ('lifted_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='lifted by')),
                        ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='restrictions', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                    ],
                    options={
                        'verbose_name': 'restriction',
                        'verbose_name_plural': 'restrictions',
                        'ordering': ['-begin', '-pk'],
                        'indexes': [models.Index(fields=['player', 'kind'], name='restriction_of_player')],
                    },
                ),
            ],
        ),
        migrations.RunPython(protect_logs),
    ]
