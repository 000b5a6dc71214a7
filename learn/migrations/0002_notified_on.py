"""Rename a column: `told_on` was its name between 0.1.0 and 0.2.0."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("learn", "0001_initial")]

    operations = [migrations.RenameField("dailyreader", "told_on", "notified_on")]
