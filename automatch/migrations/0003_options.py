"""Names, help and limits of wishes, which are declared once now. No column changes."""

import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('automatch', '0002_games_by_search'),
    ]

    operations = [
        migrations.AlterField(
            model_name='search',
            name='down',
            field=models.PositiveSmallIntegerField(blank=True, choices=[(None, 'any'), (0, '0'), (1, '1'), (2, '2'), (3, '3'), (4, '4'), (5, '5'), (6, '6'), (7, '7'), (8, '8'), (9, '9')], null=True, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(9)], verbose_name='Ranks weaker, at most'),
        ),
        migrations.AlterField(
            model_name='search',
            name='games',
            field=models.PositiveSmallIntegerField(choices=[(1, '1'), (2, '2'), (3, '3'), (4, '4'), (5, '5'), (6, '6'), (7, '7'), (8, '8'), (9, '9'), (10, '10')], default=1, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(10)], verbose_name='Games'),
        ),
        migrations.AlterField(
            model_name='search',
            name='handicap',
            field=models.CharField(choices=[('no', 'Even games, rated'), ('either', 'Either of the two'), ('yes', 'Handicap by rank, unrated')], default='no', max_length=6, verbose_name='Handicap'),
        ),
        migrations.AlterField(
            model_name='search',
            name='insists',
            field=models.BooleanField(default=False, help_text='If not, the rules of the player who has waited longer are used.', verbose_name='Only these rules'),
        ),
        migrations.AlterField(
            model_name='search',
            name='standing',
            field=models.BooleanField(default=False, help_text='It rests while you are on vacation, and when you have not been here for 14 days.', verbose_name='Standing offer: so many games at the same time, and the next when one ends'),
        ),
        migrations.AlterField(
            model_name='search',
            name='up',
            field=models.PositiveSmallIntegerField(blank=True, choices=[(None, 'any'), (0, '0'), (1, '1'), (2, '2'), (3, '3'), (4, '4'), (5, '5'), (6, '6'), (7, '7'), (8, '8'), (9, '9')], null=True, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(9)], verbose_name='Ranks stronger, at most'),
        ),
    ]
