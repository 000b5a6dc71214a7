import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from foundation.migrating import CombinedOperation


class Migration(migrations.Migration):

    replaces = [('classes', '0005_homework_materials')]

    initial = True

    dependencies = [
        ('challenges', '0002_since_0_1_0'),
        ('classes', '0001_initial'),
        ('games', '0002_since_0_1_0'),
        ('learn', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CombinedOperation(
            operations=[
                migrations.AddField(
                    model_name='homework',
                    name='material',
                    field=models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='learn.material'),
                ),
                migrations.AddField(
                    model_name='homeworkgame',
                    name='game',
                    field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game'),
                ),
                migrations.AddField(
                    model_name='homeworkgame',
                    name='offer',
                    field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='challenges.challenge'),
                ),
                migrations.AddField(
                    model_name='homeworkgame',
                    name='player',
                    field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
                ),
                migrations.AddField(
                    model_name='homeworkposition',
                    name='homework',
                    field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='position', to='classes.homework'),
                ),
                migrations.AddField(
                    model_name='homeworkgame',
                    name='position',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='games', to='classes.homeworkposition'),
                ),
                migrations.AddField(
                    model_name='pupil',
                    name='classroom',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='pupils', to='classes.classroom'),
                ),
                migrations.AddField(
                    model_name='pupil',
                    name='player',
                    field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
                ),
                migrations.AddIndex(
                    model_name='classmessage',
                    index=models.Index(fields=['classroom', '-id'], name='messages_of_class'),
                ),
                migrations.AddIndex(
                    model_name='child',
                    index=models.Index(condition=models.Q(('ends_at__isnull', False)), fields=['ends_at'], name='children_that_end'),
                ),
                migrations.AddConstraint(
                    model_name='homework',
                    constraint=models.UniqueConstraint(fields=('classroom', 'item'), name='homework_once'),
                ),
                migrations.AddIndex(
                    model_name='homeworkgame',
                    index=models.Index(fields=['position', 'player', '-id'], name='games_of_homework'),
                ),
                migrations.AddIndex(
                    model_name='pupil',
                    index=models.Index(fields=['player', '-id'], name='classes_of_pupil'),
                ),
                migrations.AddConstraint(
                    model_name='pupil',
                    constraint=models.UniqueConstraint(fields=('classroom', 'player'), name='a_pupil_once'),
                ),
            ],
        ),
    ]
