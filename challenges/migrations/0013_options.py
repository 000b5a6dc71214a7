"""Names, help and limits of who may accept an offer, declared once now. No column changes."""

import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('challenges', '0012_komi_by'),
    ]

    operations = [
        migrations.AlterField(
            model_name='challenge',
            name='established',
            field=models.BooleanField(db_default=False, default=False, help_text='One without a question mark: the player has enough rated games.', verbose_name='Only players with an established rank'),
        ),
        migrations.AlterField(
            model_name='challenge',
            name='games',
            field=models.PositiveSmallIntegerField(choices=[(1, '1'), (2, '2'), (3, '3'), (4, '4'), (5, '5')], db_default=1, default=1, help_text='That many different players can accept it, each once.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(5)], verbose_name='Games from this offer'),
        ),
        migrations.AlterField(
            model_name='challenge',
            name='highest_rank',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Up to rank'),
        ),
        migrations.AlterField(
            model_name='challenge',
            name='lowest_rank',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='From rank'),
        ),
        migrations.AlterField(
            model_name='challenge',
            name='rank_span',
            field=models.PositiveSmallIntegerField(blank=True, help_text='Counted from your rank as it is when somebody accepts.', null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(38)], verbose_name='Opponents near my rank'),
        ),
        migrations.AlterField(
            model_name='challenge',
            name='same_opponent',
            field=models.CharField(choices=[('always', 'also people I am playing or have played'), ('after', 'nobody I am playing now'), ('days_7', 'nobody I have played in the last 7 days'), ('days_30', 'nobody I have played in the last 30 days'), ('days_90', 'nobody I have played in the last 90 days'), ('never', 'nobody I have ever played')], db_default='always', default='always', max_length=7, verbose_name='The same opponent again'),
        ),
    ]
