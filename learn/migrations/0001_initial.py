import django.core.validators
import django.db.models.deletion
import foundation.text
import learn.models
from django.conf import settings
from django.db import migrations, models

from foundation.migrating import CombinedOperation


class Migration(migrations.Migration):

    replaces = [('learn', '0006_shared_with_classes')]

    initial = True

    dependencies = [
        ('accounts', '0002_since_0_1_0'),
        ('classes', '0001_initial'),
        ('clubs', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CombinedOperation(
            operations=[
                migrations.CreateModel(
                    name='DailyReader',
                    fields=[
                        ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to=settings.AUTH_USER_MODEL)),
                        ('told_on', models.DateField(db_index=True)),
                    ],
                ),
                migrations.CreateModel(
                    name='DailyStreak',
                    fields=[
                        ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to=settings.AUTH_USER_MODEL)),
                        ('days', models.PositiveIntegerField()),
                        ('last_on', models.DateField()),
                    ],
                ),
                migrations.CreateModel(
                    name='Repeating',
                    fields=[
                        ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='repeating', serialize=False, to=settings.AUTH_USER_MODEL)),
                        ('since', models.DateTimeField()),
                    ],
                ),
                migrations.CreateModel(
                    name='Tally',
                    fields=[
                        ('problem', models.CharField(max_length=40, primary_key=True, serialize=False)),
                        ('tried', models.PositiveIntegerField(default=0)),
                        ('right', models.PositiveIntegerField(default=0)),
                    ],
                ),
                migrations.CreateModel(
                    name='Material',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('kind', models.CharField(choices=[('problems', 'problem collection'), ('lesson', 'lesson')], max_length=10)),
                        ('key', models.CharField(default=learn.models.new_key, max_length=16, unique=True)),
                        ('name', models.CharField(max_length=100)),
                        ('about', models.TextField(blank=True)),
                        ('language', models.CharField(max_length=10)),
                        ('level', models.CharField(blank=True, max_length=3)),
                        ('pages_made', models.PositiveIntegerField(default=0)),
                        ('made_at', models.DateTimeField()),
                        ('is_public', models.BooleanField(default=False)),
                        ('has_link', models.BooleanField(default=False)),
                        ('hidden_at', models.DateTimeField(null=True)),
                        ('hidden_reason', models.TextField(blank=True)),
                        ('owner', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'teaching material',
                        'verbose_name_plural': 'teaching materials',
                    },
                ),
                migrations.CreateModel(
                    name='MaterialShare',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('classroom', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='classes.classroom')),
                        ('club', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.club')),
                        ('material', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='shares', to='learn.material')),
                        ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                    ],
                ),
                migrations.CreateModel(
                    name='OwnPage',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('number', models.PositiveIntegerField()),
                        ('place', models.PositiveIntegerField()),
                        ('task', models.TextField(help_text='The task on this page, in one or two sentences.', max_length=300, validators=[foundation.text.check_text], verbose_name='Task')),
                        ('rows', models.TextField(help_text='One line for each row, starting at the top: . for an empty point, X for Black, O for White.', max_length=400, verbose_name='Board')),
                        ('first', models.CharField(choices=[('B', 'Black'), ('W', 'White')], default='B', help_text='The colour that moves first.', max_length=1, verbose_name='First player')),
                        ('before', models.CharField(blank=True, help_text='Enter the moves to play from this board before the task, such as C3 D4.', max_length=300, verbose_name='Moves before the task')),
                        ('right', models.CharField(help_text='Enter points such as C3 D4, or the name of a button. Enter “any” to accept every legal point.', max_length=300, verbose_name='Right answers')),
                        ('good', models.TextField(help_text='Why the answer is right.', max_length=500, validators=[foundation.text.check_text], verbose_name='Text after a right answer')),
                        ('bad', models.TextField(help_text='Why the answer is wrong, without giving the right one away.', max_length=500, validators=[foundation.text.check_text], verbose_name='Text after a wrong answer')),
                        ('answer', models.CharField(blank=True, help_text='Enter points such as C3 D4. The opponent plays the first legal one.', max_length=60, verbose_name="The opponent's move after a wrong answer")),
                        ('after', models.CharField(blank=True, help_text="Moves played after the right answer, starting with the opponent's.", max_length=300, verbose_name='Moves after a right answer')),
                        ('answers', models.TextField(blank=True, help_text='On each line, enter an answer, a colon and the moves after it, such as C3: D4 E5.', max_length=2000, verbose_name='Moves after specific answers')),
                        ('replies', models.TextField(blank=True, help_text='On each line, enter answers, a colon and the text to show, such as C3 D4: White escapes.', max_length=4000, validators=[foundation.text.check_text], verbose_name='Text after specific answers')),
                        ('taps', models.BooleanField(default=False, help_text='The learner selects a point, and no stone is played.', verbose_name='Select a point without playing')),
                        ('buttons', models.CharField(blank=True, choices=[('pass', 'Pass'), ('resign', 'Resign'), ('pass resign', 'Pass and resign')], help_text='Answers that are not board points, such as passing.', max_length=11, verbose_name='Buttons')),
                        ('rings', models.CharField(blank=True, help_text='Enter the points to mark with a ring, such as C3 D4.', max_length=300, verbose_name='Ringed points')),
                        ('claims', models.TextField(blank=True, help_text='Enter one claim about the board on each line, such as captures C3 = 2. The server checks the claims.', max_length=2000, verbose_name='Claims to check')),
                        ('statistics', models.CharField(blank=True, db_default='', default='', help_text='Two opposite corners of an area in a corner or on a side, such as K10 T19. The page shows the next moves played there.', max_length=7, verbose_name='Area for statistics')),
                        ('ruleset', models.CharField(choices=[('brainking', 'BrainKing rules'), ('japanese', 'Japanese rules'), ('korean', 'Korean rules'), ('chinese', 'Chinese rules'), ('aga', 'AGA rules'), ('bga', 'BGA rules'), ('new_zealand', 'New Zealand rules'), ('ing', 'Ing rules'), ('tromp_taylor', 'Tromp–Taylor rules'), ('leaflet', "Beginners' rules")], default='japanese', help_text='The rules that decide which moves are legal on this page.', max_length=20, verbose_name='Rules')),
                        ('count', models.CharField(blank=True, choices=[('brainking', 'BrainKing rules'), ('japanese', 'Japanese rules'), ('korean', 'Korean rules'), ('chinese', 'Chinese rules'), ('aga', 'AGA rules'), ('bga', 'BGA rules'), ('new_zealand', 'New Zealand rules'), ('ing', 'Ing rules'), ('tromp_taylor', 'Tromp–Taylor rules'), ('leaflet', "Beginners' rules")], help_text='After a right answer, the board is scored by these rules. Leave empty for no scoring.', max_length=20, verbose_name='Scoring rules')),
                        ('dead', models.CharField(blank=True, help_text='Enter one point from each dead chain, such as C3 D4.', max_length=300, verbose_name='Dead stones in the count')),
                        ('komi', models.DecimalField(decimal_places=1, default=0, help_text="Points added to White's score.", max_digits=4, verbose_name='Komi')),
                        ('black_prisoners', models.PositiveSmallIntegerField(default=0, help_text='The number of stones that Black has captured.', validators=[django.core.validators.MaxValueValidator(1000)], verbose_name="Black's prisoners")),
                        ('white_prisoners', models.PositiveSmallIntegerField(default=0, help_text='The number of stones that White has captured.', validators=[django.core.validators.MaxValueValidator(1000)], verbose_name="White's prisoners")),
                        ('material', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='pages', to='learn.material')),
                    ],
                ),
                migrations.CreateModel(
                    name='OwnProblem',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('game', models.PositiveBigIntegerField()),
                        ('move', models.PositiveIntegerField()),
                        ('question', models.JSONField()),
                        ('stored', models.JSONField(null=True)),
                        ('state', models.CharField(choices=[('waiting', 'Waiting'), ('proved', 'Proved'), ('refused', 'Refused'), ('unproved', 'Unproved')], default='waiting', max_length=10)),
                        ('why', models.CharField(blank=True, max_length=20)),
                        ('made_at', models.DateTimeField()),
                        ('claimed_at', models.DateTimeField(null=True)),
                        ('number', models.PositiveIntegerField(db_default=0, default=0)),
                        ('place', models.PositiveIntegerField(db_default=0, default=0)),
                        ('authored', models.JSONField(null=True)),
                        ('points', models.CharField(blank=True, db_default='', default='', max_length=60)),
                        ('author', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='own_problems', to=settings.AUTH_USER_MODEL)),
                        ('material', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='problems', to='learn.material')),
                    ],
                ),
                migrations.CreateModel(
                    name='Progress',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('item', models.CharField(max_length=40)),
                        ('done', models.PositiveBigIntegerField(default=0)),
                        ('changed_at', models.DateTimeField()),
                        ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='progress', to=settings.AUTH_USER_MODEL)),
                    ],
                ),
                migrations.CreateModel(
                    name='Tried',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('problem', models.CharField(max_length=40)),
                        ('was_right', models.BooleanField()),
                        ('at', models.DateTimeField()),
                        ('card', models.JSONField(null=True)),
                        ('due', models.DateTimeField(null=True)),
                        ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='tried', to=settings.AUTH_USER_MODEL)),
                    ],
                ),
                migrations.AddIndex(
                    model_name='material',
                    index=models.Index(fields=['owner', '-id'], name='materials_of_player'),
                ),
                migrations.AddIndex(
                    model_name='material',
                    index=models.Index(condition=models.Q(('is_public', True)), fields=['-id'], name='public_materials'),
                ),
                migrations.AddConstraint(
                    model_name='materialshare',
                    constraint=models.UniqueConstraint(fields=('material', 'player'), name='material_with_player_once'),
                ),
                migrations.AddConstraint(
                    model_name='materialshare',
                    constraint=models.UniqueConstraint(fields=('material', 'club'), name='material_with_club_once'),
                ),
                migrations.AddConstraint(
                    model_name='materialshare',
                    constraint=models.UniqueConstraint(fields=('material', 'classroom'), name='material_with_class_once'),
                ),
                migrations.AddConstraint(
                    model_name='materialshare',
                    constraint=models.CheckConstraint(condition=models.Q(models.Q(('classroom', None), ('club', None), ('player__isnull', False)), models.Q(('classroom', None), ('club__isnull', False), ('player', None)), models.Q(('classroom__isnull', False), ('club', None), ('player', None)), _connector='OR'), name='material_shared_with_one'),
                ),
                migrations.AddConstraint(
                    model_name='ownpage',
                    constraint=models.UniqueConstraint(fields=('material', 'number'), name='a_page_of_a_lesson_once'),
                ),
                migrations.AddIndex(
                    model_name='ownproblem',
                    index=models.Index(fields=['author', '-made_at'], name='own_problems_of_a_player'),
                ),
                migrations.AddIndex(
                    model_name='ownproblem',
                    index=models.Index(fields=['state', 'id'], name='own_problems_by_state'),
                ),
                migrations.AddConstraint(
                    model_name='ownproblem',
                    constraint=models.UniqueConstraint(fields=('material', 'number'), name='a_problem_of_a_collection_once'),
                ),
                migrations.AddConstraint(
                    model_name='progress',
                    constraint=models.UniqueConstraint(fields=('player', 'item'), name='progress_in_an_item_once'),
                ),
                migrations.AddIndex(
                    model_name='tried',
                    index=models.Index(fields=['player', 'due'], name='problems_due'),
                ),
                migrations.AddConstraint(
                    model_name='tried',
                    constraint=models.UniqueConstraint(fields=('player', 'problem'), name='tried_a_problem_once'),
                ),
            ],
        ),
    ]
