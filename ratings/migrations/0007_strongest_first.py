"""Players are listed by rating in an index."""

from django.db import migrations, models

from foundation.migrating import AddIndexWhileServing


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        ('ratings', '0006_no_index_twice'),
    ]
    operations = [
        AddIndexWhileServing(
            model_name='rating',
            index=models.Index(models.F('category'), models.OrderBy(models.F('rating'), descending=True), name='rating_strongest_first'),
        ),
    ]
