"""What has changed since 0.1.0. New databases get it as well as those of 0.1.0."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from foundation.migrating import CombinedOperation


def keep_rows(apps, schema_editor):
    """Give players of 0.1.0 the e-mails that they had: reminders of time running short if they chose these, or none."""
    settings = apps.get_model("notifications", "NoticeSettings")
    chose = apps.get_model("games", "TimeSettings").objects.filter(remind_by_mail=True)
    reminded = set(chose.values_list("player_id", flat=True))
    players = apps.get_model("accounts", "Player").objects.filter(is_bot=False, is_active=True)
    settings.objects.bulk_create(
        (
            settings(
                player_id=pk,
                rest="off",
                chosen={"time": {"letter": "now" if pk in reminded else "off"}, "game": {"letter": "off"}},
            )
            for pk in players.values_list("pk", flat=True)
        ),
        batch_size=1000,
    )


class Migration(migrations.Migration):

    replaces = [('notifications', '0011_stages_of_an_email')]

    dependencies = [
        ('accounts', '0002_since_0_1_0'),
        ('games', '0002_since_0_1_0'),
        ('notifications', '0001_initial'),
    ]

    operations = [
        # Indexes of 0.1.0 that others serve as well. New databases do not have them.
        migrations.RunSQL(
            sql=[
                'DROP INDEX IF EXISTS games_notice_player_id_935ce6a2',
                'DROP INDEX IF EXISTS notice_of_player',
            ],
        ),
        CombinedOperation(
            operations=[
                migrations.CreateModel(
                    name='NoticeSettings',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='notice_settings', to=settings.AUTH_USER_MODEL)),
                        ('chosen', models.JSONField(blank=True, default=dict)),
                        ('rest', models.CharField(choices=[('now', 'immediately'), ('hourly', 'hourly'), ('daily', 'daily'), ('off', 'no e-mail')], default='daily', max_length=6, verbose_name='e-mails')),
                        ('level', models.CharField(choices=[('notice', 'what happened, with a link to the game'), ('moves', 'also the moves and messages since your last move'), ('board', 'with the board as text'), ('picture', 'also the board, as a picture')], default='board', max_length=7, verbose_name='e-mail content')),
                        ('daily_at', models.PositiveSmallIntegerField(default=8, verbose_name='daily e-mail at')),
                        ('quiet', models.CharField(choices=[('clock', "same as my clock's night hours (Settings, Time)"), ('own', 'these hours'), ('none', 'none')], default='clock', max_length=5, verbose_name='quiet hours')),
                        ('quiet_begin', models.TimeField(blank=True, null=True, verbose_name='from')),
                        ('quiet_end', models.TimeField(blank=True, null=True, verbose_name='until')),
                        ('play_by_link', models.BooleanField(db_default=False, default=False, verbose_name='play using links in e-mails')),
                        ('play_by_reply', models.BooleanField(db_default=False, default=False, verbose_name='play by replying to e-mails')),
                        ('feed', models.CharField(blank=True, db_index=True, max_length=43)),
                        ('next_email_at', models.DateTimeField(db_column='due_at', null=True)),
                        ('digest_at', models.DateTimeField(null=True)),
                        ('letters_at', models.JSONField(blank=True, default=list)),
                    ],
                    options={
                        'verbose_name': 'notification settings',
                        'verbose_name_plural': 'notification settings of players',
                        'indexes': [models.Index(condition=models.Q(('next_email_at__isnull', False)), fields=['next_email_at'], name='notice_letter_due')],
                    },
                ),
                migrations.CreateModel(
                    name='GameMute',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                    ],
                    options={
                        'verbose_name': 'muted game',
                        'verbose_name_plural': 'muted games',
                        'indexes': [models.Index(fields=['game'], name='mute_of_game')],
                        'constraints': [models.UniqueConstraint(fields=('player', 'game'), name='one_mute_a_game')],
                    },
                ),
                migrations.CreateModel(
                    name='RefusedAddress',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('address', models.CharField(max_length=320, unique=True, verbose_name='address')),
                        ('refusals', models.PositiveSmallIntegerField(default=0, verbose_name='consecutive refusals')),
                        ('stopped_at', models.DateTimeField(null=True, verbose_name='e-mails stopped on')),
                    ],
                    options={
                        'verbose_name': 'bouncing address',
                        'verbose_name_plural': 'bouncing addresses',
                    },
                ),
                migrations.CreateModel(
                    name='TurnChange',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('player', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('game', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='games.game')),
                        ('kind', models.CharField(db_default='your_turn', default='your_turn', max_length=20)),
                        ('at', models.DateTimeField()),
                    ],
                    options={
                        'db_table': 'notifications_turngiven',
                    },
                ),
                migrations.CreateModel(
                    name='EmailItem',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('notice', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='notifications.notice')),
                        ('game', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                        ('kind', models.CharField(max_length=20)),
                        ('when', models.CharField(choices=[('now', 'immediately'), ('hourly', 'hourly'), ('daily', 'daily'), ('off', 'no e-mail')], max_length=6)),
                        ('at', models.DateTimeField()),
                    ],
                    options={
                        'db_table': 'notifications_waitingnotice',
                        'indexes': [models.Index(fields=['player'], name='waiting_of_player'), models.Index(condition=models.Q(('notice__isnull', False)), fields=['notice'], name='waiting_notice'), models.Index(condition=models.Q(('game__isnull', False)), fields=['game'], name='waiting_game')],
                        'constraints': [models.UniqueConstraint(condition=models.Q(('notice__isnull', True)), fields=('player', 'game'), name='one_turn_waits_a_game')],
                    },
                ),
            ],
        ),
        CombinedOperation(
            operations=[
                migrations.AddField(
                    model_name='notice',
                    name='title',
                    field=models.CharField(blank=True, db_default='', default='', max_length=60),
                ),
                migrations.AddField(
                    model_name='notice',
                    name='pending',
                    field=models.BooleanField(db_column='untold', db_default=False, default=True),
                ),
            ],
        ),
        migrations.RunPython(keep_rows),
        CombinedOperation(
            operations=[
                migrations.AddIndex(
                    model_name='notice',
                    index=models.Index(fields=['player', '-created_at', '-id'], name='notice_latest'),
                ),
                migrations.AddIndex(
                    model_name='notice',
                    index=models.Index(fields=['player', '-id'], name='notice_newest'),
                ),
                migrations.AddIndex(
                    model_name='notice',
                    index=models.Index(condition=models.Q(('pending', True)), fields=['id'], name='notice_untold'),
                ),
            ],
        ),
    ]
