"""What has changed since 0.1.0. New databases get it as well as those of 0.1.0."""

import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
import foundation.languages
import foundation.text
from django.conf import settings
from django.db import migrations, models

from foundation.migrating import CombinedOperation


class Migration(migrations.Migration):

    replaces = [('accounts', '0022_outside_added')]

    dependencies = [
        ('accounts', '0001_initial'),
    ]

    operations = [
        # Indexes of 0.1.0 that others serve as well. New databases do not have them.
        migrations.RunSQL(
            sql=[
                'DROP INDEX IF EXISTS accounts_block_player_id_815de0bf',
                'DROP INDEX IF EXISTS accounts_restriction_player_id_f8df7450',
                'DROP INDEX IF EXISTS accounts_securityevent_player_id_9d9bee26',
            ],
        ),
        CombinedOperation(
            operations=[
                migrations.CreateModel(
                    name='SiteSettings',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(blank=True, max_length=40, validators=[foundation.text.check_line, django.core.validators.MinLengthValidator(2)], verbose_name='server name')),
                        ('sealed_mail', models.TextField(blank=True)),
                        ('backup_folder', models.CharField(blank=True, max_length=300)),
                        ('backup_hours', models.PositiveSmallIntegerField(choices=[(0, 'no backups'), (6, 'every six hours'), (24, 'every day'), (168, 'every week')], default=0)),
                        ('sealed_signing_key', models.TextField(blank=True)),
                        ('sealed_push_key', models.TextField(blank=True)),
                        ('link_digest', models.CharField(blank=True, max_length=64)),
                        ('link_until', models.DateTimeField(null=True)),
                    ],
                    options={
                        'constraints': [models.CheckConstraint(condition=models.Q(('id', 1)), name='one_row_of_site_settings')],
                    },
                ),
                migrations.CreateModel(
                    name='SpentGrant',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('digest', models.CharField(max_length=64, unique=True)),
                        ('family', models.CharField(max_length=32)),
                        ('client_id', models.CharField(max_length=100)),
                        ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('at', models.DateTimeField(db_index=True)),
                        ('successor', models.CharField(blank=True, max_length=64)),
                        ('answer', models.TextField(blank=True)),
                    ],
                ),
            ],
        ),
        CombinedOperation(
            operations=[
                migrations.AddField(
                    model_name='player',
                    name='board_theme',
                    field=models.CharField(choices=[('wood', 'Wood'), ('paper', 'Paper'), ('slate', 'Slate'), ('contrast', 'High contrast')], db_default='wood', default='wood', max_length=8, verbose_name='board and stones'),
                ),
                migrations.AddField(
                    model_name='player',
                    name='calendar',
                    field=models.CharField(blank=True, choices=[('', 'Gregorian'), ('solar', 'Solar Hijri')], db_default='', default='', max_length=7, verbose_name='calendar on Persian pages'),
                ),
                migrations.AddField(
                    model_name='player',
                    name='is_guest',
                    field=models.BooleanField(db_default=False, default=False, verbose_name='guest'),
                ),
                migrations.AddField(
                    model_name='player',
                    name='next_order',
                    field=models.CharField(choices=[('deadline', 'Least time left first'), ('waiting', 'Longest waiting first'), ('opponent', 'By opponent'), ('priority', 'By my priority')], db_default='deadline', default='deadline', max_length=8, verbose_name='order of the games waiting for me'),
                ),
                migrations.AddField(
                    model_name='player',
                    name='sounds',
                    field=models.BooleanField(db_default=False, default=False, verbose_name='sounds'),
                ),
            ],
        ),
        migrations.AlterField(
            model_name='player',
            name='language',
            field=models.CharField(blank=True, choices=foundation.languages.language_choices, max_length=12, verbose_name='language'),
        ),
        CombinedOperation(
            operations=[
                migrations.AddIndex(
                    model_name='player',
                    index=models.Index(django.db.models.functions.text.Upper('email'), name='player_email'),
                ),
                migrations.AddIndex(
                    model_name='player',
                    index=models.Index(condition=models.Q(('is_staff', True)), fields=['-id'], name='player_staff'),
                ),
                migrations.AddIndex(
                    model_name='player',
                    index=models.Index(condition=models.Q(('is_active', False)), fields=['-id'], name='player_closed'),
                ),
                migrations.AddIndex(
                    model_name='player',
                    index=models.Index(condition=models.Q(('is_guest', True)), fields=['last_login'], name='player_guests'),
                ),
            ],
        ),
    ]
