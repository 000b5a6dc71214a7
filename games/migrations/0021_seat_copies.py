"""Seats hold copies of what lists of games go by."""

import django.db.models.functions.datetime
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ('games', '0020_outage_progress'),
    ]
    operations = [
        migrations.AddField(
            model_name='seat',
            name='finished_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='seat',
            name='private',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name='seat',
            name='rated',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name='seat',
            name='result',
            field=models.CharField(blank=True, choices=[('won', 'Won'), ('lost', 'Lost'), ('drawn', 'Drawn'), ('both_lost', 'Both Lost'), ('none', 'None')], db_default='', default='', max_length=9),
        ),
        migrations.AddField(
            model_name='seat',
            name='rule_set',
            field=models.CharField(db_default='', default='', max_length=20),
        ),
        migrations.AddField(
            model_name='seat',
            name='size',
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='seat',
            name='started_at',
            field=models.DateTimeField(db_default=django.db.models.functions.datetime.Now()),
        ),
    ]
