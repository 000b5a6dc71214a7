import django.core.serializers.json
import django.core.validators
import django.db.models.deletion
import foundation.text
from django.conf import settings
from django.db import migrations, models

from foundation import append_only
from foundation.migrating import CombinedOperation

LOG = 'competitions_logline'


def protect_log(apps, editor):
    append_only.make_append_only(editor.connection, LOG)


def release_log(apps, editor):
    append_only.allow_changes(editor.connection, LOG)


class Migration(migrations.Migration):

    replaces = [('tournaments', '0011_alter_tournament_starting')]

    initial = True

    dependencies = [
        ('clubs', '0001_initial'),
        ('games', '0002_since_0_1_0'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CombinedOperation(
            operations=[
                migrations.CreateModel(
                    name='Entry',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('state', models.CharField(choices=[('invited', 'invited'), ('applied', 'waiting for approval'), ('entered', 'entered'), ('waiting', 'on the waiting list'), ('declined', 'declined'), ('withdrawn', 'withdrawn'), ('removed', 'removed by a director')], max_length=9, verbose_name='state')),
                        ('number', models.PositiveSmallIntegerField(null=True, verbose_name='number')),
                        ('rank', models.PositiveSmallIntegerField(null=True, verbose_name='rank')),
                        ('stated', models.PositiveSmallIntegerField(null=True, verbose_name='declared rank')),
                        ('proof', models.URLField(blank=True, db_default='', default='', verbose_name='link to proof of rank')),
                        ('rating', models.PositiveSmallIntegerField(null=True, verbose_name='rating')),
                        ('shares_name', models.BooleanField(db_default=False, default=False, verbose_name='real name in result files')),
                        ('named_at', models.DateTimeField(null=True)),
                        ('family', models.CharField(blank=True, db_default='', default='', max_length=25, verbose_name='family')),
                        ('club_group', models.CharField(blank=True, db_default='', default='', max_length=25, verbose_name='group of clubs')),
                        ('seed', models.PositiveSmallIntegerField(null=True, verbose_name='seed')),
                        ('correction', models.SmallIntegerField(default=0)),
                        ('last_round', models.PositiveSmallIntegerField(null=True)),
                        ('skips', models.JSONField(blank=True, default=list)),
                        ('asked_at', models.DateTimeField(null=True)),
                        ('answer_by', models.DateTimeField(null=True)),
                        ('struck', models.BooleanField(default=False)),
                        ('leaving', models.BooleanField(default=False)),
                        ('revision', models.PositiveBigIntegerField(db_default=0, default=0)),
                        ('at', models.DateTimeField()),
                        ('home', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='clubs.club')),
                        ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                    ],
                    options={
                        'verbose_name': 'entry',
                        'verbose_name_plural': 'entries',
                        'db_table': 'competitions_entry',
                    },
                ),
                migrations.CreateModel(
                    name='Tournament',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('time_control', models.JSONField(verbose_name='time control')),
                        ('lateness', models.CharField(choices=[('strict', 'loss'), ('claim', 'the opponent may claim the win'), ('friendly', 'three extra days, once')], default='strict', max_length=8, verbose_name='when time runs out')),
                        ('off_time', models.JSONField(blank=True, default=list, verbose_name='clock pauses')),
                        ('private', models.BooleanField(default=False, verbose_name='private')),
                        ('analysis', models.BooleanField(db_default=True, default=True, verbose_name='analysis')),
                        ('undo', models.BooleanField(db_default=True, default=True, verbose_name='undo')),
                        ('chat', models.BooleanField(db_default=True, default=True, verbose_name='chat')),
                        ('teaching', models.BooleanField(db_default=False, default=False, verbose_name='teaching game')),
                        ('undo_unseen', models.BooleanField(db_default=False, default=False, verbose_name='undo of unseen moves')),
                        ('width', models.PositiveSmallIntegerField(verbose_name='width')),
                        ('height', models.PositiveSmallIntegerField(verbose_name='height')),
                        ('rule_set', models.CharField(max_length=20, verbose_name='rules')),
                        ('komi', models.DecimalField(blank=True, decimal_places=1, max_digits=4, null=True, verbose_name='komi')),
                        ('rated_wanted', models.BooleanField(default=True, verbose_name='rated')),
                        ('name', models.CharField(max_length=60, validators=[foundation.text.check_single_line], verbose_name='name')),
                        ('about', models.TextField(blank=True, max_length=2000, validators=[foundation.text.check_text, django.core.validators.MaxLengthValidator(2000)], verbose_name='description')),
                        ('at_once', models.PositiveSmallIntegerField(default=0, help_text='Round robins and sections only. Maximum number of games at the same time. The next starts when one ends. 0 = round by round.', validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(1000)], verbose_name='Simultaneous games')),
                        ('handicaps', models.BooleanField(default=False, help_text='Based on rank in Swiss and on score in McMahon. Handicap tournaments are unrated. Handicap games have 0.5 komi, even without stones.', verbose_name='With handicap')),
                        ('komi_handicap', models.BooleanField(db_default=False, default=False, help_text='In handicap games, komi is used instead of stones.', verbose_name='Komi instead of handicap stones')),
                        ('families_apart', models.BooleanField(db_default=False, default=False, help_text='Family names are compared if both players use their real names in result files. Directors can also mark families.', verbose_name='Keep families apart')),
                        ('following', models.CharField(choices=[('over', 'when the last game in a round has ended'), ('date', "when the round's time is up and all its games have ended"), ('hand', 'when a director starts the next round')], default='over', max_length=4, verbose_name='The next round starts')),
                        ('round_days', models.PositiveSmallIntegerField(blank=True, help_text='When the time is up, a director rules on unfinished games. Leave empty for no limit.', null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(366)], verbose_name='Days per round')),
                        ('after_timeout', models.CharField(choices=[('ask', 'the player is withdrawn unless they confirm within three days that they will continue'), ('out', 'the player is removed'), ('ignore', 'no further consequences')], default='ask', max_length=6, verbose_name='After a loss on time')),
                        ('strike_out', models.BooleanField(db_default=True, default=True, help_text='Applies to players removed for losing on time before half of their games were decided on the board. Only for round robins and sections.', verbose_name='Void the games of players who drop out early')),
                        ('late_entry', models.BooleanField(default=False, help_text='Only for Swiss, McMahon and McMahon in groups. Late entry closes once half the rounds have started. Missed rounds count as absences.', verbose_name='Late entry')),
                        ('without_review', models.BooleanField(db_default=False, default=False, help_text='If ticked, results are final as soon as the last game ends. Otherwise a director confirms them, or the server does after a week.', verbose_name='Results are final without a review')),
                        ('stones_to_capture', models.PositiveSmallIntegerField(db_default=0, default=0, help_text='The first player to capture this many stones wins. All games are unrated. 0 = standard Go.', validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(20)], verbose_name='Capture Go: stones to capture')),
                        ('entering', models.CharField(choices=[('open', 'anyone who meets the requirements'), ('club', 'club members'), ('approval', 'anyone a director approves'), ('invitation', 'players who are invited')], default='open', max_length=10, verbose_name='Eligibility')),
                        ('fewest', models.PositiveSmallIntegerField(default=4, validators=[django.core.validators.MinValueValidator(2), django.core.validators.MaxValueValidator(1000)], verbose_name='Minimum players')),
                        ('most', models.PositiveSmallIntegerField(default=16, validators=[django.core.validators.MinValueValidator(2), django.core.validators.MaxValueValidator(1000)], verbose_name='Maximum players')),
                        ('lowest_rank', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Lowest rank')),
                        ('highest_rank', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Highest rank')),
                        ('established', models.BooleanField(default=True, help_text='An established rank has no question mark.', verbose_name='Only players with an established rank')),
                        ('asks_proof', models.BooleanField(db_default=False, default=False, help_text='Players without an established rank declare their rank and add a link that proves it, such as their page on another server.', verbose_name='Require proof of declared ranks')),
                        ('least_games', models.PositiveSmallIntegerField(default=0, validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(1000)], verbose_name='Minimum finished games')),
                        ('starting', models.CharField(choices=[('hand', 'when a director starts it'), ('date', 'on a set date'), ('full', 'when all places are taken')], default='hand', max_length=4, verbose_name='Start')),
                        ('starts_at', models.DateTimeField(blank=True, help_text='If too few players enter, the start is postponed by a week. If there are still too few after that, the tournament is cancelled.', null=True, verbose_name='Start date (UTC)')),
                        ('repeats', models.CharField(blank=True, choices=[('', 'never'), ('week', 'every week'), ('month', 'every month'), ('quarter', 'every three months')], default='', help_text='Needs a start date. When one tournament starts, entry to the next opens automatically.', max_length=7, verbose_name='Repeat')),
                        ('own', models.CharField(blank=True, db_default='', default='', editable=False, max_length=20)),
                        ('state', models.CharField(choices=[('draft', 'draft'), ('open', 'entry open'), ('running', 'in progress'), ('review', 'under review'), ('finished', 'finished'), ('cancelled', 'cancelled')], default='draft', max_length=9, verbose_name='state')),
                        ('regular_at', models.DateTimeField(null=True, verbose_name='original start')),
                        ('repeat_day', models.PositiveSmallIntegerField(default=0, verbose_name='day of the month')),
                        ('postponed', models.BooleanField(default=False, verbose_name='start postponed')),
                        ('asked_at', models.DateTimeField(null=True, verbose_name='confirmation requested')),
                        ('seed', models.CharField(blank=True, max_length=16, verbose_name='random seed for the draw')),
                        ('revision', models.PositiveBigIntegerField(db_default=0, default=0, editable=False)),
                        ('created_at', models.DateTimeField(verbose_name='created')),
                        ('opened_at', models.DateTimeField(null=True, verbose_name='opened')),
                        ('started_at', models.DateTimeField(null=True, verbose_name='started')),
                        ('ended_at', models.DateTimeField(null=True, verbose_name='ended')),
                        ('finished_at', models.DateTimeField(null=True, verbose_name='finished')),
                        ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='%(class)ss', to='clubs.club', verbose_name='club')),
                        ('owner', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='tournaments', to=settings.AUTH_USER_MODEL, verbose_name='organiser')),
                        ('previous', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='next_one', to='tournaments.tournament', verbose_name='previous tournament')),
                    ],
                    options={
                        'verbose_name': 'tournament',
                        'verbose_name_plural': 'tournaments',
                        'db_table': 'competitions_tournament',
                    },
                ),
                migrations.CreateModel(
                    name='Stage',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.CharField(choices=[('round_robin', 'round robin'), ('swiss', 'Swiss system'), ('mcmahon', 'McMahon system'), ('groups', 'McMahon in groups'), ('sections', 'sections'), ('knockout', 'knockout'), ('double_knockout', 'double elimination')], max_length=15, verbose_name='Format')),
                        ('rounds', models.PositiveSmallIntegerField(default=5, help_text='Only for Swiss, McMahon and McMahon in groups. In other formats, the number of rounds depends on the number of players.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(20)], verbose_name='Rounds')),
                        ('games_each', models.PositiveSmallIntegerField(choices=[(1, 'one'), (2, 'two, with colours swapped'), (3, 'three'), (5, 'five')], default=1, help_text='Round robins, sections and groups can have two games. Knockout matches can have three or five.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(5)], verbose_name='Games with each opponent')),
                        ('group_size', models.PositiveSmallIntegerField(default=8, help_text='Maximum size of a section or group. At most 10 if anyone may enter.', validators=[django.core.validators.MinValueValidator(2), django.core.validators.MaxValueValidator(25)], verbose_name='Players per section or group')),
                        ('drawing', models.CharField(choices=[('snake', 'by rank, so that sections are equally strong'), ('drawn', 'drawn by lot'), ('hand', 'manually (filled by rank, then adjusted by directors before the first round)')], default='snake', max_length=5, verbose_name='Assignment to sections')),
                        ('best', models.PositiveSmallIntegerField(default=0, help_text='0 = everyone tied for first place advances.', validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(25)], verbose_name='Qualifiers per section')),
                        ('then', models.CharField(choices=[('sections', 'sections of winners until one player is left (the final is first to three wins)'), ('knockout', 'a knockout between the section winners')], default='sections', max_length=8, verbose_name='After the sections')),
                        ('final_games', models.PositiveSmallIntegerField(choices=[(1, '1'), (3, '3'), (5, '5')], default=1, help_text='Applies to the knockout between the section winners.', verbose_name='Games per match in the knockout after the sections')),
                        ('third_place', models.BooleanField(default=False, help_text='Only for single-elimination knockouts, including a knockout after sections.', verbose_name='Third-place game')),
                        ('seeding', models.CharField(choices=[('rank', 'by rank: the strongest players meet last'), ('drawn', 'drawn by lot')], default='rank', max_length=5, verbose_name='Seeding')),
                        ('bar', models.PositiveSmallIntegerField(default=33, verbose_name='McMahon bar')),
                        ('floor', models.PositiveSmallIntegerField(default=10, verbose_name='McMahon floor')),
                        ('tiebreaks', models.JSONField(blank=True, default=list)),
                        ('half_for_missed', models.BooleanField(db_default=False, default=False, help_text="Counts each unplayed game as half a point in opponents' SOS. Only for Swiss, McMahon and McMahon in groups.", verbose_name='Half a point for unplayed games')),
                        ('absence', models.CharField(blank=True, choices=[('', 'default'), ('none', 'none'), ('half', 'half a point'), ('point', 'one point')], db_default='', default='', help_text='The default is none in Swiss, and half a point in McMahon.', max_length=5, verbose_name='Points for a missed round')),
                        ('drawn_down', models.CharField(blank=True, choices=[('', 'players in the middle of the group'), ('top', 'players at the top of the group'), ('bottom', 'players at the bottom of the group')], db_default='', default='', help_text='Which players in an odd-sized score group are paired with players from the group below. Swiss and McMahon only.', max_length=6, verbose_name='Players paired down')),
                        ('drawn_up', models.CharField(blank=True, choices=[('', 'players in the middle of the group'), ('top', 'players at the top of the group'), ('bottom', 'players at the bottom of the group')], db_default='', default='', help_text='Which players in the lower score group are paired with players from the group above.', max_length=6, verbose_name='Players paired up')),
                        ('clubs_apart', models.BooleanField(db_default=True, default=True, help_text='Members of the same club meet late, except in the top group and from 1d up. Swiss and McMahon only. Not for hidden member lists.', verbose_name='Keep club members apart')),
                        ('club_groups_apart', models.BooleanField(db_default=True, default=True, help_text='Directors group clubs. Members of clubs in the same group meet as late as possible.', verbose_name='Keep groups of clubs apart')),
                        ('number', models.PositiveSmallIntegerField(default=1)),
                        ('first_round', models.PositiveSmallIntegerField(default=1)),
                        ('groups', models.JSONField(blank=True, default=list)),
                        ('tournament', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='stages', to='tournaments.tournament')),
                    ],
                    options={
                        'db_table': 'competitions_stage',
                    },
                ),
                migrations.CreateModel(
                    name='Round',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveSmallIntegerField(verbose_name='number')),
                        ('state', models.CharField(choices=[('planned', 'planned'), ('proposed', 'proposed'), ('published', 'published'), ('playing', 'in progress'), ('done', 'finished')], default='planned', max_length=9, verbose_name='state')),
                        ('inputs', models.CharField(blank=True, max_length=64)),
                        ('proposal', models.CharField(blank=True, max_length=16)),
                        ('wanted', models.DateTimeField(null=True)),
                        ('published_at', models.DateTimeField(null=True)),
                        ('ends_at', models.DateTimeField(null=True)),
                        ('done_at', models.DateTimeField(null=True)),
                        ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.stage')),
                        ('tournament', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='tournaments.tournament')),
                    ],
                    options={
                        'verbose_name': 'round',
                        'verbose_name_plural': 'rounds',
                        'db_table': 'competitions_round',
                    },
                ),
                migrations.CreateModel(
                    name='LogLine',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('at', models.DateTimeField(verbose_name='time')),
                        ('role', models.CharField(choices=[('system', 'server'), ('player', 'player'), ('captain', 'captain'), ('director', 'director'), ('owner', 'organiser'), ('moderator', 'moderator')], max_length=9, verbose_name='role')),
                        ('act', models.CharField(max_length=12, verbose_name='action')),
                        ('before', models.CharField(blank=True, max_length=60, verbose_name='value before')),
                        ('after', models.CharField(blank=True, max_length=60, verbose_name='value after')),
                        ('reason', models.CharField(blank=True, max_length=300, verbose_name='reason')),
                        ('round', models.PositiveSmallIntegerField(null=True, verbose_name='round')),
                        ('board', models.PositiveSmallIntegerField(null=True, verbose_name='board')),
                        ('corrects', models.BooleanField(default=False, verbose_name='corrected after the tournament ended')),
                        ('changes', models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder, null=True, verbose_name='changed options')),
                        ('about', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                        ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                        ('other', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='other player')),
                        ('tournament', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='log', to='tournaments.tournament', verbose_name='tournament')),
                    ],
                    options={
                        'verbose_name': 'log entry',
                        'verbose_name_plural': 'log entries',
                        'db_table': 'competitions_logline',
                        'ordering': ['-pk'],
                    },
                ),
                migrations.CreateModel(
                    name='Forbidden',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('one', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.entry')),
                        ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.entry')),
                        ('tournament', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='forbidden', to='tournaments.tournament')),
                    ],
                    options={
                        'db_table': 'competitions_forbidden',
                    },
                ),
                migrations.AddField(
                    model_name='entry',
                    name='tournament',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='tournaments.tournament'),
                ),
                migrations.CreateModel(
                    name='Director',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('tournament', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='directors', to='tournaments.tournament')),
                    ],
                    options={
                        'db_table': 'competitions_director',
                    },
                ),
                migrations.CreateModel(
                    name='Adjustment',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('halves', models.SmallIntegerField()),
                        ('round', models.PositiveSmallIntegerField(default=0)),
                        ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.entry')),
                        ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='adjustments', to='tournaments.tournament')),
                    ],
                    options={
                        'db_table': 'competitions_adjustment',
                    },
                ),
                migrations.CreateModel(
                    name='Pairing',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('board', models.PositiveSmallIntegerField(verbose_name='board')),
                        ('handicap', models.PositiveSmallIntegerField(default=0, verbose_name='handicap')),
                        ('komi', models.SmallIntegerField(verbose_name='komi')),
                        ('result', models.CharField(blank=True, choices=[('black_wins', 'Black wins'), ('white_wins', 'White wins'), ('draw', 'draw'), ('black_by_default', 'Black wins by forfeit'), ('white_by_default', 'White wins by forfeit'), ('both_lose', 'both lose'), ('both_win', 'both win'), ('void', 'void')], max_length=16, verbose_name='result')),
                        ('reasons', models.JSONField(blank=True, default=list)),
                        ('match_game', models.PositiveSmallIntegerField(default=1)),
                        ('group', models.PositiveSmallIntegerField(default=0, verbose_name='group')),
                        ('counted', models.BooleanField(default=True)),
                        ('lapsed', models.BooleanField(default=False)),
                        ('black', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='as_black', to='tournaments.entry')),
                        ('game', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='pairing', to='games.game')),
                        ('white', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='as_white', to='tournaments.entry')),
                        ('round', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='pairings', to='tournaments.round')),
                    ],
                    options={
                        'verbose_name': 'pairing',
                        'verbose_name_plural': 'pairings',
                        'db_table': 'competitions_pairing',
                        'indexes': [models.Index(condition=models.Q(('lapsed', True)), fields=['id'], name='pairing_lapsed'), models.Index(condition=models.Q(('counted', False)), fields=['id'], name='pairing_to_count')],
                        'constraints': [models.UniqueConstraint(fields=('round', 'board', 'match_game'), name='one_pairing_a_board'), models.UniqueConstraint(fields=('round', 'black', 'white', 'match_game'), name='one_pairing_of_two')],
                    },
                ),
                migrations.AddIndex(
                    model_name='tournament',
                    index=models.Index(fields=['state', '-id'], name='tournament_by_state'),
                ),
                migrations.AddIndex(
                    model_name='tournament',
                    index=models.Index(condition=models.Q(('state', 'open')), fields=['starts_at'], name='tournament_to_start'),
                ),
                migrations.AddConstraint(
                    model_name='tournament',
                    constraint=models.UniqueConstraint(condition=models.Q(('own', ''), _negated=True), fields=('own',), name='own_tournament_once'),
                ),
                migrations.AddConstraint(
                    model_name='stage',
                    constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='one_stage_a_number'),
                ),
                migrations.AddIndex(
                    model_name='round',
                    index=models.Index(condition=models.Q(('state', 'published')), fields=['id'], name='round_published'),
                ),
                migrations.AddIndex(
                    model_name='round',
                    index=models.Index(condition=models.Q(('state', 'playing')), fields=['id'], name='round_playing'),
                ),
                migrations.AddIndex(
                    model_name='round',
                    index=models.Index(condition=models.Q(('wanted__isnull', False)), fields=['id'], name='round_wanted'),
                ),
                migrations.AddConstraint(
                    model_name='round',
                    constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='one_round_a_number'),
                ),
                migrations.AddIndex(
                    model_name='logline',
                    index=models.Index(fields=['tournament', '-id'], name='log_of_tournament'),
                ),
                migrations.AddConstraint(
                    model_name='forbidden',
                    constraint=models.UniqueConstraint(fields=('tournament', 'one', 'other'), name='forbidden_once'),
                ),
                migrations.AddIndex(
                    model_name='entry',
                    index=models.Index(fields=['player', '-id'], name='entry_of_player'),
                ),
                migrations.AddIndex(
                    model_name='entry',
                    index=models.Index(fields=['tournament', 'state', 'at'], name='entry_by_state'),
                ),
                migrations.AddIndex(
                    model_name='entry',
                    index=models.Index(condition=models.Q(('leaving', True)), fields=['id'], name='entry_leaving'),
                ),
                migrations.AddIndex(
                    model_name='entry',
                    index=models.Index(condition=models.Q(('answer_by__isnull', False)), fields=['answer_by'], name='entry_asked'),
                ),
                migrations.AddConstraint(
                    model_name='entry',
                    constraint=models.UniqueConstraint(fields=('tournament', 'player'), name='one_entry_a_player'),
                ),
                migrations.AddConstraint(
                    model_name='entry',
                    constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='one_entry_a_number'),
                ),
                migrations.AddConstraint(
                    model_name='director',
                    constraint=models.UniqueConstraint(fields=('tournament', 'player'), name='a_director_once'),
                ),
            ],
        ),
        migrations.RunPython(protect_log, release_log),
    ]
