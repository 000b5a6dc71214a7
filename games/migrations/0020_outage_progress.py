"""How far an outage has been given back."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """One column."""

    dependencies = [("games", "0019_suggestion_claims")]

    operations = [
        migrations.AddField("outage", "credited_upto", models.BigIntegerField(default=0, editable=False)),
    ]
