"""Tournaments whose results are final without a review (E57)."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("competitions", "0016_options")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="without_review",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text=(
                    "As soon as the last game has ended. Otherwise a director confirms the results, "
                    "or the server after a week."
                ),
                verbose_name="Results are final without a review",
            ),
        ),
    ]
