"""Indexes by which lists stay quick with a million games; on PostgreSQL they are made while others write."""

from django.db import migrations, models

from foundation.migrating import AddIndexWhileServing


class Migration(migrations.Migration):
    atomic = False
    dependencies = [
        ('ratings', '0004_rating_ledger'),
    ]
    operations = [
        AddIndexWhileServing(
            model_name="ratingevent",
            index=models.Index(fields=["player", "-at"], include=("rating", "games"), name="rating_event_course"),
        ),
        AddIndexWhileServing(
            model_name="ratingevent",
            index=models.Index(fields=["player", "games"], name="rating_event_by_games"),
        ),
    ]
