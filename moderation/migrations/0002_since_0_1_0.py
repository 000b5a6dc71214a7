"""What has changed since 0.1.0. New databases get it as well as those of 0.1.0."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from foundation.migrating import CombinedOperation


class Migration(migrations.Migration):

    replaces = [('moderation', '0003_events')]

    dependencies = [
        ('accounts', '0002_since_0_1_0'),
        ('clubs', '0001_initial'),
        ('moderation', '0001_initial'),
        ('social', '0001_initial'),
    ]

    operations = [
        CombinedOperation(
            operations=[
                migrations.CreateModel(
                    name='BoardLook',
                    fields=[
                        ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                        ('case', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='looks', to='moderation.case')),
                        ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                        ('number', models.PositiveIntegerField()),
                        ('at', models.DateTimeField(verbose_name='time')),
                    ],
                    options={
                        'verbose_name': 'view of a hidden board',
                        'verbose_name_plural': 'views of hidden boards',
                        'ordering': ['at', 'pk'],
                        'constraints': [models.UniqueConstraint(fields=('case', 'by', 'number'), name='one_look_a_position')],
                    },
                ),
                migrations.AddField(
                    model_name='decision',
                    name='club',
                    field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='clubs.club'),
                ),
                migrations.AddField(
                    model_name='decision',
                    name='club_notice',
                    field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='clubs.clubnotice'),
                ),
                migrations.AddField(
                    model_name='decision',
                    name='post',
                    field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='social.post'),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name='case',
            index=models.Index(condition=models.Q(('state', 'open'), _negated=True), fields=['-over_at', 'id'], name='case_closed'),
        ),
        migrations.AlterField(
            model_name='case',
            name='kind',
            field=models.CharField(choices=[('abuse', 'Abuse in chat'), ('spam', 'Spam or advertising'), ('profile', 'Offensive name or profile'), ('program', 'Computer assistance'), ('score', 'Score cheating'), ('stalling', 'Stalling'), ('sandbagging', 'Sandbagging (losing on purpose)'), ('accounts', 'Multiple accounts'), ('escaping', 'Abandoning games'), ('other', 'Other'), ('referee', 'Referee call'), ('signal', 'Detected by the server'), ('appeal', 'Appeal')], max_length=12, verbose_name='kind'),
        ),
        migrations.AlterField(
            model_name='report',
            name='kind',
            field=models.CharField(choices=[('abuse', 'Abuse in chat'), ('spam', 'Spam or advertising'), ('profile', 'Offensive name or profile'), ('program', 'Computer assistance'), ('score', 'Score cheating'), ('stalling', 'Stalling'), ('sandbagging', 'Sandbagging (losing on purpose)'), ('accounts', 'Multiple accounts'), ('escaping', 'Abandoning games'), ('other', 'Other'), ('referee', 'Referee call'), ('signal', 'Detected by the server'), ('appeal', 'Appeal')], max_length=12, verbose_name='kind'),
        ),
    ]
