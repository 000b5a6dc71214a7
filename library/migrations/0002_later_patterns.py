"""Index all records again: between 0.1.0 and 0.2.0, only patterns of the first 30 moves were stored, now of 60 (L11)."""

from typing import Any

from django.db import migrations


def index_again(apps: Any, _editor: object) -> None:
    """Mark the records as not indexed. The background task then computes their rows."""
    apps.get_model("library", "Record").objects.filter(is_indexed=True).update(is_indexed=False)


class Migration(migrations.Migration):
    dependencies = [("library", "0001_initial")]

    operations = [migrations.RunPython(index_again, migrations.RunPython.noop)]
