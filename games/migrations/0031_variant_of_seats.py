"""Seats hold the variant of their game: "" is ordinary Go, as all games are so far."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ('games', '0030_teaching_games'),
    ]
    operations = [
        migrations.AddField(
            model_name='seat',
            name='variant',
            field=models.CharField(blank=True, db_default='', default='', max_length=12),
        ),
    ]
