import classes.models
import django.core.validators
import django.db.models.deletion
import foundation.text
from decimal import Decimal
from django.conf import settings
from django.db import migrations, models

from foundation.migrating import CombinedOperation


class Migration(migrations.Migration):

    replaces = [('classes', '0004_numbers_of_positions')]

    initial = True

    dependencies = [
        ('accounts', '0002_since_0_1_0'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CombinedOperation(
            operations=[
                migrations.CreateModel(
                    name='HomeworkGame',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ],
                    options={
                        'verbose_name': 'homework game',
                        'verbose_name_plural': 'homework games',
                    },
                ),
                migrations.CreateModel(
                    name='HomeworkPosition',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=60, validators=[foundation.text.check_single_line], verbose_name='Name')),
                        ('start', models.JSONField(editable=False)),
                        ('rule_set', models.CharField(max_length=20, verbose_name='Rules')),
                        ('komi', models.DecimalField(blank=True, decimal_places=1, help_text="Leave empty to use the rule set's default komi.", max_digits=4, null=True, validators=[django.core.validators.MinValueValidator(Decimal('-150')), django.core.validators.MaxValueValidator(Decimal('150')), classes.models.check_whole_or_half], verbose_name='Komi')),
                        ('level', models.PositiveSmallIntegerField(blank=True, choices=[(1, '1'), (2, '2'), (3, '3'), (4, '4'), (5, '5')], null=True, verbose_name='Opponent')),
                        ('color', models.CharField(choices=[('random', 'Random'), ('black', 'Black'), ('white', 'White')], default='black', help_text='Only for games against the computer.', max_length=6, verbose_name="Pupil's colour")),
                    ],
                    options={
                        'verbose_name': 'position',
                        'verbose_name_plural': 'positions',
                    },
                ),
                migrations.CreateModel(
                    name='Pupil',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('standing', models.CharField(choices=[('invited', 'invited'), ('pupil', 'pupil'), ('declined', 'declined'), ('left', 'left'), ('removed', 'removed')], max_length=8, verbose_name='status')),
                        ('at', models.DateTimeField()),
                    ],
                    options={
                        'verbose_name': 'pupil',
                        'verbose_name_plural': 'pupils',
                    },
                ),
                migrations.CreateModel(
                    name='Classroom',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('name', models.CharField(max_length=60, validators=[foundation.text.check_single_line], verbose_name='Class name')),
                        ('about', models.TextField(blank=True, validators=[foundation.text.check_text, django.core.validators.MaxLengthValidator(2000)], verbose_name='About the class')),
                        ('invite_key', models.CharField(blank=True, editable=False, max_length=43)),
                        ('hidden_reason', models.TextField(blank=True, default='', editable=False)),
                        ('positions_made', models.PositiveIntegerField(db_default=0, default=0, editable=False)),
                        ('created_at', models.DateTimeField(editable=False, verbose_name='created')),
                        ('teacher', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='teacher')),
                    ],
                    options={
                        'verbose_name': 'class',
                        'verbose_name_plural': 'classes',
                    },
                ),
                migrations.CreateModel(
                    name='ClassMessage',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('text', models.TextField()),
                        ('hidden_reason', models.TextField(blank=True, default='')),
                        ('at', models.DateTimeField()),
                        ('classroom', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='classes.classroom')),
                    ],
                    options={
                        'verbose_name': 'message',
                        'verbose_name_plural': 'messages',
                    },
                ),
                migrations.CreateModel(
                    name='Child',
                    fields=[
                        ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='child', serialize=False, to=settings.AUTH_USER_MODEL, verbose_name='player')),
                        ('name', models.CharField(blank=True, max_length=40, verbose_name='name')),
                        ('card', models.PositiveIntegerField(default=1)),
                        ('made_at', models.DateTimeField(verbose_name='created')),
                        ('ends_at', models.DateTimeField(null=True, verbose_name='deleted at')),
                        ('classroom', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='children', to='classes.classroom')),
                    ],
                    options={
                        'verbose_name': "child's account",
                        'verbose_name_plural': "children's accounts",
                    },
                ),
                migrations.CreateModel(
                    name='Homework',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('item', models.CharField(max_length=40)),
                        ('due', models.DateField(verbose_name='Due date')),
                        ('classroom', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='homework', to='classes.classroom')),
                    ],
                    options={
                        'verbose_name': 'homework',
                        'verbose_name_plural': 'homework',
                    },
                ),
            ],
        ),
    ]
