"""Names, help and limits of what a club says and allows, declared once now. No column changes."""

import django.core.validators
import foundation.text
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0002_labels'),
    ]

    operations = [
        migrations.AlterField(
            model_name='club',
            name='about',
            field=models.TextField(blank=True, validators=[foundation.text.check_text, django.core.validators.MaxLengthValidator(2000)], verbose_name='About the club'),
        ),
        migrations.AlterField(
            model_name='club',
            name='events_by',
            field=models.CharField(choices=[('owner', 'the owner'), ('manager', 'managers'), ('captain', 'captains and managers'), ('member', 'all members')], default='manager', max_length=7, verbose_name='Who makes tournaments and ladders of the club'),
        ),
        migrations.AlterField(
            model_name='club',
            name='hidden_members',
            field=models.BooleanField(default=False, verbose_name='Only members see who is one'),
        ),
        migrations.AlterField(
            model_name='club',
            name='joining',
            field=models.CharField(choices=[('open', 'open: anyone joins'), ('request', 'by request: a manager admits'), ('invitation', 'by invitation only')], default='open', max_length=10, verbose_name='Membership'),
        ),
        migrations.AlterField(
            model_name='club',
            name='link',
            field=models.URLField(blank=True, validators=[django.core.validators.URLValidator(schemes=['https'])], verbose_name='Web page'),
        ),
        migrations.AlterField(
            model_name='club',
            name='name',
            field=models.CharField(max_length=60, validators=[django.core.validators.MinLengthValidator(3), foundation.text.check_line], verbose_name='Name of the club'),
        ),
        migrations.AlterField(
            model_name='club',
            name='place',
            field=models.CharField(blank=True, help_text='A town, a country, or “online”. People find clubs by it.', max_length=60, validators=[foundation.text.check_line], verbose_name='Place'),
        ),
        migrations.AlterField(
            model_name='club',
            name='rules',
            field=models.TextField(blank=True, validators=[foundation.text.check_text, django.core.validators.MaxLengthValidator(2000)], verbose_name='Rules of the club'),
        ),
        migrations.AlterField(
            model_name='club',
            name='shade',
            field=models.CharField(choices=[('black', 'black'), ('white', 'white'), ('red', 'red'), ('orange', 'orange'), ('green', 'green'), ('teal', 'teal'), ('blue', 'blue'), ('purple', 'purple')], default='black', max_length=6, verbose_name='Colour'),
        ),
        migrations.AlterField(
            model_name='club',
            name='shape',
            field=models.CharField(choices=[('stone', 'stone'), ('board', 'board'), ('shield', 'shield'), ('diamond', 'diamond')], default='stone', max_length=7, verbose_name='Shape'),
        ),
    ]
