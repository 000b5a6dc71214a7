"""Names, help and limits of options, which are declared once now. No column changes."""

import django.core.validators
import foundation.text
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('competitions', '0015_games_name_their_events'),
    ]

    operations = [
        migrations.AlterField(
            model_name='ladder',
            name='about',
            field=models.TextField(blank=True, max_length=2000, validators=[foundation.text.check_text, django.core.validators.MaxLengthValidator(2000)], verbose_name='description'),
        ),
        migrations.AlterField(
            model_name='ladder',
            name='by_rank',
            field=models.BooleanField(default=False, help_text='Who joins stands below the last of equal rank; without this, at the bottom.', verbose_name='Join by rank'),
        ),
        migrations.AlterField(
            model_name='ladder',
            name='name',
            field=models.CharField(max_length=60, validators=[foundation.text.check_line], verbose_name='name'),
        ),
        migrations.AlterField(
            model_name='league',
            name='about',
            field=models.TextField(blank=True, max_length=2000, validators=[foundation.text.check_text, django.core.validators.MaxLengthValidator(2000)], verbose_name='description'),
        ),
        migrations.AlterField(
            model_name='league',
            name='at_once',
            field=models.PositiveSmallIntegerField(default=0, help_text='So many at a time, the next when one ends. 0 starts all of them together.', validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(9)], verbose_name='Simultaneous games'),
        ),
        migrations.AlterField(
            model_name='league',
            name='factor',
            field=models.PositiveSmallIntegerField(choices=[(1, '1'), (2, '2'), (3, '3')], default=1, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(3)], verbose_name='Groups below each group'),
        ),
        migrations.AlterField(
            model_name='league',
            name='free',
            field=models.BooleanField(default=False, help_text='Players of a group challenge each other, at most twice: a win gives 2 points, a loss 0.5. Without this everybody plays everybody.', verbose_name='Free pairing'),
        ),
        migrations.AlterField(
            model_name='league',
            name='months',
            field=models.PositiveSmallIntegerField(choices=[(1, 'a month'), (3, 'three months')], default=3, verbose_name='A season lasts'),
        ),
        migrations.AlterField(
            model_name='league',
            name='name',
            field=models.CharField(max_length=60, validators=[foundation.text.check_line], verbose_name='name'),
        ),
        migrations.AlterField(
            model_name='league',
            name='size',
            field=models.PositiveSmallIntegerField(choices=[(5, '5'), (6, '6'), (7, '7'), (8, '8'), (9, '9'), (10, '10')], default=6, validators=[django.core.validators.MinValueValidator(5), django.core.validators.MaxValueValidator(10)], verbose_name='Players of a group'),
        ),
        migrations.AlterField(
            model_name='league',
            name='starts_at',
            field=models.DateTimeField(blank=True, help_text='Or as soon after it as there are four players. Empty: when you start it.', null=True, verbose_name='Start of the first season (UTC)'),
        ),
        migrations.AlterField(
            model_name='league',
            name='up',
            field=models.PositiveSmallIntegerField(choices=[(1, '1'), (2, '2'), (3, '3'), (4, '4'), (5, '5')], default=2, help_text='As many fall from the group above, so that the sizes stay.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(5)], verbose_name='Who rise from each group'),
        ),
        migrations.AlterField(
            model_name='stage',
            name='best',
            field=models.PositiveSmallIntegerField(default=0, help_text='0: all who share the first place.', validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(25)], verbose_name='How many of a section go on'),
        ),
        migrations.AlterField(
            model_name='stage',
            name='drawing',
            field=models.CharField(choices=[('snake', 'by rank, so that sections are equally strong'), ('drawn', 'drawn by lot'), ('hand', 'by hand: dealt by rank, a director may exchange players before the first round')], default='snake', max_length=5, verbose_name='Players come into sections'),
        ),
        migrations.AlterField(
            model_name='stage',
            name='final_games',
            field=models.PositiveSmallIntegerField(choices=[(1, '1'), (3, '3'), (5, '5')], default=1, help_text='In the knockout of the winners.', verbose_name='Games of a match after sections'),
        ),
        migrations.AlterField(
            model_name='stage',
            name='games_each',
            field=models.PositiveSmallIntegerField(choices=[(1, 'one'), (2, 'two, colours swapped'), (3, 'three'), (5, 'five')], default=1, help_text='Two only in round robins, sections and groups; three or five in the matches of a knockout.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(5)], verbose_name='Games with each opponent'),
        ),
        migrations.AlterField(
            model_name='stage',
            name='group_size',
            field=models.PositiveSmallIntegerField(default=8, help_text='For sections and groups: at most so many; where anyone may enter, at most 10.', validators=[django.core.validators.MinValueValidator(2), django.core.validators.MaxValueValidator(25)], verbose_name='Players of a section or group'),
        ),
        migrations.AlterField(
            model_name='stage',
            name='half_for_missed',
            field=models.BooleanField(db_default=False, default=False, help_text='In Swiss and McMahon, also in groups: so they count in the SOS of the opponents.', verbose_name='Half a point for games not played'),
        ),
        migrations.AlterField(
            model_name='stage',
            name='kind',
            field=models.CharField(choices=[('round_robin', 'round robin'), ('swiss', 'Swiss system'), ('mcmahon', 'McMahon system'), ('groups', 'McMahon in groups'), ('sections', 'sections'), ('knockout', 'knockout'), ('double_knockout', 'double knockout')], max_length=15, verbose_name='System'),
        ),
        migrations.AlterField(
            model_name='stage',
            name='rounds',
            field=models.PositiveSmallIntegerField(default=5, help_text='For Swiss and McMahon, also in groups. All others have as many as they need.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(20)], verbose_name='Rounds'),
        ),
        migrations.AlterField(
            model_name='stage',
            name='seeding',
            field=models.CharField(choices=[('rank', 'by rank: the strongest meet last'), ('drawn', 'drawn by lot')], default='rank', max_length=5, verbose_name='Seeding'),
        ),
        migrations.AlterField(
            model_name='stage',
            name='then',
            field=models.CharField(choices=[('sections', 'sections of the winners, until one is left; the last two play first to three wins'), ('knockout', 'a knockout of the winners')], default='sections', max_length=8, verbose_name='After the sections come'),
        ),
        migrations.AlterField(
            model_name='stage',
            name='third_place',
            field=models.BooleanField(default=False, help_text='Only in a single knockout, also after sections.', verbose_name='Game for the third place'),
        ),
        migrations.AlterField(
            model_name='teammatch',
            name='boards',
            field=models.PositiveSmallIntegerField(default=4, validators=[django.core.validators.MinValueValidator(2), django.core.validators.MaxValueValidator(10)], verbose_name='Boards'),
        ),
        migrations.AlterField(
            model_name='teammatch',
            name='rounds',
            field=models.PositiveSmallIntegerField(default=1, help_text='Colours change from round to round, and captains may change the lineup.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(3)], verbose_name='Rounds'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='about',
            field=models.TextField(blank=True, max_length=2000, validators=[foundation.text.check_text, django.core.validators.MaxLengthValidator(2000)], verbose_name='description'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='after_timeout',
            field=models.CharField(choices=[('ask', 'the player is asked whether they go on; no answer in three days means they withdraw'), ('out', 'the player is out'), ('ignore', 'nothing but the loss')], default='ask', max_length=6, verbose_name='After a loss on time'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='at_once',
            field=models.PositiveSmallIntegerField(default=0, help_text='In a round robin or sections: so many at a time, the next when one ends. 0 plays round by round.', validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(1000)], verbose_name='Simultaneous games'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='entering',
            field=models.CharField(choices=[('open', 'anyone within the limits'), ('club', 'members of the club'), ('approval', 'anyone a director approves'), ('invitation', 'players who are invited')], default='open', max_length=10, verbose_name='Who may enter'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='established',
            field=models.BooleanField(default=True, help_text='One without a question mark.', verbose_name='Only players with an established rank'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='fewest',
            field=models.PositiveSmallIntegerField(default=4, validators=[django.core.validators.MinValueValidator(2), django.core.validators.MaxValueValidator(1000)], verbose_name='Fewest players'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='following',
            field=models.CharField(choices=[('over', 'when the last game of a round has ended'), ('date', 'when the days for a round are over, and its games as well'), ('hand', 'when a director starts it')], default='over', max_length=4, verbose_name='The next round starts'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='handicaps',
            field=models.BooleanField(default=False, help_text='In a Swiss by rank, in a McMahon by score. Such tournaments are unrated.', verbose_name='With handicap'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='highest_rank',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Highest rank'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='late_entry',
            field=models.BooleanField(default=False, help_text='In Swiss and McMahon, also in groups: until half of the rounds have started. Missed rounds are absences.', verbose_name='Late entry'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='least_games',
            field=models.PositiveSmallIntegerField(default=0, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(1000)], verbose_name='Finished games needed'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='lowest_rank',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Lowest rank'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='most',
            field=models.PositiveSmallIntegerField(default=16, validators=[django.core.validators.MinValueValidator(2), django.core.validators.MaxValueValidator(1000)], verbose_name='Most players'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='name',
            field=models.CharField(max_length=60, validators=[foundation.text.check_line], verbose_name='name'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='repeats',
            field=models.CharField(blank=True, choices=[('', 'never'), ('week', 'every week'), ('month', 'every month'), ('quarter', 'every three months')], default='', help_text='With a start date: when one starts, entry to the next one opens automatically.', max_length=7, verbose_name='Comes again'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='round_days',
            field=models.PositiveSmallIntegerField(blank=True, help_text='After that a director decides about games that still run. Empty: no limit.', null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(366)], verbose_name='Days for a round'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='starting',
            field=models.CharField(choices=[('hand', 'when a director starts it'), ('date', 'on a date'), ('full', 'when it is full')], default='hand', max_length=4, verbose_name='It starts'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='starts_at',
            field=models.DateTimeField(blank=True, help_text='With too few players it is postponed once by a week, then cancelled.', null=True, verbose_name='Start date (UTC)'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='strike_out',
            field=models.BooleanField(db_default=True, default=True, help_text='In a round robin or sections: if losses on time put a player out before half of their games ended on the board, none of them counts.', verbose_name='Strike out who is out early'),
        ),
    ]
