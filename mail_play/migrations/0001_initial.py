import django.db.models.deletion
from django.db import migrations, models

from foundation.migrating import CombinedOperation


class Migration(migrations.Migration):

    replaces = [('mail_play', '0002_mailbox')]

    initial = True

    dependencies = [
        ('games', '0002_since_0_1_0'),
    ]

    operations = [
        CombinedOperation(
            operations=[
                migrations.CreateModel(
                    name='MailToken',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('hash', models.CharField(max_length=64, unique=True)),
                        ('seat', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.seat')),
                        ('number', models.PositiveIntegerField()),
                        ('until', models.DateTimeField(db_index=True)),
                        ('used_at', models.DateTimeField(null=True)),
                        ('answered', models.JSONField(blank=True, default=list)),
                    ],
                    options={
                        'verbose_name': 'e-mail link',
                        'verbose_name_plural': 'e-mail links',
                    },
                ),
                migrations.CreateModel(
                    name='Mailbox',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('looked_at', models.DateTimeField()),
                        ('error', models.CharField(blank=True, max_length=200)),
                    ],
                    options={
                        'verbose_name': 'reply mailbox',
                        'verbose_name_plural': 'reply mailboxes',
                    },
                ),
            ],
        ),
    ]
