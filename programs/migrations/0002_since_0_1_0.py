"""What has changed since 0.1.0. New databases get it as well as those of 0.1.0."""

from urllib.parse import urlsplit

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from foundation.migrating import CombinedOperation
from foundation.sealing import cipher_for


def keep_rows(apps, schema_editor):
    """Seal the secrets of webhooks, store their hosts, and remove the secrets from answers that are kept for retries."""
    for webhook in apps.get_model("programs", "Webhook").objects.all():
        webhook.sealed = cipher_for("games.webhook").encrypt(webhook.secret.encode()).decode()
        webhook.host = (urlsplit(webhook.url).hostname or "").rstrip(".")[:255]
        webhook.save(update_fields=["sealed", "host"])
    for row in apps.get_model("games", "IdempotencyKey").objects.iterator():
        body = row.answer.get("body") if isinstance(row.answer, dict) else None
        if isinstance(body, dict) and "secret" in body:
            del body["secret"]
            row.save(update_fields=["answer"])


class Migration(migrations.Migration):

    replaces = [('programs', '0016_origins')]

    dependencies = [
        ('accounts', '0002_since_0_1_0'),
        ('allauth_idp_oidc', '0003_client_allow_uri_wildcards'),
        ('games', '0002_since_0_1_0'),
        ('programs', '0001_initial'),
        ('social', '0001_initial'),
    ]

    operations = [
        # Indexes of 0.1.0 that others serve as well. New databases do not have them.
        migrations.RunSQL(
            sql=[
                'DROP INDEX IF EXISTS event_waiting',
                'DROP INDEX IF EXISTS games_event_challenge_id_e738bb3c',
                'DROP INDEX IF EXISTS games_event_message_id_2c62ebf7',
            ],
        ),
        CombinedOperation(
            operations=[
                migrations.CreateModel(
                    name='Device',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='%(class)ss', to=settings.AUTH_USER_MODEL)),
                        ('sent', models.PositiveBigIntegerField(default=0)),
                        ('created_at', models.DateTimeField()),
                        ('next_try_at', models.DateTimeField(db_index=True)),
                        ('failures', models.PositiveIntegerField(default=0)),
                        ('failing_since', models.DateTimeField(null=True)),
                        ('last_answer', models.CharField(blank=True, max_length=60)),
                        ('last_success_at', models.DateTimeField(null=True)),
                        ('host', models.CharField(blank=True, db_default='', default='', max_length=255)),
                        ('token', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='accounts.apitoken')),
                        ('client', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='allauth_idp_oidc.client')),
                        ('family', models.CharField(blank=True, db_default='', default='', max_length=32)),
                        ('sealed', models.TextField()),
                        ('digest', models.CharField(max_length=64, unique=True)),
                        ('name', models.CharField(max_length=60, verbose_name='name')),
                        ('ahead', models.PositiveBigIntegerField(db_default=0, default=0)),
                        ('session', models.CharField(blank=True, db_index=True, max_length=40)),
                    ],
                    options={
                        'verbose_name': 'device',
                        'verbose_name_plural': 'devices',
                        'ordering': ['created_at', 'pk'],
                    },
                ),
                migrations.AddField(
                    model_name='event',
                    name='about',
                    field=models.JSONField(null=True),
                ),
                migrations.AddField(
                    model_name='event',
                    name='by',
                    field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
                ),
                migrations.AddField(
                    model_name='event',
                    name='post',
                    field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='social.post'),
                ),
                migrations.AddField(
                    model_name='webhook',
                    name='client',
                    field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='allauth_idp_oidc.client'),
                ),
                migrations.AddField(
                    model_name='webhook',
                    name='token',
                    field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='accounts.apitoken'),
                ),
            ],
        ),
        CombinedOperation(
            operations=[
                migrations.AddField(
                    model_name='webhook',
                    name='family',
                    field=models.CharField(blank=True, db_default='', default='', max_length=32),
                ),
                migrations.AddField(
                    model_name='webhook',
                    name='host',
                    field=models.CharField(blank=True, db_default='', default='', max_length=255),
                ),
                migrations.AddField(
                    model_name='webhook',
                    name='sealed',
                    field=models.CharField(default='', max_length=300),
                    preserve_default=False,
                ),
            ],
        ),
        migrations.RunPython(keep_rows),
        migrations.AlterField(
            model_name='event',
            name='action',
            field=models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='games.action'),
        ),
        migrations.AlterField(
            model_name='event',
            name='game',
            field=models.ForeignKey(db_constraint=False, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game'),
        ),
        migrations.AlterField(
            model_name='event',
            name='player',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        CombinedOperation(
            operations=[
                migrations.RemoveField(
                    model_name='webhook',
                    name='secret',
                ),
                migrations.AddIndex(
                    model_name='event',
                    index=models.Index(condition=models.Q(('game__isnull', False)), fields=['game'], name='event_game'),
                ),
                migrations.AddIndex(
                    model_name='event',
                    index=models.Index(condition=models.Q(('message__isnull', False)), fields=['message'], name='event_message'),
                ),
                migrations.AddIndex(
                    model_name='event',
                    index=models.Index(condition=models.Q(('challenge__isnull', False)), fields=['challenge'], name='event_challenge'),
                ),
                migrations.AddIndex(
                    model_name='event',
                    index=models.Index(condition=models.Q(('post__isnull', False)), fields=['post'], name='event_post'),
                ),
                migrations.AddIndex(
                    model_name='event',
                    index=models.Index(condition=models.Q(('by__isnull', False)), fields=['by'], name='event_by'),
                ),
            ],
        ),
    ]
