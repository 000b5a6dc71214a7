import django.core.validators
import django.db.models.deletion
import foundation.text
from django.conf import settings
from django.db import migrations, models

from foundation.migrating import CombinedOperation


class Migration(migrations.Migration):

    replaces = [('clubs', '0004_gets_notices')]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CombinedOperation(
            operations=[
                migrations.CreateModel(
                    name='Club',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=60, validators=[django.core.validators.MinLengthValidator(3), foundation.text.check_single_line], verbose_name='Club name')),
                        ('about', models.TextField(blank=True, validators=[foundation.text.check_text, django.core.validators.MaxLengthValidator(2000)], verbose_name='About the club')),
                        ('rules', models.TextField(blank=True, validators=[foundation.text.check_text, django.core.validators.MaxLengthValidator(2000)], verbose_name='Club rules')),
                        ('place', models.CharField(blank=True, help_text='A town, a country, or “online”. Players can search for clubs by location.', max_length=60, validators=[foundation.text.check_single_line], verbose_name='Town or country')),
                        ('link', models.URLField(blank=True, validators=[django.core.validators.URLValidator(schemes=['https'])], verbose_name='Website')),
                        ('letters', models.CharField(blank=True, max_length=4, verbose_name='initials in the emblem')),
                        ('shape', models.CharField(choices=[('stone', 'stone'), ('board', 'board'), ('shield', 'shield'), ('diamond', 'diamond')], default='stone', max_length=7, verbose_name='Shape')),
                        ('shade', models.CharField(choices=[('black', 'black'), ('white', 'white'), ('red', 'red'), ('orange', 'orange'), ('green', 'green'), ('teal', 'teal'), ('blue', 'blue'), ('purple', 'purple')], default='black', max_length=6, verbose_name='Colour')),
                        ('joining', models.CharField(choices=[('open', 'open: anyone can join'), ('request', 'by request, approved by a manager'), ('invitation', 'by invitation only')], default='open', max_length=10, verbose_name='Membership')),
                        ('hidden_members', models.BooleanField(default=False, verbose_name='Hide the member list from non-members')),
                        ('events_by', models.CharField(choices=[('owner', 'the owner'), ('manager', 'managers'), ('captain', 'captains and managers'), ('member', 'all members')], default='manager', max_length=7, verbose_name='Who can create club tournaments and ladders')),
                        ('key', models.CharField(editable=False, max_length=120)),
                        ('words', models.CharField(editable=False, max_length=250)),
                        ('picture', models.CharField(blank=True, db_default='', default='', editable=False, max_length=16)),
                        ('invite_key', models.CharField(blank=True, editable=False, max_length=43)),
                        ('member_count', models.PositiveIntegerField(default=0, verbose_name='number of members')),
                        ('created_at', models.DateTimeField(verbose_name='created')),
                        ('closed_at', models.DateTimeField(null=True, verbose_name='closed')),
                        ('closed_by_staff', models.BooleanField(default=False, verbose_name='closed by moderators')),
                        ('checked_at', models.DateTimeField(null=True, verbose_name='last checked')),
                        ('founder', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='founder')),
                    ],
                    options={
                        'verbose_name': 'club',
                        'verbose_name_plural': 'clubs',
                    },
                ),
                migrations.CreateModel(
                    name='ClubPicture',
                    fields=[
                        ('club', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to='clubs.club')),
                        ('digest', models.CharField(db_index=True, max_length=16)),
                        ('webp', models.TextField()),
                        ('at', models.DateTimeField()),
                    ],
                    options={
                        'verbose_name': 'club picture',
                        'verbose_name_plural': 'club pictures',
                    },
                ),
                migrations.CreateModel(
                    name='ClubAct',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('act', models.CharField(choices=[('founded', '%(by)s created the club'), ('joined', '%(about)s joined the club'), ('admitted', '%(by)s accepted %(about)s as a member'), ('invited', '%(by)s invited %(about)s to the club'), ('declined', "%(by)s declined %(about)s's request"), ('left', '%(about)s left the club'), ('removed', '%(by)s removed %(about)s from the club'), ('banned', '%(by)s banned %(about)s from the club'), ('unbanned', "%(by)s lifted %(about)s's ban"), ('role', "%(by)s changed %(about)s's role to %(role)s"), ('handed_over', '%(by)s made %(about)s the owner'), ('took_over', '%(about)s became the owner after the previous owner left'), ('changed', "%(by)s changed the club's page or settings"), ('linked', '%(by)s created an invitation link'), ('unlinked', '%(by)s disabled the invitation link'), ('notice', '%(by)s posted a notice'), ('notice_deleted', '%(by)s deleted a notice'), ('imported', '%(by)s uploaded games from other servers'), ('import_deleted', '%(by)s deleted uploaded games'), ('closed', 'The club was closed'), ('moderated', 'Moderators made a decision about the club')], max_length=14)),
                        ('role', models.CharField(blank=True, max_length=7)),
                        ('reason', models.CharField(blank=True, max_length=300)),
                        ('at', models.DateTimeField()),
                        ('about', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('club', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='acts', to='clubs.club')),
                    ],
                ),
                migrations.CreateModel(
                    name='ClubNotice',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('text', models.TextField(validators=[foundation.text.check_text, django.core.validators.MaxLengthValidator(2000)], verbose_name='text')),
                        ('at', models.DateTimeField(verbose_name='time')),
                        ('hidden_at', models.DateTimeField(null=True)),
                        ('hidden_reason', models.TextField(blank=True)),
                        ('deleted_at', models.DateTimeField(null=True)),
                        ('author', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='club_notices', to=settings.AUTH_USER_MODEL, verbose_name='author')),
                        ('club', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='notices', to='clubs.club')),
                    ],
                    options={
                        'verbose_name': 'club notice',
                        'verbose_name_plural': 'club notices',
                    },
                ),
                migrations.CreateModel(
                    name='GameImport',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('file_name', models.CharField(max_length=100)),
                        ('data', models.BinaryField(null=True)),
                        ('state', models.CharField(choices=[('waiting', 'waiting'), ('done', 'processed'), ('failed', 'failed')], default='waiting', max_length=7)),
                        ('at', models.DateTimeField()),
                        ('claimed_at', models.DateTimeField(null=True)),
                        ('games', models.PositiveIntegerField(default=0)),
                        ('known', models.PositiveIntegerField(default=0)),
                        ('errors', models.JSONField(default=list)),
                        ('more_errors', models.PositiveIntegerField(default=0)),
                        ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('club', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='imports', to='clubs.club')),
                    ],
                    options={
                        'verbose_name': 'game import',
                        'verbose_name_plural': 'game imports',
                    },
                ),
                migrations.CreateModel(
                    name='ImportedName',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('server', models.CharField(choices=[('ogs', 'OGS'), ('dgs', 'DGS'), ('kgs', 'KGS'), ('igs', 'IGS'), ('other', 'other')], max_length=5)),
                        ('name', models.CharField(max_length=60, verbose_name='name')),
                        ('confirmed_at', models.DateTimeField(null=True)),
                        ('club', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='imported_names', to='clubs.club')),
                        ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='imported_names', to=settings.AUTH_USER_MODEL)),
                    ],
                    options={
                        'verbose_name': 'name in imported games',
                        'verbose_name_plural': 'names in imported games',
                    },
                ),
                migrations.CreateModel(
                    name='ImportedGame',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('server', models.CharField(choices=[('ogs', 'OGS'), ('dgs', 'DGS'), ('kgs', 'KGS'), ('igs', 'IGS'), ('other', 'other')], max_length=5)),
                        ('file', models.CharField(max_length=200)),
                        ('width', models.PositiveSmallIntegerField()),
                        ('height', models.PositiveSmallIntegerField()),
                        ('handicap', models.PositiveSmallIntegerField()),
                        ('komi', models.CharField(max_length=8)),
                        ('result', models.CharField(blank=True, max_length=16)),
                        ('played_on', models.DateField(null=True)),
                        ('moves', models.PositiveSmallIntegerField()),
                        ('rows', models.TextField()),
                        ('sgf', models.TextField()),
                        ('digest', models.CharField(max_length=40)),
                        ('club', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='imported_games', to='clubs.club')),
                        ('upload', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='imported', to='clubs.gameimport')),
                        ('black', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='as_black', to='clubs.importedname')),
                        ('white', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='as_white', to='clubs.importedname')),
                    ],
                    options={
                        'verbose_name': 'imported game',
                        'verbose_name_plural': 'imported games',
                    },
                ),
                migrations.CreateModel(
                    name='Membership',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('standing', models.CharField(choices=[('member', 'member'), ('applied', 'has asked to join'), ('invited', 'invited'), ('declined', 'declined'), ('left', 'left'), ('removed', 'removed'), ('banned', 'banned')], max_length=8, verbose_name='status')),
                        ('role', models.CharField(choices=[('owner', 'owner'), ('manager', 'manager'), ('captain', 'captain'), ('member', 'member')], default='member', max_length=7, verbose_name='role')),
                        ('sentence', models.CharField(blank=True, max_length=300, verbose_name='request')),
                        ('reason', models.CharField(blank=True, max_length=300, verbose_name='reason')),
                        ('gets_notices', models.BooleanField(default=True, verbose_name='club notices')),
                        ('at', models.DateTimeField()),
                        ('joined_at', models.DateTimeField(null=True, verbose_name='member since')),
                        ('role_at', models.DateTimeField(null=True)),
                        ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('club', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='clubs.club')),
                        ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                    ],
                    options={
                        'verbose_name': 'membership',
                        'verbose_name_plural': 'memberships',
                    },
                ),
                migrations.AddIndex(
                    model_name='club',
                    index=models.Index(condition=models.Q(('closed_at__isnull', True)), fields=['-id'], name='club_open'),
                ),
                migrations.AddIndex(
                    model_name='club',
                    index=models.Index(condition=models.Q(('closed_at__isnull', True)), fields=['checked_at'], name='club_to_check'),
                ),
                migrations.AddIndex(
                    model_name='club',
                    index=models.Index(condition=models.Q(('invite_key', ''), _negated=True), fields=['invite_key'], name='club_by_link'),
                ),
                migrations.AddConstraint(
                    model_name='club',
                    constraint=models.UniqueConstraint(condition=models.Q(('closed_at__isnull', True)), fields=('key',), name='one_club_a_look'),
                ),
                migrations.AddIndex(
                    model_name='clubact',
                    index=models.Index(fields=['club', '-id'], name='act_of_club'),
                ),
                migrations.AddIndex(
                    model_name='clubnotice',
                    index=models.Index(condition=models.Q(('deleted_at__isnull', True)), fields=['club', '-id'], name='club_notice_latest'),
                ),
                migrations.AddIndex(
                    model_name='gameimport',
                    index=models.Index(fields=['club', '-id'], name='import_of_club'),
                ),
                migrations.AddIndex(
                    model_name='gameimport',
                    index=models.Index(condition=models.Q(('state', 'waiting')), fields=['id'], name='import_waiting'),
                ),
                migrations.AddConstraint(
                    model_name='importedname',
                    constraint=models.UniqueConstraint(fields=('club', 'server', 'name'), name='one_imported_name'),
                ),
                migrations.AddIndex(
                    model_name='importedgame',
                    index=models.Index(fields=['club', '-id'], name='imported_game_of_club'),
                ),
                migrations.AddConstraint(
                    model_name='importedgame',
                    constraint=models.UniqueConstraint(fields=('club', 'digest'), name='one_imported_game'),
                ),
                migrations.AddIndex(
                    model_name='membership',
                    index=models.Index(fields=['club', 'standing', '-id'], name='membership_of_club'),
                ),
                migrations.AddIndex(
                    model_name='membership',
                    index=models.Index(fields=['player', 'standing', '-id'], name='membership_of_player'),
                ),
                migrations.AddConstraint(
                    model_name='membership',
                    constraint=models.UniqueConstraint(fields=('club', 'player'), name='one_membership_a_player'),
                ),
                migrations.AddConstraint(
                    model_name='membership',
                    constraint=models.UniqueConstraint(condition=models.Q(('role', 'owner'), ('standing', 'member')), fields=('club',), name='one_owner_a_club'),
                ),
            ],
        ),
    ]
