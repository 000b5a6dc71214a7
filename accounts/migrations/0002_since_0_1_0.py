"""What has changed since 0.1.0. New databases get it as well as those of 0.1.0."""

import accounts.countries
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
import foundation.languages
import foundation.text
from django.conf import settings
from django.db import migrations, models

from foundation.migrating import CombinedOperation


class Migration(migrations.Migration):

    replaces = [('accounts', '0009_childrens_accounts')]

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
                        ('name', models.CharField(blank=True, max_length=40, validators=[foundation.text.check_single_line, django.core.validators.MinLengthValidator(2)], verbose_name='server name')),
                        ('sealed_mail', models.TextField(blank=True)),
                        ('backup_folder', models.CharField(blank=True, max_length=300)),
                        ('backup_hours', models.PositiveSmallIntegerField(choices=[(0, 'no backups'), (6, 'every six hours'), (24, 'every day'), (168, 'every week')], default=0)),
                        ('sealed_signing_key', models.TextField(blank=True)),
                        ('sealed_push_key', models.TextField(blank=True)),
                        ('link_digest', models.CharField(blank=True, max_length=64)),
                        ('link_until', models.DateTimeField(null=True)),
                        ('rule_set', models.CharField(blank=True, db_default='', default='', max_length=20)),
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
                migrations.CreateModel(
                    name='PlayerPicture',
                    fields=[
                        ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to=settings.AUTH_USER_MODEL)),
                        ('digest', models.CharField(db_index=True, max_length=16)),
                        ('webp', models.TextField()),
                        ('at', models.DateTimeField()),
                    ],
                    options={
                        'verbose_name': 'player picture',
                        'verbose_name_plural': 'player pictures',
                    },
                ),
                migrations.CreateModel(
                    name='FederationProfile',
                    fields=[
                        ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='federation_profile', serialize=False, to=settings.AUTH_USER_MODEL)),
                        ('family_name', models.CharField(max_length=60, validators=[foundation.text.check_single_line], verbose_name='family name')),
                        ('given_name', models.CharField(blank=True, max_length=60, validators=[foundation.text.check_single_line], verbose_name='given name')),
                        ('country', models.CharField(blank=True, max_length=2, validators=[accounts.countries.check_country], verbose_name='country')),
                        ('club', models.CharField(blank=True, max_length=60, validators=[foundation.text.check_single_line], verbose_name='club')),
                        ('egd_pin', models.CharField(blank=True, db_index=True, max_length=8, validators=[django.core.validators.RegexValidator('\\A[0-9]{8}\\Z', 'An EGD PIN has 8 digits.')], verbose_name='EGD PIN')),
                        ('aga_number', models.CharField(blank=True, max_length=6, validators=[django.core.validators.RegexValidator('\\A[0-9]{1,6}\\Z', 'An AGA number has at most 6 digits.')], verbose_name='AGA number')),
                        ('ffg_licence', models.CharField(blank=True, max_length=7, validators=[django.core.validators.RegexValidator('\\A[0-9]{7}\\Z', 'An FFG licence number has 7 digits.')], verbose_name='FFG licence')),
                        ('is_findable', models.BooleanField(default=False, verbose_name='directors can find me by my EGD PIN')),
                    ],
                    options={
                        'verbose_name': 'federation data',
                        'verbose_name_plural': 'federation data',
                    },
                ),
            ],
        ),
        CombinedOperation(
            operations=[
                migrations.AddField(
                    model_name='player',
                    name='board_theme',
                    field=models.CharField(choices=[('wood', 'Wood'), ('paper', 'Paper'), ('slate', 'Slate'), ('contrast', 'High contrast'), ('bamboo', 'Bamboo'), ('walnut', 'Walnut'), ('jade', 'Jade'), ('indigo', 'Indigo')], db_default='wood', default='wood', max_length=8, verbose_name='board and stones'),
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
                migrations.AddField(
                    model_name='player',
                    name='country',
                    field=models.CharField(blank=True, db_default='', default='', max_length=2, validators=[accounts.countries.check_country], verbose_name='country'),
                ),
                migrations.AddField(
                    model_name='player',
                    name='hides_rank',
                    field=models.BooleanField(db_default=False, default=False, verbose_name='hide my rank from others'),
                ),
                migrations.AddField(
                    model_name='player',
                    name='is_child',
                    field=models.BooleanField(db_default=False, default=False, verbose_name='child in a class'),
                ),
                migrations.AddField(
                    model_name='player',
                    name='picture',
                    field=models.CharField(blank=True, db_default='', default='', editable=False, max_length=16),
                ),
                migrations.AddField(
                    model_name='player',
                    name='sees_ranks',
                    field=models.BooleanField(db_default=True, default=True, verbose_name='show ranks and ratings'),
                ),
                migrations.AddField(
                    model_name='player',
                    name='shows_watching',
                    field=models.BooleanField(db_default=False, default=False, verbose_name='show my name when I watch a game or demonstration board'),
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
