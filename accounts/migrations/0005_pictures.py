import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from foundation.migrating import CombinedOperation


class Migration(migrations.Migration):
    dependencies = [("accounts", "0004_country")]

    operations = [
        CombinedOperation(
            operations=[
                migrations.AddField(
                    model_name="player",
                    name="picture",
                    field=models.CharField(blank=True, db_default="", default="", editable=False, max_length=16),
                ),
                migrations.CreateModel(
                    name="PlayerPicture",
                    fields=[
                        (
                            "player",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                primary_key=True,
                                related_name="+",
                                serialize=False,
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("digest", models.CharField(db_index=True, max_length=16)),
                        ("webp", models.TextField()),
                        ("at", models.DateTimeField()),
                    ],
                    options={"verbose_name": "player picture", "verbose_name_plural": "player pictures"},
                ),
            ],
        ),
    ]
